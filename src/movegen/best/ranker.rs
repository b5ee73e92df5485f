//! The best moves of a position.
//!
//! A heap holds as many moves as are wanted, the worst of them on top. A play
//! that does not beat it is never copied; one that does takes its place and its
//! memory. Moves are ordered by value, then score, then notation, so that the
//! outcome does not depend on the order in which they are found.

use crate::graph::Graph;
use crate::movegen::best::anagram_filter::Anagrams;
use crate::movegen::best::equity::{LeaveValues, Valuation};
use crate::movegen::best::leave_map::KeptValues;
use crate::movegen::best::subracks::Ways;
use crate::movegen::board::notation::write_exchange;
use crate::movegen::board::play::{Found, Limits, Move};
use crate::movegen::board::position::Position;
use crate::movegen::generate::dawg::Dawg;
use crate::movegen::generate::gaddag::Gaddag;
use crate::movegen::generate::search::Sink;
use crate::movegen::rules::exchange::exchanges;
use crate::ruleset::Ruleset;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::sync::Arc;

/// If more moves than these are wanted, looking at every play costs less than
/// skipping some.
const FEW: usize = 100;

/// Which moves to rank, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choices {
    /// What plays to look for.
    pub limits: Limits,
    /// Whether to look at exchanges.
    pub exchanges: bool,
    /// Whether passing is a choice.
    pub pass: bool,
    /// Whether to skip what can't be among the best. It changes nothing but
    /// the time.
    pub shadow: bool,
}

impl Default for Choices {
    fn default() -> Self {
        Choices {
            limits: Limits::default(),
            exchanges: true,
            pass: true,
            shadow: true,
        }
    }
}

/// A move with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// The value, in thousandths of a point.
    pub value: i64,
    /// The score.
    pub score: u32,
    /// The move in notation.
    pub notation: String,
    /// The move.
    pub mv: Move,
}

impl Ranked {
    fn key(&self) -> (Reverse<i64>, Reverse<u32>, &str) {
        (Reverse(self.value), Reverse(self.score), &self.notation)
    }
}

impl Ord for Ranked {
    /// Better moves come first.
    fn cmp(&self, other: &Self) -> Ordering {
        self.key()
            .cmp(&other.key())
            .then_with(|| self.mv.cmp(&other.mv))
    }
}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Finds the best moves of many positions.
///
/// It uses the GADDAG of a graph, or, where there is none, the DAWG. Making one
/// takes a look at every word; a clone shares what was found.
#[derive(Clone, Debug)]
pub struct Ranker<'g> {
    generator: Generator<'g>,
    kept: KeptValues,
    ways: Ways,
    words: Arc<Anagrams>,
}

#[derive(Clone, Debug)]
enum Generator<'g> {
    Gaddag(Box<Gaddag<'g>>),
    Dawg(Dawg<'g>),
}

impl<'g> Ranker<'g> {
    /// A ranker for positions of a ruleset.
    pub fn new(graph: &'g Graph, ruleset: &'g Ruleset) -> Ranker<'g> {
        Ranker {
            generator: match Gaddag::new(graph, ruleset) {
                Ok(gaddag) => Generator::Gaddag(Box::new(gaddag)),
                Err(_) => Generator::Dawg(Dawg::new(graph)),
            },
            kept: KeptValues::default(),
            ways: Ways::default(),
            words: Arc::new(Anagrams::new(graph, ruleset.alphabet().len())),
        }
    }

    /// The best `n` moves, the best first; fewer if there are fewer.
    pub fn top<L: LeaveValues>(
        &mut self,
        position: &Position<'g>,
        leaves: L,
        n: usize,
        choices: Choices,
    ) -> Vec<Ranked> {
        if n == 0 {
            return Vec::new();
        }
        let valuation = Valuation::new(position, leaves);
        self.kept.fill(position.rack(), |digits, values| {
            valuation.keeping_parts(digits, values);
        });
        let mut best = Best {
            n,
            floor: i64::MIN,
            heap: BinaryHeap::new(),
            scratch: String::new(),
            kept: &self.kept,
            valuation: &valuation,
        };
        if choices.exchanges {
            best.offer_exchanges();
        }
        if choices.pass {
            let value = valuation.leave(&valuation.rack().tiles());
            best.offer(value, 0, |text| text.push('-'), |mv| *mv = Move::Pass);
        }
        let limits = choices.limits;
        match &mut self.generator {
            Generator::Gaddag(gaddag) if choices.shadow && n <= FEW && self.kept.is_complete() => {
                let words = &self.words;
                self.ways.fill(&self.kept, position.ruleset(), words);
                gaddag.best_plays(position, limits, &self.ways, words, &mut best);
            }
            Generator::Gaddag(gaddag) => {
                gaddag.all_plays(position, limits, &mut best);
            }
            Generator::Dawg(dawg) => {
                dawg.plays(position, limits, |found| {
                    best.consider(found, valuation.keeping(&found.kept.tiles()));
                });
            }
        }
        best.heap.into_sorted_vec()
    }
}

