//! States: the nodes of the automaton while it is being built.
//!
//! A state is (tile, accepts, arc, next). Arc is the first state of the list
//! that goes on, next the following state of the same list; both are numbers
//! of states made before, and 0 is the sink. Equal states are one state, and
//! states are numbered in the order in which they are first made: the layouts
//! depend on those numbers, so they must not depend on anything else.

use crate::error::{Error, Result};
use crate::tiles::Tile;

/// The number of a state; 0 is the sink.
pub(crate) type StateId = u32;

const ID_BITS: u32 = 28;
const ID_MASK: u64 = (1 << ID_BITS) - 1;

/// The most states worth making, the sink included: each one is written at
/// least once, and no file has more nodes.
const MAX_STATES: usize = 1 << 24;

/// A state in 63 bits: next, arc, accepts, tile, from the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State(u64);

impl State {
    /// The state that nothing follows; never written.
    const SINK: State = State(0);

    #[inline]
    pub(crate) fn new(tile: Tile, accepts: bool, arc: StateId, next: StateId) -> State {
        State(
            u64::from(next)
                | u64::from(arc) << ID_BITS
                | u64::from(accepts) << (2 * ID_BITS)
                | u64::from(tile) << (2 * ID_BITS + 1),
        )
    }

    #[inline]
    pub(crate) fn tile(self) -> Tile {
        (self.0 >> (2 * ID_BITS + 1)) as Tile
    }

    #[inline]
    pub(crate) fn accepts(self) -> bool {
        self.0 >> (2 * ID_BITS) & 1 != 0
    }

    #[inline]
    pub(crate) fn arc(self) -> StateId {
        (self.0 >> ID_BITS & ID_MASK) as StateId
    }

    #[inline]
    pub(crate) fn next(self) -> StateId {
        (self.0 & ID_MASK) as StateId
    }
}

/// All states made so far, and a hash table to find equal ones.
#[derive(Debug)]
pub(crate) struct StateTable {
    /// By number; the sink first.
    states: Vec<State>,
    /// Open addressing: 0 for an empty slot, else a state's number below the
    /// part of its hash that does not say where the search begins. Slots of
    /// other states are told apart by that part, without a look at the states.
    /// The length is a power of two, and at most three quarters are taken.
    slots: Vec<u64>,
}

impl StateTable {
    pub(crate) fn with_capacity(states: usize) -> StateTable {
        StateTable {
            states: vec![State::SINK],
            slots: vec![0; (states + states / 3).next_power_of_two().max(64)],
        }
    }

    /// The slot where the search for a state begins, and what its slot holds
    /// above the number.
    #[inline]
    fn start(&self, state: State) -> (usize, u64) {
        // Fibonacci hashing: the high bits of the product are well mixed.
        let hash = state.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let bits = self.slots.len().trailing_zeros();
        ((hash >> (64 - bits)) as usize, hash << bits & !ID_MASK)
    }

    /// The number of a state, made new if there was none like it.
    #[inline]
    pub(crate) fn intern(&mut self, state: State) -> Result<StateId> {
        let mask = self.slots.len() - 1;
        let (mut at, tag) = self.start(state);
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return self.insert(at, tag, state);
            }
            let id = slot & ID_MASK;
            if slot & !ID_MASK == tag && self.states[id as usize] == state {
                return Ok(id as StateId);
            }
            at = (at + 1) & mask;
        }
    }

    fn insert(&mut self, at: usize, tag: u64, state: State) -> Result<StateId> {
        let id = self.states.len();
        if id >= MAX_STATES {
            return Err(Error::input(
                "",
                format!("the graph has more than {MAX_STATES} nodes; no format holds as many"),
            ));
        }
        self.states.push(state);
        self.slots[at] = tag | id as u64;
        if self.states.len() > self.slots.len() / 4 * 3 {
            self.grow();
        }
        Ok(id as StateId)
    }

    fn grow(&mut self) {
        self.slots = vec![0; 2 * self.slots.len()];
        let mask = self.slots.len() - 1;
        for (id, &state) in self.states.iter().enumerate().skip(1) {
            let (mut at, tag) = self.start(state);
            while self.slots[at] != 0 {
                at = (at + 1) & mask;
            }
            self.slots[at] = tag | id as u64;
        }
    }

    /// The states by number, the sink first.
    pub(crate) fn into_states(self) -> Vec<State> {
        self.states
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_come_back() {
        let big = (1 << ID_BITS) - 1;
        let state = State::new(63, true, big, 5);
        assert_eq!(
            (state.tile(), state.accepts(), state.arc(), state.next()),
            (63, true, big, 5)
        );
    }

    #[test]
    fn equal_states_are_one_and_numbers_follow_the_order_of_making() {
        let mut table = StateTable::with_capacity(1);
        for round in 0..2 {
            for i in 0..1000u32 {
                let state = State::new((i % 60) as u8, i % 7 == 0, i, i / 2);
                assert_eq!(table.intern(state).unwrap(), i + 1, "round {round}");
            }
        }
        assert_eq!(table.into_states().len(), 1001);
    }
}
