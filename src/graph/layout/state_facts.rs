//! Facts about each state that layouts with shared tails need.

use crate::graph::build::automaton::Automaton;
use crate::graph::build::registry::{State, StateId};
use crate::graph::layout::placement::roots;
use crate::parallel;

/// Facts about all states, by state.
pub(crate) struct StateFacts {
    /// The head: the state from which its list is written.
    heads: Vec<StateId>,
    /// The number of paths that lead to it, capped at `u32::MAX`.
    paths: Vec<u32>,
    /// The number of states from it to the end of its list (7 bits), and a flag for
    /// states of the DAWG (1 bit).
    lengths: Vec<u8>,
}

const IN_DAWG: u32 = 7;

/// How much a state is used: the first sort key of lists. It is the number of paths
/// from the roots (32 bits), and above it a flag that is set if the state is in the
/// DAWG or its list ends with states that are.
pub(crate) type Usage = u64;

impl StateFacts {
    /// Computes the facts of all states.
    pub(crate) fn of(automaton: &Automaton) -> StateFacts {
        let (paths, (heads, lengths)) = parallel::join(
            || paths(automaton),
            || (heads(&automaton.states), lengths(automaton)),
        );
        StateFacts {
            heads,
            paths,
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
        let in_dawg = self.lengths[id as usize] >> IN_DAWG;
        u64::from(in_dawg) << 32 | u64::from(self.paths[id as usize])
    }

    /// Returns the links that placing follows.
    pub(crate) fn links<'s>(&self, states: &'s [State]) -> Links<'s> {
        let links = parallel::collect(states, |id, state| {
            let length = self.lengths[id];
            let to = self.head(state.arc());
            let is_before = u32::from(state.next() as usize + 1 == id);
            // The sink has length 0 and is never looked up.
            let more = u32::from((length & 0x7f).saturating_sub(1));
            to | is_before << IS_BEFORE | more << MORE
        });
        Links { links, states }
    }
}

/// Finds the head of each state. The states before a state in its list have higher
/// numbers. So, from the highest number down, each state passes its head on to the next
/// one, and the last head passed on is the right one.
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

/// Counts the paths to each state. All states that point to a state have higher
/// numbers. So, from the highest number down, its count is complete when it is passed
/// on.
fn paths(automaton: &Automaton) -> Vec<u32> {
    let mut paths = vec![0u32; automaton.states.len()];
    let add = |paths: &mut u32, more: u32| *paths = paths.saturating_add(more);
    for root in roots(automaton) {
        add(&mut paths[root as usize], 1);
    }
    let states = &automaton.states;
    for id in (1..states.len()).rev() {
        let (state, more) = (states[id], paths[id]);
        add(&mut paths[state.next() as usize], more);
        add(&mut paths[state.arc() as usize], more);
    }
    paths
}

/// Computes the lengths, with their flags. The next state of a state has a lower
/// number.
fn lengths(automaton: &Automaton) -> Vec<u8> {
    let last_in_dawg = match automaton.gaddag_root {
        Some(_) => automaton.dawg_root as usize,
        None => usize::MAX,
    };
    let mut known = vec![0u8; automaton.states.len()];
    for (id, state) in automaton.states.iter().enumerate().skip(1) {
        let next = known[state.next() as usize]; // with its flag
        known[id] = (next + 1) | u8::from(id <= last_in_dawg) << IN_DAWG;
    }
    known
}

/// The next state and the arc of each state, in a form that is fast to follow.
pub(crate) struct Links<'s> {
    /// By state: half the size of a state, so that more of them fit the cache. A link
    /// holds the head of the list that the arc leads into (24 bits), a flag that is set
    /// if the next state is the one with the preceding number (1 bit), as it nearly
    /// always is, and the number of states after it in the list (6 bits).
    links: Vec<u32>,
    states: &'s [State],
}

const IS_BEFORE: u32 = 24;
const MORE: u32 = IS_BEFORE + 1;

impl Links<'_> {
    /// The number of states.
    pub(crate) fn len(&self) -> usize {
        self.links.len()
    }

    /// Returns the next state of the list, 0 after the last, and the head of the list
    /// that the arc leads to, 0 for none.
    #[inline]
    pub(crate) fn get(&self, id: StateId) -> (StateId, StateId) {
        let link = self.links[id as usize];
        let next = match (link >> MORE, link >> IS_BEFORE & 1) {
            (0, _) => 0,
            (_, 0) => self.states[id as usize].next(),
            _ => id - 1,
        };
        (next, link & ((1 << IS_BEFORE) - 1))
    }

    /// The number of states from this one to the end of its list.
    #[inline]
    pub(crate) fn length(&self, id: StateId) -> u8 {
        (self.links[id as usize] >> MORE) as u8 + 1
    }

    /// Fetches some states into the cache. The reads are independent.
    #[inline]
    pub(crate) fn warm(&self, ids: &[StateId]) {
        let look = |seen, &id: &StateId| seen | self.links[id as usize];
        std::hint::black_box(ids.iter().fold(0, look));
    }
}
