//! Which number a word has, which word a number is, and whose word it is.

use crate::cli::Format;
use crate::file::{Holds, Opened};
use crate::graph::{Counts, GraphFault, Members, WordIndex};
use crate::tiles::{Alphabet, Tile};
use serde::Serialize;
use std::io::{self, Write};

/// What stands for a word or a number that there is not.
const NONE: &str = "-";

/// Looks words and numbers up in a file.
///
/// ```
/// use wordmill::ruleset::Ruleset;
/// use wordmill::cli::LookUp;
/// use wordmill::file::open;
///
/// let english = Ruleset::builtin("english")?;
/// let opened = open("x.txt", b"CAT\nACT\n", &english, None)?;
/// let mut look_up = LookUp::new(&opened, english.alphabet()).unwrap();
/// assert_eq!(look_up.index("cat").index, Some(1));
/// assert_eq!(look_up.index("TAC").index, None);
/// assert_eq!(look_up.word(0).word.as_deref(), Some("ACT"));
/// # Ok::<(), wordmill::error::Error>(())
/// ```
pub struct LookUp<'a> {
    index: WordIndex,
    alphabet: &'a Alphabet,
    /// Whether words are leaves, which may have blanks and whose tiles may be
    /// given in any order.
    leaves: bool,
    /// Lexica by name, in the order in which they were added.
    lexica: Vec<(String, Members)>,
    tiles: Vec<Tile>,
}

/// A word and its number, one of which was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// The word: as it was asked for, or as found; none if there is none.
    pub word: Option<String>,
    /// The number: as it was asked for, or as found; none if there is none.
    pub index: Option<u64>,
    /// The names of the lexica that have the word; none if there are no lexica
    /// to be in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lexica: Option<Vec<String>>,
}

impl<'a> LookUp<'a> {
    /// Numbers the words of a file that was opened. More than 2^32 - 1 words
    /// are a fault.
    pub fn new(opened: &Opened, alphabet: &'a Alphabet) -> Result<LookUp<'a>, GraphFault> {
        let counts = Counts::of(opened.entries())?;
        Ok(LookUp::by_counts(opened, &counts, alphabet))
    }

    /// The same with the bytes of the file's `.kwc`. One of another graph is
    /// refused.
    pub fn with_counts(
        opened: &Opened,
        counts: &[u8],
        alphabet: &'a Alphabet,
    ) -> Result<LookUp<'a>, GraphFault> {
        let counts = Counts::from_bytes(counts, opened.entries())?;
        Ok(LookUp::by_counts(opened, &counts, alphabet))
    }

    fn by_counts(opened: &Opened, counts: &Counts, alphabet: &'a Alphabet) -> LookUp<'a> {
        LookUp {
            index: WordIndex::new(opened.entries(), counts),
            alphabet,
            leaves: matches!(opened.holds, Holds::Leaves(_)),
            lexica: Vec::new(),
            tiles: Vec::new(),
        }
    }

    /// Adds a lexicon, from the bytes of its `.kwi` file. One that can't be of
    /// this graph is refused.
    pub fn add_lexicon(&mut self, name: &str, members: &[u8]) -> Result<(), GraphFault> {
        let members = Members::from_bytes(members, &self.index)?;
        self.lexica.push((name.to_string(), members));
        Ok(())
    }

    /// The number of a word. A text that is not of this alphabet is unknown as
    /// any other.
    pub fn index(&mut self, word: &str) -> Answer {
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
            lexica: self.lexica_of(index),
        }
    }

    /// The word of a number.
    pub fn word(&mut self, index: u64) -> Answer {
        let known = u32::try_from(index).ok();
        let known = known.filter(|&i| self.index.word(i, &mut self.tiles));
        Answer {
            word: known.map(|_| self.alphabet.word_text(&self.tiles)),
            index: Some(index),
            lexica: self.lexica_of(known),
        }
    }

    fn lexica_of(&self, index: Option<u32>) -> Option<Vec<String>> {
        if self.lexica.is_empty() {
            return None;
        }
        let has = |members: &Members| index.is_some_and(|index| members.contains(index));
        let lexica = self.lexica.iter().filter(|(_, members)| has(members));
        Some(lexica.map(|(name, _)| name.clone()).collect())
    }
}

impl Answer {
    /// Whether there is such a word.
    pub fn is_known(&self) -> bool {
        self.word.is_some() && self.index.is_some()
    }
}

/// Writes answers one after the other.
///
/// As text, an answer is a line: what was asked for, or `-` for an unknown word
/// or number; then, if there are lexica, a tab and their names with commas
/// between them, or `-` for none. As JSON, answers are the objects of an array,
/// each on a line of its own.
pub struct AnswerWriter {
    format: Format,
    written: bool,
}

impl AnswerWriter {
    /// A writer that has written nothing yet.
    pub fn new(format: Format) -> AnswerWriter {
        AnswerWriter {
            format,
            written: false,
        }
    }

    /// Writes the number of a word.
    pub fn index(&mut self, answer: &Answer, out: &mut impl Write) -> io::Result<()> {
        match (self.format, answer.index) {
            (Format::Json, _) => return self.json(answer, out),
            (Format::Text, Some(index)) => write!(out, "{index}")?,
            (Format::Text, None) => out.write_all(NONE.as_bytes())?,
        }
        end_line(answer, out)
    }

    /// Writes the word of a number.
    pub fn word(&mut self, answer: &Answer, out: &mut impl Write) -> io::Result<()> {
        match self.format {
            Format::Json => return self.json(answer, out),
            Format::Text => {
                let word = answer.word.as_deref().unwrap_or(NONE);
                out.write_all(word.as_bytes())?;
            }
        }
        end_line(answer, out)
    }

    fn json(&mut self, answer: &Answer, out: &mut impl Write) -> io::Result<()> {
        let before = if self.written { ",\n  " } else { "[\n  " };
        self.written = true;
        out.write_all(before.as_bytes())?;
        Ok(serde_json::to_writer(out, answer)?)
    }

    /// Writes what comes after the last answer.
    pub fn finish(self, out: &mut impl Write) -> io::Result<()> {
        match (self.format, self.written) {
            (Format::Text, _) => Ok(()),
            (Format::Json, true) => out.write_all(b"\n]\n"),
            (Format::Json, false) => out.write_all(b"[]\n"),
        }
    }
}

fn end_line(answer: &Answer, out: &mut impl Write) -> io::Result<()> {
    match answer.lexica.as_deref() {
        None => writeln!(out),
        Some([]) => writeln!(out, "\t{NONE}"),
        Some(lexica) => writeln!(out, "\t{}", lexica.join(",")),
    }
}
