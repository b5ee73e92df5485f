//! Identities: what makes two lexica the same, whatever files they are in.
//!
//! The first is the SHA-256 of the words in sorted order, each as the text of
//! its labels and a line feed: what `sha256sum` says of the plain sorted list.
//! The second is the one that the program Quackle writes into its files, so
//! that a graph can be compared with them: the MD5 sums of the words' letter
//! codes, all of them combined by exclusive or. A letter's code is its tile
//! number plus 4.

use crate::digest::hex;
use crate::error::Result;
use crate::graph::read::Graph;
use crate::lexicon::Words;
use crate::tiles::{Alphabet, Tile};
use md5::Md5;
use sha2::{Digest, Sha256};

/// Between a tile number and the code that Quackle gives the letter.
const FIRST_LETTER_CODE: u8 = 4;

/// Texts are hashed this many bytes at a time.
const CHUNK: usize = 1 << 13;

/// What identifies a set of words, both in lower case hexadecimal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// SHA-256 over the sorted words' texts, each with a line feed.
    pub sha256: String,
    /// Quackle's: the exclusive or of the MD5 sums of the words' letter codes.
    pub quackle: String,
}

impl Identity {
    /// The identity of some words.
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

    /// The first of the two alone, which takes far less time.
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

    /// The identity of a graph's words, unless they are too many to be listed.
    pub fn of_graph(graph: &Graph, alphabet: &Alphabet) -> Result<Identity> {
        graph.extent().check()?;
        let mut identifier = Identifier::new(alphabet);
        let mut words = graph.words();
        while let Some(word) = words.next() {
            identifier.add(word);
        }
        Ok(identifier.finish())
    }
}

/// By tile: its label, where all letters have labels of one byte.
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

/// A label, ready to be copied: a copy of always as many bytes is quick.
struct Label<'a> {
    label: &'a [u8],
    /// Its first bytes, and zeros.
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

/// Takes words one after the other and gives their identity.
pub struct Identifier<'a> {
    alphabet: &'a Alphabet,
    sorted: Sha256,
    combined: QuackleSum,
    /// Texts that have not been given to `sorted` yet.
    text: String,
}

impl<'a> Identifier<'a> {
    /// An identifier that has seen no words of this alphabet yet.
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
        self.alphabet.write_word(word, &mut self.text);
        self.text.push('\n');
        if self.text.len() >= CHUNK {
            self.sorted.update(self.text.as_bytes());
            self.text.clear();
        }
    }

    /// The identity of the words that were added.
    pub fn finish(mut self) -> Identity {
        self.sorted.update(self.text.as_bytes());
        Identity {
            sha256: hex(&self.sorted.finalize()),
            quackle: hex(&self.combined.sum),
        }
    }
}

/// Quackle's identity alone; the order of the words does not matter to it.
#[derive(Default)]
pub(crate) struct QuackleSum {
    /// What the sums of the words so far combine to.
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
    use crate::graph::build;
    use crate::graph::build::{Content, GraphSpec};
    use crate::graph::node::NodeFormat;
    use crate::graph::query::totals::tests::doubling;
    use crate::graph::read::GraphKind;
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
        for (content, kind) in [
            (Content::Gaddawg, GraphKind::Gaddawg),
            (Content::Dawg, GraphKind::Dawg),
        ] {
            for format in [NodeFormat::Kwg, NodeFormat::Kbwg] {
                let spec = GraphSpec {
                    content,
                    format,
                    ..GraphSpec::default()
                };
                let bytes = build(&words, spec).unwrap();
                let graph = Graph::from_bytes(&bytes, format, kind, 26).unwrap();
                let found = Identity::of_graph(&graph, english.alphabet()).unwrap();
                assert_eq!(found, identity);
            }
        }
        assert!(Identity::of_graph(&doubling(40), english.alphabet()).is_err());
    }
}
