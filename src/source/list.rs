//! Word lists: lines of text that begin with a word.
//!
//! A line may end in LF or CRLF; the last one needs no end. The reader skips a
//! byte order mark, blank lines and lines that begin with `#`. The text after
//! the first white space is a definition and is ignored.

use crate::error::{Faults, Problem, Result};
use crate::lexicon::WordCollector;
use crate::limits::LINE_BYTES;
use crate::parallel;
use crate::parallel::prelude::*;
use crate::source::bare::{BareDigraph, BareDigraphs, DigraphReading};
use crate::source::keep::{KeepPart, is_kept};
use crate::source::lines::{Place, as_text, shorten, split_line, without_mark};
use crate::source::options::{ListOptions, Outside};
use crate::source::stats::ListStats;
use crate::text;
use crate::tiles::{Alphabet, Tile, UnknownTile};
use std::cmp::Ordering;

/// Reads word lists one after the other into one collection.
///
/// A large list is cut between lines and its parts are read at the same time.
/// The result does not depend on the cuts.
pub struct ListReader<'a> {
    alphabet: &'a Alphabet,
    collector: WordCollector,
    faults: Faults,
    bare: BareDigraphs,
}

impl<'a> ListReader<'a> {
    /// A reader for words of an alphabet.
    pub fn new(alphabet: &'a Alphabet) -> Self {
        ListReader {
            alphabet,
            collector: WordCollector::default(),
            faults: Faults::default(),
            bare: BareDigraphs::default(),
        }
    }

    /// Reads one list. `path` is its name in diagnostics. Faults of the text
    /// are kept until [`ListReader::finish`].
    pub fn read(&mut self, path: &str, text: &[u8], options: &ListOptions) -> Result<ListStats> {
        text::check(path, text)?;
        let parts = cut(without_mark(text), parallel::current_num_threads());
        let alphabet = self.alphabet;
        let read = parts
            .into_par_iter()
            .map(|text| Part::read(alphabet, path, text, options))
            .collect::<Result<Vec<_>>>()?;
        let mut stats = ListStats::default();
        let mut lines = 0;
        for part in read {
            let order = self.collector.append(part.collector)?;
            stats.unsorted += u64::from(stats.words > 0 && order == Ordering::Greater);
            stats.add(&part.stats);
            self.faults.append(part.faults, lines);
            self.bare.append(part.bare, lines);
            lines += part.lines;
        }
        Ok(stats)
    }

    /// The words so far that lack the brackets of a digraph.
    pub fn bare_digraphs(&self) -> &BareDigraphs {
        &self.bare
    }

    /// Returns the words of all lists, and adds their faults to `faults`.
    pub fn finish_with(self, faults: &mut Faults) -> WordCollector {
        faults.append(self.faults, 0);
        self.collector
    }

    /// Returns the words of all lists, or all their faults as one error.
    pub fn finish(self) -> Result<WordCollector> {
        self.faults.into_result()?;
        Ok(self.collector)
    }
}

/// The fewest bytes that are worth a thread of their own.
const PART: usize = 1 << 16;

/// Cuts a text between lines, into about `wanted` parts of about equal size.
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

/// What was read of one part of a list.
struct Part {
    collector: WordCollector,
    faults: Faults,
    bare: BareDigraphs,
    stats: ListStats,
    lines: u64,
}

/// Why a line has no word to add.
enum Rejected {
    Unknown(UnknownTile),
    Length(usize),
    /// It has this digraph without brackets.
    Bare(Tile),
}

/// Why the fast reader does not add the word of a line.
enum NotPlain {
    /// The line is more than a word of plain letters.
    Text,
    /// The line is not kept.
    Keep,
    /// The length is out of bounds.
    Length,
}

