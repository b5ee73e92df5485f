//! Definitions in the form of a study database.
//!
//! Old word lists link their definitions. Senses are separated by ` / `. A sense may
//! end in `[v HEXED, HEXES]`: its part of speech, and the forms of the word.
//! `{hip=adj}` names a word that helps to understand the sense, and `<emeer=n>` the
//! word of which this one is a form. `{eacute}` is a character. A database has one
//! sense per line, with the text of each linked sense instead of the link.
//!
//! A word is followed once in each sense, so that no link leads in circles.

use crate::database::entity::entity;
use crate::lexicon::{BETWEEN_DEFINITIONS, Definitions};
use crate::limits::DEFINITION_BYTES;
use crate::tiles::{Alphabet, Tile};

/// The most words followed in a sense. Real definitions have five.
const MOST_WORDS: usize = 16;

/// Expands the definitions of a study database.
pub(crate) struct Expander<'a> {
    definitions: &'a Definitions,
    alphabet: &'a Alphabet,
}

/// A piece of a sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece<'t> {
    Text(&'t str),
    Character(char),
    /// A word, and its part of speech.
    Link(&'t str, &'t str),
    Root(&'t str, &'t str),
}

/// A sense in its parts.
struct Sense<'t> {
    speech: &'t str,
    forms: &'t str,
    /// The text without the brackets.
    text: String,
}

/// The words followed in a sense, and the number of bytes written.
#[derive(Default)]
struct Followed {
    words: Vec<Vec<Tile>>,
    bytes: usize,
}

impl<'a> Expander<'a> {
    pub(crate) fn new(definitions: &'a Definitions, alphabet: &'a Alphabet) -> Expander<'a> {
        Expander {
            definitions,
            alphabet,
        }
    }

    /// The definition of a word, with one sense per line; empty if it has none.
    pub(crate) fn text(&self, word: &[Tile]) -> String {
        let raw = self.definitions.get(word).unwrap_or_default();
        let senses = raw.split(BETWEEN_DEFINITIONS).map(|sense| {
            let text = self.expand(sense, word, &mut Followed::default(), false);
            text.unwrap_or_default()
        });
        senses.collect::<Vec<_>>().join("\n")
    }

    /// Replaces the links in a word's text. `None` if the word was followed before, or
    /// if there are too many links or too much text.
    fn expand(
        &self,
        text: &str,
        word: &[Tile],
        followed: &mut Followed,
        mut in_link: bool,
    ) -> Option<String> {
        let is_known = followed.words.iter().any(|known| known == word);
        let bytes = followed.bytes + text.len();
        let words = followed.words.len();
        if is_known || words == MOST_WORDS || words > 0 && bytes > DEFINITION_BYTES {
            return None;
        }
        followed.bytes = bytes;
        followed.words.push(word.to_vec());
        let pieces = pieces(text);
        in_link |= pieces.iter().any(|piece| matches!(piece, Piece::Link(..)));
        let mut texts = vec![String::new(); pieces.len()];
        for (piece, text) in pieces.iter().zip(&mut texts) {
            match piece {
                Piece::Text(plain) => text.push_str(plain),
                Piece::Character(character) => text.push(*character),
                Piece::Link(link, speech) => {
                    text.push_str(link);
                    let linked = self.linked(link, speech, None, followed, in_link);
                    if let Some(linked) = linked.filter(|linked| !linked.is_empty()) {
                        text.push_str(&format!(" ({linked})"));
                    }
                }
                Piece::Root(..) => (),
            }
        }
        // Explanations by links come before the word of which this one is a form.
        for (piece, text) in pieces.iter().zip(&mut texts) {
            let Piece::Root(root, speech) = piece else {
                continue;
            };
            match self.linked(root, speech, Some(word), followed, in_link) {
                None => text.push_str(root),
                Some(linked) if in_link => text.push_str(&linked),
                Some(linked) => {
                    text.push_str(&root.to_uppercase());
                    if !linked.is_empty() {
                        text.push_str(&format!(", {linked}"));
                    }
                }
            }
        }
        Some(texts.concat())
    }

    /// The text of the sense that a link refers to: one with this part of speech and,
    /// if the link comes from a form, with that form. Empty if there is no such sense;
    /// `None` as for [`expand`](Self::expand).
    fn linked(
        &self,
        link: &str,
        speech: &str,
        form: Option<&[Tile]>,
        followed: &mut Followed,
        in_link: bool,
    ) -> Option<String> {
        let Ok(word) = self.alphabet.read_word(link) else {
            return Some(String::new());
        };
        let raw = self.definitions.get(&word).unwrap_or_default();
        let senses = raw.split(BETWEEN_DEFINITIONS).map(Sense::of);
        let mut senses = senses.filter(|sense| sense.speech == speech);
        let is_form = |sense: &Sense<'_>| {
            let mut pieces = pieces(&sense.text).into_iter();
            pieces.any(|piece| matches!(piece, Piece::Root(..)))
        };
        let found = match form {
            Some(form) => {
                let form = self.alphabet.word_text(form);
                senses.find(|sense| sense.forms.contains(&form))
            }
            // A sense with its own text is preferred to one of a form.
            None => {
                let mut senses: Vec<Sense<'_>> = senses.collect();
                match senses.iter().position(|sense| !is_form(sense)) {
                    Some(own) => Some(senses.swap_remove(own)),
                    None => senses.pop(),
                }
            }
        };
        match found {
            Some(sense) => self.expand(&sense.text, &word, followed, in_link),
            None => Some(String::new()),
        }
    }
}

