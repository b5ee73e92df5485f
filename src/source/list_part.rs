//! Reads some lines of a word list.

use crate::error::{Faults, Problem, Result};
use crate::lexicon::{Texts, WordCollector};
use crate::limits::{DEFINITION_BYTES, LINE_BYTES};
use crate::source::bare::{BareDigraph, BareDigraphs, DigraphReading};
use crate::source::definition::clean;
use crate::source::keep::{KeepPart, is_kept};
use crate::source::lines::{Place, as_text, shorten, split_line};
use crate::source::options::{ListOptions, Outside};
use crate::source::stats::ListStats;
use crate::tiles::{Alphabet, Tile, UnknownTile};
use std::cmp::Ordering;

/// What was read of one part of a list.
pub(crate) struct Part {
    pub(crate) collector: WordCollector,
    /// The text after each word, if it is wanted.
    pub(crate) texts: Option<Texts>,
    pub(crate) faults: Faults,
    pub(crate) bare: BareDigraphs,
    pub(crate) stats: ListStats,
    pub(crate) lines: u64,
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
    /// A part without words, with room for those of `bytes` bytes of text.
    pub(crate) fn with_capacity(bytes: usize) -> Part {
        Part {
            collector: WordCollector::with_capacity(bytes),
            texts: None,
            faults: Faults::default(),
            bare: BareDigraphs::default(),
            stats: ListStats::default(),
            lines: 0,
        }
    }

    /// Reads a word that has a line of its own, and may have any characters. `keep` is
    /// the predicate of the options.
    #[cfg(feature = "recipe")]
    pub(crate) fn read_form(
        &mut self,
        alphabet: &Alphabet,
        place: &Place<'_>,
        form: &str,
        options: &ListOptions,
        keep: Option<&KeepPart<'_>>,
    ) -> Result<()> {
        let spelled = DigraphReading::of(alphabet, options);
        let plain = self.read_plain(alphabet, form.as_bytes(), options, spelled, keep)?;
        if plain.is_some() {
            return Ok(());
        }
        if !keep.is_none_or(|keep| is_kept(&keep.keep, form)) {
            self.stats.not_kept += 1;
            return Ok(());
        }
        self.read_word(alphabet, place, (0, form), options, spelled)?;
        Ok(())
    }

    /// Reads the lines of one part; the text after each word too if `has_texts`.
    pub(crate) fn read(
        alphabet: &Alphabet,
        path: &str,
        text: &[u8],
        options: &ListOptions,
        has_texts: bool,
    ) -> Result<Part> {
        let mut part = Part::with_capacity(text.len());
        part.texts = has_texts.then(Texts::default);
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
            Ok(order) => {
                self.stats.unsorted += u64::from(order == Ordering::Greater);
                if let Some(texts) = &mut self.texts {
                    texts.push("")?;
                }
            }
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
        let found = field(line, options);
        // What is kept is the word: its definition may be any text.
        let kept = match &found {
            Some(field) if self.texts.is_some() => field.word,
            _ => line,
        };
        let keep = options.keep.as_ref();
        if keep.is_some_and(|keep| !is_kept(keep, kept)) {
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
        if self.read_word(alphabet, place, (column, text), options, spelled)? {
            self.add_text(place, line, after)?;
        }
        Ok(())
    }

    /// Reads a word, which may be all of its line or one of its columns. Returns whether
    /// it was taken.
    fn read_word(
        &mut self,
        alphabet: &Alphabet,
        place: &Place<'_>,
        (column, text): (usize, &str),
        options: &ListOptions,
        spelled: DigraphReading,
    ) -> Result<bool> {
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
                place
                    .at(column, text.chars().count(), problem)
                    .out_of_bounds()
            }),
        }
        Ok(false)
    }
}

impl Part {
    /// Adds the text after a word, if such texts are wanted.
    fn add_text(&mut self, place: &Place<'_>, line: &str, after: &str) -> Result<()> {
        let Some(texts) = &mut self.texts else {
            return Ok(());
        };
        let text = clean(after);
        if text.len() > DEFINITION_BYTES {
            self.faults.add(|| {
                let expected = format!("a definition of at most {DEFINITION_BYTES} bytes");
                let problem = Problem::mismatch(expected, text.len().to_string());
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

/// Finds the wanted column of a line.
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
    let end = rest
        .find(|c: char| c.is_whitespace() || Some(c) == options.separator)
        .unwrap_or(rest.len());
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
