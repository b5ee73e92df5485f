//! Findings of a pass, and their collection.
//!
//! A collection keeps the first few findings of each kind and file, and counts all of
//! them. A finding holds facts; programs turn its [`NextStep`] and its [`Reproduction`]
//! into sentences and commands.

use crate::error::Problem;
use crate::recipe::PartKind;
use serde::Serialize;
use std::fmt::Display;

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Something to look at. The check does not fail because of it.
    Warning,
    /// Something is wrong.
    Error,
}

/// One fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Its severity.
    pub severity: Severity,
    /// The kind of fault, in the same words for every finding of that kind.
    pub what: &'static str,
    /// The file, as the user would name it.
    pub file: String,
    /// The place in the file: a node, a word, a line. Empty for the whole file.
    pub place: String,
    /// What was expected.
    pub expected: String,
    /// What was found.
    pub found: String,
    /// What may explain or fix it, in words; often empty. Programs write their advice
    /// for `next_step` here before they print the finding.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub advice: String,
    /// What fixes it, if known.
    #[serde(skip)]
    pub next_step: Option<NextStep>,
    /// The file that explains it; see [`Cause`](crate::check::Cause).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// A position that shows the fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Shown>,
}

/// What the user can do to fix a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NextStep {
    /// Build these parts of the recipe.
    Build(Vec<PartKind>),
    /// Name the ruleset, which may be another than `read_as`.
    NameRuleset {
        /// The ruleset that the files were read with.
        read_as: String,
        /// Whether a manifest named that ruleset. Otherwise it was assumed.
        by_manifest: bool,
    },
    /// Check words of any length.
    CheckAnyLength,
}

/// A position that shows a difference between the move generators.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shown {
    /// The board.
    pub board: String,
    /// The rack.
    pub rack: String,
    /// Moves that are missing, with their scores.
    pub missing: Vec<String>,
    /// Moves that should not be there, with their scores.
    pub extra: Vec<String>,
    /// What to load to reproduce the position.
    #[serde(skip)]
    pub reproduction: Reproduction,
    /// The command that shows the position. Programs fill it in; the library leaves it
    /// empty.
    pub command: String,
}

/// What to load to reproduce a fault of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reproduction {
    /// The name or path of the ruleset.
    pub ruleset: String,
    /// The path of the graph.
    pub graph: String,
    /// The path of the leave values, if there are any.
    pub leaves: Option<String>,
    /// Whether comparing the generators shows the fault. Otherwise listing all moves
    /// does.
    pub by_generators: bool,
}

/// The kind of fault, in the same words for every finding of that kind.
pub(crate) type Kind = &'static str;

/// Creates a finding from the place, what was expected there, and what was found. The
/// collection adds the kind and the file.
impl<P: Display, E: Display, F: Display> From<(P, E, F)> for Finding {
    fn from((place, expected, found): (P, E, F)) -> Finding {
        Finding {
            severity: Severity::Error,
            what: "",
            file: String::new(),
            place: place.to_string(),
            expected: expected.to_string(),
            found: found.to_string(),
            advice: String::new(),
            next_step: None,
            because: None,
            position: None,
        }
    }
}

/// Creates a finding. Called only for a finding that is kept.
pub(crate) trait Evidence {
    fn finding(self) -> Finding;
}

impl<E: Into<Finding>, F: FnOnce() -> E> Evidence for F {
    fn finding(self) -> Finding {
        self().into()
    }
}

impl Finding {
    /// Creates a finding from a mismatch. Returns any other problem as it is.
    pub(crate) fn of_mismatch(problem: &Problem) -> Result<Finding, &Problem> {
        match problem {
            Problem::Mismatch {
                subject,
                expected,
                found,
            } => Ok((subject, expected, found).into()),
            other => Err(other),
        }
    }

    /// Sets what fixes it.
    pub(crate) fn next(self, next_step: impl Into<Option<NextStep>>) -> Finding {
        let next_step = next_step.into();
        Finding { next_step, ..self }
    }
}

