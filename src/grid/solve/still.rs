//! The search without gravity, where letters stay where they are.
//!
//! No word becomes possible by playing another, so that the order of words does
//! not matter: a line is a set of words that share no letter. The search takes the
//! first letter that is undecided, and either leaves it or plays each word whose
//! first letter in that order it is. A letter gives at most the best points a
//! letter of any word through it, and nothing if no word reaches it; the sum over
//! the undecided letters is a further bound.

use crate::grid::solve::bounds::Scratch;
use crate::grid::solve::options::Goal;
use crate::grid::solve::rules::{NONE, UNBOUNDED, plus};
use crate::grid::solve::search::{LOOK_AFTER, Ply, Shared};
use crate::grid::solve::state::trace_all;
use std::sync::atomic::Ordering::Relaxed;

/// The unit in which shares of points are counted.
const UNIT: u64 = 1 << 20;

pub(crate) struct StillWorker<'s> {
    shared: &'s Shared,
    /// By their lowest letter, the moves.
    plies: Vec<Vec<(u64, i32)>>,
    /// By letter, the most that it gives as part of a word.
    shares: Vec<u64>,
    scratch: Scratch,
    goal: Goal,
    left: i32,
    pub(crate) line: Vec<u64>,
    /// States until the search is given up.
    pub(crate) slice: u64,
    /// States since the budget was asked.
    uncounted: u64,
    stopped: bool,
}

impl<'s> StillWorker<'s> {
    pub(crate) fn new(shared: &'s Shared, goal: Goal, left: i32) -> StillWorker<'s> {
        let full = shared.places.full();
        let mut near = [0; 64];
        shared.places.neighbours(full, &mut near);
        let mut sets = Vec::new();
        if !trace_all(&shared.words, full, &near, &mut |set| sets.push(set)) {
            // Moves are missing: no search can be exact.
            shared.budget.spent.store(true, Relaxed);
        }
        sets.sort_unstable_by_key(|set| (64 - set.count_ones(), *set));
        sets.dedup();
        let letters = shared.places.cells.len();
        let mut worker = StillWorker {
            shared,
            plies: vec![Vec::new(); letters],
            shares: vec![0; letters],
            scratch: Scratch::default(),
            goal,
            left,
            line: Vec::new(),
            slice: u64::MAX,
            uncounted: 0,
            stopped: false,
        };
        for set in sets {
            let length = set.count_ones();
            let bonus = shared.bounds.rules.bonus(length);
            // A word without points is worth no more than its letters left alone.
            if bonus > 0 || left > 0 || goal == Goal::Clear {
                worker.plies[set.trailing_zeros() as usize].push((set, bonus));
            }
            let share = (bonus as u64 * UNIT).div_ceil(u64::from(length));
            for bit in (0..letters).filter(|&bit| set >> bit & 1 != 0) {
                worker.shares[bit] = worker.shares[bit].max(share);
            }
        }
        worker
    }

    pub(crate) fn stopped(&self) -> bool {
        self.stopped
    }

    /// The state in which nothing is decided, and its number.
    pub(crate) fn root(&self) -> (u64, u64) {
        let full = self.shared.places.full();
        (full, self.shared.bounds.index(full))
    }

    /// Lets the search go on for some more states.
    pub(crate) fn go_on(&mut self, states: u64) {
        self.slice = states;
        self.stopped = self.shared.budget.spent.load(Relaxed);
    }

    /// An upper bound on what undecided letters give, less than `need` if that can
    /// be shown. They are those of `before`, or fewer.
    fn hope(&mut self, (state, index): (u64, u64), before: u64, need: i32) -> i32 {
        let shared = self.shared;
        let known = shared.known_bound(state).unwrap_or(UNBOUNDED);
        if known < need || !shared.techniques.bounds {
            return known;
        }
        let (mut rest, mut shares) = (state, 0);
        while rest != 0 {
            shares += self.shares[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        let shares = (shares / UNIT) as i32 + self.end();
        if shares < need {
            return shares.min(known);
        }
        let bound = shared
            .bounds
            .of_state((state, index), before, need, &mut self.scratch);
        bound.min(shares).min(known)
    }

    /// Whether all letters may be worth a target.
    pub(crate) fn may_reach(&mut self, target: i32) -> bool {
        let (full, index) = self.root();
        self.scratch.refocus();
        let hope = self.hope((full, index), full, target);
        if hope < target {
            self.shared.put_bound(full, hope);
        }
        hope >= target
    }

    /// The value of having decided everything.
    fn end(&self) -> i32 {
        match self.goal {
            Goal::Clear => self.shared.bounds.rules.stop(0),
            Goal::Points => 0,
        }
    }

    /// Whether some line of undecided letters is worth at least `target`.
    pub(crate) fn reaches(&mut self, state: u64, index: u64, target: i32) -> bool {
        if state == 0 {
            self.line.clear();
            return self.end() >= target;
        }
        if self.is_over() {
            return false;
        }
        let shared = self.shared;
        let lowest = state & state.wrapping_neg();
        let mut plies = Vec::new();
        self.scratch.refocus();
        if self.goal == Goal::Points {
            let rest = index - shared.bounds.index(lowest);
            let next = (state ^ lowest, rest);
            let hope = plus(-self.left, self.hope(next, state, target + self.left));
            plies.push(Ply {
                set: lowest,
                bonus: -self.left,
                hope,
            });
        }
        for at in 0..self.plies[lowest.trailing_zeros() as usize].len() {
            let (set, bonus) = self.plies[lowest.trailing_zeros() as usize][at];
            if set & !state == 0 {
                let rest = index - shared.bounds.index(set);
                let next = (state ^ set, rest);
                let hope = plus(bonus, self.hope(next, state, target - bonus));
                plies.push(Ply { set, bonus, hope });
            }
        }
        if shared.techniques.order {
            plies.sort_by_key(|ply| (64 - ply.set.count_ones(), ply.set));
        }
        let mut most = NONE;
        for ply in plies {
            let mut hope = ply.hope;
            if hope >= target {
                let next = state ^ ply.set;
                let next_index = index - shared.bounds.index(ply.set);
                if self.reaches(next, next_index, target - ply.bonus) {
                    if ply.bonus >= 0 && self.is_word(ply.set) {
                        self.line.push(ply.set);
                    }
                    return true;
                }
                if self.stopped {
                    return false;
                }
                let known = shared.known_bound(next).unwrap_or(UNBOUNDED);
                hope = plus(ply.bonus, known).min(target - 1);
            }
            most = most.max(hope);
        }
        shared.put_bound(state, most);
        false
    }

    fn is_over(&mut self) -> bool {
        self.slice = self.slice.saturating_sub(1);
        self.uncounted += 1;
        if self.uncounted >= LOOK_AFTER {
            let go_on = self.shared.budget.take(std::mem::take(&mut self.uncounted));
            self.stopped |= !go_on;
        }
        self.stopped |= self.slice == 0;
        self.stopped
    }

    /// Counts the states that were not counted yet.
    pub(crate) fn settle(&mut self) {
        let states = std::mem::take(&mut self.uncounted);
        self.shared.budget.states.fetch_add(states, Relaxed);
    }

    /// Whether a set is a word rather than a letter that is left.
    fn is_word(&self, set: u64) -> bool {
        let plies = &self.plies[set.trailing_zeros() as usize];
        plies.iter().any(|&(ply, _)| ply == set)
    }
}
