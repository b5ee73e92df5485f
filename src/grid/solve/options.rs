//! The rules of a puzzle, and the limits for solving it.

use crate::error::{Error, Result};
use crate::grid::points::{BonusTable, MAX_BONUS};
use std::time::Duration;

/// What happens to the remaining letters when a word is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gravity {
    /// They fall in their columns, and empty columns close.
    #[default]
    Fall,
    /// They stay where they are.
    Still,
}

/// Which lines count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// All lines.
    #[default]
    Points,
    /// Only lines that use up every letter.
    Clear,
}

/// The techniques of the search, which can be switched off to measure the effect of
/// each. The result is the same without them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Techniques {
    /// Search the most promising moves first.
    pub order: bool,
    /// Remember upper bounds of states.
    pub cache: bool,
    /// Cut moves that can't reach the target.
    pub bounds: bool,
    /// Let bounds consider which letters remain, not only their number.
    pub packing: bool,
}

impl Default for Techniques {
    /// All of them.
    fn default() -> Techniques {
        Techniques {
            order: true,
            cache: true,
            bounds: true,
            packing: true,
        }
    }
}

/// The rules of a puzzle, and the limits for solving it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SolveOptions {
    /// What happens to the remaining letters.
    pub gravity: Gravity,
    /// Which lines count.
    pub goal: Goal,
    /// The points of words by length.
    pub bonus: BonusTable,
    /// Points lost for each letter that is left.
    pub left: u32,
    /// Points for an empty grid.
    pub empty: u32,
    /// The shortest word that may be played.
    pub min_length: usize,
    /// The time after which the search is given up.
    pub time: Option<Duration>,
    /// The number of states after which the search is given up.
    pub max_states: u64,
    /// The bytes of memory for tables.
    pub memory: usize,
    /// The number of threads.
    pub threads: usize,
    /// The parts of the search.
    pub techniques: Techniques,
}

impl Default for SolveOptions {
    /// The rules of the original puzzle, except that lines may leave letters.
    fn default() -> SolveOptions {
        SolveOptions {
            gravity: Gravity::Fall,
            goal: Goal::Points,
            bonus: BonusTable::default(),
            left: 0,
            empty: 0,
            min_length: 2,
            time: None,
            max_states: u64::MAX,
            memory: 512 << 20,
            threads: 1,
            techniques: Techniques::default(),
        }
    }
}

impl SolveOptions {
    pub(crate) fn check(&self) -> Result<()> {
        for (name, value) in [("left", self.left), ("empty", self.empty)] {
            if value > MAX_BONUS {
                let expected = format!("at most {MAX_BONUS} points");
                return Err(Error::mismatch("", expected, value).of_part(name));
            }
        }
        Ok(())
    }
}
