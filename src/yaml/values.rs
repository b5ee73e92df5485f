//! Deserialisers for maps with distinct keys, and for values with a short form.

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;

/// Reads a map of numbers and refuses a repeated key.
pub(crate) fn distinct_keys<'de, D>(deserializer: D) -> Result<BTreeMap<usize, u64>, D::Error>
where
    D: Deserializer<'de>,
{
    deserializer.deserialize_map(DistinctKeys)
}

struct DistinctKeys;

impl<'de> Visitor<'de> for DistinctKeys {
    type Value = BTreeMap<usize, u64>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut map = BTreeMap::new();
        while let Some((key, value)) = entries.next_entry()? {
            if map.insert(key, value).is_some() {
                return Err(de::Error::custom(format!("the key {key} comes twice")));
            }
        }
        Ok(map)
    }
}

/// Reads a value that is either a text, as a short form, or a complete map.
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
    deserializer.deserialize_any(TextOrMap(expecting, from_text, from_map))
}

struct TextOrMap<T, M>(&'static str, fn(String) -> T, fn(M) -> T);

impl<'de, T, M: Deserialize<'de>> Visitor<'de> for TextOrMap<T, M> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        Ok((self.1)(text.to_string()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        M::deserialize(MapAccessDeserializer::new(map)).map(self.2)
    }
}
