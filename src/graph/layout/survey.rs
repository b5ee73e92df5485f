//! What layouts with shared tails have to know of each state.

use crate::graph::build::automaton::Automaton;
use crate::graph::build::registry::{State, StateId};
use crate::graph::layout::roots;
use crate::parallel;
use crate::parallel::prelude::*;

/// What is known of each state.
pub(crate) struct Survey {
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
pub(crate) struct Usage {
    /// Whether the state is the DAWG's, or its list ends with states that are.
    pub(crate) in_dawg: bool,
    /// The number of paths from the roots, as far as 32 bits hold it.
    pub(crate) ways: u32,
}

impl Survey {
    pub(crate) fn new(automaton: &Automaton) -> Survey {
        let (ways, (heads, lengths)) = parallel::join(
            || ways(automaton),
            || (heads(&automaton.states), lengths(automaton)),
        );
        Survey {
            heads,
            ways,
            lengths,
        }
    }

    /// The number of states.
    pub(crate) fn len(&self) -> usize {
        self.heads.len()
    }

    #[inline]
    pub(crate) fn head(&self, id: StateId) -> StateId {
        self.heads[id as usize]
    }

    #[inline]
    pub(crate) fn length(&self, id: StateId) -> u8 {
        self.lengths[id as usize] & 0x7f
    }

    #[inline]
    pub(crate) fn usage(&self, id: StateId) -> Usage {
        Usage {
            in_dawg: self.lengths[id as usize] >> IN_DAWG != 0,
            ways: self.ways[id as usize],
        }
    }

    /// What placing needs.
    pub(crate) fn links<'s>(&self, states: &'s [State]) -> Links<'s> {
        let mut links = Vec::with_capacity(states.len());
        let known = states.par_iter().zip(&self.lengths).enumerate();
        links.par_extend(known.map(|(id, (state, length))| {
            let to = self.head(state.arc());
            let is_before = u32::from(state.next() as usize + 1 == id);
            // The sink has a length of 0; nobody asks for it.
            let more = u32::from((length & 0x7f).saturating_sub(1));
            Link(to | is_before << IS_BEFORE | more << MORE)
        }));
        Links { links, states }
    }
}

/// States before a state in its list have higher numbers. From the highest
/// number down, a state knows its head when it hands it on; the head that comes
/// last is the right one.
fn heads(states: &[State]) -> Vec<StateId> {
    let mut heads = vec![0; states.len()];
    for id in (1..states.len()).rev() {
        let head = match heads[id] {
            0 => id as StateId,
            head => head,
        };
        heads[id] = head;
        heads[states[id].next() as usize] = head;
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
    let states = &automaton.states;
    for id in (1..states.len()).rev() {
        let (state, more) = (states[id], ways[id]);
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
    let mut known = vec![0u8; automaton.states.len()];
    for (id, state) in automaton.states.iter().enumerate().skip(1) {
        let next = known[state.next() as usize]; // with its bit for the DAWG
        known[id] = (next + 1) | u8::from(id <= last_in_dawg) << IN_DAWG;
    }
    known
}

/// What placing has to know.
pub(crate) struct Links<'s> {
    /// By state.
    links: Vec<Link>,
    states: &'s [State],
}

/// Half as large as a state, so that more of them are at hand: the head of the
/// list that a state's arc leads into (24 bits); whether the next state of its
/// own list is the one with the number before (1), as it nearly always is; and
/// how many come after it in the list (6).
#[derive(Clone, Copy)]
struct Link(u32);

const IS_BEFORE: u32 = 24;
const MORE: u32 = IS_BEFORE + 1;

impl Links<'_> {
    /// The number of states.
    pub(crate) fn len(&self) -> usize {
        self.links.len()
    }

    /// The next state of a state's list, 0 if it is the last; and the head of
    /// the list that the state leads to, 0 for none.
    #[inline]
    pub(crate) fn get(&self, id: StateId) -> (StateId, StateId) {
        let Link(link) = self.links[id as usize];
        let next = match (link >> MORE, link >> IS_BEFORE & 1) {
            (0, _) => 0,
            (_, 0) => self.states[id as usize].next(),
            _ => id - 1,
        };
        (next, link & ((1 << IS_BEFORE) - 1))
    }

    /// How many states a list has from one of them on.
    #[inline]
    pub(crate) fn length(&self, id: StateId) -> u8 {
        (self.links[id as usize].0 >> MORE) as u8 + 1
    }

    /// Looks at some states. Memory fetches them side by side, as no look waits
    /// for another; what is done with them after that finds them at hand.
    #[inline]
    pub(crate) fn warm(&self, ids: &[StateId]) {
        let look = |seen, &id: &StateId| seen | self.links[id as usize].0;
        std::hint::black_box(ids.iter().fold(0, look));
    }
}
