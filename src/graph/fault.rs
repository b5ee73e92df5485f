//! Faults of bytes that are not a valid graph.

use crate::error::{Diagnostic, Error, ErrorKind, Problem};
use crate::lexicon::{WordCollector, Words};
use std::fmt;

/// The question to ask when a file ends too early.
pub(crate) const CUT_SHORT: &str = "is the file cut short?";

/// The reason why bytes are not a graph, or not a table that belongs to one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GraphFault {
    /// The node at fault; `None` if the whole file is.
    pub node: Option<u32>,
    /// The problem.
    pub problem: Problem,
    /// Whether the bytes may be valid for another alphabet.
    pub past_alphabet: bool,
    /// Whether the file may end too early.
    pub cut_short: bool,
}

impl GraphFault {
    /// Creates a fault of the whole file.
    pub(crate) fn file(problem: impl Into<Problem>) -> GraphFault {
        GraphFault {
            node: None,
            problem: problem.into(),
            past_alphabet: false,
            cut_short: false,
        }
    }

    /// Creates a mismatch of the whole file.
    pub(crate) fn mismatch(expected: impl ToString, found: impl ToString) -> GraphFault {
        GraphFault::file(Problem::mismatch(expected, found))
    }

    /// Names the part that the fault is about.
    pub(crate) fn of(mut self, part: impl Into<String>) -> GraphFault {
        self.problem = self.problem.of(part);
        self
    }

    /// Sets the node at fault.
    pub(crate) fn at(mut self, node: u32) -> GraphFault {
        self.node = Some(node);
        self
    }

    /// Marks the fault as one that the wrong alphabet may cause.
    pub(crate) fn past_alphabet(mut self) -> GraphFault {
        self.past_alphabet = true;
        self
    }

    /// Marks the fault as one that a truncated file may cause, if `cut` is true.
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
    /// Converts an error to a fault of the whole file.
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

/// Returns the words of a file, which must contain each word once.
pub(crate) fn each_once(collector: WordCollector) -> Result<Words, GraphFault> {
    match collector.finish() {
        (words, 0) => Ok(words),
        (_, repeated) => {
            let found = format!("{repeated} repeated");
            Err(GraphFault::mismatch("each word once", found))
        }
    }
}
