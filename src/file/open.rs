//! Opening a file of any kind.

use crate::error::{Error, Result};
use crate::file::detect::{Detected, FileKind, detect_and_read};
use crate::foreign::read_quackle_dawg;
use crate::graph::{Content, Graph, GraphFault, GraphKind, GraphSpec, Layout, NodeFormat, build};
use crate::leave;
use crate::leave::{LeaveSpec, Leaves};
use crate::lexicon::{ValueFormat, Words};
use crate::ruleset::Ruleset;
use crate::source::{LeaveOptions, ListOptions, ListReader, read_leaves};

/// A file that was opened.
pub struct Opened {
    /// The kind it was opened as, and why.
    pub detected: Detected,
    /// What is in it.
    pub holds: Holds,
}

/// What is in a file.
pub enum Holds {
    /// A graph.
    Graph(Graph),
    /// Words in another form than a graph of ours; here they are one.
    Words(Graph),
    /// Leaves and their values.
    Leaves(Leaves),
}

impl Opened {
    /// The words, if the file has some.
    pub fn lexicon(&self) -> Option<&Graph> {
        match &self.holds {
            Holds::Graph(graph) | Holds::Words(graph) => Some(graph),
            Holds::Leaves(_) => None,
        }
    }

    /// The graph of all that the file has: words, or leaves.
    pub fn entries(&self) -> &Graph {
        match &self.holds {
            Holds::Graph(graph) | Holds::Words(graph) => graph,
            Holds::Leaves(leaves) => leaves.graph(),
        }
    }

    /// What its entries are called: words or leaves.
    pub fn noun(&self) -> &'static str {
        match &self.holds {
            Holds::Graph(_) | Holds::Words(_) => "words",
            Holds::Leaves(_) => "leaves",
        }
    }

    /// The graph that is in the file itself.
    pub fn graph(&self) -> Option<&Graph> {
        match &self.holds {
            Holds::Graph(graph) => Some(graph),
            Holds::Leaves(_) if self.detected.kind == FileKind::LeaveTable => None,
            Holds::Leaves(leaves) => Some(leaves.graph()),
            Holds::Words(_) => None,
        }
    }
}

/// Opens a file as what it is found to be, or as `kind`. `path` is what errors
/// call it.
pub fn open(path: &str, bytes: &[u8], ruleset: &Ruleset, kind: Option<FileKind>) -> Result<Opened> {
    let letters = ruleset.alphabet().len();
    let fault = |fault: GraphFault| fault.into_error(path);
    let (detected, graph) = match kind {
        Some(kind) => {
            let reason = "it was said to be".into();
            (Detected { kind, reason }, None)
        }
        None => detect_and_read(bytes, letters).map_err(fault)?,
    };
    let holds = match detected.kind {
        FileKind::Graph(content, format) => {
            let kind = match content {
                Content::Gaddawg => GraphKind::Gaddawg,
                Content::Dawg | Content::Alphagrams => GraphKind::Dawg,
            };
            let read = || Graph::from_bytes(bytes, format, kind, letters).map_err(fault);
            Holds::Graph(graph.map_or_else(read, Ok)?)
        }
        FileKind::Klv | FileKind::Klv2 => {
            let leaves = Leaves::from_bytes(bytes, letters).map_err(fault)?;
            check_values(path, &leaves, detected.kind)?;
            Holds::Leaves(leaves)
        }
        FileKind::QuackleDawg => {
            let words = read_quackle_dawg(bytes, ruleset.alphabet()).map_err(fault)?;
            Holds::Words(as_graph(&words, letters)?)
        }
        FileKind::LeaveTable => {
            let table = read_leaves(path, bytes, ruleset, LeaveOptions::ANY)?;
            let bytes = leave::build(&table, ruleset.alphabet(), LeaveSpec::default())?;
            Holds::Leaves(Leaves::from_bytes(&bytes, letters).map_err(fault)?)
        }
        FileKind::Text => {
            let mut reader = ListReader::new(ruleset.alphabet());
            reader.read(path, bytes, &ListOptions::default())?;
            Holds::Words(as_graph(&reader.finish()?.finish().0, letters)?)
        }
    };
    Ok(Opened { detected, holds })
}

/// A file without values is of both formats.
fn check_values(path: &str, leaves: &Leaves, kind: FileKind) -> Result<()> {
    let found = match leaves.format() {
        ValueFormat::F32 => FileKind::Klv2,
        ValueFormat::I16 => FileKind::Klv,
    };
    if found == kind || leaves.is_empty() {
        return Ok(());
    }
    Err(Error::input(
        path,
        format!("expected the length of a {kind}, found that of a {found}"),
    ))
}

/// The DAWG of some words.
fn as_graph(words: &Words, letters: usize) -> Result<Graph> {
    let spec = GraphSpec {
        content: Content::Dawg,
        layout: Layout::Legacy,
        format: NodeFormat::Kbwg,
    };
    let bytes = build(words, spec)?;
    Graph::from_bytes(&bytes, spec.format, GraphKind::Dawg, letters)
        .map_err(|fault| fault.into_error(""))
}
