//! The graph in memory.
//!
//! A [`Graph`] exists only if its bytes passed validation, so walking it needs no
//! further checks.

use crate::graph::fault::GraphFault;
use crate::graph::kind::{GraphKind, Reached, Region};
use crate::graph::node::{Node, NodeFormat};
use crate::graph::node_set::NodeSet;
use crate::graph::read::letter_sets::{NodeWithSet, accepted_sets, letter_sets};
use crate::graph::read::outlook::{Below, outlook};
use crate::graph::read::roots::{begins_with_root, content_by_roots};
use crate::graph::read::validate::{decode, validate};
use crate::graph::read::validate_fast::validate_fast;
use crate::graph::read::violation::Violation;
use crate::graph::word_totals::WordTotals;
use crate::tiles::{MAX_LETTERS, Tile};
use std::sync::OnceLock;

/// A validated graph.
#[derive(Clone, Debug)]
pub struct Graph {
    nodes: Box<[Node]>,
    reached: Reached,
    kind: GraphKind,
    format: NodeFormat,
    /// Computed on first use.
    letter_sets: OnceLock<Box<[NodeWithSet]>>,
    /// Computed on first use.
    accepted_sets: OnceLock<Box<[u64]>>,
    /// Counted on first use.
    pub(crate) totals: OnceLock<WordTotals>,
    /// The words of each length, counted on first use.
    pub(crate) lengths: OnceLock<Option<Vec<u32>>>,
    /// Computed on first use.
    outlook: OnceLock<Box<[Below]>>,
}

