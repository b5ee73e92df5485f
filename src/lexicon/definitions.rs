//! Words with their definitions, sorted by tile.

use crate::error::{Error, Result};
use crate::lexicon::words::{WordCollector, Words};
use crate::limits::{DEFINITION_BYTES, DEFINITIONS_BYTES};
use crate::tiles::{Alphabet, Tile};
use std::collections::BTreeSet;

/// The text between the definitions of a word that has several.
pub const BETWEEN_DEFINITIONS: &str = " / ";

/// Definitions: a set of words, each with a one-line text.
///
/// ```
/// use wordmill::ruleset::Ruleset;
/// use wordmill::source::{ListOptions, ListReader};
///
/// let english = Ruleset::builtin("english")?;
/// let mut reader = ListReader::for_definitions(&english);
/// reader.read("list.txt", b"CAR a vehicle\nACE\ncar  a cage\n", &ListOptions::default())?;
/// let (definitions, joined) = reader.finish_definitions()?;
/// let car = english.alphabet().read_word("CAR").unwrap();
/// assert_eq!(definitions.get(&car), Some("a vehicle / a cage"));
/// assert_eq!((definitions.len(), joined), (1, 1));
/// assert_eq!(definitions.to_tsv(english.alphabet()), "CAR\ta vehicle / a cage\n");
/// # Ok::<(), wordmill::error::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Definitions {
    words: Words,
    /// One text for each word; no text is empty.
    texts: Texts,
}

impl Definitions {
    /// The words that have a definition.
    pub fn words(&self) -> &Words {
        &self.words
    }

    /// The number of words that have a definition.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there are no definitions.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The definition of a word, if it has one.
    pub fn get(&self, word: &[Tile]) -> Option<&str> {
        self.words.position(word).map(|i| self.texts.get(i))
    }

    /// The words in sorted order, each with its definition.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&[Tile], &str)> {
        let words = self.words.iter().enumerate();
        words.map(|(i, word)| (word, self.texts.get(i)))
    }

    /// Returns the definitions of the words that `words` contains, and the number of
    /// words it does not contain.
    pub fn only_of(&self, words: &Words) -> Result<(Definitions, usize)> {
        let mut only = Definitions::default();
        let mut others = words.iter().peekable();
        for (word, text) in self.iter() {
            while others.next_if(|other| *other < word).is_some() {}
            if others.next_if(|other| *other == word).is_some() {
                only.append(word, text)?;
            }
        }
        let absent = self.len() - only.len();
        Ok((only, absent))
    }

    /// The text of a `.defs.tsv` file: a line for each word, with a tab before its
    /// definition.
    pub fn to_tsv(&self, alphabet: &Alphabet) -> String {
        let mut lines = String::with_capacity(self.texts.text.len() + 16 * self.len());
        for (word, text) in self.iter() {
            lines.push_str(&alphabet.word_text(word));
            lines.push('\t');
            lines.push_str(text);
            lines.push('\n');
        }
        lines
    }

    /// Adds a word that sorts after all others.
    pub(crate) fn append(&mut self, word: &[Tile], text: &str) -> Result<()> {
        self.words.append(word)?;
        self.texts.push(text)
    }

    /// Sorts words with their texts. A word given with several texts keeps all of them,
    /// in input order and each once. Words without text are left out. Also returns the
    /// number of texts that were joined to another one.
    pub(crate) fn from_unsorted(
        words: &WordCollector,
        texts: &Texts,
        alphabet: &Alphabet,
    ) -> Result<(Definitions, u64)> {
        let words = words.as_they_came();
        let mut order: Vec<usize> = (0..words.len()).collect();
        order.retain(|&i| !texts.get(i).is_empty());
        // The texts of a word keep their order.
        order.sort_unstable_by(|&a, &b| words.get(a).cmp(words.get(b)).then(a.cmp(&b)));
        let mut definitions = Definitions::default();
        let mut joined = 0;
        for same in order.chunk_by(|&a, &b| words.get(a) == words.get(b)) {
            let word = words.get(same[0]);
            if let [only] = same {
                definitions.append(word, texts.get(*only))?;
                continue;
            }
            let mut known = BTreeSet::new();
            let mut all = same.iter().map(|&i| texts.get(i)).collect::<Vec<_>>();
            all.retain(|text| known.insert(*text));
            joined += all.len() as u64 - 1;
            let text = all.join(BETWEEN_DEFINITIONS);
            if text.len() > DEFINITION_BYTES {
                let expected = format!("definitions of at most {DEFINITION_BYTES} bytes");
                let found = format!("{} of `{}`", text.len(), alphabet.word_text(word));
                return Err(Error::mismatch("", expected, found));
            }
            definitions.append(word, &text)?;
        }
        Ok((definitions, joined))
    }
}

