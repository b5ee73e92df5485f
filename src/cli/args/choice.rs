//! Options that take one value of a fixed set, and the name of a ruleset.

use crate::ruleset::Ruleset;
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use std::ffi::OsStr;

/// Parses one value of a fixed set, by name.
pub(crate) fn one_of<T, const N: usize>(
    all: [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    PossibleValuesParser::new(all.map(name)).map(move |chosen| {
        let found = all.iter().find(|&&value| name(value) == chosen);
        // The parser above lets no other name through.
        found.copied().unwrap_or(all[0])
    })
}

/// The name of a value on the command line.
pub(crate) fn name_of(value: impl ValueEnum) -> String {
    let value = value.to_possible_value();
    value.map_or(String::new(), |value| value.get_name().to_string())
}

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
