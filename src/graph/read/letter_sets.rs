//! Letter sets: which tiles can follow, as the bits of a number.
//!
//! A search goes from a node to those in the list that follows it. Most lists
//! have nothing that it looks for, say a tile of a rack that fits on a square.
//! The set of the tiles in the list tells so before the list is entered, and a
//! node's place in its list is the number of smaller tiles in the set, so that
//! no list has to be passed node by node. A set is kept at the node that its
//! list follows: those of the nodes of one list are next to each other, and
//! looking at all of them costs little more than looking at one.
//!
//! Beside each set stands a copy of its node, so that one look brings both.
//! That takes three times the memory of the nodes, so that it is made when
//! first asked for.

use crate::graph::node::Node;

/// A node and the tiles that can follow it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The bits of a number, in bytes: so nothing is left open beside them.
    set: [u8; 8],
    node: Node,
}

impl Step {
    /// Bit `t` for each tile `t` in the list that follows the node.
    #[inline]
    pub(crate) fn set(self) -> u64 {
        u64::from_ne_bytes(self.set)
    }

    /// The node.
    #[inline]
    pub(crate) fn node(self) -> Node {
        self.node
    }
}

/// The steps by the index of their nodes.
pub(crate) fn steps(nodes: &[Node]) -> Box<[Step]> {
    // The sets of the lists that begin at each node: a list is its first node
    // and the list that begins at the next one.
    let mut sets = vec![0u64; nodes.len()];
    let mut next = 0;
    for (set, node) in sets.iter_mut().zip(nodes).rev() {
        let rest = if node.is_end() { 0 } else { next };
        *set = rest | 1 << node.tile();
        next = *set;
    }
    let step = |&node: &Node| {
        let set = match node.arc() {
            0 => 0,
            list => sets.get(list as usize).copied().unwrap_or(0),
        };
        Step {
            set: set.to_ne_bytes(),
            node,
        }
    };
    nodes.iter().map(step).collect()
}

/// The index of a tile's node in a list with a set that has it; `bit` is the
/// tile's bit in the set.
#[inline]
pub(crate) fn index_in(list: u32, set: u64, bit: u64) -> usize {
    let smaller = set & bit.wrapping_sub(1);
    // Half the bits are counted faster, and few alphabets have more.
    let count = match bit >> 32 {
        0 => (smaller as u32).count_ones(),
        _ => count_all(smaller),
    };
    list as usize + count as usize
}

#[cold]
fn count_all(set: u64) -> u32 {
    set.count_ones()
}

#[cfg(test)]
mod tests {
    use super::index_in;
    use crate::graph::build;
    use crate::graph::build::GraphSpec;
    use crate::graph::node::NodeFormat;
    use crate::graph::read::{Graph, GraphKind};
    use crate::lexicon::Words;

    #[test]
    fn a_set_has_the_tiles_of_the_list_that_follows() {
        let words = Words::from_unsorted([&[3, 1, 20][..], &[3, 1], &[63, 3], &[1, 3]]).unwrap();
        let bytes = build(&words, GraphSpec::default()).unwrap();
        let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 63).unwrap();
        let steps = graph.steps();
        assert_eq!(size_of_val(&steps[0]), 12);
        assert_eq!(steps[0].set(), 1 << 1 | 1 << 3 | 1 << 63);
        for (i, node) in graph.nodes().iter().enumerate() {
            let tiles = graph.list(node.arc()).iter().map(|next| 1 << next.tile());
            let set = steps[i].set();
            assert_eq!((set, steps[i].node()), (tiles.sum::<u64>(), *node));
            for (at, next) in (node.arc() as usize..).zip(graph.list(node.arc())) {
                assert_eq!(index_in(node.arc(), set, 1 << next.tile()), at);
            }
        }
    }
}