/// Texts in one block of memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Texts {
    text: String,
    /// The end of each text in `text`. A text begins where the one before ends.
    ends: Vec<u32>,
}

impl Texts {
    /// Adds a text. Fails if the total exceeds the limit on bytes.
    pub(crate) fn push(&mut self, text: &str) -> Result<()> {
        self.text.push_str(text);
        self.end_at(self.text.len())
    }

    /// Adds the texts of another block.
    pub(crate) fn append(&mut self, other: &Texts) -> Result<()> {
        let before = self.text.len();
        self.text.push_str(&other.text);
        let mut ends = other.ends.iter();
        ends.try_for_each(|&end| self.end_at(before + end as usize))
    }

    fn end_at(&mut self, end: usize) -> Result<()> {
        if end as u64 > DEFINITIONS_BYTES {
            let expected = format!("definitions of at most {DEFINITIONS_BYTES} bytes in all");
            return Err(Error::mismatch("", expected, "more"));
        }
        self.ends.push(end as u32);
        Ok(())
    }

    fn get(&self, i: usize) -> &str {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.text[start as usize..self.ends[i] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Ruleset;

    fn of(list: &[(&[Tile], &str)]) -> Result<(Definitions, u64)> {
        let (mut words, mut texts) = (WordCollector::default(), Texts::default());
        for (word, text) in list {
            words.push(word).unwrap();
            texts.push(text).unwrap();
        }
        let english = Ruleset::builtin("english").unwrap();
        Definitions::from_unsorted(&words, &texts, english.alphabet())
    }

    #[test]
    fn texts_of_a_word_are_joined_in_their_order() {
        let list: [(&[Tile], &str); 7] = [
            (&[3, 1], "z"),
            (&[1], "x"),
            (&[3, 1], "a"),
            (&[2], ""),
            (&[3, 1], "z"),
            (&[1], ""),
            (&[3], "y"),
        ];
        let (found, joined) = of(&list).unwrap();
        let expected: [(&[Tile], &str); 3] = [(&[1], "x"), (&[3], "y"), (&[3, 1], "z / a")];
        assert_eq!(found.iter().collect::<Vec<_>>(), expected);
        assert_eq!(joined, 1);
        assert_eq!(found.get(&[3, 1]), Some("z / a"));
        assert_eq!(found.get(&[2]), None);
    }

    #[test]
    fn definitions_of_other_words_are_left_out_and_counted() {
        let (all, _) = of(&[(&[1], "x"), (&[2], "y"), (&[3], "z")]).unwrap();
        let words = Words::from_unsorted([&[2][..], &[2, 1], &[4]]).unwrap();
        let (only, absent) = all.only_of(&words).unwrap();
        assert_eq!(only.iter().collect::<Vec<_>>(), [(&[2][..], "y")]);
        assert_eq!(absent, 2);
    }

    #[test]
    fn joined_definitions_have_a_limit() {
        let half = "x".repeat(DEFINITION_BYTES / 2);
        let other = "y".repeat(DEFINITION_BYTES / 2);
        let error = of(&[(&[1, 2], &half), (&[1, 2], &other)]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "expected definitions of at most 16384 bytes, found 16387 of `AB`"
        );
        assert!(of(&[(&[1, 2], &half), (&[1, 2], &half)]).is_ok());
    }
}
