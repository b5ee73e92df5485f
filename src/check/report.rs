//! What a check found: by lexicon, by pass, finding by finding.
//!
//! A report depends on what was checked and on nothing else: two runs, on any
//! number of threads, give the same one. Times are kept beside it, and become
//! part of it only where that is asked for.

use super::pass::Pass;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Something to look at; the check has not failed for it.
    Warning,
    /// Something is wrong.
    Error,
}

/// One thing that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in the same words for every such finding.
    pub what: &'static str,
    /// The file, as the user would name it.
    pub file: String,
    /// Where in the file: a node, a word, a line. Empty if it is all of it.
    pub place: String,
    /// What should be there.
    pub expected: String,
    /// What is there.
    pub found: String,
    /// A position that shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Shown>,
}

/// A position that shows a difference between the generators.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shown {
    /// The board.
    pub board: String,
    /// The rack.
    pub rack: String,
    /// Moves that should be there and are not, with their scores.
    pub missing: Vec<String>,
    /// Moves that are there and should not be, with their scores.
    pub extra: Vec<String>,
    /// What to run to see the position.
    pub command: String,
}

/// The place, what was expected there, and what was found.
#[derive(Clone, Debug, Default)]
pub(super) struct Detail {
    pub(super) place: String,
    pub(super) expected: String,
    pub(super) found: String,
}

impl Detail {
    pub(super) fn new(
        place: impl Into<String>,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Detail {
        Detail {
            place: place.into(),
            expected: expected.into(),
            found: found.into(),
        }
    }
}

/// How many findings of one kind there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// How bad they are.
    pub severity: Severity,
    /// What is wrong.
    pub what: &'static str,
    /// The file.
    pub file: String,
    /// How many there are in all.
    pub count: u64,
}

/// Collects findings: of each kind and file the first few, and a count of all.
#[derive(Clone, Debug)]
pub(super) struct Findings {
    /// How many of a kind are kept.
    cap: usize,
    kept: Vec<Finding>,
    tallies: Vec<Tally>,
}

impl Findings {
    pub(super) fn new(cap: usize) -> Findings {
        Findings {
            cap,
            kept: Vec::new(),
            tallies: Vec::new(),
        }
    }

    /// An empty collection that keeps as many.
    pub(super) fn like(&self) -> Findings {
        Findings::new(self.cap)
    }

    pub(super) fn error(
        &mut self,
        what: &'static str,
        file: &str,
        detail: impl FnOnce() -> Detail,
    ) {
        self.add(Severity::Error, what, file, detail);
    }

    pub(super) fn warning(
        &mut self,
        what: &'static str,
        file: &str,
        detail: impl FnOnce() -> Detail,
    ) {
        self.add(Severity::Warning, what, file, detail);
    }

    /// Adds a finding; past the first few of its kind `detail` is not called.
    fn add(
        &mut self,
        severity: Severity,
        what: &'static str,
        file: &str,
        detail: impl FnOnce() -> Detail,
    ) {
        if self.count(severity, what, file, 1) <= self.cap as u64 {
            let detail = detail();
            self.kept.push(Finding {
                severity,
                what,
                file: file.to_string(),
                place: detail.place,
                expected: detail.expected,
                found: detail.found,
                position: None,
            });
        }
    }

    /// An error with a position that shows it.
    pub(super) fn error_shown(
        &mut self,
        what: &'static str,
        file: &str,
        make: impl FnOnce() -> (Detail, Shown),
    ) {
        let mut shown = None;
        let before = self.kept.len();
        self.error(what, file, || {
            let (detail, position) = make();
            shown = Some(position);
            detail
        });
        if let Some(finding) = self.kept.get_mut(before) {
            finding.position = shown;
        }
    }

    /// Counts findings of a kind; gives how many there are now.
    fn count(&mut self, severity: Severity, what: &'static str, file: &str, more: u64) -> u64 {
        let same = |t: &&mut Tally| t.what == what && t.file == file && t.severity == severity;
        match self.tallies.iter_mut().find(same) {
            Some(tally) => {
                tally.count = tally.count.saturating_add(more);
                tally.count
            }
            None => {
                self.tallies.push(Tally {
                    severity,
                    what,
                    file: file.to_string(),
                    count: more,
                });
                more
            }
        }
    }

    /// Counts further errors of a kind that has some already.
    pub(super) fn more_errors(&mut self, what: &'static str, file: &str, more: u64) {
        if more > 0 {
            self.count(Severity::Error, what, file, more);
        }
    }

    /// How many of a kind are kept.
    pub(super) fn kept_of(&self, what: &'static str, file: &str) -> usize {
        let same = |f: &&Finding| f.what == what && f.file == file;
        self.kept.iter().filter(same).count()
    }

    /// How many more of a kind would be kept.
    pub(super) fn room(&self, what: &'static str, file: &str) -> usize {
        let same = |t: &&Tally| t.what == what && t.file == file;
        let count = self.tallies.iter().find(same).map_or(0, |t| t.count);
        self.cap
            .saturating_sub(usize::try_from(count).unwrap_or(usize::MAX))
    }