/// The number of findings of one kind in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FindingCount {
    /// Their severity.
    pub severity: Severity,
    /// The kind of fault.
    pub what: &'static str,
    /// The file.
    pub file: String,
    /// The total number.
    pub count: u64,
    /// The file that explains them; see [`Cause`](crate::check::Cause).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
}

/// Collects findings: the first few of each kind and file, and a count of all.
#[derive(Clone, Debug)]
pub(crate) struct Findings {
    /// The number kept of each kind and file.
    pub(crate) cap: usize,
    pub(crate) kept: Vec<Finding>,
    pub(crate) counts: Vec<FindingCount>,
}

impl Findings {
    pub(crate) fn new(cap: usize) -> Findings {
        Findings {
            cap,
            kept: Vec::new(),
            counts: Vec::new(),
        }
    }

    pub(crate) fn error(&mut self, what: Kind, file: &str, evidence: impl Evidence) {
        self.add(Severity::Error, what, file, evidence);
    }

    pub(crate) fn add(&mut self, severity: Severity, what: Kind, file: &str, e: impl Evidence) {
        if self.count(severity, what, file, 1) <= self.cap as u64 {
            self.kept.push(Finding {
                severity,
                what,
                file: file.to_string(),
                ..e.finding()
            });
        }
    }

    /// Counts findings of a kind, and returns the new total.
    fn count(&mut self, severity: Severity, what: Kind, file: &str, more: u64) -> u64 {
        let same =
            |c: &&mut FindingCount| c.what == what && c.file == file && c.severity == severity;
        if let Some(known) = self.counts.iter_mut().find(same) {
            known.count = known.count.saturating_add(more);
            return known.count;
        }
        self.counts.push(FindingCount {
            severity,
            what,
            file: file.to_string(),
            count: more,
            because: None,
        });
        more
    }

    /// Counts errors of a kind without keeping them.
    pub(crate) fn more_errors(&mut self, what: Kind, file: &str, more: u64) {
        if more > 0 {
            self.count(Severity::Error, what, file, more);
        }
    }

    /// The findings kept of a kind.
    pub(crate) fn of_kind(&self, what: &str, file: &str) -> impl Iterator<Item = &Finding> {
        let kept = self.kept.iter();
        kept.filter(move |f| f.what == what && f.file == file)
    }

    /// The number of findings of a kind.
    pub(crate) fn count_of(&self, what: Kind, file: &str) -> u64 {
        let same = |c: &&FindingCount| c.what == what && c.file == file;
        self.counts.iter().find(same).map_or(0, |c| c.count)
    }

    /// Appends the findings of another collection.
    pub(crate) fn append(&mut self, other: Findings) {
        for finding in other.kept {
            if self.of_kind(finding.what, &finding.file).count() < self.cap {
                self.kept.push(finding);
            }
        }
        for counted in other.counts {
            self.count(counted.severity, counted.what, &counted.file, counted.count);
        }
    }

    /// The number of findings of a severity.
    pub(crate) fn total(&self, severity: Severity) -> u64 {
        let of = self.counts.iter().filter(|c| c.severity == severity);
        of.fold(0, |sum, c| sum.saturating_add(c.count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_a_kind_are_kept_and_all_are_counted() {
        let mut findings = Findings::new(2);
        for i in 0..5 {
            findings.error("a", "x", || (i, "", ""));
        }
        findings.add(Severity::Warning, "b", "x", || ("", "", ""));
        let mut more = Findings::new(2);
        for i in 5..9 {
            more.error("a", "x", || (i, "", ""));
            more.error("a", "y", || (i, "", ""));
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
        let counts: Vec<_> = findings.counts.iter().map(|c| c.count).collect();
        assert_eq!(counts, [9, 1, 4]);
        let totals = [Severity::Error, Severity::Warning].map(|s| findings.total(s));
        assert_eq!(totals, [13, 1]);
    }
}
