//! The search without gravity, where letters stay in place.
//!
//! Playing a word never makes another one possible, so the order of words does not
//! matter: a line is a set of words that share no letter. The search takes the first
//! undecided letter, and either leaves it or plays each word whose first letter in that
//! order it is. A letter brings at most the best points per letter of any word through
//! it, and nothing if no word reaches it. The sum over the undecided letters is a
//! further bound.

use crate::graph::bits;
use crate::grid::solve::options::Goal;
use crate::grid::solve::rules::NONE;
use crate::grid::solve::search::{Ply, Search, Shared, Track, sort_sets};
use crate::grid::solve::state::Traced;

/// The unit in which shares of points are counted.
const UNIT: u64 = 1 << 20;

pub(crate) struct StillWorker<'s> {
    track: Track<'s>,
    /// The words by their lowest letter: letters and points.
    words: Vec<Vec<(u64, i32)>>,
    /// By letter, the most that it brings as part of a word.
    shares: Vec<u64>,
}

impl<'s> StillWorker<'s> {
    pub(crate) fn new(shared: &'s Shared) -> StillWorker<'s> {
        let full = shared.places.full();
        let mut near = [0; 64];
        shared.places.neighbours(full, &mut near);
        let mut sets = Vec::new();
        let (words, near) = (&shared.words, &near);
        if !(Traced { words, near }).all(full, &mut |set| sets.push(set)) {
            // Moves are missing, so no search can be exact.
            shared.budget.spend();
        }
        sort_sets(&mut sets);
        sets.dedup();
        let letters = shared.places.cells.len();
        let mut worker = StillWorker {
            track: Track::new(shared),
            words: vec![Vec::new(); letters],
            shares: vec![0; letters],
        };
        let rules = &shared.bounds.rules;
        for set in sets {
            let length = set.count_ones();
            let bonus = rules.bonus(length);
            // A word without points is worth no more than leaving its letters.
            if bonus > 0 || rules.left > 0 || rules.goal == Goal::Clear {
                worker.words[set.trailing_zeros() as usize].push((set, bonus));
            }
            let share = (bonus as u64 * UNIT).div_ceil(u64::from(length));
            for bit in bits(set) {
                let most = &mut worker.shares[bit as usize];
                *most = (*most).max(share);
            }
        }
        worker
    }

    /// The value once everything is decided.
    fn end(&self) -> i32 {
        let rules = &self.track.shared.bounds.rules;
        match rules.goal {
            Goal::Clear => rules.stop(0),
            Goal::Points => 0,
        }
    }
}

impl<'s> Search<'s> for StillWorker<'s> {
    const LOOKS_AGAIN: bool = false;

    #[inline]
    fn track(&mut self) -> &mut Track<'s> {
        &mut self.track
    }

    fn settled(&self, state: u64, target: i32) -> Option<bool> {
        (state == 0).then(|| self.end() >= target)
    }

    /// An upper bound on what undecided letters bring. They are those of `before`, or
    /// fewer.
    fn hope(&mut self, next: (u64, u64), before: u64, need: i32) -> i32 {
        let shared = self.track.shared;
        let mut shares = i32::MAX;
        if shared.techniques.bounds {
            let sum: u64 = bits(next.0).map(|bit| self.shares[bit as usize]).sum();
            shares = (sum / UNIT) as i32 + self.end();
            if shares < need {
                return shares;
            }
        }
        let bound = shared.hope(next, before, need, &mut self.track.scratch);
        bound.min(shares)
    }

    /// Appends the choices for the first undecided letter.
    fn push_moves(&mut self, state: (u64, u64), target: i32) -> i32 {
        let rules = &self.track.shared.bounds.rules;
        let lowest = state.0 & state.0.wrapping_neg();
        let first = lowest.trailing_zeros() as usize;
        let mut most = NONE;
        if rules.goal == Goal::Points {
            most = self.push_move(state, (lowest, -rules.left), target);
        }
        for at in 0..self.words[first].len() {
            let word = self.words[first][at];
            if word.0 & !state.0 == 0 {
                most = most.max(self.push_move(state, word, target));
            }
        }
        most
    }

    /// Whether a move is a word rather than a letter left over.
    fn is_word(&self, ply: &Ply) -> bool {
        let words = &self.words[ply.set.trailing_zeros() as usize];
        ply.bonus >= 0 && words.iter().any(|&(set, _)| set == ply.set)
    }
}
