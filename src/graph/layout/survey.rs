//! What layouts with shared tails have to know of each state.
//!
//! Everything about a state fits into 64 bits, and it is read where the state
//! is: one look at memory for each.

use super::roots;
use crate::graph::automaton::Automaton;
use crate::graph::states::{State, StateId};

const ID_BITS: u32 = 24;
const ID_MASK: u64 = (1 << ID_BITS) - 1;

/// By state, from the lowest bit: its head (24 bits), the number of paths that
/// lead to it (32), the number of states from it to the end of its list (7),
/// and whether it is in the DAWG (1).
pub(super) struct Survey(Vec<u64>);

const WAYS: u32 = ID_BITS;
const LENGTH: u32 = WAYS + 32;
const IN_DAWG: u32 = LENGTH + 7;

/// The order of the lists depends on this first. More comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Usage {
    /// Whether the state is the DAWG's, or its list ends with states that are.
    pub(super) in_dawg: bool,
    /// The number of paths from the roots, as far as 32 bits hold it.
    pub(super) ways: u32,
}

impl Survey {
    /// `memory` is used if it is enough; what it holds does not matter.
    pub(super) fn new(automaton: &Automaton, mut memory: Vec<u64>) -> Survey {
        let states = &automaton.states;
        memory.clear();
        memory.resize(states.len(), 0);
        let mut survey = Survey(memory);
        survey.find_heads_and_ways(automaton);
        survey.find_lengths(automaton);
        survey
    }

    /// States before a state in its list, and those whose arc it is, have higher
    /// numbers. From the highest number down, a state knows its head and ways
    /// when it hands them on; the head that comes last is the right one.
    fn find_heads_and_ways(&mut self, automaton: &Automaton) {
        let known = &mut self.0;
        let add = |known: u64, ways: u32| {
            let sum = ((known >> WAYS) as u32).saturating_add(ways);
            known & ID_MASK | u64::from(sum) << WAYS
        };
        for root in roots(automaton) {
            known[root as usize] = add(known[root as usize], 1);
        }
        for (id, state) in automaton.states.iter().enumerate().skip(1).rev() {
            if known[id] & ID_MASK == 0 {
                known[id] |= id as u64;
            }
            let (head, ways) = (known[id] & ID_MASK, (known[id] >> WAYS) as u32);
            let next = &mut known[state.next() as usize];
            *next = add(*next, ways) & !ID_MASK | head;
            let arc = &mut known[state.arc() as usize];
            *arc = add(*arc, ways);
        }
        known[0] = 0; // the sink
    }

    fn find_lengths(&mut self, automaton: &Automaton) {
        let last_in_dawg = match automaton.gaddag_root {
            Some(_) => automaton.dawg_root as usize,
            None => usize::MAX,
        };
        for (id, state) in automaton.states.iter().enumerate().skip(1) {
            let next = self.0[state.next() as usize];
            let length = (next >> LENGTH & 0x7f) + 1;
            let in_dawg = next >> IN_DAWG | u64::from(id <= last_in_dawg);
            self.0[id] |= length << LENGTH | in_dawg << IN_DAWG;
        }
    }

    #[inline]
    pub(super) fn head(&self, id: StateId) -> StateId {
        (self.0[id as usize] & ID_MASK) as StateId
    }

    #[inline]
    pub(super) fn length(&self, id: StateId) -> u8 {
        (self.0[id as usize] >> LENGTH & 0x7f) as u8
    }

    #[inline]
    pub(super) fn usage(&self, id: StateId) -> Usage {
        let known = self.0[id as usize];
        Usage {
            in_dawg: known >> IN_DAWG != 0,
            ways: (known >> WAYS) as u32,
        }
    }

    /// What placing needs, in the same memory.
    pub(super) fn into_links(mut self, states: &[State]) -> Links {
        // Arcs lead to lower numbers: those are still as they were.
        for (id, state) in states.iter().enumerate().skip(1).rev() {
            let to = self.head(state.arc());
            self.0[id] = u64::from(state.next())
                | u64::from(to) << TO
                | u64::from(self.length(id as StateId)) << LINK_LENGTH;
        }
        Links(self.0)
    }
}

/// By state, from the lowest bit: the next one in its list (24 bits); the head
/// of the list that its arc leads into and, once the state has a place, that
/// place instead (24); the number of states from it to the end of its list (7);
/// and whether it has a place (1).
pub(super) struct Links(Vec<u64>);

const TO: u32 = ID_BITS;
const LINK_LENGTH: u32 = TO + ID_BITS;
const PLACED: u32 = LINK_LENGTH + 7;

impl Links {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    pub(super) fn next(&self, id: StateId) -> StateId {
        (self.0[id as usize] & ID_MASK) as StateId
    }

    /// The head of the list that a state leads to, 0 for none and once the
    /// state has a place: it was followed before.
    #[inline]
    pub(super) fn to(&self, id: StateId) -> StateId {
        let link = self.0[id as usize];
        match link >> PLACED {
            0 => (link >> TO & ID_MASK) as StateId,
            _ => 0,
        }
    }

    #[inline]
    pub(super) fn length(&self, id: StateId) -> u8 {
        (self.0[id as usize] >> LINK_LENGTH & 0x7f) as u8
    }

    /// Where a state was placed; 0 if nowhere.
    #[inline]
    pub(super) fn place(&self, id: StateId) -> u32 {
        let link = self.0[id as usize];
        match link >> PLACED {
            0 => 0,
            _ => (link >> TO & ID_MASK) as u32,
        }
    }

    /// Gives a state a place unless it has one; whether it had none.
    #[inline]
    pub(super) fn set_place(&mut self, id: StateId, place: u64) -> bool {
        let link = &mut self.0[id as usize];
        if *link >> PLACED != 0 {
            return false;
        }
        *link = *link & !(ID_MASK << TO) | (place & ID_MASK) << TO | 1 << PLACED;
        true
    }

    /// Looks at some states. Memory fetches them side by side, as no look waits
    /// for another; what is done with them after that finds them at hand.
    #[inline]
    pub(super) fn warm(&self, ids: &[StateId]) {
        let look = |seen, &id: &StateId| seen | self.0[id as usize];
        std::hint::black_box(ids.iter().fold(0, look));
    }
}
