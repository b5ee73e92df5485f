//! Identities: equal for equal lexicons, whatever files they are in.
//!
//! The first identity is the SHA-256 of the words in sorted order, each as the
//! text of its labels and a line feed: what `sha256sum` prints for the plain
//! sorted list. The second is the one in the files of the program Quackle, so
//! that graphs can be compared with them: the exclusive or of the MD5 sums of
//! all words' letter codes. A letter's code is its tile number plus 4.

use crate::digest::hex;
use crate::error::Result;
use crate::graph::read::graph::Graph;
use crate::lexicon::Words;
use crate::tiles::{Alphabet, Tile};
use md5::Md5;
use sha2::{Digest, Sha256};

/// Quackle's letter code of tile 0.
const FIRST_LETTER_CODE: u8 = 4;

/// The number of bytes hashed at a time.
const CHUNK: usize = 1 << 13;

/// The identity of a set of words, in lower case hexadecimal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// SHA-256 over the sorted words' texts, each with a line feed.
    pub sha256: String,
    /// Quackle's identity: the exclusive or of the MD5 sums of the words' letter
    /// codes.
    pub quackle: String,
}

impl Identity {
    /// Identifies some words.
    ///
    /// ```
    /// use wordmill::ruleset::Ruleset;
    /// use wordmill::digest::sha256;
    /// use wordmill::graph::Identity;
    /// use wordmill::lexicon::Words;
    ///
    /// let words = Words::from_unsorted([&[3, 1, 20][..], &[1, 20]])?;
    /// let identity = Identity::of_words(&words, Ruleset::builtin("english")?.alphabet());
    /// assert_eq!(identity.sha256, sha256(b"AT\nCAT\n"));
    /// # Ok::<(), wordmill::error::Error>(())
    /// ```
    pub fn of_words(words: &Words, alphabet: &Alphabet) -> Identity {
        let mut identifier = Identifier::new(alphabet);
        for word in words.iter() {
            identifier.add(word);
        }
        identifier.finish()
    }

    /// Computes the SHA-256 alone, which takes far less time.
    pub fn sha256_of(words: &Words, alphabet: &Alphabet) -> String {
        let labels: Vec<Label> = (0..=Tile::MAX)
            .map(|t| Label::new(alphabet.label(t)))
            .collect();
        let of_one_byte = one_byte_labels(alphabet);
        let mut sorted = Sha256::new();
        let mut text = Vec::new();
        for word in words.iter() {
            match &of_one_byte {
                Some(bytes) => text.extend(word.iter().map(|&tile| bytes[usize::from(tile)])),
                None => {
                    for &tile in word {
                        labels[usize::from(tile)].append_to(&mut text);
                    }
                }
            }
            text.push(b'\n');
            if text.len() >= CHUNK {
                sorted.update(&text);
                text.clear();
            }
        }
        sorted.update(&text);
        hex(&sorted.finalize())
    }

    /// Identifies a graph's words; fails if they are too many to be listed.
    pub fn of_graph(graph: &Graph, alphabet: &Alphabet) -> Result<Identity> {
        graph.totals().check()?;
        let mut identifier = Identifier::new(alphabet);
        let mut words = graph.words();
        while let Some(word) = words.next() {
            identifier.add(word);
        }
        Ok(identifier.finish())
    }
}

/// The label of each tile, if all letters have labels of one byte.
fn one_byte_labels(alphabet: &Alphabet) -> Option<[u8; 256]> {
    let mut bytes = [0; 256];
    for (byte, tile) in bytes.iter_mut().zip(0..=Tile::MAX) {
        match alphabet.label(tile).as_bytes() {
            &[label] => *byte = label,
            _ if usize::from(tile) > alphabet.len() => {}
            _ => return None,
        }
    }
    Some(bytes)
}

/// A label that is quick to copy: copying a fixed number of bytes is faster.
struct Label<'a> {
    label: &'a [u8],
    /// Its first bytes, padded with zeros.
    padded: [u8; 8],
}

