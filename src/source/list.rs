//! Word lists: lines of text, each with a word first.
//!
//! A line may end in LF or CRLF, the last one in nothing; a byte order mark is
//! skipped, as are blank lines and lines that begin with `#`. What follows the
//! first white space is a definition and is ignored.

use super::lines::{Lines, Place, shorten, without_mark};
use super::words::WordCollector;
use crate::error::{Faults, Result};
use crate::tiles::{Alphabet, UnknownTile};
use regex::Regex;
use unicode_normalization::{UnicodeNormalization, is_nfc_quick};

/// What happens to a word that is too short or too long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outside {
    /// It is an error.
    #[default]
    Reject,
    /// It is left out and counted.
    Drop,
}

impl Outside {
    /// Both choices.
    pub const ALL: [Outside; 2] = [Outside::Reject, Outside::Drop];

    /// The name that recipes and options use.
    pub const fn name(self) -> &'static str {
        match self {
            Outside::Reject => "reject",
            Outside::Drop => "drop",
        }
    }
}

/// How many tiles a word may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthBounds {
    /// The fewest tiles.
    pub min: usize,
    /// The most tiles.
    pub max: usize,
    /// What happens to other words.
    pub outside: Outside,
}

impl LengthBounds {
    /// No bounds at all.
    pub const ANY: LengthBounds = LengthBounds {
        min: 1,
        max: usize::MAX,
        outside: Outside::Reject,
    };

    fn admit(&self, length: usize) -> bool {
        (self.min..=self.max).contains(&length)
    }
}

/// How to read a word list.
#[derive(Clone, Debug)]
pub struct ListOptions {
    /// How many tiles a word may have.
    pub length: LengthBounds,
    /// Lines that do not match are dropped and counted.
    pub keep: Option<Regex>,
    /// The column that holds the word, counted from 1.
    pub column: usize,
    /// What separates columns; none for white space.
    pub separator: Option<char>,
}

impl Default for ListOptions {
    fn default() -> Self {
        ListOptions {
            length: LengthBounds::ANY,
            keep: None,
            column: 1,
            separator: None,
        }
    }
}

/// What was seen in one word list.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
pub struct ListStats {
    /// Words read, repeated ones included.
    pub words: u64,
    /// Words that sort before the one above them.
    pub unsorted: u64,
    /// Lines that did not match `keep`.
    pub not_kept: u64,
    /// Words dropped because of their length.
    pub dropped_by_length: u64,
}

/// Reads word lists one after the other into one collection.
pub struct ListReader<'a> {
    alphabet: &'a Alphabet,
    collector: WordCollector,
    faults: Faults,
}

/// Why a line has no word to add.
enum Rejected {
    Unknown(UnknownTile),
    Length(usize),
}

impl<'a> ListReader<'a> {
    /// A reader for words of an alphabet.
    pub fn new(alphabet: &'a Alphabet) -> Self {
        ListReader {
            alphabet,
            collector: WordCollector::default(),
            faults: Faults::default(),
        }
    }

    /// Reads one list. `path` is what diagnostics call it. Faults of the text
    /// are kept until [`ListReader::finish`].
    pub fn read(&mut self, path: &str, text: &[u8], options: &ListOptions) -> Result<ListStats> {
        let mut stats = ListStats::default();
        let first = self.collector.len();
        for (i, line) in Lines::new(without_mark(text)).enumerate() {
            let place = Place {
                path,
                line: i as u64 + 1,
            };
            match line {
                Ok(line) => self.read_line(&place, line, options, &mut stats)?,
                Err(e) => self.faults.add(|| place.at(e.column, e.message())),
            }
        }
        stats.words = (self.collector.len() - first) as u64;
        Ok(stats)
    }

    fn read_line(
        &mut self,
        place: &Place<'_>,
        line: &str,
        options: &ListOptions,
        stats: &mut ListStats,
    ) -> Result<()> {
        if line.starts_with('#') || line.trim().is_empty() {
            return Ok(());
        }
        if let Some(keep) = &options.keep
            && !is_kept(keep, line)
        {
            stats.not_kept += 1;
            return Ok(());
        }
        let Some((column, text)) = field(line, options) else {
            let wanted = options.column;
            self.faults.add(|| {
                place.at(
                    0,
                    format!(
                        "expected a word in column {wanted}, found `{}`",
                        shorten(line)
                    ),
                )
            });
            return Ok(());
        };
        if text.is_empty() {
            self.faults.add(|| {
                let found = match options.separator {
                    Some(_) => "nothing",
                    None => "white space first",
                };
                place.at(
                    column,
                    format!("expected a word, found {found} in `{}`", shorten(line)),
                )
            });
            return Ok(());
        }
        let length = &options.length;
        let read = self.collector.push_with(|tiles| {
            let before = tiles.len();
            self.alphabet
                .read_word_into(text, tiles)
                .map_err(Rejected::Unknown)?;
            let found = tiles.len() - before;
            if length.admit(found) {
                Ok(())
            } else {
                Err(Rejected::Length(found))
            }
        })?;
        match read {
            Ok(()) => {
                if self.collector.last_is_unsorted() {
                    stats.unsorted += 1;
                }
            }
            Err(Rejected::Unknown(unknown)) => self.faults.add(|| {
                place.at(
                    column + unknown.column,
                    format!("{unknown} in `{}`", shorten(text)),
                )
            }),
            Err(Rejected::Length(_)) if length.outside == Outside::Drop => {
                stats.dropped_by_length += 1;
            }
            Err(Rejected::Length(found)) => self.faults.add(|| {
                place.at(
                    column,
                    format!(
                        "expected {}, found {found} in `{}`",
                        expected_length(length),
                        shorten(text)
                    ),
                )
            }),
        }
        Ok(())
    }

