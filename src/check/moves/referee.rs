//! One position, looked at in every way.

use crate::check::moves::formed::Formed;
use crate::check::moves::plays::{Plays, text};
use crate::graph::Graph;
use crate::leave::Leaves;
use crate::movegen::{
    Choices, Dawg, Found, Gaddag, Limits, Position, Ranked, Ranker, Valuation, exchanges,
    value_text,
};
use crate::ruleset::Ruleset;
use crate::tiles::Tile;
use std::collections::HashSet;
use std::time::Instant;

/// How many moves a fault lists.
const LISTED: usize = 20;

/// What is wrong in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What it is.
    pub what: &'static str,
    /// What was expected.
    pub expected: String,
    /// What was found.
    pub found: String,
    /// Moves that should be there and are not, with their scores.
    pub missing: Vec<String>,
    /// Moves that are there and should not be, with their scores.
    pub extra: Vec<String>,
    /// Whether the generators themselves show it, without a source list.
    pub by_generators: bool,
}

/// What came of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// How many plays there are.
    pub plays: u64,
    /// How long the faster generator took to find them.
    pub nanoseconds: u64,
    /// What is wrong; of each kind one.
    pub faults: Vec<Fault>,
}

/// Compares generators in one position after the other.
#[derive(Clone)]
pub struct Referee<'a> {
    leaves: Option<&'a Leaves>,
    gaddag: Option<Gaddag<'a>>,
    dawg: Dawg<'a>,
    ranker: Ranker<'a>,
    formed: Option<Formed<'a>>,
    /// What each of the generators found.
    by_gaddag: Plays,
    by_dawg: Plays,
}

impl<'a> Referee<'a> {
    /// A referee for positions of a ruleset; with `words`, every word of a play
    /// is looked up in them.
    pub fn new(
        graph: &'a Graph,
        ruleset: &'a Ruleset,
        leaves: Option<&'a Leaves>,
        words: Option<&'a HashSet<&'a [u8]>>,
    ) -> Referee<'a> {
        Referee {
            leaves,
            gaddag: Gaddag::new(graph, ruleset).ok(),
            dawg: Dawg::new(graph),
            ranker: Ranker::new(graph, ruleset),
            formed: words.map(Formed::new),
            by_gaddag: Plays::default(),
            by_dawg: Plays::default(),
        }
    }

    /// What finds the best moves.
    pub fn ranker(&mut self) -> &mut Ranker<'a> {
        &mut self.ranker
    }

    /// Looks at a position.
    pub fn judge(&mut self, position: &Position<'a>) -> Verdict {
        self.by_gaddag.clear();
        self.by_dawg.clear();
        let limits = Limits::default();
        let started = Instant::now();
        if let Some(gaddag) = &mut self.gaddag {
            gaddag.plays(position, limits, |found| self.by_gaddag.push(found));
        }
        let mut elapsed = started.elapsed();
        let valuation = Valuation::new(position, self.leaves);
        let mut best = Best::new(&valuation);
        let started = Instant::now();
        self.dawg.plays(position, limits, |found| {
            self.by_dawg.push(found);
            best.offer_play(found);
        });
        let mut faults = Vec::new();
        if self.gaddag.is_some() {
            faults.extend(self.compare_generators(position));
        } else {
            elapsed = started.elapsed();
        }
        faults.extend(self.look_up_words(position));
        let top = self
            .ranker
            .top(position, self.leaves, 1, Choices::default());
        faults.extend(best.compare(top.first()));
        let found_by = match self.gaddag {
            Some(_) => &self.by_gaddag,
            None => &self.by_dawg,
        };
        Verdict {
            plays: found_by.len() as u64,
            nanoseconds: u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX),
            faults,
        }
    }

    fn compare_generators(&mut self, position: &Position<'_>) -> Option<Fault> {
        self.by_gaddag.sort();
        self.by_dawg.sort();
        let [extra, missing] = self.by_gaddag.differences(&self.by_dawg);
        if extra.is_empty() && missing.is_empty() {
            return None;
        }
        let found = format!(
            "{} that only the GADDAG finds, {} that only the DAWG finds",
            extra.len(),
            missing.len()
        );
        let texts = |plays: Vec<(_, u32)>| {
            let plays = plays.into_iter().take(LISTED);
            plays
                .map(|(play, score)| text(position, &play, score))
                .collect()
        };
        Some(Fault {
            what: "the generators differ",
            expected: "the same plays by GADDAG and DAWG".to_string(),
            found,
            missing: texts(missing),
            extra: texts(extra),
            by_generators: true,
        })
    }

    fn look_up_words(&mut self, position: &Position<'_>) -> Option<Fault> {
        let formed = self.formed.as_mut()?;
        formed.clear(position);
        let plays = match self.gaddag {
            Some(_) => &self.by_gaddag,
            None => &self.by_dawg,
        };
        let alphabet = position.ruleset().alphabet();
        let (mut extra, mut first) = (Vec::new(), None::<String>);
        for (play, score) in plays.iter() {
            let Some(word) = formed.unknown(position, &play) else {
                continue;
            };
            first.get_or_insert_with(|| alphabet.word_text(word));
            if extra.len() < LISTED {
                extra.push(text(position, &play, score));
            }
        }
        Some(Fault {
            what: "a play makes a word that the sources lack",
            expected: "words of the sources".to_string(),
            found: first?,
            missing: Vec::new(),
            extra,
            by_generators: false,
        })
    }
}

