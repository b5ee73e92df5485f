//! Letter sets: the tiles that can follow a node, as the bits of a number.
//!
//! Appel and Jacobson ("The World's Fastest Scrabble Program", 1988) keep cross-checks
//! as bit sets of letters. Here each node of the graph also has such a set, for the
//! list that its arc points to. A search compares the set with the rack and the square,
//! and enters only lists that have a tile it can use. A tile's place in its list is the
//! number of smaller tiles in the set, so no list is scanned node by node. The sets of
//! one list are adjacent in memory, so reading all of them costs little more than
//! reading one.
//!
//! Each set is stored beside a copy of its node, so one memory access fetches both.
//! This takes three times the memory of the nodes, so the array is built on first use.
//!
//! The sets of tiles that end a word are needed less often. They are a separate array.

use crate::graph::node::Node;

/// A node and the set of tiles that can follow it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeWithSet {
    /// A `u64` as bytes, so that the struct needs no padding.
    set: [u8; 8],
    node: Node,
}

impl NodeWithSet {
    /// The set of tiles in the list that follows the node: bit `t` for tile `t`.
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

/// For each node, combines the bits of the nodes in the list that begins there.
#[inline]
fn sets_of_lists(nodes: &[Node], bit: impl Fn(Node) -> u64) -> Box<[u64]> {
    let mut sets = vec![0; nodes.len()].into_boxed_slice();
    // Runs from the last node back: a list is its first node and the list that begins
    // at the next one.
    let mut next = 0;
    for (set, &node) in sets.iter_mut().zip(nodes).rev() {
        let rest = if node.is_end() { 0 } else { next };
        *set = rest | bit(node);
        next = *set;
    }
    sets
}

/// For each node, the tiles that end a word in the list that begins there. Empty for
/// node 0, which means no list.
pub(crate) fn accepted_sets(nodes: &[Node]) -> Box<[u64]> {
    let mut sets = sets_of_lists(nodes, |node| u64::from(node.accepts()) << node.tile());
    if let Some(none) = sets.first_mut() {
        *none = 0;
    }
    sets
}

/// Computes the letter set of every node.
pub(crate) fn letter_sets(nodes: &[Node]) -> Box<[NodeWithSet]> {
    let sets = sets_of_lists(nodes, |node| 1 << node.tile());
    let with_set = |&node: &Node| {
        let set = match node.arc() {
            0 => 0,
            list => sets.get(list as usize).copied().unwrap_or(0),
        };
        NodeWithSet {
            set: set.to_ne_bytes(),
            node,
        }
    };
    nodes.iter().map(with_set).collect()
}

/// The number of bits that one lookup in [`COUNTS`] counts. Two lookups cover a set of
/// 26 tiles.
const COUNTED: u32 = 13;

/// The number of set bits in each number. On a target without a population count
/// instruction, two lookups take half as many instructions as counting.
static COUNTS: [u8; 1 << COUNTED] = {
    let mut counts = [0; 1 << COUNTED];
    let mut i = 1;
    while i < counts.len() {
        counts[i] = counts[i / 2] + (i % 2) as u8;
        i += 1;
    }
    counts
};

/// The index of a tile's node in a list whose set has the tile; `bit` is the
/// tile's bit in the set.
#[inline]
pub(crate) fn index_in(list: u32, set: u64, bit: u64) -> usize {
    let smaller = set & bit.wrapping_sub(1);
    let count = |bits: u64| usize::from(COUNTS[bits as usize % COUNTS.len()]);
    // Few alphabets have more letters than two lookups cover.
    let count = match smaller >> (2 * COUNTED) {
        0 => count(smaller) + count(smaller >> COUNTED),
        _ => count_all(smaller),
    };
    list as usize + count
}

#[cold]
#[inline(never)]
fn count_all(set: u64) -> usize {
    set.count_ones() as usize
}

#[cfg(test)]
mod tests {
    use super::index_in;
    use crate::graph::spec::GraphSpec;
    use crate::graph::testing::graph_of;
    use crate::lexicon::Words;

    #[test]
    fn a_set_has_the_tiles_of_the_list_that_follows() {
        let words = Words::from_unsorted([&[3, 1, 20][..], &[3, 1], &[63, 3], &[1, 3]]).unwrap();
        let graph = graph_of(&words, GraphSpec::new());
        let sets = graph.letter_sets();
        assert_eq!(size_of_val(&sets[0]), 12);
        assert_eq!(sets[0].set(), 1 << 1 | 1 << 3 | 1 << 63);
        for (with_set, node) in sets.iter().zip(graph.nodes()) {
            let tiles = graph.list(node.arc()).iter().map(|next| 1 << next.tile());
            let set = with_set.set();
            assert_eq!((set, with_set.node()), (tiles.sum::<u64>(), *node));
            for (at, next) in (node.arc() as usize..).zip(graph.list(node.arc())) {
                assert_eq!(index_in(node.arc(), set, 1 << next.tile()), at);
            }
            let ends = graph.list(node.arc()).iter().filter(|next| next.accepts());
            let ends: u64 = ends.map(|next| 1 << next.tile()).sum();
            assert_eq!(graph.accepted_sets()[node.arc() as usize], ends);
        }
    }
}
