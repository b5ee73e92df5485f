//! The search for a line: depth first, with a target.
//!
//! [`Search::reaches`] tells whether some line from a state is worth at least a target.
//! A move is not searched if the bounds, or what is known of the state that it leads
//! to, show that it can't reach the target. When no move reaches it, the most that any
//! of them could bring becomes the known upper bound of the state. Words that use the
//! same letters are one move. Long words come before short ones. The moves of a state
//! depend on gravity: see `fall` and `still`.
//!
//! The answer does not depend on what other searches have put into the table of known
//! bounds, since a bound only cuts moves that can't reach the target. So the first line
//! found is the same with any number of threads.

use crate::grid::solve::bounds::{Bounds, Scratch};
use crate::grid::solve::budget::{Budget, Slice};
use crate::grid::solve::cache::Table;
use crate::grid::solve::options::Techniques;
use crate::grid::solve::rules::{NONE, UNBOUNDED, plus};
use crate::grid::solve::state::Places;
use crate::grid::solve::words::PlayableWords;

/// The data that all threads share.
pub(crate) struct Shared {
    pub(crate) places: Places,
    pub(crate) words: PlayableWords,
    pub(crate) bounds: Bounds,
    pub(crate) known: Table,
    pub(crate) techniques: Techniques,
    pub(crate) budget: Budget,
}

impl Shared {
    /// The state with all letters, and its number.
    pub(crate) fn root(&self) -> (u64, u64) {
        let full = self.places.full();
        (full, self.bounds.index(full))
    }

    /// The known upper bound of a state.
    #[inline]
    pub(crate) fn known_bound(&self, state: u64) -> Option<i32> {
        let bits = self.techniques.cache.then(|| self.known.get(state))??;
        Some((bits as i64 - OFFSET) as i32)
    }

    /// An upper bound on the value of a state; less than `need` if that can be shown.
    /// The state is either `before`, the last state of the scratch's line, or one move
    /// from it.
    #[inline]
    pub(crate) fn hope(
        &self,
        next: (u64, u64),
        before: u64,
        need: i32,
        scratch: &mut Scratch,
    ) -> i32 {
        let known_bound = || self.known_bound(next.0).unwrap_or(UNBOUNDED);
        if !self.techniques.bounds {
            return known_bound();
        }
        let (bound, decided) = self.bounds.known(next, need);
        if bound < need {
            return bound;
        }
        let known = known_bound().min(bound);
        if known < need || decided {
            return known;
        }
        let bound = self.bounds.of_state(next, before, need, scratch);
        bound.min(known)
    }

    /// Remembers the upper bound of a state.
    fn put_bound(&self, state: u64, bound: i32) {
        if self.techniques.cache {
            self.known.put(state, (i64::from(bound) + OFFSET) as u64);
        }
    }
}

/// Added to a bound so that the stored value is not 0.
const OFFSET: i64 = 1 << 40;

/// A move: the letters it takes, its points, and the most that it can bring.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ply {
    pub(crate) set: u64,
    pub(crate) bonus: i32,
    pub(crate) hope: i32,
}

/// The data of a thread's search that do not depend on its kind of moves.
pub(crate) struct Track<'s> {
    pub(crate) shared: &'s Shared,
    pub(crate) plies: Vec<Ply>,
    pub(crate) scratch: Scratch,
    /// The moves of the line found, the last one first.
    pub(crate) line: Vec<u64>,
    pub(crate) slice: Slice<'s>,
}

impl<'s> Track<'s> {
    pub(crate) fn new(shared: &'s Shared) -> Track<'s> {
        Track {
            shared,
            plies: Vec::new(),
            scratch: Scratch::default(),
            line: Vec::new(),
            slice: Slice::new(&shared.budget),
        }
    }
}

/// Sorts the sets of words, the longest words first.
pub(crate) fn sort_sets(sets: &mut [u64]) {
    sets.sort_unstable_by_key(|set| (64 - set.count_ones(), *set));
}

/// Sorts moves by criteria that don't depend on what is known.
fn sort_plies(plies: &mut [Ply]) {
    plies.sort_unstable_by_key(|ply| (64 - ply.set.count_ones(), ply.set, ply.bonus));
}

/// One thread's search.
pub(crate) trait Search<'s> {
    /// Whether to look up a state again before searching it, since another move may
    /// have led there meanwhile.
    const LOOKS_AGAIN: bool;

