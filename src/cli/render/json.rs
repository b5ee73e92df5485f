//! JSON documents.

use crate::error::is_unseen;
use serde::Serialize;
use std::io::{self, Write};

/// Writes a value as indented JSON with a line feed.
pub(crate) fn write_json(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(Seen(&mut *out), value)?;
    writeln!(out)
}

/// Writes a value as JSON in one line, without a line feed.
pub(crate) fn write_json_in_line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    Ok(serde_json::to_writer(Seen(out), value)?)
}

/// Writes a value as one line of JSON.
pub(crate) fn write_json_line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    write_json_in_line(out, value)?;
    writeln!(out)
}

/// Takes JSON, and writes each character that can't be seen by its number, which
/// means the same in a string. JSON has no such characters outside of strings.
struct Seen<W>(W);

impl<W: Write> Write for Seen<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        if bytes.iter().all(|&byte| byte < 0x7f) {
            return self.0.write_all(bytes);
        }
        let mut json = String::with_capacity(bytes.len() + 8);
        for character in String::from_utf8_lossy(bytes).chars() {
            match is_unseen(character) && !character.is_ascii_whitespace() {
                true => {
                    for unit in character.encode_utf16(&mut [0; 2]) {
                        json += &format!("\\u{unit:04x}");
                    }
                }
                false => json.push(character),
            }
        }
        self.0.write_all(json.as_bytes())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_not_be_seen_is_a_number() {
        let text = "é\u{7f}\u{202e}\u{e0001}\u{1b}\n";
        let mut json = Vec::new();
        write_json_line(&mut json, &[text]).unwrap();
        let json = String::from_utf8(json).unwrap();
        let expected = r#"["é\u007f\u202e\udb40\udc01\u001b\n"]"#;
        assert_eq!(json, format!("{expected}\n"));
        let again: Vec<String> = serde_json::from_str(&json).unwrap();
        assert_eq!(again, [text]);
    }
}
