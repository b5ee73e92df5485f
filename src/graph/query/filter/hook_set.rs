//! Conditions on the hooks of a word.

use crate::graph::query::pattern::{TileSet, set_of_all};
use crate::tiles::{Alphabet, Tile, UnknownTile};

/// The hooks that a word must have on one side.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HookSet {
    /// All of these, and possibly others.
    All(Vec<Tile>),
    /// At least one of these, and possibly others.
    AnyOf(Vec<Tile>),
    /// None of these.
    NoneOf(Vec<Tile>),
    /// These and no others.
    Exactly(Vec<Tile>),
    /// At least one, whichever.
    Some,
}

impl HookSet {
    /// Reads a set: `S` for all of these tiles, `[ST]` for at least one of them,
    /// `[^ST]` for none of them, `=ST` for exactly these, `*` for at least one of any,
    /// `-` for none at all.
    ///
    /// ```
    /// use wordmill::graph::HookSet;
    /// use wordmill::ruleset::Ruleset;
    ///
    /// let english = Ruleset::builtin("english")?;
    /// let read = |text| HookSet::read(text, english.alphabet());
    /// assert_eq!(read("=DS"), Ok(HookSet::Exactly(vec![4, 19])));
    /// assert_eq!(read("-"), Ok(HookSet::Exactly(vec![])));
    /// # Ok::<(), wordmill::Error>(())
    /// ```
    pub fn read(text: &str, alphabet: &Alphabet) -> Result<HookSet, UnknownTile> {
        let read = |labels: &str, column: usize| {
            alphabet.read_letters(labels).map_err(|mut unknown| {
                unknown.column += column;
                unknown
            })
        };
        let is_tile = |text: &str| alphabet.read_word(text).is_ok_and(|tiles| tiles.len() == 1);
        let class = text.strip_prefix('[').and_then(|t| t.strip_suffix(']'));
        Ok(match (text, class) {
            ("*", _) => HookSet::Some,
            ("-", _) => HookSet::Exactly(Vec::new()),
            (_, Some(class)) if !is_tile(text) && is_closed(class) => {
                match class.strip_prefix('^') {
                    Some(labels) => HookSet::NoneOf(read(labels, 2)?),
                    None => HookSet::AnyOf(read(class, 1)?),
                }
            }
            _ => match text.strip_prefix('=') {
                Some(labels) => HookSet::Exactly(read(labels, 1)?),
                None => HookSet::All(read(text, 0)?),
            },
        })
    }

    /// Whether a word with these hooks meets the condition.
    pub(crate) fn fits(&self, hooks: TileSet) -> bool {
        match self {
            HookSet::All(tiles) => set_of_all(tiles) & !hooks == 0,
            HookSet::AnyOf(tiles) => set_of_all(tiles) & hooks != 0,
            HookSet::NoneOf(tiles) => set_of_all(tiles) & hooks == 0,
            HookSet::Exactly(tiles) => set_of_all(tiles) == hooks,
            HookSet::Some => hooks != 0,
        }
    }

    /// The hooks that decide the condition. Others make no difference.
    pub(crate) fn of_interest(&self) -> TileSet {
        match self {
            HookSet::All(tiles) | HookSet::AnyOf(tiles) | HookSet::NoneOf(tiles) => {
                set_of_all(tiles)
            }
            HookSet::Exactly(_) | HookSet::Some => TileSet::MAX,
        }
    }
}

/// Whether the brackets inside a class belong to tiles: `[A][B]` is two tiles, not a
/// class.
fn is_closed(class: &str) -> bool {
    let mut open = 0;
    class.chars().all(|c| {
        open += match c {
            '[' => 1,
            ']' => -1,
            _ => 0,
        };
        open >= 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Ruleset;

    #[test]
    fn digraphs_are_tiles_of_a_set() {
        let spanish = Ruleset::builtin("spanish").unwrap();
        let alphabet = spanish.alphabet();
        let tile = |label: &str| alphabet.read_word(label).unwrap()[0];
        let (ch, ll, s) = (tile("[CH]"), tile("[LL]"), tile("S"));
        let read = |text: &str| HookSet::read(text, alphabet).unwrap();
        assert_eq!(read("[CH]"), HookSet::All(vec![ch]));
        assert_eq!(read("[CH][LL]"), HookSet::All(vec![ch, ll]));
        assert_eq!(read("[[CH][LL]]"), HookSet::AnyOf(vec![ch, ll]));
        assert_eq!(read("[^[CH]S]"), HookSet::NoneOf(vec![ch, s]));
        assert_eq!(read("=[CH]s"), HookSet::Exactly(vec![ch, s]));
        let fault = |text: &str| HookSet::read(text, alphabet).unwrap_err();
        for (text, column, part) in [("S7", 1, "7"), ("=S?", 2, "?"), ("[^S*]", 3, "*")] {
            let fault = fault(text);
            assert_eq!(
                (fault.column, fault.part.as_str()),
                (column, part),
                "{text}"
            );
        }
    }
}
