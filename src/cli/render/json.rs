//! Writes JSON documents.

use crate::error::is_unseen;
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::io::{self, Write};

/// A JSON value that keeps the fields of objects in order. A `serde_json::Value` sorts
/// them.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Json {
    Value(Value),
    /// A number written with the digits of single precision.
    Single(f32),
    List(Vec<Json>),
    Object(Object),
}

/// The fields of an object, in output order.
#[derive(Default)]
pub(crate) struct Object(pub(crate) Vec<(String, Json)>);

/// Creates an [`Object`] from names and values.
macro_rules! object {
    ($($name:literal: $value:expr),* $(,)?) => {{
        let mut object = $crate::cli::render::json::Object::default();
        $(object.add($name, $value.into());)*
        object
    }};
}
pub(crate) use object;

impl Object {
    /// Adds a field.
    pub(crate) fn add(&mut self, name: &str, value: Json) {
        self.0.push((name.to_string(), value));
    }

    /// Adds a field, if it has a value.
    pub(crate) fn with(mut self, name: &str, value: Option<impl Into<Json>>) -> Object {
        if let Some(value) = value {
            self.add(name, value.into());
        }
        self
    }

    /// Adds the fields of another object.
    pub(crate) fn and(mut self, other: Object) -> Object {
        self.0.extend(other.0);
        self
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

macro_rules! values {
    ($($value:ty)*) => {
        $(impl From<$value> for Json {
            fn from(value: $value) -> Json {
                Json::Value(value.into())
            }
        })*
    };
}

values!(bool u8 u32 i32 u64 i64 usize f64 &str String Value);

impl From<f32> for Json {
    fn from(value: f32) -> Json {
        Json::Single(value)
    }
}

impl From<Object> for Json {
    fn from(object: Object) -> Json {
        Json::Object(object)
    }
}

impl<T: Into<Json>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Json {
        value.map_or(Json::Value(Value::Null), T::into)
    }
}

impl<T: Into<Json>> FromIterator<T> for Json {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Json {
        Json::List(values.into_iter().map(T::into).collect())
    }
}

/// Writes a value as indented JSON with a line feed.
pub(crate) fn write_json(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    write_seen(out, &serde_json::to_string_pretty(value)?)?;
    writeln!(out)
}

/// Writes a value as JSON in one line, without a line feed.
pub(crate) fn write_json_in_line(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    write_seen(out, &serde_json::to_string(value)?)
}

/// Writes a value as one line of JSON.
pub(crate) fn write_json_line(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    write_json_in_line(out, value)?;
    writeln!(out)
}

/// Writes JSON, with each invisible character replaced by its `\u` escape. Such
/// characters occur only in strings, where both mean the same.
fn write_seen(out: &mut dyn Write, json: &str) -> io::Result<()> {
    if json.bytes().all(|byte| byte < 0x7f) {
        return out.write_all(json.as_bytes());
    }
    let mut seen = String::with_capacity(json.len() + 8);
    for character in json.chars() {
        match is_unseen(character) && !character.is_ascii_whitespace() {
            true => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    seen += &format!("\\u{unit:04x}");
                }
            }
            false => seen.push(character),
        }
    }
    out.write_all(seen.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_not_be_seen_is_a_number() {
        let text = "é\u{7f}\u{202e}\u{e0001}\u{1b}\n";
        let mut json = Vec::new();
        write_json_line(&mut json, &[text]).unwrap();
        let json = String::from_utf8(json).unwrap();
        let expected = r#"["é\u007f\u202e\udb40\udc01\u001b\n"]"#;
        assert_eq!(json, format!("{expected}\n"));
        let again: Vec<String> = serde_json::from_str(&json).unwrap();
        assert_eq!(again, [text]);
    }
}
