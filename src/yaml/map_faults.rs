//! Collects all faults of one map; the parser stops at the first.
//!
//! Each field is read separately, so that missing fields are not reported as faults of
//! that field.

use crate::error::Diagnostic;
use crate::yaml::explain::{Document, within};
use crate::yaml::locate::Part;
use serde_yaml::{Mapping, Value};

/// The parser's message about a value that can't be read as its expected type.
pub(crate) fn message_of(part: impl Part, value: Value) -> Option<String> {
    Some(part.deserialize(value).err()?.to_string())
}

/// The message for an unknown field, if a map of this type has no field of that name.
pub(crate) fn name_fault(part: impl Part, name: &str) -> Option<String> {
    let message = message_of(part, alone(name.into(), Value::Null))?;
    message.starts_with("unknown field `").then_some(message)
}

/// A map with a single field.
fn alone(name: Value, value: Value) -> Value {
    Value::Mapping(Mapping::from_iter([(name, value)]))
}

/// The faults of a part that can't be read: the parser's first and, if the part is a
/// map, those of every other field, and that of a missing one. Nested maps and lists are
/// left to the caller, which knows their types. An empty field means the whole document.
pub(crate) fn map_faults(
    document: Document<'_>,
    field: &str,
    value: &Value,
    part: impl Part,
) -> Vec<Diagnostic> {
    let mut faults = Vec::from_iter(document.fault_of(field, part));
    let Value::Mapping(map) = value else {
        return faults;
    };
    let is_missing = |message: &String| message.starts_with("missing field `");
    let mut sound = Mapping::new();
    for (name, value) in map {
        let Some(key) = name.as_str() else { continue };
        if let Some(message) = name_fault(part, key) {
            faults.push(document.fault_of_name(field, key, message));
            continue;
        }
        let message = message_of(part, alone(name.clone(), value.clone()));
        match message.filter(|message| !is_missing(message)) {
            Some(_) if value.is_mapping() || value.is_sequence() => (),
            Some(message) => faults.push(document.fault_of_field(field, key, message)),
            None => drop(sound.insert(name.clone(), value.clone())),
        }
    }
    if let Some(message) = message_of(part, Value::Mapping(sound)).filter(is_missing) {
        // If the name is present, its own fault has been reported. If a mistyped name is
        // present, it is the missing one.
        let missing = message.split('`').nth(1);
        let is_there = map.keys().any(|name| name.as_str() == missing);
        let mut advice = faults.iter().filter_map(|fault| fault.advice.as_deref());
        if !is_there && !advice.any(|advice| advice.split('`').nth(1) == missing) {
            faults.push(document.fault_at(field, within(field, message)));
        }
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
