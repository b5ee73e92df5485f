//! Reads a part of a word list.

use crate::error::{Faults, Problem, Remedy, Result};
use crate::lexicon::{ShortWord, Texts, WordCollector};
use crate::limits::DEFINITION_BYTES;
use crate::source::bare::{BareDigraph, BareDigraphs};
use crate::source::definition::clean;
use crate::source::keep::{KeepPart, is_kept};
use crate::source::lines::{Place, as_text, shorten, split_line};
use crate::source::options::{ListOptions, OnBareDigraph, Outside};
use crate::source::stats::ListStats;
use crate::text::{break_problem, other_break};
use crate::tiles::{Alphabet, Digraphs, PlainLetters, Tile, UnknownTile};
use std::borrow::Cow;
use std::cmp::Ordering;

/// The result of reading one part of a list.
pub(crate) struct Part {
    pub(crate) collector: WordCollector,
    /// The text after each word, if requested.
    pub(crate) texts: Option<Texts>,
    pub(crate) faults: Faults,
    pub(crate) bare: BareDigraphs,
    pub(crate) stats: ListStats,
    pub(crate) lines: u64,
    /// Whether a line contains a carriage return before its end.
    pub(crate) has_lone_return: bool,
}

/// The reason why a line adds no word.
enum Rejected {
    Unknown(UnknownTile),
    Length(usize),
    /// It spells this digraph without brackets.
    Bare(Tile),
}

/// The settings for reading the lines of a part.
pub(crate) struct Reading<'a> {
    alphabet: &'a Alphabet,
    options: &'a ListOptions,
    digraphs: Digraphs,
    /// Whether to look for words that lack the brackets of a digraph.
    is_watched: bool,
    keep: Option<KeepPart<'a>>,
    /// The plain letters, except those that no kept line contains.
    letters: Cow<'a, PlainLetters>,
}

impl<'a> Reading<'a> {
    /// Prepares to read `text`. Other texts can be read in the same way.
    pub(crate) fn new(alphabet: &'a Alphabet, options: &'a ListOptions, text: &'a [u8]) -> Self {
        let digraphs = options.digraphs.unwrap_or(alphabet.digraphs());
        let can_lack = alphabet.has_digraphs() && digraphs == Digraphs::Bracketed;
        let letters = alphabet.plain_letters(digraphs);
        let keep = options.keep.clone();
        let characters = keep.as_ref().and_then(|keep| keep.characters.as_ref());
        Reading {
            alphabet,
            options,
            digraphs,
            is_watched: can_lack && options.bare_digraphs != OnBareDigraph::Allow,
            letters: match characters {
                Some(characters) => Cow::Owned(letters.among(characters)),
                None => Cow::Borrowed(letters),
            },
            keep: keep.map(|keep| KeepPart::new(keep, text)),
        }
    }

    /// Whether to keep a line or a word. Composed and decomposed text are treated
    /// alike.
    fn keeps(&self, text: &str) -> bool {
        let keep = self.keep.as_ref();
        keep.is_none_or(|keep| is_kept(&keep.keep, text))
    }
}

impl Part {
    /// Creates an empty part with room for the words of `bytes` bytes of text.
    pub(crate) fn with_capacity(bytes: usize) -> Part {
        Part {
            collector: WordCollector::with_capacity(bytes),
            texts: None,
            faults: Faults::default(),
            bare: BareDigraphs::default(),
            stats: ListStats::default(),
            lines: 0,
            has_lone_return: false,
        }
    }

    /// Reads a word that has a line to itself, and may contain any characters except
    /// line feeds.
    #[cfg(feature = "recipe")]
    pub(crate) fn read_form(
        &mut self,
        reading: &Reading<'_>,
        place: &Place<'_>,
        form: &str,
    ) -> Result<()> {
        if !form.is_empty() && self.read_plain(reading, form.as_bytes())?.is_empty() {
            return Ok(());
        }
        match reading.keeps(form) {
            true => self.read_word(reading, place, (0, form)).map(drop),
            false => {
                self.stats.not_kept += 1;
                Ok(())
            }
        }
    }

    /// Reads the lines of one part, and the text after each word if `has_texts`.
    pub(crate) fn read(
        alphabet: &Alphabet,
        path: &str,
        text: &[u8],
        options: &ListOptions,
        has_texts: bool,
    ) -> Result<Part> {
        let mut part = Part::with_capacity(text.len());
        part.texts = has_texts.then(Texts::default);
        let reading = Reading::new(alphabet, options, text);
        let plain_column = options.column == 1 && options.separator.is_none();
        let mut rest = text;
        loop {
            if plain_column {
                rest = part.read_plain(&reading, rest)?;
            }
            if rest.is_empty() {
                break;
            }
            part.lines += 1;
            let (line, after) = split_line(rest);
            let is_last = after.is_empty();
            part.has_lone_return |= line.contains(&b'\r') || is_last && rest.ends_with(b"\r");
            let place = Place::new(path, part.lines, line);
            match as_text(line) {
                Ok(line) => part.read_line(&reading, &place, line)?,
                Err(e) => part.faults.add(|| place.at(e.column, 1, e.problem())),
            }
            rest = after;
        }
        part.stats.words = part.collector.len() as u64;
        Ok(part)
    }

