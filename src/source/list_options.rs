//! How a word list is to be read, and what was seen in it.

use regex::Regex;

/// What happens to a word that is too short or too long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outside {
    /// It is an error.
    #[default]
    Reject,
    /// It is left out and counted.
    Drop,
}

impl Outside {
    /// Both choices.
    pub const ALL: [Outside; 2] = [Outside::Reject, Outside::Drop];

    /// The name that recipes and options use.
    pub const fn name(self) -> &'static str {
        match self {
            Outside::Reject => "reject",
            Outside::Drop => "drop",
        }
    }
}

/// How many tiles a word may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthBounds {
    /// The fewest tiles.
    pub min: usize,
    /// The most tiles.
    pub max: usize,
    /// What happens to other words.
    pub outside: Outside,
}

impl LengthBounds {
    /// No bounds at all.
    pub const ANY: LengthBounds = LengthBounds {
        min: 1,
        max: usize::MAX,
        outside: Outside::Reject,
    };

    #[inline]
    pub(crate) fn admit(&self, length: usize) -> bool {
        (self.min..=self.max).contains(&length)
    }

    /// What is expected of a word, for messages.
    pub(crate) fn expected(&self) -> String {
        match (self.min, self.max) {
            (min, usize::MAX) => format!("{min} tiles or more"),
            (1, 1) => "1 tile".to_string(),
            (min, max) if min == max => format!("{min} tiles"),
            (min, max) => format!("{min} to {max} tiles"),
        }
    }
}

/// How to read a word list.
#[derive(Clone, Debug)]
pub struct ListOptions {
    /// How many tiles a word may have.
    pub length: LengthBounds,
    /// Lines that do not match are dropped and counted.
    pub keep: Option<Regex>,
    /// The column that holds the word, counted from 1.
    pub column: usize,
    /// What separates columns; none for white space.
    pub separator: Option<char>,
}

impl Default for ListOptions {
    fn default() -> Self {
        ListOptions {
            length: LengthBounds::ANY,
            keep: None,
            column: 1,
            separator: None,
        }
    }
}

/// What was seen in one word list.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
pub struct ListStats {
    /// Words read, repeated ones included.
    pub words: u64,
    /// Words that sort before the one above them.
    pub unsorted: u64,
    /// Lines that did not match `keep`.
    pub not_kept: u64,
    /// Words dropped because of their length.
    pub dropped_by_length: u64,
}
