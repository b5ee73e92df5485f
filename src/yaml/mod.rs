//! Reads YAML, and names path, line and field of what is wrong in it.
//!
//! Rulesets and recipes are YAML. [`read`](fn@read) makes a typed value of a document;
//! [`fields`] keeps a document as it is, for what is left of a faulty one. A
//! [`Document`] and [`map_faults`](fn@map_faults) make diagnostics for faults that are
//! found after parsing, with the line and column of their field.

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
