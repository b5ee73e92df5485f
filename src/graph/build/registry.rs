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

const ID_BITS: u32 = 24;
const ID_MASK: u64 = (1 << ID_BITS) - 1;
const TILE: u32 = 2 * ID_BITS;
const ACCEPTS: u32 = TILE + 7;

/// The most states worth making, the sink included: each one is written at
/// least once, and no file has more nodes.
pub(crate) const MAX_STATES: usize = 1 << ID_BITS;

/// A state in 56 bits, from the lowest: next, arc, and a byte with the tile and,
/// above it, whether the state accepts.
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
                | u64::from(tile) << TILE
                | u64::from(accepts) << ACCEPTS,
        )
    }

    /// The state with a next one, where it had none.
    #[inline]
    pub(crate) fn with_next(self, next: StateId) -> State {
        State(self.0 | u64::from(next))
    }

    /// The state with an arc, where it had none.
    #[inline]
    pub(crate) fn with_arc(self, arc: StateId) -> State {
        State(self.0 | u64::from(arc) << ID_BITS)
    }

    /// The state with another arc.
    #[inline]
    pub(crate) fn led_to(self, arc: StateId) -> State {
        State(self.0 & !(ID_MASK << ID_BITS)).with_arc(arc)
    }

    #[inline]
    pub(crate) fn tile(self) -> Tile {
        (self.0 >> TILE) as Tile & 63
    }

    #[inline]
    pub(crate) fn accepts(self) -> bool {
        self.0 >> ACCEPTS != 0
    }

    #[inline]
    pub(crate) fn arc(self) -> StateId {
        (self.0 >> ID_BITS & ID_MASK) as StateId
    }

    #[inline]
    pub(crate) fn next(self) -> StateId {
        (self.0 & ID_MASK) as StateId
    }

    /// The later made one of those it points to, and what else there is to the
    /// state, in 33 bits: together they tell it.
    #[inline]
    fn split(self) -> (usize, u64) {
        let (arc, next) = (self.arc(), self.next());
        let (latest, other) = (arc.max(next), arc.min(next));
        let rest = self.0 >> TILE << (ID_BITS + 1) | u64::from(other) << 1;
        (latest as usize, rest | u64::from(arc < next))
    }
}

/// All states made so far, and where to find one that is equal to another.
///
/// A state that nothing points to yet is the beginning of nothing that was made:
/// what points to it is new. That is how most states are made, right after those
/// they point to. So each state knows the first one that was made with itself as
/// the latest that it points to; the others are in a hash table, which is small.
#[derive(Debug)]
pub(crate) struct StateTable {
    /// By number; the sink first.
    states: Vec<State>,
    /// By number: the first state made that points to this one and to no later
    /// one, as its number (24 bits) and what else there is to it; 0 if there is
    /// none. One look tells whether it is a state that is looked for.
    first: Vec<u64>,
    others: Others,
    /// The most states, the sink included.
    most: usize,
    /// Whether a state could not be made.
    full: bool,
}

impl StateTable {
    /// A table with room for about so many states.
    pub(crate) fn with_capacity(states: usize) -> StateTable {
        StateTable::with_most(states, MAX_STATES)
    }

    /// The same for not more than so many, the sink included.
    pub(crate) fn with_most(states: usize, most: usize) -> StateTable {
        let capacity = states.min(most) + 1;
        let mut table = StateTable {
            states: Vec::with_capacity(capacity),
            first: Vec::with_capacity(capacity),
            others: Others::new(capacity / 32), // about as many as a DAWG has
            most,
            full: false,
        };
        table.states.push(State::SINK);
        table.first.push(0);
        table
    }

    /// The number of states so far, the sink included.
    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    /// The number of a state, made new if there was none like it. A full table
    /// makes none, gives the sink, and says so in the end.
    #[inline]
    pub(crate) fn intern(&mut self, state: State) -> StateId {
        let (latest, rest) = state.split();
        match self.first[latest] {
            0 => {
                let id = self.add(state);
                if id != 0 {
                    self.first[latest] = rest << ID_BITS | u64::from(id);
                }
                id
            }
            first if first >> ID_BITS == rest => (first & ID_MASK) as StateId,
            _ => match self.others.search(state) {
                (_, id @ 1..) => id,
                (empty, 0) => self.add_other(empty, state),
            },
        }
    }

