//! What layouts with shared tails have to know of each state.

use super::roots;
use crate::graph::automaton::Automaton;
use crate::graph::states::{State, StateId};
use rayon::prelude::*;

const ID_BITS: u32 = 24;
const ID_MASK: u64 = (1 << ID_BITS) - 1;

/// What is known of each state.
pub(super) struct Survey {
    /// The state that its list is written from.
    heads: Vec<StateId>,
    /// The number of paths that lead to it, as far as 32 bits hold it.
    ways: Vec<u32>,
    /// The number of states from it to the end of its list (7 bits), and whether
    /// it is in the DAWG (1).
    lengths: Vec<u8>,
}

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
        let (ways, (heads, lengths)) = rayon::join(
            || ways(automaton),
            || (heads(&automaton.states), lengths(automaton)),
        );
        Survey {
            heads,
            ways,
            lengths,
        }
    }

    #[inline]
    pub(super) fn head(&self, id: StateId) -> StateId {
        self.heads[id as usize]
    }

    #[inline]
    pub(super) fn length(&self, id: StateId) -> u8 {
        self.lengths[id as usize] & 0x7f
    }

    #[inline]
    pub(super) fn usage(&self, id: StateId) -> Usage {
        Usage {
            in_dawg: self.lengths[id as usize] >> IN_DAWG != 0,
            ways: self.ways[id as usize],
        }
    }

    /// What placing needs.
    pub(super) fn links(&self, states: &[State]) -> Links {
        let mut links = Vec::with_capacity(states.len());
        links.par_extend(states.par_iter().zip(&self.lengths).map(|(state, length)| {
            let to = u64::from(self.head(state.arc()));
            let length = u64::from(length & 0x7f);
            Link(u64::from(state.next()) | to << TO | length << LENGTH)
        }));
        Links(links)
    }
}

/// States before a state in its list have higher numbers. From the highest
/// number down, a state knows its head when it hands it on; the head that comes
/// last is the right one.
fn heads(states: &[State]) -> Vec<StateId> {
    let mut heads = vec![0; states.len()];
    for (id, state) in states.iter().enumerate().skip(1).rev() {
        let head = match heads[id] {
            0 => id as StateId,
            head => head,
        };
        heads[id] = head;
        heads[state.next() as usize] = head;
    }
    heads[0] = 0; // the sink
    heads
}

/// So do states whose arc it is: a state knows all its ways when it hands them on.
fn ways(automaton: &Automaton) -> Vec<u32> {
    let mut ways = vec![0u32; automaton.states.len()];
    let add = |ways: &mut u32, more: u32| *ways = ways.saturating_add(more);
    for root in roots(automaton) {
        add(&mut ways[root as usize], 1);
    }
    for (id, state) in automaton.states.iter().enumerate().skip(1).rev() {
        let more = ways[id];
        add(&mut ways[state.next() as usize], more);
        add(&mut ways[state.arc() as usize], more);
    }
    ways
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
/// list that the state's arc leads into (24); the number of states from it to
/// the end of its list (7).
#[derive(Clone, Copy)]
pub(super) struct Link(u64);

const TO: u32 = ID_BITS;
const LENGTH: u32 = TO + ID_BITS;

impl Link {
    #[inline]
    pub(super) fn next(self) -> StateId {
        (self.0 & ID_MASK) as StateId
    }

    /// The head of the list that a state leads to, 0 for none.
    #[inline]
    pub(super) fn to(self) -> StateId {
        (self.0 >> TO & ID_MASK) as StateId
    }

    #[inline]
    pub(super) fn length(self) -> u8 {
        (self.0 >> LENGTH) as u8
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

    /// Looks at some states. Memory fetches them side by side, as no look waits
    /// for another; what is done with them after that finds them at hand.
    #[inline]
    pub(super) fn warm(&self, ids: &[StateId]) {
        let look = |seen, &id: &StateId| seen | self.get(id).0;
        std::hint::black_box(ids.iter().fold(0, look));
    }
}
