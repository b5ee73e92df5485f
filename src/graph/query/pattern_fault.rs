//! Why a text is not a pattern, and where.

use crate::tiles::UnknownTile;
use std::fmt;

/// The most places of a pattern; a state has one bit more.
pub(crate) const MAX_PLACES: usize = 127;

/// Why a text is not a pattern.
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
    /// The part of the text that is wrong: the characters before it, and those
    /// of it. None if it is the whole text.
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
