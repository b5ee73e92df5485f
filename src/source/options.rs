//! Options for reading word lists and leave tables.

use crate::lexicon::{LeaveTable, ValueFormat};
use crate::limits::LEAVE_ROWS;
use crate::ruleset::Ruleset;
use crate::source::keep::Keep;
use crate::tiles::Digraphs;

/// What to do with a word that is too short or too long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "recipe", derive(serde::Deserialize))]
#[cfg_attr(feature = "recipe", serde(rename_all = "lowercase"))]
pub enum Outside {
    /// Report an error.
    #[default]
    Reject,
    /// Leave it out and count it.
    Drop,
}

impl Outside {
    /// Both choices.
    pub const ALL: [Outside; 2] = [Outside::Reject, Outside::Drop];

    /// The name used in recipes and options.
    pub const fn name(self) -> &'static str {
        match self {
            Outside::Reject => "reject",
            Outside::Drop => "drop",
        }
    }
}

/// How many tiles a word may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LengthBounds {
    /// The fewest tiles.
    pub min: usize,
    /// The most tiles.
    pub max: usize,
    /// What to do with other words.
    pub outside: Outside,
}

impl LengthBounds {
    /// No bounds.
    pub const ANY: LengthBounds = LengthBounds::new(1, usize::MAX);

    /// Creates bounds from `min` to `max` tiles. Other words are errors.
    pub const fn new(min: usize, max: usize) -> LengthBounds {
        LengthBounds {
            min,
            max,
            outside: Outside::Reject,
        }
    }

    /// Sets what to do with words outside the bounds.
    pub const fn with_outside(self, outside: Outside) -> LengthBounds {
        LengthBounds { outside, ..self }
    }

    #[inline]
    pub(crate) fn admit(&self, length: usize) -> bool {
        (self.min..=self.max).contains(&length)
    }

    /// The expected length of a word, for messages.
    pub(crate) fn expected(&self) -> String {
        match (self.min, self.max) {
            (min, usize::MAX) => format!("{min} tiles or more"),
            (1, 1) => "1 tile".to_string(),
            (min, max) if min == max => format!("{min} tiles"),
            (min, max) => format!("{min} to {max} tiles"),
        }
    }
}

/// What to do with a word that spells a digraph without the expected brackets, such as
/// `PERRO` for `PE[RR]O`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "recipe", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "recipe", serde(rename_all = "lowercase"))]
pub enum OnBareDigraph {
    /// Read it letter by letter and count it, for a warning.
    #[default]
    Warn,
    /// Report an error.
    Reject,
    /// Read it letter by letter.
    Allow,
}

/// How to read a word list.
///
/// ```
/// use wordmill::source::{LengthBounds, ListOptions, Outside};
/// let mut options = ListOptions::default();
/// options.length = LengthBounds::new(2, 15).with_outside(Outside::Drop);
/// options.separator = Some(',');
/// assert_eq!(options.column, 1);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ListOptions {
    /// How many tiles a word may have.
    pub length: LengthBounds,
    /// Selects the lines to keep. Others are dropped and counted.
    pub keep: Option<Keep>,
    /// The column that holds the word, counted from 1.
    pub column: usize,
    /// The separator of columns; `None` for white space.
    pub separator: Option<char>,
    /// How digraphs are spelled; `None` for the alphabet's default.
    pub digraphs: Option<Digraphs>,
    /// What to do with words that lack the brackets of a digraph.
    pub bare_digraphs: OnBareDigraph,
}

impl Default for ListOptions {
    fn default() -> Self {
        ListOptions {
            length: LengthBounds::ANY,
            keep: None,
            column: 1,
            separator: None,
            digraphs: None,
            bare_digraphs: OnBareDigraph::default(),
        }
    }
}

/// Which leaves and values a table may have.
///
/// ```
/// use wordmill::lexicon::ValueFormat;
/// use wordmill::source::LeaveOptions;
/// let mut options = LeaveOptions::default();
/// options.values = ValueFormat::I16;
/// assert!(!options.beyond_bag && LeaveOptions::ANY.beyond_bag);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeaveOptions {
    /// Whether a leave may have more of a tile than the bag.
    pub beyond_bag: bool,
    /// Whether a leave may have as many tiles as a rack, or more, up to
    /// [`MAX_LEAVE`](crate::ruleset::MAX_LEAVE).
    pub beyond_rack: bool,
    /// The format that the values must fit.
    pub values: ValueFormat,
}

impl LeaveOptions {
    /// Allows all leaves that a file can hold, whatever the bag and the rack.
    pub const ANY: LeaveOptions = LeaveOptions {
        beyond_bag: true,
        beyond_rack: true,
        values: ValueFormat::F32,
    };

    /// The most rows of a table that are read with these options. If only possible
    /// leaves are allowed, a longer table must repeat leaves.
    pub(crate) fn most_rows(&self, ruleset: &Ruleset) -> usize {
        let possible = match self.beyond_bag || self.beyond_rack {
            true => u128::MAX,
            false => ruleset.possible_leaves().saturating_mul(2),
        };
        usize::try_from(possible).map_or(LEAVE_ROWS, |possible| possible.min(LEAVE_ROWS))
    }

    /// Counts a ruleset's possible leaves in a table that was read with these
    /// options.
    pub fn count_possible(&self, table: &LeaveTable, ruleset: &Ruleset) -> u64 {
        match self.beyond_bag || self.beyond_rack {
            true => table.possible(ruleset),
            false => table.len() as u64, // the reader refused all others
        }
    }
}
