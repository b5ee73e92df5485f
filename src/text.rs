//! Checks that bytes are lines of UTF-8 text before anything parses them.
//!
//! Three kinds of input look like text to their owner but not to a reader of UTF-8
//! lines: UTF-16, compressed files, and lines that end in a lone carriage return, as on
//! old Macintoshes. A word list with such line ends would be read as a single line, and
//! so as its first word alone. All text input is checked here, so every reader reports
//! these faults in the same words.

use crate::error::{Diagnostic, Error, Problem, Result};

/// Refuses bytes whose first bytes or line ends show that they are not lines of UTF-8.
/// The caller reports invalid UTF-8 itself.
pub(crate) fn check(path: &str, bytes: &[u8]) -> Result<()> {
    check_encoding(path, bytes)?;
    check_line_ends(path, bytes)
}

/// Refuses UTF-16 and compressed files.
pub(crate) fn check_encoding(path: &str, bytes: &[u8]) -> Result<()> {
    let (found, advice) = match bytes {
        [0xff, 0xfe, ..] | [0x20..0x7f, 0, 0x20..0x7f, 0, ..] => {
            ("UTF-16 (little-endian)", SAVE_AS_UTF_8)
        }
        [0xfe, 0xff, ..] | [0, 0x20..0x7f, 0, 0x20..0x7f, ..] => {
            ("UTF-16 (big-endian)", SAVE_AS_UTF_8)
        }
        [0x1f, 0x8b, 8, ..] => ("a gzip file", UNPACK),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => ("a zstd file", UNPACK),
        [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => ("an xz file", UNPACK),
        [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, ..] => ("a bzip2 file", UNPACK),
        [b'P', b'K', 3, 4, ..] => ("a zip file", UNPACK),
        _ => return Ok(()),
    };
    Err(Error::mismatch(path, "text in UTF-8", found).advise(advice))
}

const SAVE_AS_UTF_8: &str = "save it as UTF-8";
const UNPACK: &str = "unpack it first";

/// White space that some programs treat as a line break. Line readers here do not.
pub(crate) const OTHER_BREAKS: [char; 5] = ['\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];

/// Finds one of [`OTHER_BREAKS`] in a line.
pub(crate) fn other_break(line: &str) -> Option<(usize, char)> {
    // These are the first bytes of the encoded breaks; most alphabets use none of them.
    // The loop has no branch, so the compiler tests many bytes at once.
    let may_begin = |b: u8| (b == 0x0b) | (b == 0x0c) | (b == 0xc2) | (b == 0xe2);
    let may_have = line.bytes().fold(false, |found, b| found | may_begin(b));
    let find = || line.char_indices().find(|(_, c)| OTHER_BREAKS.contains(c));
    may_have.then(find)?
}

/// The problem to report for one of [`OTHER_BREAKS`].
pub(crate) fn break_problem(found: char) -> Problem {
    let found = format!("the character U+{:04X} in one", u32::from(found));
    Problem::mismatch("lines that end in LF or CRLF", found)
}

/// Whether a character separates parts of a line.
pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace() && !OTHER_BREAKS.contains(&c)
}

/// Refuses a carriage return that no line feed follows.
pub(crate) fn check_line_ends(path: &str, bytes: &[u8]) -> Result<()> {
    // Most texts have none, and this search is fast.
    if !bytes.contains(&b'\r') {
        return Ok(());
    }
    let mut places = bytes.iter().enumerate();
    let Some((at, _)) = places.find(|&(i, &b)| b == b'\r' && bytes.get(i + 1) != Some(&b'\n'))
    else {
        return Ok(());
    };
    let found = "a carriage return alone, as on old Macintoshes";
    let problem = Problem::mismatch("lines that end in LF or CRLF", found);
    let error = Error::from(at_byte(path, bytes, at, problem));
    Err(error.advise("replace each CR by LF"))
}

/// Converts bytes to text, or reports the first byte that is not UTF-8.
#[cfg(feature = "recipe")]
pub(crate) fn utf8(path: &str, bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        let byte = e.as_bytes().get(at).copied().unwrap_or_default();
        let problem = Problem::mismatch("UTF-8", format!("the byte 0x{byte:02x}"));
        let diagnostic = at_byte(path, e.as_bytes(), at, problem);
        Error::from(diagnostic).caused_by(e)
    })
}

/// Reports a problem at a byte of a text, with its line and column.
pub(crate) fn at_byte(path: &str, text: &[u8], at: usize, problem: Problem) -> Diagnostic {
    let before = &text[..at];
    let line = before.iter().filter(|&&b| b == b'\n').count() as u64 + 1;
    let start = before.iter().rposition(|&b| b == b'\n');
    let start = start.map_or(0, |i| i + 1);
    let column = String::from_utf8_lossy(&before[start..]).chars().count() as u64 + 1;
    Diagnostic::new(path, problem)
        .at_line(line)
        .at_column(column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_lines_of_utf_8_is_named() {
        for (bytes, expected) in [
            (
                &b"CAR\rCARE\r"[..],
                "x:1:4: expected lines that end in LF or CRLF, found a carriage return alone, as on old Macintoshes; replace each CR by LF",
            ),
            (
                b"A\r\nB\n\xc3\x91A\rB",
                "x:3:3: expected lines that end in LF or CRLF, found a carriage return alone, as on old Macintoshes; replace each CR by LF",
            ),
            (
                b"A\r\r\n",
                "x:1:2: expected lines that end in LF or CRLF, found a carriage return alone, as on old Macintoshes; replace each CR by LF",
            ),
            (
                b"A\r\nB\r",
                "x:2:2: expected lines that end in LF or CRLF, found a carriage return alone, as on old Macintoshes; replace each CR by LF",
            ),
            (
                b"\xff\xfeC\0",
                "x: expected text in UTF-8, found UTF-16 (little-endian); save it as UTF-8",
            ),
            (
                b"C\0A\0",
                "x: expected text in UTF-8, found UTF-16 (little-endian); save it as UTF-8",
            ),
            (
                b"\xfe\xff\0C",
                "x: expected text in UTF-8, found UTF-16 (big-endian); save it as UTF-8",
            ),
            (
                b"\x1f\x8b\x08\0",
                "x: expected text in UTF-8, found a gzip file; unpack it first",
            ),
            (
                b"\x28\xb5\x2f\xfd",
                "x: expected text in UTF-8, found a zstd file; unpack it first",
            ),
        ] {
            assert_eq!(check("x", bytes).unwrap_err().to_string(), expected);
        }
        for fine in [
            &b""[..],
            b"A\r\nB\r\n",
            b"\r\n",
            b"A\xff",
            b"\0A\n",
            b"A\0\n",
        ] {
            assert_eq!(check("x", fine), Ok(()));
        }
    }
}
