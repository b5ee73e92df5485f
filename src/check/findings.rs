//! Findings: collected while a pass is at work, the first of each kind kept and
//! all of them counted.

use crate::check::pass::Pass;
use crate::check::report::{MovesReport, Outcome, PassReport};
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
    /// What to do about it, where that is known.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub advice: String,
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
    /// What a program needs to show the position.
    #[serde(skip)]
    pub reproduction: Reproduction,
    /// The command that shows the position. Programs fill it in; the library
    /// leaves it empty.
    pub command: String,
}

/// What to load to see a fault of a position again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reproduction {
    /// The name or path of the ruleset.
    pub ruleset: String,
    /// The path of the graph.
    pub graph: String,
    /// The path of the leave values, if there are any.
    pub leaves: Option<String>,
    /// Whether comparing the generators shows the fault; else listing all moves
    /// does.
    pub by_generators: bool,
}

/// The place, what was expected there, and what was found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Detail {
    pub(crate) place: String,
    pub(crate) expected: String,
    pub(crate) found: String,
    pub(crate) advice: String,
}

impl Detail {
    pub(crate) fn new(
        place: impl Into<String>,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Detail {
        Detail {
            place: place.into(),
            expected: expected.into(),
            found: found.into(),
            advice: String::new(),
        }
    }

    /// The same, with what to do about it.
    pub(crate) fn advise(self, advice: impl Into<String>) -> Detail {
        let advice = advice.into();
        Detail { advice, ..self }
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
pub(crate) struct Findings {
    /// How many of a kind are kept.
    cap: usize,
    kept: Vec<Finding>,
    tallies: Vec<Tally>,
}

impl Findings {
    pub(crate) fn new(cap: usize) -> Findings {
        Findings {
            cap,
            kept: Vec::new(),
            tallies: Vec::new(),
        }
    }

    /// How many of a kind are kept.
    pub(crate) fn cap(&self) -> usize {
        self.cap
    }

    /// An empty collection that keeps as many.
    pub(crate) fn like(&self) -> Findings {
        Findings::new(self.cap)
    }

    pub(crate) fn error(
        &mut self,
        what: &'static str,
        file: &str,
        detail: impl FnOnce() -> Detail,
    ) {
        self.add(Severity::Error, what, file, detail);
    }

    pub(crate) fn warning(
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
                advice: detail.advice,
                position: None,
            });
        }
    }

    /// An error with a position that shows it.
    pub(crate) fn error_shown(
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

    /// Counts errors of a kind without keeping them.
    pub(crate) fn more_errors(&mut self, what: &'static str, file: &str, more: u64) {
        if more > 0 {
            self.count(Severity::Error, what, file, more);
        }
    }

    /// How many of a kind are kept.
    pub(crate) fn kept_of(&self, what: &'static str, file: &str) -> usize {
        let same = |f: &&Finding| f.what == what && f.file == file;
        self.kept.iter().filter(same).count()
    }

    /// Whether a position is shown already for a kind.
    pub(crate) fn shows(&self, what: &str, file: &str, board: &str, rack: &str) -> bool {
        let same = |s: &Shown| s.board == board && s.rack == rack;
        let of_kind = |f: &&Finding| f.what == what && f.file == file;
        let mut positions = self.kept.iter().filter(of_kind).map(|f| &f.position);
        positions.any(|position| position.as_ref().is_some_and(same))
    }

    /// How many of a kind there are.
    pub(crate) fn count_of(&self, what: &'static str, file: &str) -> u64 {
        let same = |t: &&Tally| t.what == what && t.file == file;
        self.tallies.iter().find(same).map_or(0, |t| t.count)
    }

    /// How many more of a kind would be kept.
    pub(crate) fn room(&self, what: &'static str, file: &str) -> usize {
        let count = self.count_of(what, file);
        self.cap
            .saturating_sub(usize::try_from(count).unwrap_or(usize::MAX))
    }

    /// Adds what was collected elsewhere, after what is here.
    pub(crate) fn append(&mut self, other: Findings) {
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

/// A pass at work.
pub(crate) struct Trial {
    pub(crate) pass: Pass,
    /// All passes of the run.
    selected: Vec<Pass>,
    pub(crate) findings: Findings,
    checked: BTreeMap<&'static str, u64>,
    skipped: Vec<String>,
    /// Whether what was looked at had nothing to see.
    in_vain: bool,
    pub(crate) moves: Option<MovesReport>,
}

impl Trial {
    pub(crate) fn new(pass: Pass, selected: &[Pass], cap: usize) -> Trial {
        Trial {
            pass,
            selected: selected.to_vec(),
            findings: Findings::new(cap),
            checked: BTreeMap::new(),
            skipped: Vec::new(),
            in_vain: false,
            moves: None,
        }
    }

    /// So much more was looked at.
    pub(crate) fn checked(&mut self, what: &'static str, count: u64) {
        let sum = self.checked.entry(what).or_default();
        *sum = sum.saturating_add(count);
    }

    /// Something can't be looked at, and nothing is wrong with that.
    pub(crate) fn skip(&mut self, reason: impl Into<String>) {
        self.skipped.push(reason.into());
    }

    /// What was looked at had nothing to see: the pass proves nothing.
    pub(crate) fn in_vain(&mut self, reason: impl Into<String>) {
        self.in_vain = true;
        self.skip(reason);
    }

    /// A file can't be looked at because of what the pass `by` finds. Where
    /// that pass does not run, this one says so: nothing goes unseen.
    pub(crate) fn blocked(&mut self, file: &str, by: Pass, reason: &str) {
        if self.selected.contains(&by) {
            self.skip(format!("{file}: see the pass {by}"));
        } else {
            self.findings.error("not checked", file, || {
                Detail::new("", "a file that can be looked at", reason)
            });
        }
    }

    pub(crate) fn finish(mut self, elapsed: Duration) -> PassReport {
        let errors = self.findings.total(Severity::Error);
        let warnings = self.findings.total(Severity::Warning);
        let is_checked = !self.in_vain && !self.checked.is_empty();
        if !is_checked && self.skipped.is_empty() {
            self.skip("there is no file that it looks at");
        }
        PassReport {
            pass: self.pass,
            result: match (errors, warnings) {
                (1.., _) => Outcome::Errors,
                (_, 1..) => Outcome::Warnings,
                _ if is_checked => Outcome::Fine,
                _ => Outcome::NotChecked,
            },
            checked: self.checked,
            skipped: self.skipped,
            errors,
            warnings,
            findings: self.findings.kept,
            tallies: self.findings.tallies,
            moves: self.moves,
            milliseconds: None,
            elapsed,
        }
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
}
