//! Reads YAML, and reports the path, line and field of faults.
//!
//! Rulesets and recipes are YAML. [`read`](fn@read) parses a document into a typed
//! value. [`fields`] keeps a document as it is, to examine the rest of a faulty one.
//! [`Document`] and [`map_faults`](fn@map_faults) create diagnostics for faults that
//! are found after parsing, with the line and column of their field.

mod explain;
mod locate;
mod map_faults;
mod read;
mod values;

pub(crate) use explain::Document;
pub(crate) use map_faults::{map_faults, message_of, name_fault};
pub(crate) use read::{fields, is_null, read};
pub(crate) use serde_yaml::Value as YamlValue;
pub(crate) use values::{distinct_keys, text_or_map};
