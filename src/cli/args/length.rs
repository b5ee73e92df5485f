//! Reads the lengths of words from arguments.

use crate::cli::args::range::marked;
use crate::recipe::DEFAULT_MIN_LENGTH;

/// Reads the lengths of a lexicon's words: `5`, `2..15`, `2..`, `..15` or `any`. The
/// minimum is 2 unless given.
pub(crate) fn read_length(text: &str) -> Result<(usize, usize), String> {
    read(text, DEFAULT_MIN_LENGTH)
}

/// Reads the lengths of words to list, in the same form. The minimum is 1 unless
/// given.
pub(crate) fn read_wanted_length(text: &str) -> Result<(usize, usize), String> {
    read(text, 1).map_err(|message| marked(&message, text, 0, usize::MAX))
}

fn read(text: &str, least: usize) -> Result<(usize, usize), String> {
    let expected = || format!("expected N, MIN..MAX, MIN.., ..MAX or any, found `{text}`");
    let number = |text: &str| text.parse::<usize>().map_err(|_| expected());
    let (min, max) = match text.split_once("..") {
        None if text == "any" => (1, usize::MAX),
        None => (number(text)?, number(text)?),
        Some(("", "")) => return Err(expected()),
        Some((min, "")) => (number(min)?, usize::MAX),
        Some(("", max)) => (least, number(max)?),
        Some((min, max)) => (number(min)?, number(max)?),
    };
    if min == 0 || min > max {
        let default = match text.starts_with("..") {
            true => format!(" with MIN {least}"),
            false => String::new(),
        };
        return Err(format!("expected 1 <= MIN <= MAX, found `{text}`{default}"));
    }
    Ok((min, max))
}

#[cfg(test)]
mod tests {
    use super::*;

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
