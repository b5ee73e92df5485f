//! Tiles and letters: tile numbers and their labels.

use crate::error::{Error, Problem, is_of_label, shown};
use std::fmt;

/// A tile number: 0 for the blank, 1 to 63 for letters.
pub type Tile = u8;

/// The blank on a rack, and the direction switch in a GADDAG.
pub const BLANK: Tile = 0;

/// The most letters of an alphabet: a set of tiles fits in 64 bits.
pub const MAX_LETTERS: usize = 63;

/// The most characters of a label.
pub const MAX_LABEL_CHARS: usize = 6;

/// The bit of a played tile that marks a blank.
pub const PLAYED_BLANK: u8 = 0x80;

/// The sign for a blank on a rack.
pub const BLANK_SIGN: &str = "?";

/// Characters with another meaning in boards, plays, racks or CSV.
const RESERVED: &str = "?@#/()-.,;\"'`+*=";

/// How one letter is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The label, as words are printed: `A`, `Ñ`, `L·L`, `[CH]`.
    pub label: String,
    /// The label of a blank played as this letter; usually lower case.
    pub blank_label: String,
    /// Other spellings that word lists may use.
    pub aliases: Vec<String>,
    /// The label of another letter as which word lists read this one.
    pub read_as: Option<String>,
}

impl Letter {
    /// Creates a letter whose blank label is its label in lower case.
    pub fn new(label: impl Into<String>) -> Self {
        let label = label.into();
        Letter {
            blank_label: label.to_lowercase(),
            label,
            aliases: Vec::new(),
            read_as: None,
        }
    }

    /// Checks all texts of the letter.
    pub(crate) fn check(&self) -> Result<(), Problem> {
        let own = [("label", &self.label), ("blank label", &self.blank_label)];
        for (what, text) in own {
            check_text(what, text)?;
            if text.starts_with(|c: char| c.is_ascii_digit()) {
                let problem = "begins with a digit, which means empty squares on a board";
                return Err(format!("{what} `{text}` {problem}").into());
            }
        }
        for alias in &self.aliases {
            check_text("alias", alias)?;
        }
        if self.label == self.blank_label {
            let problem = "has no other case for a blank: give it a blank label of its own";
            return Err(format!("label `{}` {problem}", self.label).into());
        }
        Ok(())
    }
}

fn check_text(what: &str, text: &str) -> Result<(), Problem> {
    let subject = format!("{what} `{}`", shown(text));
    let chars = text.chars().count();
    if chars == 0 {
        return Err(format!("the {what} is empty").into());
    }
    if chars > MAX_LABEL_CHARS {
        let expected = format!("at most {MAX_LABEL_CHARS} characters");
        return Err(Problem::mismatch(expected, chars).of(subject));
    }
    let bad = |c: char| c.is_whitespace() || !is_of_label(c) || RESERVED.contains(c);
    if let Some(c) = text.chars().find(|&c| bad(c)) {
        let c = shown(c.encode_utf8(&mut [0; 4]));
        return Err(
            format!("{subject} has the character `{c}`, which can't be part of one").into(),
        );
    }
    let inner = text.strip_prefix('[').and_then(|t| t.strip_suffix(']'));
    let body = inner.unwrap_or(text);
    match body.is_empty() || body.contains(['[', ']']) {
        true => Err(format!("{subject} has brackets that do not enclose it").into()),
        false => Ok(()),
    }
}

impl From<&str> for Letter {
    fn from(label: &str) -> Letter {
        Letter::new(label)
    }
}

/// The reason why letters, a board or a ruleset are refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RulesetFault {
    /// The letter at fault, counted from 0; `None` if the fault is not in one letter.
    pub letter: Option<usize>,
    /// What is wrong.
    pub problem: Problem,
}

impl RulesetFault {
    pub(crate) fn new(letter: Option<usize>, problem: impl Into<Problem>) -> RulesetFault {
        RulesetFault {
            letter,
            problem: problem.into(),
        }
    }
}

impl<P: Into<Problem>> From<P> for RulesetFault {
    fn from(problem: P) -> RulesetFault {
        RulesetFault::new(None, problem)
    }
}

impl From<RulesetFault> for Error {
    fn from(fault: RulesetFault) -> Error {
        Error::input("", fault.problem.clone()).caused_by(fault)
    }
}

impl fmt::Display for RulesetFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problem.fmt(f)
    }
}

impl std::error::Error for RulesetFault {}
