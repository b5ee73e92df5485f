//! Identities of lexicons: equal for equal words, whatever file holds them.
//!
//! The first identity is the SHA-256 of the words in sorted order, each as the text of
//! its labels and a line feed. It is what `sha256sum` prints for the plain sorted list.
//! The second identity is that of the program Quackle, so that graphs can be compared
//! with its files: the exclusive or of the MD5 sums of all words' letter codes. A
//! letter's code is its tile number plus 4.

use crate::digest::hex;
use crate::error::Result;
use crate::graph::compare::md5_lanes;
use crate::graph::compare::md5_lanes::Md5Lanes;
use crate::graph::read::graph::Graph;
use crate::lexicon::Words;
use crate::tiles::{Alphabet, LabelTexts, Tile};
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

    /// Computes only the SHA-256, which takes far less time.
    pub fn sha256_of(words: &Words, alphabet: &Alphabet) -> String {
        let mut texts = SortedTexts::new(alphabet);
        for word in words.iter() {
            texts.add(word);
        }
        texts.finish()
    }

    /// Identifies a graph's words; fails if they are too many to be listed.
    pub fn of_graph(graph: &Graph, alphabet: &Alphabet) -> Result<Identity> {
        graph.totals().check()?;
        let (mut identifier, mut words) = (Identifier::new(alphabet), graph.words());
        while let Some(word) = words.next() {
            identifier.add(word);
        }
        Ok(identifier.finish())
    }
}

/// Computes the identity of words that are added one by one.
pub struct Identifier<'a> {
    texts: SortedTexts<'a>,
    combined: QuackleSum,
}

impl<'a> Identifier<'a> {
    /// Creates an identifier without words.
    pub fn new(alphabet: &'a Alphabet) -> Self {
        Identifier {
            texts: SortedTexts::new(alphabet),
            combined: QuackleSum::default(),
        }
    }

    /// Adds the next word in sorted order.
    pub fn add(&mut self, word: &[Tile]) {
        self.texts.add(word);
        self.combined.add(word);
    }

    /// Returns the identity of the words added.
    pub fn finish(mut self) -> Identity {
        Identity {
            sha256: self.texts.finish(),
            quackle: hex(&self.combined.sum()),
        }
    }
}

/// Hashes the texts of sorted words, each with a line feed.
struct SortedTexts<'a> {
    labels: LabelTexts<'a>,
    sum: Sha256,
    /// Text not yet added to `sum`.
    text: Vec<u8>,
}

impl<'a> SortedTexts<'a> {
    fn new(alphabet: &'a Alphabet) -> Self {
        SortedTexts {
            labels: LabelTexts::new(alphabet),
            sum: Sha256::new(),
            text: Vec::new(),
        }
    }

    fn add(&mut self, word: &[Tile]) {
        self.labels.append(word, &mut self.text);
        self.text.push(b'\n');
        if self.text.len() >= CHUNK {
            self.sum.update(&self.text);
            self.text.clear();
        }
    }

    fn finish(mut self) -> String {
        self.sum.update(&self.text);
        hex(&self.sum.finalize())
    }
}

/// Quackle's identity. It does not depend on the order of the words.
#[derive(Default)]
pub(crate) struct QuackleSum {
    /// The combined sums of words that fit one MD5 block.
    short: Md5Lanes,
    /// The combined sums of longer words.
    long: [u8; 16],
}

impl QuackleSum {
    /// Adds a word.
    pub(crate) fn add(&mut self, word: &[Tile]) {
        let code = |tile: Tile| tile.wrapping_add(FIRST_LETTER_CODE);
        if word.len() <= md5_lanes::MAX_BYTES {
            self.short.add(word, code);
            return;
        }
        let codes: Vec<u8> = word.iter().map(|&tile| code(tile)).collect();
        combine(&mut self.long, &Md5::digest(&codes));
    }

    /// Returns the combined sums of all words added.
    pub(crate) fn sum(&mut self) -> [u8; 16] {
        let mut sum = self.short.sum();
        combine(&mut sum, &self.long);
        sum
    }
}

fn combine(sum: &mut [u8; 16], other: &[u8]) {
    for (sum, byte) in sum.iter_mut().zip(other) {
        *sum ^= byte;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::sha256;
    use crate::graph::spec::Content;
    use crate::graph::testing::{all_specs, doubling, graph_of, words_of};
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
    fn words_of_any_length_count() {
        let english = Ruleset::builtin("english").unwrap();
        let words: Vec<Vec<Tile>> = (1..=80).map(|length| vec![3; length]).collect();
        let mut expected = [0; 16];
        for word in &words {
            combine(&mut expected, &Md5::digest(vec![7; word.len()]));
        }
        let words = Words::from_unsorted(words.iter().map(Vec::as_slice)).unwrap();
        let identity = Identity::of_words(&words, english.alphabet());
        assert_eq!(identity.quackle, hex(&expected));
    }

    #[test]
    fn a_graph_has_the_identity_of_its_words() {
        let english = Ruleset::builtin("english").unwrap();
        let first_tiles: [&[Tile]; 4] = [&[], &[7], &[1, 20], &[1, 3, 20]];
        for firsts in first_tiles {
            let list = firsts
                .iter()
                .flat_map(|&tile| [vec![tile], vec![tile, 2, 1]]);
            let words = words_of(&list.collect::<Vec<_>>());
            let identity = Identity::of_words(&words, english.alphabet());
            for spec in all_specs().filter(|spec| spec.content != Content::Alphagrams) {
                let found = Identity::of_graph(&graph_of(&words, spec), english.alphabet());
                assert_eq!(found.unwrap(), identity);
            }
        }
        assert!(Identity::of_graph(&doubling(40), english.alphabet()).is_err());
    }
}
