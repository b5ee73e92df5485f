//! Word lists: lines of text, each with a word first.
//!
//! A line may end in LF or CRLF, the last one in nothing; a byte order mark is
//! skipped, as are blank lines and lines that begin with `#`. What follows the
//! first white space is a definition and is ignored.

use crate::error::{Faults, Result};
use crate::lexicon::WordCollector;
use crate::limits::LINE_BYTES;
use crate::source::lines::{Place, as_text, shorten, split_line, without_mark};
use crate::source::list_options::{ListOptions, ListStats, Outside};
use crate::tiles::{Alphabet, UnknownTile};
use rayon::prelude::*;
use regex::Regex;
use std::cmp::Ordering;
use unicode_normalization::{UnicodeNormalization, is_nfc_quick};

/// Reads word lists one after the other into one collection.
///
/// A large list is cut between lines and its parts are read at the same time;
/// what comes out does not depend on where it was cut.
pub struct ListReader<'a> {
    alphabet: &'a Alphabet,
    collector: WordCollector,
    faults: Faults,
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
        let parts = cut(without_mark(text), rayon::current_num_threads());
        let alphabet = self.alphabet;
        let read = parts
            .into_par_iter()
            .map(|text| Part::read(alphabet, path, text, options))
            .collect::<Result<Vec<_>>>()?;
        let mut stats = ListStats::default();
        let mut lines = 0;
        for part in read {
            let order = self.collector.append(part.collector)?;
            let unsorted = stats.words > 0 && order == Ordering::Greater;
            stats.words += part.stats.words;
            stats.unsorted += part.stats.unsorted + u64::from(unsorted);
            stats.not_kept += part.stats.not_kept;
            stats.dropped_by_length += part.stats.dropped_by_length;
            self.faults.append(part.faults, lines);
            lines += part.lines;
        }
        Ok(stats)
    }

    /// The words of all lists; what was wrong with them goes to `faults`.
    pub fn finish_with(self, faults: &mut Faults) -> WordCollector {
        faults.append(self.faults, 0);
        self.collector
    }

    /// The words of all lists, or what was wrong with them.
    pub fn finish(self) -> Result<WordCollector> {
        self.faults.into_result()?;
        Ok(self.collector)
    }
}

/// The fewest bytes that are worth a thread of their own.
const PART: usize = 1 << 16;

/// Cuts a text between lines, into about so many parts of about equal size.
fn cut(text: &[u8], wanted: usize) -> Vec<&[u8]> {
    let size = text.len().div_ceil(wanted.max(1)).max(PART);
    let mut parts = Vec::new();
    let mut rest = text;
    while rest.len() > size {
        let end = rest[size..].iter().position(|&b| b == b'\n');
        let (part, after) = rest.split_at(end.map_or(rest.len(), |i| size + i + 1));
        parts.push(part);
        rest = after;
    }
    parts.push(rest);
    parts
}

/// What was read of some part of a list.
struct Part {
    collector: WordCollector,
    faults: Faults,
    stats: ListStats,
    lines: u64,
}

/// Why a line has no word to add.
enum Rejected {
    Unknown(UnknownTile),
    Length(usize),
}

/// Why a line is not read the quick way.
enum NotPlain {
    /// It is not a word of plain letters and nothing else.
    Text,
    /// It is not kept.
    Keep,
    /// Its length is out of bounds.
    Length,
}

