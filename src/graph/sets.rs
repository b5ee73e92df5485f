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
//! The sets take twice the memory of the nodes, so that they are made when
//! first asked for.

use super::node::Node;
use crate::tiles::Tile;

/// The tiles that can follow each node of a graph.
#[derive(Clone, Debug)]
pub(crate) struct LetterSets(Box<[u64]>);

impl LetterSets {
    pub(super) fn of(nodes: &[Node]) -> LetterSets {
        // The sets of the lists that begin at each node: a list is its first
        // node and the list that begins at the next one.
        let mut sets = vec![0u64; nodes.len()];
        let mut next = 0;
        for (set, node) in sets.iter_mut().zip(nodes).rev() {
            let rest = if node.is_end() { 0 } else { next };
            *set = rest | 1 << node.tile();
            next = *set;
        }
        let follows = |node: &Node| match node.arc() {
            0 => 0,
            list => sets.get(list as usize).copied().unwrap_or(0),
        };
        LetterSets(nodes.iter().map(follows).collect())
    }

    /// Bit `t` for each tile `t` in the list that follows a node.
    #[inline]
    pub(crate) fn after(&self, index: usize) -> u64 {
        self.0[index]
    }
}

/// The index of a tile's node in a list with a set that has it.
#[inline]
pub(crate) fn index_in(list: u32, set: u64, tile: Tile) -> usize {
    let smaller = set & ((1 << (tile & 63)) - 1);
    list as usize + smaller.count_ones() as usize
}

#[cfg(test)]
mod tests {
    use super::index_in;
    use crate::graph::{Graph, GraphKind, GraphSpec, NodeFormat, build};
    use crate::source::Words;

    #[test]
    fn a_set_has_the_tiles_of_the_list_that_follows() {
        let words = Words::from_unsorted([&[3, 1, 20][..], &[3, 1], &[63, 3], &[1, 3]]).unwrap();
        let bytes = build(&words, GraphSpec::default()).unwrap();
        let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 63).unwrap();
        let sets = graph.letter_sets();
        assert_eq!(sets.after(0), 1 << 1 | 1 << 3 | 1 << 63);
        for (i, node) in graph.nodes().iter().enumerate() {
            let tiles = graph.list(node.arc()).iter().map(|next| 1 << next.tile());
            assert_eq!(sets.after(i), tiles.sum::<u64>());
            for (at, next) in (node.arc() as usize..).zip(graph.list(node.arc())) {
                assert_eq!(index_in(node.arc(), sets.after(i), next.tile()), at);
            }
        }
    }
}
