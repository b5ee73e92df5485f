//! How much a graph holds, before anyone lists it.
//!
//! A small file can hold more words than there are atoms: twenty nodes in a
//! row with two ways each are a million words, two hundred nodes are more than
//! anyone can print. Numbers are therefore added up from the ends of the paths
//! to the root, one linear pass that stops counting at the largest number, and
//! whatever needs all words asks first whether that can be done.

use crate::error::{Error, Result};
use crate::graph::descend::ascend;
use crate::graph::read::Graph;
use crate::lexicon::{WordCollector, Words};

/// The most tiles, over all words, that a graph may hold to be listed.
pub const MAX_TILES: u64 = crate::limits::WORD_TILES;

/// The number of a graph's words and their tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Words; `u64::MAX` stands for that many or more.
    pub words: u64,
    /// Tiles of all words; `u64::MAX` stands for that many or more.
    pub tiles: u64,
    /// The tiles of the longest word.
    pub longest: u32,
}

impl Extent {
    /// Whether the words are few enough to be listed.
    pub fn check(&self) -> Result<()> {
        if self.tiles <= MAX_TILES {
            return Ok(());
        }
        let found = match self.tiles {
            u64::MAX => "more than can be counted".to_string(),
            tiles => tiles.to_string(),
        };
        Err(Error::input(
            "",
            format!("expected words of at most {MAX_TILES} tiles in all, found {found}"),
        ))
    }

    /// All that begins with a node: it may be a word, it is in front of what
    /// its arc leads to, and the rest of its list stands beside it.
    pub(crate) fn of_node(accepts: bool, arc: Extent, rest: Extent) -> Extent {
        let words = arc.words.saturating_add(u64::from(accepts));
        let tiles = arc.tiles.saturating_add(words);
        let longest = if words > 0 { arc.longest + 1 } else { 0 };
        Extent {
            words: words.saturating_add(rest.words),
            tiles: tiles.saturating_add(rest.tiles),
            longest: longest.max(rest.longest),
        }
    }
}

impl Graph {
    /// How many words the DAWG has, and how long they are.
    pub fn extent(&self) -> Extent {
        let nodes = self.dawg_nodes();
        let mut extents = vec![Extent::default(); nodes.len()];
        ascend(nodes, self.dawg_root(), |index, node| {
            let at = index as usize;
            let arc = extents[node.arc() as usize];
            let rest = if node.is_end() {
                Extent::default()
            } else {
                extents[at + 1]
            };
            extents[at] = Extent::of_node(node.accepts(), arc, rest);
        });
        extents[self.dawg_root() as usize]
    }

    /// All words of the DAWG, unless they are too many to be listed.
    pub fn to_words(&self) -> Result<Words> {
        self.extent().check()?;
        let mut collector = WordCollector::default();
        let mut words = self.words();
        while let Some(word) = words.next() {
            collector.push(word)?;
        }
        Ok(collector.finish().0)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::graph::build;
    use crate::graph::build::GraphSpec;
    use crate::graph::node::{Node, NodeFormat};
    use crate::graph::read::GraphKind;

    /// A graph in which each of `depth` lists has tiles 1 and 2, both leading
    /// to the next list: 2^depth words.
    pub(crate) fn doubling(depth: u32) -> Graph {
        let mut nodes = vec![Node::head(1)];
        for i in 1..=depth {
            let arc = if i == depth { 0 } else { 2 * i + 1 };
            nodes.push(Node::new(1, i == depth, false, arc));
            nodes.push(Node::new(2, i == depth, true, arc));
        }
        let bytes = crate::graph::build::to_bytes(&nodes, NodeFormat::Kwg);
        Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Dawg, 26).unwrap()
    }

    #[test]
    fn words_and_tiles_are_added_up() {
        let list = [&[1][..], &[1, 2, 3], &[2, 2], &[4, 2, 3], &[4, 2, 5, 6, 7]];
        let words = Words::from_unsorted(list).unwrap();
        for layout in crate::graph::layout::Layout::ALL {
            let spec = GraphSpec {
                layout,
                ..GraphSpec::default()
            };
            let bytes = build(&words, spec).unwrap();
            let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap();
            let expected = Extent {
                words: 5,
                tiles: 14,
                longest: 5,
            };
            assert_eq!(graph.extent(), expected, "{layout}");
            assert_eq!(graph.to_words().unwrap(), words);
        }
    }

    #[test]
    fn nothing_is_nothing() {
        let bytes = build(&Words::default(), GraphSpec::default()).unwrap();
        let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap();
        assert_eq!(graph.extent(), Extent::default());
        assert!(graph.to_words().unwrap().is_empty());
    }

    #[test]
    fn too_many_words_are_counted_but_not_listed() {
        let extent = doubling(30).extent();
        assert_eq!((extent.words, extent.tiles), (1 << 30, 30 << 30));
        assert_eq!(
            doubling(30).to_words().unwrap_err().to_string(),
            "expected words of at most 268435456 tiles in all, found 32212254720"
        );
        let extent = doubling(5000).extent();
        assert_eq!((extent.words, extent.longest), (u64::MAX, 5000));
        let error = extent.check().unwrap_err().to_string();
        assert!(error.ends_with("found more than can be counted"), "{error}");
    }
}
