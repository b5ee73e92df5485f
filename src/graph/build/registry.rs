//! The registry: every finished state, each of them once.
//!
//! A state is (tile, accepts, arc, next). Arc is the first state of the list
//! that follows, next the following state of the same list. Both are numbers of
//! older states; 0 is the sink. Equal states are one state. States are numbered
//! in the order in which they are first made. Layouts depend on the numbers, so
//! the numbers must not depend on anything else.

use crate::error::{Error, Result};
use crate::tiles::Tile;

/// The number of a state; 0 is the sink.
pub(crate) type StateId = u32;

const ID_BITS: u32 = 24;
const ID_MASK: u64 = (1 << ID_BITS) - 1;
const TILE: u32 = 2 * ID_BITS;
const ACCEPTS: u32 = TILE + 7;

/// The most states worth making, counting the sink: each is written at least
/// once, and no file has more nodes.
pub(crate) const MAX_STATES: usize = 1 << ID_BITS;

/// A state in 56 bits. From the lowest: next, arc, and a byte with the tile and
/// a flag for accepting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State(u64);

impl State {
    /// The state that nothing follows. It is never written.
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

    /// Adds the next state, where there was none.
    #[inline]
    pub(crate) fn with_next(self, next: StateId) -> State {
        State(self.0 | u64::from(next))
    }

    /// Adds an arc, where there was none.
    #[inline]
    pub(crate) fn with_arc(self, arc: StateId) -> State {
        State(self.0 | u64::from(arc) << ID_BITS)
    }

    /// Replaces the arc.
    #[inline]
    pub(crate) fn replace_arc(self, arc: StateId) -> State {
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

    /// Splits the state into the younger of the two states that it points to,
    /// and the rest of it in 33 bits. Together they identify it.
    #[inline]
    fn split(self) -> (usize, u64) {
        let (arc, next) = (self.arc(), self.next());
        let (latest, other) = (arc.max(next), arc.min(next));
        let rest = self.0 >> TILE << (ID_BITS + 1) | u64::from(other) << 1;
        (latest as usize, rest | u64::from(arc < next))
    }
}

/// All states so far, and an index to find equal ones.
///
/// Most states are made right after the states they point to, and nothing else
/// points there yet, so they are new. Each state therefore has a slot for the
/// first state that points to it and to no younger one. All others are in a
/// small hash table.
#[derive(Debug)]
pub(crate) struct Registry {
    /// By number, the sink first.
    states: Vec<State>,
    /// By number: the first state that points to this one and to no younger
    /// one, as its number (24 bits) and the rest of it; 0 if there is none. One
    /// comparison tells whether it is the state looked for.
    first: Vec<u64>,
    others: Others,
    /// The most states, counting the sink.
    limit: usize,
    /// Whether a state could not be made.
    full: bool,
}

impl Registry {
    /// A registry with room for about `states` states.
    pub(crate) fn with_capacity(states: usize) -> Registry {
        Registry::with_limit(states, MAX_STATES)
    }

    /// Like [`with_capacity`](Registry::with_capacity), but never holds more
    /// than `limit` states, counting the sink.
    pub(crate) fn with_limit(states: usize, limit: usize) -> Registry {
        let capacity = states.min(limit) + 1;
        let mut registry = Registry {
            states: Vec::with_capacity(capacity),
            first: Vec::with_capacity(capacity),
            others: Others::new(capacity / 32), // about as many as a DAWG has
            limit,
            full: false,
        };
        registry.states.push(State::SINK);
        registry.first.push(0);
        registry
    }

    /// The number of states so far, counting the sink.
    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    /// Returns the number of a state, after adding it if no equal one exists. A
    /// full registry returns the sink, and [`check`](Registry::check) fails.
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

    /// Adds a new state whose slot in `first` is taken.
    #[inline(never)] // keeps `intern` small enough to be inlined
    fn add_other(&mut self, empty: usize, state: State) -> StateId {
        let id = self.add(state);
        if id != 0 {
            self.others.insert(empty, state, id);
        }
        id
    }

    /// Adds a new state without indexing it, so it can't be found again.
    #[inline]
    pub(crate) fn add(&mut self, state: State) -> StateId {
        let id = self.states.len();
        if id == self.limit {
            self.full = true;
            return 0;
        }
        self.states.push(state);
        self.first.push(0);
        id as StateId
    }

    /// Adds the states of a list, from the last to the first, and returns the
    /// first one's number (0 for an empty list). They have no next states yet;
    /// `after` follows the last one, or 0.
    #[inline]
    pub(crate) fn intern_list(&mut self, list: &[State], after: StateId) -> StateId {
        let back = list.iter().rev();
        back.fold(after, |next, state| self.intern(state.with_next(next)))
    }

    /// Clones the registry, with room for about `states` states in all.
    pub(crate) fn fork(&self, states: usize) -> Registry {
        let mut fork = Registry::with_limit(states.max(self.len()), self.limit);
        fork.states.clone_from(&self.states);
        fork.first.clone_from(&self.first);
        fork.others = self.others.with_room(self.len().min(MANY));
        fork
    }

    /// Makes room for the hashed states of a GADDAG, which are about as many as the
    /// states so far.
    pub(crate) fn make_room(&mut self) {
        self.others = self.others.with_room(self.len().min(MANY));
    }

    /// The states from a number on.
    pub(crate) fn states_from(&self, id: usize) -> &[State] {
        self.states.get(id..).unwrap_or_default()
    }

    /// Whether a state could not be added. States added later mean nothing.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.full
    }

    /// Fails if a state could not be added.
    pub(crate) fn check(&self) -> Result<()> {
        match self.full {
            false => Ok(()),
            true => Err(Error::input(
                "",
                format!("the graph has more than {MAX_STATES} nodes; no format holds as many"),
            )),
        }
    }

    /// Takes the states out, by number, the sink first.
    pub(crate) fn into_states(self) -> Vec<State> {
        self.states
    }
}

/// The most hashed states to make room for at first.
const MANY: usize = 1 << 19;

/// A hash table with open addressing, from states to their numbers.
#[derive(Clone, Debug)]
struct Others {
    /// Number 0 for an empty slot. The length is a power of two, and at most
    /// three quarters are taken.
    slots: Vec<(State, StateId)>,
    taken: usize,
}

impl Others {
    const EMPTY: (State, StateId) = (State::SINK, 0);

    /// A table of at least `slots` slots.
    fn new(slots: usize) -> Others {
        Others {
            slots: vec![Self::EMPTY; slots.next_power_of_two().max(1 << 10)],
            taken: 0,
        }
    }

    /// Clones the table, with room for at least `states` states.
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

    /// Finds a state's slot and number; number 0 means that the slot is empty
    /// and the state belongs there.
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
    fn equal_states_are_one_and_are_numbered_in_order() {
        let mut registry = Registry::with_capacity(1);
        for round in 0..2 {
            for i in 0..1000u32 {
                let state = State::new((i % 60) as u8, i % 7 == 0, i, i / 2);
                assert_eq!(registry.intern(state), i + 1, "round {round}");
            }
        }
        assert_eq!(registry.len(), 1001);
    }
}