impl Part {
    fn read(alphabet: &Alphabet, path: &str, text: &[u8], options: &ListOptions) -> Result<Part> {
        let mut part = Part {
            collector: WordCollector::with_capacity(text.len()),
            faults: Faults::default(),
            stats: ListStats::default(),
            lines: 0,
        };
        let plain_column = options.column == 1 && options.separator.is_none();
        // Text is checked once, and a pattern of one's own need not be shared
        // with other threads.
        let keep = options.keep.clone();
        let keep = keep.as_ref().map(|keep| Keep {
            keep,
            part: std::str::from_utf8(text).unwrap_or_default(),
        });
        let mut rest = text;
        while !rest.is_empty() {
            part.lines += 1;
            if plain_column
                && let Some(after) = part.read_plain(alphabet, rest, options, keep.as_ref())?
            {
                rest = after;
                continue;
            }
            let (line, after) = split_line(rest);
            let place = Place {
                path,
                line: part.lines,
                text: line,
            };
            match as_text(line) {
                Ok(line) => part.read_line(alphabet, &place, line, options)?,
                Err(e) => part.faults.add(|| place.at(e.column, 1, e.message())),
            }
            rest = after;
        }
        part.stats.words = part.collector.len() as u64;
        Ok(part)
    }

    /// Reads a line that has nothing but a word of plain letters, as nearly all
    /// have, and returns what follows it; none if it has to be read otherwise.
    #[inline]
    fn read_plain<'t>(
        &mut self,
        alphabet: &Alphabet,
        text: &'t [u8],
        options: &ListOptions,
        keep: Option<&Keep<'_>>,
    ) -> Result<Option<&'t [u8]>> {
        if text.first() == Some(&b'#') {
            return Ok(None);
        }
        let mut after = text;
        let read = self.collector.push_with(|tiles| {
            let before = tiles.len();
            let (word, rest) = text.split_at(alphabet.plain_letters().read(text, tiles));
            after = match rest {
                [b'\n', after @ ..] | [b'\r', b'\n', after @ ..] | after @ [] => after,
                _ => return Err(NotPlain::Text),
            };
            match tiles.len() - before {
                0 => Err(NotPlain::Text),
                _ if word.len() > LINE_BYTES => Err(NotPlain::Text),
                _ if !keep.is_none_or(|keep| keep.admits(word, text)) => Err(NotPlain::Keep),
                length if !options.length.admit(length) => Err(NotPlain::Length),
                _ => Ok(()),
            }
        })?;
        match read {
            Ok(order) => self.stats.unsorted += u64::from(order == Ordering::Greater),
            Err(NotPlain::Keep) => self.stats.not_kept += 1,
            Err(NotPlain::Length) if options.length.outside == Outside::Drop => {
                self.stats.dropped_by_length += 1;
            }
            Err(NotPlain::Text | NotPlain::Length) => return Ok(None),
        }
        Ok(Some(after))
    }

    fn read_line(
        &mut self,
        alphabet: &Alphabet,
        place: &Place<'_>,
        line: &str,
        options: &ListOptions,
    ) -> Result<()> {
        if line.starts_with('#') || line.trim().is_empty() {
            return Ok(());
        }
        if let Some(keep) = &options.keep
            && !is_kept(keep, line)
        {
            self.stats.not_kept += 1;
            return Ok(());
        }
        let Some((column, text)) = field(line, options) else {
            let wanted = options.column;
            self.faults.add(|| {
                place.at(
                    0,
                    usize::MAX,
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
                    1,
                    format!("expected a word, found {found} in `{}`", shorten(line)),
                )
            });
            return Ok(());
        }
        let length = &options.length;
        let read = self.collector.push_with(|tiles| {
            let before = tiles.len();
            alphabet
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
            Ok(order) => self.stats.unsorted += u64::from(order == Ordering::Greater),
            Err(Rejected::Unknown(unknown)) => self.faults.add(|| {
                place
                    .at(
                        column + unknown.column,
                        unknown.width,
                        format!("{unknown} in `{}`", shorten(text)),
                    )
                    .past_alphabet(unknown.is_letter())
            }),
            Err(Rejected::Length(_)) if length.outside == Outside::Drop => {
                self.stats.dropped_by_length += 1;
            }
            Err(Rejected::Length(found)) => self.faults.add(|| {
                let (expected, word) = (length.expected(), shorten(text));
                let message = format!("expected {expected}, found {found} in `{word}`");
                place
                    .at(column, text.chars().count(), message)
                    .out_of_bounds()
            }),
        }
        Ok(())
    }
}

