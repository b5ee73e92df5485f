//! Spells words as in a study database: the labels of their tiles, with brackets around
//! each label of several characters.

use crate::tiles::{Alphabet, Digraphs, Tile, UnknownTile};

/// The texts of tiles in a study database.
pub(crate) struct TileTexts<'a> {
    alphabet: &'a Alphabet,
    /// By tile; empty for the blank, which no word contains.
    texts: Vec<String>,
    /// The texts with brackets that their labels lack, and the labels.
    bracketed: Vec<(String, &'a str)>,
}

impl<'a> TileTexts<'a> {
    pub(crate) fn new(alphabet: &'a Alphabet) -> TileTexts<'a> {
        let mut texts = vec![String::new()];
        let mut bracketed = Vec::new();
        for tile in 1..=alphabet.len() as Tile {
            let label = alphabet.label(tile);
            let is_bare = label.chars().count() > 1 && !label.starts_with('[');
            texts.push(match is_bare {
                true => format!("[{label}]"),
                false => label.to_string(),
            });
            if is_bare {
                bracketed.push((texts[usize::from(tile)].clone(), label));
            }
        }
        TileTexts {
            alphabet,
            texts,
            bracketed,
        }
    }

    /// The text of a word, an alphagram or hooks.
    pub(crate) fn text(&self, tiles: &[Tile]) -> String {
        let texts = tiles.iter().map(|&tile| &self.texts[usize::from(tile)][..]);
        texts.collect()
    }

    /// Reads a word.
    pub(crate) fn read(&self, text: &str) -> Result<Vec<Tile>, UnknownTile> {
        let mut word = Vec::new();
        let mut text = std::borrow::Cow::Borrowed(text);
        for (bracketed, label) in &self.bracketed {
            if text.contains(&bracketed[..]) {
                text = text.replace(&bracketed[..], label).into();
            }
        }
        self.alphabet
            .read_word_as(Digraphs::Bracketed, &text, &mut word)?;
        Ok(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Ruleset;

    #[test]
    fn tiles_of_several_characters_have_brackets() {
        for (ruleset, word, text) in [
            ("english", "CAR", "CAR"),
            ("spanish", "PE[RR]O", "PE[RR]O"),
            ("catalan", "COL·LEGI", "CO[L·L]EGI"),
            ("polish", "ŻÓŁĆ", "ŻÓŁĆ"),
        ] {
            let ruleset = Ruleset::builtin(ruleset).unwrap();
            let texts = TileTexts::new(ruleset.alphabet());
            let tiles = ruleset.alphabet().read_word(word).unwrap();
            assert_eq!(texts.text(&tiles), text);
            assert_eq!(texts.read(text).unwrap(), tiles);
        }
        let catalan = Ruleset::builtin("catalan").unwrap();
        let texts = TileTexts::new(catalan.alphabet());
        assert_eq!(texts.read("COL·LEGI").unwrap().len(), 6);
        assert!(texts.read("[LL]").is_err());
    }
}
