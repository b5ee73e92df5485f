//! Reads word files (`.dic`): a stem on each line, with its flags.

use crate::error::Result;
use crate::source::hunspell::aff::{AffixFile, FlagSets, SetId, quoted};
use crate::source::lines::{Place, places, without_mark};
use crate::text;
use std::ops::Range;

/// A stem and its flags.
#[derive(Debug)]
pub(crate) struct Entry {
    /// Where its word ends in the text of all words; it begins where the one before ends.
    end: u32,
    pub(crate) flags: SetId,
    /// The line that it is on.
    pub(crate) line: u32,
}

/// The stems of a word file.
#[derive(Debug, Default)]
pub(crate) struct Stems {
    words: String,
    entries: Vec<Entry>,
}

impl Stems {
    /// Reads a file whose flags and encoding are those of `aff`. `path` is its name in
    /// errors.
    pub(crate) fn read(path: &str, file: &[u8], aff: &mut AffixFile) -> Result<Stems> {
        text::check(path, file)?;
        let mut places = places(path, without_mark(file));
        let first = places.next().unwrap_or(Place::new(path, 1, b""));
        // The number need not be right: it only tells Hunspell how much memory to take.
        let count = String::from_utf8_lossy(first.text);
        let count = count.split_whitespace().next().unwrap_or_default();
        if count.is_empty() || !count.bytes().all(|byte| byte.is_ascii_digit()) {
            let expected = "the number of words, with which a Hunspell dictionary begins";
            return Err(first.whole(expected, quoted(first.text)).into());
        }
        let mut stems = Stems::default();
        for place in places {
            stems.add(&place, aff);
        }
        std::mem::take(&mut aff.faults).into_result()?;
        Ok(stems)
    }

    /// Adds the stem of a line.
    fn add(&mut self, place: &Place<'_>, aff: &mut AffixFile) {
        let line = place.text;
        let line = line[..description(line)].trim_ascii_end();
        if line.is_empty() {
            return;
        }
        let (word, flags) = split_flags(line);
        let flags = match flags {
            Some(flags) if !flags.is_empty() => match aff.flags(place, flags) {
                Some(flags) => flags,
                None => return,
            },
            _ => FlagSets::NONE,
        };
        let Some(mut word) = aff.word(place, word) else {
            return;
        };
        if word.contains("\\/") {
            word = word.replace("\\/", "/");
        }
        self.words.push_str(&word);
        self.entries.push(Entry {
            end: self.words.len() as u32,
            flags,
            line: place.line as u32,
        });
    }

    /// The number of stems.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Some of the stems, in the order of the file.
    pub(crate) fn range(&self, range: Range<usize>) -> impl Iterator<Item = (&str, &Entry)> {
        let mut start = match range.start.checked_sub(1) {
            Some(before) => self.entries[before].end as usize,
            None => 0,
        };
        self.entries[range].iter().map(move |entry| {
            let word = &self.words[start..entry.end as usize];
            start = entry.end as usize;
            (word, entry)
        })
    }

    /// All stems.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Entry)> {
        self.range(0..self.len())
    }
}

/// Where the description of a line begins: at a tab, or at the white space before a
/// field such as `po:noun`. Words may have spaces.
fn description(line: &[u8]) -> usize {
    let is_space = |byte: u8| byte == b' ' || byte == b'\t';
    let tab = line.iter().position(|&byte| byte == b'\t');
    let tab = tab.unwrap_or(line.len());
    let field = line[..tab].windows(4).position(|four| {
        is_space(four[0]) && four[3] == b':' && !is_space(four[1]) && !is_space(four[2])
    });
    field.unwrap_or(tab)
}

/// Splits a line at the slash before the flags. One at the beginning, or behind a
/// backslash, is part of the word.
fn split_flags(line: &[u8]) -> (&[u8], Option<&[u8]>) {
    let slash = (1..line.len()).find(|&i| line[i] == b'/' && line[i - 1] != b'\\');
    match slash {
        Some(at) => {
            let flags = line[at + 1..].split(u8::is_ascii_whitespace).next();
            (&line[..at], flags)
        }
        None => (line, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_split_into_word_flags_and_description() {
        for (line, word, flags) in [
            ("cat", "cat", None),
            ("cat/AB", "cat", Some("AB")),
            ("cat/AB po:noun", "cat", Some("AB")),
            ("cat/AB\t12", "cat", Some("AB")),
            ("cat/2 1", "cat", Some("2")),
            ("ad hoc/A st:x", "ad hoc", Some("A")),
            ("a: b", "a: b", None),
            ("/ note", "/ note", None),
            ("km\\/h/A", "km\\/h", Some("A")),
            ("x/", "x", Some("")),
            ("\tcomment", "", None),
        ] {
            let line = line.as_bytes();
            let (found, marks) = split_flags(&line[..description(line)]);
            assert_eq!(found, word.as_bytes());
            assert_eq!(marks, flags.map(str::as_bytes), "{word}");
        }
    }
}
