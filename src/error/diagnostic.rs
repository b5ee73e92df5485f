//! One fault: its place, the problem, and what may help.

use crate::error::snippet::Snippet;
use std::fmt;
use std::path::Path;

/// A problem.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// Something was found that was not expected.
    Mismatch {
        /// The field, byte or other part at fault; may be empty.
        subject: String,
        /// What was expected.
        expected: String,
        /// What was found.
        found: String,
    },
    /// Any other problem, in one sentence.
    Other(String),
}

impl Problem {
    /// Creates a mismatch between what was expected and what was found.
    pub fn mismatch(expected: impl ToString, found: impl ToString) -> Problem {
        Problem::Mismatch {
            subject: String::new(),
            expected: expected.to_string(),
            found: found.to_string(),
        }
    }

    /// Adds the part that the problem is about, before any smaller part already named.
    pub fn of(mut self, part: impl Into<String>) -> Problem {
        let part = part.into();
        match &mut self {
            Problem::Mismatch { subject, .. } if subject.is_empty() => *subject = part,
            Problem::Mismatch { subject: text, .. } | Problem::Other(text) => {
                text.insert_str(0, &format!("{part}: "));
            }
        }
        self
    }
}

impl<T: Into<String>> From<T> for Problem {
    fn from(text: T) -> Problem {
        Problem::Other(text.into())
    }
}

impl std::error::Error for Problem {}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Mismatch {
                subject,
                expected,
                found,
            } => {
                if !subject.is_empty() {
                    write!(f, "{subject}: ")?;
                }
                write!(f, "expected {expected}, found {found}")
            }
            Problem::Other(text) => f.write_str(text),
        }
    }
}

/// What may fix a fault. Each program knows which of its options applies.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remedy {
    /// Another alphabet may have the letter.
    OtherAlphabet,
    /// Words outside the length bounds can be left out.
    LeaveOut,
    /// The file is of another kind than expected.
    OtherKind {
        /// The name of its kind.
        kind: &'static str,
        /// The file.
        path: String,
    },
    /// A pipe can be read as standard input.
    StandardInput,
    /// The lock can be updated to what was built.
    UpdateLock,
    /// The user can choose the ruleset, so that no manifest has to name it.
    ChooseRuleset,
}

/// One fault, and where it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The file or other source, as the user named it; may be empty.
    pub path: String,
    /// Line, counted from 1.
    pub line: Option<u64>,
    /// Column, counted from 1 in the characters of the line as the file has it. An
    /// accent that is a separate character counts as one.
    pub column: Option<u64>,
    /// The problem.
    pub problem: Problem,
    /// What may fix it, if known.
    pub remedy: Option<Remedy>,
    /// What to do about it, in words, if known.
    pub advice: Option<String>,
    /// More advice, for a user who did not choose the ruleset.
    pub(crate) if_in_doubt: Option<String>,
    /// The line, with the part at fault marked. It is not in the text of the
    /// diagnostic; programs show it below.
    pub snippet: Option<Snippet>,
}

impl Diagnostic {
    /// Creates a fault of a whole file.
    pub fn new(path: impl AsRef<Path>, problem: impl Into<Problem>) -> Self {
        Diagnostic {
            path: path.as_ref().display().to_string(),
            line: None,
            column: None,
            problem: problem.into(),
            remedy: None,
            advice: None,
            if_in_doubt: None,
            snippet: None,
        }
    }

    /// Sets [`Remedy::OtherAlphabet`] if `past` is true; otherwise clears the remedy.
    pub(crate) fn past_alphabet(mut self, past: bool) -> Self {
        self.remedy = past.then_some(Remedy::OtherAlphabet);
        self
    }

    /// Whether another fault has the same problem or the same place.
    pub(crate) fn is_like(&self, other: &Diagnostic) -> bool {
        let is_here = (self.line, self.column) == (other.line, other.column);
        self.problem == other.problem || (self.line.is_some() && is_here)
    }

    /// Adds advice.
    pub(crate) fn advise(&mut self, advice: impl Into<String>) {
        let advice = advice.into();
        self.advice = Some(match self.advice.take() {
            Some(known) => format!("{known}; {advice}"),
            None => advice,
        });
    }

    /// Sets what may fix the fault.
    pub fn with_remedy(mut self, remedy: Remedy) -> Self {
        self.remedy = Some(remedy);
        self
    }

    /// Sets the line.
    pub fn at_line(mut self, line: u64) -> Self {
        self.line = Some(line);
        self
    }

    /// Sets the column.
    pub fn at_column(mut self, column: u64) -> Self {
        self.column = Some(column);
        self
    }

    /// Adds the line as a snippet, with `width` characters marked from the column on,
    /// or fewer at the end of the line.
    pub fn with_snippet(mut self, line: &str, width: usize) -> Self {
        let before = self.column.map_or(0, |column| column.saturating_sub(1));
        let before = usize::try_from(before).unwrap_or(usize::MAX);
        self.snippet = Some(Snippet::of(line, before, width));
        self
    }

    /// Like [`with_snippet`](Self::with_snippet), but looks up the line in the whole
    /// text.
    pub fn with_snippet_from(self, text: &str, width: usize) -> Self {
        let line = self.line.and_then(|line| usize::try_from(line).ok());
        let line = line.and_then(|line| text.lines().nth(line.checked_sub(1)?));
        match line {
            Some(line) => self.with_snippet(line, width),
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
        write!(f, "{}", self.problem)?;
        match &self.advice {
            Some(advice) => write!(f, "; {advice}"),
            None => Ok(()),
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
        let d = d.at_line(3);
        assert_eq!(d.to_string(), "a/b.txt:3: unknown tile `é`");
        let d = d.at_column(4);
        assert_eq!(d.to_string(), "a/b.txt:3:4: unknown tile `é`");
    }

    #[test]
    fn facts_become_one_sentence() {
        let problem = Problem::mismatch("a number", "`x`");
        assert_eq!(problem.to_string(), "expected a number, found `x`");
        let mut d = Diagnostic::new("", problem.of("points"));
        d.advise("leave it out");
        d.advise("or change it");
        let text = "points: expected a number, found `x`; leave it out; or change it";
        assert_eq!(d.to_string(), text);
    }
}
