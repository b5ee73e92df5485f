//! What is wrong with a file that should be a graph.

use crate::error::{Diagnostic, Error, ErrorKind};
use std::fmt;

/// What to ask of a file that ends too early.
pub(crate) const CUT_SHORT: &str = "is the file cut short?";

/// Why some bytes are not a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphFault {
    /// The node that is wrong; none if it is the file as a whole.
    pub node: Option<u32>,
    /// What is wrong with it.
    pub message: String,
    /// Whether the bytes may be sound, and were only read with another alphabet
    /// than theirs.
    pub past_alphabet: bool,
}

impl GraphFault {
    pub(crate) fn file(message: impl Into<String>) -> GraphFault {
        GraphFault {
            node: None,
            message: message.into(),
            past_alphabet: false,
        }
    }

    pub(crate) fn at(node: u32, message: impl Into<String>) -> GraphFault {
        GraphFault {
            node: Some(node),
            message: message.into(),
            past_alphabet: false,
        }
    }

    /// The same fault, which may come of the wrong alphabet.
    pub(crate) fn past_alphabet(self) -> GraphFault {
        GraphFault {
            past_alphabet: true,
            ..self
        }
    }

    /// The same fault, which may come of a file that ends too early.
    pub(crate) fn cut_short(self) -> GraphFault {
        GraphFault {
            message: format!("{}; {CUT_SHORT}", self.message),
            ..self
        }
    }

    pub(crate) fn cycle(node: u32) -> GraphFault {
        GraphFault::at(node, "its path comes back to it: the graph has a cycle")
    }

    /// The fault as an error of the file at `path`.
    pub fn into_error(self, path: &str) -> Error {
        let diagnostic = Diagnostic::new(path, self.to_string());
        Error::new(
            ErrorKind::Input,
            diagnostic.past_alphabet(self.past_alphabet),
        )
    }
}

impl fmt::Display for GraphFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.node {
            Some(node) => write!(f, "node {node}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for GraphFault {}
