//! What a check found: by lexicon, by pass, finding by finding.
//!
//! A report depends on what was checked and on nothing else: two runs, on any
//! number of threads, give the same one. Times are kept beside it, and become
//! part of it only where that is asked for.

use crate::check::findings::{Finding, Tally};
use crate::check::pass::Pass;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// What came of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Outcome {
    /// All that was looked at is as it should be.
    #[serde(rename = "fine")]
    Fine,
    /// There was nothing to look at, so nothing is known.
    #[serde(rename = "not checked")]
    NotChecked,
    /// Something to look at, and no error.
    #[serde(rename = "warnings")]
    Warnings,
    /// Something is wrong.
    #[serde(rename = "errors")]
    Errors,
}

/// What one pass did and found.
#[derive(Clone, Debug, Serialize)]
pub struct PassReport {
    /// The pass.
    pub pass: Pass,
    /// What came of it.
    pub result: Outcome,
    /// How much was looked at: files, words, nodes …
    pub checked: BTreeMap<&'static str, u64>,
    /// What was not looked at, and why.
    pub skipped: Vec<String>,
    /// How many errors there are, shown or not.
    pub errors: u64,
    /// How many warnings there are, shown or not.
    pub warnings: u64,
    /// The first findings of each kind and file.
    pub findings: Vec<Finding>,
    /// How many findings there are of each kind and file.
    pub tallies: Vec<Tally>,
    /// The numbers of the moves pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<MovesReport>,
    /// How long it took; only where times were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub milliseconds: Option<f64>,
    /// How long it took.
    #[serde(skip)]
    pub elapsed: Duration,
}

/// Numbers by the share of positions, in percent, that do not exceed them.
pub type Percentiles<T> = BTreeMap<u8, T>;

/// The shares that percentiles are for.
pub const PERCENTS: [u8; 13] = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99, 100];

/// The percentiles of some numbers; none without numbers.
pub(crate) fn percentiles(mut numbers: Vec<u64>) -> Percentiles<u64> {
    numbers.sort_unstable();
    let Some(last) = numbers.len().checked_sub(1) else {
        return Percentiles::new();
    };
    let at = |percent: u8| {
        let rank = (numbers.len() * usize::from(percent)).div_ceil(100);
        numbers[rank.saturating_sub(1).min(last)]
    };
    PERCENTS
        .iter()
        .map(|&percent| (percent, at(percent)))
        .collect()
}

/// The numbers of the moves pass.
#[derive(Clone, Debug, Default, Serialize)]
pub struct MovesReport {
    /// Where the games begin.
    pub seed: u64,
    /// How many games were played.
    pub games: u64,
    /// How many positions they had.
    pub positions: u64,
    /// How many plays those had.
    pub plays: u64,
    /// How many positions of tables were looked at as well.
    pub golden_positions: u64,
    /// Plays a position.
    pub plays_per_position: Percentiles<u64>,
    /// Plays found a second by the faster generator, on one thread; only where
    /// times were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plays_per_second: Option<u64>,
    /// What finding all plays of a position takes; only where times were asked
    /// for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nanoseconds_per_position: Option<Percentiles<u64>>,
    /// The same, for whoever shows it to a person.
    #[serde(skip)]
    pub nanoseconds: Percentiles<u64>,
    /// All of that time.
    #[serde(skip)]
    pub generating: Duration,
}

impl MovesReport {
    /// Plays found a second by the faster generator, on one thread.
    pub fn speed(&self) -> u64 {
        let seconds = self.generating.as_secs_f64();
        if seconds > 0.0 {
            (self.plays as f64 / seconds) as u64
        } else {
            0
        }
    }
}

/// A file that was checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileReport {
    /// The file, as the user would name it.
    pub file: String,
    /// What it is: `gaddawg`, `dawg`, `alphagrams`, `counts`, `members`,
    /// `order` or `leaves`.
    pub kind: &'static str,
    /// Its size; none if there is no such file.
    pub bytes: Option<u64>,
    /// Its digest.
    pub sha256: Option<String>,
    /// The nodes of a graph, unused ones included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Of those, the ones that nothing leads to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unreachable: Option<u64>,
    /// How the lists of a graph are arranged, as far as can be seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layout: Option<&'static str>,
    /// How many words or leaves it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entries: Option<u64>,
    /// How many of each length.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub per_length: BTreeMap<usize, u64>,
}

/// What became of one lexicon.
#[derive(Clone, Debug, Serialize)]
pub struct LexiconReport {
    /// Its name.
    pub lexicon: String,
    /// The recipe, as the user named it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recipe: Option<String>,
    /// The rules it is for.
    pub ruleset: String,
    /// Whether nothing says that it is for those rules.
    pub ruleset_assumed: bool,
    /// Its files.
    pub files: Vec<FileReport>,
    /// What each pass found.
    pub passes: Vec<PassReport>,
}

/// What came of a check.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// How many errors there are.
    pub errors: u64,
    /// How many warnings there are.
    pub warnings: u64,
    /// By lexicon, in the order in which they were given.
    pub lexica: Vec<LexiconReport>,
}

impl Report {
    pub(crate) fn new(lexica: Vec<LexiconReport>) -> Report {
        let sum = |of: fn(&PassReport) -> u64| {
            let passes = lexica.iter().flat_map(|lexicon| &lexicon.passes);
            passes.fold(0u64, |sum, pass| sum.saturating_add(of(pass)))
        };
        Report {
            errors: sum(|pass| pass.errors),
            warnings: sum(|pass| pass.warnings),
            lexica,
        }
    }

    /// Whether nothing is wrong.
    pub fn is_fine(&self) -> bool {
        self.errors == 0
    }

    /// The same report with all times in it, which no two runs share.
    pub fn with_times(mut self) -> Report {
        for pass in self.lexica.iter_mut().flat_map(|l| &mut l.passes) {
            pass.milliseconds = Some(pass.elapsed.as_secs_f64() * 1e3);
            if let Some(moves) = &mut pass.moves {
                moves.plays_per_second = Some(moves.speed());
                moves.nanoseconds_per_position = Some(moves.nanoseconds.clone());
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_numbers_that_occurred() {
        assert!(percentiles(Vec::new()).is_empty());
        let of = percentiles((1..=200).rev().collect());
        let values: Vec<u64> = of.into_values().collect();
        assert_eq!(
            values,
            [1, 20, 40, 60, 80, 100, 120, 140, 160, 180, 190, 198, 200]
        );
    }
}