impl Sense<'_> {
    fn of(text: &str) -> Sense<'_> {
        let whole = Sense {
            speech: "",
            forms: "",
            text: text.trim().to_string(),
        };
        let mut opened = text.match_indices('[').map(|(start, _)| start);
        let start = opened.find(|start| text[start + 1..].starts_with(char::is_alphabetic));
        let Some((start, end)) = start.zip(text.rfind(']')).filter(|(s, e)| s < e) else {
            return whole;
        };
        let inside = &text[start + 1..end];
        let letters = inside.find(|c: char| !c.is_alphabetic());
        let (speech, forms) = inside.split_at(letters.unwrap_or(inside.len()));
        let rest = format!("{}{}", &text[..start], &text[end + 1..]);
        Sense {
            speech,
            forms: forms.trim(),
            text: rest.trim().to_string(),
        }
    }
}

/// Splits a text at its links and characters.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut plain = 0;
    let mut at = 0;
    while let Some(found) = text[at..].find(['{', '<']) {
        let start = at + found;
        at = start + 1;
        let is_root = text[start..].starts_with('<');
        let close = if is_root { '>' } else { '}' };
        let Some(length) = text[at..].find(|c: char| !(c.is_alphabetic() || c == '=')) else {
            break;
        };
        let end = at + length;
        if !text[end..].starts_with(close) {
            continue;
        }
        let inside = &text[at..end];
        let is_name = |name: &str| !name.is_empty() && !name.contains('=');
        let piece = match inside.split_once('=') {
            Some((word, speech)) if is_name(word) && is_name(speech) => match is_root {
                true => Piece::Root(word, speech),
                false => Piece::Link(word, speech),
            },
            None if !is_root => match entity(inside) {
                Some(character) => Piece::Character(character),
                None => continue,
            },
            _ => continue,
        };
        if plain < start {
            pieces.push(Piece::Text(&text[plain..start]));
        }
        pieces.push(piece);
        (plain, at) = (end + 1, end + 1);
    }
    if plain < text.len() {
        pieces.push(Piece::Text(&text[plain..]));
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Ruleset;
    use crate::source::{ListOptions, ListReader};

    /// The definitions of a list, as in a database.
    fn expanded(list: &str) -> Vec<String> {
        let english = Ruleset::builtin("english").unwrap();
        let mut reader = ListReader::for_definitions(&english);
        reader
            .read("l.txt", list.as_bytes(), &ListOptions::default())
            .unwrap();
        let (definitions, _) = reader.finish_definitions().unwrap();
        let expander = Expander::new(&definitions, english.alphabet());
        let lines = list.lines().map(|line| line.split(' ').next().unwrap());
        lines
            .map(|word| expander.text(&english.alphabet().read_word(word).unwrap()))
            .collect()
    }

    #[test]
    fn senses_are_lines() {
        assert_eq!(
            expanded("CAR a vehicle [n CARS] / a cage [n]\nACE"),
            ["a vehicle [n CARS]\na cage [n]", ""]
        );
        assert_eq!(
            expanded("CAF a {eacute} or {nothing}, {x"),
            ["a é or {nothing}, {x"]
        );
    }

    #[test]
    fn links_are_followed() {
        assert_eq!(
            expanded(
                "RED {warm=adj} or {hot=adj} colour [n REDS]\nWARM a bit {hot=adj} [adj WARMER]\n\
                 HOT of high heat [adj HOTTER] / a thing [n]"
            ),
            [
                "warm (a bit hot (of high heat)) or hot colour [n REDS]",
                "a bit hot (of high heat) [adj WARMER]",
                "of high heat [adj HOTTER]\na thing [n]",
            ]
        );
        // Unknown words, parts of speech that no sense has, and letters that the game
        // lacks.
        assert_eq!(
            expanded("AB {none=n} {ba=v} {ñ=n} [n]\nBA x [n]"),
            ["none ba ñ [n]", "x [n]"]
        );
    }

    #[test]
    fn roots_are_found_by_their_forms() {
        assert_eq!(
            expanded(
                "OX a beast [n OXEN] / a {fool=n} [n OXES]\nOXEN <ox=n> [n]\nOXES <ox=n> [n]\n\
                 FOOL a dull one [n FOOLS]\nOXY <ox=n> [n]"
            )[1..],
            [
                "OX, a beast [n]",
                "OX, a fool (a dull one) [n]",
                "a dull one [n FOOLS]",
                "OX [n]",
            ]
        );
        // A link does not name the root itself, and a sense with its own text is
        // preferred.
        assert_eq!(
            expanded("PAY one that {lays=v} [n]\nLAYS <lay=v> [v]\nLAY to put [v LAYS]")[0],
            "one that lays (to put) [n]"
        );
        assert_eq!(
            expanded("PAY {lays=v} [n]\nLAYS <lay=v> [v] / to sing [v]\nLAY to put [v LAYS]")[0],
            "lays (to sing) [n]"
        );
    }

    #[test]
    fn circles_end() {
        assert_eq!(
            expanded("AB a {ba=n} [n BA]\nBA <ab=n> [n]"),
            ["a ba (ab) [n BA]", "AB, a ba [n]"]
        );
        assert_eq!(expanded("AB {ab=n} [n] / <ab=n> [n]"), ["ab [n]\nAB [n]"]);
    }

    #[test]
    fn long_chains_and_long_texts_end() {
        let name = |i: usize| {
            let letter = |n: usize| char::from(b'a' + n as u8);
            format!("{}{}", letter(i / 26), letter(i % 26))
        };
        let list: String = (0..400)
            .map(|i| format!("{} x {{{}=n}} [n]\n", name(i), name(i + 1)))
            .collect();
        let found = expanded(&list);
        assert_eq!(found[0].matches('x').count(), MOST_WORDS);
        let long = "x ".repeat(2000);
        let list = format!("AB {{ba=n}} {{be=n}} {{ab=n}}\nBA {long} [n]\nBE {long}{long} y [n]");
        let found = expanded(&list);
        assert!(found[0].len() < 2 * DEFINITION_BYTES, "{}", found[0].len());
    }

    #[test]
    fn the_brackets_of_a_sense() {
        for (text, speech, forms, rest) in [
            ("to hex [v HEXED, HEXES]", "v", "HEXED, HEXES", "to hex"),
            ("used so [interj]", "interj", "", "used so"),
            ("[v AS, BS]", "v", "AS, BS", ""),
            ("a [1] b", "", "", "a [1] b"),
            ("a ] b [n", "", "", "a ] b [n"),
            ("proper [adj X] : LY [adv]", "adj", "X] : LY [adv", "proper"),
            ("", "", "", ""),
        ] {
            let sense = Sense::of(text);
            assert_eq!(
                (sense.speech, sense.forms, &sense.text[..]),
                (speech, forms, rest)
            );
        }
    }
}