/// What a pattern keeps of a part of a list.
struct Keep<'p> {
    keep: &'p Regex,
    /// Empty if it is not UTF-8.
    part: &'p str,
}

impl Keep<'_> {
    /// Whether a word is kept with which the `rest` of the part begins.
    #[inline]
    fn admits(&self, word: &[u8], rest: &[u8]) -> bool {
        let at = self.part.len().wrapping_sub(rest.len());
        match self.part.get(at..at.wrapping_add(word.len())) {
            Some(word) => self.keep.is_match(word),
            None => std::str::from_utf8(word).is_ok_and(|word| self.keep.is_match(word)),
        }
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
    use crate::source::list_options::LengthBounds;
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
        assert_eq!(
            error("N\u{303}BX\nÑBX\n".as_bytes(), &options),
            "l.txt:1:4: unknown tile `X` in `N\\u{303}BX`\n\
             l.txt:2:3: unknown tile `X` in `ÑBX`"
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

    #[test]
    fn lists_are_the_same_whatever_their_parts() {
        // Two words a round are out of order, and faults and other lines stand between.
        let round = "AA\nAB x\r\n#\nn\u{303}A\nX\nCB\nBÑ\n[CH]A\nABABAB\n\nA\u{301}\nCC\n";
        let text = round.repeat(3 * PART / round.len());
        let options = ListOptions {
            length: LengthBounds {
                min: 2,
                max: 3,
                outside: Outside::Drop,
            },
            keep: Some(Regex::new("^[^C]").unwrap()),
            ..ListOptions::default()
        };
        let alphabet = alphabet();
        let read = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let mut reader = ListReader::new(&alphabet);
            let stats = pool
                .unwrap()
                .install(|| reader.read("l.txt", text.as_bytes(), &options))
                .unwrap();
            let faults = std::mem::take(&mut reader.faults).into_result();
            let (words, repeated) = reader.finish().unwrap().finish();
            (stats, faults.unwrap_err().to_string(), words, repeated)
        };
        let whole = read(1);
        let rounds = (text.len() / round.len()) as u64;
        let stats = ListStats {
            words: 5 * rounds,
            unsorted: 2 * rounds - 1,
            not_kept: 2 * rounds,
            dropped_by_length: rounds,
        };
        assert_eq!(whole.0, stats);
        assert!(
            whole
                .1
                .starts_with("l.txt:5:1: unknown tile `X` in `X`\nl.txt:11:1:")
        );
        assert_eq!((whole.2.len(), whole.3), (5, 5 * (rounds - 1)));
        for threads in [2, 3, 8] {
            assert!(cut(text.as_bytes(), threads).len() > 1);
            assert_eq!(read(threads), whole, "{threads} threads");
        }
    }

    #[test]
    fn a_list_is_sorted_whatever_came_before_it() {
        let alphabet = alphabet();
        let comments = "# nothing here\n".repeat(2 * PART / 15);
        let list = format!("{comments}AA\nAB\n");
        for threads in [1, 2, 8] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let mut reader = ListReader::new(&alphabet);
            let mut read = |text: &str| {
                let options = ListOptions::default();
                reader.read("l.txt", text.as_bytes(), &options).unwrap()
            };
            let unsorted = pool
                .unwrap()
                .install(|| (read("CC\n"), read(&list)).1.unsorted);
            assert_eq!(unsorted, 0, "{threads} threads");
        }
    }

    #[test]
    fn parts_are_cut_between_lines() {
        let text = b"ABABABA\n".repeat(4 * PART / 8);
        for (wanted, parts) in [(0, 1), (1, 1), (2, 2), (3, 3), (100, 4)] {
            let cut = cut(&text, wanted);
            assert_eq!(cut.concat(), text);
            assert!(cut.iter().all(|part| part.ends_with(b"\n")));
            assert_eq!(cut.len(), parts);
        }
        assert_eq!(cut(b"", 2).concat(), b"");
        let one_line = [b'A'; 3 * PART];
        assert_eq!(cut(&one_line, 3).concat(), one_line);
    }
}
