//! YAML, with errors that name path, line and field; and values that are
//! either a text or a map.

mod extent;
mod place;

pub(crate) use place::{fault_at, fault_of, fault_of_name, name_fault};
pub(crate) use serde_yaml::Value as Field;

use crate::error::did_you_mean;
/// A part of a document, whatever it is.
use crate::error::{Diagnostic, Error, ErrorKind, Problem, Result};
use crate::limits::{YAML_ALIASES, YAML_BRACKETS, YAML_BYTES};
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserialize, DeserializeOwned, Deserializer, MapAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

/// Reads a document; `path` is what errors call it.
pub(crate) fn read<T: DeserializeOwned>(path: &str, text: &str) -> Result<T> {
    check_size(text).map_err(|message| Error::input(path, message))?;
    serde_yaml::from_str(text).map_err(|e| Error::new(ErrorKind::Input, diagnostic(path, text, &e)))
}

/// The document as it is, if it is a map, and not too large with all that its
/// aliases stand for.
pub(crate) fn fields(text: &str) -> Option<Field> {
    check_size(text).ok()?;
    if !extent::is_small(text) {
        return None;
    }
    let document: Field = serde_yaml::from_str(text).ok()?;
    document.is_mapping().then_some(document)
}

/// What the parser says, with the place where others have it.
fn diagnostic(path: &str, text: &str, error: &serde_yaml::Error) -> Diagnostic {
    let mut message = error.to_string();
    let mut diagnostic = Diagnostic::new(path, "");
    if let Some(at) = error.location() {
        let suffix = format!(" at line {} column {}", at.line(), at.column());
        if let Some(short) = message.strip_suffix(&suffix) {
            message = short.to_string();
        }
        // Of a text that is no YAML the parser names two places, this one first.
        message = message.replace(&format!("{suffix}, while "), ", while ");
        diagnostic = diagnostic
            .at_line(at.line() as u64)
            .at_column(at.column() as u64);
        if message.contains(", while scanning ")
            && let Some(tab) = leading_tab(text, at.line())
        {
            diagnostic.problem = Problem::mismatch("spaces", "a tab");
            return diagnostic.at_column(tab).with_snippet_from(text, 1);
        }
    }
    diagnostic.problem = message.into();
    explained(diagnostic, text)
}

/// The column of a tab before the first character of a line.
fn leading_tab(text: &str, line: usize) -> Option<u64> {
    let line = text.lines().nth(line.checked_sub(1)?)?;
    let tab = line.find(|c| c != ' ')?;
    line[tab..].starts_with('\t').then_some(tab as u64 + 1)
}

/// Says what was meant, if that can be seen, and shows the place.
fn explained(mut diagnostic: Diagnostic, text: &str) -> Diagnostic {
    let message = without_type_names(diagnostic.problem.to_string());
    let message = shortened(message);
    // The parser's place of these two is the whole map.
    if let Some((field, name)) = said_twice(&message)
        && let Some((line, column)) = place::place_of_second(text, field, name)
    {
        let width = name.chars().count();
        diagnostic.problem = message.into();
        let diagnostic = diagnostic.at_line(line).at_column(column);
        return diagnostic.with_snippet_from(text, width);
    }
    if message.contains("missing field `") {
        diagnostic.problem = message.into();
        return diagnostic;
    }
    let unknown = unknown_name(&message);
    diagnostic.problem = message.as_str().into();
    if let Some((name, known)) = &unknown {
        diagnostic.advice = did_you_mean(name, known.iter().copied());
    }
    let width = match unknown {
        Some((name, _)) => name.chars().count(),
        None => token_width(&diagnostic, text),
    };
    diagnostic.with_snippet_from(text, width)
}

/// The field whose map has a name twice, and the name, if a message is of that.
fn said_twice(message: &str) -> Option<(&str, &str)> {
    let starts = [("duplicate field `", "`"), ("the key ", " comes twice")];
    starts.into_iter().find_map(|(start, end)| {
        let (field, name) = message.split_once(start)?;
        Some((field.trim_end_matches(": "), name.strip_suffix(end)?))
    })
}

/// A message of which the text that was found is short enough to be read.
fn shortened(message: String) -> String {
    const MOST: usize = 40;
    let found = message.split_once("string \"");
    let found = found.and_then(|(before, rest)| Some((before, rest.rsplit_once("\", expected")?)));
    match found {
        Some((before, (text, after))) if text.chars().count() > MOST => {
            let text: String = text.chars().take(MOST).collect();
            format!("{before}string \"{text}…\", expected{after}")
        }
        _ => message,
    }
}

