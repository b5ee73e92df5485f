//! The report of a check: by lexicon, by pass, by finding.
//!
//! Without its times, a report depends only on what was checked. Two runs then give the
//! same report, on any number of threads.

use crate::check::findings::{Finding, FindingCount};
use crate::check::pass::Pass;
use serde::Serialize;
use std::collections::BTreeMap;

/// The result of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Outcome {
    /// No findings.
    #[serde(rename = "fine")]
    Fine,
    /// The pass had nothing to check, so it proves nothing.
    #[serde(rename = "not checked")]
    NotChecked,
    /// Warnings, but no errors.
    #[serde(rename = "warnings")]
    Warnings,
    /// At least one error.
    #[serde(rename = "errors")]
    Errors,
}

/// The work and the findings of one pass.
#[derive(Clone, Debug, Serialize)]
pub struct PassReport {
    /// The pass.
    pub pass: Pass,
    /// Its result.
    pub result: Outcome,
    /// How much was checked: files, words, nodes …
    pub checked: BTreeMap<&'static str, u64>,
    /// What was not checked, and why.
    pub skipped: Vec<String>,
    /// The number of errors, shown or not.
    pub errors: u64,
    /// The number of warnings, shown or not.
    pub warnings: u64,
    /// The first findings of each kind and file.
    pub findings: Vec<Finding>,
    /// The number of findings of each kind and file.
    pub tallies: Vec<FindingCount>,
    /// The statistics of the moves pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<MovesReport>,
    /// The time it took, with other passes running at the same time; only in a report
    /// with times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub milliseconds: Option<f64>,
}

/// Percentiles of a number over all positions, by percent.
pub type Percentiles<T> = BTreeMap<u8, T>;

/// The percents of the percentiles.
pub const PERCENTS: [u8; 13] = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99, 100];

/// Computes percentiles; empty if there are no numbers.
pub(crate) fn percentiles(mut numbers: Vec<u64>) -> Percentiles<u64> {
    numbers.sort_unstable();
    let mut percentiles = Percentiles::new();
    let Some(last) = numbers.len().checked_sub(1) else {
        return percentiles;
    };
    let at = |percent: u8| {
        let rank = (numbers.len() * usize::from(percent)).div_ceil(100);
        numbers[rank.saturating_sub(1).min(last)]
    };
    percentiles.extend(PERCENTS.map(|percent| (percent, at(percent))));
    percentiles
}

/// The statistics of the moves pass.
#[derive(Clone, Debug, Default, Serialize)]
pub struct MovesReport {
    /// The seed of the games.
    pub seed: u64,
    /// The number of games played.
    pub games: u64,
    /// The number of positions in the games.
    pub positions: u64,
    /// The number of plays in the positions.
    pub plays: u64,
    /// The number of positions of tables that were checked.
    pub golden_positions: u64,
    /// Plays per position.
    pub plays_per_position: Percentiles<u64>,
    /// Plays per second of the faster generator on one thread; only in a report with
    /// times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plays_per_second: Option<u64>,
    /// Nanoseconds to find all plays of a position; only in a report with times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nanoseconds_per_position: Option<Percentiles<u64>>,
}

/// A file that was checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileReport {
    /// The file, as the user would name it.
    pub file: String,
    /// Its kind: `gaddawg`, `dawg`, `alphagrams`, `graph` if its content is unknown,
    /// `counts`, `members`, `order`, `definitions`, `leaves`, or the name of a
    /// [`WordFormat`](crate::foreign::WordFormat).
    pub kind: &'static str,
    /// Its size; `None` if the file does not exist.
    pub bytes: Option<u64>,
    /// Its SHA-256.
    pub sha256: Option<String>,
    /// The nodes of a graph, including unused ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The nodes that nothing leads to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unreachable: Option<u64>,
    /// The layout of a graph, as far as its nodes show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layout: Option<&'static str>,
    /// The number of words or leaves in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entries: Option<u64>,
    /// The number of words or leaves of each length.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub per_length: BTreeMap<usize, u64>,
}

/// A file that explains other findings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cause {
    /// The file, as the user would name it.
    pub file: String,
    /// Its fault, in the words of its own finding.
    pub what: &'static str,
    /// The number of findings that follow from it.
    pub findings: u64,
}

impl Cause {
    /// Whether a finding is the one about this file.
    pub fn is_named_by(&self, finding: &Finding) -> bool {
        (finding.what, &finding.file) == (self.what, &self.file)
    }
}

/// The report of one lexicon.
#[derive(Clone, Debug, Serialize)]
pub struct LexiconReport {
    /// Its name.
    pub lexicon: String,
    /// The recipe, as the user named it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recipe: Option<String>,
    /// Its ruleset.
    pub ruleset: String,
    /// Whether that ruleset was assumed because nothing names it.
    pub ruleset_assumed: bool,
    /// Its files.
    pub files: Vec<FileReport>,
    /// The files that explain other findings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<Cause>,
    /// What each pass found.
    pub passes: Vec<PassReport>,
}

/// The report of a check.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The number of errors.
    pub errors: u64,
    /// The number of warnings.
    pub warnings: u64,
    /// The lexicons, in input order.
    #[serde(rename = "lexica")]
    pub lexicons: Vec<LexiconReport>,
}

impl Report {
    pub(crate) fn new(lexicons: Vec<LexiconReport>) -> Report {
        let sum = |of: fn(&PassReport) -> u64| {
            let passes = lexicons.iter().flat_map(|lexicon| &lexicon.passes);
            passes.fold(0u64, |sum, pass| sum.saturating_add(of(pass)))
        };
        Report {
            errors: sum(|pass| pass.errors),
            warnings: sum(|pass| pass.warnings),
            lexicons,
        }
    }

    /// Whether there are no errors.
    pub fn is_fine(&self) -> bool {
        self.errors == 0
    }

    /// Removes the times, which differ from run to run.
    pub fn without_times(mut self) -> Report {
        for pass in self.lexicons.iter_mut().flat_map(|l| &mut l.passes) {
            pass.milliseconds = None;
            if let Some(moves) = &mut pass.moves {
                (moves.plays_per_second, moves.nanoseconds_per_position) = (None, None);
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
