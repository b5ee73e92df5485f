//! Reads patterns from text.
//!
//! The grammar, with the tiles of the alphabet:
//!
//! ```text
//! pattern = { tile | "?" | "." | "*" | class }
//! class   = "[" [ "^" ] tile { tile } "]"
//! ```
//!
//! Tiles between signs are read like a word. Tiles in a class are read like a rack, in
//! which a digraph needs brackets. Brackets that spell a tile of the alphabet are that
//! tile, not a class.

use crate::graph::query::pattern::{Pattern, PatternBuilder, PatternFault, set_of_all};
use crate::tiles::{Alphabet, UnknownTile};

const SIGNS: [char; 5] = ['?', '.', '*', '[', ']'];

impl Pattern {
    /// Reads a pattern: tiles, `?` or `.` for any one tile, `*` for any number of
    /// tiles, `[AEIOU]` for one of these tiles, `[^AEIOU]` for any other.
    ///
    /// ```
    /// use wordmill::ruleset::Ruleset;
    /// use wordmill::graph::Pattern;
    ///
    /// let english = Ruleset::builtin("english")?;
    /// let pattern = Pattern::read("C?R[^S]*", english.alphabet())?;
    /// assert!(pattern.fits(&english.alphabet().read_word("CORNER")?));
    /// assert!(!pattern.fits(&english.alphabet().read_word("CARS")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(text: &str, alphabet: &Alphabet) -> Result<Pattern, PatternFault> {
        let mut reader = PatternReader {
            text,
            alphabet,
            pattern: PatternBuilder::default(),
            at: 0,
        };
        while reader.at < text.len() {
            reader.step()?;
        }
        reader.pattern.finish()
    }
}

/// The reader of a pattern.
struct PatternReader<'t> {
    text: &'t str,
    alphabet: &'t Alphabet,
    pattern: PatternBuilder,
    /// The byte at which the next part begins.
    at: usize,
}

impl<'t> PatternReader<'t> {
    /// Reads the next sign, class or sequence of tiles.
    fn step(&mut self) -> Result<(), PatternFault> {
        let rest = &self.text[self.at..];
        let pattern = std::mem::take(&mut self.pattern);
        let tiles = self.tiles_before_sign(rest);
        let (pattern, length) = match (tiles, rest.chars().next()) {
            (0, Some('*')) => (pattern.gap(), 1),
            (0, Some('[')) => self.class(pattern, rest)?,
            (0, Some(']')) => return Err(PatternFault::Unopened(self.column())),
            (0, _) => (pattern.any(), 1),
            _ => {
                let read = self.alphabet.read_word(&rest[..tiles]);
                let tiles_read = read.map_err(|unknown| self.moved(unknown, self.at))?;
                (pattern.tiles(&tiles_read), tiles)
            }
        };
        self.pattern = pattern;
        self.at += length;
        Ok(())
    }

    /// The number of bytes of the tiles that a text begins with. Brackets that spell a
    /// tile are part of them.
    fn tiles_before_sign(&self, rest: &str) -> usize {
        let mut length = 0;
        while let Some(found) = rest[length..].find(SIGNS) {
            length += found;
            match self.bracketed_tile(&rest[length..]) {
                Some(tile) => length += tile,
                None => return length,
            }
        }
        rest.len()
    }

    /// The number of bytes of the bracketed tile that a text begins with; `None` if it
    /// does not.
    fn bracketed_tile(&self, rest: &str) -> Option<usize> {
        let inside = rest.strip_prefix('[')?;
        let length = inside.find(']')? + 2;
        let read = self.alphabet.read_word(&rest[..length]);
        (read.ok()?.len() == 1).then_some(length)
    }

    /// Reads the class that a text begins with, and returns its length in bytes.
    fn class(
        &self,
        pattern: PatternBuilder,
        rest: &'t str,
    ) -> Result<(PatternBuilder, usize), PatternFault> {
        let end = class_end(rest).ok_or(PatternFault::Unclosed(self.column()))?;
        let inside = &rest[1..end];
        let (other, labels) = match inside.strip_prefix('^') {
            Some(labels) => (true, labels),
            None => (false, inside),
        };
        if labels.is_empty() {
            let width = rest[..=end].chars().count();
            return Err(PatternFault::EmptyClass(self.column(), width));
        }
        let start = self.at + end - labels.len();
        let read = self.alphabet.read_letters(labels);
        let tiles = read.map_err(|unknown| self.moved(unknown, start))?;
        let set = set_of_all(&tiles);
        let set = if other { !set } else { set };
        Ok((pattern.one_of(set), end + 1))
    }

    /// The number of characters before the next part.
    fn column(&self) -> usize {
        self.text[..self.at].chars().count()
    }

    /// Moves an unknown tile's column by that of the part, which begins at a byte of
    /// the text.
    fn moved(&self, mut unknown: UnknownTile, start: usize) -> PatternFault {
        unknown.column += self.text[..start].chars().count();
        PatternFault::Unknown(unknown)
    }
}