impl Part {
    fn read(alphabet: &Alphabet, path: &str, text: &[u8], options: &ListOptions) -> Result<Part> {
        let mut part = Part {
            collector: WordCollector::with_capacity(text.len()),
            faults: Faults::default(),
            bare: BareDigraphs::default(),
            stats: ListStats::default(),
            lines: 0,
        };
        let plain_column = options.column == 1 && options.separator.is_none();
        let keep = options.keep.clone().map(|keep| KeepPart {
            keep,
            text: std::str::from_utf8(text).unwrap_or_default(),
        });
        let spelled = DigraphReading::of(alphabet, options);
        let mut rest = text;
        while !rest.is_empty() {
            part.lines += 1;
            if plain_column
                && let Some(after) =
                    part.read_plain(alphabet, rest, options, spelled, keep.as_ref())?
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
                Ok(line) => part.read_line(alphabet, &place, line, options, spelled)?,
                Err(e) => part.faults.add(|| place.at(e.column, 1, e.problem())),
            }
            rest = after;
        }
        part.stats.words = part.collector.len() as u64;
        Ok(part)
    }

    /// Reads a line that is a word of plain letters and nothing else, as nearly
    /// all lines are, and returns the text after it. Returns none if
    /// [`read_line`](Self::read_line) has to read the line.
    #[inline]
    fn read_plain<'t>(
        &mut self,
        alphabet: &Alphabet,
        text: &'t [u8],
        options: &ListOptions,
        spelled: DigraphReading,
        keep: Option<&KeepPart<'_>>,
    ) -> Result<Option<&'t [u8]>> {
        if text.first() == Some(&b'#') {
            return Ok(None);
        }
        let mut after = text;
        let read = self.collector.push_with(|tiles| {
            let before = tiles.len();
            let plain = alphabet.plain_letters(spelled.digraphs);
            let (word, rest) = text.split_at(plain.read(text, tiles));
            after = match rest {
                [b'\n', after @ ..] | [b'\r', b'\n', after @ ..] | after @ [] => after,
                _ => return Err(NotPlain::Text),
            };
            match tiles.len() - before {
                0 => Err(NotPlain::Text),
                _ if word.len() > LINE_BYTES => Err(NotPlain::Text),
                _ if spelled.is_watched && alphabet.opens_digraph(&tiles[before..]) => {
                    Err(NotPlain::Text)
                }
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

    /// Reads any line.
    fn read_line(
        &mut self,
        alphabet: &Alphabet,
        place: &Place<'_>,
        line: &str,
        options: &ListOptions,
        spelled: DigraphReading,
    ) -> Result<()> {
        if line.starts_with('#') || line.trim().is_empty() {
            return Ok(());
        }
        if options
            .keep
            .as_ref()
            .is_some_and(|keep| !is_kept(keep, line))
        {
            self.stats.not_kept += 1;
            return Ok(());
        }
        let Some((column, text)) = field(line, options) else {
            self.faults.add(|| {
                let expected = format!("a word in column {}", options.column);
                let found = format!("`{}`", shorten(line));
                place.at(0, usize::MAX, Problem::mismatch(expected, found))
            });
            return Ok(());
        };
        if text.is_empty() {
            self.faults.add(|| {
                let found = match options.separator {
                    Some(_) => "nothing",
                    None => "white space first",
                };
                let found = format!("{found} in `{}`", shorten(line));
                place.at(column, 1, Problem::mismatch("a word", found))
            });
            return Ok(());
        }
        let length = &options.length;
        let mut bare = None;
        let read = self.collector.push_with(|tiles| {
            let before = tiles.len();
            let read = alphabet.read_word_as(spelled.digraphs, text, tiles);
            read.map_err(Rejected::Unknown)?;
            let word = &tiles[before..];
            if !length.admit(word.len()) {
                return Err(Rejected::Length(word.len()));
            }
            let found = spelled
                .is_watched
                .then(|| alphabet.bare_digraph(text, word));
            bare = found.flatten();
            match bare.filter(|_| spelled.is_rejected) {
                Some(digraph) => Err(Rejected::Bare(digraph)),
                None => Ok(()),
            }
        })?;
        let lacks_brackets = |digraph| BareDigraph {
            path: place.path.to_string(),
            line: place.line,
            word: shorten(text),
            label: alphabet.label(digraph).to_string(),
        };
        match read {
            Ok(order) => {
                self.stats.unsorted += u64::from(order == Ordering::Greater);
                if let Some(digraph) = bare {
                    self.stats.bare_digraphs += 1;
                    self.bare.add(|| lacks_brackets(digraph));
                }
            }
            Err(Rejected::Bare(digraph)) => self.faults.add(|| {
                let expected = format!("`{}` in brackets", alphabet.label(digraph));
                let problem = Problem::mismatch(expected, format!("`{}`", shorten(text)));
                place.at(column, text.chars().count(), problem)
            }),
            Err(Rejected::Unknown(unknown)) => self.faults.add(|| {
                let message = format!("{unknown} in `{}`", shorten(text));
                place
                    .at(column + unknown.column, unknown.width, message)
                    .past_alphabet(unknown.is_letter())
            }),
            Err(Rejected::Length(_)) if length.outside == Outside::Drop => {
                self.stats.dropped_by_length += 1;
            }
            Err(Rejected::Length(found)) => self.faults.add(|| {
                let found = format!("{found} in `{}`", shorten(text));
                let problem = Problem::mismatch(length.expected(), found);
                place
                    .at(column, text.chars().count(), problem)
                    .out_of_bounds()
            }),
        }
        Ok(())
    }
}

/// Returns the text of the wanted column, and the number of characters before it.
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
    use crate::source::keep::Keep;
    use crate::source::options::LengthBounds;
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
        let options = ListOptions::default().with_length(LengthBounds::new(2, 3));
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

    /// Drops words of other lengths, and lines that are not kept.
    fn two_or_three(keep: Keep) -> ListOptions {
        let length = LengthBounds::new(2, 3).with_outside(Outside::Drop);
        ListOptions::default().with_length(length).with_keep(keep)
    }

    #[test]
    fn keep_and_drop_count_what_they_leave_out() {
        let options = two_or_three(Keep::new(|line| line.chars().all(|c| "abcñ".contains(c))));
        let text = "ab\nAB\nn\u{303}a\nb\nabab\nxyz\n#xyz\n";
        let (words, stats) = read(text.as_bytes(), &options).unwrap();
        assert_eq!(words, ["AB", "ÑA"]);
        assert_eq!((stats.not_kept, stats.dropped_by_length), (2, 2));
    }

    #[test]
    fn the_word_may_stand_in_another_column() {
        let options = ListOptions::default().with_column(2);
        assert_eq!(read(b"17  ab x\n3\tba", &options).unwrap().0, ["AB", "BA"]);
        assert_eq!(
            error(b"17\n", &options),
            "l.txt:1:1: expected a word in column 2, found `17`"
        );
        assert_eq!(
            error(b"17  ax", &options),
            "l.txt:1:6: unknown tile `x` in `ax`"
        );
        let options = options.with_separator(',');
        assert_eq!(read(b"1 7,ab,x", &options).unwrap().0, ["AB"]);
    }

    #[test]
    fn lists_are_the_same_whatever_their_parts() {
        // Two words a round are out of order, and faults and other lines stand between.
        let round = "AA\nAB x\r\n#\nn\u{303}A\nX\nCB\nBÑ\n[CH]A\nABABAB\n\nA\u{301}\nCC\n";
        let text = round.repeat(3 * PART / round.len());
        let options = two_or_three(Keep::new(|line| !line.starts_with('C')));
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
            bare_digraphs: 0,
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
