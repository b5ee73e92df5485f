//! Graphs and words for tests.

use crate::graph::kind::GraphKind;
use crate::graph::node::{Node, NodeFormat};
use crate::graph::read::graph::Graph;
use crate::graph::spec::{Content, GraphSpec, Layout};
use crate::graph::write::{build, to_bytes};
use crate::lexicon::Words;
use crate::tiles::{MAX_LETTERS, Tile};
use proptest::prelude::*;
use std::ops::{Range, RangeInclusive};

/// Builds a graph and reads it back.
pub(crate) fn graph_of(words: &Words, spec: GraphSpec) -> Graph {
    let bytes = build(words, spec).unwrap();
    Graph::from_bytes(&bytes, spec.format, spec.content.kind(), MAX_LETTERS).unwrap()
}

/// Writes nodes to a file of 26 letters and reads it.
pub(crate) fn graph_of_nodes(nodes: &[Node], kind: GraphKind) -> Graph {
    let bytes = to_bytes(nodes, NodeFormat::Kwg);
    Graph::from_bytes(&bytes, NodeFormat::Kwg, kind, 26).unwrap()
}

/// Sorts words.
pub(crate) fn words_of(list: &[Vec<Tile>]) -> Words {
    Words::from_unsorted(list.iter().map(Vec::as_slice)).unwrap()
}

/// Every combination of content, layout and node format.
pub(crate) fn all_specs() -> impl Iterator<Item = GraphSpec> {
    let specs = Content::ALL.map(|content| GraphSpec::new().content(content));
    let specs = specs.into_iter();
    let specs = specs.flat_map(|spec| Layout::ALL.map(|layout| spec.layout(layout)));
    specs.flat_map(|spec| NodeFormat::ALL.map(|format| spec.format(format)))
}

/// The words that a graph of this content holds.
pub(crate) fn entries(words: &Words, content: Content) -> Words {
    match content {
        Content::Alphagrams => words.alphagrams(),
        Content::Gaddawg | Content::Dawg => words.clone(),
    }
}

/// Up to `most` words of some lengths over some tiles.
pub(crate) fn any_words(
    tiles: RangeInclusive<Tile>,
    lengths: Range<usize>,
    most: usize,
) -> impl Strategy<Value = Words> {
    let word = prop::collection::vec(tiles, lengths);
    prop::collection::vec(word, 0..most).prop_map(|list| words_of(&list))
}

/// Any combination of content, layout and node format that keeps words as they are.
pub(crate) fn any_spec() -> impl Strategy<Value = GraphSpec> {
    let specs = all_specs().filter(|spec| spec.content != Content::Alphagrams);
    prop::sample::select(specs.collect::<Vec<GraphSpec>>())
}

/// A graph of 2^depth words: each of `depth` lists has tiles 1 and 2, which
/// both lead to the next list.
pub(crate) fn doubling(depth: u32) -> Graph {
    let mut nodes = vec![Node::head(1)];
    for i in 1..=depth {
        let arc = if i == depth { 0 } else { 2 * i + 1 };
        nodes.push(Node::new(1, i == depth, false, arc));
        nodes.push(Node::new(2, i == depth, true, arc));
    }
    graph_of_nodes(&nodes, GraphKind::Dawg)
}
