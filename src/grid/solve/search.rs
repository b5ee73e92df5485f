//! The search for a line: depth first, with a target.
//!
//! [`Worker::reaches`] says whether some line from a state is worth at least a
//! target. A move that can't reach it, by the bounds or by what
//! is known of the state that it leads to, is not searched. When no move reaches
//! it, the most that any of them could give becomes the known upper bound of the
//! state. Words that use the same letters are one move. Long words come before short
//! ones.
//!
//! The answer does not depend on what other searches have put into the table of
//! known bounds: a bound only ever cuts what can't reach the target. So the first
//! line found is the same with any number of threads.

use crate::grid::solve::bounds::{Bounds, Scratch};
use crate::grid::solve::budget::{Budget, Slice};
use crate::grid::solve::cache::Table;
use crate::grid::solve::options::Techniques;
use crate::grid::solve::rules::{NONE, UNBOUNDED, plus};
use crate::grid::solve::state::{Places, trace_all};
use crate::grid::solve::words::PlayableWords;

/// What all threads share.
pub(crate) struct Shared {
    pub(crate) places: Places,
    pub(crate) words: PlayableWords,
    pub(crate) bounds: Bounds,
    pub(crate) known: Table,
    pub(crate) techniques: Techniques,
    pub(crate) budget: Budget,
}

impl Shared {
    /// The upper bound of a state that a search has found.
    #[inline]
    pub(crate) fn known_bound(&self, state: u64) -> Option<i32> {
        let bits = self.techniques.cache.then(|| self.known.get(state))??;
        Some((bits as i64 - OFFSET) as i32)
    }

    /// An upper bound on the value of a state, less than `need` if that can be
    /// shown. The state is `before`, the last of the scratch's line, or a move from
    /// there leads to it.
    #[inline]
    pub(crate) fn hope(
        &self,
        (state, index): (u64, u64),
        before: u64,
        need: i32,
        scratch: &mut Scratch,
    ) -> i32 {
        if !self.techniques.bounds {
            return self.known_bound(state).unwrap_or(UNBOUNDED);
        }
        let (bound, decided) = self.bounds.known((state, index), need);
        if bound < need {
            return bound;
        }
        let known = self.known_bound(state).unwrap_or(UNBOUNDED).min(bound);
        if known < need || decided {
            return known;
        }
        let bound = self.bounds.of_state((state, index), before, need, scratch);
        bound.min(known)
    }

    /// What a move can give that was searched and did not reach the target.
    pub(crate) fn hope_in_vain(&self, ply: &Ply, next: u64, target: i32) -> i32 {
        let known = self.known_bound(next).unwrap_or(UNBOUNDED);
        plus(ply.bonus, known).min(target - 1)
    }

    /// Remembers the upper bound of a state.
    pub(crate) fn put_bound(&self, state: u64, bound: i32) {
        if self.techniques.cache {
            self.known.put(state, (i64::from(bound) + OFFSET) as u64);
        }
    }
}

/// Added to a bound so that what is kept is not 0.
const OFFSET: i64 = 1 << 40;

/// A move: the letters it takes, its points, and the most that it can give.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ply {
    pub(crate) set: u64,
    pub(crate) bonus: i32,
    pub(crate) hope: i32,
}

/// One thread's search.
pub(crate) struct Worker<'s> {
    pub(crate) shared: &'s Shared,
    near: [u64; 64],
    sets: Vec<u64>,
    plies: Vec<Ply>,
    scratch: Scratch,
    /// The moves of the line that was found, the last one first.
    pub(crate) line: Vec<u64>,
    pub(crate) slice: Slice<'s>,
}

impl<'s> Worker<'s> {
    pub(crate) fn new(shared: &'s Shared) -> Worker<'s> {
        Worker {
            shared,
            near: [0; 64],
            sets: Vec::new(),
            plies: Vec::new(),
            scratch: Scratch::default(),
            line: Vec::new(),
            slice: Slice::new(&shared.budget),
        }
    }

    /// Whether the letters of the whole grid may be worth a target.
    pub(crate) fn may_reach(&mut self, target: i32) -> bool {
        let shared = self.shared;
        let full = shared.places.full();
        let root = (full, shared.bounds.index(full));
        self.scratch.enter();
        let hope = shared.hope(root, full, target, &mut self.scratch);
        self.scratch.leave();
        if hope < target {
            shared.put_bound(full, hope);
        }
        hope >= target
    }

    /// The moves of a state that can reach a target, in the order in which they are
    /// searched, and the most that the others can give.
    pub(crate) fn moves(&mut self, state: u64, index: u64, target: i32) -> (Vec<Ply>, i32) {
        let start = self.plies.len();
        self.scratch.enter();
        let most = self.push_moves(state, index, target);
        self.scratch.leave();
        (self.plies.split_off(start), most)
    }

    fn push_moves(&mut self, state: u64, index: u64, target: i32) -> i32 {
        let shared = self.shared;
        let mut sets = std::mem::take(&mut self.sets);
        sets.clear();
        shared.places.neighbours(state, &mut self.near);
        if !trace_all(&shared.words, state, &self.near, &mut |set| sets.push(set)) {
            // Moves are missing: nothing can be said of this state.
            shared.budget.spend();
            self.slice.stopped = true;
        }
        sets.sort_unstable();
        sets.dedup();
        let start = self.plies.len();
        let mut most = NONE;
        for &set in &sets {
            let bonus = shared.bounds.rules.bonus(set.count_ones());
            let next = (state ^ set, index - shared.bounds.index(set));
            let hope = shared.hope(next, state, target - bonus, &mut self.scratch);
            let hope = plus(bonus, hope);
            match hope >= target {
                true => self.plies.push(Ply { set, bonus, hope }),
                false => most = most.max(hope),
            }
        }
        self.sets = sets;
        if shared.techniques.order {
            // By nothing that depends on what is known.
            let key = |ply: &Ply| (64 - ply.set.count_ones(), ply.set);
            self.plies[start..].sort_unstable_by_key(key);
        }
        most
    }

    /// Whether some line from a state is worth at least `target`; it is then in
    /// `line`. A search that was given up says no and puts nothing into the table.
    pub(crate) fn reaches(&mut self, state: u64, index: u64, target: i32) -> bool {
        let shared = self.shared;
        let stop = shared.bounds.rules.stop(state.count_ones());
        if stop >= target {
            self.line.clear();
            return true;
        }
        if self.slice.is_over() {
            return false;
        }
        let start = self.plies.len();
        self.scratch.enter();
        let reaches = self.any_reaches(state, index, target);
        self.scratch.leave();
        self.plies.truncate(start);
        reaches
    }

    fn any_reaches(&mut self, state: u64, index: u64, target: i32) -> bool {
        let shared = self.shared;
        let start = self.plies.len();
        let stop = shared.bounds.rules.stop(state.count_ones());
        let mut most = self.push_moves(state, index, target).max(stop);
        if self.slice.stopped {
            return false;
        }
        for at in start..self.plies.len() {
            let ply = self.plies[at];
            let (next, next_index) = (state ^ ply.set, index - shared.bounds.index(ply.set));
            // Another move may have led here meanwhile.
            let known = shared.known_bound(next).unwrap_or(ply.hope - ply.bonus);
            let mut hope = plus(ply.bonus, known);
            if hope >= target {
                if self.reaches(next, next_index, target - ply.bonus) {
                    self.line.push(ply.set);
                    return true;
                }
                if self.slice.stopped {
                    return false;
                }
                hope = shared.hope_in_vain(&ply, next, target);
            }
            most = most.max(hope);
        }
        shared.put_bound(state, most);
        false
    }
}
