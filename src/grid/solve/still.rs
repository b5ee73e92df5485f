//! The search without gravity, where letters stay where they are.
//!
//! No word becomes possible by playing another, so that the order of words does
//! not matter: a line is a set of words that share no letter. The search takes the
//! first letter that is undecided, and either leaves it or plays each word whose
//! first letter in that order it is. A letter gives at most the best points a
//! letter of any word through it, and nothing if no word reaches it; the sum over
//! the undecided letters is a further bound.

use crate::grid::solve::bounds::Scratch;
use crate::grid::solve::budget::Slice;
use crate::grid::solve::options::Goal;
use crate::grid::solve::rules::{NONE, plus};
use crate::grid::solve::search::{Ply, Shared};
use crate::grid::solve::state::trace_all;

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
    pub(crate) slice: Slice<'s>,
}

impl<'s> StillWorker<'s> {
    pub(crate) fn new(shared: &'s Shared, goal: Goal, left: i32) -> StillWorker<'s> {
        let full = shared.places.full();
        let mut near = [0; 64];
        shared.places.neighbours(full, &mut near);
        let mut sets = Vec::new();
        if !trace_all(&shared.words, full, &near, &mut |set| sets.push(set)) {
            // Moves are missing: no search can be exact.
            shared.budget.spend();
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
            slice: Slice::new(&shared.budget),
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

    /// The state in which nothing is decided, and its number.
    pub(crate) fn root(&self) -> (u64, u64) {
        let full = self.shared.places.full();
        (full, self.shared.bounds.index(full))
    }

    /// An upper bound on what undecided letters give, less than `need` if that can
    /// be shown. They are those of `before`, or fewer.
    fn hope(&mut self, next: (u64, u64), before: u64, need: i32) -> i32 {
        let shared = self.shared;
        if !shared.techniques.bounds {
            return shared.hope(next, before, need, &mut self.scratch);
        }
        let (mut rest, mut shares) = (next.0, 0);
        while rest != 0 {
            shares += self.shares[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        let shares = (shares / UNIT) as i32 + self.end();
        if shares < need {
            return shares;
        }
        let bound = shared.hope(next, before, need, &mut self.scratch);
        bound.min(shares)
    }

    /// Whether all letters may be worth a target.
    pub(crate) fn may_reach(&mut self, target: i32) -> bool {
        let (full, index) = self.root();
        self.scratch.enter();
        let hope = self.hope((full, index), full, target);
        self.scratch.leave();
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
        if self.slice.is_over() {
            return false;
        }
        self.scratch.enter();
        let reaches = self.any_reaches(state, index, target);
        self.scratch.leave();
        reaches
    }

    fn any_reaches(&mut self, state: u64, index: u64, target: i32) -> bool {
        let shared = self.shared;
        let mut most = NONE;
        for ply in self.moves(state, index, target) {
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

    /// What can be done with the first undecided letter.
    fn moves(&mut self, state: u64, index: u64, target: i32) -> Vec<Ply> {
        let lowest = state & state.wrapping_neg();
        let first = lowest.trailing_zeros() as usize;
        let mut plies = Vec::new();
        let mut push = |worker: &mut Self, set: u64, bonus: i32| {
            let next = (state ^ set, index - worker.shared.bounds.index(set));
            let hope = plus(bonus, worker.hope(next, state, target - bonus));
            plies.push(Ply { set, bonus, hope });
        };
        if self.goal == Goal::Points {
            push(self, lowest, -self.left);
        }
        for at in 0..self.plies[first].len() {
            let (set, bonus) = self.plies[first][at];
            if set & !state == 0 {
                push(self, set, bonus);
            }
        }
        if self.shared.techniques.order {
            plies.sort_by_key(|ply| (64 - ply.set.count_ones(), ply.set));
        }
        plies
    }

    /// Whether a set is a word rather than a letter that is left.
    fn is_word(&self, set: u64) -> bool {
        let plies = &self.plies[set.trailing_zeros() as usize];
        plies.iter().any(|&(ply, _)| ply == set)
    }
}
