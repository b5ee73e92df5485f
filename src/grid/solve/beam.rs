//! A beam search for a good first line of a large puzzle.
//!
//! All states that one more word leads to are ranked by their points plus what the
//! remaining letters may bring at a usual rate; the best of them are kept. The
//! resulting line is good, but not necessarily the best. The exact search starts from
//! it.

use crate::grid::solve::fall::FallWorker;
use crate::grid::solve::rules::NONE;

/// The share of the ideal points of a letter that lines usually achieve, in percent.
const USUAL: i64 = 85;

/// A state, the points so far, and the move that led to it.
#[derive(Clone, Copy, Default)]
struct Reached {
    score: i64,
    points: i32,
    state: u64,
    /// The index of the previous state in its level.
    before: usize,
    set: u64,
}

/// Returns the value and the best line of a beam of a given width, its last move first.
pub(crate) fn beam(worker: &mut FallWorker<'_>, width: usize) -> Option<(i32, Vec<u64>)> {
    let shared = worker.track.shared;
    let rules = &shared.bounds.rules;
    let full = shared.places.full();
    let letters = full.count_ones();
    let rate = i64::from(shared.bounds.ideal(letters).max(0)) * USUAL;
    let score = |points: i32, state: u64| {
        i64::from(points) * 100 * i64::from(letters) + rate * i64::from(state.count_ones())
    };
    let first = Reached {
        state: full,
        ..Reached::default()
    };
    let mut levels = vec![vec![first]];
    // The value of the best line, and where it ends.
    let mut best = (rules.stop(letters), 0, 0);
    let least = rules.least(letters);
    while let Some(level) = levels.last().filter(|level| !level.is_empty()) {
        let mut next: Vec<Reached> = Vec::new();
        for (before, &Reached { state, points, .. }) in level.iter().enumerate() {
            if !shared.budget.take(1) {
                break;
            }
            let target = best.0.max(least - 1) + 1 - points;
            let plies = worker.moves((state, shared.bounds.index(state)), target);
            next.extend(plies.iter().map(|ply| {
                let (points, state) = (points + ply.bonus, state ^ ply.set);
                Reached {
                    score: score(points, state),
                    points,
                    state,
                    before,
                    set: ply.set,
                }
            }));
        }
        next.sort_unstable_by_key(|r| (r.state, -r.points, r.before, r.set));
        next.dedup_by_key(|reached| reached.state);
        next.sort_unstable_by_key(|r| (-r.score, r.state));
        next.truncate(width);
        for (place, reached) in next.iter().enumerate() {
            let stop = rules.stop(reached.state.count_ones());
            if stop > NONE && reached.points + stop > best.0 {
                best = (reached.points + stop, levels.len(), place);
            }
        }
        levels.push(next);
    }
    let (value, mut level, mut place) = best;
    let mut line = Vec::new();
    while level > 0 {
        let reached = levels[level][place];
        line.push(reached.set);
        (level, place) = (level - 1, reached.before);
    }
    (value > NONE).then_some((value, line))
}
