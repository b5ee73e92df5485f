//! The number of words that pass through each node.
//!
//! The count of a node is the number of words that continue through it or through a
//! later node of its list: 1 if it accepts, plus the count of its arc, plus the count
//! of the next node. One pass from the ends of the paths up fills an array. Shared
//! lists and tails are counted once.
//!
//! Counts also number the words: the difference of two counts is the number of words
//! that sort between two nodes of a list. C. L. Lucchesi and T. Kowaltowski,
//! "Applications of Finite Automata Representing Large Vocabularies" (1993), use this
//! for minimal perfect hashing.

use crate::graph::descend::ascend;
use crate::graph::fault::GraphFault;
use crate::graph::node::Node;
use crate::graph::read::graph::Graph;
use crate::graph::write::le_bytes;
use crate::tiles::Tile;

/// The word counts of a graph's DAWG, by node. Entries may be words, alphagrams or
/// leaves.
///
/// ```
/// use wordmill::graph::{Counts, Graph, GraphSpec, build};
/// use wordmill::lexicon::Words;
///
/// let words = Words::from_unsorted([&[3, 1, 20][..], &[3, 1], &[20]])?;
/// let graph = Graph::open(&build(&words, GraphSpec::new())?)?;
/// let counts = Counts::of(&graph)?;
/// assert_eq!(counts.total(), 3);
/// assert_eq!(counts.count(graph.dawg_root()), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// From node 0, which holds the total, to the last node reachable from the DAWG's
    /// root; 0 for nodes in between that are not reachable.
    by_node: Box<[u32]>,
}

impl Counts {
    /// Counts the words of a graph; fails if there are more than 2^32 - 1.
    pub fn of(graph: &Graph) -> Result<Counts, GraphFault> {
        let nodes = graph.dawg_nodes();
        let mut by_node = vec![0u32; nodes.len()];
        // Every node counted is reachable from the root, so one count that does not fit
        // means that the total does not fit either.
        let mut overflow = false;
        let mut count = |index: u32, node: Node| {
            let at = |i: u32| u64::from(by_node[i as usize]);
            let on = if node.is_end() { 0 } else { at(index + 1) };
            // Node 0 is counted last. Until then its count is 0, which is right for an
            // arc to nothing.
            match u32::try_from(u64::from(node.accepts()) + at(node.arc()) + on) {
                Ok(sum) => by_node[index as usize] = sum,
                Err(_) => overflow = true,
            }
        };
        ascend(nodes, graph.dawg_root(), &mut count);
        count(0, nodes[0]);
        if overflow {
            let expected = format!("at most {} words", u32::MAX);
            return Err(GraphFault::mismatch(expected, "more"));
        }
        Ok(Counts {
            by_node: by_node.into_boxed_slice(),
        })
    }

    /// The number of words.
    pub fn total(&self) -> u32 {
        self.count(0)
    }

    /// The number of words that continue through a node or a later one of its list; 0
    /// if the node is not reachable from the DAWG's root.
    #[inline]
    pub fn count(&self, node: u32) -> u32 {
        self.by_node.get(node as usize).copied().unwrap_or(0)
    }

    /// The number of a word in sorted order, from 0. `nodes` are those of the graph.
    /// `None` if the graph lacks the word.
    #[inline]
    pub(crate) fn number(&self, nodes: &[Node], word: &[Tile]) -> Option<u32> {
        let mut node = nodes[0];
        let mut before = 0;
        for &tile in word {
            let list = node.arc() as usize;
            if list == 0 {
                return None;
            }
            before += u32::from(node.accepts());
            let mut at = list;
            while nodes[at].tile() < tile {
                if nodes[at].is_end() {
                    return None;
                }
                at += 1;
            }
            node = nodes[at];
            if node.tile() != tile {
                return None;
            }
            // A count covers all words from its node on, so the difference of two is
            // the number of words between them.
            before += self.by_node[list] - self.by_node[at];
        }
        node.accepts().then_some(before)
    }

    /// The counts from node 0 to the last node reachable from the DAWG's root.
    pub fn by_node(&self) -> &[u32] {
        &self.by_node
    }

    /// Encodes a `.kwc` file: the counts from node 0 on.
    pub fn to_bytes(&self) -> Vec<u8> {
        le_bytes(&self.by_node)
    }

