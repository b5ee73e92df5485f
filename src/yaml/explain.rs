//! Turns the faults of a document into diagnostics that a person can act on.
//!
//! The parser's messages name Rust types, give the place as text, and point at a whole
//! map if one of its names is wrong. This module adds a place, a snippet and, for a
//! mistyped name, the name that was probably meant.

use crate::error::{Diagnostic, Problem, did_you_mean};
use crate::yaml::locate::{LineColumn, Part, Stop, follow, place_around, place_of_name, segments};

/// The most characters of a text that a message quotes.
const MAX_QUOTED: usize = 40;

/// A YAML text, and its path in messages.
#[derive(Clone, Copy)]
pub(crate) struct Document<'t> {
    pub(crate) path: &'t str,
    pub(crate) text: &'t str,
}

impl Document<'_> {
    /// Creates a fault for a field such as `graphs[1].file`. Its place is the value, or
    /// the name if the value is a map or a list. If there is no such field, the place
    /// is that of the nearest enclosing one.
    pub(crate) fn fault_at(self, field: &str, problem: impl Into<Problem>) -> Diagnostic {
        let diagnostic = Diagnostic::new(self.path, problem);
        let Some(place) = place_around(self.text, field) else {
            return diagnostic;
        };
        let diagnostic = at(diagnostic, place);
        let width = token_width(&diagnostic, self.text);
        diagnostic.with_snippet_from(self.text, width)
    }

    /// The fault of a part of the document; `None` if it can be read.
    pub(crate) fn fault_of(self, field: &str, part: impl Part) -> Option<Diagnostic> {
        let error = follow(self.text, &segments(field), Stop::Nowhere, part)?;
        Some(self.diagnostic(&error))
    }

    /// Creates a fault for a name in the map of a field. An empty field means the whole
    /// document.
    pub(crate) fn fault_of_name(self, field: &str, name: &str, message: String) -> Diagnostic {
        let place = place_of_name(self.text, field, name, 0);
        self.explained(place, within(field, message))
    }

    /// Creates a fault, from a parser's message, for the value of a name in the map of
    /// a field.
    pub(crate) fn fault_of_field(self, field: &str, name: &str, message: String) -> Diagnostic {
        let dot = if field.is_empty() { "" } else { "." };
        let whole = format!("{field}{dot}{name}");
        self.explained(place_around(self.text, &whole), within(&whole, message))
    }

    /// Converts a parser's error to a diagnostic.
    pub(crate) fn diagnostic(self, error: &serde_yaml::Error) -> Diagnostic {
        let mut message = error.to_string();
        let Some(place) = error.location() else {
            if message.contains("more than one document") {
                let fault = Diagnostic::new(self.path, Problem::mismatch("one document", "two"));
                let fault = at(fault, (second_document(self.text), 1));
                return fault.with_snippet_from(self.text, usize::MAX);
            }
            return self.explained(None, message);
        };
        let suffix = format!(" at line {} column {}", place.line(), place.column());
        if let Some(short) = message.strip_suffix(&suffix) {
            message = short.to_string();
        }
        // If the text is not valid YAML, the parser names two places, this one first.
        message = message.replace(&format!("{suffix}, while "), ", while ");
        if message.contains(", while scanning ")
            && let Some(tab) = leading_tab(self.text, place.line())
        {
            let fault = Diagnostic::new(self.path, Problem::mismatch("spaces", "a tab"));
            let fault = at(fault, (place.line() as u64, tab));
            return fault.with_snippet_from(self.text, 1);
        }
        self.explained(Some((place.line() as u64, place.column() as u64)), message)
    }

    /// Creates a fault from a parser's message at a place, if that is known. Simplifies
    /// the message, suggests a name for an unknown one, and shows the line.
    fn explained(self, place: Option<LineColumn>, message: String) -> Diagnostic {
        let message = shortened(without_type_names(message));
        let mut diagnostic = Diagnostic::new(self.path, &message[..]);
        if let Some(place) = place {
            diagnostic = at(diagnostic, place);
        }
        // For these two, the parser's place is the whole map.
        if let Some((field, name)) = repeated_name(&message)
            && let Some(place) = place_of_name(self.text, field, name, 1)
        {
            return at(diagnostic, place).with_snippet_from(self.text, name.chars().count());
        }
        if message.contains("missing field `") {
            return diagnostic;
        }
        let width = match unknown_name(&message) {
            Some((name, known)) => {
                diagnostic.advice = did_you_mean(name, known);
                name.chars().count()
            }
            None => token_width(&diagnostic, self.text),
        };
        diagnostic.with_snippet_from(self.text, width)
    }
}

/// Prefixes a message with its field. The whole document has no name.
pub(crate) fn within(field: &str, message: String) -> String {
    match field {
        "" => message,
        field => format!("{field}: {message}"),
    }
}

fn at(diagnostic: Diagnostic, (line, column): LineColumn) -> Diagnostic {
    diagnostic.at_line(line).at_column(column)
}

/// The line at which the second document of a text begins.
fn second_document(text: &str) -> u64 {
    let (mut has_begun, mut has_ended) = (false, false);
    for (number, line) in (1..).zip(text.lines()) {
        let is = |mark: &str| {
            let after = line.strip_prefix(mark);
            after.is_some_and(|after| after.is_empty() || after.starts_with([' ', '\t']))
        };
        let is_begin = is("---");
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        if is("...") {
            has_ended = has_begun;
        } else if has_ended || has_begun && is_begin {
            return number;
        } else {
            has_begun = is_begin || has_begun || !line.starts_with('%');
        }
    }
    1
}

