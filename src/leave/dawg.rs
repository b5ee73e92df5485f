//! Builds the minimal automaton of packed leaves.
//!
//! Like the automaton of words, it is built by the incremental minimisation of
//! Daciuk et al. (2000): leaves come in order, and when a leave leaves a position
//! behind, the list of that position is complete and goes to the registry, its
//! last state first. Two things make it faster than for words. One XOR finds the
//! common prefix of two packed leaves, and a leave has few positions. Leaves are
//! multisets, many of which continue alike, so a million leaves make about a
//! thousand states.

use crate::error::Result;
use crate::graph::{Automaton, Registry, State, StateId};
use crate::lexicon::{PACKED, PackedLeave};
use crate::tiles::Tile;

/// The initial capacity: a complete table has about this many states.
const STATES: usize = 1 << 11;

/// Builds the DAWG of sorted leaves.
pub(crate) fn dawg(leaves: &[PackedLeave]) -> Result<Automaton> {
    let mut lists = Lists {
        registry: Registry::with_capacity(STATES),
        open: Vec::new(),
        starts: [0; PACKED],
        depth: 0,
    };
    let mut before = PackedLeave::default();
    for &leave in leaves {
        let shared = leave.common_prefix(before);
        while lists.depth > shared + 1 {
            lists.close();
        }
        let (tiles, length) = (leave.tiles(), leave.len());
        for (depth, &tile) in tiles.iter().enumerate().take(length).skip(shared) {
            lists.add(depth, tile, depth + 1 == length);
        }
        before = leave;
    }
    let mut dawg_root = 0;
    while lists.depth > 0 {
        dawg_root = lists.close();
    }
    Automaton::from_registry(lists.registry, dawg_root)
}

/// A tile of an unfinished list.
struct Open {
    tile: Tile,
    accepts: bool,
    arc: StateId,
}

/// The unfinished lists, one for each position.
struct Lists {
    registry: Registry,
    /// The tiles of all of them, the first position's first.
    open: Vec<Open>,
    /// Where each position's list begins.
    starts: [usize; PACKED],
    /// The number of lists.
    depth: usize,
}

impl Lists {
    #[inline]
    fn add(&mut self, depth: usize, tile: Tile, accepts: bool) {
        if depth == self.depth {
            self.starts[depth] = self.open.len();
            self.depth += 1;
        }
        self.open.push(Open {
            tile,
            accepts,
            arc: 0,
        });
    }

    /// Finishes the last list, of which there has to be one, and returns its
    /// first state: the arc of the tile before it.
    #[inline]
    fn close(&mut self) -> StateId {
        self.depth -= 1;
        let start = self.starts[self.depth];
        let mut head = 0;
        for tile in self.open[start..].iter().rev() {
            let state = State::new(tile.tile, tile.accepts, tile.arc, head);
            head = self.registry.intern(state);
        }
        self.open.truncate(start);
        if let Some(parent) = self.open.last_mut() {
            parent.arc = head;
        }
        head
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::{LeaveTable, TableLeaves, Words};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_states_are_those_of_the_words(
            leaves in prop::collection::btree_set(prop::collection::vec(0..4u8, 1..=8), 0..80)
        ) {
            let leaves: std::collections::BTreeSet<Vec<Tile>> = leaves
                .into_iter()
                .map(|mut leave| {
                    leave.sort_unstable();
                    leave
                })
                .collect();
            let slices = || leaves.iter().map(Vec::as_slice);
            let table = LeaveTable::from_unsorted(slices().map(|leave| (leave, 1.0))).unwrap();
            let TableLeaves::Packed(packed) = table.leaves() else {
                panic!("leaves of up to eight tiles are packed");
            };
            let found = dawg(packed).unwrap();
            let expected = Automaton::dawg(&Words::from_unsorted(slices()).unwrap()).unwrap();
            prop_assert_eq!(found.states, expected.states);
            prop_assert_eq!(found.dawg_root, expected.dawg_root);
        }
    }
}