/// Finds the `]` that closes the `[` at the beginning of a text.
fn class_end(text: &str) -> Option<usize> {
    let mut open = 0usize;
    for (at, character) in text.char_indices() {
        match character {
            '[' => open += 1,
            ']' if open == 1 => return Some(at),
            ']' => open = open.saturating_sub(1),
            _ => (),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Ruleset;
    use proptest::prelude::*;

    fn english() -> Ruleset {
        Ruleset::builtin("english").unwrap()
    }

    /// Matches letters by brute force.
    fn fits(pattern: &[u8], word: &[u8]) -> bool {
        if let [b'[', inside @ ..] = pattern {
            let end = inside.iter().position(|&b| b == b']').unwrap();
            let (class, rest) = (&inside[..end], &inside[end + 1..]);
            let (other, class) = match class {
                [b'^', class @ ..] => (true, class),
                class => (false, class),
            };
            return match word.split_first() {
                Some((tile, word)) => class.contains(tile) != other && fits(rest, word),
                None => false,
            };
        }
        match (pattern.split_first(), word.split_first()) {
            (None, None) => true,
            (Some((b'*', rest)), _) => {
                fits(rest, word) || word.split_first().is_some_and(|(_, w)| fits(pattern, w))
            }
            (Some((b'?' | b'.', rest)), Some((_, w))) => fits(rest, w),
            (Some((p, rest)), Some((t, w))) => p == t && fits(rest, w),
            _ => false,
        }
    }

    proptest! {
        #[test]
        fn all_ways_at_once_is_one_after_the_other(
            pattern in r"([AB?.*]|\[\^?[ABC]{1,2}\]){0,8}",
            word in "[ABC]{0,8}",
        ) {
            let english = english();
            let mut tiles = english.alphabet().read_word(&word).unwrap();
            let read = Pattern::read(&pattern, english.alphabet()).unwrap();
            let expected = fits(pattern.as_bytes(), word.as_bytes());
            prop_assert_eq!(read.fits(&tiles), expected);
            tiles.reverse();
            prop_assert_eq!(read.reversed().fits(&tiles), expected);
            prop_assert_eq!(read.reversed().reversed(), read.clone());
            if expected {
                let (least, most) = read.lengths();
                prop_assert!((least..=most).contains(&tiles.len()));
                prop_assert!(read.required().all(|tile| tiles.contains(&tile)));
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in r"[AÑßé\[\]^?.*|·0 ]{0,20}|\PC{0,12}") {
            for name in ["english", "spanish", "catalan", "polish"] {
                let ruleset = Ruleset::builtin(name).unwrap();
                if let Err(fault) = Pattern::read(&text, ruleset.alphabet())
                    && let Some((column, width)) = fault.place()
                {
                    prop_assert!(column + width <= text.chars().count().max(1), "{:?}", fault);
                }
            }
        }
    }

    #[test]
    fn faults_name_the_part() {
        let english = english();
        let fault = |text: &str| Pattern::read(text, english.alphabet()).unwrap_err();
        for (text, place, message) in [
            ("A?B*ÉA", (4, 1), "unknown tile `É`"),
            ("A[BÉ]", (3, 1), "unknown tile `É`"),
            ("A[^B?]", (4, 1), "unknown tile `?`"),
            ("A[^B*]", (4, 1), "unknown tile `*`"),
            ("É[", (0, 1), "unknown tile `É`"),
            ("A*[BC", (2, 1), "expected `]` after this `[`, found none"),
            ("A*[[B]", (2, 1), "expected `]` after this `[`, found none"),
            ("AB]C", (2, 1), "expected `[` before this `]`, found none"),
            ("A[]", (1, 2), "expected tiles in the class, found none"),
            ("A[^]", (1, 3), "expected tiles in the class, found none"),
            ("A[B[CD]]", (3, 1), "unknown tile `[`"),
        ] {
            let found = fault(text);
            assert_eq!(found.place(), Some(place), "{text}");
            assert_eq!(found.to_string(), message, "{text}");
        }
        let long = fault(&"A".repeat(128));
        assert_eq!(long.to_string(), "expected at most 127 tiles, found 128");
        let longest = Pattern::read(&"A".repeat(127), english.alphabet()).unwrap();
        assert!(longest.fits(&[1; 127]) && !longest.fits(&[1; 126]));
    }

    #[test]
    fn brackets_that_spell_a_tile_are_the_tile() {
        let spanish = Ruleset::builtin("spanish").unwrap();
        let alphabet = spanish.alphabet();
        let fits = |pattern: &str, word: &str| {
            let word = alphabet.read_word(word).unwrap();
            Pattern::read(pattern, alphabet).unwrap().fits(&word)
        };
        assert!(fits("[CH]A", "[CH]A") && !fits("[CH]A", "CA"));
        assert!(fits("[HC]A", "CA") && !fits("[HC]A", "[CH]A"));
        assert!(fits("[[CH][LL]]A", "[LL]A") && fits("[[ch]l]A", "LA"));
        assert!(!fits("[^[CH]]A", "[CH]A") && fits("[^[CH]]A", "CA"));
        assert!(fits("?[LL].", "A[LL]A") && fits("*[rr]*", "PE[RR]O"));
        assert!(fits("n\u{303}*", "ÑU") && fits("[n\u{303}]*", "ÑU"));
    }

    #[test]
    fn many_gaps_cost_no_more_than_one() {
        let english = english();
        let pattern = Pattern::read(&"*A".repeat(60), english.alphabet()).unwrap();
        let mut word = vec![1; 5000];
        assert!(pattern.fits(&word));
        word.push(2);
        assert!(!pattern.fits(&word));
    }
}
