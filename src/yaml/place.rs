//! Where a field stands in a document.
//!
//! Much of what is wrong with a field is found out when the document was parsed
//! long ago, and its lines are forgotten. The parser knows them: it is led to the
//! field once more, and there it is told of an error, which it gives a place.

use crate::error::{Diagnostic, Problem};
use crate::yaml::{diagnostic, explained};
use serde::de::value::MapDeserializer;
use serde::de::{
    self, Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, IgnoredAny, MapAccess,
    SeqAccess, Visitor,
};
use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;

/// A fault of a field such as `graphs[1].file`, at its value, or at its name if
/// the value is more than a word. If there is no such field the nearest one that
/// would have it is the place.
pub(crate) fn fault_at(
    path: &str,
    text: &str,
    field: &str,
    problem: impl Into<Problem>,
) -> Diagnostic {
    let diagnostic = Diagnostic::new(path, problem);
    let mut steps = steps(field);
    while !steps.is_empty() {
        if let Some((line, column)) = place_of(text, &steps) {
            let diagnostic = diagnostic.at_line(line).at_column(column);
            let width = crate::yaml::token_width(&diagnostic, text);
            return diagnostic.with_snippet_from(text, width);
        }
        steps.pop();
    }
    diagnostic
}

/// What is wrong with a part of a document, if it can't be read.
pub(crate) fn fault_of<T: DeserializeOwned>(
    path: &str,
    text: &str,
    field: &str,
) -> Option<Diagnostic> {
    let error = follow(text, &steps(field), Reading(PhantomData::<T>))?;
    Some(diagnostic(path, text, &error))
}

/// A fault of the name of a field of the document.
pub(crate) fn fault_of_name(
    path: &str,
    text: &str,
    name: &str,
    problem: impl Into<Problem>,
) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(path, problem);
    let error = follow(text, &[Step::Field(name)], Name);
    if let Some(at) = error.and_then(|error| error.location()) {
        let (line, column) = (at.line() as u64, at.column() as u64);
        diagnostic = diagnostic.at_line(line).at_column(column);
    }
    explained(diagnostic, text)
}

/// Where a name comes for the second time in the map that a field has.
pub(crate) fn place_of_second(text: &str, field: &str, name: &str) -> Option<(u64, u64)> {
    let mut steps = steps(field);
    steps.push(Step::Field(name));
    let place = follow(text, &steps, NameAgain)?.location()?;
    Some((place.line() as u64, place.column() as u64))
}

/// What to say of the name of a field, if `T` has none of that name.
pub(crate) fn name_fault<T: DeserializeOwned>(name: &str) -> Option<String> {
    let alone = MapDeserializer::new([(name, ())].into_iter());
    match T::deserialize(alone) {
        Err(NameFault::Unknown(message)) => Some(message),
        _ => None,
    }
}

/// Tells an unknown name from all else that a map of one name is not.
#[derive(Debug)]
enum NameFault {
    Unknown(String),
    Other,
}

impl de::Error for NameFault {
    fn custom<M: fmt::Display>(_: M) -> Self {
        NameFault::Other
    }

    fn unknown_field(name: &str, expected: &'static [&'static str]) -> Self {
        let expected: Vec<String> = expected.iter().map(|name| format!("`{name}`")).collect();
        let expected = expected.join(", ");
        NameFault::Unknown(format!(
            "unknown field `{name}`, expected one of {expected}"
        ))
    }
}

impl fmt::Display for NameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NameFault::Unknown(message) => f.write_str(message),
            NameFault::Other => f.write_str("another fault"),
        }
    }
}

impl std::error::Error for NameFault {}

/// A step on the way to a field.
#[derive(Clone, Copy)]
enum Step<'f> {
    Field(&'f str),
    Item(usize),
}

/// The steps to a field.
fn steps(field: &str) -> Vec<Step<'_>> {
    let mut steps = Vec::new();
    for part in field.split('.') {
        let mut names = part.split(['[', ']']).filter(|name| !name.is_empty());
        steps.extend(names.next().map(Step::Field));
        steps.extend(names.filter_map(|index| index.parse().ok()).map(Step::Item));
    }
    steps
}

fn place_of(text: &str, steps: &[Step<'_>]) -> Option<(u64, u64)> {
    let found = Cell::new(None);
    let at_value = follow(text, steps, Value(&found));
    let error = match (found.get()?, steps.last()) {
        (Size::Many, Some(Step::Field(_))) => follow(text, steps, Name),
        _ => at_value,
    };
    let place = error?.location()?;
    Some((place.line() as u64, place.column() as u64))
}

/// Leads the parser to a field, and gives the error that comes of it.
fn follow(text: &str, steps: &[Step<'_>], end: impl End) -> Option<serde_yaml::Error> {
    let way = Way { steps, end };
    way.deserialize(serde_yaml::Deserializer::from_str(text))
        .err()
}

/// What is done at the end of a way.
trait End: Copy {
    /// The name of the field may be as far as it goes: after so many before it
    /// that are the same.
    const AT_NAME: Option<usize> = None;

    /// Takes the value of the field.
    fn take<'de, D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error>;
}

/// The place of the name.
#[derive(Clone, Copy)]
struct Name;

impl End for Name {
    const AT_NAME: Option<usize> = Some(0);

    fn take<'de, D: Deserializer<'de>>(self, _: D) -> Result<(), D::Error> {
        Err(here())
    }
}

/// The place of a name that was there before.
#[derive(Clone, Copy)]
struct NameAgain;

impl End for NameAgain {
    const AT_NAME: Option<usize> = Some(1);

    fn take<'de, D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        IgnoredAny::deserialize(value).map(drop)
    }
}

/// The place of the value, of which is found out whether it is one word or more.
#[derive(Clone, Copy)]
struct Value<'c>(&'c Cell<Option<Size>>);

