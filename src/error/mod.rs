//! The one error type of the library.
//!
//! An error is a kind, which decides a program's exit code, and one or more
//! diagnostics, each with the place it speaks of. Reading a word list can find
//! many faults at once; the first [`SHOWN`] are kept and the rest are counted.

mod snippet;
mod suggest;

pub use snippet::Quote;
pub(crate) use snippet::shown;
pub(crate) use suggest::{did_you_mean, nearest};

use crate::tiles::UnknownTile;
use std::fmt;
use std::io;
use std::path::Path;

/// How many diagnostics an error keeps; further ones are only counted.
pub const SHOWN: usize = 20;

/// The result of everything in this library that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What sort of failure an [`Error`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The operating system refused to read or write something.
    Io,
    /// An input or an argument is not what it has to be.
    Input,
    /// The inputs are sound, but a check on the result failed.
    Check,
}

/// What may put a fault right, for those who know how to ask for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WayOut {
    /// It is about a letter that the alphabet does not have; another may.
    Alphabet,
    /// It is about a word of another length than words may have; such words can
    /// be left out.
    Bounds,
}

/// One fault and the place where it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The file or other source, as the user named it; may be empty.
    pub path: String,
    /// Line, counted from 1.
    pub line: Option<u64>,
    /// Column, counted from 1 in the characters of the line as the file has
    /// it; an accent that is a character of its own counts as one.
    pub column: Option<u64>,
    /// What is wrong: what was expected and what was found.
    pub message: String,
    /// What may put it right, if that is known.
    pub way_out: Option<WayOut>,
    /// The line, with the part that is wrong marked. It is not in the text of
    /// the diagnostic; programs show it below.
    pub quote: Option<Quote>,
}

impl Diagnostic {
    /// A fault of a whole file.
    pub fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Diagnostic {
            path: path.into(),
            line: None,
            column: None,
            message: message.into(),
            way_out: None,
            quote: None,
        }
    }

    /// The same fault, which may come of the wrong alphabet if `past` is true.
    pub(crate) fn past_alphabet(mut self, past: bool) -> Self {
        self.way_out = past.then_some(WayOut::Alphabet);
        self
    }

    /// The same fault, of a word that could be left out.
    pub(crate) fn out_of_bounds(mut self) -> Self {
        self.way_out = Some(WayOut::Bounds);
        self
    }

    /// The same fault, at a line.
    pub fn at_line(mut self, line: u64) -> Self {
        self.line = Some(line);
        self
    }

    /// The same fault, at a column of its line.
    pub fn at_column(mut self, column: u64) -> Self {
        self.column = Some(column);
        self
    }

    /// The same fault, with its line, of which so many characters are marked
    /// from the column on; all that follow if that is more than there are.
    pub fn quoting(mut self, line: &str, width: usize) -> Self {
        let before = self.column.map_or(0, |column| column.saturating_sub(1));
        let before = usize::try_from(before).unwrap_or(usize::MAX);
        self.quote = Some(Quote::of(line, before, width));
        self
    }

    /// The same with the line looked up in the whole text.
    pub fn quoting_from(self, text: &str, width: usize) -> Self {
        let line = self.line.and_then(|line| usize::try_from(line).ok());
        let line = line.and_then(|line| text.lines().nth(line.checked_sub(1)?));
        match line {
            Some(line) => self.quoting(line, width),
            None => self,
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}:", self.path)?;
            if let Some(line) = self.line {
                write!(f, "{line}:")?;
                if let Some(column) = self.column {
                    write!(f, "{column}:")?;
                }
            }
            f.write_str(" ")?;
        }
        f.write_str(&self.message)
    }
}

/// Every error the library can return.
///
/// Its text has one line for each diagnostic, and a last line with the number
/// of those that were not kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    diagnostics: Vec<Diagnostic>,
    unshown: u64,
}

impl Error {
    /// An error with a single diagnostic.
    pub fn new(kind: ErrorKind, diagnostic: Diagnostic) -> Self {
        Error {
            kind,
            diagnostics: vec![diagnostic],
            unshown: 0,
        }
    }

    /// A fault in an input that has no line to name.
    pub fn input(path: impl Into<String>, message: impl Into<String>) -> Self {
        Error::new(ErrorKind::Input, Diagnostic::new(path, message))
    }

    /// A part of a text that is no tile, with what to say of it.
    pub fn unknown_tile(unknown: &UnknownTile, message: impl Into<String>) -> Self {
        let diagnostic = Diagnostic::new("", message).past_alphabet(unknown.is_letter());
        Error::new(ErrorKind::Input, diagnostic)
    }

    /// A failed operation on a file: `what` says which, as in `can't read`.
    pub fn io(path: &Path, what: &str, source: &io::Error) -> Self {
        Error::new(
            ErrorKind::Io,
            Diagnostic::new(path.display().to_string(), format!("{what}: {source}")),
        )
    }