/// The name that a message says is unknown, and those it says are known.
fn unknown_name(message: &str) -> Option<(&str, Vec<&str>)> {
    let starts = ["unknown field `", "unknown value `"];
    let after = |start| message.split_once(start).map(|(_, after)| after);
    let (name, known) = starts.into_iter().find_map(after)?.split_once('`')?;
    Some((name, known.split('`').skip(1).step_by(2).collect()))
}

/// How many characters the value or key at the diagnostic's place has.
fn token_width(diagnostic: &Diagnostic, text: &str) -> usize {
    let number = |n: Option<u64>| usize::try_from(n.unwrap_or(1).max(1) - 1).unwrap_or(usize::MAX);
    let line = text.lines().nth(number(diagnostic.line)).unwrap_or("");
    let rest = line.chars().skip(number(diagnostic.column));
    rest.take_while(|c| !c.is_whitespace() && !",:]}".contains(*c))
        .count()
}

/// Refuses a document that could take much time or memory, before it is parsed.
/// What looks like an alias or a bracket counts, in a comment too: then no trick
/// with quotes can hide one.
fn check_size(text: &str) -> Result<(), String> {
    let bytes = text.as_bytes();
    if bytes.len() > YAML_BYTES {
        let found = bytes.len();
        return Err(format!(
            "expected at most {YAML_BYTES} bytes, found {found}"
        ));
    }
    let is_alias = |pair: &&[u8]| pair[0] == b'*' && !pair[1].is_ascii_whitespace();
    let aliases = bytes.windows(2).filter(is_alias).count();
    if aliases > YAML_ALIASES {
        return Err(format!(
            "expected at most {YAML_ALIASES} aliases such as `*name`, found {aliases}"
        ));
    }
    let brackets = bytes.iter().filter(|b| b"[{".contains(b)).count();
    if brackets > YAML_BRACKETS {
        return Err(format!(
            "expected at most {YAML_BRACKETS} brackets `[` and `{{`, found {brackets}"
        ));
    }
    Ok(())
}

/// Says what numbers and names are expected, not what this program keeps them
/// in.
fn without_type_names(message: String) -> String {
    let message = message.replace("unknown variant `", "unknown value `");
    for (name, range) in [
        ("u8", "0 to 255"),
        ("u16", "0 to 65535"),
        ("u64", "0 upwards"),
        ("usize", "0 upwards"),
    ] {
        if let Some(start) = message.strip_suffix(&format!("expected {name}")) {
            return format!("{start}expected a whole number from {range}");
        }
    }
    message
}

/// Reads a map whose keys must not come twice.
pub(crate) fn distinct_keys<'de, D, K, V>(deserializer: D) -> Result<BTreeMap<K, V>, D::Error>
where
    D: Deserializer<'de>,
    K: Deserialize<'de> + Ord + fmt::Display,
    V: Deserialize<'de>,
{
    deserializer.deserialize_map(DistinctKeys(PhantomData))
}

struct DistinctKeys<K, V>(PhantomData<(K, V)>);

impl<'de, K, V> Visitor<'de> for DistinctKeys<K, V>
where
    K: Deserialize<'de> + Ord + fmt::Display,
    V: Deserialize<'de>,
{
    type Value = BTreeMap<K, V>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut map = BTreeMap::new();
        while let Some((key, value)) = entries.next_entry::<K, V>()? {
            if map.contains_key(&key) {
                return Err(de::Error::custom(format!("the key {key} comes twice")));
            }
            map.insert(key, value);
        }
        Ok(map)
    }
}

/// Reads a value that may be written as a text for short or as a map in full.
pub(crate) fn text_or_map<'de, D, T, M>(
    deserializer: D,
    expecting: &'static str,
    from_text: fn(String) -> T,
    from_map: fn(M) -> T,
) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    M: Deserialize<'de>,
{
    deserializer.deserialize_any(TextOrMap {
        expecting,
        from_text,
        from_map,
        input: PhantomData,
    })
}

struct TextOrMap<'de, T, M> {
    expecting: &'static str,
    from_text: fn(String) -> T,
    from_map: fn(M) -> T,
    input: PhantomData<&'de ()>,
}

impl<'de, T, M: Deserialize<'de>> Visitor<'de> for TextOrMap<'de, T, M> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expecting)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        Ok((self.from_text)(text.to_string()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        M::deserialize(MapAccessDeserializer::new(map)).map(self.from_map)
    }
}