    fn track(&mut self) -> &mut Track<'s>;

    /// Whether a line that stops here reaches a target; `None` if moves may reach it.
    fn settled(&self, state: u64, target: i32) -> Option<bool>;

    /// An upper bound on the value of a state, as in [`Shared::hope`].
    fn hope(&mut self, next: (u64, u64), before: u64, need: i32) -> i32;

    /// Appends the moves of a state that can reach a target, in any order, and returns
    /// the most that all others and stopping can bring.
    fn push_moves(&mut self, state: (u64, u64), target: i32) -> i32;

    /// Whether a move is a word.
    fn is_word(&self, ply: &Ply) -> bool;

    /// Appends a move if it can reach a target; otherwise returns the most that it can
    /// bring.
    #[inline]
    fn push_move(&mut self, state: (u64, u64), (set, bonus): (u64, i32), target: i32) -> i32 {
        let index = state.1 - self.track().shared.bounds.index(set);
        let hope = self.hope((state.0 ^ set, index), state.0, target - bonus);
        let hope = plus(bonus, hope);
        if hope < target {
            return hope;
        }
        self.track().plies.push(Ply { set, bonus, hope });
        NONE
    }

    /// Like [`push_moves`](Self::push_moves), but in search order.
    fn push_in_order(&mut self, state: (u64, u64), target: i32) -> i32 {
        let start = self.track().plies.len();
        let most = self.push_moves(state, target);
        let track = self.track();
        if track.shared.techniques.order {
            sort_plies(&mut track.plies[start..]);
        }
        most
    }

    /// Whether some line of the whole grid reaches a target, within a number of states.
    fn probe(&mut self, target: i32, states: u64) -> bool {
        let shared = self.track().shared;
        let root = shared.root();
        self.track().slice.go_on(states);
        self.track().scratch.enter();
        let hope = self.hope(root, root.0, target);
        self.track().scratch.leave();
        if hope < target {
            shared.put_bound(root.0, hope);
            return false;
        }
        self.whole_reaches(target, states)
    }

    /// Like [`reaches`](Self::reaches), for the whole grid.
    fn whole_reaches(&mut self, target: i32, _states: u64) -> bool {
        let root = self.track().shared.root();
        self.reaches(root, target)
    }

    /// Whether some line from a state is worth at least `target`; it is then in `line`.
    /// A search that was given up returns false and puts nothing into the table.
    fn reaches(&mut self, state: (u64, u64), target: i32) -> bool {
        if let Some(reaches) = self.settled(state.0, target) {
            self.track().line.clear();
            return reaches;
        }
        if self.track().slice.is_over() {
            return false;
        }
        let start = self.track().plies.len();
        self.track().scratch.enter();
        let reaches = self.any_reaches(state, target);
        self.track().scratch.leave();
        self.track().plies.truncate(start);
        reaches
    }

    fn any_reaches(&mut self, (state, index): (u64, u64), target: i32) -> bool {
        let shared = self.track().shared;
        let start = self.track().plies.len();
        let mut most = self.push_in_order((state, index), target);
        if self.track().slice.stopped {
            return false;
        }
        for at in start..self.track().plies.len() {
            let ply = self.track().plies[at];
            let (next, next_index) = (state ^ ply.set, index - shared.bounds.index(ply.set));
            let known = || shared.known_bound(next);
            let mut hope = match Self::LOOKS_AGAIN {
                true => known().map_or(ply.hope, |known| plus(ply.bonus, known)),
                false => ply.hope,
            };
            if hope >= target {
                if self.reaches((next, next_index), target - ply.bonus) {
                    if self.is_word(&ply) {
                        self.track().line.push(ply.set);
                    }
                    return true;
                }
                if self.track().slice.stopped {
                    return false;
                }
                hope = plus(ply.bonus, known().unwrap_or(UNBOUNDED)).min(target - 1);
            }
            most = most.max(hope);
        }
        shared.put_bound(state, most);
        false
    }
}