impl Graph {
    /// Opens a graph of words and detects its node format and kind. KWG nodes are tried
    /// before KBWG nodes, and a second root means a GADDAG. Tiles of any alphabet are
    /// accepted.
    ///
    /// ```
    /// use wordmill::graph::{Graph, GraphKind, GraphSpec, build};
    /// use wordmill::lexicon::Words;
    ///
    /// let words = Words::from_unsorted([&[3, 1, 20][..], &[3, 1]])?;
    /// let graph = Graph::open(&build(&words, GraphSpec::new())?)?;
    /// assert_eq!(graph.kind(), GraphKind::Gaddawg);
    /// assert!(graph.has_word(&[3, 1]) && !graph.has_word(&[3]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open(bytes: &[u8]) -> Result<Graph, GraphFault> {
        Graph::open_nearest(bytes, MAX_LETTERS).map_err(|nearest| {
            let nothing = || GraphFault::mismatch("a word graph", "no node of a root");
            nearest.map_or_else(nothing, |(_, fault)| fault)
        })
    }

    /// Like [`Graph::open`], for an alphabet of `letters` letters. If some format fits
    /// the beginning of the file, the error names the first such format.
    pub(crate) fn open_nearest(
        bytes: &[u8],
        letters: usize,
    ) -> Result<Graph, Option<(NodeFormat, GraphFault)>> {
        let mut nearest = None;
        for format in NodeFormat::ALL {
            if !begins_with_root(bytes, format) {
                continue;
            }
            let kind = content_by_roots(bytes, format).kind();
            match Graph::from_bytes(bytes, format, kind, letters) {
                Ok(graph) => return Ok(graph),
                Err(fault) => nearest = nearest.or(Some((format, fault))),
            }
        }
        Err(nearest)
    }

    /// Reads a graph of known format and kind. `letters` is the size of the alphabet.
    pub fn from_bytes(
        bytes: &[u8],
        format: NodeFormat,
        kind: GraphKind,
        letters: usize,
    ) -> Result<Graph, GraphFault> {
        let stop = |violation: Violation| Err(GraphFault::from(violation));
        let nodes = decode(bytes, format, stop)?;
        let reached = match validate_fast(&nodes, kind, letters) {
            Some(reached) => reached,
            None => validate(&nodes, kind, letters, stop)?,
        };
        Ok(Graph {
            nodes,
            reached,
            kind,
            format,
            letter_sets: OnceLock::new(),
            accepted_sets: OnceLock::new(),
            totals: OnceLock::new(),
            lengths: OnceLock::new(),
            outlook: OnceLock::new(),
        })
    }

    /// The nodes by index.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The nodes up to the last one that words use; at least one node.
    pub(crate) fn dawg_nodes(&self) -> &[Node] {
        &self.nodes[..=self.reached.last_in_words as usize]
    }

    /// The nodes by index, each with the set of tiles that may follow it.
    #[inline]
    pub(crate) fn letter_sets(&self) -> &[NodeWithSet] {
        self.letter_sets.get_or_init(|| letter_sets(&self.nodes))
    }

    /// By the index of a list's first node: the tiles of the list that end a word.
    #[inline]
    pub(crate) fn accepted_sets(&self) -> &[u64] {
        self.accepted_sets
            .get_or_init(|| accepted_sets(&self.nodes))
    }

    /// What each list of the DAWG leads to.
    pub(crate) fn outlook(&self) -> &[Below] {
        let look = || outlook(self.dawg_nodes(), self.dawg_root());
        self.outlook.get_or_init(look)
    }

    /// The meaning of the graph's paths.
    pub fn kind(&self) -> GraphKind {
        self.kind
    }

    /// The node format of the file.
    pub fn format(&self) -> NodeFormat {
        self.format
    }

    /// The DAWG's root list; 0 if it has no words.
    pub fn dawg_root(&self) -> u32 {
        self.nodes[0].arc()
    }

    /// The GADDAG's root list, where there is a GADDAG; 0 if it has no words.
    pub fn gaddag_root(&self) -> Option<u32> {
        (self.kind == GraphKind::Gaddawg).then(|| self.nodes[1].arc())
    }

    /// Whether a path reaches a node in a region. Nodes that point to the roots are not
    /// reached, and neither are indices past the last node.
    pub fn reaches(&self, region: Region, index: u32) -> bool {
        self.reached_set(region).has(index)
    }

    /// The nodes that paths reach in a region, in order.
    pub fn reached(&self, region: Region) -> impl Iterator<Item = u32> {
        self.reached_set(region).iter()
    }

    pub(crate) fn reached_set(&self, region: Region) -> &NodeSet {
        match region {
            Region::Dawg => &self.reached.dawg,
            Region::Gaddag => &self.reached.gaddag,
        }
    }

    /// Finds the node of a tile in the list that begins at `list`. List 0, and an index
    /// that is no node, are empty lists.
    #[inline]
    pub fn find(&self, list: u32, tile: Tile) -> Option<Node> {
        if list == 0 {
            return None;
        }
        for &node in self.nodes.get(list as usize..)? {
            if node.tile() >= tile {
                return (node.tile() == tile).then_some(node);
            }
            if node.is_end() {
                break;
            }
        }
        None
    }

    /// The nodes of the list that begins at `list`. List 0, and an index that is no
    /// node, are empty lists.
    #[inline]
    pub fn list(&self, list: u32) -> &[Node] {
        if list == 0 {
            return &[];
        }
        let from = self.nodes.get(list as usize..).unwrap_or_default();
        let length = from.iter().position(|n| n.is_end()).map_or(0, |i| i + 1);
        &from[..length]
    }

    /// The list that follows some tiles in the DAWG: `None` if no word begins with
    /// them, 0 if no word continues after them.
    pub fn follow(&self, tiles: &[Tile]) -> Option<u32> {
        self.node_after(self.nodes[0], tiles).map(Node::arc)
    }

    /// Whether the DAWG has a word.
    pub fn has_word(&self, word: &[Tile]) -> bool {
        self.node_after(self.nodes[0], word)
            .is_some_and(Node::accepts)
    }

    /// Follows tiles from a node.
    #[inline]
    pub(crate) fn node_after(&self, node: Node, tiles: &[Tile]) -> Option<Node> {
        let mut tiles = tiles.iter();
        tiles.try_fold(node, |node, &tile| self.find(node.arc(), tile))
    }
}

impl TryFrom<&[u8]> for Graph {
    type Error = GraphFault;

    fn try_from(bytes: &[u8]) -> Result<Graph, GraphFault> {
        Graph::open(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::testing::graph_of_nodes;

    #[test]
    fn what_nothing_leads_to_is_not_looked_at() {
        let nodes = [
            Node::head(2),
            Node::new(9, false, false, 77),
            Node::new(1, true, true, 0),
            Node::default(),
        ];
        let graph = graph_of_nodes(&nodes, GraphKind::Dawg);
        assert!(graph.has_word(&[1]));
        assert_eq!(graph.reached(Region::Dawg).collect::<Vec<u32>>(), [2]);
        assert!(graph.reaches(Region::Dawg, 2) && !graph.reaches(Region::Dawg, 1));
        assert!(!graph.reaches(Region::Gaddag, 2));
        assert_eq!((graph.list(99), graph.find(99, 1)), (&[][..], None));
    }

    #[test]
    fn bytes_that_are_no_graph_are_refused() {
        let fault = |bytes: &[u8]| Graph::try_from(bytes).unwrap_err().to_string();
        assert_eq!(fault(b""), "expected a word graph, found no node of a root");
        assert_eq!(
            fault(&[7, 0, 0x40, 0]),
            "node 0: arc: expected 0, as there are no more nodes, found 7; is the file cut short?"
        );
    }
}
