//! `wolges`: what is used most comes first, in blocks of a cache line.
//!
//! States are taken by how many paths lead to them, those of the DAWG before
//! those of the GADDAG alone. Nodes come in blocks of 16, which are 64 bytes;
//! a list goes into the fullest block that has room for it.

use crate::graph::build::automaton::Automaton;
use crate::graph::build::registry::StateId;
use crate::graph::layout::shared::Reserve;
use crate::graph::layout::survey::{Survey, Usage};
use crate::graph::layout::{Layout, Placement, head_nodes, shared};
use crate::parallel;

const BLOCK: u32 = 16;

pub(crate) fn place(automaton: &Automaton) -> Placement {
    let survey = Survey::new(automaton);
    let (order, links) = parallel::join(|| order(&survey), || survey.links(&automaton.states));
    let mut blocks = Blocks::new(head_nodes(automaton, Layout::Wolges));
    let reserve = |length| blocks.reserve(u32::from(length));
    let (places, copies) = shared::place(&links, &order, Reserve::Before, reserve);
    Placement {
        places,
        copies,
        node_count: blocks.node_count(),
    }
}

/// The heads of all lists in their order. States of the DAWG come first, then
/// those that more paths lead to, then those with more of their list to come,
/// then by number; a list comes where the first of its states does.
fn order(survey: &Survey) -> Vec<StateId> {
    sort(&firsts(survey), survey)
}

/// The state of each list that comes first, by number. A list's own states come
/// from its head on, as numbers go down: the first of those that are used most
/// is the one.
fn firsts(survey: &Survey) -> Vec<StateId> {
    let mut first_of = vec![0; survey.len()]; // by head
    let mut is_first = vec![0u64; survey.len() / 64 + 1];
    let bit = |id: StateId| 1 << (id % 64);
    for id in (1..survey.len() as StateId).rev() {
        let head = survey.head(id);
        let first = &mut first_of[head as usize];
        if id != head {
            if survey.usage(id) <= survey.usage(*first) {
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

/// As many ways as this are few. Nearly all states have few.
const FEW: u32 = 64;

/// Of a state with few ways: its rank as a small number.
fn small_rank(survey: &Survey, id: StateId) -> Option<usize> {
    let Usage { in_dawg, ways } = survey.usage(id);
    let ways = FEW.checked_sub(ways)? as usize;
    let class = usize::from(!in_dawg) * (FEW as usize + 1);
    Some((class + ways) * 64 + usize::from(64 - survey.length(id)))
}

/// Rank and number of a state as one number: 1 bit, 32 bits, 6 bits and 24.
fn large_rank(survey: &Survey, id: StateId) -> u64 {
    let Usage { in_dawg, ways } = survey.usage(id);
    u64::from(!in_dawg) << 62
        | u64::from(!ways) << 30
        | u64::from(64 - survey.length(id)) << 24
        | u64::from(id)
}

/// The heads of states, which come by number, sorted by their rank and number.
/// Those with few ways are counted, and then each is put where it belongs.
fn sort(states: &[StateId], survey: &Survey) -> Vec<StateId> {
    const CLASS: usize = (FEW as usize + 1) * 64;
    let mut counts = vec![0; 2 * CLASS];
    let mut many = Vec::new();
    for &id in states {
        match small_rank(survey, id) {
            Some(rank) => counts[rank] += 1,
            None => many.push(large_rank(survey, id)),
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
            .map(|rank| survey.head((rank & 0xff_ffff) as StateId));
        sorted.extend(heads);
        let mut start = sorted.len();
        for count in counts {
            start += std::mem::replace(count, start);
        }
        sorted.resize(start, 0);
    }
    let mut next = counts; // by rank: where the next one goes
    for &id in states {
        if let Some(rank) = small_rank(survey, id) {
            sorted[next[rank]] = survey.head(id);
            next[rank] += 1;
        }
    }
    sorted
}

/// The blocks of the file and how far each is filled.
struct Blocks {
    count: u32,
    /// How far the last one is filled.
    last_fill: u32,
    /// By fill: the blocks that are filled so far, the latest last.
    by_fill: [Vec<u32>; BLOCK as usize],
    /// As bits: the fills that some block has.
    fills: u32,
}

impl Blocks {
    fn new(head_nodes: u32) -> Blocks {
        let mut blocks = Blocks {
            count: 0,
            last_fill: 0,
            by_fill: Default::default(),
            fills: 0,
        };
        blocks.add(head_nodes);
        blocks
    }

    /// Adds a block, filled so far.
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

    /// The fullest block that has room for so many nodes, and its fill.
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

    /// The index of so many consecutive free nodes.
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

    /// A list of more than one block begins at an even block.
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

    /// The file ends where its last block does.
    fn node_count(&self) -> u64 {
        u64::from(self.count - 1) * u64::from(BLOCK) + u64::from(self.last_fill)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_go_into_the_fullest_block_with_room() {
        let mut blocks = Blocks::new(2);
        assert_eq!(blocks.reserve(10), 2);
        assert_eq!(blocks.reserve(14), 16);
        assert_eq!(blocks.reserve(3), 12); // 12 are taken in block 0, 14 in block 1
        assert_eq!(blocks.reserve(1), 15);
        assert_eq!(blocks.reserve(2), 30);
        assert_eq!(blocks.node_count(), 32);
        assert_eq!(blocks.reserve(1), 32);
        assert_eq!(blocks.node_count(), 33);
    }

    #[test]
    fn long_lists_begin_at_even_blocks() {
        let mut blocks = Blocks::new(1);
        assert_eq!(blocks.reserve(20), 32); // block 1 was added, empty
        assert_eq!(blocks.reserve(16), 16);
        assert_eq!(blocks.reserve(12), 52);
        assert_eq!(blocks.reserve(33), 64);
        assert_eq!(blocks.node_count(), 97);
    }
}