    /// A check that failed in one or more ways.
    pub fn check(diagnostics: Vec<Diagnostic>) -> Self {
        Error {
            kind: ErrorKind::Check,
            diagnostics,
            unshown: 0,
        }
    }

    /// The same error, of the file at `path` where it named none.
    pub fn at_path(mut self, path: &str) -> Self {
        for diagnostic in &mut self.diagnostics {
            if diagnostic.path.is_empty() {
                diagnostic.path = path.to_string();
            }
        }
        self
    }

    /// The same error, of a line of the file at `path`.
    pub(crate) fn at_line_of(mut self, path: &str, line: u64) -> Self {
        for diagnostic in &mut self.diagnostics {
            diagnostic.path = path.to_string();
            diagnostic.line = Some(line);
        }
        self
    }

    /// The same error, with what to do about the alphabet, if it may come of
    /// that: behind the last fault that does.
    pub(crate) fn advise_alphabet(mut self, advice: impl FnOnce() -> Option<String>) -> Self {
        let mut faults = self.diagnostics.iter_mut();
        if let Some(last) = faults.rfind(|fault| fault.way_out == Some(WayOut::Alphabet))
            && let Some(advice) = advice()
        {
            last.message += &format!("; {advice}");
        }
        self
    }

    /// The same error, with the way to leave words out: behind the first one that
    /// is out of bounds, since with all of them it would be tiresome.
    pub fn advise_bounds(mut self, advice: &str) -> Self {
        let mut faults = self.diagnostics.iter_mut();
        if let Some(first) = faults.find(|fault| fault.way_out == Some(WayOut::Bounds)) {
            first.message += &format!("; {advice}");
        }
        self
    }

    /// What sort of failure this is.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The faults that were kept, in the order in which they were found.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// How many further faults were counted but not kept.
    pub fn unshown(&self) -> u64 {
        self.unshown
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, diagnostic) in self.diagnostics.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{diagnostic}")?;
        }
        if self.unshown > 0 {
            write!(f, "\n… and {} more", self.unshown)?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

/// Collects the faults of an input while reading goes on.
#[derive(Debug, Default)]
pub struct Faults {
    kept: Vec<Diagnostic>,
    unshown: u64,
}

impl Faults {
    /// Adds a fault; past the first [`SHOWN`] it is only counted, and `make`
    /// is not called.
    pub fn add(&mut self, make: impl FnOnce() -> Diagnostic) {
        if self.kept.len() < SHOWN {
            self.kept.push(make());
        } else {
            self.unshown += 1;
        }
    }

    /// Adds the faults of the part of a text that follows so many lines, which
    /// were found with lines counted from its own beginning.
    pub(crate) fn append(&mut self, part: Faults, lines_before: u64) {
        for mut fault in part.kept {
            fault.line = fault.line.map(|line| line + lines_before);
            self.add(|| fault);
        }
        self.unshown += part.unshown;
    }

    /// Adds all faults of an error.
    pub(crate) fn take(&mut self, error: Error) {
        for fault in error.diagnostics {
            self.add(|| fault);
        }
        self.unshown += error.unshown;
    }

    /// Whether further faults are only counted.
    pub(crate) fn is_full(&self) -> bool {
        self.kept.len() >= SHOWN
    }

    /// Whether a fault at the same place is known, or the same one without any.
    pub(crate) fn has(&self, fault: &Diagnostic) -> bool {
        let place = |d: &Diagnostic| (d.line, d.column);
        let same = |known: &Diagnostic| match fault.line {
            Some(_) => place(known) == place(fault),
            None => known.message == fault.message,
        };
        self.kept.iter().any(same)
    }

    /// The same faults, those of a file by their lines, and others after them.
    pub(crate) fn by_line(mut self, path: &str) -> Faults {
        self.kept
            .sort_by_key(|fault| (fault.path != path, fault.line.unwrap_or(0)));
        self
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Succeeds if nothing was added.
    pub fn into_result(self) -> Result<()> {
        match self.kept.is_empty() {
            true => Ok(()),
            false => Err(self.into_error()),
        }
    }

    /// The error that has them all.
    pub(crate) fn into_error(self) -> Error {
        Error {
            kind: ErrorKind::Input,
            diagnostics: self.kept,
            unshown: self.unshown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_names_path_line_and_column() {
        let d = Diagnostic::new("a/b.txt", "unknown tile `é`");
        assert_eq!(d.to_string(), "a/b.txt: unknown tile `é`");
        assert_eq!(
            d.clone().at_line(3).to_string(),
            "a/b.txt:3: unknown tile `é`"
        );
        assert_eq!(
            d.at_line(3).at_column(4).to_string(),
            "a/b.txt:3:4: unknown tile `é`"
        );
    }

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
