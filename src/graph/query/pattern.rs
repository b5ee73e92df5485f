//! Patterns of words: tiles, `?` for any one tile, `*` for any number of tiles.
//!
//! A pattern is a nondeterministic automaton whose states are the bits of a
//! number (Shift-And: R. Baeza-Yates and G. Gonnet, "A New Approach to Text
//! Searching", 1992). Without its `*`s it is a row of places, each for one tile.
//! Bit `i` says that the first `i` places are filled. A tile moves on every bit
//! whose next place takes it, and a bit at a `*` also stays. So each tile costs
//! the same, however many `*`s there are.

use crate::tiles::{Alphabet, MAX_LETTERS, Tile, UnknownTile};
use std::fmt;

/// The most places of a pattern; a state has one bit more.
const MAX_PLACES: usize = 127;

/// Why a text is not a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PatternFault {
    /// A part of it is not a tile.
    Unknown(UnknownTile),
    /// It has too many places.
    Long(usize),
}

impl From<UnknownTile> for PatternFault {
    fn from(unknown: UnknownTile) -> PatternFault {
        PatternFault::Unknown(unknown)
    }
}

impl fmt::Display for PatternFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PatternFault::Unknown(unknown) => unknown.fmt(f),
            PatternFault::Long(found) => {
                write!(f, "expected at most {MAX_PLACES} tiles, found {found}")
            }
        }
    }
}

impl std::error::Error for PatternFault {}

/// The states of a pattern after some tiles; 0 if the tiles don't match.
pub(crate) type PatternStates = u128;

/// A pattern that words may match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// By tile: the places that take it.
    places: Vec<PatternStates>,
    /// The places that any number of tiles may stand before.
    gaps: PatternStates,
    /// The bit of the state in which all places are filled.
    full: PatternStates,
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// ```
    /// use wordmill::ruleset::Ruleset;
    /// use wordmill::graph::Pattern;
    ///
    /// let english = Ruleset::builtin("english")?;
    /// let pattern = Pattern::read("C?R*", english.alphabet())?;
    /// assert!(pattern.fits(&english.alphabet().read_word("CORNER")?));
    /// assert!(!pattern.fits(&english.alphabet().read_word("SCAR")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(text: &str, alphabet: &Alphabet) -> Result<Pattern, PatternFault> {
        let mut pattern = PatternBuilder::default();
        let mut column = 0;
        for part in text.split_inclusive(['?', '*']) {
            let (letters, sign) = match part.strip_suffix(['?', '*']) {
                Some(letters) => (letters, part.chars().next_back()),
                None => (part, None),
            };
            let tiles = alphabet.read_word(letters).map_err(|mut unknown| {
                unknown.column += column;
                PatternFault::Unknown(unknown)
            })?;
            pattern = pattern.tiles(&tiles);
            pattern = match sign {
                Some('*') => pattern.gap(),
                Some(_) => pattern.any(),
                None => pattern,
            };
            column += part.chars().count();
        }
        pattern.finish()
    }

    /// Matches words that begin with some tiles.
    pub fn prefix(tiles: &[Tile]) -> Result<Pattern, PatternFault> {
        PatternBuilder::default().tiles(tiles).gap().finish()
    }

    /// Matches words that end with some tiles.
    pub fn suffix(tiles: &[Tile]) -> Result<Pattern, PatternFault> {
        PatternBuilder::default().gap().tiles(tiles).finish()
    }

    /// Matches words that have some tiles in a row.
    pub fn contains(tiles: &[Tile]) -> Result<Pattern, PatternFault> {
        PatternBuilder::default().gap().tiles(tiles).gap().finish()
    }

    /// Matches words of one tile and then some tiles.
    pub fn front_hooks(tiles: &[Tile]) -> Result<Pattern, PatternFault> {
        PatternBuilder::default().any().tiles(tiles).finish()
    }

    /// Matches words of some tiles and then one more.
    pub fn back_hooks(tiles: &[Tile]) -> Result<Pattern, PatternFault> {
        PatternBuilder::default().tiles(tiles).any().finish()
    }

    /// Whether a word matches.
    pub fn fits(&self, word: &[Tile]) -> bool {
        let end = word
            .iter()
            .fold(Pattern::START, |states, &tile| self.step(states, tile));
        self.is_full(end)
    }

    /// The states before the first tile.
    pub(crate) const START: PatternStates = 1;

    /// The states after one more tile.
    #[inline]
    pub(crate) fn step(&self, states: PatternStates, tile: Tile) -> PatternStates {
        let takes = self.places.get(usize::from(tile)).copied().unwrap_or(0);
        (states & takes) << 1 | states & self.gaps
    }

    /// Whether tiles that lead to these states match.
    #[inline]
    pub(crate) fn is_full(&self, states: PatternStates) -> bool {
        states & self.full != 0
    }
}