    /// The words of all lists, or what was wrong with them.
    pub fn finish(self) -> Result<WordCollector> {
        self.faults.into_result()?;
        Ok(self.collector)
    }
}

fn expected_length(length: &LengthBounds) -> String {
    match (length.min, length.max) {
        (min, usize::MAX) => format!("{min} tiles or more"),
        (min, max) => format!("{min} to {max} tiles"),
    }
}

/// Composed and decomposed text mean the same, to `keep` too.
fn is_kept(keep: &Regex, line: &str) -> bool {
    if line.is_ascii() || is_nfc_quick(line.chars()) == unicode_normalization::IsNormalized::Yes {
        keep.is_match(line)
    } else {
        keep.is_match(&line.nfc().collect::<String>())
    }
}

/// The text of the wanted column and the characters before it.
fn field<'l>(line: &'l str, options: &ListOptions) -> Option<(usize, &'l str)> {
    let mut rest = line;
    for _ in 1..options.column {
        let at = match options.separator {
            Some(separator) => rest.find(separator)? + separator.len_utf8(),
            None => {
                let gap = rest.find(char::is_whitespace)?;
                rest.len() - rest[gap..].trim_start().len()
            }
        };
        rest = &rest[at..];
    }
    let end = rest
        .find(|c: char| c.is_whitespace() || Some(c) == options.separator)
        .unwrap_or(rest.len());
    let before = &line[..line.len() - rest.len()];
    Some((before.chars().count(), &rest[..end]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::Letter;

    fn alphabet() -> Alphabet {
        Alphabet::new(["A", "B", "C", "Ñ", "[CH]"].map(Letter::new).to_vec()).unwrap()
    }

    fn read(text: &[u8], options: &ListOptions) -> Result<(Vec<String>, ListStats)> {
        let alphabet = alphabet();
        let mut reader = ListReader::new(&alphabet);
        let stats = reader.read("l.txt", text, options)?;
        let (words, _) = reader.finish()?.finish();
        Ok((words.iter().map(|w| alphabet.word_text(w)).collect(), stats))
    }

    fn error(text: &[u8], options: &ListOptions) -> String {
        read(text, options).unwrap_err().to_string()
    }

    #[test]
    fn every_tolerance() {
        let text =
            "\u{feff}# a comment\r\nba a definition\r\n\r\n \t\nAB\tÉÉ\nn\u{303}a\nÑA\n[ch]A\nCA";
        let (words, stats) = read(text.as_bytes(), &ListOptions::default()).unwrap();
        assert_eq!(words, ["AB", "BA", "CA", "ÑA", "[CH]A"]);
        assert_eq!((stats.words, stats.unsorted), (6, 2));
        assert!(read(b"", &ListOptions::default()).unwrap().0.is_empty());
    }

    #[test]
    fn diagnostics_name_line_column_and_part() {
        let options = ListOptions {
            length: LengthBounds {
                min: 2,
                max: 3,
                outside: Outside::Reject,
            },
            ..ListOptions::default()
        };
        assert_eq!(
            error("AB\nBÉA x\n A\nA\nABAB\n".as_bytes(), &options),
            "l.txt:2:2: unknown tile `É` in `BÉA`\n\
             l.txt:3:1: expected a word, found white space first in ` A`\n\
             l.txt:4:1: expected 2 to 3 tiles, found 1 in `A`\n\
             l.txt:5:1: expected 2 to 3 tiles, found 4 in `ABAB`"
        );
        assert_eq!(
            error(b"AB\nA\xff\n", &options),
            "l.txt:2:2: expected UTF-8, found the byte 0xff"
        );
        let many = error(&b"X\n".repeat(25), &options);
        assert!(many.ends_with("l.txt:20:1: unknown tile `X` in `X`\n… and 5 more"));
        let long = error(format!("{}X", "A".repeat(100)).as_bytes(), &options);
        assert!(
            long.contains("l.txt:1:101: unknown tile `X` in `AAAA"),
            "{long}"
        );
        assert!(long.ends_with("AA…`"), "{long}");
    }

    #[test]
    fn keep_and_drop_count_what_they_leave_out() {
        let options = ListOptions {
            length: LengthBounds {
                min: 2,
                max: 3,
                outside: Outside::Drop,
            },
            keep: Some(Regex::new("^[abcñ]+$").unwrap()),
            ..ListOptions::default()
        };
        let text = "ab\nAB\nn\u{303}a\nb\nabab\nxyz\n#xyz\n";
        let (words, stats) = read(text.as_bytes(), &options).unwrap();
        assert_eq!(words, ["AB", "ÑA"]);
        assert_eq!((stats.not_kept, stats.dropped_by_length), (2, 2));
    }

    #[test]
    fn the_word_may_stand_in_another_column() {
        let mut options = ListOptions {
            column: 2,
            ..ListOptions::default()
        };
        assert_eq!(read(b"17  ab x\n3\tba", &options).unwrap().0, ["AB", "BA"]);
        assert_eq!(
            error(b"17\n", &options),
            "l.txt:1:1: expected a word in column 2, found `17`"
        );
        assert_eq!(
            error(b"17  ax", &options),
            "l.txt:1:6: unknown tile `x` in `ax`"
        );
        options.separator = Some(',');
        assert_eq!(read(b"1 7,ab,x", &options).unwrap().0, ["AB"]);
    }
}
