//! How large a document is when its aliases are followed.
//!
//! A list of aliases to a list of aliases to a long text is small as a text, and
//! as large as one likes when it is written out. Whoever knows what to expect is
//! not led far. A document that is kept as it is has to be measured before.

use crate::yaml::YAML_BYTES;
use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use std::cell::Cell;
use std::fmt;

/// The most that a document may come to: its values, and the bytes of its texts.
/// Without aliases, none comes to half of it.
const MOST: usize = 2 * YAML_BYTES;

/// Whether a document can be kept. One with tags is not looked into.
pub(crate) fn is_small(text: &str) -> bool {
    let left = Cell::new(MOST);
    Measure(&left)
        .deserialize(serde_yaml::Deserializer::from_str(text))
        .is_ok()
}

/// Takes a value off what may still come.
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

impl<'de> Visitor<'de> for Measure<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value without a tag")
    }

    fn visit_bool<E: de::Error>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E: de::Error>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: de::Error>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E: de::Error>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

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

    #[test]
    fn aliases_count_as_what_they_stand_for() {
        let text = |bytes| format!("a: &a {}\nb: &b [1, 2.5, ~]\n", "x".repeat(bytes));
        let twice = |bytes| text(bytes) + "c: [*a , *a , *b ]\n";
        assert!(is_small(&text(YAML_BYTES)));
        assert!(is_small(&twice(YAML_BYTES / 2)));
        assert!(!is_small(&twice(YAML_BYTES)));
        assert!(!is_small("a: [1"));
        assert!(crate::yaml::fields(&twice(YAML_BYTES / 3)).is_some());
        assert!(crate::yaml::fields(&twice(YAML_BYTES - 100)).is_none());
    }
}