    /// Reads a `.kwc` file, which must hold the counts of `graph`.
    pub fn from_bytes(bytes: &[u8], graph: &Graph) -> Result<Counts, GraphFault> {
        const SUBJECT: &str = "not the counts of this graph";
        let counts = Counts::of(graph)?;
        let expected = 4 * counts.by_node.len();
        if bytes.len() != expected {
            return Err(
                GraphFault::mismatch(format!("{expected} bytes"), bytes.len().to_string())
                    .of(SUBJECT),
            );
        }
        let (fours, _) = bytes.as_chunks();
        for (node, (four, &count)) in (0..).zip(fours.iter().zip(&counts.by_node)) {
            let found = u32::from_le_bytes(*four);
            if found != count {
                return Err(GraphFault::mismatch(count.to_string(), found.to_string())
                    .of(SUBJECT)
                    .at(node));
            }
        }
        Ok(counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::kind::GraphKind;
    use crate::graph::testing::{all_specs, entries, graph_of, graph_of_nodes, words_of};

    /// A graph of nodes from (tile, accepts, is_end, arc).
    fn graph(kind: GraphKind, nodes: &[(u8, bool, bool, u32)]) -> Graph {
        let node = |&(tile, accepts, is_end, arc)| Node::new(tile, accepts, is_end, arc);
        let nodes: Vec<Node> = nodes.iter().map(node).collect();
        graph_of_nodes(&nodes, kind)
    }

    #[test]
    fn an_empty_graph_has_no_words() {
        let empty = graph(
            GraphKind::Gaddawg,
            &[(0, false, true, 0), (0, false, true, 0)],
        );
        let counts = Counts::of(&empty).unwrap();
        assert_eq!(counts.by_node(), [0]);
        assert_eq!(counts.total(), 0);
    }

    #[test]
    fn shared_tails_gaps_and_blanks_are_counted() {
        // A, AB, B?, C, CB, and a separate list that only a GADDAG would reach. The
        // root list is 4..=6; B is followed by 1, A and C by 3.
        let nodes = [
            (0, false, true, 4),
            (0, true, true, 0),
            (9, true, true, 0),
            (2, true, true, 0),
            (1, true, false, 3),
            (2, false, false, 1),
            (3, true, true, 3),
            (7, true, true, 0),
        ];
        let counts = Counts::of(&graph(GraphKind::Leaves, &nodes)).unwrap();
        assert_eq!(counts.by_node(), [5, 1, 0, 1, 5, 3, 2]);
        assert_eq!(counts.count(7), 0);
        // A continues with the tail of its own list: A, AB, AC, B, C.
        let nodes = [
            (0, false, true, 1),
            (1, true, false, 2),
            (2, true, false, 0),
            (3, true, true, 0),
        ];
        let counts = Counts::of(&graph(GraphKind::Dawg, &nodes)).unwrap();
        assert_eq!(counts.by_node(), [5, 5, 2, 1]);
        let nodes = [
            (0, false, true, 4),
            (1, true, false, 0),
            (2, true, false, 0),
            (3, true, true, 0),
            (5, false, false, 1),
            (6, false, true, 2),
        ];
        let counts = Counts::of(&graph(GraphKind::Dawg, &nodes)).unwrap();
        assert_eq!(counts.by_node(), [5, 3, 2, 1, 5, 2]);
    }

    /// A graph of all words of up to `length` tiles over an alphabet of 2, and `more`
    /// words of one tile: 2^(length + 1) - 2 + more.
    fn doubling(length: u32, more: u8) -> Graph {
        let mut nodes = vec![(0, false, true, 1)];
        for depth in 0..length {
            let after = nodes.len() as u32 + 2 + if depth == 0 { more.into() } else { 0 };
            let arc = if depth + 1 == length { 0 } else { after };
            nodes.push((1, true, false, arc));
            nodes.push((2, true, depth > 0 || more == 0, arc));
            if depth == 0 {
                nodes.extend((1..=more).map(|i| (2 + i, true, i == more, 0)));
            }
        }
        graph(GraphKind::Dawg, &nodes)
    }

    #[test]
    fn more_words_than_fit_are_a_fault() {
        let total = |length, more| Counts::of(&doubling(length, more)).map(|c| c.total());
        assert_eq!(total(3, 2), Ok(16));
        assert_eq!(total(31, 1), Ok(u32::MAX));
        for (length, more) in [(31, 2), (32, 0), (64, 0), (500, 3)] {
            assert_eq!(
                total(length, more).unwrap_err().to_string(),
                "expected at most 4294967295 words, found more"
            );
        }
    }

    #[test]
    fn a_file_of_counts_belongs_to_its_graph() {
        let counts = Counts::of(&doubling(3, 2)).unwrap();
        let bytes = counts.to_bytes();
        assert_eq!(bytes[..4], [16, 0, 0, 0]);
        assert_eq!(Counts::from_bytes(&bytes, &doubling(3, 2)), Ok(counts));
        let refused = |bytes: &[u8], graph: &Graph| Counts::from_bytes(bytes, graph).unwrap_err();
        assert_eq!(
            refused(&bytes, &doubling(3, 1)).to_string(),
            "not the counts of this graph: expected 32 bytes, found 36"
        );
        assert_eq!(
            refused(&bytes[1..], &doubling(3, 2)).to_string(),
            "not the counts of this graph: expected 36 bytes, found 35"
        );
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x11;
            let fault = refused(&damaged, &doubling(3, 2));
            assert_eq!(fault.node, Some(at as u32 / 4));
        }
        let mut damaged = bytes.clone();
        damaged[1] = 1;
        assert_eq!(
            refused(&damaged, &doubling(3, 2)).to_string(),
            "node 0: not the counts of this graph: expected 16, found 272"
        );
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes minutes in an interpreter")]
    fn every_layout_counts_the_same_words() {
        let tile = |i, k| 1 + ((i * 7 + k * k) % 9) as u8;
        let list: Vec<Vec<u8>> = (0u32..400)
            .map(|i| (0..1 + i % 5).map(|k| tile(i, k)).collect())
            .collect();
        let words = words_of(&list);
        for spec in all_specs() {
            let counts = Counts::of(&graph_of(&words, spec)).unwrap();
            let expected = entries(&words, spec.content).len();
            assert_eq!(counts.total() as usize, expected, "{spec:?}");
        }
    }
}
