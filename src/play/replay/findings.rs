//! What is wrong in a recorded game.

use std::fmt;

/// A rule that a line of a game breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReplayFinding {
    /// The line, from 1.
    pub line: u64,
    /// The rule, as one word for programs: those of
    /// [`Illegal`](crate::movegen::Illegal), and `play`, `score`, `total`, `rack`,
    /// `turn`, `over`, `exchange`, `withdrawal`, `challenge`, `left`, `time`.
    pub rule: &'static str,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for ReplayFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
