//! Collects all faults of one map; the parser stops at the first.
//!
//! Each field is read separately, so that missing fields are not reported as faults of
//! that field.

use crate::error::Diagnostic;
use crate::yaml::explain::{Document, within};
use crate::yaml::locate::Part;
use serde::de::DeserializeOwned;
use serde_yaml::{Mapping, Value};

/// Returns the parser's message about a value; `None` if it can be read.
type MessageOf<'m> = &'m dyn Fn(Value) -> Option<String>;

/// The parser's message about a value that can't be read as its expected type.
pub(crate) fn message_of(part: impl Part, value: Value) -> Option<String> {
    Some(part.deserialize(value).err()?.to_string())
}

/// The faults of a part that can't be read: the parser's first and, if the part is a
/// map, those of every other field. Nested maps and lists are left to the caller, which
/// knows their types. An empty field means the whole document.
pub(crate) fn map_faults(
    document: Document<'_>,
    field: &str,
    value: &Value,
    part: impl Part,
) -> Vec<Diagnostic> {
    let mut faults = Vec::from_iter(document.fault_of(field, part));
    if let Value::Mapping(map) = value {
        let message_of = |value| message_of(part, value);
        add_faults(&mut faults, document, field, map, &message_of);
    }
    let mut once: Vec<Diagnostic> = Vec::new();
    for fault in faults {
        // The parser's first fault is also that of a field.
        if !once.iter().any(|known| known.is_like(&fault)) {
            once.push(fault);
        }
    }
    once
}

/// The message for an unknown field, if a document of type `T` has no field of that
/// name.
pub(crate) fn name_fault<T: DeserializeOwned>(name: &str) -> Option<String> {
    // The parser gives no place for a fault at the very beginning of a text.
    let text = format!("\n? {}: ~\n", serde_yaml::to_string(name).ok()?);
    let message = serde_yaml::from_str::<T>(&text).err()?.to_string();
    let (message, _place) = message.rsplit_once(" at line ")?;
    is_unknown(message).then(|| message.to_string())
}

fn is_unknown(message: &str) -> bool {
    message.starts_with("unknown field `")
}

/// A map with a single field.
fn alone(name: Value, value: Value) -> Value {
    Value::Mapping(Mapping::from_iter([(name, value)]))
}

/// Adds the faults of each field of a map, and that of a missing one.
fn add_faults(
    faults: &mut Vec<Diagnostic>,
    document: Document<'_>,
    field: &str,
    map: &Mapping,
    message_of: MessageOf<'_>,
) {
    let is_missing = |message: &String| message.starts_with("missing field `");
    let mut sound = Mapping::new();
    for (name, value) in map {
        let Some(key) = name.as_str() else { continue };
        let message = message_of(alone(key.into(), Value::Null));
        if let Some(message) = message.filter(|message| is_unknown(message)) {
            faults.push(document.fault_of_name(field, key, message));
            continue;
        }
        let alone = alone(name.clone(), value.clone());
        match message_of(alone).filter(|message| !is_missing(message)) {
            Some(_) if value.is_mapping() || value.is_sequence() => (),
            Some(message) => faults.push(document.fault_of_field(field, key, message)),
            None => drop(sound.insert(name.clone(), value.clone())),
        }
    }
    let Some(message) = message_of(Value::Mapping(sound)).filter(is_missing) else {
        return;
    };
    // If the name is present, its own fault has been reported. If a mistyped name is
    // present, it is the missing one.
    let missing = message.split('`').nth(1);
    let is_there = map.keys().any(|name| name.as_str() == missing);
    let mut advice = faults.iter().filter_map(|fault| fault.advice.as_deref());
    if !is_there && !advice.any(|advice| advice.split('`').nth(1) == missing) {
        faults.push(document.fault_at(field, within(field, message)));
    }
}