/// The best moves so far.
struct Best<'a, 'p, 'r, L> {
    n: usize,
    /// The value of the worst of them, once there are `n`.
    floor: i64,
    /// The worst on top.
    heap: BinaryHeap<Ranked>,
    scratch: String,
    kept: &'a KeptValues,
    valuation: &'a Valuation<'p, 'r, L>,
}

impl<L: LeaveValues> Best<'_, '_, '_, L> {
    fn offer_exchanges(&mut self) {
        let position = self.valuation.position();
        let mut parts = exchanges(position);
        while let Some((given, kept)) = parts.next() {
            // There are tiles in the bag, so what is kept is worth as much as
            // after a play.
            let value = self.kept.value(self.kept.key_without(given));
            self.offer(
                value.unwrap_or_else(|| self.valuation.leave(kept)),
                0,
                |text| write_exchange(position.ruleset(), given, text),
                |mv| *mv = Move::Exchange(given.to_vec()),
            );
        }
    }

    /// Takes a play in if it is one of the best; `kept` is what keeping the
    /// rest of the rack adds.
    #[inline]
    fn consider(&mut self, found: &Found<'_>, kept: i64) {
        let value = kept + self.valuation.on_board(&found.play, found.score);
        if value < self.floor {
            return;
        }
        let position = self.valuation.position();
        self.offer(
            value,
            found.score,
            |text| position.write_play(&found.play, text),
            |mv| found.play.write_to(mv),
        );
    }

    /// Takes a move in if it is one of the best.
    fn offer(
        &mut self,
        value: i64,
        score: u32,
        write: impl FnOnce(&mut String),
        make: impl FnOnce(&mut Move),
    ) {
        if value < self.floor {
            return;
        }
        if self.heap.len() < self.n {
            let mut ranked = Ranked {
                value,
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
            if value == worst.value && score < worst.score {
                return;
            }
            self.scratch.clear();
            write(&mut self.scratch);
            let tie = value == worst.value && score == worst.score;
            if tie && self.scratch >= worst.notation {
                return;
            }
            worst.value = value;
            worst.score = score;
            std::mem::swap(&mut worst.notation, &mut self.scratch);
            make(&mut worst.mv);
        }
        if self.heap.len() == self.n {
            self.floor = self.heap.peek().map_or(i64::MIN, |worst| worst.value);
        }
    }
}

impl<L: LeaveValues> Sink for Best<'_, '_, '_, L> {
    fn found(&mut self, found: &Found<'_>) {
        let kept = match self.kept.value(self.kept.key_of(found.kept)) {
            Some(value) => value,
            None => self.valuation.keeping(&found.kept.tiles()),
        };
        self.consider(found, kept);
    }

    #[inline]
    fn floor(&self) -> i64 {
        self.floor
    }
}
