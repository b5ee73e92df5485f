//! The checks of one position: all generators, the words of plays, the best move.

use crate::check::moves::formed::{Formed, WordSet};
use crate::check::moves::plays::{Plays, text};
use crate::graph::Graph;
use crate::leave::Leaves;
use crate::lexicon::Words;
use crate::movegen::{
    DawgGenerator, Equity, Found, GaddagGenerator, Move, Play, Position, RankOptions, RankedMove,
    Ranker, equity_text, exchanges,
};
use crate::ruleset::Ruleset;
use crate::tiles::Tile;
use std::sync::Arc;
use std::time::Instant;

/// The most moves listed in a fault.
const LISTED: usize = 20;

/// The most leaves of a rack whose values are kept. Racks of 12 tiles have no more.
const KEPT: usize = 1 << 12;

/// A fault in a position.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct MoveFault {
    /// The kind of fault, in the same words for every such fault.
    pub what: &'static str,
    /// What was expected.
    pub expected: String,
    /// What was found.
    pub found: String,
    /// Moves that should have been found but were not, with their scores.
    pub missing: Vec<String>,
    /// Moves that should not have been found, with their scores.
    pub extra: Vec<String>,
    /// Whether the generators alone show the fault, without a source list.
    #[serde(skip)]
    pub by_generators: bool,
}

impl std::fmt::Display for MoveFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (expected, found) = (&self.expected, &self.found);
        write!(f, "{}: expected {expected}, found {found}", self.what)
    }
}

impl std::error::Error for MoveFault {}

/// The result of checking a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The number of plays.
    pub plays: u64,
    /// The time that the faster generator took to find them.
    pub nanoseconds: u64,
    /// The faults; at most one of each kind.
    pub faults: Vec<MoveFault>,
}

/// Compares the generators in one position after the other.
#[derive(Clone)]
pub struct Referee<'a> {
    leaves: Option<&'a Leaves>,
    gaddag: Option<GaddagGenerator<'a>>,
    dawg: DawgGenerator<'a>,
    ranker: Ranker<'a>,
    words: Option<Arc<WordSet<'a>>>,
    by_gaddag: Plays,
    by_dawg: Plays,
}

impl<'a> Referee<'a> {
    /// Creates a referee for positions of a ruleset. With `words`, it looks up every
    /// word that a play makes.
    pub fn new(
        graph: &'a Graph,
        ruleset: &'a Ruleset,
        leaves: Option<&'a Leaves>,
        words: Option<&'a Words>,
    ) -> Referee<'a> {
        Referee {
            leaves,
            gaddag: GaddagGenerator::new(graph, ruleset).ok(),
            dawg: DawgGenerator::new(graph),
            ranker: Ranker::new(graph, ruleset),
            words: words.map(|words| Arc::new(words.iter().collect())),
            by_gaddag: Plays::default(),
            by_dawg: Plays::default(),
        }
    }

    /// The ranker being checked.
    pub fn ranker(&mut self) -> &mut Ranker<'a> {
        &mut self.ranker
    }

    /// Checks a position.
    pub fn check(&mut self, position: &Position<'a>) -> Verdict {
        self.by_gaddag.clear();
        self.by_dawg.clear();
        let started = Instant::now();
        if let Some(gaddag) = &mut self.gaddag {
            let push: &mut dyn FnMut(&Found<'_>) = &mut |found| self.by_gaddag.push(found);
            gaddag.plays(position, push);
        }
        let mut elapsed = started.elapsed();
        let leaves = self.leaves;
        let equity = Equity::new(position, &leaves);
        let mut best = BestMove::new(&equity);
        let started = Instant::now();
        let push: &mut dyn FnMut(&Found<'_>) = &mut |found| {
            self.by_dawg.push(found);
            best.offer_play(found);
        };
        self.dawg.plays(position, push);
        let mut faults = Vec::new();
        if self.gaddag.is_some() {
            faults.extend(self.compare_generators(position));
        } else {
            elapsed = started.elapsed();
        }
        faults.extend(self.look_up_words(position));
        let options = RankOptions::default();
        let top = self.ranker.top(position, &leaves, 1, options);
        faults.extend(best.compare(top.first()));
        Verdict {
            plays: self.found().len() as u64,
            nanoseconds: u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX),
            faults,
        }
    }

    /// The plays of the faster generator.
    fn found(&self) -> &Plays {
        match self.gaddag {
            Some(_) => &self.by_gaddag,
            None => &self.by_dawg,
        }
    }

    fn compare_generators(&mut self, position: &Position<'_>) -> Option<MoveFault> {
        if self.by_gaddag.has_same(&self.by_dawg) {
            return None;
        }
        self.by_gaddag.sort();
        self.by_dawg.sort();
        let [extra, missing] = self.by_gaddag.differences(&self.by_dawg);
        let [by_gaddag, by_dawg] = [extra.len(), missing.len()];
        let [missing, extra] = [missing, extra].map(|plays| {
            let plays = plays.into_iter().take(LISTED);
            let texts = plays.map(|(play, score)| text(position, &play, score));
            texts.collect()
        });
        Some(MoveFault {
            what: "the generators differ",
            expected: "the same plays by GADDAG and DAWG".to_string(),
            found: format!(
                "{by_gaddag} that only the GADDAG finds, {by_dawg} that only the DAWG finds"
            ),
            missing,
            extra,
            by_generators: true,
        })
    }

    /// Lists the plays that make words missing from the sources.
    fn look_up_words(&mut self, position: &Position<'_>) -> Option<MoveFault> {
        let words = self.words.clone()?;
        let mut formed = Formed::new(&words, position);
        let is_unknown = |(play, _): (Play<'_>, u32)| formed.unknown(position, &play).is_some();
        if !self.found().iter().any(is_unknown) {
            return None;
        }
        self.by_gaddag.sort();
        let alphabet = position.ruleset().alphabet();
        let (mut extra, mut first) = (Vec::new(), None::<String>);
        for (play, score) in self.found().iter() {
            let Some(word) = formed.unknown(position, &play) else {
                continue;
            };
            first.get_or_insert_with(|| alphabet.word_text(word));
            if extra.len() < LISTED {
                extra.push(text(position, &play, score));
            }
        }
        Some(MoveFault {
            what: "a play makes a word that the sources lack",
            expected: "words of the sources".to_string(),
            found: first.unwrap_or_default(),
            missing: Vec::new(),
            extra,
            by_generators: false,
        })
    }
}

