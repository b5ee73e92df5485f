//! Looks up numbers of words, words of numbers, and the lexicons that have them.

use crate::cli::args::shared::Format;
use crate::cli::render::json::write_json_in_line;
use crate::cli::render::words::lexicons_with;
use crate::file::{Holds, Opened};
use crate::graph::{Counts, Members, WordIndex};
use crate::tiles::{Alphabet, Tile};
use serde::Serialize;
use std::io::{self, Write};

/// What is written for an unknown word or number.
const NONE: &str = "-";

/// Looks words and numbers up in a file.
pub(crate) struct LookUp<'a> {
    index: WordIndex,
    alphabet: &'a Alphabet,
    /// Whether words are leaves, which may have blanks and whose tiles may be
    /// given in any order.
    leaves: bool,
    /// Member files by name.
    pub(crate) lexicons: Vec<(String, Members)>,
    tiles: Vec<Tile>,
}

/// A word and its number, one of which was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Answer {
    /// The word: as it was asked for, or as found; none if there is none.
    pub word: Option<String>,
    /// The number: as it was asked for, or as found; none if there is none.
    pub index: Option<u64>,
    /// The names of the lexicons that have the word; none if there are no lexicons
    /// to be in.
    #[serde(rename = "lexica", skip_serializing_if = "Option::is_none")]
    pub lexicons: Option<Vec<String>>,
}

impl<'a> LookUp<'a> {
    /// Numbers the words of a file that was opened, by the counts of its nodes.
    pub(crate) fn new(opened: &Opened, counts: &Counts, alphabet: &'a Alphabet) -> LookUp<'a> {
        LookUp {
            index: WordIndex::new(opened.entries(), counts),
            alphabet,
            leaves: matches!(opened.holds, Holds::Leaves(_)),
            lexicons: Vec::new(),
            tiles: Vec::new(),
        }
    }

    /// The index that numbers its words.
    pub(crate) fn word_index(&self) -> &WordIndex {
        &self.index
    }

    /// The number of a word. A text with other letters than this alphabet's is an
    /// unknown word.
    pub(crate) fn index(&mut self, word: &str) -> Answer {
        self.tiles.clear();
        let read = if self.leaves {
            let read = self.alphabet.read_rack_into(word, &mut self.tiles);
            self.tiles.sort_unstable();
            read
        } else {
            self.alphabet.read_word_into(word, &mut self.tiles)
        };
        let index = read.ok().and_then(|()| self.index.index(&self.tiles));
        Answer {
            word: Some(word.to_string()),
            index: index.map(u64::from),
            lexicons: self.lexicons_of(index),
        }
    }

    /// The word of a number.
    pub(crate) fn word(&mut self, index: u64) -> Answer {
        let known = u32::try_from(index).ok();
        let known = known.filter(|&i| self.index.word(i, &mut self.tiles));
        let text = match self.leaves {
            true => Alphabet::labels_text,
            false => Alphabet::word_text,
        };
        Answer {
            word: known.map(|_| text(self.alphabet, &self.tiles)),
            index: Some(index),
            lexicons: self.lexicons_of(known),
        }
    }

    fn lexicons_of(&self, index: Option<u32>) -> Option<Vec<String>> {
        let names = || lexicons_with(&self.lexicons, index).map(str::to_string);
        (!self.lexicons.is_empty()).then(|| names().collect())
    }
}

impl Answer {
    /// Whether there is such a word.
    pub(crate) fn is_known(&self) -> bool {
        self.word.is_some() && self.index.is_some()
    }
}

/// Writes answers one after the other.
///
/// As text, an answer is a line: what was asked for, or `-` for an unknown word
/// or number; then, if there are lexicons, a tab and their names with commas
/// between them, or `-` for none. As JSON, answers are the objects of an array,
/// each on a line of its own.
pub(crate) struct AnswerWriter {
    pub(crate) format: Format,
    /// Whether words are asked for, by their numbers.
    pub(crate) of_words: bool,
    /// Whether an answer was written.
    pub(crate) written: bool,
}

impl AnswerWriter {
    /// Writes an answer.
    pub(crate) fn write(&mut self, answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
        if self.format == Format::Json {
            let before = if self.written { ",\n  " } else { "[\n  " };
            self.written = true;
            out.write_all(before.as_bytes())?;
            return write_json_in_line(out, answer);
        }
        let index = answer.index.map(|index| index.to_string());
        let text = if self.of_words { &answer.word } else { &index };
        write!(out, "{}", text.as_deref().unwrap_or(NONE))?;
        match answer.lexicons.as_deref() {
            None => writeln!(out),
            Some([]) => writeln!(out, "\t{NONE}"),
            Some(lexicons) => writeln!(out, "\t{}", lexicons.join(",")),
        }
    }

    /// Writes what comes after the last answer.
    pub(crate) fn finish(self, out: &mut dyn Write) -> io::Result<()> {
        match (self.format, self.written) {
            (Format::Text, _) => Ok(()),
            (Format::Json, true) => out.write_all(b"\n]\n"),
            (Format::Json, false) => out.write_all(b"[]\n"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::open;
    use crate::ruleset::Ruleset;

    #[test]
    fn words_and_numbers_are_found() {
        let english = Ruleset::builtin("english").unwrap();
        let opened = open("x.txt", b"CAT\nACT\n", &english, None).unwrap();
        let counts = Counts::of(opened.entries()).unwrap();
        let mut look_up = LookUp::new(&opened, &counts, english.alphabet());
        assert_eq!(look_up.index("cat").index, Some(1));
        assert_eq!(look_up.index("TAC").index, None);
        assert_eq!(look_up.word(0).word.as_deref(), Some("ACT"));
    }
}
