//! Splits text into lines, and creates diagnostics that point into a line.

use crate::error::{Diagnostic, Problem, shown};
use crate::limits::LINE_BYTES;

/// Strips a byte order mark.
pub(crate) fn without_mark(file: &[u8]) -> &[u8] {
    file.strip_prefix("\u{feff}".as_bytes()).unwrap_or(file)
}

/// Splits off the first line. Returns it without its end, and the remaining text.
pub(crate) fn split_line(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(|&b| b == b'\n');
    let line = &text[..end.unwrap_or(text.len())];
    let rest = end.map_or(&[][..], |i| &text[i + 1..]);
    (line.strip_suffix(b"\r").unwrap_or(line), rest)
}

/// Checks that a line is UTF-8 and not too long.
pub(crate) fn as_text(line: &[u8]) -> Result<&str, NotText> {
    if line.len() > LINE_BYTES {
        return Err(NotText {
            column: 0,
            byte: None,
        });
    }
    std::str::from_utf8(line).map_err(|e| {
        let (good, bad) = line.split_at(e.valid_up_to());
        NotText {
            column: String::from_utf8_lossy(good).chars().count(),
            byte: Some(bad.first().copied().unwrap_or(b'\n')),
        }
    })
}

/// A line that is too long, or not UTF-8.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NotText {
    /// The number of characters before the fault.
    pub(crate) column: usize,
    /// The invalid byte; `None` if the line is too long.
    byte: Option<u8>,
}

impl NotText {
    pub(crate) fn problem(&self) -> Problem {
        match self.byte {
            Some(byte) => Problem::mismatch("UTF-8", format!("the byte 0x{byte:02x}")),
            None => {
                let expected = format!("a line of at most {LINE_BYTES} bytes");
                Problem::mismatch(expected, "a longer one")
            }
        }
    }
}

/// A line of a file, as diagnostics name and show it.
pub(crate) struct Place<'a> {
    pub(crate) path: &'a str,
    pub(crate) line: u64,
    pub(crate) text: &'a [u8],
}

/// The lines of a text, each with its place.
pub(crate) fn places<'a>(path: &'a str, text: &'a [u8]) -> impl Iterator<Item = Place<'a>> {
    let mut rest = text;
    let line = move || {
        let (line, after) = (!rest.is_empty()).then(|| split_line(rest))?;
        rest = after;
        Some(line)
    };
    let lines = (1..).zip(std::iter::from_fn(line));
    lines.map(move |(line, text)| Place { path, line, text })
}

impl<'a> Place<'a> {
    pub(crate) fn new(path: &'a str, line: u64, text: &'a [u8]) -> Place<'a> {
        Place { path, line, text }
    }

    /// Creates a diagnostic for `width` characters from a column on, counted from 0.
    pub(crate) fn at(
        &self,
        column: usize,
        width: usize,
        problem: impl Into<Problem>,
    ) -> Diagnostic {
        Diagnostic::new(self.path, problem)
            .at_line(self.line)
            .at_column(column as u64 + 1)
            .with_snippet(&String::from_utf8_lossy(self.text), width)
    }
}

/// Shortens a text for a message. A combining accent is shown as an escape, because it
/// counts as a column.
pub(crate) fn shorten(text: &str) -> String {
    const MOST: usize = 40;
    let mut characters = text.chars();
    let taken = characters.by_ref().take(MOST);
    let mut short: String = taken.map(|c| shown(c.encode_utf8(&mut [0; 4]))).collect();
    if characters.next().is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8]) -> Vec<Result<&str, (usize, u8)>> {
        let mut lines = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let (line, after) = split_line(rest);
            lines.push(as_text(line).map_err(|e| (e.column, e.byte.unwrap())));
            rest = after;
        }
        lines
    }

    #[test]
    fn ends_of_lines_are_not_part_of_them() {
        let text = "\u{feff}a\r\n\nb\rc\n d".as_bytes();
        assert_eq!(
            lines(without_mark(text)),
            [Ok("a"), Ok(""), Ok("b\rc"), Ok(" d")]
        );
        assert_eq!(lines(b"a\n"), [Ok("a")]);
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn only_the_line_with_a_wrong_byte_is_lost() {
        let text = b"\xff\na\n\xc3\xa9\xc3\nb\n\n\xe2\x82\nc";
        assert_eq!(
            lines(text),
            [
                Err((0, 0xff)),
                Ok("a"),
                Err((1, 0xc3)),
                Ok("b"),
                Ok(""),
                Err((0, 0xe2)),
                Ok("c")
            ]
        );
        assert_eq!(lines(b"a\nb\xff"), [Ok("a"), Err((1, 0xff))]);
    }
}
