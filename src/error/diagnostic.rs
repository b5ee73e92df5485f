//! One fault: the place, what is wrong there, and what may help.

use crate::error::snippet::Snippet;
use std::fmt;
use std::path::Path;

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// One thing was expected and another was found.
    Mismatch {
        /// The field, byte or other part that it is about; may be empty.
        subject: String,
        /// What should be there.
        expected: String,
        /// What is there.
        found: String,
    },
    /// Anything else, in one sentence.
    Other(String),
}

impl Problem {
    /// One thing was expected and another was found.
    pub fn mismatch(expected: impl ToString, found: impl ToString) -> Problem {
        Problem::Mismatch {
            subject: String::new(),
            expected: expected.to_string(),
            found: found.to_string(),
        }
    }

    /// Names the part that it is about, before any smaller part that is named.
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

/// What may put a fault right. Programs know which of their options does it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remedy {
    /// Another alphabet may have the letter that this one lacks.
    OtherAlphabet,
    /// Words outside the length bounds can be left out.
    LeaveOut,
    /// The file is of another kind than expected, and belongs elsewhere.
    OtherKind {
        /// The name of its kind.
        kind: &'static str,
        /// The file.
        path: String,
    },
    /// A pipe can be read as the standard input.
    StandardInput,
    /// The lock can be updated with what was built.
    UpdateLock,
    /// The ruleset can be given, so that no manifest has to name it.
    ChooseRuleset,
}

/// One fault and the place where it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The file or other source, as the user named it; may be empty.
    pub path: String,
    /// Line, counted from 1.
    pub line: Option<u64>,
    /// Column, counted from 1 in the characters of the line as the file has
    /// it; an accent that is a character of its own counts as one.
    pub column: Option<u64>,
    /// What is wrong.
    pub problem: Problem,
    /// What may put it right, if that is known.
    pub remedy: Option<Remedy>,
    /// What to do about it, in words, if that is known.
    pub advice: Option<String>,
    /// More advice, for a user who did not name the ruleset.
    pub(crate) if_in_doubt: Option<String>,
    /// The line, with the part that is wrong marked. It is not in the text of
    /// the diagnostic; programs show it below.
    pub snippet: Option<Snippet>,
}

impl Diagnostic {
    /// A fault of a whole file.
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

    /// Says that another alphabet may put this right, if `past` is true.
    pub(crate) fn past_alphabet(mut self, past: bool) -> Self {
        self.remedy = past.then_some(Remedy::OtherAlphabet);
        self
    }

    /// Says that the word could be left out.
    pub(crate) fn out_of_bounds(mut self) -> Self {
        self.remedy = Some(Remedy::LeaveOut);
        self
    }

    /// Whether another fault is the same one, or has the same place.
    pub(crate) fn is_like(&self, other: &Diagnostic) -> bool {
        let is_here = (self.line, self.column) == (other.line, other.column);
        self.problem == other.problem || (self.line.is_some() && is_here)
    }

    /// Adds what to do about it.
    pub(crate) fn advise(&mut self, advice: impl Into<String>) {
        let advice = advice.into();
        self.advice = Some(match self.advice.take() {
            Some(known) => format!("{known}; {advice}"),
            None => advice,
        });
    }

    /// Says what may put this right.
    pub fn with_remedy(mut self, remedy: Remedy) -> Self {
        self.remedy = Some(remedy);
        self
    }

    /// Sets the line.
    pub fn at_line(mut self, line: u64) -> Self {
        self.line = Some(line);
        self
    }

    /// Sets the column of its line.
    pub fn at_column(mut self, column: u64) -> Self {
        self.column = Some(column);
        self
    }

    /// Shows the line, with `width` characters marked from the column on, or all
    /// that follow if there are fewer.
    pub fn with_snippet(mut self, line: &str, width: usize) -> Self {
        let before = self.column.map_or(0, |column| column.saturating_sub(1));
        let before = usize::try_from(before).unwrap_or(usize::MAX);
        self.snippet = Some(Snippet::of(line, before, width));
        self
    }

    /// Like [`with_snippet`](Self::with_snippet), with the line looked up in the
    /// whole text.
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
