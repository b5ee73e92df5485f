//! Facts about each state that layouts with shared tails need.

use crate::graph::build::automaton::Automaton;
use crate::graph::build::registry::{State, StateId};
use crate::graph::layout::placement::roots;
use crate::parallel;
use crate::parallel::prelude::*;

/// The facts, by state.
pub(crate) struct StateFacts {
    /// The head: the state that its list is written from.
    heads: Vec<StateId>,
    /// The number of paths that lead to it; at most `u32::MAX`.
    paths: Vec<u32>,
    /// The number of states after it in its list (6 bits, as a list has each tile
    /// once); a flag if these have falling numbers without gaps, as nearly always;
    /// and a flag for states of the DAWG.
    rests: Vec<u8>,
}

const AFTER: u8 = 0x3f;
const IS_RUN: u8 = 1 << 6;
const IN_DAWG: u8 = 1 << 7;

/// How much a state is used, the first key of the order of lists: the number of
/// paths from the roots (32 bits), and before it a flag if the state is in the DAWG
/// or its list ends with states that are.
pub(crate) type Usage = u64;

impl StateFacts {
    /// Finds the facts of all states.
    pub(crate) fn of(automaton: &Automaton) -> StateFacts {
        let (paths, (heads, rests)) = parallel::join(
            || paths(automaton),
            || (heads(&automaton.states), rests(automaton)),
        );
        StateFacts {
            heads,
            paths,
            rests,
        }
    }

    #[inline]
    pub(crate) fn head(&self, id: StateId) -> StateId {
        self.heads[id as usize]
    }

    /// The number of states after this one in its list.
    #[inline]
    pub(crate) fn after(&self, id: StateId) -> u8 {
        self.rests[id as usize] & AFTER
    }

    #[inline]
    pub(crate) fn usage(&self, id: StateId) -> Usage {
        let in_dawg = self.rests[id as usize] & IN_DAWG;
        u64::from(in_dawg) << 25 | u64::from(self.paths[id as usize])
    }

    /// The links that placing follows.
    pub(crate) fn links<'s>(&self, states: &'s [State]) -> Links<'s> {
        let mut links = Vec::with_capacity(states.len());
        let known = states.par_iter().zip(&self.rests);
        links.par_extend(known.map(|(state, rest)| {
            let rest = u32::from(rest & (AFTER | IS_RUN));
            Link(self.head(state.arc()) | rest << HEAD_BITS)
        }));
        Links { links, states }
    }
}

/// Finds the head of each state. States before it in its list have higher
/// numbers, so from the highest number down each state passes its head on to
/// the next one. The head that comes last is the right one.
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

/// Counts the paths to each state. All states that point to it have higher
/// numbers, so from the highest number down its count is known when it is
/// passed on.
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

/// Finds what comes after each state in its list. Next states have lower numbers.
fn rests(automaton: &Automaton) -> Vec<u8> {
    let last_in_dawg = match automaton.gaddag_root {
        Some(_) => automaton.dawg_root as usize,
        None => usize::MAX,
    };
    let mut rests = vec![0u8; automaton.states.len()];
    rests[0] = AFTER | IS_RUN; // one more is none
    for (id, state) in automaton.states.iter().enumerate().skip(1) {
        let next = state.next() as usize;
        // Without branches, which could not be predicted.
        let goes_on = u8::from(next + 1 == id) | u8::from(next == 0);
        let rest = rests[next];
        let kept = rest & (IN_DAWG | (goes_on * IS_RUN));
        let in_dawg = u8::from(id <= last_in_dawg) * IN_DAWG;
        rests[id] = ((rest + 1) & AFTER) | kept | in_dawg;
    }
    rests
}

/// The next state and the arc of each state, in a form that is quick to follow.
pub(crate) struct Links<'s> {
    /// By state.
    links: Vec<Link>,
    states: &'s [State],
}

/// A link, half as large as a state, so that more of them are in the cache: the
/// head of the list that the arc leads into (24 bits); the number of states after
/// it in its own list (6 bits); and a flag if their numbers have no gaps.
#[derive(Clone, Copy)]
pub(crate) struct Link(u32);

const HEAD_BITS: u32 = 24;

impl Link {
    /// The head of the list that the arc leads to; 0 for none.
    #[inline]
    pub(crate) fn to(self) -> StateId {
        self.0 & ((1 << HEAD_BITS) - 1)
    }

    /// The number of states after this one in its list.
    #[inline]
    pub(crate) fn after(self) -> u32 {
        self.0 >> HEAD_BITS & u32::from(AFTER)
    }

    /// Whether each state after this one has the number before.
    #[inline]
    pub(crate) fn is_run(self) -> bool {
        self.0 >> HEAD_BITS & u32::from(IS_RUN) != 0
    }
}

impl Links<'_> {
    /// The number of states.
    pub(crate) fn len(&self) -> usize {
        self.links.len()
    }

    #[inline]
    pub(crate) fn get(&self, id: StateId) -> Link {
        self.links[id as usize]
    }

    /// A list, as a link that leads to its head.
    #[inline]
    pub(crate) fn list(&self, head: StateId) -> Link {
        Link(self.get(head).0 >> HEAD_BITS << HEAD_BITS | head)
    }

    /// The next state of a list, 0 after the last.
    #[inline]
    pub(crate) fn next(&self, id: StateId, link: Link) -> StateId {
        match link.is_run() {
            true if link.after() == 0 => 0,
            true => id - 1,
            false => self.states[id as usize].next(),
        }
    }

    /// Fetches some states into the cache. The reads don't wait for each other.
    #[inline]
    pub(crate) fn warm(&self, ids: &[StateId]) {
        let look = |seen, &id: &StateId| seen | self.links[id as usize].0;
        std::hint::black_box(ids.iter().fold(0, look));
    }
}
