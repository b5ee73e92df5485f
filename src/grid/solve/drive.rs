//! Chooses the targets of the search, from above and from below.
//!
//! From above, the target is the upper bound. If it can't be reached, the bound
//! decreases; if it can, the line is optimal. Each such proof is cheaper than the next,
//! and everything it learns about states is kept. From below, the target is one more
//! than the value of the best line. The two alternate, each time with twice as many
//! states, so that a search that has to be given up has both a good line and a good
//! bound.

use crate::grid::solve::beam::beam;
use crate::grid::solve::fall::FallWorker;
use crate::grid::solve::options::{Gravity, SolveOptions};
use crate::grid::solve::rules::{NONE, UNBOUNDED};
use crate::grid::solve::search::{Search, Shared};
use crate::grid::solve::still::StillWorker;

/// The number of states of the first turn.
const FIRST_SLICE: u64 = 64;

/// The number of letters from which a beam search looks for a first line, and its
/// width.
const BEAM_LETTERS: usize = 26;
const BEAM_WIDTH: usize = 256;

/// The result of a search.
pub(crate) struct Outcome {
    /// The value of the best line found, and the line, its last move first.
    pub(crate) best: Option<(i32, Vec<u64>)>,
    /// The upper bound of all lines.
    pub(crate) upper: i32,
    pub(crate) solved: bool,
}

/// Searches until the best line is known or the budget is used up.
pub(crate) fn drive(shared: &Shared, options: &SolveOptions) -> Outcome {
    match options.gravity {
        Gravity::Fall => {
            let mut worker = FallWorker::new(shared, options.threads);
            let first = match shared.places.cells.len() >= BEAM_LETTERS {
                true => beam(&mut worker, BEAM_WIDTH),
                false => None,
            };
            alternate(shared, first, worker)
        }
        Gravity::Still => alternate(shared, None, StillWorker::new(shared)),
    }
}

fn alternate<'s>(
    shared: &'s Shared,
    first: Option<(i32, Vec<u64>)>,
    mut search: impl Search<'s>,
) -> Outcome {
    let rules = &shared.bounds.rules;
    let full = shared.places.full();
    let nothing = rules.stop(full.count_ones());
    let mut best = first.or((nothing > NONE).then(|| (nothing, Vec::new())));
    let least = rules.least(full.count_ones());
    let value = |line: &[u64]| -> i32 {
        let rest = line.iter().fold(full, |rest, set| rest & !set);
        let points = line.iter().map(|set| rules.bonus(set.count_ones()));
        points.sum::<i32>() + rules.stop(rest.count_ones())
    };
    let mut upper = shared.bounds.ideal(full.count_ones());
    let mut slice = FIRST_SLICE;
    let (upper, solved) = loop {
        let known = best.as_ref().map_or(least - 1, |&(value, _)| value);
        if upper <= known {
            break (best.as_ref().map_or(NONE, |&(value, _)| value), true);
        }
        if search.probe(upper, slice) {
            let line = search.track().line.clone();
            best = Some((value(&line), line));
            continue;
        }
        if !search.track().slice.stopped {
            upper = shared.known_bound(full).unwrap_or(UNBOUNDED).min(upper - 1);
            continue;
        }
        let mut known = known;
        while !shared.budget.is_spent() && search.probe(known + 1, slice / 2) {
            let line = search.track().line.clone();
            known = value(&line);
            best = Some((known, line));
        }
        if !search.track().slice.stopped {
            upper = known;
        }
        if shared.budget.is_spent() && upper > known {
            break (upper.min(UNBOUNDED), false);
        }
        slice = slice.saturating_mul(2);
    };
    search.track().slice.settle();
    Outcome {
        best,
        upper,
        solved,
    }
}