impl<'a> Label<'a> {
    fn new(label: &'a str) -> Label<'a> {
        let label = label.as_bytes();
        let mut padded = [0; 8];
        for (to, from) in padded.iter_mut().zip(label) {
            *to = *from;
        }
        Label { label, padded }
    }

    #[inline]
    fn append_to(&self, text: &mut Vec<u8>) {
        match self.padded.len().checked_sub(self.label.len()) {
            Some(zeros) => {
                text.extend_from_slice(&self.padded);
                text.truncate(text.len() - zeros);
            }
            None => text.extend_from_slice(self.label),
        }
    }
}

/// Takes words one by one and identifies them.
pub struct Identifier<'a> {
    alphabet: &'a Alphabet,
    sorted: Sha256,
    combined: QuackleSum,
    /// Text not yet added to `sorted`.
    text: String,
}

impl<'a> Identifier<'a> {
    /// Starts with no words.
    pub fn new(alphabet: &'a Alphabet) -> Self {
        Identifier {
            alphabet,
            sorted: Sha256::new(),
            combined: QuackleSum::default(),
            text: String::new(),
        }
    }

    /// Adds the next word in sorted order.
    pub fn add(&mut self, word: &[Tile]) {
        self.combined.add(word);
        self.alphabet.write_labels(word, &mut self.text);
        self.text.push('\n');
        if self.text.len() >= CHUNK {
            self.sorted.update(self.text.as_bytes());
            self.text.clear();
        }
    }

    /// Returns the identity of the words added.
    pub fn finish(mut self) -> Identity {
        self.sorted.update(self.text.as_bytes());
        Identity {
            sha256: hex(&self.sorted.finalize()),
            quackle: hex(&self.combined.sum),
        }
    }
}

/// Quackle's identity alone. It does not depend on the order of the words.
#[derive(Default)]
pub(crate) struct QuackleSum {
    /// The combined sums of the words so far.
    pub(crate) sum: [u8; 16],
    codes: Vec<u8>,
}

impl QuackleSum {
    /// Adds a word.
    pub(crate) fn add(&mut self, word: &[Tile]) {
        self.codes.clear();
        let code = |tile: &Tile| tile.wrapping_add(FIRST_LETTER_CODE);
        self.codes.extend(word.iter().map(code));
        for (sum, byte) in self.sum.iter_mut().zip(Md5::digest(&self.codes)) {
            *sum ^= byte;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::sha256;
    use crate::graph::spec::Content;
    use crate::graph::testing::{all_specs, doubling, graph_of};
    use crate::ruleset::Ruleset;

    #[test]
    fn no_words_have_an_identity_too() {
        let english = Ruleset::builtin("english").unwrap();
        let identity = Identity::of_words(&Words::default(), english.alphabet());
        assert_eq!(identity.sha256, sha256(b""));
        assert_eq!(identity.quackle, "0".repeat(32));
    }

    #[test]
    fn the_text_is_that_of_the_labels() {
        let spanish = Ruleset::builtin("spanish").unwrap();
        let alphabet = spanish.alphabet();
        let word = alphabet.read_word("[CH]A").unwrap();
        let words = Words::from_unsorted([&word[..]]).unwrap();
        let identity = Identity::of_words(&words, alphabet);
        assert_eq!(identity.sha256, sha256("[CH]A\n".as_bytes()));
        let codes: Vec<u8> = word.iter().map(|tile| tile + 4).collect();
        assert_eq!(identity.quackle, hex(&Md5::digest(&codes)));
    }

    #[test]
    fn a_graph_has_the_identity_of_its_words() {
        let english = Ruleset::builtin("english").unwrap();
        let words = Words::from_unsorted([&[20, 1][..], &[1, 20], &[3, 1, 20]]).unwrap();
        let identity = Identity::of_words(&words, english.alphabet());
        for spec in all_specs().filter(|spec| spec.content != Content::Alphagrams) {
            let found = Identity::of_graph(&graph_of(&words, spec), english.alphabet());
            assert_eq!(found.unwrap(), identity);
        }
        assert!(Identity::of_graph(&doubling(40), english.alphabet()).is_err());
    }
}