/// The column of a tab in the indentation of a line.
fn leading_tab(text: &str, line: usize) -> Option<u64> {
    let line = text.lines().nth(line.checked_sub(1)?)?;
    let tab = line.find(|c| c != ' ')?;
    line[tab..].starts_with('\t').then_some(tab as u64 + 1)
}

/// The map's field and the name, if a message reports that a name occurs twice in a
/// map.
fn repeated_name(message: &str) -> Option<(&str, &str)> {
    let starts = [("duplicate field `", "`"), ("the key ", " comes twice")];
    starts.into_iter().find_map(|(start, end)| {
        let (field, name) = message.split_once(start)?;
        Some((field.trim_end_matches(": "), name.strip_suffix(end)?))
    })
}

/// Shortens the text that a message quotes to [`MAX_QUOTED`] characters.
fn shortened(message: String) -> String {
    let found = message.split_once("string \"");
    let found = found.and_then(|(before, rest)| Some((before, rest.rsplit_once("\", expected")?)));
    match found {
        Some((before, (text, after))) if text.chars().count() > MAX_QUOTED => {
            let text: String = text.chars().take(MAX_QUOTED).collect();
            format!("{before}string \"{text}…\", expected{after}")
        }
        _ => message,
    }
}

/// The name that a message reports as unknown, and the known names that it lists.
fn unknown_name(message: &str) -> Option<(&str, Vec<&str>)> {
    let starts = ["unknown field `", "unknown value `"];
    let after = |start| message.split_once(start).map(|(_, after)| after);
    let (name, known) = starts.into_iter().find_map(after)?.split_once('`')?;
    Some((name, known.split('`').skip(1).step_by(2).collect()))
}

/// The number of characters of the value or key at the diagnostic's place.
fn token_width(diagnostic: &Diagnostic, text: &str) -> usize {
    let number = |n: Option<u64>| usize::try_from(n.unwrap_or(1).max(1) - 1).unwrap_or(usize::MAX);
    let line = text.lines().nth(number(diagnostic.line)).unwrap_or("");
    let rest = line.chars().skip(number(diagnostic.column));
    rest.take_while(|c| !c.is_whitespace() && !",:]}".contains(*c))
        .count()
}

/// The parser's terms, and what authors of YAML call them.
const WORDS: [(&str, &str); 6] = [
    ("expected a sequence", "expected a list"),
    ("expected a string", "expected a text"),
    ("expected a boolean", "expected true or false"),
    ("invalid type: sequence,", "invalid type: a list,"),
    ("invalid type: map,", "invalid type: a map,"),
    ("invalid type: unit value,", "invalid type: nothing,"),
];

/// Replaces the names of Rust types with terms that a recipe's author knows.
fn without_type_names(message: String) -> String {
    let mut message = message.replace("unknown variant `", "unknown value `");
    let is_large = message.contains("` as u128,");
    message = message.replace("` as u128,", "`,");
    message = message.replace("` as i128,", "`,");
    let upwards = match is_large {
        true => "0 to 18446744073709551615",
        false => "0 upwards",
    };
    for (name, word) in WORDS {
        message = message.replace(name, word);
    }
    for (name, range) in [
        ("u8", "0 to 255"),
        ("u16", "0 to 65535"),
        ("u64", upwards),
        ("usize", upwards),
    ] {
        if let Some(start) = message.strip_suffix(&format!("expected {name}")) {
            return format!("{start}expected a whole number from {range}");
        }
    }
    message
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::marker::PhantomData;

    const TEXT: &str = "\
# A comment.
lexicon: &name X
words:
  include: [a.txt, {file: 'b.txt'}]
  length:
    min: 2
graphs:
  - file: *name
  - {file: B, layout: legacy}
none:
";

    fn document(text: &str) -> Document<'_> {
        Document { path: "x", text }
    }

    #[test]
    fn fields_have_places() {
        for (field, line, column) in [
            ("lexicon", 2, 10),
            ("words", 3, 1),
            ("words.include", 4, 3),
            ("words.include[0]", 4, 13),
            ("words.include[1]", 4, 20),
            ("words.include[1].file", 4, 27),
            ("words.length", 5, 3),
            ("words.length.min", 6, 10),
            ("graphs[1]", 9, 5),
            ("graphs[1].layout", 9, 23),
            // A missing field has the place of the nearest enclosing one.
            ("words.length.max", 5, 3),
            ("graphs[1].node", 9, 5),
            ("graphs[7].node", 7, 1),
            ("lexicon[3]", 2, 10),
        ] {
            let fault = document(TEXT).fault_at(field, "m");
            assert_eq!(
                fault.to_string(),
                format!("x:{line}:{column}: m"),
                "{field}"
            );
            assert!(fault.snippet.is_some(), "{field}");
        }
        for text in [TEXT, "- a\n", "["] {
            let fault = document(text).fault_at("leaves", "m");
            assert_eq!(fault.to_string(), "x: m");
        }
    }

    #[test]
    fn a_part_is_read_in_its_place() {
        let fault = |field| {
            let fault = document(TEXT).fault_of(field, PhantomData::<u8>);
            fault.map(|fault| fault.to_string())
        };
        assert_eq!(fault("words.length.min"), None);
        let found = fault("graphs[1].layout").unwrap();
        assert!(
            found.starts_with("x:9:23: graphs[1].layout: invalid type"),
            "{found}"
        );
    }
}
