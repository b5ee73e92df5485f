//! The fault of bytes that are not a graph.

use crate::error::{Diagnostic, Error, ErrorKind, Problem};
use crate::lexicon::{WordCollector, Words};
use std::fmt;

/// What to ask about a file that ends too early.
pub(crate) const CUT_SHORT: &str = "is the file cut short?";

/// Why some bytes are not a graph, or not a table that belongs to one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GraphFault {
    /// The node at fault; none if it is the file as a whole.
    pub node: Option<u32>,
    /// What is wrong with it.
    pub problem: Problem,
    /// Whether the bytes may be sound and only belong to another alphabet.
    pub past_alphabet: bool,
    /// Whether the file may end too early.
    pub cut_short: bool,
}

impl GraphFault {
    /// A fault of the whole file.
    pub(crate) fn file(problem: impl Into<Problem>) -> GraphFault {
        GraphFault {
            node: None,
            problem: problem.into(),
            past_alphabet: false,
            cut_short: false,
        }
    }

    /// A mismatch of the whole file.
    pub(crate) fn mismatch(expected: impl ToString, found: impl ToString) -> GraphFault {
        GraphFault::file(Problem::mismatch(expected, found))
    }

    /// Names the part that it is about.
    pub(crate) fn of(mut self, part: impl Into<String>) -> GraphFault {
        self.problem = self.problem.of(part);
        self
    }

    /// Says which node is at fault.
    pub(crate) fn at(mut self, node: u32) -> GraphFault {
        self.node = Some(node);
        self
    }

    /// Says that the fault may come of the wrong alphabet.
    pub(crate) fn past_alphabet(mut self) -> GraphFault {
        self.past_alphabet = true;
        self
    }

    /// Says that the fault may come of a file that ends too early, if `cut` is
    /// true.
    pub(crate) fn cut_short(mut self, cut: bool) -> GraphFault {
        self.cut_short = cut;
        self
    }

    /// The problem, with the node named in it.
    fn located(&self) -> Problem {
        let problem = self.problem.clone();
        match self.node {
            Some(node) => problem.of(format!("node {node}")),
            None => problem,
        }
    }

    /// Converts the fault to an error of the file at `path`.
    pub fn into_error(self, path: &str) -> Error {
        let mut diagnostic =
            Diagnostic::new(path, self.located()).past_alphabet(self.past_alphabet);
        if self.cut_short {
            diagnostic.advise(CUT_SHORT);
        }
        Error::new(ErrorKind::Input, diagnostic).caused_by(self)
    }
}

impl fmt::Display for GraphFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.located().fmt(f)?;
        match self.cut_short {
            true => write!(f, "; {CUT_SHORT}"),
            false => Ok(()),
        }
    }
}

impl std::error::Error for GraphFault {}

impl From<Error> for GraphFault {
    /// A fault of the whole file, as it holds what is refused.
    fn from(error: Error) -> GraphFault {
        GraphFault::file(error.to_string())
    }
}

impl From<GraphFault> for Error {
    /// Converts the fault to an error that names no file.
    fn from(fault: GraphFault) -> Error {
        fault.into_error("")
    }
}

/// The words of a file, which has to have each of them once.
pub(crate) fn each_once(collector: WordCollector) -> Result<Words, GraphFault> {
    match collector.finish() {
        (words, 0) => Ok(words),
        (_, repeated) => {
            let found = format!("{repeated} repeated");
            Err(GraphFault::mismatch("each word once", found))
        }
    }
}
