//! Reads numbers and ranges from arguments; errors mark the part that is wrong.

use crate::error::Snippet;
use std::num::NonZeroUsize;

/// Reads a range of numbers from 0 on: `5`, `2..4`, `2..` or `..4`.
pub(crate) fn read_bounds(text: &str) -> Result<(usize, usize), String> {
    read(text, 0)
}

/// Reads a range of ranks, which start at 1.
pub(crate) fn read_ranks(text: &str) -> Result<(u32, u32), String> {
    let (min, max) = read(text, 1)?;
    let rank = |rank| u32::try_from(rank).unwrap_or(u32::MAX);
    Ok((rank(min), rank(max)))
}

/// Reads a limit, which is at least 1.
pub(crate) fn read_limit(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| {
        let message = format!("expected a number from 1 on, found `{text}`");
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

fn read(text: &str, least: usize) -> Result<(usize, usize), String> {
    let number = |part: &str, before: usize| {
        part.parse::<usize>().map_err(|_| {
            let message = "expected N, MIN..MAX, MIN.. or ..MAX";
            marked(message, text, before, part.chars().count())
        })
    };
    let (min, max) = match text.split_once("..") {
        None => (number(text, 0)?, number(text, 0)?),
        Some((min, "")) => (number(min, 0)?, usize::MAX),
        Some(("", max)) => (least, number(max, 2)?),
        Some((min, max)) => (number(min, 0)?, number(max, min.chars().count() + 2)?),
    };
    if min < least || min > max {
        let message = format!("expected {least} <= MIN <= MAX");
        return Err(marked(&message, text, 0, usize::MAX));
    }
    Ok((min, max))
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
}
