//! Text that no spelling fits: the part at fault, and its column.

use crate::error::{Diagnostic, Error, Problem, shown};
use std::fmt;
use unicode_normalization::char::is_combining_mark;

/// A part of a text that no spelling of the alphabet fits.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownTile {
    /// Its position in the text as written, in characters from 0. An accent that is a
    /// separate character counts as one.
    pub column: usize,
    /// The number of its characters in the text as written.
    pub width: usize,
    /// The character with its accents, composed.
    pub part: String,
    /// A letter of the alphabet that looks the same.
    pub look_alike: Option<char>,
}

impl UnknownTile {
    /// Whether it is a letter, which another alphabet may have, and not a digit or a
    /// sign.
    pub fn is_letter(&self) -> bool {
        self.part.chars().any(char::is_alphabetic)
    }

    /// Converts it to an error without a place. `problem` is the message.
    pub fn into_error(self, problem: impl Into<Problem>) -> Error {
        let diagnostic = Diagnostic::new("", problem).past_alphabet(self.is_letter());
        Error::from(diagnostic).caused_by(self)
    }

    /// Takes the first character of `text`, which `column` characters precede.
    pub(crate) fn first_of(text: &str, column: usize) -> UnknownTile {
        UnknownTile {
            column,
            width: 1,
            part: text.chars().take(1).collect(),
            look_alike: None,
        }
    }

    /// Finds the character at a byte of the composed text, with the combining marks
    /// that follow it. For an accent without a composed form, it is the character
    /// around that byte. The column refers to `text` as written.
    pub(crate) fn at(text: &str, composed: &str, byte: usize) -> UnknownTile {
        let in_middle = |&start: &usize| {
            !composed.is_char_boundary(start) || composed[start..].starts_with(is_combining_mark)
        };
        let start = (1..=byte)
            .rev()
            .find(|start| !in_middle(start))
            .unwrap_or(0);
        let part = &composed[start..];
        let mut others = part.char_indices().skip(1);
        let end = others.find(|&(_, c)| !is_combining_mark(c));
        let length = end.map_or(part.len(), |(i, _)| i);
        let column = column_as_written(text, &composed[..start]);
        let after = column_as_written(text, &composed[..start + length]);
        UnknownTile {
            column,
            width: after.saturating_sub(column),
            part: part[..length].to_string(),
            look_alike: None,
        }
    }
}

impl From<UnknownTile> for Error {
    fn from(unknown: UnknownTile) -> Error {
        let problem = unknown.to_string();
        unknown.into_error(problem)
    }
}

impl std::error::Error for UnknownTile {}

impl fmt::Display for UnknownTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown tile `{}`", shown(&self.part))?;
        match (self.part.chars().next(), self.look_alike) {
            (Some(found), Some(known)) => {
                let [found_at, known_at] = [found, known].map(u32::from);
                write!(f, " (U+{found_at:04X}, not `{known}` U+{known_at:04X})")
            }
            _ => Ok(()),
        }
    }
}

/// The number of characters of a text before the position that follows `before` in its
/// composed form. Composing only joins characters to the one before them, so the
/// characters that begin something are the same in both forms.
fn column_as_written(text: &str, before: &str) -> usize {
    if before.is_empty() {
        return 0;
    }
    let begun = before.chars().filter(|&c| !joins(c)).count();
    let mut beginnings = text.chars().enumerate().filter(|&(_, c)| !joins(c));
    let found = beginnings.nth(begun);
    found.map_or_else(|| text.chars().count(), |(column, _)| column)
}

/// Whether a character can merge with the one before it: combining marks, and the
/// vowels and finals of Korean syllables.
fn joins(c: char) -> bool {
    is_combining_mark(c) || ('\u{1160}'..='\u{11ff}').contains(&c)
}

/// Latin, Greek and Cyrillic letters that look alike, one group for each shape.
const SHAPES: [&str; 26] = [
    "AΑА", "BΒВ", "CСϹ", "EΕЕ", "HΗН", "IΙІ", "JЈ", "KΚК", "MΜМ", "NΝ", "OΟО", "PΡР", "SЅ", "TΤТ",
    "XΧХ", "YΥУ", "ZΖ", "aа", "cс", "eе", "iі", "jј", "oοо", "pр", "sѕ", "xх",
];

/// The letters that look like a text of one letter, except that letter.
pub(crate) fn look_alikes(text: &str) -> impl Iterator<Item = char> + use<> {
    let mut characters = text.chars();
    let only = characters.next().filter(|_| characters.next().is_none());
    let shape = SHAPES
        .iter()
        .find(|shape| only.is_some_and(|c| shape.contains(c)));
    let alike = shape.map_or("", |shape| shape).chars();
    alike.filter(move |&c| Some(c) != only)
}
