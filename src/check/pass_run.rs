//! One run of a pass over one lexicon: its findings, what it checked, and what it could
//! not check.

use crate::check::findings::{Evidence, Findings, Kind, Severity};
use crate::check::pass::Pass;
use crate::check::report::{MovesReport, Outcome, PassReport};
use std::collections::BTreeMap;
use std::time::Duration;

/// A running pass.
pub(crate) struct PassRun {
    pass: Pass,
    /// All passes that the user selected.
    selected: Vec<Pass>,
    pub(crate) findings: Findings,
    checked: BTreeMap<&'static str, u64>,
    skipped: Vec<String>,
    /// Whether the checks prove nothing.
    in_vain: bool,
    pub(crate) moves: Option<MovesReport>,
}

impl PassRun {
    pub(crate) fn new(pass: Pass, selected: &[Pass], cap: usize) -> PassRun {
        PassRun {
            pass,
            selected: selected.to_vec(),
            findings: Findings::new(cap),
            checked: BTreeMap::new(),
            skipped: Vec::new(),
            in_vain: false,
            moves: None,
        }
    }

    /// Adds an error; see [`Findings::error`].
    pub(crate) fn error(&mut self, what: Kind, file: &str, evidence: impl Evidence) {
        self.findings.error(what, file, evidence);
    }

    /// Adds a warning; see [`Findings::add`].
    pub(crate) fn warning(&mut self, what: Kind, file: &str, evidence: impl Evidence) {
        self.findings.add(Severity::Warning, what, file, evidence);
    }

    /// Adds to the number of things checked.
    pub(crate) fn checked(&mut self, what: &'static str, count: u64) {
        let sum = self.checked.entry(what).or_default();
        *sum = sum.saturating_add(count);
    }

    /// Notes something that was not checked although nothing is wrong with it.
    pub(crate) fn skip(&mut self, reason: impl Into<String>) {
        self.skipped.push(reason.into());
    }

    /// Notes that the pass ran but proves nothing.
    pub(crate) fn in_vain(&mut self, reason: impl Into<String>) {
        self.in_vain = true;
        self.skip(reason);
    }

    /// Notes that a file can't be checked because of a fault that the pass `by`
    /// reports. If that pass does not run, this one reports the fault, so that none is
    /// missed.
    pub(crate) fn blocked(&mut self, file: &str, by: Pass, reason: &str) {
        if self.selected.contains(&by) {
            self.skip(format!("{file}: see the pass {by}"));
        } else {
            let expected = "a file that can be looked at";
            self.error("not checked", file, || ("", expected, reason));
        }
    }

    pub(crate) fn finish(mut self, took: Duration) -> PassReport {
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
            tallies: self.findings.counts,
            moves: self.moves,
            milliseconds: Some(took.as_secs_f64() * 1e3),
        }
    }
}