/// The best of all moves, found without any of the ranker's ways.
struct Best<'v, 'p, 'r> {
    valuation: &'v Valuation<'p, 'r, Option<&'v Leaves>>,
    value: i64,
    score: u32,
    notation: String,
}

impl<'v, 'p, 'r> Best<'v, 'p, 'r> {
    /// The best exchange, or a pass.
    fn new(valuation: &'v Valuation<'p, 'r, Option<&'v Leaves>>) -> Self {
        let position = valuation.position();
        let mut best = Best {
            valuation,
            value: valuation.leave(&position.rack().tiles()),
            score: 0,
            notation: "-".to_string(),
        };
        let mut all = exchanges(position);
        while let Some((given, kept)) = all.next() {
            let exchange = |given: &[Tile]| {
                let alphabet = position.ruleset().alphabet();
                format!("-{}", alphabet.word_text(given))
            };
            best.offer(valuation.leave(kept), 0, || exchange(given));
        }
        best
    }

    fn offer_play(&mut self, found: &Found<'_>) {
        let position = self.valuation.position();
        self.offer(self.valuation.play(found), found.score, || {
            let mut text = String::new();
            position.write_play(&found.play, &mut text);
            text
        });
    }

    fn offer(&mut self, value: i64, score: u32, notation: impl FnOnce() -> String) {
        if (value, score) < (self.value, self.score) {
            return;
        }
        let notation = notation();
        if (value, score) > (self.value, self.score) || notation < self.notation {
            (self.value, self.score, self.notation) = (value, score, notation);
        }
    }

    /// Compares the best of all with what the ranker has.
    fn compare(&self, top: Option<&Ranked>) -> Option<Fault> {
        let mine = (self.value, self.score, self.notation.as_str());
        let theirs = top.map(|top| (top.value, top.score, top.notation.as_str()));
        if theirs == Some(mine) {
            return None;
        }
        let text = |(value, score, notation): (i64, u32, &str)| {
            format!("{notation} {score}, worth {}", value_text(value))
        };
        let (expected, found) = (text(mine), theirs.map(text));
        Some(Fault {
            what: "the best move differs",
            found: found.clone().unwrap_or_else(|| "no move".to_string()),
            missing: vec![expected.clone()],
            extra: found.into_iter().collect(),
            expected,
            by_generators: true,
        })
    }
}
