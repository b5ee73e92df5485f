//! Reads word lists: lines of text that begin with a word.
//!
//! A line may end in LF or CRLF; the last one needs no end. The reader skips a byte
//! order mark, blank lines and lines that begin with `#`. The text after the first
//! white space is a definition. It is ignored unless definitions are requested; it is
//! then kept on one line and without invisible characters.

use crate::error::{Diagnostic, Faults, Problem, Remedy, Result, brief};
use crate::lexicon::{Definitions, Texts, WordCollector, Words};
use crate::parallel;
use crate::ruleset::Ruleset;
use crate::source::bare::BareDigraphs;
#[cfg(feature = "recipe")]
use crate::source::hunspell::{Hunspell, read_parts, reads_all as reads_all_forms};
use crate::source::lines::without_mark;
use crate::source::list_part::Part;
use crate::source::options::{ListOptions, Outside};
use crate::source::stats::ListStats;
use crate::source::unread::sum_up;
use crate::text;
use crate::tiles::Alphabet;
use std::cmp::Ordering;

/// Reads word lists one after the other into one collection.
///
/// A large list is divided at line ends and its parts are read at the same time. The
/// result does not depend on the division.
pub struct ListReader<'a> {
    alphabet: &'a Alphabet,
    /// The ruleset of the alphabet, if it is known.
    ruleset: Option<&'a Ruleset>,
    collector: WordCollector,
    /// The text after each word, if requested.
    texts: Option<Texts>,
    faults: Faults,
    bare: BareDigraphs,
}

impl<'a> ListReader<'a> {
    /// Creates a reader for words of an alphabet.
    pub fn new(alphabet: &'a Alphabet) -> Self {
        ListReader {
            alphabet,
            ruleset: None,
            collector: WordCollector::default(),
            texts: None,
            faults: Faults::default(),
            bare: BareDigraphs::default(),
        }
    }

    /// Creates a reader for words of a ruleset. If a list has words in other letters,
    /// the error begins with their number and the built-in rulesets that read them.
    pub fn for_ruleset(ruleset: &'a Ruleset) -> Self {
        ListReader {
            ruleset: Some(ruleset),
            ..ListReader::new(ruleset.alphabet())
        }
    }

    /// Creates a reader that keeps the text after each word as its definition. `keep`
    /// in the options then applies to the word alone.
    pub fn for_definitions(ruleset: &'a Ruleset) -> Self {
        ListReader {
            texts: Some(Texts::default()),
            ..ListReader::for_ruleset(ruleset)
        }
    }

    /// Reads one list. `path` is its name in diagnostics. Faults of the text are
    /// reported by [`ListReader::finish`].
    pub fn read(&mut self, path: &str, text: &[u8], options: &ListOptions) -> Result<ListStats> {
        text::check_encoding(path, text)?;
        let parts = cut(without_mark(text), parallel::current_num_threads());
        let (alphabet, has_texts) = (self.alphabet, self.texts.is_some());
        let read = parallel::try_map(parts, |text| {
            Part::read(alphabet, path, text, options, has_texts)
        })?;
        if read.iter().any(|part| part.has_lone_return) {
            text::check_line_ends(path, text)?;
        }
        let mut stats = ListStats::default();
        let mut faults = Faults::default();
        let mut lines = 0;
        for part in read {
            let order = self.collector.append(part.collector)?;
            if let (Some(texts), Some(more)) = (&mut self.texts, &part.texts) {
                texts.append(more)?;
            }
            stats.unsorted += u64::from(stats.words > 0 && order == Ordering::Greater);
            stats.add(&part.stats);
            faults.append(part.faults, lines);
            self.bare.append(part.bare, lines);
            lines += part.lines;
        }
        if let Some(ruleset) = self.ruleset {
            let whole = (stats.words + stats.dropped_by_length, "words");
            let reads = |other: &Ruleset| reads_all(other, text, options);
            sum_up(&mut faults, path, ruleset, whole, reads);
        }
        self.faults.append(faults, 0);
        Ok(stats)
    }

    /// Reads all forms of a Hunspell dictionary. [`keep`](ListOptions::keep) applies to
    /// each form; column and separator have no effect. Faults are reported by
    /// [`ListReader::finish`], with the line of the stem.
    #[cfg(feature = "recipe")]
    pub fn read_hunspell(
        &mut self,
        dictionary: &Hunspell,
        options: &ListOptions,
    ) -> Result<ListStats> {
        let mut stats = ListStats::default();
        let mut faults = Faults::default();
        read_parts(self.alphabet, dictionary, options, |part| {
            self.collector.append(part.collector)?;
            stats.add(&part.stats);
            faults.append(part.faults, 0);
            self.bare.append(part.bare, 0);
            Ok(())
        })?;
        if let Some(ruleset) = self.ruleset {
            let whole = (stats.words + stats.dropped_by_length, "forms");
            let reads = |other: &Ruleset| reads_all_forms(other, dictionary, options);
            sum_up(&mut faults, &dictionary.path, ruleset, whole, reads);
        }
        self.faults.append(faults, 0);
        Ok(stats)
    }

    /// Adds words given as tiles. `path` is the name of their file in diagnostics. Only
    /// the length bounds of the options apply to them.
    pub fn add(&mut self, path: &str, words: &Words, options: &ListOptions) -> Result<ListStats> {
        let length = &options.length;
        let mut stats = ListStats::default();
        for word in words.iter() {
            if length.admit(word.len()) {
                self.collector.push(word)?;
                if let Some(texts) = &mut self.texts {
                    texts.push("")?;
                }
                stats.words += 1;
            } else if length.outside == Outside::Drop {
                stats.dropped_by_length += 1;
            } else {
                self.faults.add(|| {
                    let text = self.alphabet.word_text(word);
                    let found = format!("{} in `{}`", word.len(), brief(&text));
                    let problem = Problem::mismatch(length.expected(), found);
                    Diagnostic::new(path, problem).with_remedy(Remedy::LeaveOut)
                });
            }
        }
        Ok(stats)
    }