    /// Numbers a state that is new and not the first one for what it points to.
    #[inline(never)] // so that the rest is small enough to stand where it is used
    fn add_other(&mut self, empty: usize, state: State) -> StateId {
        let id = self.add(state);
        if id != 0 {
            self.others.insert(empty, state, id);
        }
        id
    }

    /// Numbers a state that is new. It can't be found again unless its place is
    /// noted.
    #[inline]
    pub(crate) fn add(&mut self, state: State) -> StateId {
        let id = self.states.len();
        if id == self.most {
            self.full = true;
            return 0;
        }
        self.states.push(state);
        self.first.push(0);
        id as StateId
    }

    /// The number of the first state of a list, which is made from its last to
    /// its first; 0 for an empty one. The states have no next ones yet; after
    /// them comes one that is made already, or 0.
    #[inline]
    pub(crate) fn intern_list(&mut self, list: &[State], after: StateId) -> StateId {
        let back = list.iter().rev();
        back.fold(after, |next, state| self.intern(state.with_next(next)))
    }

    /// A table with the same states, and room for about so many in all.
    pub(crate) fn fork(&self, states: usize) -> StateTable {
        let mut fork = StateTable::with_most(states.max(self.len()), self.most);
        fork.states.clone_from(&self.states);
        fork.first.clone_from(&self.first);
        fork.others = self.others.with_room(self.len().min(MANY));
        fork
    }

    /// The states from a number on.
    pub(crate) fn states_from(&self, id: usize) -> &[State] {
        self.states.get(id..).unwrap_or_default()
    }

    /// Whether a state was asked for that could not be made: nothing that is
    /// made after that means anything.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.full
    }

    /// Whether all states could be made that were asked for.
    pub(crate) fn check(&self) -> Result<()> {
        match self.full {
            false => Ok(()),
            true => Err(Error::input(
                "",
                format!("the graph has more than {MAX_STATES} nodes; no format holds as many"),
            )),
        }
    }

    /// The states by number, the sink first.
    pub(crate) fn into_states(self) -> Vec<State> {
        self.states
    }
}

/// A fork begins with room for so many others at most.
const MANY: usize = 1 << 19;

/// A hash table with open addressing: states with their numbers.
#[derive(Clone, Debug)]
struct Others {
    /// Number 0 for an empty slot. The length is a power of two, and at most
    /// three quarters are taken.
    slots: Vec<(State, StateId)>,
    taken: usize,
}

impl Others {
    const EMPTY: (State, StateId) = (State::SINK, 0);

    /// A table of about so many slots, or a few more.
    fn new(slots: usize) -> Others {
        Others {
            slots: vec![Self::EMPTY; slots.next_power_of_two().max(1 << 10)],
            taken: 0,
        }
    }

    /// The same states in a table with room for so many, or for more.
    fn with_room(&self, states: usize) -> Others {
        let wanted = (states / 3 * 4).next_power_of_two().min(2 * MAX_STATES);
        let mut larger = Others {
            slots: vec![Self::EMPTY; wanted.max(self.slots.len())],
            taken: self.taken,
        };
        for &slot in self.slots.iter().filter(|slot| slot.1 != 0) {
            let (empty, _) = larger.search(slot.0);
            larger.slots[empty] = slot;
        }
        larger
    }

    /// The slot with a state and its number, or the empty one where it belongs
    /// and 0.
    #[inline]
    fn search(&self, state: State) -> (usize, StateId) {
        // Fibonacci hashing: the high bits of the product are well mixed.
        let mixed = (state.0 ^ state.0 >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let slots = &self.slots[..];
        let mut at = (mixed >> 32) as usize;
        loop {
            at &= slots.len() - 1;
            let (found, id) = slots[at];
            if id == 0 || found == state {
                return (at, id);
            }
            at += 1;
        }
    }

    /// Fills the slot that a search found empty.
    #[inline]
    fn insert(&mut self, at: usize, state: State, id: StateId) {
        self.slots[at] = (state, id);
        self.taken += 1;
        if self.taken > self.slots.len() / 4 * 3 {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        *self = self.with_room(self.slots.len());
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
                assert_eq!(table.intern(state), i + 1, "round {round}");
            }
        }
        assert_eq!(table.len(), 1001);
    }
}
