//! Collects faults while reading continues.

use crate::error::diagnostic::{Diagnostic, Remedy};
use crate::error::errors::{Error, ErrorKind, Result};

/// The number of diagnostics that an error keeps. Further ones are only counted.
pub const SHOWN: usize = 20;

/// The faults of an input, collected while reading continues.
#[derive(Debug, Default)]
pub struct Faults {
    kept: Vec<Diagnostic>,
    unshown: u64,
    /// The number of all faults that another alphabet may fix.
    past_alphabet: u64,
}

impl Faults {
    /// Adds a fault. After the first [`SHOWN`] it is only counted, and `make` is not
    /// called.
    pub fn add(&mut self, make: impl FnOnce() -> Diagnostic) {
        if self.kept.len() < SHOWN {
            self.kept.push(make());
        } else {
            self.unshown += 1;
        }
    }

    /// Counts a fault without locating it, since enough are shown.
    pub(crate) fn pass_over(&mut self) {
        self.unshown += 1;
    }

    /// Adds a fault, which another alphabet may fix.
    pub(crate) fn put(&mut self, fault: Diagnostic) {
        self.past_alphabet += u64::from(fault.remedy == Some(Remedy::OtherAlphabet));
        self.add(|| fault);
    }

    /// Like [`add`](Self::add), for a fault that another alphabet may fix.
    pub(crate) fn add_past_alphabet(&mut self, make: impl FnOnce() -> Diagnostic) {
        self.past_alphabet += 1;
        self.add(|| make().past_alphabet(true));
    }

    /// The number of faults that another alphabet may fix.
    pub(crate) fn past_alphabet(&self) -> u64 {
        self.past_alphabet
    }

    /// The total number of faults.
    pub(crate) fn count(&self) -> u64 {
        self.kept.len() as u64 + self.unshown
    }

    /// Puts a summary before the faults that another alphabet may fix, and keeps only
    /// the first `examples` of them.
    pub(crate) fn sum_up_alphabet(&mut self, summary: Diagnostic, examples: usize) {
        let mut left = examples;
        let before = self.kept.len();
        self.kept.retain_mut(|fault| {
            if fault.remedy != Some(Remedy::OtherAlphabet) {
                return true;
            }
            fault.remedy = None; // the summary carries it
            let stays = left > 0;
            left = left.saturating_sub(1);
            stays
        });
        self.unshown += (before - self.kept.len()) as u64;
        self.kept.insert(0, summary.past_alphabet(true));
    }

    /// Adds the faults of a later part of the same text. Their lines are counted from
    /// the beginning of that part, which `lines_before` lines precede.
    pub(crate) fn append(&mut self, part: Faults, lines_before: u64) {
        for mut fault in part.kept {
            fault.line = fault.line.map(|line| line + lines_before);
            self.add(|| fault);
        }
        self.unshown += part.unshown;
        self.past_alphabet += part.past_alphabet;
    }

    /// Adds all faults of an error.
    pub(crate) fn take(&mut self, error: Error) {
        let (kept, unshown) = error.into_parts();
        let part = Faults {
            kept,
            unshown,
            past_alphabet: 0,
        };
        self.append(part, 0);
    }

    /// Whether further faults are only counted.
    pub(crate) fn is_full(&self) -> bool {
        self.kept.len() >= SHOWN
    }

    /// Adds the faults that are not yet known, by their place or their problem.
    pub(crate) fn add_new(&mut self, faults: Vec<Diagnostic>) {
        for fault in faults {
            if !self.kept.iter().any(|known| known.is_like(&fault)) {
                self.add(|| fault);
            }
        }
    }

    /// Sorts the faults of the file at `path` by line, before all others.
    pub(crate) fn by_line(mut self, path: &str) -> Faults {
        self.kept
            .sort_by_key(|fault| (fault.path != path, fault.line.unwrap_or(0)));
        self
    }

    /// Whether there are no faults.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Succeeds if there are no faults.
    pub fn into_result(self) -> Result<()> {
        match self.kept.is_empty() {
            true => Ok(()),
            false => Err(self.into_error()),
        }
    }

    /// Converts all faults to one error.
    pub(crate) fn into_error(self) -> Error {
        Error::of(ErrorKind::Input, self.kept, self.unshown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_past_the_limit_are_counted() {
        let mut faults = Faults::default();
        for i in 0..25 {
            faults.add(|| Diagnostic::new("x", format!("fault {i}")));
        }
        let error = faults.into_result().unwrap_err();
        assert_eq!(error.diagnostics().len(), SHOWN);
        assert_eq!(error.unshown(), 5);
        assert!(error.to_string().ends_with("x: fault 19\n… and 5 more"));
    }
}
