//! Why the parts of a ruleset do not make one.

use crate::error::{Error, Problem};
use crate::tiles::AlphabetFault;
use std::fmt;

/// Why a board or a ruleset is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RulesetFault {
    /// The letter at fault, counted from 0; none if it is not about one letter.
    pub letter: Option<usize>,
    /// What is wrong.
    pub problem: Problem,
}

impl<P: Into<Problem>> From<P> for RulesetFault {
    fn from(problem: P) -> RulesetFault {
        RulesetFault {
            letter: None,
            problem: problem.into(),
        }
    }
}

impl From<AlphabetFault> for RulesetFault {
    fn from(fault: AlphabetFault) -> RulesetFault {
        RulesetFault {
            letter: fault.letter,
            problem: fault.problem,
        }
    }
}

impl From<RulesetFault> for Error {
    fn from(fault: RulesetFault) -> Error {
        Error::input("", fault.problem.clone()).caused_by(fault)
    }
}

impl fmt::Display for RulesetFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problem.fmt(f)
    }
}

impl std::error::Error for RulesetFault {}