    /// The words read so far that lack the brackets of a digraph.
    pub fn bare_digraphs(&self) -> &BareDigraphs {
        &self.bare
    }

    /// Returns the words of all lists in input order, with their texts, and adds the
    /// faults to `faults`.
    pub(crate) fn finish_with(self, faults: &mut Faults) -> (WordCollector, Texts) {
        faults.append(self.faults, 0);
        (self.collector, self.texts.unwrap_or_default())
    }

    /// Returns the definitions of all lists, or all their faults as one error. A word
    /// without text is skipped. If a word has several texts, they are joined with
    /// [`BETWEEN_DEFINITIONS`](crate::lexicon::BETWEEN_DEFINITIONS), each once. Also
    /// returns the number of texts that were joined to another one.
    pub fn finish_definitions(self) -> Result<(Definitions, u64)> {
        self.faults.into_result()?;
        let texts = self.texts.unwrap_or_default();
        Definitions::from_unsorted(&self.collector, &texts, self.alphabet)
    }

    /// Returns the words of all lists, or all their faults as one error.
    pub fn finish(self) -> Result<WordCollector> {
        self.faults.into_result()?;
        Ok(self.collector)
    }
}

/// Whether a ruleset reads a whole list.
fn reads_all(ruleset: &Ruleset, text: &[u8], options: &ListOptions) -> bool {
    let reads = |text: &[u8]| {
        let mut reader = ListReader::new(ruleset.alphabet());
        let read = reader.read("", text, options);
        read.is_ok() && reader.faults.is_empty()
    };
    // The first part alone rules out most rulesets.
    let parts = cut(text, usize::MAX);
    parts.first().is_some_and(|part| reads(part)) && reads(text)
}

/// The fewest bytes worth a thread of their own.
const PART: usize = 1 << 16;

/// Divides a text at line ends into about `wanted` parts of about equal size.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::keep::Keep;
    use crate::source::options::{LengthBounds, Outside};
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
    fn other_line_breaks_are_refused() {
        let english = Ruleset::builtin("english").unwrap();
        for bad in ['\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'] {
            for (line, column) in [
                (format!("CAR{bad}CARE"), 4),
                (format!("CAR a ‘vehicle’{bad}CARE"), 16),
                (format!("# words{bad}CARE"), 8),
            ] {
                let list = format!("CAB\n{bad}\n{line}\nCAT\n");
                let mut reader = ListReader::for_ruleset(&english);
                let options = ListOptions::default();
                reader.read("l.txt", list.as_bytes(), &options).unwrap();
                let code = u32::from(bad);
                assert_eq!(
                    reader.finish().unwrap_err().to_string(),
                    format!(
                        "l.txt:3:{column}: expected lines that end in LF or CRLF, found the \
                         character U+{code:04X} in one"
                    )
                );
            }
        }
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
            length: LengthBounds::new(2, 3),
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
        let lone = "expected lines that end in LF or CRLF, found a carriage return alone";
        for text in [&b"AB\r\nBA\rAB\n"[..], b"#\nBA\r\r\nX\n", b"AB\r\nBA\r"] {
            let found = error(text, &options);
            assert!(found.starts_with(&format!("l.txt:2:3: {lone}")), "{found}");
        }
        let many = error(&b"X\n".repeat(25), &options);
        assert!(many.ends_with("l.txt:20:1: unknown tile `X` in `X`\n… and 5 more"));
        let long = error(format!("{}X", "A".repeat(100)).as_bytes(), &options);
        assert!(
            long.contains("l.txt:1:101: unknown tile `X` in `AAAA"),
            "{long}"
        );
        assert!(long.ends_with("AA…`"), "{long}");
    }

    /// Options that drop words of other lengths, and lines that are not kept.
    fn two_or_three(keep: Keep) -> ListOptions {
        let length = LengthBounds::new(2, 3).with_outside(Outside::Drop);
        ListOptions {
            length,
            keep: Some(keep),
            ..ListOptions::default()
        }
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
    fn a_pattern_of_characters_keeps_the_same_lines() {
        let text = "ab\nAB\r\nn\u{303}a\nñb x\nb\nabab\nxyz\n\nbaX\nac\n#ab\ncb";
        for class in ["abcñ", "ab", "ñ", "xyz", "aA1ß漢"] {
            let characters = class.to_string();
            let keep = Keep::new(move |line| {
                !line.is_empty() && line.chars().all(|c| characters.contains(c))
            });
            let known = keep.clone().with_pattern(&format!("^[{class}]+$"));
            assert_eq!(known.characters.as_deref(), Some(class));
            let read = |keep| read(text.as_bytes(), &two_or_three(keep)).map_err(|e| e.to_string());
            assert_eq!(read(known), read(keep), "{class}");
        }
        for other in [
            "^[a-c]+$",
            "^[^a]+$",
            "[ab]+",
            "^[ab]*$",
            "^[\\w]+$",
            "^[a]b[c]+$",
        ] {
            let keep = Keep::new(|_| true).with_pattern(other);
            assert_eq!(keep.characters, None, "{other}");
        }
    }

    #[test]
    fn the_word_may_stand_in_another_column() {
        let options = ListOptions {
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
        let options = ListOptions {
            separator: Some(','),
            ..options
        };
        assert_eq!(read(b"1 7,ab,x", &options).unwrap().0, ["AB"]);
    }

    #[test]
    fn lists_are_the_same_whatever_their_parts() {
        // In each round two words are out of order, with faults and other lines between
        // them.
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
