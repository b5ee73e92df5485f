//! Parses the values of arguments: one value of a fixed set, the name of a ruleset or a
//! page, numbers and ranges. Errors about ranges mark the part at fault.

use crate::error::Snippet;
use crate::recipe::DEFAULT_MIN_LENGTH;
use crate::ruleset::Ruleset;
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use std::ffi::OsStr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

/// Parses one value of a fixed set, by name.
pub(crate) fn one_of<T: Copy + Send + Sync + 'static>(
    all: impl Into<Vec<T>>,
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let all = all.into();
    PossibleValuesParser::new(all.iter().copied().map(name)).map(move |chosen| {
        let found = all.iter().find(|&&value| name(value) == chosen);
        // The parser above accepts no other name.
        *found.unwrap_or(&all[0])
    })
}

/// Like [`one_of`], of values with their names and help texts.
pub(crate) fn explained<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [(T, &'static str, &'static str); N],
) -> impl TypedValueParser<Value = T> {
    let values = all.map(|(_, name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(values).map(move |chosen| {
        let found = all.iter().find(|(_, name, _)| *name == chosen);
        found.unwrap_or(&all[0]).0
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

/// Reads the name of a page, which must end in .html so that no artifact is overwritten.
pub(crate) fn read_page_name(name: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(name);
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html" | "htm") => Ok(path),
        _ => Err(format!(
            "expected a name that ends in .html, found `{name}`"
        )),
    }
}

/// Reads a number that fits; `expected` says which ones do.
pub(crate) fn read_fitting<T: FromStr>(
    text: &str,
    expected: &str,
    fits: impl FnOnce(&T) -> bool,
) -> Result<T, String> {
    let number = text.parse().ok().filter(fits);
    number.ok_or_else(|| format!("expected {expected}, found `{text}`"))
}

/// Reads a number of seconds.
pub(crate) fn read_seconds(text: &str) -> Result<f64, String> {
    read_fitting(text, "a number of seconds above 0, at most 1000000", |&s| {
        s > 0.0 && s <= 1e6
    })
}

/// Reads a range of numbers from 0 on: `5`, `2..4`, `2..` or `..4`.
pub(crate) fn read_bounds(text: &str) -> Result<(usize, usize), String> {
    read_numbers(text, 0)
}

/// Reads a range of ranks, which start at 1.
pub(crate) fn read_ranks(text: &str) -> Result<(u32, u32), String> {
    let (min, max) = read_numbers(text, 1)?;
    let rank = |rank| u32::try_from(rank).unwrap_or(u32::MAX);
    Ok((rank(min), rank(max)))
}

/// Reads a limit, which is at least 1.
pub(crate) fn read_limit(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| {
        let message = format!("expected a number of at least 1, found `{text}`");
        marked(&message, text, 0, usize::MAX)
    })
}

/// Adds to a message the text it is about, with a marker under a part of it.
pub(crate) fn marked(message: &str, text: &str, before: usize, width: usize) -> String {
    let snippet = Snippet::of(text, before, width);
    format!(
        "{message}\n    {}\n    {}",
        snippet.line(),
        snippet.marker()
    )
}

/// Reads the lengths of a lexicon's words: `5`, `2..15`, `2..`, `..15` or `any`. The
/// minimum is 2 unless given.
pub(crate) fn read_length(text: &str) -> Result<(usize, usize), String> {
    read_lengths(text, DEFAULT_MIN_LENGTH)
}

/// Reads the lengths of words to list, in the same form. The minimum is 1 unless
/// given.
pub(crate) fn read_wanted_length(text: &str) -> Result<(usize, usize), String> {
    read_lengths(text, 1).map_err(|message| marked(&message, text, 0, usize::MAX))
}

fn read_lengths(text: &str, least: usize) -> Result<(usize, usize), String> {
    let expected = |_| format!("expected N, MIN..MAX, MIN.., ..MAX or any, found `{text}`");
    let (min, max) = match text {
        "any" => (1, usize::MAX),
        _ => read_range(text, least).map_err(expected)?,
    };
    if min == 0 || min > max {
        let default = text.strip_prefix("..");
        let default = default.map_or(String::new(), |_| format!(" with MIN {least}"));
        return Err(format!("expected 1 <= MIN <= MAX, found `{text}`{default}"));
    }
    Ok((min, max))
}

fn read_numbers(text: &str, least: usize) -> Result<(usize, usize), String> {
    let (min, max) = read_range(text, least).map_err(|(before, width)| {
        let message = "expected N, MIN..MAX, MIN.. or ..MAX";
        marked(message, text, before, width)
    })?;
    if min < least || min > max {
        let message = format!("expected {least} <= MIN <= MAX");
        return Err(marked(&message, text, 0, usize::MAX));
    }
    Ok((min, max))
}

/// Reads `N`, `MIN..MAX`, `MIN..` or `..MAX`. An error is a part that is no number: the
/// characters before it, and its own.
fn read_range(text: &str, least: usize) -> Result<(usize, usize), (usize, usize)> {
    let number = |part: &str, before: usize| {
        let number = part.parse::<usize>();
        number.map_err(|_| (before, part.chars().count()))
    };
    Ok(match text.split_once("..") {
        None => (number(text, 0)?, number(text, 0)?),
        Some((min, "")) => (number(min, 0)?, usize::MAX),
        Some(("", max)) => (least, number(max, 2)?),
        Some((min, max)) => (number(min, 0)?, number(max, min.chars().count() + 2)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_read() {
        for (text, expected) in [
            ("5", Ok((5, 5))),
            ("0", Ok((0, 0))),
            ("0..3", Ok((0, 3))),
            ("2..", Ok((2, usize::MAX))),
            ("..3", Ok((0, 3))),
            ("..", Err("    ..\n    ^")),
            ("", Err("    \n    ^")),
            ("2..x", Err("    2..x\n       ^")),
            ("-1..2", Err("    -1..2\n    ^^")),
            ("4..3", Err("    4..3\n    ^^^^")),
        ] {
            let found = read_bounds(text);
            let found = found.map_err(|e| e.split_once('\n').unwrap().1.to_string());
            assert_eq!(found, expected.map_err(str::to_string), "{text}");
        }
        assert!(read_ranks("0..0").is_err() && read_ranks("0").is_err());
        assert_eq!(read_ranks("..9"), Ok((1, 9)));
        assert_eq!(read_ranks("7..99999999999"), Ok((7, u32::MAX)));
        assert!(read_limit("0").is_err() && read_limit("1").is_ok());
    }

    #[test]
    fn lengths_are_read() {
        for (text, expected) in [
            ("5", Some((5, 5))),
            ("2..15", Some((2, 15))),
            ("2..", Some((2, usize::MAX))),
            ("..3", Some((2, 3))),
            ("..1", None),
            ("any", Some((1, usize::MAX))),
            ("..", None),
            ("", None),
            ("0", None),
            ("0..3", None),
            ("..0", None),
            ("4..3", None),
            ("2...3", None),
            ("-1..3", None),
        ] {
            assert_eq!(read_length(text).ok(), expected, "{text}");
        }
        assert_eq!(read_wanted_length("..3"), Ok((1, 3)));
    }
}
