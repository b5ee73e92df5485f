//! Layout `wolges`: the most used lists first, in blocks of one cache line.
//!
//! Lists are sorted by the number of paths that lead to them; lists of the DAWG come
//! before those of the GADDAG alone. Nodes form blocks of 16, which are 64 bytes. A
//! list goes into the fullest block that has room for it.

use crate::graph::build::automaton::Automaton;
use crate::graph::build::registry::StateId;
use crate::graph::layout::placement::{Placement, head_nodes, roots};
use crate::graph::layout::shared::{self, Reserve};
use crate::graph::layout::state_facts::{Links, StateFacts, Usage};
use crate::graph::spec::Layout;
use crate::parallel;

/// Nodes per block.
const BLOCK: u32 = 16;

/// Places all lists.
pub(crate) fn place(automaton: &Automaton) -> Placement {
    let facts = StateFacts::of(automaton);
    let (order, links) = parallel::join(
        || order(automaton, &facts),
        || facts.links(&automaton.states),
    );
    drop(facts); // makes room
    place_in_order(automaton, &links, &order)
}

/// Places the lists of some heads, and everything they lead to.
fn place_in_order(automaton: &Automaton, links: &Links<'_>, order: &[StateId]) -> Placement {
    let mut blocks = FileBlocks::new(head_nodes(automaton, Layout::Wolges));
    let reserve = |length| blocks.reserve(u32::from(length));
    let (places, copies) = shared::place(links, order, Reserve::Before, reserve);
    Placement {
        places,
        copies,
        node_count: blocks.node_count(),
    }
}

/// The heads of lists in their order. States of the DAWG come first, then states with
/// more paths to them, then states with more of their list still to come, then states
/// with lower numbers. A list's position is that of its first state in this order.
///
/// All lists can be reached from the roots. So the lists that sort after the last root
/// already have places by then, and are left out. They are most lists of a GADDAG.
fn order(automaton: &Automaton, facts: &StateFacts) -> Vec<StateId> {
    let rank = |root| (facts.usage(root), facts.length(root));
    let last_root = roots(automaton).map(rank).min().unwrap_or_default();
    sort(&firsts(facts, last_root), facts)
}

/// For each list up to the last root, the state that sorts first, by number. Along a
/// list, numbers decrease from the head on, so this is the first of its most used
/// states.
fn firsts(facts: &StateFacts, last_root: (Usage, u8)) -> Vec<StateId> {
    let mut first_of = vec![0; facts.len()]; // by head
    let mut is_first = vec![0u64; facts.len() / 64 + 1];
    let bit = |id: StateId| 1 << (id % 64);
    for id in (1..facts.len() as StateId).rev() {
        let usage = facts.usage(id);
        if (usage, facts.length(id)) < last_root {
            continue;
        }
        let first = &mut first_of[facts.head(id) as usize];
        if *first != 0 {
            if usage <= facts.usage(*first) {
                continue;
            }
            is_first[*first as usize / 64] &= !bit(*first);
        }
        is_first[id as usize / 64] |= bit(id);
        *first = id;
    }
    let mut firsts = Vec::with_capacity(is_first.iter().map(|b| b.count_ones() as usize).sum());
    for (block, mut bits) in (0..).zip(is_first) {
        while bits != 0 {
            firsts.push(block * 64 + bits.trailing_zeros());
            bits &= bits - 1;
        }
    }
    firsts
}

/// The most paths that count as few. Nearly all states have few.
const FEW: u32 = 64;

/// The rank of a state with few paths, as a small number.
fn small_rank(facts: &StateFacts, id: StateId) -> Option<usize> {
    let usage = facts.usage(id);
    let paths = FEW.checked_sub(usage as u32)? as usize;
    let class = (1 - (usage >> 32) as usize) * (FEW as usize + 1);
    Some((class + paths) * 64 + usize::from(64 - facts.length(id)))
}

/// Packs the rank and number of a state into 1 + 32 + 6 + 24 bits.
fn large_rank(facts: &StateFacts, id: StateId) -> u64 {
    let unused = (2 << 32) - 1 - facts.usage(id);
    unused << 30 | u64::from(64 - facts.length(id)) << 24 | u64::from(id)
}

/// Sorts states, which are given by number, by rank and number, and returns their
/// heads. States with few paths are sorted by counting.
fn sort(states: &[StateId], facts: &StateFacts) -> Vec<StateId> {
    const CLASS: usize = (FEW as usize + 1) * 64;
    let mut counts = vec![0; 2 * CLASS];
    let mut many = Vec::new();
    for &id in states {
        match small_rank(facts, id) {
            Some(rank) => counts[rank] += 1,
            None => many.push(large_rank(facts, id)),
        }
    }
    many.sort_unstable();
    let (dawg, gaddag_only) = many.split_at(many.partition_point(|rank| rank >> 62 == 0));
    let mut sorted = Vec::with_capacity(states.len());
    for (many, counts) in [dawg, gaddag_only]
        .into_iter()
        .zip(counts.chunks_mut(CLASS))
    {
        let heads = many
            .iter()
            .map(|rank| facts.head((rank & 0xff_ffff) as StateId));
        sorted.extend(heads);
        let mut start = sorted.len();
        for count in counts {
            start += std::mem::replace(count, start);
        }
        sorted.resize(start, 0);
    }
    let mut next = counts; // by rank: where the next one goes
    for &id in states {
        if let Some(rank) = small_rank(facts, id) {
            sorted[next[rank]] = facts.head(id);
            next[rank] += 1;
        }
    }
    sorted
}

