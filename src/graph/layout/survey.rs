//! What layouts with shared tails have to know of each state.

use super::roots;
use crate::graph::automaton::Automaton;
use crate::graph::states::{State, StateId};
use rayon::prelude::*;

const ID_BITS: u32 = 24;
const ID_MASK: u64 = (1 << ID_BITS) - 1;

/// What is known of each state.
pub(super) struct Survey {
    /// From the lowest bit: its head (24 bits), and the number of paths that
    /// lead to it (32).
    heads: Vec<u64>,
    /// The number of states from it to the end of its list (7 bits), and whether
    /// it is in the DAWG (1).
    lengths: Vec<u8>,
}

const WAYS: u32 = ID_BITS;
const IN_DAWG: u32 = 7;

/// The order of the lists depends on this first. More comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Usage {
    /// Whether the state is the DAWG's, or its list ends with states that are.
    pub(super) in_dawg: bool,
    /// The number of paths from the roots, as far as 32 bits hold it.
    pub(super) ways: u32,
}

impl Survey {
    pub(super) fn new(automaton: &Automaton) -> Survey {
        let (heads, lengths) = rayon::join(|| heads_and_ways(automaton), || lengths(automaton));
        Survey { heads, lengths }
    }

    #[inline]
    pub(super) fn head(&self, id: StateId) -> StateId {
        (self.heads[id as usize] & ID_MASK) as StateId
    }

    #[inline]
    pub(super) fn length(&self, id: StateId) -> u8 {
        self.lengths[id as usize] & 0x7f
    }

    #[inline]
    pub(super) fn usage(&self, id: StateId) -> Usage {
        Usage {
            in_dawg: self.lengths[id as usize] >> IN_DAWG != 0,
            ways: (self.heads[id as usize] >> WAYS) as u32,
        }
    }

    /// What placing needs.
    pub(super) fn links(&self, states: &[State]) -> Links {
        let mut links = Vec::with_capacity(states.len());
        links.par_extend(states.par_iter().zip(&self.lengths).map(|(state, length)| {
            let to = u64::from(self.head(state.arc()));
            let length = u64::from(length & 0x7f);
            Link(u64::from(state.next()) | to << TO | length << LINK_LENGTH)
        }));
        Links(links)
    }
}

/// States before a state in its list, and those whose arc it is, have higher
/// numbers. From the highest number down, a state knows its head and ways when
/// it hands them on; the head that comes last is the right one.
fn heads_and_ways(automaton: &Automaton) -> Vec<u64> {
    let mut known = vec![0; automaton.states.len()];
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
    known
}

/// Next states have lower numbers.
fn lengths(automaton: &Automaton) -> Vec<u8> {
    let last_in_dawg = match automaton.gaddag_root {
        Some(_) => automaton.dawg_root as usize,
        None => usize::MAX,
    };
    let mut known = Vec::with_capacity(automaton.states.len());
    known.push(0); // the sink
    for (id, state) in automaton.states.iter().enumerate().skip(1) {
        let next: u8 = known[state.next() as usize];
        known.push((next + 1) | u8::from(id <= last_in_dawg) << IN_DAWG);
    }
    known
}

/// By state: what placing has to know.
pub(super) struct Links(Vec<Link>);

/// From the lowest bit: the next state in the list (24 bits); the head of the
/// list that the state's arc leads into and, once the state has a place, that
/// place instead (24); the number of states from it to the end of its list (7);
/// and whether it has a place (1).
#[derive(Clone, Copy)]
pub(super) struct Link(u64);

const TO: u32 = ID_BITS;
const LINK_LENGTH: u32 = TO + ID_BITS;
const PLACED: u32 = LINK_LENGTH + 7;

impl Link {
    #[inline]
    pub(super) fn next(self) -> StateId {
        (self.0 & ID_MASK) as StateId
    }

    /// The head of the list that a state leads to, 0 for none and once the
    /// state has a place: it was followed before.
    #[inline]
    pub(super) fn to(self) -> StateId {
        match self.0 >> PLACED {
            0 => (self.0 >> TO) as StateId & ID_MASK as StateId,
            _ => 0,
        }
    }

    #[inline]
    pub(super) fn length(self) -> u8 {
        (self.0 >> LINK_LENGTH & 0x7f) as u8
    }
}

impl Links {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    pub(super) fn get(&self, id: StateId) -> Link {
        self.0[id as usize]
    }

    /// Where a state was placed; 0 if nowhere.
    #[inline]
    pub(super) fn place(&self, id: StateId) -> u32 {
        let Link(link) = self.get(id);
        match link >> PLACED {
            0 => 0,
            _ => (link >> TO) as u32 & ID_MASK as u32,
        }
    }

    /// Gives a state a place unless it has one. Returns whether it had none,
    /// and the next state of the list.
    #[inline]
    pub(super) fn set_place(&mut self, id: StateId, place: u64) -> (bool, StateId) {
        let Link(link) = &mut self.0[id as usize];
        let is_new = *link >> PLACED == 0;
        if is_new {
            *link = *link & !(ID_MASK << TO) | (place & ID_MASK) << TO | 1 << PLACED;
        }
        (is_new, (*link & ID_MASK) as StateId)
    }

    /// Looks at some states. Memory fetches them side by side, as no look waits
    /// for another; what is done with them after that finds them at hand.
    #[inline]
    pub(super) fn warm(&self, ids: &[StateId]) {
        let look = |seen, &id: &StateId| seen | self.get(id).0;
        std::hint::black_box(ids.iter().fold(0, look));
    }
}
