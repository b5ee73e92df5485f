//! All faults of one map, where the parser stops at the first.
//!
//! Each field is read alone: what is then missing is no fault of that field.

use crate::error::Diagnostic;
use crate::yaml::explain::{fault_at, fault_of, fault_of_field, fault_of_name_in};
use crate::yaml::locate::name_fault;
use serde::de::DeserializeOwned;
use serde_yaml::{Mapping, Value};

/// The faults of a map that can't be read as a `T`: the parser's first, and those of
/// every other field. Maps and lists in it are left to the caller, which knows their
/// types.
pub(crate) fn map_faults<T: DeserializeOwned>(
    path: &str,
    text: &str,
    field: &str,
    value: &Value,
) -> Vec<Diagnostic> {
    let mut faults: Vec<Diagnostic> = fault_of::<T>(path, text, field).into_iter().collect();
    let Value::Mapping(map) = value else {
        return faults;
    };
    let mut sound = Mapping::new();
    for (name, value) in map {
        let Some(key) = name.as_str() else { continue };
        if let Some(message) = name_fault::<T>(key) {
            faults.push(fault_of_name_in(path, text, field, key, message));
            continue;
        }
        let is_nested = value.is_mapping() || value.is_sequence();
        match message_of::<T>(Mapping::from_iter([(name.clone(), value.clone())])) {
            Some(message) if !is_nested && !is_missing(&message) => {
                faults.push(fault_of_field(path, text, field, key, message));
            }
            Some(message) if !is_missing(&message) => (),
            _ => drop(sound.insert(name.clone(), value.clone())),
        }
    }
    let is_there = |message: &str| {
        map.keys()
            .any(|name| is_missing_name(message, name.as_str()))
    };
    let missing = message_of::<T>(sound).filter(|message| is_missing(message));
    // A mistyped name is the one that is missing.
    let is_mistyped = |message: &str| {
        let mut advice = faults.iter().filter_map(|fault| fault.advice.as_deref());
        advice.any(|advice| is_missing_name(message, advice.split('`').nth(1)))
    };
    let missing = missing.filter(|message| !is_there(message) && !is_mistyped(message));
    if let Some(message) = missing {
        let about = if field.is_empty() { "" } else { ": " };
        faults.push(fault_at(
            path,
            text,
            field,
            format!("{field}{about}{message}"),
        ));
    }
    without_repeats(faults)
}

/// Leaves out faults that come a second time: the parser's first is one of a field.
fn without_repeats(faults: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut once: Vec<Diagnostic> = Vec::new();
    for fault in faults {
        let place = (fault.line, fault.column);
        let is_known = |known: &Diagnostic| {
            known.problem == fault.problem
                || (fault.line.is_some() && (known.line, known.column) == place)
        };
        if !once.iter().any(is_known) {
            once.push(fault);
        }
    }
    once
}

/// Whether a message says that the field of this name is missing.
fn is_missing_name(message: &str, name: Option<&str>) -> bool {
    name.is_some() && message.split('`').nth(1) == name
}

fn message_of<T: DeserializeOwned>(map: Mapping) -> Option<String> {
    let read = T::deserialize(Value::Mapping(map));
    read.err().map(|error| error.to_string())
}

fn is_missing(message: &str) -> bool {
    message.starts_with("missing field `")
}