/// A pattern under construction.
#[derive(Default)]
struct PatternBuilder {
    /// The tile at each place; none for any tile.
    places: Vec<Option<Tile>>,
    /// The places that have a gap before them.
    gaps: Vec<usize>,
}

impl PatternBuilder {
    fn any(mut self) -> PatternBuilder {
        self.places.push(None);
        self
    }

    fn tiles(mut self, tiles: &[Tile]) -> PatternBuilder {
        self.places.extend(tiles.iter().copied().map(Some));
        self
    }

    fn gap(mut self) -> PatternBuilder {
        self.gaps.push(self.places.len());
        self
    }

    fn finish(self) -> Result<Pattern, PatternFault> {
        if self.places.len() > MAX_PLACES {
            return Err(PatternFault::Long(self.places.len()));
        }
        let mut pattern = Pattern {
            places: vec![0; MAX_LETTERS + 1],
            gaps: 0,
            full: 1 << self.places.len(),
        };
        for (i, &wanted) in self.places.iter().enumerate() {
            for (takes, tile) in pattern.places.iter_mut().zip(0..) {
                if wanted.is_none_or(|wanted| wanted == tile) {
                    *takes |= 1 << i;
                }
            }
        }
        for gap in self.gaps {
            pattern.gaps |= 1 << gap;
        }
        Ok(pattern)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Ruleset;
    use proptest::prelude::*;

    /// Matches letters by trying everything.
    fn fits(pattern: &[u8], word: &[u8]) -> bool {
        match (pattern.split_first(), word.split_first()) {
            (None, None) => true,
            (Some((b'*', rest)), _) => {
                fits(rest, word) || word.split_first().is_some_and(|(_, w)| fits(pattern, w))
            }
            (Some((b'?', rest)), Some((_, w))) => fits(rest, w),
            (Some((p, rest)), Some((t, w))) => p == t && fits(rest, w),
            _ => false,
        }
    }

    proptest! {
        #[test]
        fn all_ways_at_once_is_one_after_the_other(
            pattern in "[AB?*]{0,8}",
            word in "[ABC]{0,8}",
        ) {
            let english = Ruleset::builtin("english").unwrap();
            let tiles = english.alphabet().read_word(&word).unwrap();
            let read = Pattern::read(&pattern, english.alphabet()).unwrap();
            prop_assert_eq!(read.fits(&tiles), fits(pattern.as_bytes(), word.as_bytes()));
        }
    }

    #[test]
    fn faults_name_the_part() {
        let english = Ruleset::builtin("english").unwrap();
        let fault = |text: &str| Pattern::read(text, english.alphabet()).unwrap_err();
        match fault("A?B*ÉA") {
            PatternFault::Unknown(unknown) => {
                assert_eq!((unknown.column, unknown.part.as_str()), (4, "É"));
            }
            other => panic!("{other}"),
        }
        assert_eq!(
            fault(&"A".repeat(128)).to_string(),
            "expected at most 127 tiles, found 128"
        );
        let longest = Pattern::read(&"A".repeat(127), english.alphabet()).unwrap();
        assert!(longest.fits(&[1; 127]) && !longest.fits(&[1; 126]));
    }

    #[test]
    fn many_gaps_cost_no_more_than_one() {
        let english = Ruleset::builtin("english").unwrap();
        let pattern = Pattern::read(&"*A".repeat(60), english.alphabet()).unwrap();
        let mut word = vec![1; 5000];
        assert!(pattern.fits(&word));
        word.push(2);
        assert!(!pattern.fits(&word));
    }
}
