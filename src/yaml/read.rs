//! Parses documents within limits.
//!
//! A small text can take much time or memory to parse, because of its nesting or
//! because of aliases to lists of aliases. [`read`] limits size, aliases and brackets
//! before it parses. A typed reader goes no deeper than its type, but [`fields`] keeps
//! everything, so it first measures the document with all aliases expanded.

use crate::error::{Error, Problem, Result};
use crate::limits::{YAML_ALIASES, YAML_BRACKETS, YAML_BYTES};
use crate::text::{self, OTHER_BREAKS};
use crate::yaml::explain::Document;
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor,
};
use std::cell::Cell;
use std::fmt;

/// The largest size of a kept document: one for each value, plus the bytes of its
/// texts. A document without aliases needs less than half of it.
const MAX_KEPT: usize = 2 * YAML_BYTES;

/// Reads a document.
pub(crate) fn read<T: DeserializeOwned>(document: Document<'_>) -> Result<T> {
    let Document { path, text } = document;
    text::check(path, text.as_bytes())?;
    check_size(text).map_err(|problem| Error::input(path, problem))?;
    check_characters(path, text)?;
    serde_yaml::from_str(text).map_err(|error| document.diagnostic(&error).into())
}

/// The document as it is, if it is a map that stays small when its aliases are
/// expanded.
pub(crate) fn fields(text: &str) -> Option<serde_yaml::Value> {
    check_size(text).ok()?;
    check_characters("", text).ok()?;
    if !is_small(text) {
        return None;
    }
    let document: serde_yaml::Value = serde_yaml::from_str(text).ok()?;
    document.is_mapping().then_some(document)
}

/// Whether a field whose value was read as `value` has none: it is an unquoted `~` or
/// `null`, which the parser accepts as a text where one is expected.
pub(crate) fn is_null(text: &str, field: &str, value: &str) -> bool {
    if !["~", "null", "Null", "NULL"].contains(&value) {
        return false;
    }
    let document = fields(text);
    let value = document.as_ref().and_then(|document| document.get(field));
    value.is_some_and(serde_yaml::Value::is_null)
}

/// Refuses a document that could take much time or memory to parse. Everything that
/// looks like an alias or a bracket counts, even in a comment, so that quotes can't
/// hide one.
fn check_size(text: &str) -> Result<(), Problem> {
    let bytes = text.as_bytes();
    let at_most = |most: usize, what: &str, found: usize| match found > most {
        true => Err(Problem::mismatch(format!("at most {most} {what}"), found)),
        false => Ok(()),
    };
    at_most(YAML_BYTES, "bytes", bytes.len())?;
    let is_alias = |pair: &&[u8]| pair[0] == b'*' && !pair[1].is_ascii_whitespace();
    let aliases = bytes.windows(2).filter(is_alias).count();
    at_most(YAML_ALIASES, "aliases such as `*name`", aliases)?;
    let brackets = bytes.iter().filter(|b| b"[{".contains(b)).count();
    at_most(YAML_BRACKETS, "brackets `[` and `{`", brackets)
}

/// Refuses characters that YAML does not allow, with their place, since the parser
/// knows only the byte. Also refuses line breaks that only the parser recognises: text
/// after one in a comment would be read, and lines would be counted differently.
fn check_characters(path: &str, text: &str) -> Result<()> {
    let is_bad = |c: char| {
        let is_control = c.is_control() && !"\t\n\r".contains(c);
        is_control || OTHER_BREAKS.contains(&c) || matches!(c, '\u{fffe}' | '\u{ffff}')
    };
    let Some((at, bad)) = text.char_indices().find(|(_, c)| is_bad(*c)) else {
        return Ok(());
    };
    let problem = match OTHER_BREAKS.contains(&bad) {
        true => text::break_problem(bad),
        false => {
            let found = format!("the character U+{:04X}", u32::from(bad));
            Problem::mismatch("text without control characters", found)
        }
    };
    let fault = text::at_byte(path, text.as_bytes(), at, problem);
    Err(fault.with_snippet_from(text, 1).into())
}

/// Whether a document stays below [`MAX_KEPT`]; false if it has tags.
fn is_small(text: &str) -> bool {
    let left = Cell::new(MAX_KEPT);
    let document = serde_yaml::Deserializer::from_str(text);
    Measure(&left).deserialize(document).is_ok()
}

/// Walks a document and subtracts its size from what is left; fails at zero.
#[derive(Clone, Copy)]
struct Measure<'c>(&'c Cell<usize>);

impl Measure<'_> {
    fn take<E: de::Error>(self, size: usize) -> Result<(), E> {
        let left = self.0.get().checked_sub(size);
        self.0.set(left.ok_or_else(|| E::custom("too large"))?);
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Measure<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        self.take(1)?;
        value.deserialize_any(self)
    }
}

macro_rules! take_nothing_more {
    ($($visit:ident: $value:ty),*) => {
        $(fn $visit<E: de::Error>(self, _: $value) -> Result<(), E> {
            Ok(())
        })*
    };
}

impl<'de> Visitor<'de> for Measure<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value without a tag")
    }

    take_nothing_more!(visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64);

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<(), E> {
        self.take(text.len())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element_seed(self)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while map.next_entry_seed(self, self)?.is_some() {}
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Document<'_> {
        let path = "x.yaml";
        Document { path, text }
    }

    #[test]
    fn characters_that_yaml_does_not_have() {
        for (bad, code) in [
            ('\0', "0000"),
            ('\u{1b}', "001B"),
            ('\u{7f}', "007F"),
            ('\u{9b}', "009B"),
            ('\u{ffff}', "FFFF"),
        ] {
            let text = format!("a: b\nc: é{bad}x\n");
            let error = read::<serde_yaml::Value>(document(&text)).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!(
                    "x.yaml:2:5: expected text without control characters, found the character \
                     U+{code}"
                )
            );
        }
        for bad in OTHER_BREAKS {
            let text = format!("a: b\nc: é # x {bad}d: e\nf: g\n");
            let error = read::<serde_yaml::Value>(document(&text)).unwrap_err();
            let code = u32::from(bad);
            assert_eq!(
                error.to_string(),
                format!(
                    "x.yaml:2:10: expected lines that end in LF or CRLF, found the character \
                     U+{code:04X} in one"
                )
            );
        }
        let fine = "a: \"\\e\\N\\L\t\u{a0}\u{fffd}\u{10ffff}\"\r\n";
        assert!(read::<serde_yaml::Value>(document(fine)).is_ok());
    }

    #[test]
    fn aliases_count_as_what_they_stand_for() {
        let text = |bytes| format!("a: &a {}\nb: &b [1, 2.5, ~]\n", "x".repeat(bytes));
        let twice = |bytes| text(bytes) + "c: [*a , *a , *b ]\n";
        assert!(is_small(&text(YAML_BYTES)));
        assert!(is_small(&twice(YAML_BYTES / 2)));
        assert!(!is_small(&twice(YAML_BYTES)));
        assert!(!is_small("a: [1"));
        assert!(fields(&twice(YAML_BYTES / 3)).is_some());
        assert!(fields(&twice(YAML_BYTES - 100)).is_none());
    }
}