    /// Reads lines that consist of one word of plain letters, as nearly all lines do.
    /// Returns the text from the first line that [`read_line`](Self::read_line) has to
    /// read.
    fn read_plain<'t>(&mut self, reading: &Reading<'_>, text: &'t [u8]) -> Result<&'t [u8]> {
        let Reading {
            alphabet,
            options,
            is_watched,
            ref keep,
            ref letters,
            ..
        } = *reading;
        let mut rest = text;
        let mut before = None;
        loop {
            let mut word = ShortWord::default();
            let (bytes, length) = letters.read(rest, &mut word);
            let (line, after) = rest.split_at(bytes);
            let after = match after {
                _ if length == 0 || line[0] == b'#' => return Ok(rest),
                [b'\n', after @ ..] | [b'\r', b'\n', after @ ..] | after @ [] => after,
                _ => return Ok(rest),
            };
            if is_watched && alphabet.opens_digraph(&word[..length]) {
                return Ok(rest);
            }
            if !keep.as_ref().is_none_or(|keep| keep.admits(line, rest)) {
                self.stats.not_kept += 1;
            } else if options.length.admit(length) {
                let order = self.collector.push_short(&word, length, before.as_ref())?;
                self.stats.unsorted += u64::from(order == Ordering::Greater);
                if let Some(texts) = &mut self.texts {
                    texts.push("")?;
                }
                before = Some(word);
            } else if options.length.outside == Outside::Drop {
                self.stats.dropped_by_length += 1;
            } else {
                return Ok(rest);
            }
            self.lines += 1;
            rest = after;
        }
    }

    /// Reads any line.
    fn read_line(&mut self, reading: &Reading<'_>, place: &Place<'_>, line: &str) -> Result<()> {
        let options = reading.options;
        if line.trim().is_empty() {
            return Ok(());
        }
        if let Some((at, found)) = other_break(line) {
            self.faults.add(|| {
                let column = line[..at].chars().count();
                place.at(column, 1, break_problem(found))
            });
            return Ok(());
        }
        if line.starts_with('#') {
            return Ok(());
        }
        let found = field(line, options);
        // `keep` applies to the word alone: its definition may be any text.
        let kept = match &found {
            Some(field) if self.texts.is_some() => field.word,
            _ => line,
        };
        if !reading.keeps(kept) {
            self.stats.not_kept += 1;
            return Ok(());
        }
        let Some(Field {
            column,
            word: text,
            after,
        }) = found
        else {
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
        if self.read_word(reading, place, (column, text))? {
            self.add_text(place, line, after)?;
        }
        Ok(())
    }

    /// Reads a word, which may be a whole line or one of its columns. Returns whether
    /// it was added.
    fn read_word(
        &mut self,
        reading: &Reading<'_>,
        place: &Place<'_>,
        (column, text): (usize, &str),
    ) -> Result<bool> {
        let (alphabet, options) = (reading.alphabet, reading.options);
        let length = &options.length;
        let mut bare = None;
        let read = self.collector.push_with(|tiles| {
            let before = tiles.len();
            let read = alphabet.read_word_as(reading.digraphs, text, tiles);
            read.map_err(Rejected::Unknown)?;
            let word = &tiles[before..];
            if !length.admit(word.len()) {
                return Err(Rejected::Length(word.len()));
            }
            if reading.is_watched {
                bare = alphabet.bare_digraph(text, word);
            }
            match bare.filter(|_| options.bare_digraphs == OnBareDigraph::Reject) {
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
                return Ok(true);
            }
            Err(Rejected::Bare(digraph)) => self.faults.add(|| {
                let expected = format!("`{}` in brackets", alphabet.label(digraph));
                let problem = Problem::mismatch(expected, format!("`{}`", shorten(text)));
                place.at(column, text.chars().count(), problem)
            }),
            Err(Rejected::Unknown(unknown)) => {
                let fault = || {
                    let message = format!("{unknown} in `{}`", shorten(text));
                    place.at(column + unknown.column, unknown.width, message)
                };
                match unknown.is_letter() {
                    true => self.faults.add_past_alphabet(fault),
                    false => self.faults.add(fault),
                }
            }
            Err(Rejected::Length(_)) if length.outside == Outside::Drop => {
                self.stats.dropped_by_length += 1;
            }
            Err(Rejected::Length(found)) => self.faults.add(|| {
                let found = format!("{found} in `{}`", shorten(text));
                let problem = Problem::mismatch(length.expected(), found);
                let fault = place.at(column, text.chars().count(), problem);
                fault.with_remedy(Remedy::LeaveOut)
            }),
        }
        Ok(false)
    }

    /// Adds the text after a word, if texts are requested.
    fn add_text(&mut self, place: &Place<'_>, line: &str, after: &str) -> Result<()> {
        let Some(texts) = &mut self.texts else {
            return Ok(());
        };
        let text = clean(after);
        if text.len() > DEFINITION_BYTES {
            self.faults.add(|| {
                let expected = format!("a definition of at most {DEFINITION_BYTES} bytes");
                let problem = Problem::mismatch(expected, text.len());
                let column = line[..line.len() - after.len()].chars().count();
                place.at(column, 1, problem)
            });
        }
        texts.push(&text)
    }
}

/// A column of a line.
struct Field<'l> {
    /// The number of characters before it.
    column: usize,
    word: &'l str,
    /// The text of the columns after it.
    after: &'l str,
}

/// Finds the requested column of a line.
fn field<'l>(line: &'l str, options: &ListOptions) -> Option<Field<'l>> {
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
    let is_end = |c: char| c.is_whitespace() || Some(c) == options.separator;
    let end = rest.find(is_end).unwrap_or(rest.len());
    let before = &line[..line.len() - rest.len()];
    let (word, after) = rest.split_at(end);
    let after = match options.separator {
        Some(separator) => after.split_once(separator).map_or("", |(_, after)| after),
        None => after.trim_start(),
    };
    Some(Field {
        column: before.chars().count(),
        word,
        after,
    })
}
