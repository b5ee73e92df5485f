//! Reads words from lists, graphs and the files of other programs alike.

use crate::error::Result;
use crate::file::expect::is_text;
use crate::file::kind::FileKind;
use crate::file::open::open;
use crate::file::sniff::sniff;
use crate::graph::Node;
use crate::ruleset::Ruleset;
use crate::source::{ListOptions, ListReader, ListStats};
use std::path::Path;

/// Adds the words of a file to those of a reader: a word list, or any file that has
/// words. A graph of alphagrams gives its alphagrams. `path` is the file's name in
/// errors.
///
/// All options but the length bounds are about text, and don't apply to a graph.
pub fn read_words(
    reader: &mut ListReader<'_>,
    path: &str,
    bytes: &[u8],
    ruleset: &Ruleset,
    options: &ListOptions,
) -> Result<ListStats> {
    let letters = usize::from(Node::MAX_TILE);
    let is_graph = !is_text(bytes)
        && sniff(Path::new(path), bytes, letters).is_ok_and(|found| {
            matches!(found.kind, FileKind::Graph(..)) || found.kind.word_format().is_some()
        });
    if !is_graph {
        return reader.read(path, bytes, options);
    }
    let opened = open(path, bytes, ruleset, None)?;
    let words = opened.entries().to_words()?;
    reader.add(path, &words, options)
}
