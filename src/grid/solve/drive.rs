//! What the search is asked: targets from above, and targets from below.
//!
//! From above, the target is the upper bound. If it can't be reached, the bound
//! falls; if it can, the line is the best there is. Each such proof is cheaper than
//! the next, and all that it learns about states is kept. From below, the target
//! is one more than the best line has. Both take turns, each time with twice the
//! states, so that a search that has to be given up has a good line and a good
//! bound.

use crate::grid::solve::beam::beam;
use crate::grid::solve::options::{Goal, Gravity, SolveOptions};
use crate::grid::solve::rules::{NONE, UNBOUNDED};
use crate::grid::solve::search::{Shared, Worker};
use crate::grid::solve::still::StillWorker;
use crate::grid::solve::together::reaches_together;

/// States of the first turn.
const FIRST_SLICE: u64 = 64;

/// States of a turn from which on threads work together.
const SHARED_SLICE: u64 = 1 << 12;

/// Letters from which on a beam search looks for a first line, and its width.
const BEAM_LETTERS: usize = 26;
const BEAM_WIDTH: usize = 256;

/// What is known in the end.
pub(crate) struct Outcome {
    /// The best line that was found, its last move first, and its value.
    pub(crate) best: Option<(i32, Vec<u64>)>,
    /// No line is worth more.
    pub(crate) upper: i32,
    pub(crate) solved: bool,
}

/// A search that can be asked for a line worth a target.
trait Probe {
    /// Whether some line is worth a target, with some states at most.
    fn reaches(&mut self, target: i32, states: u64) -> bool;
    /// Whether the last search was given up.
    fn stopped(&self) -> bool;
    /// The moves of the line that was found, the last one first.
    fn line(&self) -> &[u64];
}

impl Probe for StillWorker<'_> {
    fn reaches(&mut self, target: i32, states: u64) -> bool {
        let (full, index) = self.root();
        self.slice.go_on(states);
        self.may_reach(target) && StillWorker::reaches(self, full, index, target)
    }

    fn stopped(&self) -> bool {
        self.slice.stopped
    }

    fn line(&self) -> &[u64] {
        &self.line
    }
}

/// The search with gravity, by one thread or by several.
struct Fall<'s> {
    worker: Worker<'s>,
    threads: usize,
}

impl Probe for Fall<'_> {
    fn reaches(&mut self, target: i32, states: u64) -> bool {
        let full = self.worker.shared.places.full();
        let index = self.worker.shared.bounds.index(full);
        self.worker.slice.go_on(states);
        if !self.worker.may_reach(target) {
            return false;
        }
        if self.threads > 1 && states >= SHARED_SLICE {
            return reaches_together(&mut self.worker, target, states, self.threads);
        }
        self.worker.reaches(full, index, target)
    }

    fn stopped(&self) -> bool {
        self.worker.slice.stopped
    }

    fn line(&self) -> &[u64] {
        &self.worker.line
    }
}

/// Searches until the best line is known or the budget is used up.
pub(crate) fn drive(shared: &Shared, options: &SolveOptions) -> Outcome {
    match options.gravity {
        Gravity::Fall => {
            let mut probe = Fall {
                worker: Worker::new(shared),
                threads: options.threads,
            };
            let letters = shared.places.cells.len();
            let first = match letters >= BEAM_LETTERS {
                true => beam(&mut probe.worker, BEAM_WIDTH, options.goal),
                false => None,
            };
            let outcome = alternate(shared, options, first, &mut probe);
            probe.worker.slice.settle();
            outcome
        }
        Gravity::Still => {
            let mut worker = StillWorker::new(shared, options.goal, options.left as i32);
            let outcome = alternate(shared, options, None, &mut worker);
            worker.slice.settle();
            outcome
        }
    }
}

fn alternate(
    shared: &Shared,
    options: &SolveOptions,
    first: Option<(i32, Vec<u64>)>,
    probe: &mut impl Probe,
) -> Outcome {
    let rules = &shared.bounds.rules;
    let full = shared.places.full();
    let nothing = rules.stop(full.count_ones());
    let mut best = first.or((nothing > NONE).then(|| (nothing, Vec::new())));
    // The least that a line can be worth.
    let least = match options.goal {
        Goal::Clear => rules.stop(0),
        Goal::Points => nothing,
    };
    let value = |line: &[u64]| -> i32 {
        let rest = line.iter().fold(full, |rest, set| rest & !set);
        let points = line.iter().map(|set| rules.bonus(set.count_ones()));
        points.sum::<i32>() + rules.stop(rest.count_ones())
    };
    let mut upper = shared.bounds.ideal(full.count_ones());
    let mut slice = FIRST_SLICE;
    loop {
        let known = best.as_ref().map_or(least - 1, |&(value, _)| value);
        if upper <= known {
            let upper = best.as_ref().map_or(NONE, |&(value, _)| value);
            return Outcome {
                best,
                upper,
                solved: true,
            };
        }
        if probe.reaches(upper, slice) {
            best = Some((value(probe.line()), probe.line().to_vec()));
            continue;
        }
        if !probe.stopped() {
            upper = shared.known_bound(full).unwrap_or(UNBOUNDED).min(upper - 1);
            continue;
        }
        let mut known = known;
        while !shared.budget.is_spent() && probe.reaches(known + 1, slice / 2) {
            known = value(probe.line());
            best = Some((known, probe.line().to_vec()));
        }
        if !probe.stopped() {
            upper = known;
        }
        if shared.budget.is_spent() && upper > known {
            return Outcome {
                best,
                upper: upper.min(UNBOUNDED),
                solved: false,
            };
        }
        slice = slice.saturating_mul(2);
    }
}
