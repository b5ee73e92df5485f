//! How many words there are past each node.
//!
//! The count of a node is the number of words that go on from it or from a
//! later node of its list: itself if it accepts, then all of its arc's list,
//! then all of the next node's. It is known once those two are, so that one
//! pass from the bottom up fills an array; where lists share a tail or an arc,
//! the number is found once and read again.
//!
//! With the counts, words are numbered: how many words sort before a node of a
//! list is a difference of two of them.

use crate::graph::descend::ascend;
use crate::graph::fault::GraphFault;
use crate::graph::node::Node;
use crate::graph::read::Graph;

/// The word counts of a graph's DAWG, by node.
///
/// Words, alphagrams and leaves are counted alike.
///
/// ```
/// use wordmill::graph::{Counts, Graph, GraphKind, GraphSpec, NodeFormat, build};
/// use wordmill::lexicon::Words;
///
/// let words = Words::from_unsorted([&[3, 1, 20][..], &[3, 1], &[20]])?;
/// let bytes = build(&words, GraphSpec::default())?;
/// let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap();
/// let counts = Counts::of(&graph).unwrap();
/// assert_eq!(counts.total(), 3);
/// assert_eq!(counts.count(graph.dawg_root()), 3);
/// # Ok::<(), wordmill::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// From node 0, which has the total, to the last one that the DAWG's root
    /// leads to; 0 for nodes on the way that it does not lead to.
    by_node: Box<[u32]>,
}

impl Counts {
    /// Counts the words of a graph; more than 2^32 - 1 are a fault.
    pub fn of(graph: &Graph) -> Result<Counts, GraphFault> {
        let nodes = graph.dawg_nodes();
        let mut pass = Pass {
            by_node: vec![0; nodes.len()],
            last: 0,
            overflow: false,
        };
        ascend(nodes, graph.dawg_root(), |index, node| {
            pass.count(index, node);
        });
        pass.count(0, graph.nodes()[0]);
        if pass.overflow {
            return Err(GraphFault::file(format!(
                "expected at most {} words, found more",
                u32::MAX
            )));
        }
        pass.by_node.truncate(pass.last as usize + 1);
        Ok(Counts {
            by_node: pass.by_node.into_boxed_slice(),
        })
    }

    /// The number of words.
    pub fn total(&self) -> u32 {
        self.count(0)
    }

    /// How many words go on from a node or from a later one of its list; 0 for
    /// a node that the DAWG's root does not lead to.
    #[inline]
    pub fn count(&self, node: u32) -> u32 {
        self.by_node.get(node as usize).copied().unwrap_or(0)
    }

    /// The counts from node 0 to the last that the DAWG's root leads to.
    pub fn by_node(&self) -> &[u32] {
        &self.by_node
    }

    /// The bytes of a `.kwc` file: the counts from node 0 on.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.by_node.iter().flat_map(|c| c.to_le_bytes()).collect()
    }

    /// Reads a `.kwc` file; one that has not the counts of `graph` is refused.
    pub fn from_bytes(bytes: &[u8], graph: &Graph) -> Result<Counts, GraphFault> {
        let counts = Counts::of(graph)?;
        let expected = 4 * counts.by_node.len();
        if bytes.len() != expected {
            return Err(GraphFault::file(format!(
                "not the counts of this graph: expected {expected} bytes, found {}",
                bytes.len()
            )));
        }
        for (index, (four, &count)) in bytes.chunks_exact(4).zip(&counts.by_node).enumerate() {
            if four != count.to_le_bytes() {
                let found = four.iter().rev().fold(0, |n, &b| n << 8 | u32::from(b));
                return Err(GraphFault::at(
                    index as u32,
                    format!("not the counts of this graph: expected {count}, found {found}"),
                ));
            }
        }
        Ok(counts)
    }
}

/// The counts so far.
struct Pass {
    by_node: Vec<u32>,
    /// The highest node counted.
    last: u32,
    /// Whether a count did not fit. The root leads to every node counted, so
    /// that its own count does not fit either.
    overflow: bool,
}

impl Pass {
    /// Counts a node; what its arc and the next node lead to is known.
    fn count(&mut self, index: u32, node: Node) {
        let at = |i: u32| u64::from(self.by_node[i as usize]);
        let down = if node.arc() == 0 { 0 } else { at(node.arc()) };
        let on = if node.is_end() { 0 } else { at(index + 1) };
        let sum = u64::from(node.accepts()) + down + on;
        match u32::try_from(sum) {
            Ok(sum) => self.by_node[index as usize] = sum,
            Err(_) => self.overflow = true,
        }
        self.last = self.last.max(index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::build;
    use crate::graph::build::{Content, GraphSpec};
    use crate::graph::layout::Layout;
    use crate::graph::node::NodeFormat;
    use crate::graph::read::GraphKind;
    use crate::lexicon::Words;

    /// A graph of KWG nodes from (tile, accepts, is_end, arc).
    fn graph(kind: GraphKind, nodes: &[(u8, bool, bool, u32)]) -> Graph {
        let bytes: Vec<u8> = nodes
            .iter()
            .flat_map(|&(tile, accepts, is_end, arc)| {
                let node = Node::new(tile, accepts, is_end, arc);
                NodeFormat::Kwg.encode(node).to_le_bytes()
            })
            .collect();
        Graph::from_bytes(&bytes, NodeFormat::Kwg, kind, 26).unwrap()
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
        // A, AB, B?, C, CB, and a list of its own for what the GADDAG would
        // reach: the root list is 4..=6, B is followed by 1, A and C by 3.
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
        // A goes on with its own list's tail: A, AB, AC, B, C.
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

    /// A graph of all words of up to `length` tiles out of 2, and `more` of one
    /// tile: 2^(length + 1) - 2 + more.
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
        let words: Vec<Vec<u8>> = (0u32..400)
            .map(|i| {
                (0..1 + i % 5)
                    .map(|k| 1 + ((i * 7 + k * k) % 9) as u8)
                    .collect()
            })
            .collect();
        let words = Words::from_unsorted(words.iter().map(Vec::as_slice)).unwrap();
        for layout in Layout::ALL {
            for content in Content::ALL {
                let spec = GraphSpec {
                    content,
                    layout,
                    format: NodeFormat::Kwg,
                };
                let (kind, expected) = match content {
                    Content::Gaddawg => (GraphKind::Gaddawg, words.len()),
                    Content::Dawg => (GraphKind::Dawg, words.len()),
                    Content::Alphagrams => (GraphKind::Dawg, words.alphagrams().len()),
                };
                let bytes = build(&words, spec).unwrap();
                let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, kind, 26).unwrap();
                let counts = Counts::of(&graph).unwrap();
                assert_eq!(counts.total() as usize, expected, "{layout} {content}");
            }
        }
    }
}
