//! The error type: its kind, its diagnostics and its source.

use crate::error::diagnostic::{Diagnostic, Problem, Remedy};
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// The result of every fallible function in this library.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The kind of failure of an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The operating system failed to read or write something.
    Io,
    /// An input or an argument is invalid.
    Input,
    /// The inputs are valid, but a check of the result failed.
    Check,
}

/// Every error that the library returns.
///
/// Its text has one line for each diagnostic, and a last line with the number of those
/// that were not kept. [`source`](std::error::Error::source) returns the system's error
/// or the reader's fault that caused it.
#[derive(Clone, Debug)]
pub struct Error {
    kind: ErrorKind,
    diagnostics: Vec<Diagnostic>,
    unshown: u64,
    source: Option<Arc<dyn std::error::Error + Send + Sync>>,
}

impl Error {
    /// Creates an error with a single diagnostic.
    pub fn new(kind: ErrorKind, diagnostic: Diagnostic) -> Self {
        Error::of(kind, vec![diagnostic], 0)
    }

    /// Creates an error from diagnostics, and the number of those that were not kept.
    pub(crate) fn of(kind: ErrorKind, diagnostics: Vec<Diagnostic>, unshown: u64) -> Self {
        Error {
            kind,
            diagnostics,
            unshown,
            source: None,
        }
    }

    /// Creates an error for an input, without a line.
    pub fn input(path: impl AsRef<Path>, problem: impl Into<Problem>) -> Self {
        Error::from(Diagnostic::new(path, problem))
    }

    /// Creates an error for an input, without a line: something else was expected.
    pub fn mismatch(path: impl AsRef<Path>, expected: impl ToString, found: impl ToString) -> Self {
        Error::input(path, Problem::mismatch(expected, found))
    }

    /// Creates an error for a failed operation on a file. `what` names it, as in
    /// `can't read`.
    pub fn io(path: &Path, what: &str, source: io::Error) -> Self {
        let problem = format!("{what}: {source}");
        let mut diagnostic = Diagnostic::new(path, problem);
        // ENFILE and EMFILE: the limits on open files of the system and of the process.
        if cfg!(unix) && matches!(source.raw_os_error(), Some(23 | 24)) {
            diagnostic.advise("raise the limit with `ulimit -n`, or do less at once");
        }
        Error::new(ErrorKind::Io, diagnostic).caused_by(source)
    }

    /// Creates an error for a check that failed in one or more ways.
    pub fn check(diagnostics: Vec<Diagnostic>) -> Self {
        Error::of(ErrorKind::Check, diagnostics, 0)
    }

    /// Fails if a check reported anything.
    pub(crate) fn unless_empty(diagnostics: Vec<Diagnostic>) -> Result<()> {
        match diagnostics.is_empty() {
            true => Ok(()),
            false => Err(Error::check(diagnostics)),
        }
    }

    /// Records the cause of this error.
    pub fn caused_by(mut self, source: impl std::error::Error + Send + Sync + 'static) -> Self {
        self.source = Some(Arc::new(source));
        self
    }

    /// Sets the file of every diagnostic that names none.
    pub fn at_path(mut self, path: &str) -> Self {
        for diagnostic in &mut self.diagnostics {
            if diagnostic.path.is_empty() {
                diagnostic.path = path.to_string();
            }
        }
        self
    }

    /// Adds the part of the input to every diagnostic.
    pub(crate) fn of_part(mut self, part: &str) -> Self {
        for diagnostic in &mut self.diagnostics {
            diagnostic.problem = diagnostic.problem.clone().of(part);
        }
        self
    }

    /// Moves every diagnostic to a line of the file at `path`.
    pub(crate) fn at_line_of(mut self, path: &str, line: u64) -> Self {
        for diagnostic in &mut self.diagnostics {
            diagnostic.path = path.to_string();
            diagnostic.line = Some(line);
        }
        self
    }

    /// Adds advice to the first diagnostic that another alphabet may fix. It follows
    /// the advice for a user who did not choose the ruleset.
    pub(crate) fn advise_alphabet(self, advice: impl FnOnce() -> Option<String>) -> Self {
        self.advise_first(&Remedy::OtherAlphabet, advice)
    }

    /// Adds advice to the first diagnostic that leaving out words may fix.
    pub(crate) fn advise_bounds(self, advice: &str) -> Self {
        self.advise_first(&Remedy::LeaveOut, || Some(advice.to_string()))
    }

    fn advise_first(mut self, of: &Remedy, advice: impl FnOnce() -> Option<String>) -> Self {
        let mut faults = self.diagnostics.iter_mut();
        if let Some(first) = faults.find(|fault| fault.remedy.as_ref() == Some(of))
            && let Some(advice) = advice()
        {
            let before = first.if_in_doubt.take();
            before.into_iter().for_each(|before| first.advise(before));
            first.advise(advice);
        }
        self
    }

    /// Adds advice to the last diagnostic.
    pub(crate) fn advise(mut self, advice: impl Into<String>) -> Self {
        if let Some(last) = self.diagnostics.last_mut() {
            last.advise(advice);
        }
        self
    }

    /// Returns the diagnostics, and the number of those that were not kept.
    pub(crate) fn into_parts(self) -> (Vec<Diagnostic>, u64) {
        (self.diagnostics, self.unshown)
    }

    /// The kind of failure.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The diagnostics that were kept, in the order found.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The number of diagnostics that were counted but not kept.
    pub fn unshown(&self) -> u64 {
        self.unshown
    }
}

/// Converts a fault in an input.
impl From<Diagnostic> for Error {
    fn from(diagnostic: Diagnostic) -> Error {
        Error::new(ErrorKind::Input, diagnostic)
    }
}

impl PartialEq for Error {
    /// Compares kinds and diagnostics, but not sources.
    fn eq(&self, other: &Error) -> bool {
        let is_like = (self.kind, self.unshown) == (other.kind, other.unshown);
        is_like && self.diagnostics == other.diagnostics
    }
}

impl Eq for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<_> = self.diagnostics.iter().map(Diagnostic::to_string).collect();
        f.write_str(&lines.join("\n"))?;
        match self.unshown {
            0 => Ok(()),
            more => write!(f, "\n… and {more} more"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(self.source.as_deref()?)
    }
}