    /// Adds what was collected elsewhere, after what is here.
    pub(super) fn append(&mut self, other: Findings) {
        let mut kept: BTreeMap<(Severity, &'static str, String), u64> = BTreeMap::new();
        for finding in other.kept {
            let key = (finding.severity, finding.what, finding.file.clone());
            *kept.entry(key).or_default() += 1;
            let now = self.count(finding.severity, finding.what, &finding.file, 1);
            if now <= self.cap as u64 {
                self.kept.push(finding);
            }
        }
        for tally in other.tallies {
            let key = (tally.severity, tally.what, tally.file.clone());
            let counted = kept.get(&key).copied().unwrap_or(0);
            if tally.count > counted {
                let more = tally.count - counted;
                self.count(tally.severity, tally.what, &tally.file, more);
            }
        }
    }

    fn total(&self, severity: Severity) -> u64 {
        let of = self.tallies.iter().filter(|t| t.severity == severity);
        of.fold(0, |sum, t| sum.saturating_add(t.count))
    }
}

/// What one pass did and found.
#[derive(Clone, Debug, Serialize)]
pub struct PassReport {
    /// The pass.
    pub pass: Pass,
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

/// A pass at work.
pub(super) struct Trial {
    pub(super) pass: Pass,
    /// All passes of the run.
    selected: Vec<Pass>,
    pub(super) findings: Findings,
    checked: BTreeMap<&'static str, u64>,
    skipped: Vec<String>,
    pub(super) moves: Option<MovesReport>,
}

impl Trial {
    pub(super) fn new(pass: Pass, selected: &[Pass], cap: usize) -> Trial {
        Trial {
            pass,
            selected: selected.to_vec(),
            findings: Findings::new(cap),
            checked: BTreeMap::new(),
            skipped: Vec::new(),
            moves: None,
        }
    }

    /// So much more was looked at.
    pub(super) fn checked(&mut self, what: &'static str, count: u64) {
        let sum = self.checked.entry(what).or_default();
        *sum = sum.saturating_add(count);
    }

    /// Something can't be looked at, and nothing is wrong with that.
    pub(super) fn skip(&mut self, reason: impl Into<String>) {
        self.skipped.push(reason.into());
    }

    /// A file can't be looked at because of what the pass `by` finds. Where
    /// that pass does not run, this one says so: nothing goes unseen.
    pub(super) fn blocked(&mut self, file: &str, by: Pass, reason: &str) {
        if self.selected.contains(&by) {
            self.skip(format!("{file}: see the pass {by}"));
        } else {
            self.findings.error("not checked", file, || {
                Detail::new("", "a file that can be looked at", reason)
            });
        }
    }

    pub(super) fn finish(self, elapsed: Duration) -> PassReport {
        PassReport {
            pass: self.pass,
            checked: self.checked,
            skipped: self.skipped,
            errors: self.findings.total(Severity::Error),
            warnings: self.findings.total(Severity::Warning),
            findings: self.findings.kept,
            tallies: self.findings.tallies,
            moves: self.moves,
            milliseconds: None,
            elapsed,
        }
    }
}

/// Numbers by the share of positions, in percent, that do not exceed them.
pub type Percentiles<T> = BTreeMap<u8, T>;

/// The shares that percentiles are for.
pub const PERCENTS: [u8; 13] = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99, 100];

/// The percentiles of some numbers; none without numbers.
pub(super) fn percentiles(mut numbers: Vec<u64>) -> Percentiles<u64> {
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
    pub(super) fn new(lexica: Vec<LexiconReport>) -> Report {
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
    fn the_first_of_a_kind_are_kept_and_all_are_counted() {
        let mut findings = Findings::new(2);
        for i in 0..5 {
            findings.error("a", "x", || Detail::new(i.to_string(), "", ""));
        }
        findings.warning("b", "x", Detail::default);
        let mut more = Findings::new(2);
        for i in 5..9 {
            more.error("a", "x", || Detail::new(i.to_string(), "", ""));
            more.error("a", "y", || Detail::new(i.to_string(), "", ""));
        }
        findings.append(more);
        let kept = findings.kept.iter();
        let kept: Vec<_> = kept.map(|f| (f.what, &f.file[..], &f.place[..])).collect();
        assert_eq!(
            kept,
            [
                ("a", "x", "0"),
                ("a", "x", "1"),
                ("b", "x", ""),
                ("a", "y", "5"),
                ("a", "y", "6")
            ]
        );
        let counts: Vec<_> = findings.tallies.iter().map(|t| t.count).collect();
        assert_eq!(counts, [9, 1, 4]);
        assert_eq!(
            (
                findings.total(Severity::Error),
                findings.total(Severity::Warning)
            ),
            (13, 1)
        );
        assert_eq!((findings.room("a", "x"), findings.room("c", "x")), (0, 2));
    }

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
