//! All faults of one map, where the parser stops at the first.
//!
//! Each field is read alone: what is then missing is no fault of that field.

use crate::error::Diagnostic;
use crate::yaml::explain::{Document, within};
use serde::de::DeserializeOwned;
use serde_yaml::{Mapping, Value};

/// The faults of a map that can't be read as a `T`: the parser's first, and those of
/// every other field. Maps and lists in it are left to the caller, which knows their
/// types.
pub(crate) fn map_faults<T: DeserializeOwned>(
    document: Document<'_>,
    field: &str,
    value: &Value,
) -> Vec<Diagnostic> {
    let mut faults = Vec::from_iter(document.fault_of::<T>(field));
    if let Value::Mapping(map) = value {
        add_faults(&mut faults, document, field, map, message_of::<T>);
    }
    let mut once: Vec<Diagnostic> = Vec::new();
    for fault in faults {
        // The parser's first is one of a field.
        if !once.iter().any(|known| known.is_like(&fault)) {
            once.push(fault);
        }
    }
    once
}

/// The message of an unknown field, if `T` has no field of that name.
pub(crate) fn name_fault<T: DeserializeOwned>(name: &str) -> Option<String> {
    unknown(name, message_of::<T>)
}

/// The parser's message about a map; none if it can be read.
type MessageOf = fn(Mapping) -> Option<String>;

fn message_of<T: DeserializeOwned>(map: Mapping) -> Option<String> {
    let read = T::deserialize(Value::Mapping(map));
    read.err().map(|error| error.to_string())
}

fn unknown(name: &str, message_of: MessageOf) -> Option<String> {
    let message = message_of(Mapping::from_iter([(name.into(), Value::Null)]));
    message.filter(|message| message.starts_with("unknown field `"))
}

/// Adds the faults of each field of a map, and that of one that is missing.
fn add_faults(
    faults: &mut Vec<Diagnostic>,
    document: Document<'_>,
    field: &str,
    map: &Mapping,
    message_of: MessageOf,
) {
    let is_missing = |message: &String| message.starts_with("missing field `");
    let mut sound = Mapping::new();
    for (name, value) in map {
        let Some(key) = name.as_str() else { continue };
        if let Some(message) = unknown(key, message_of) {
            faults.push(document.fault_of_name(field, key, message));
            continue;
        }
        let alone = Mapping::from_iter([(name.clone(), value.clone())]);
        match message_of(alone).filter(|message| !is_missing(message)) {
            Some(_) if value.is_mapping() || value.is_sequence() => (),
            Some(message) => faults.push(document.fault_of_field(field, key, message)),
            None => drop(sound.insert(name.clone(), value.clone())),
        }
    }
    let Some(message) = message_of(sound).filter(is_missing) else {
        return;
    };
    // A name that is there has a fault of its own. A mistyped one is the missing one.
    let missing = message.split('`').nth(1);
    let is_there = map.keys().any(|name| name.as_str() == missing);
    let mut advice = faults.iter().filter_map(|fault| fault.advice.as_deref());
    if !is_there && !advice.any(|advice| advice.split('`').nth(1) == missing) {
        faults.push(document.fault_at(field, within(field, message)));
    }
}
