//! Patterns of words: a sequence of places for tiles, with gaps between them.
//!
//! A pattern is a nondeterministic automaton whose states are the bits of a number
//! (Shift-And: R. Baeza-Yates and G. Gonnet, "A New Approach to Text Searching", 1992).
//! Without its `*`s, it is a sequence of places, each for one tile of a set. Bit `i`
//! means that the first `i` places are filled. A tile advances every bit whose next
//! place takes it, and a bit at a `*` also stays. So each tile costs the same, however
//! many `*`s there are.

use crate::tiles::{MAX_LETTERS, Tile, UnknownTile};
use std::fmt;

/// The states of a pattern after some tiles; 0 if the tiles don't match.
pub(crate) type PatternStates = u128;

/// A set of tiles: bit `t` for tile `t`.
pub(crate) type TileSet = u64;

/// The set of a place that takes any tile.
const ANY: TileSet = TileSet::MAX;

/// The set of one tile; empty for a number that is not a tile.
pub(crate) fn set_of(tile: Tile) -> TileSet {
    1u64.checked_shl(tile.into()).unwrap_or(0)
}

/// The set of some tiles.
pub(crate) fn set_of_all(tiles: &[Tile]) -> TileSet {
    tiles.iter().fold(0, |set, &tile| set | set_of(tile))
}

/// A pattern of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// By tile: the places that take it.
    places: Vec<PatternStates>,
    /// The places before which any number of tiles may come.
    gaps: PatternStates,
    /// The bit of the state in which all places are filled.
    full: PatternStates,
    /// By place: the tiles that it takes.
    sets: Vec<TileSet>,
}

impl Pattern {
    /// Creates a pattern for words that begin with some tiles.
    pub fn prefix(tiles: &[Tile]) -> Result<Pattern, PatternFault> {
        PatternBuilder::default().tiles(tiles).gap().finish()
    }

    /// Creates a pattern for words that end with some tiles.
    pub fn suffix(tiles: &[Tile]) -> Result<Pattern, PatternFault> {
        PatternBuilder::default().gap().tiles(tiles).finish()
    }

    /// Creates a pattern for words that contain some tiles in a row.
    pub fn contains(tiles: &[Tile]) -> Result<Pattern, PatternFault> {
        PatternBuilder::default().gap().tiles(tiles).gap().finish()
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

    /// Computes the states after one more tile.
    #[inline]
    pub(crate) fn step(&self, states: PatternStates, tile: Tile) -> PatternStates {
        let takes = self.places.get(usize::from(tile)).copied().unwrap_or(0);
        (states & takes) << 1 | states & self.gaps
    }

    /// Whether tiles that lead to these states match the whole pattern.
    #[inline]
    pub(crate) fn is_full(&self, states: PatternStates) -> bool {
        states & self.full != 0
    }

    /// The pattern that matches the reversed words.
    pub(crate) fn reversed(&self) -> Pattern {
        let mut builder = PatternBuilder::default();
        for place in (0..=self.sets.len()).rev() {
            if self.has_gap(place) {
                builder = builder.gap();
            }
            if let Some(&set) = place.checked_sub(1).and_then(|i| self.sets.get(i)) {
                builder = builder.one_of(set);
            }
        }
        builder.into_pattern()
    }

    /// The tiles that every match contains: those of places that take a single tile.
    pub(crate) fn required(&self) -> impl Iterator<Item = Tile> {
        let single = self.sets.iter().filter(|set| set.is_power_of_two());
        single.map(|set| set.trailing_zeros() as Tile)
    }

    /// The fewest tiles of a match, and the most.
    pub(crate) fn lengths(&self) -> (usize, usize) {
        let places = self.sets.len();
        let most = if self.gaps == 0 { places } else { usize::MAX };
        (places, most)
    }

    /// The number of places before the first gap that don't take every tile.
    pub(crate) fn fixed_beginning(&self) -> usize {
        let before = self.gaps.trailing_zeros() as usize;
        let sets = &self.sets[..before.min(self.sets.len())];
        sets.iter().filter(|&&set| set != ANY).count()
    }

    fn has_gap(&self, place: usize) -> bool {
        self.gaps >> place & 1 == 1
    }
}

/// A pattern under construction.
#[derive(Default)]
pub(crate) struct PatternBuilder {
    /// By place: the tiles that it takes.
    sets: Vec<TileSet>,
    /// The places that have a gap before them.
    gaps: Vec<usize>,
}

impl PatternBuilder {
    pub(crate) fn any(self) -> PatternBuilder {
        self.one_of(ANY)
    }

    pub(crate) fn one_of(mut self, set: TileSet) -> PatternBuilder {
        self.sets.push(set);
        self
    }

    pub(crate) fn tiles(mut self, tiles: &[Tile]) -> PatternBuilder {
        self.sets.extend(tiles.iter().copied().map(set_of));
        self
    }

    pub(crate) fn gap(mut self) -> PatternBuilder {
        self.gaps.push(self.sets.len());
        self
    }

    pub(crate) fn finish(self) -> Result<Pattern, PatternFault> {
        match self.sets.len() {
            places if places > MAX_PLACES => Err(PatternFault::Long(places)),
            _ => Ok(self.into_pattern()),
        }
    }

    /// Makes a pattern of at most [`MAX_PLACES`] places.
    fn into_pattern(self) -> Pattern {
        let mut places = vec![0; MAX_LETTERS + 1];
        for (i, &set) in self.sets.iter().enumerate() {
            for (takes, tile) in places.iter_mut().zip(0..) {
                if set & set_of(tile) != 0 {
                    *takes |= 1 << i;
                }
            }
        }
        Pattern {
            places,
            gaps: self.gaps.iter().fold(0, |gaps, gap| gaps | 1 << gap),
            full: 1 << self.sets.len(),
            sets: self.sets,
        }
    }
}

/// The most places of a pattern. A state needs one more bit.
pub(crate) const MAX_PLACES: usize = 127;

/// The reason why a text is not a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PatternFault {
    /// A part of it is not a tile.
    Unknown(UnknownTile),
    /// It has too many places.
    Long(usize),
    /// A `[` has no `]`. This is its column, in characters from 0.
    Unclosed(usize),
    /// A `]` has no `[`. This is its column.
    Unopened(usize),
    /// A class has no tiles: its column, and the number of its characters.
    EmptyClass(usize, usize),
}

impl PatternFault {
    /// The part of the text that is wrong: the number of characters before it, and its
    /// length. `None` if it is the whole text.
    pub fn place(&self) -> Option<(usize, usize)> {
        match self {
            PatternFault::Unknown(unknown) => Some((unknown.column, unknown.width)),
            PatternFault::Long(_) => None,
            PatternFault::Unclosed(column) | PatternFault::Unopened(column) => Some((*column, 1)),
            PatternFault::EmptyClass(column, width) => Some((*column, *width)),
        }
    }
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
            PatternFault::Unclosed(_) => f.write_str("expected `]` after this `[`, found none"),
            PatternFault::Unopened(_) => f.write_str("expected `[` before this `]`, found none"),
            PatternFault::EmptyClass(..) => f.write_str("expected tiles in the class, found none"),
        }
    }
}

impl std::error::Error for PatternFault {}
