//! Finds the line and column of a field in a document.
//!
//! Many faults are found after parsing, when the lines are forgotten. The parser
//! knows them, so it is led to the field once more and stopped there with an
//! error, which it gives a place.

use serde::de::{
    self, Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, IgnoredAny, MapAccess,
    SeqAccess, Visitor,
};
use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;

/// A line and a column, both counted from 1.
pub(crate) type LineColumn = (u64, u64);

/// The place of a field's value, or of its name if the value is a map or a list.
/// If there is no such field, the place of the nearest one around it.
pub(crate) fn place_around(text: &str, field: &str) -> Option<LineColumn> {
    let mut segments = segments(field);
    while !segments.is_empty() {
        let place = place_of(text, &segments);
        if place.is_some() {
            return place;
        }
        segments.pop();
    }
    None
}

/// The parser's error, with its place, if a field can't be read as a `T`.
pub(crate) fn place_of_fault<T: DeserializeOwned>(
    text: &str,
    field: &str,
) -> Option<serde_yaml::Error> {
    follow(text, &segments(field), &Reading(PhantomData::<T>))
}

/// The place of the name of one of the document's own fields.
pub(crate) fn place_of_name(text: &str, name: &str) -> Option<LineColumn> {
    place(follow(text, &[Segment::Name(name)], &StopAtName::<0>))
}

/// The place of a name in the map of a field.
pub(crate) fn place_of_name_in(text: &str, field: &str, name: &str) -> Option<LineColumn> {
    let mut segments = segments(field);
    segments.push(Segment::Name(name));
    place(follow(text, &segments, &StopAtName::<0>))
}

/// The place where a name comes for the second time in the map of a field.
pub(crate) fn place_of_second(text: &str, field: &str, name: &str) -> Option<LineColumn> {
    let mut segments = segments(field);
    segments.push(Segment::Name(name));
    place(follow(text, &segments, &StopAtName::<1>))
}

/// The message of an unknown field, if `T` has no field of that name.
pub(crate) fn name_fault<T: DeserializeOwned>(name: &str) -> Option<String> {
    let alone = serde_yaml::Mapping::from_iter([(name.into(), serde_yaml::Value::Null)]);
    let fault = T::deserialize(serde_yaml::Value::Mapping(alone)).err()?;
    Some(fault.to_string()).filter(|message| message.starts_with("unknown field `"))
}

/// One segment of a field's path: `graphs[1].file` has three.
#[derive(Clone, Copy)]
enum Segment<'f> {
    Name(&'f str),
    Index(usize),
}

fn segments(field: &str) -> Vec<Segment<'_>> {
    let mut segments = Vec::new();
    for part in field.split('.') {
        let mut names = part.split(['[', ']']).filter(|name| !name.is_empty());
        segments.extend(names.next().map(Segment::Name));
        let indices = names.filter_map(|index| index.parse().ok());
        segments.extend(indices.map(Segment::Index));
    }
    segments
}

fn place_of(text: &str, segments: &[Segment<'_>]) -> Option<LineColumn> {
    let found = Cell::new(None);
    let at_value = follow(text, segments, &StopAtValue(&found));
    place(match (found.get()?, segments.last()) {
        (Size::Many, Some(Segment::Name(_))) => follow(text, segments, &StopAtName::<0>),
        _ => at_value,
    })
}

fn place(error: Option<serde_yaml::Error>) -> Option<LineColumn> {
    let place = error?.location()?;
    Some((place.line() as u64, place.column() as u64))
}

/// Leads the parser to a field, and gives the error that it ends with.
fn follow(text: &str, segments: &[Segment<'_>], target: &impl Target) -> Option<serde_yaml::Error> {
    let route = Route { segments, target };
    route
        .deserialize(serde_yaml::Deserializer::from_str(text))
        .err()
}

/// What to do with the parser when it has come to the field.
trait Target {
    /// If given, the parser is stopped at the field's name, after this number of
    /// equal names.
    const STOP_AFTER: Option<usize> = None;

    /// Takes the value of the field.
    fn take<'de, D: Deserializer<'de>>(&self, value: D) -> Result<(), D::Error>;
}

/// Stops at a name that comes after `BEFORE` equal ones.
struct StopAtName<const BEFORE: usize>;

impl<const BEFORE: usize> Target for StopAtName<BEFORE> {
    const STOP_AFTER: Option<usize> = Some(BEFORE);

    fn take<'de, D: Deserializer<'de>>(&self, value: D) -> Result<(), D::Error> {
        IgnoredAny::deserialize(value).map(drop)
    }
}

/// Stops at the value and says how large it is. As a visitor it takes no value
/// at all: each of them is an error, and so has a place.
#[derive(Clone, Copy)]
struct StopAtValue<'c>(&'c Cell<Option<Size>>);

#[derive(Clone, Copy)]
enum Size {
    /// A single word or number.
    One,
    /// A map or a list.
    Many,
}

impl Target for StopAtValue<'_> {
    fn take<'de, D: Deserializer<'de>>(&self, value: D) -> Result<(), D::Error> {
        self.0.set(Some(Size::One));
        value.deserialize_any(*self)
    }
}

impl<'de> Visitor<'de> for StopAtValue<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no value")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, _: A) -> Result<(), A::Error> {
        self.0.set(Some(Size::Many));
        Err(stop())
    }

    fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<(), A::Error> {
        self.0.set(Some(Size::Many));
        Err(stop())
    }
}

/// Reads the value, which is an error if it is no `T`.
struct Reading<T>(PhantomData<T>);

impl<T: DeserializeOwned> Target for Reading<T> {
    fn take<'de, D: Deserializer<'de>>(&self, value: D) -> Result<(), D::Error> {
        T::deserialize(value).map(drop)
    }
}

/// The error that stops the parser.
fn stop<E: de::Error>() -> E {
    E::custom("stop")
}

/// The rest of the way to a field.
struct Route<'f, T> {
    segments: &'f [Segment<'f>],
    target: &'f T,
}

impl<'de, T: Target> DeserializeSeed<'de> for Route<'_, T> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        match self.segments {
            [] => self.target.take(value),
            _ => value.deserialize_any(self),
        }
    }
}

impl<'de, T: Target> Visitor<'de> for Route<'_, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map or a list")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Some((Segment::Name(field), segments)) = self.segments.split_first() else {
            return Err(de::Error::custom("no list"));
        };
        let target = self.target;
        let mut met = 0;
        loop {
            let stops = segments.is_empty() && T::STOP_AFTER == Some(met);
            let Some(is_field) = map.next_key_seed(Key { field, stops })? else {
                return Ok(());
            };
            match is_field {
                true => map.next_value_seed(Route { segments, target })?,
                false => drop(map.next_value::<IgnoredAny>()?),
            }
            met += usize::from(is_field);
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let Some((Segment::Index(item), segments)) = self.segments.split_first() else {
            return Err(de::Error::custom("no map"));
        };
        for _ in 0..*item {
            list.next_element::<IgnoredAny>()?;
        }
        let target = self.target;
        list.next_element_seed(Route { segments, target })?;
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }
}

/// Reads the name of a field, and tells whether it is the one looked for.
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
            true if self.stops => Err(stop()),
            is_field => Ok(is_field),
        }
    }
}
