//! Options that take one value of a fixed set.

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

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
