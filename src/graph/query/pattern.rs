//! Patterns of words: tiles, `?` for any one tile, `*` for any number.
//!
//! A pattern is followed in all its ways at once. Without its `*`s it is a row
//! of places, each for one tile; bit `i` of a state says that the first `i`
//! places are filled. A tile moves every bit on whose next place takes it, and
//! a bit with a `*` at its place also stays. So each tile costs the same, no
//! matter how many `*`s there are.

use crate::tiles::{Alphabet, MAX_LETTERS, Tile, UnknownTile};
use std::fmt;

/// The most places a pattern can have; a state has a bit more.
const MAX_PLACES: usize = 127;

/// Why a text is not a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternFault {
    /// A part of it is no tile.
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

/// The ways in which a path fits a pattern so far; 0 if it does not.
pub(crate) type Fit = u128;

/// What a word may look like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// By tile, the places that take it.
    places: Vec<Fit>,
    /// Where any number of tiles may stand: before place `i`.
    gaps: Fit,
    /// The bit that says all places are filled.
    full: Fit,
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// ```
    /// use wordmill::ruleset::Ruleset;
    /// use wordmill::graph::Pattern;
    ///
    /// let english = Ruleset::builtin("english")?;
    /// let pattern = Pattern::read("C?R*", english.alphabet()).unwrap();
    /// let fits = |word| pattern.fits(&english.alphabet().read_word(word).unwrap());
    /// assert!(fits("CAR") && fits("CORNER") && !fits("CR") && !fits("SCAR"));
    /// # Ok::<(), wordmill::error::Error>(())
    /// ```
    pub fn read(text: &str, alphabet: &Alphabet) -> Result<Pattern, PatternFault> {
        let mut parts = Parts::default();
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
            parts.tiles(&tiles);
            match sign {
                Some('*') => parts.gap(),
                Some(_) => parts.place(None),
                None => (),
            }
            column += part.chars().count();
        }
        parts.finish()
    }

    /// Words that begin with some tiles.
    pub fn prefix(tiles: &[Tile]) -> Result<Pattern, PatternFault> {
        let mut parts = Parts::default();
        parts.tiles(tiles);
        parts.gap();
        parts.finish()
    }

    /// Words that end with some tiles.
    pub fn suffix(tiles: &[Tile]) -> Result<Pattern, PatternFault> {
        let mut parts = Parts::default();
        parts.gap();
        parts.tiles(tiles);
        parts.finish()
    }

    /// Words that have some tiles in a row.
    pub fn contains(tiles: &[Tile]) -> Result<Pattern, PatternFault> {
        let mut parts = Parts::default();
        parts.gap();
        parts.tiles(tiles);
        parts.gap();
        parts.finish()
    }

    /// Words of some tiles with one more in front.
    pub fn front_hooks(tiles: &[Tile]) -> Result<Pattern, PatternFault> {
        let mut parts = Parts::default();
        parts.place(None);
        parts.tiles(tiles);
        parts.finish()
    }

    /// Words of some tiles with one more behind.
    pub fn back_hooks(tiles: &[Tile]) -> Result<Pattern, PatternFault> {
        let mut parts = Parts::default();
        parts.tiles(tiles);
        parts.place(None);
        parts.finish()
    }

    /// Whether a word is like that.
    pub fn fits(&self, word: &[Tile]) -> bool {
        let end = word
            .iter()
            .fold(Pattern::START, |fit, &tile| self.step(fit, tile));
        self.is_full(end)
    }

    /// The fit before the first tile.
    pub(crate) const START: Fit = 1;

    /// The fit after one more tile.
    #[inline]
    pub(crate) fn step(&self, fit: Fit, tile: Tile) -> Fit {
        let takes = self.places.get(usize::from(tile)).copied().unwrap_or(0);
        (fit & takes) << 1 | fit & self.gaps
    }

    /// Whether a path of this fit may end.
    #[inline]
    pub(crate) fn is_full(&self, fit: Fit) -> bool {
        fit & self.full != 0
    }
}

/// A pattern while it is put together.
#[derive(Default)]
struct Parts {
    /// What stands at each place; none for any tile.
    places: Vec<Option<Tile>>,
    /// The places before which there is a gap.
    gaps: Vec<usize>,
}

impl Parts {
    fn place(&mut self, tile: Option<Tile>) {
        self.places.push(tile);
    }

    fn tiles(&mut self, tiles: &[Tile]) {
        self.places.extend(tiles.iter().copied().map(Some));
    }

    fn gap(&mut self) {
        self.gaps.push(self.places.len());
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

    /// The same by trying everything, on letters.
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
