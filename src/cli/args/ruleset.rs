//! The name of a ruleset as an argument.

use crate::ruleset::Ruleset;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use std::ffi::OsStr;

/// Takes a built-in ruleset's name or a path. Completions offer the names.
#[derive(Clone)]
pub(crate) struct RulesetName;

impl TypedValueParser for RulesetName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Ruleset::builtin_names().map(PossibleValue::new)))
    }
}
