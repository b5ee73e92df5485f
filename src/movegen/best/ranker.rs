//! Ranks the best moves of a position.
//!
//! A heap holds the number of moves wanted, with the worst on top. A play that does not
//! beat the worst is never copied; one that does takes its place and its memory. Moves
//! are ordered by equity, then score, then notation, so the result does not depend on
//! the order in which they are found.

use crate::graph::Graph;
use crate::movegen::best::best_plays::BestPlaySearch;
use crate::movegen::best::equity::{Equity, LeaveValues};
use crate::movegen::best::leave_map::LeaveMap;
use crate::movegen::board::{Found, Move, Position, count_subracks, subrack, write_exchange};
use crate::movegen::generate::dawg::DawgGenerator;
use crate::movegen::generate::search::PlaySink;
use crate::movegen::rules::exchange::may_exchange;
use crate::ruleset::Ruleset;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// Beyond this number of moves, generating every play is faster than shadow play.
const MAX_SHADOWED: usize = 100;

/// Which moves to rank, and how. By default, all moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RankOptions {
    /// Whether to rank exchanges.
    pub exchanges: bool,
    /// Whether to rank the pass.
    pub pass: bool,
    /// Whether to use shadow play. It affects only the time.
    pub shadow: bool,
}

impl Default for RankOptions {
    fn default() -> Self {
        RankOptions {
            exchanges: true,
            pass: true,
            shadow: true,
        }
    }
}

/// A move with its equity. Better moves compare as less.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedMove {
    /// The equity, in thousandths of a point.
    pub equity: i64,
    /// The score.
    pub score: u32,
    /// The move in notation.
    pub notation: String,
    /// The move.
    pub mv: Move,
}

impl Ord for RankedMove {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |m: &Self| (Reverse(m.equity), Reverse(m.score));
        key(self)
            .cmp(&key(other))
            .then_with(|| self.notation.cmp(&other.notation))
            .then_with(|| self.mv.cmp(&other.mv))
    }
}

impl PartialOrd for RankedMove {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Finds the best moves of many positions.
///
/// It uses the GADDAG of a graph, or the DAWG if there is no GADDAG. Creating a ranker
/// takes a walk over every word; clones share the result.
#[derive(Clone, Debug)]
pub struct Ranker<'g> {
    generator: Generator<'g>,
    leaves: LeaveMap,
}

#[derive(Clone, Debug)]
enum Generator<'g> {
    Gaddag(Box<BestPlaySearch<'g>>),
    Dawg(DawgGenerator<'g>),
}

impl<'g> Ranker<'g> {
    /// Creates a ranker for positions of a ruleset.
    pub fn new(graph: &'g Graph, ruleset: &'g Ruleset) -> Ranker<'g> {
        Ranker {
            generator: match BestPlaySearch::new(graph, ruleset) {
                Ok(search) => Generator::Gaddag(Box::new(search)),
                Err(_) => Generator::Dawg(DawgGenerator::new(graph)),
            },
            leaves: LeaveMap::default(),
        }
    }

    /// Returns the best `n` moves, the best first; fewer if there are fewer.
    pub fn top(
        &mut self,
        position: &Position<'g>,
        leaves: &dyn LeaveValues,
        n: usize,
        options: RankOptions,
    ) -> Vec<RankedMove> {
        if n == 0 {
            return Vec::new();
        }
        let equity = Equity::new(position, leaves);
        self.leaves.fill(position.rack(), |digits, values| {
            equity.leave_adjustments(digits, values);
        });
        let mut top = TopMoves {
            n,
            floor: i64::MIN,
            heap: BinaryHeap::new(),
            scratch: String::new(),
            leaves: &self.leaves,
            equity: &equity,
        };
        if options.exchanges {
            top.offer_exchanges();
        }
        if options.pass {
            let equity = equity.leave(&position.rack().tiles());
            top.offer(equity, 0, |text| text.push('-'), |mv| *mv = Move::Pass);
        }
        let shadow = options.shadow && n <= MAX_SHADOWED && self.leaves.is_complete();
        match &mut self.generator {
            Generator::Gaddag(search) if shadow => search.run(position, &self.leaves, &mut top),
            Generator::Gaddag(search) => search.generator.plays_into(position, &mut top),
            Generator::Dawg(dawg) => dawg.plays(position, |found| top.found(found)),
        }
        top.heap.into_sorted_vec()
    }
}

/// The best moves so far.
struct TopMoves<'a, 'p, 'r> {
    n: usize,
    /// The equity of the worst of them, once there are `n`.
    floor: i64,
    /// A heap with the worst move on top.
    heap: BinaryHeap<RankedMove>,
    scratch: String,
    leaves: &'a LeaveMap,
    equity: &'a Equity<'p, 'r>,
}

impl TopMoves<'_, '_, '_> {
    fn offer_exchanges(&mut self) {
        let position = self.equity.position();
        if !may_exchange(position) {
            return;
        }
        let (ruleset, rack) = (position.ruleset(), &self.leaves.digits);
        let whole = count_subracks(rack) - 1;
        for number in 1..=whole {
            // The bag has tiles, so the leave is worth what it is worth after a play.
            let leave = whole - number;
            let value = match self.leaves.values.get(leave) {
                Some(&value) => value,
                None => self.equity.leave(&subrack(rack, leave)),
            };
            if value < self.floor {
                continue;
            }
            let given = subrack(rack, number);
            if given.len() <= usize::from(ruleset.rack_size()) {
                self.offer(
                    value,
                    0,
                    |text| write_exchange(ruleset, &given, text),
                    |mv| *mv = Move::Exchange(given.clone()),
                );
            }
        }
    }

    /// Adds a move if it is one of the best.
    fn offer(
        &mut self,
        equity: i64,
        score: u32,
        write: impl FnOnce(&mut String),
        make: impl FnOnce(&mut Move),
    ) {
        if equity < self.floor {
            return;
        }
        if self.heap.len() < self.n {
            let mut ranked = RankedMove {
                equity,
                score,
                notation: String::new(),
                mv: Move::Pass,
            };
            write(&mut ranked.notation);
            make(&mut ranked.mv);
            self.heap.push(ranked);
        } else {
            let Some(mut worst) = self.heap.peek_mut() else {
                return;
            };
            if equity == worst.equity && score < worst.score {
                return;
            }
            self.scratch.clear();
            write(&mut self.scratch);
            let tie = equity == worst.equity && score == worst.score;
            if tie && self.scratch >= worst.notation {
                return;
            }
            worst.equity = equity;
            worst.score = score;
            std::mem::swap(&mut worst.notation, &mut self.scratch);
            make(&mut worst.mv);
        }
        if self.heap.len() == self.n {
            self.floor = self.heap.peek().map_or(i64::MIN, |worst| worst.equity);
        }
    }
}

impl PlaySink for TopMoves<'_, '_, '_> {
    fn found(&mut self, found: &Found<'_>) {
        let leave = match self.leaves.value(self.leaves.key_of(found.leave)) {
            Some(value) => value,
            None => self.equity.leave_adjustment(&found.leave.tiles()),
        };
        let equity = leave + self.equity.on_board(&found.play, found.score);
        if equity < self.floor {
            return;
        }
        let position = self.equity.position();
        self.offer(
            equity,
            found.score,
            |text| position.write_play(&found.play, text),
            |mv| found.play.write_to(mv),
        );
    }

    #[inline]
    fn floor(&self) -> i64 {
        self.floor
    }
}
