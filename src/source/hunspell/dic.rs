//! Reads word files (`.dic`): one stem per line, with its flags.

use crate::error::{Error, Problem, Result};
use crate::limits::HUNSPELL_STEMS;
use crate::source::hunspell::aff::{AffixFile, FlagSets, SetId, quoted};
use crate::source::lines::{Place, places, without_mark};
use crate::text;

/// A stem and its flags.
#[derive(Debug)]
pub(crate) struct Stem {
    pub(crate) word: Box<str>,
    pub(crate) flags: SetId,
    /// Its line in the file.
    pub(crate) line: u64,
}

/// Reads a file with the flags and encoding of `aff`. `path` is its name in errors.
pub(crate) fn read_stems(path: &str, file: &[u8], aff: &mut AffixFile) -> Result<Vec<Stem>> {
    text::check(path, file)?;
    let mut places = places(path, without_mark(file));
    let first = places.next().unwrap_or(Place::new(path, 1, b""));
    // The number need not be exact: it only tells Hunspell how much memory to allocate.
    let count = String::from_utf8_lossy(first.text);
    let count = count.split_whitespace().next().unwrap_or_default();
    if count.is_empty() || !count.bytes().all(|byte| byte.is_ascii_digit()) {
        let expected = "the number of words, with which a Hunspell dictionary begins";
        let problem = Problem::mismatch(expected, quoted(first.text));
        return Err(first.at(0, usize::MAX, problem).into());
    }
    let stems = places.filter_map(|place| read_stem(&place, aff));
    let stems: Vec<Stem> = stems.take(HUNSPELL_STEMS + 1).collect();
    std::mem::take(&mut aff.faults).into_result()?;
    match stems.len() > HUNSPELL_STEMS {
        true => Err(Error::mismatch(
            path,
            format!("at most {HUNSPELL_STEMS} stems"),
            "more",
        )),
        false => Ok(stems),
    }
}

/// Reads the stem of a line; `None` if it has none or has a fault.
fn read_stem(place: &Place<'_>, aff: &mut AffixFile) -> Option<Stem> {
    let line = place.text;
    let line = line[..description(line)].trim_ascii_end();
    if line.is_empty() {
        return None;
    }
    let (word, flags) = split_flags(line);
    let flags = match flags {
        b"" => FlagSets::NONE,
        flags => aff.flags(place, flags)?,
    };
    Some(Stem {
        word: aff.word(place, word)?.replace("\\/", "/").into(),
        flags,
        line: place.line,
    })
}

/// The start of a line's description: a tab, or the white space before a field such as
/// `po:noun`. Words may contain spaces.
fn description(line: &[u8]) -> usize {
    let is_space = |byte: u8| byte == b' ' || byte == b'\t';
    let tab = line.iter().position(|&byte| byte == b'\t');
    let tab = tab.unwrap_or(line.len());
    let field = line[..tab].windows(4).position(|four| {
        is_space(four[0]) && four[3] == b':' && !is_space(four[1]) && !is_space(four[2])
    });
    field.unwrap_or(tab)
}

/// Splits a line at the slash before the flags. A slash at the beginning or after a
/// backslash is part of the word.
fn split_flags(line: &[u8]) -> (&[u8], &[u8]) {
    let slash = (1..line.len()).find(|&i| line[i] == b'/' && line[i - 1] != b'\\');
    let (word, flags) = line.split_at(slash.unwrap_or(line.len()));
    let flags = flags.strip_prefix(b"/").unwrap_or_default();
    let end = flags.iter().position(u8::is_ascii_whitespace);
    (word, &flags[..end.unwrap_or(flags.len())])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_split_into_word_flags_and_description() {
        for (line, word, flags) in [
            ("cat", "cat", ""),
            ("cat/AB", "cat", "AB"),
            ("cat/AB po:noun", "cat", "AB"),
            ("cat/AB\t12", "cat", "AB"),
            ("cat/2 1", "cat", "2"),
            ("ad hoc/A st:x", "ad hoc", "A"),
            ("a: b", "a: b", ""),
            ("/ note", "/ note", ""),
            ("km\\/h/A", "km\\/h", "A"),
            ("x/", "x", ""),
            ("\tcomment", "", ""),
        ] {
            let line = line.as_bytes();
            let (found, marks) = split_flags(&line[..description(line)]);
            assert_eq!(found, word.as_bytes());
            assert_eq!(marks, flags.as_bytes(), "{word}");
        }
    }
}
