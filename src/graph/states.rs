//! States: the nodes of the automaton while it is being built.
//!
//! A state is (tile, accepts, arc, next). Arc is the first state of the list
//! that goes on, next the following state of the same list; both are numbers
//! of states made before, and 0 is the sink. Equal states are one state, and
//! states are numbered in the order in which they are first made: the layouts
//! depend on those numbers, so they must not depend on anything else.

use crate::error::{Error, Result};
use crate::memory::large;
use crate::tiles::Tile;

/// The number of a state; 0 is the sink.
pub(crate) type StateId = u32;

const ID_BITS: u32 = 24;
const ID_MASK: u64 = (1 << ID_BITS) - 1;

/// The most states worth making, the sink included: each one is written at
/// least once, and no file has more nodes.
const MAX_STATES: usize = 1 << ID_BITS;

/// A state in 55 bits: next, arc, accepts, tile, from the lowest.
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

    /// The state with a next one, where it had none.
    #[inline]
    pub(super) fn with_next(self, next: StateId) -> State {
        State(self.0 | u64::from(next))
    }

    /// The state with an arc, where it had none.
    #[inline]
    pub(super) fn with_arc(self, arc: StateId) -> State {
        State(self.0 | u64::from(arc) << ID_BITS)
    }

    /// The state with other numbers for those it points to.
    #[inline]
    fn renumbered(self, ids: &[StateId]) -> State {
        let (arc, next) = (ids[self.arc() as usize], ids[self.next() as usize]);
        State::new(self.tile(), self.accepts(), arc, next)
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

/// All states made so far, and where to find one that is equal to another.
///
/// Memory is slow and there are millions of searches, so equal states are
/// looked for near what they lead to. Paths are typed in order: a state is most
/// often made right after those it points to, and found again after them. Each
/// line of slots, as long as a cache line, stands for four neighbouring states,
/// and has the states that point to one of them and to no later one. What finds
/// its line full goes into a hash table. That takes in what very many states
/// point to, but few of all states, and so stays small.
#[derive(Debug)]
pub(crate) struct StateTable {
    /// By number; the sink first.
    states: Vec<State>,
    /// The lines, one after the other; 0 for an empty slot.
    near: Vec<u64>,
    far: FarTable,
}

/// The slots of a line.
const LINE: usize = 8;
/// How many states share a line, as a power of two.
const SHARED_BITS: u32 = 2;

impl StateTable {
    /// A table with room for about so many states.
    pub(crate) fn with_capacity(states: usize) -> StateTable {
        let states = states.min(MAX_STATES) + 1;
        let mut table = StateTable {
            states: large(states),
            near: large((states >> SHARED_BITS) * LINE + LINE),
            far: FarTable::new(),
        };
        table.states.push(State::SINK);
        table.near.resize(LINE, 0);
        table
    }

    /// The number of states so far, the sink included.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// The number of a state, made new if there was none like it.
    #[inline]
    pub(crate) fn intern(&mut self, state: State) -> Result<StateId> {
        let (start, wanted) = near_slot(state);
        let Some(line) = self.near.get_mut(start..start + LINE) else {
            return Err(Error::input(
                "",
                "a state leads to one that is not made yet",
            ));
        };
        for slot in line {
            if *slot == 0 {
                let id = add(&mut self.states, state)?;
                *slot = wanted << ID_BITS | u64::from(id);
                self.open_line();
                return Ok(id);
            }
            if *slot >> ID_BITS == wanted {
                return Ok((*slot & ID_MASK) as StateId);
            }
        }
        let make = || add(&mut self.states, state);
        let id = self.far.find_or_insert(state, make)?;
        self.open_line();
        Ok(id)
    }

    /// The number of the first state of a list, which is made from its last to
    /// its first; 0 for an empty one. The list's states have no next ones yet.
    #[inline]
    pub(super) fn intern_list(&mut self, list: &[State]) -> Result<StateId> {
        let mut first = 0;
        for state in list.iter().rev() {
            first = self.intern(state.with_next(first))?;
        }
        Ok(first)
    }

    /// A table with the same states, for another thread to go on with.
    pub(super) fn fork(&self) -> StateTable {
        let mut fork = StateTable::with_capacity(self.states.capacity() / 2);
        fork.states.clone_from(&self.states);
        fork.near.clone_from(&self.near);
        fork.far = self.far.clone();
        fork
    }

    /// Makes all states of a fork, in its order, and returns one of its lists
    /// as a list of this table. Up to `common` the two have the same states.
    pub(super) fn absorb(
        &mut self,
        fork: StateTable,
        common: usize,
        list: Vec<State>,
    ) -> Result<Vec<State>> {
        let states = fork.states;
        drop((fork.near, fork.far));
        // By number in the fork: the number here.
        let mut ids: Vec<StateId> = (0..common as StateId).collect();
        ids.reserve(states.len() - common);
        for state in &states[common..] {
            let id = self.intern(state.renumbered(&ids))?;
            ids.push(id);
        }
        Ok(list
            .into_iter()
            .map(|state| state.renumbered(&ids))
            .collect())
    }

    /// Looks at the line of a state that will be pointed to soon: memory then
    /// fetches it while other work goes on.
    #[inline]
    pub(super) fn warm(&self, id: StateId) {
        std::hint::black_box(self.near[(id >> SHARED_BITS) as usize * LINE]);
    }

    /// Sees to it that the latest state has a line.
    #[inline]
    fn open_line(&mut self) {
        if self.states.len() << 1 > self.near.len() {
            self.near.resize(self.near.len() + LINE, 0);
        }
    }

    /// The states by number, the sink first, and memory that is free now.
    pub(super) fn into_states_and_memory(self) -> (Vec<State>, Vec<u64>) {
        (self.states, self.near)
    }
}

/// Where a state's line begins, and what its slot has above the number: with
/// the line, that tells the state.
#[inline]
fn near_slot(state: State) -> (usize, u64) {
    let (arc, next) = (state.arc(), state.next());
    let (latest, other) = (arc.max(next), arc.min(next));
    let tile_and_accepts = state.0 >> (2 * ID_BITS);
    let rest = tile_and_accepts << (ID_BITS + SHARED_BITS + 1)
        | u64::from(other) << (SHARED_BITS + 1)
        | u64::from(latest & ((1 << SHARED_BITS) - 1)) << 1
        | u64::from(arc < next);
    ((latest >> SHARED_BITS) as usize * LINE, rest)
}

/// Numbers a new state.
#[inline]
fn add(states: &mut Vec<State>, state: State) -> Result<StateId> {
    let id = states.len();
    if id >= MAX_STATES {
        return Err(Error::input(
            "",
            format!("the graph has more than {MAX_STATES} nodes; no format holds as many"),
        ));
    }
    states.push(state);
    Ok(id as StateId)
}

/// A hash table with open addressing: states with their numbers.
#[derive(Clone, Debug)]
struct FarTable {
    /// Number 0 for an empty slot. The length is a power of two, and at most
    /// three quarters are taken.
    slots: Vec<(State, StateId)>,
    taken: usize,
}

impl FarTable {
    const EMPTY: (State, StateId) = (State::SINK, 0);

    fn new() -> FarTable {
        FarTable {
            slots: vec![Self::EMPTY; 1 << 10],
            taken: 0,
        }
    }

    fn find_or_insert(
        &mut self,
        state: State,
        make: impl FnOnce() -> Result<StateId>,
    ) -> Result<StateId> {
        if self.taken >= self.slots.len() / 4 * 3 {
            self.grow();
        }
        let at = self.search(state);
        let slot = &mut self.slots[at];
        if slot.1 == 0 {
            *slot = (state, make()?);
            self.taken += 1;
        }
        Ok(slot.1)
    }

    /// The slot with a state, or the empty one where it belongs.
    #[inline]
    fn search(&self, state: State) -> usize {
        // Fibonacci hashing: the high bits of the product are well mixed.
        let mixed = (state.0 ^ state.0 >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mask = self.slots.len() - 1;
        let mut at = (mixed >> 32) as usize & mask;
        while self.slots[at].1 != 0 && self.slots[at].0 != state {
            at = (at + 1) & mask;
        }
        at
    }

    #[cold]
    fn grow(&mut self) {
        let mut larger = large(2 * self.slots.len());
        larger.resize(2 * self.slots.len(), Self::EMPTY);
        for slot in std::mem::replace(&mut self.slots, larger) {
            if slot.1 != 0 {
                let at = self.search(slot.0);
                self.slots[at] = slot;
            }
        }
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
        assert_eq!(table.len(), 1001);
    }
}
