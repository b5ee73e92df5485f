//! Opens any file that holds words or leaves, and reads the words of a file.

use crate::error::{Error, Result, either};
use crate::file::expect::{Expected, is_text, refuse_kind};
use crate::file::kind::FileKind;
use crate::file::sniff::{Sniffed, sniff, sniff_and_read};
use crate::foreign::{WordFormat, read_quackle_gaddag};
use crate::graph::{Content, Graph, GraphFault, Layout, Node, build_graph, damage, lost_nodes};
use crate::leave::{self, LeaveSpec, Leaves};
use crate::lexicon::Words;
use crate::ruleset::{Ruleset, builtins};
use crate::source::{LeaveOptions, ListOptions, ListReader, ListStats, read_leaves};
use crate::text::check_encoding;
use crate::wordmap::WordMap;
use std::collections::BTreeMap;
use std::path::Path;

/// An opened file.
pub struct Opened {
    /// The kind it was opened as, and why.
    pub sniffed: Sniffed,
    /// Its content.
    pub holds: Holds,
}

/// The content of a file.
pub enum Holds {
    /// A graph.
    Graph(Graph),
    /// Words that the file holds in another form, converted to a graph.
    Words(Graph),
    /// Leaves and their values.
    Leaves(Leaves),
}

impl Opened {
    /// The graph of the words, if the file holds words.
    pub fn lexicon(&self) -> Option<&Graph> {
        match &self.holds {
            Holds::Graph(graph) | Holds::Words(graph) => Some(graph),
            Holds::Leaves(_) => None,
        }
    }

    /// The graph of the words or leaves.
    pub fn entries(&self) -> &Graph {
        match &self.holds {
            Holds::Graph(graph) | Holds::Words(graph) => graph,
            Holds::Leaves(leaves) => leaves.graph(),
        }
    }

    /// The noun for the entries in messages: words or leaves.
    pub fn noun(&self) -> &'static str {
        match &self.holds {
            Holds::Graph(_) | Holds::Words(_) => "words",
            Holds::Leaves(_) => "leaves",
        }
    }

    /// The graph that the file itself contains; `None` for text and other formats.
    pub fn graph(&self) -> Option<&Graph> {
        match &self.holds {
            Holds::Graph(graph) => Some(graph),
            Holds::Leaves(_) if self.sniffed.kind == FileKind::LeaveTable => None,
            Holds::Leaves(leaves) => Some(leaves.graph()),
            Holds::Words(_) => None,
        }
    }

    /// Refuses a graph with so many unreachable nodes that words must be missing.
    /// `path` is its name in the error.
    pub(crate) fn check_whole(&self, path: &str) -> Result<()> {
        match self.graph().and_then(damage) {
            Some(nodes) => Err(Error::input(path, lost_nodes(nodes))),
            None => Ok(()),
        }
    }
}