/// The best of all moves, found by trying each, without the ranker.
struct BestMove<'e, 'p, 'r> {
    equity_of: &'e Equity<'p, 'r>,
    /// The different tiles of the rack, each with its weight in the number of a leave.
    weights: Vec<(Tile, usize)>,
    /// What each leave adds to a play, by its number; computed when a play first leaves
    /// it.
    leaves: Vec<Option<i64>>,
    equity: i64,
    score: u32,
    notation: String,
}

impl<'e, 'p, 'r> BestMove<'e, 'p, 'r> {
    /// Starts with the best exchange, or the pass.
    fn new(equity_of: &'e Equity<'p, 'r>) -> Self {
        let position = equity_of.position();
        let (mut weights, mut leaves) = (Vec::new(), 1);
        for tile in position.rack().different() {
            weights.push((tile, leaves));
            let counts = usize::from(position.rack().count(tile)) + 1;
            leaves = counts.saturating_mul(leaves);
        }
        let mut best = BestMove {
            equity_of,
            weights,
            leaves: vec![None; leaves.min(KEPT)],
            equity: equity_of.leave(&position.rack().tiles()),
            score: 0,
            notation: "-".to_string(),
        };
        for (given, leave) in exchanges(position) {
            best.offer(equity_of.leave(&leave), 0, || {
                position.move_text(&Move::Exchange(given))
            });
        }
        best
    }

    fn offer_play(&mut self, found: &Found<'_>) {
        let position = self.equity_of.position();
        let weights = self.weights.iter();
        let number = weights.fold(0usize, |number, &(tile, weight)| {
            let count = usize::from(found.leave.count(tile));
            number.saturating_add(weight.saturating_mul(count))
        });
        let adjustment = || self.equity_of.leave_adjustment(&found.leave.tiles());
        let adjustment = match self.leaves.get_mut(number) {
            Some(kept) => *kept.get_or_insert_with(adjustment),
            None => adjustment(),
        };
        let equity = adjustment + self.equity_of.on_board(&found.play, found.score);
        self.offer(equity, found.score, || {
            let mut text = String::new();
            position.write_play(&found.play, &mut text);
            text
        });
    }

    fn offer(&mut self, equity: i64, score: u32, notation: impl FnOnce() -> String) {
        if (equity, score) < (self.equity, self.score) {
            return;
        }
        let notation = notation();
        if (equity, score) > (self.equity, self.score) || notation < self.notation {
            (self.equity, self.score, self.notation) = (equity, score, notation);
        }
    }

    /// Compares the best move with that of the ranker.
    fn compare(&self, top: Option<&RankedMove>) -> Option<MoveFault> {
        let mine = (self.equity, self.score, self.notation.as_str());
        let theirs = top.map(|top| (top.equity, top.score, top.notation.as_str()));
        if theirs == Some(mine) {
            return None;
        }
        let text = |(equity, score, notation)| {
            format!("{notation} {score}, worth {}", equity_text(equity))
        };
        let (expected, found) = (text(mine), theirs.map(text));
        Some(MoveFault {
            what: "the best move differs",
            found: found.clone().unwrap_or_else(|| "no move".to_string()),
            missing: vec![expected.clone()],
            extra: found.into_iter().collect(),
            expected,
            by_generators: true,
        })
    }
}
