//! The registry: every finished state, without duplicates.
//!
//! A state is (tile, accepts, arc, next). The arc is the first state of the list that
//! follows, and next is the following state of the same list. Both are numbers of older
//! states; 0 is the sink. States are numbered in the order in which they are first
//! made. Layouts depend on the numbers, so the numbers must not depend on anything
//! else.

use crate::error::{Error, Result};
use crate::tiles::Tile;

/// The number of a state; 0 is the sink.
pub(crate) type StateId = u32;

const ID_BITS: u32 = 24;
const ID_MASK: u64 = (1 << ID_BITS) - 1;
const TILE: u32 = 2 * ID_BITS;
const ACCEPTS: u32 = TILE + 7;

/// A registry's flag on a state. It is set if the hash table has states for which this
/// is the younger of the two states that they point to.
const HAS_OTHERS: u64 = 1 << (ACCEPTS + 1);

/// The most states worth making, counting the sink. Each state is written at least
/// once, and no file has more nodes.
pub(crate) const MAX_STATES: usize = 1 << ID_BITS;

/// A state in 56 bits. From the lowest bit: next, arc, and a byte with the tile and a
/// flag for accepting. Above them is a flag that belongs to the registry.
#[derive(Clone, Copy, Debug, Eq)]
pub(crate) struct State(u64);

