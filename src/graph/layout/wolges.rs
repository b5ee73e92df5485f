//! `wolges`: what is used most comes first, in blocks of a cache line.
//!
//! States are taken by how many paths lead to them, those of the DAWG before
//! those of the GADDAG alone. Nodes come in blocks of 16, which are 64 bytes;
//! a list goes into the fullest block that has room for it.

use super::shared::{Placer, Reserve};
use super::{Layout, Placement, head_nodes, roots};
use crate::graph::automaton::Automaton;
use crate::graph::states::StateId;
use rayon::prelude::*;

const BLOCK: u32 = 16;

pub(super) fn place(automaton: &Automaton) -> Placement {
    let mut blocks = Blocks::new(head_nodes(automaton, Layout::Wolges));
    let mut placer = Placer::new(automaton, Reserve::Before, |length| {
        blocks.reserve(u32::from(length))
    });
    for state in order(automaton, &placer) {
        placer.place(state);
    }
    let mut placement = placer.finish();
    placement.node_count = blocks.node_count();
    placement
}

/// One state of each list, in the order of the lists: states of the DAWG come
/// first, then those that more paths lead to, then those with more of their
/// list to come, then by number; a list comes where the first of its states
/// does.
fn order<R: FnMut(u8) -> u32>(automaton: &Automaton, placer: &Placer<'_, R>) -> Vec<StateId> {
    let ways = ways(automaton);
    let in_dawg = in_dawg(automaton);
    // All of it in one number: 1 bit, 32 bits, 6 bits, and 24 for the state.
    let key = |id: StateId| {
        let gaddag_only = u64::from(!in_dawg[id as usize]);
        let ways = u64::from(!ways[id as usize]);
        let length = u64::from(64 - placer.length(id));
        gaddag_only << 62 | ways << 30 | length << 24 | u64::from(id)
    };
    let mut first = vec![u64::MAX; automaton.states.len()];
    for id in 1..automaton.states.len() as StateId {
        let first = &mut first[placer.head(id) as usize];
        *first = key(id).min(*first);
    }
    first.retain(|&key| key != u64::MAX);
    first.par_sort_unstable();
    let id = |key: u64| (key & 0xff_ffff) as StateId;
    first.into_iter().map(id).collect()
}

/// By state: the number of paths from the roots, as far as 32 bits hold it.
fn ways(automaton: &Automaton) -> Vec<u32> {
    let mut ways = vec![0u32; automaton.states.len()];
    for root in roots(automaton) {
        ways[root as usize] += 1;
    }
    for (id, state) in automaton.states.iter().enumerate().skip(1).rev() {
        for to in [state.next(), state.arc()] {
            ways[to as usize] = ways[to as usize].saturating_add(ways[id]);
        }
    }
    ways
}

/// By state: whether it is the DAWG's, or its list ends with states that are.
fn in_dawg(automaton: &Automaton) -> Vec<bool> {
    let mut in_dawg = vec![false; automaton.states.len()];
    let last = match automaton.gaddag_root {
        Some(_) => automaton.dawg_root,
        None => StateId::MAX,
    };
    for (id, state) in automaton.states.iter().enumerate().skip(1) {
        in_dawg[id] = id as StateId <= last || in_dawg[state.next() as usize];
    }
    in_dawg
}

/// The blocks of the file and how far each is filled.
struct Blocks {
    /// By block.
    fills: Vec<u8>,
    /// By fill: the blocks that are filled so far, the latest last.
    by_fill: [Vec<u32>; BLOCK as usize],
}

impl Blocks {
    fn new(head_nodes: u32) -> Blocks {
        let mut blocks = Blocks {
            fills: Vec::new(),
            by_fill: Default::default(),
        };
        blocks.add(head_nodes);
        blocks
    }

    /// Adds a block, filled so far.
    fn add(&mut self, fill: u32) {
        self.fills.push(0);
        self.fill(self.fills.len() as u32 - 1, fill);
    }

    fn fill(&mut self, block: u32, fill: u32) {
        self.fills[block as usize] = fill as u8;
        if let Some(stack) = self.by_fill.get_mut(fill as usize) {
            stack.push(block);
        }
    }

    /// The index of so many consecutive free nodes.
    fn reserve(&mut self, length: u32) -> u32 {
        if length > BLOCK {
            return self.reserve_long(length);
        }
        for fill in (0..=BLOCK - length).rev() {
            if let Some(block) = self.by_fill[fill as usize].pop() {
                self.fill(block, fill + length);
                return block.wrapping_mul(BLOCK).wrapping_add(fill);
            }
        }
        let block = self.fills.len() as u32;
        self.add(length);
        block.wrapping_mul(BLOCK)
    }

    /// A list of more than one block begins at an even block.
    fn reserve_long(&mut self, length: u32) -> u32 {
        if self.fills.len() % 2 == 1 {
            self.add(0);
        }
        let block = self.fills.len() as u32;
        let mut rest = length;
        while rest > 0 {
            self.add(rest.min(BLOCK));
            rest -= rest.min(BLOCK);
        }
        block.wrapping_mul(BLOCK)
    }

    /// The file ends where its last block does.
    fn node_count(&self) -> u64 {
        let last = self.fills.last().copied().unwrap_or(0);
        (self.fills.len() as u64 - 1) * u64::from(BLOCK) + u64::from(last)
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
