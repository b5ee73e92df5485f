//! Finds the line and column of a field in a document.
//!
//! Many faults are found after parsing, when the lines are no longer known. Only the
//! parser knows them, so it is led to the field again and stopped there with an error,
//! which then has a place.

use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_yaml::Error as YamlError;
use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;

/// A line and a column, both counted from 1.
pub(crate) type LineColumn = (u64, u64);

/// The place of a field's value, or of its name if the value is a map or a list. If
/// there is no such field, the place of the nearest enclosing one.
pub(crate) fn place_around(text: &str, field: &str) -> Option<LineColumn> {
    let segments = segments(field);
    let mut around = (1..=segments.len()).rev();
    around.find_map(|length| place_of(text, &segments[..length]))
}

/// The place of a name in the map of a field, after skipping a number of equal names.
pub(crate) fn place_of_name(
    text: &str,
    field: &str,
    name: &str,
    equal_before: usize,
) -> Option<LineColumn> {
    let mut segments = segments(field);
    segments.push(Segment::Name(name));
    let stop = Stop::AtName(equal_before);
    place(follow(text, &segments, stop, ANYTHING))
}

/// The type as which a part of a document is read.
pub(crate) trait Part: for<'de> DeserializeSeed<'de> + Copy {}

impl<S: for<'de> DeserializeSeed<'de> + Copy> Part for S {}

/// A value that is skipped.
const ANYTHING: PhantomData<IgnoredAny> = PhantomData;

/// One segment of a field's path: `graphs[1].file` has three.
#[derive(Clone, Copy)]
pub(crate) enum Segment<'f> {
    Name(&'f str),
    Index(usize),
}

pub(crate) fn segments(field: &str) -> Vec<Segment<'_>> {
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
    let is_large = Cell::new(None);
    let follow = |stop| follow(text, segments, stop, ANYTHING);
    let at_value = follow(Stop::AtValue(&is_large));
    place(match (is_large.get()?, segments.last()) {
        (true, Some(Segment::Name(_))) => follow(Stop::AtName(0)),
        _ => at_value,
    })
}

fn place(error: Option<YamlError>) -> Option<LineColumn> {
    let place = error?.location()?;
    Some((place.line() as u64, place.column() as u64))
}

/// Leads the parser to a field, and returns the error with which it ends.
pub(crate) fn follow(
    text: &str,
    segments: &[Segment<'_>],
    stop: Stop<'_>,
    part: impl Part,
) -> Option<YamlError> {
    let route = Route {
        segments,
        stop,
        part,
    };
    let document = serde_yaml::Deserializer::from_str(text);
    route.deserialize(document).err()
}

/// Where to stop the parser with an error, so that the error has a place.
#[derive(Clone, Copy)]
pub(crate) enum Stop<'f> {
    /// At the field's name, after skipping this number of equal ones.
    AtName(usize),
    /// At the field's value, whatever it is. The cell receives whether it is a map or a
    /// list.
    AtValue(&'f Cell<Option<bool>>),
    /// Nowhere, if the value can be read.
    Nowhere,
}

/// The rest of the path to a field, and the type of its value.
struct Route<'f, S> {
    segments: &'f [Segment<'f>],
    stop: Stop<'f>,
    part: S,
}

impl<'f, S: Part> Route<'f, S> {
    /// The path from the next segment on.
    fn after(&self, segments: &'f [Segment<'f>]) -> Route<'f, S> {
        Route { segments, ..*self }
    }

    /// The error at a map or a list that the path does not enter.
    fn refused<E: de::Error>(&self, message: &str) -> E {
        if let ([], Stop::AtValue(is_large)) = (self.segments, self.stop) {
            is_large.set(Some(true));
        }
        E::custom(message)
    }
}

impl<'de, S: Part> DeserializeSeed<'de> for Route<'_, S> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        match (self.segments, self.stop) {
            ([], Stop::AtValue(is_large)) => {
                is_large.set(Some(false));
                value.deserialize_any(self)
            }
            ([], _) => self.part.deserialize(value).map(drop),
            _ => value.deserialize_any(self),
        }
    }
}

impl<'de, S: Part> Visitor<'de> for Route<'_, S> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map or a list")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Some((Segment::Name(field), segments)) = self.segments.split_first() else {
            return Err(self.refused("no list"));
        };
        let mut met = 0;
        loop {
            let stops = matches!(self.stop, Stop::AtName(after) if after == met);
            let stops = stops && segments.is_empty();
            let Some(is_field) = map.next_key_seed(Key { field, stops })? else {
                return Ok(());
            };
            match is_field {
                true => map.next_value_seed(self.after(segments))?,
                false => drop(map.next_value::<IgnoredAny>()?),
            }
            met += usize::from(is_field);
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let Some((Segment::Index(item), segments)) = self.segments.split_first() else {
            return Err(self.refused("no map"));
        };
        for _ in 0..*item {
            list.next_element::<IgnoredAny>()?;
        }
        list.next_element_seed(self.after(segments))?;
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }
}

/// Reads the name of a field, and checks whether it is the one sought.
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
            true if self.stops => Err(E::custom("stop")),
            is_field => Ok(is_field),
        }
    }
}