impl PartialEq for State {
    /// Compares everything except the registry's flag.
    #[inline]
    fn eq(&self, other: &State) -> bool {
        (self.0 ^ other.0) & !HAS_OTHERS == 0
    }
}

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

    /// Sets the next state of a state that has none.
    #[inline]
    pub(crate) fn with_next(self, next: StateId) -> State {
        State(self.0 | u64::from(next))
    }

    /// Sets the arc of a state that has none.
    #[inline]
    pub(crate) fn with_arc(self, arc: StateId) -> State {
        State(self.0 | u64::from(arc) << ID_BITS)
    }

    /// Replaces the arc, and clears the registry's flag.
    #[inline]
    pub(crate) fn replace_arc(self, arc: StateId) -> State {
        State(self.0 & !(ID_MASK << ID_BITS | HAS_OTHERS)).with_arc(arc)
    }

    #[inline]
    pub(crate) fn tile(self) -> Tile {
        (self.0 >> TILE) as Tile & 63
    }

    #[inline]
    pub(crate) fn accepts(self) -> bool {
        self.0 >> ACCEPTS & 1 != 0
    }

    #[inline]
    pub(crate) fn arc(self) -> StateId {
        (self.0 >> ID_BITS & ID_MASK) as StateId
    }

    #[inline]
    pub(crate) fn next(self) -> StateId {
        (self.0 & ID_MASK) as StateId
    }

    /// Returns the younger of the two states that this one points to.
    #[inline]
    fn latest(self) -> usize {
        self.arc().max(self.next()) as usize
    }

    /// Hashes the state by Fibonacci hashing: the high bits of the product are well
    /// mixed.
    #[inline]
    fn hash(self) -> u64 {
        let bits = self.0 & !HAS_OTHERS;
        (bits ^ bits >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// All states so far, and an index that finds equal ones.
///
/// Most states are made right after the younger of the two states that they point to.
/// Nothing else points there yet, so they are new. So a state is first looked for right
/// after that younger state. The rest are in a small hash table, searched only if
/// [`HAS_OTHERS`] is set on the younger state.
#[derive(Debug)]
pub(crate) struct Registry {
    /// By number, the sink first.
    states: Vec<State>,
    others: Others,
    /// The most states, counting the sink.
    limit: usize,
    /// Whether adding a state has failed.
    full: bool,
}

impl Registry {
    /// Creates a registry with room for about `states` states.
    pub(crate) fn with_capacity(states: usize) -> Registry {
        Registry::with_limit(states, MAX_STATES)
    }

    /// Like [`with_capacity`](Registry::with_capacity), but never holds more
    /// than `limit` states, counting the sink.
    pub(crate) fn with_limit(states: usize, limit: usize) -> Registry {
        let capacity = states.min(limit) + 1;
        let mut registry = Registry {
            states: Vec::with_capacity(capacity),
            others: Others::new(capacity / 16), // about twice as many as a DAWG has
            limit,
            full: false,
        };
        registry.states.push(State::SINK);
        registry
    }

    /// Returns the number of states so far, counting the sink.
    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    /// Returns the number of a state, and adds it if no equal one exists. A full
    /// registry returns the sink, and [`check`](Registry::check) fails.
    #[inline]
    pub(crate) fn intern(&mut self, state: State) -> StateId {
        let latest = state.latest();
        match self.states[latest..] {
            [_, after, ..] if after == state => latest as StateId + 1,
            [to, ..] if to.0 & HAS_OTHERS != 0 => match self.others.search(state, &self.states) {
                (_, id @ 1..) => id,
                (empty, 0) => self.add_other(empty, state),
            },
            [_] => self.add(state),
            _ => self.add_first_other(latest, state),
        }
    }

    /// Adds a new state to the hash table, and sets the flag on `latest`. It is the
    /// first one there whose younger target is `latest`.
    #[inline(never)]
    fn add_first_other(&mut self, latest: usize, state: State) -> StateId {
        self.states[latest].0 |= HAS_OTHERS;
        let (empty, _) = self.others.search(state, &self.states);
        self.add_other(empty, state)
    }

    /// Adds a new state to the hash table.
    #[inline(never)] // keeps `intern` small enough to be inlined
    fn add_other(&mut self, empty: usize, state: State) -> StateId {
        let id = self.add(state);
        if id != 0 {
            self.others.insert(empty, id, &self.states);
        }
        id
    }

    /// Adds a new state without indexing it. It is found again only if it stands right
    /// after the younger state that it points to.
    #[inline]
    pub(crate) fn add(&mut self, state: State) -> StateId {
        let id = self.states.len();
        if id == self.limit {
            self.full = true;
            return 0;
        }
        self.states.push(state);
        id as StateId
    }

    /// Adds the states of a list, from the last to the first, and returns the number of
    /// the first one (`after` for an empty list). They have no next states yet. `after`
    /// follows the last one; 0 means that nothing follows.
    #[inline]
    pub(crate) fn intern_list(&mut self, list: &[State], after: StateId) -> StateId {
        let back = list.iter().rev();
        back.fold(after, |next, state| self.intern(state.with_next(next)))
    }

    /// Clones the registry, with room for about `states` states in all.
    pub(crate) fn fork(&self, states: usize) -> Registry {
        let mut fork = Registry::with_limit(states.max(self.len()), self.limit);
        fork.states.clone_from(&self.states);
        fork.others = self.others.with_room(self.len().min(MANY), &self.states);
        fork
    }

    /// Makes room for the hashed states of a GADDAG, which are about twice as many as
    /// the states so far.
    pub(crate) fn make_room(&mut self) {
        self.others = self
            .others
            .with_room((2 * self.len()).min(MANY), &self.states);
    }

    /// Returns the states from a number on.
    pub(crate) fn states_from(&self, id: usize) -> &[State] {
        self.states.get(id..).unwrap_or_default()
    }

    /// Returns whether adding a state has failed. States added after that are
    /// meaningless.
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

    /// Returns the states by number, the sink first.
    pub(crate) fn into_states(self) -> Vec<State> {
        self.states
    }
}

/// The bits of a slot that hold the number.
const SLOT_ID: u32 = ID_MASK as u32;

/// The most hashed states to make room for in advance.
const MANY: usize = 1 << 20;

/// A hash table with open addressing, from states to their numbers. It is small, so
/// that more of it fits in the cache and less new memory is needed.
#[derive(Clone, Debug)]
struct Others {
    /// The number of a state (24 bits) and 8 bits of its hash; 0 for an empty slot. The
    /// length is a power of two, and at most three quarters of the slots are taken.
    slots: Vec<u32>,
    taken: usize,
}

impl Others {
    /// Creates a table of at least `slots` slots.
    fn new(slots: usize) -> Others {
        Others {
            slots: vec![0; slots.next_power_of_two().max(1 << 10)],
            taken: 0,
        }
    }

    /// Clones the table, with room for at least `room` states.
    fn with_room(&self, room: usize, states: &[State]) -> Others {
        let wanted = (room / 3 * 4).next_power_of_two().min(2 * MAX_STATES);
        let mut larger = Others {
            slots: vec![0; wanted.max(self.slots.len())],
            taken: self.taken,
        };
        for &slot in self.slots.iter().filter(|&&slot| slot != 0) {
            let state = states[(slot & SLOT_ID) as usize];
            let mut at = (state.hash() >> 32) as usize;
            while larger.slots[at & (larger.slots.len() - 1)] != 0 {
                at += 1;
            }
            let at = at & (larger.slots.len() - 1);
            larger.slots[at] = slot;
        }
        larger
    }

    /// Returns a state's slot and number. Number 0 means that the slot is empty and
    /// that the state belongs there.
    #[inline]
    fn search(&self, state: State, states: &[State]) -> (usize, StateId) {
        let hash = state.hash();
        let slots = &self.slots[..];
        let mut at = (hash >> 32) as usize;
        loop {
            at &= slots.len() - 1;
            let slot = slots[at];
            let id = slot & SLOT_ID;
            let is_alike = slot >> ID_BITS == (hash >> 56) as u32;
            if slot == 0 || is_alike && states[id as usize] == state {
                return (at, id);
            }
            at += 1;
        }
    }

    /// Fills the slot that a search found empty.
    #[inline]
    fn insert(&mut self, at: usize, id: StateId, states: &[State]) {
        let hash = states[id as usize].hash();
        self.slots[at] = id | ((hash >> 56) as u32) << ID_BITS;
        self.taken += 1;
        if self.taken > self.slots.len() / 4 * 3 {
            self.grow(states);
        }
    }

    #[cold]
    fn grow(&mut self, states: &[State]) {
        *self = self.with_room(self.slots.len(), states);
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

    #[test]
    fn states_that_point_to_the_same_one_are_found() {
        let mut registry = Registry::with_capacity(1);
        for round in 0..2 {
            for i in 0..5000u32 {
                let state = State::new((i % 60) as u8, false, i / 60, i / 120);
                assert_eq!(registry.intern(state), i + 1, "round {round}");
            }
        }
        assert_eq!(registry.len(), 5001);
    }
}