/// Opens a file as `kind`, or as the kind that [`sniff`](crate::file::sniff()) finds.
/// `path` is its name in errors.
pub fn open(path: &str, bytes: &[u8], ruleset: &Ruleset, kind: Option<FileKind>) -> Result<Opened> {
    let letters = ruleset.alphabet().len();
    let name = Path::new(path);
    let opens = |letters: usize| {
        let sniffed = || sniff(name, bytes, letters).ok().map(|found| found.kind);
        match kind.or_else(sniffed) {
            Some(FileKind::Graph(content, format)) => {
                Graph::from_bytes(bytes, format, content.kind(), letters).is_ok()
            }
            Some(FileKind::Leaves(_)) => Leaves::from_bytes(bytes, letters).is_ok(),
            Some(FileKind::Words(WordFormat::WordMap)) => {
                WordMap::from_bytes(bytes, letters).is_ok()
            }
            Some(FileKind::Words(WordFormat::QuackleGaddag)) => {
                read_quackle_gaddag(bytes, letters).is_ok()
            }
            // The file has an alphabet of its own, so the number of letters says
            // nothing.
            _ => false,
        }
    };
    let fault = |fault: GraphFault| {
        let past_alphabet = fault.past_alphabet;
        let error = fault.into_error(path);
        match past_alphabet {
            true => error.advise_alphabet(|| fitting_rulesets(letters, &opens)),
            false => error,
        }
    };
    let (sniffed, graph) = match kind {
        Some(kind) => (Sniffed::new(kind, "it was said to be"), None),
        None => sniff_and_read(name, bytes, letters).map_err(|f| {
            check_encoding(path, bytes)
                .err()
                .unwrap_or_else(|| fault(f))
        })?,
    };
    refuse_kind(name, sniffed.kind, Expected::Entries)?;
    let holds = match sniffed.kind {
        FileKind::Graph(content, format) => {
            let kind = content.kind();
            let read = || Graph::from_bytes(bytes, format, kind, letters).map_err(fault);
            Holds::Graph(graph.map_or_else(read, Ok)?)
        }
        FileKind::Leaves(values) => {
            let leaves = Leaves::from_bytes(bytes, letters).map_err(fault)?;
            let found = leaves.format();
            // A file without values fits both formats.
            if found != values && !leaves.is_empty() {
                let [expected, found] = [values, found].map(FileKind::Leaves);
                let expected = format!("the length of a {expected}");
                return Err(Error::mismatch(
                    path,
                    expected,
                    format!("that of a {found}"),
                ));
            }
            Holds::Leaves(leaves)
        }
        FileKind::LeaveTable => {
            let table = read_leaves(path, bytes, ruleset, LeaveOptions::ANY)?;
            let bytes = leave::build(&table, ruleset.alphabet(), LeaveSpec::default())?;
            Holds::Leaves(Leaves::from_bytes(&bytes, letters).map_err(fault)?)
        }
        FileKind::Words(format) => {
            let words = format.read(bytes, ruleset).map_err(fault)?;
            Holds::Words(as_graph(&words, letters)?)
        }
        _ => {
            let mut reader = ListReader::for_ruleset(ruleset);
            reader.read(path, bytes, &ListOptions::default())?;
            Holds::Words(as_graph(&reader.finish()?.finish().0, letters)?)
        }
    };
    Ok(Opened { sniffed, holds })
}

/// Builds the DAWG of some words.
fn as_graph(words: &Words, letters: usize) -> Result<Graph> {
    build_graph(words, Content::Dawg, Layout::Legacy, letters)
}

/// Names the built-in rulesets whose alphabets cover the tiles of a file with more than
/// `letters` letters. `opens` tells whether the file can be read with a number of
/// letters. Of the rulesets that fit, those with the fewest letters are named.
fn fitting_rulesets(letters: usize, opens: &dyn Fn(usize) -> bool) -> Option<String> {
    let mut by_letters: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for ruleset in builtins().filter(|ruleset| ruleset.alphabet().len() > letters) {
        let names = by_letters.entry(ruleset.alphabet().len()).or_default();
        names.push(ruleset.name().to_string());
    }
    let (letters, names) = by_letters
        .into_iter()
        .find(|(letters, _)| opens(*letters))?;
    let names = either(&names)?;
    Some(format!("its tiles fit {names} ({letters} letters)"))
}

/// Adds the words of a file to those of a reader: a word list, or any file that holds
/// words. A graph of alphagrams gives its alphagrams. `path` is the file's name in
/// errors.
///
/// The length bounds apply to every file; the other options apply only to text.
pub fn read_words(
    reader: &mut ListReader<'_>,
    path: &str,
    bytes: &[u8],
    ruleset: &Ruleset,
    options: &ListOptions,
) -> Result<ListStats> {
    let letters = usize::from(Node::MAX_TILE);
    let is_graph = !is_text(bytes)
        && sniff(Path::new(path), bytes, letters)
            .is_ok_and(|found| matches!(found.kind, FileKind::Graph(..) | FileKind::Words(_)));
    if !is_graph {
        return reader.read(path, bytes, options);
    }
    let opened = open(path, bytes, ruleset, None)?;
    opened.check_whole(path)?;
    let words = opened.entries().to_words()?;
    reader.add(path, &words, options)
}