/// The blocks of the file and their fill.
struct FileBlocks {
    count: u32,
    /// The fill of the last block.
    last_fill: u32,
    /// By fill: the blocks with this fill, the latest last.
    by_fill: [Vec<u32>; BLOCK as usize],
    /// The fills that occur, one bit each.
    fills: u32,
}

impl FileBlocks {
    fn new(head_nodes: u32) -> FileBlocks {
        let mut blocks = FileBlocks {
            count: 0,
            last_fill: 0,
            by_fill: Default::default(),
            fills: 0,
        };
        blocks.add(head_nodes);
        blocks
    }

    /// Adds a block with a given fill.
    #[inline]
    fn add(&mut self, fill: u32) {
        self.count += 1;
        self.fill(self.count - 1, fill);
    }

    #[inline]
    fn fill(&mut self, block: u32, fill: u32) {
        if block + 1 == self.count {
            self.last_fill = fill;
        }
        if let Some(stack) = self.by_fill.get_mut(fill as usize) {
            stack.push(block);
            self.fills |= 1 << fill;
        }
    }

    /// Takes the fullest block with room for `length` nodes; returns it and its
    /// fill.
    #[inline]
    fn take(&mut self, length: u32) -> Option<(u32, u32)> {
        let with_room = self.fills & ((2 << (BLOCK - length)) - 1);
        let fill = with_room.checked_ilog2()?;
        let stack = &mut self.by_fill[fill as usize];
        let block = stack.pop()?;
        if stack.is_empty() {
            self.fills &= !(1 << fill);
        }
        Some((block, fill))
    }

    /// Reserves `length` consecutive nodes and returns the index of the first.
    #[inline]
    fn reserve(&mut self, length: u32) -> u64 {
        if length > BLOCK {
            return self.reserve_long(length);
        }
        let (block, fill) = match self.take(length) {
            Some((block, fill)) => {
                self.fill(block, fill + length);
                (block, fill)
            }
            None => {
                self.add(length);
                (self.count - 1, 0)
            }
        };
        u64::from(block) * u64::from(BLOCK) + u64::from(fill)
    }

    /// Reserves nodes for a list longer than a block, starting at an even block.
    fn reserve_long(&mut self, length: u32) -> u64 {
        if self.count % 2 == 1 {
            self.add(0);
        }
        let block = self.count;
        let mut rest = length;
        while rest > 0 {
            self.add(rest.min(BLOCK));
            rest -= rest.min(BLOCK);
        }
        u64::from(block) * u64::from(BLOCK)
    }

    /// The number of nodes. The file ends at the fill of its last block.
    fn node_count(&self) -> u64 {
        u64::from(self.count - 1) * u64::from(BLOCK) + u64::from(self.last_fill)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::testing::any_words;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lists_after_the_last_root_have_their_places(words in any_words(1..=4, 1..8, 60)) {
            for automaton in [Automaton::dawg(&words), Automaton::gaddawg(&words)] {
                let automaton = automaton.unwrap();
                let facts = StateFacts::of(&automaton);
                let links = facts.links(&automaton.states);
                let (some, all) = (order(&automaton, &facts), sort(&firsts(&facts, (0, 0)), &facts));
                prop_assert!(all.starts_with(&some));
                let [placed, expected] = [some, all].map(|o| place_in_order(&automaton, &links, &o));
                prop_assert_eq!(placed.places, expected.places);
                prop_assert_eq!(placed.copies, expected.copies);
                prop_assert_eq!(placed.node_count, expected.node_count);
            }
        }
    }

    #[test]
    fn lists_go_into_the_fullest_block_with_room() {
        let mut blocks = FileBlocks::new(2);
        assert_eq!(blocks.reserve(10), 2);
        assert_eq!(blocks.reserve(14), 16);
        assert_eq!(blocks.reserve(3), 12); // block 0 holds 12, block 1 holds 14
        assert_eq!(blocks.reserve(1), 15);
        assert_eq!(blocks.reserve(2), 30);
        assert_eq!(blocks.node_count(), 32);
        assert_eq!(blocks.reserve(1), 32);
        assert_eq!(blocks.node_count(), 33);
    }

    #[test]
    fn long_lists_begin_at_even_blocks() {
        let mut blocks = FileBlocks::new(1);
        assert_eq!(blocks.reserve(20), 32); // block 1 was added, empty
        assert_eq!(blocks.reserve(16), 16);
        assert_eq!(blocks.reserve(12), 52);
        assert_eq!(blocks.reserve(33), 64);
        assert_eq!(blocks.node_count(), 97);
    }
}