#[derive(Clone, Copy)]
enum Size {
    One,
    Many,
}

impl End for Value<'_> {
    fn take<'de, D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        value.deserialize_any(self)
    }
}

impl Value<'_> {
    fn is<E: de::Error>(self, size: Size) -> Result<(), E> {
        self.0.set(Some(size));
        Err(here())
    }
}

impl<'de> Visitor<'de> for Value<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E: de::Error>(self, _: bool) -> Result<(), E> {
        self.is(Size::One)
    }

    fn visit_i64<E: de::Error>(self, _: i64) -> Result<(), E> {
        self.is(Size::One)
    }

    fn visit_u64<E: de::Error>(self, _: u64) -> Result<(), E> {
        self.is(Size::One)
    }

    fn visit_f64<E: de::Error>(self, _: f64) -> Result<(), E> {
        self.is(Size::One)
    }

    fn visit_str<E: de::Error>(self, _: &str) -> Result<(), E> {
        self.is(Size::One)
    }

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        self.is(Size::One)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, _: A) -> Result<(), A::Error> {
        self.is(Size::Many)
    }

    fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<(), A::Error> {
        self.is(Size::Many)
    }
}

/// The value is read, and is an error if it can't be.
struct Reading<T>(PhantomData<T>);

impl<T> Clone for Reading<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Reading<T> {}

impl<T: DeserializeOwned> End for Reading<T> {
    fn take<'de, D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        T::deserialize(value).map(drop)
    }
}

/// The error that is raised at a place, for its place.
fn here<E: de::Error>() -> E {
    E::custom("here")
}

/// The way to a field.
struct Way<'f, E> {
    steps: &'f [Step<'f>],
    end: E,
}

impl<'de, E: End> DeserializeSeed<'de> for Way<'_, E> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        match self.steps {
            [] => self.end.take(value),
            _ => value.deserialize_any(self),
        }
    }
}

impl<'de, E: End> Visitor<'de> for Way<'_, E> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map or a list")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Some((Step::Field(field), steps)) = self.steps.split_first() else {
            return Err(de::Error::custom("no list"));
        };
        let end = self.end;
        let mut met = 0;
        loop {
            let stops = steps.is_empty() && E::AT_NAME == Some(met);
            let Some(is_field) = map.next_key_seed(Key { field, stops })? else {
                return Ok(());
            };
            match is_field {
                true => map.next_value_seed(Way { steps, end })?,
                false => drop(map.next_value::<IgnoredAny>()?),
            }
            met += usize::from(is_field);
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let Some((Step::Item(item), steps)) = self.steps.split_first() else {
            return Err(de::Error::custom("no map"));
        };
        let end = self.end;
        for _ in 0..*item {
            list.next_element::<IgnoredAny>()?;
        }
        list.next_element_seed(Way { steps, end })?;
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }
}

/// The name of a field: whether it is the one that is looked for.
struct Key<'f> {
    field: &'f str,
    stops: bool,
}

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, name: D) -> Result<bool, D::Error> {
        name.deserialize_str(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<bool, E> {
        match name == self.field {
            true if self.stops => Err(here()),
            is_field => Ok(is_field),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            // What is not there is looked for around it.
            ("words.length.max", 5, 3),
            ("graphs[1].node", 9, 5),
            ("graphs[7].node", 7, 1),
            ("lexicon[3]", 2, 10),
        ] {
            let fault = fault_at("x", TEXT, field, "m");
            assert_eq!(
                fault.to_string(),
                format!("x:{line}:{column}: m"),
                "{field}"
            );
            assert!(fault.snippet.is_some(), "{field}");
        }
        assert_eq!(fault_at("x", TEXT, "leaves", "m").to_string(), "x: m");
        assert_eq!(fault_at("x", "- a\n", "leaves", "m").line, None);
        assert_eq!(fault_at("x", "[", "leaves", "m").line, None);
    }

    #[test]
    fn a_part_is_read_in_its_place() {
        let fault = |field| fault_of::<u8>("x", TEXT, field).map(|d| d.to_string());
        assert_eq!(fault("words.length.min"), None);
        let found = fault("graphs[1].layout").unwrap();
        assert!(
            found.starts_with("x:9:23: graphs[1].layout: invalid type"),
            "{found}"
        );
    }
}
