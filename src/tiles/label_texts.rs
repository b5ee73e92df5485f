//! Writes the text of many words quickly.

use crate::tiles::alphabet::Alphabet;
use crate::tiles::letter::Tile;

/// The labels of an alphabet, prepared for copying. If all labels have one byte, a
/// table is used.
pub(crate) struct LabelTexts<'a> {
    alphabet: &'a Alphabet,
    of_one_byte: Option<[u8; 256]>,
    labels: Vec<Label<'a>>,
}

impl<'a> LabelTexts<'a> {
    pub(crate) fn new(alphabet: &'a Alphabet) -> LabelTexts<'a> {
        let labels = (0..=Tile::MAX).map(|tile| Label::new(alphabet.label(tile)));
        let labels: Vec<Label<'a>> = labels.collect();
        let is_short = labels.iter().all(|label| label.label.len() == 1);
        LabelTexts {
            alphabet,
            of_one_byte: is_short.then(|| std::array::from_fn(|tile| labels[tile].label[0])),
            labels,
        }
    }

    /// Appends the labels of tiles, one after the other.
    #[inline]
    pub(crate) fn append(&self, tiles: &[Tile], text: &mut Vec<u8>) {
        match &self.of_one_byte {
            Some(bytes) => {
                let start = text.len();
                text.extend_from_slice(tiles);
                for byte in &mut text[start..] {
                    *byte = bytes[usize::from(*byte)];
                }
            }
            None => {
                for &tile in tiles {
                    self.labels[usize::from(tile)].append_to(text);
                }
            }
        }
    }

    /// Appends the text of a word: labels, with separators where
    /// [`Alphabet::write_word`] has them.
    #[inline]
    pub(crate) fn append_word(&self, word: &[Tile], text: &mut Vec<u8>) {
        match self.alphabet.needs_separators() {
            false => self.append(word, text),
            true => text.extend_from_slice(self.alphabet.word_text(word).as_bytes()),
        }
    }
}

/// A label prepared for copying: copying a fixed number of bytes is faster.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::digraphs::{Digraphs, Separator};

    #[test]
    fn labels_of_all_lengths_are_those_of_the_alphabet() {
        let plain = ["A", "B", "C"];
        let mixed = ["A", "Ł", "[CH]", "[ABCD]", "[ÄÖÜÄ]"];
        for labels in [&plain[..], &mixed] {
            let alphabet = Alphabet::from_labels(labels.iter().copied()).unwrap();
            let tiles: Vec<Tile> = (0..=Tile::MAX).collect();
            let mut text = b"X".to_vec();
            LabelTexts::new(&alphabet).append(&tiles, &mut text);
            let expected = format!("X{}", alphabet.labels_text(&tiles));
            assert_eq!(text, expected.as_bytes());
        }
    }

    #[test]
    fn words_have_separators_where_they_need_them() {
        let alphabet = Alphabet::from_labels(["S", "Z", "[SZ]"]).unwrap();
        for digraphs in [Digraphs::Bracketed, Digraphs::Longest] {
            let alphabet = alphabet.clone();
            let alphabet = alphabet.with_digraphs(digraphs, Separator::default());
            let (alphabet, mut text) = (alphabet.unwrap(), Vec::new());
            LabelTexts::new(&alphabet).append_word(&[3, 1, 2], &mut text);
            assert_eq!(text, alphabet.word_text(&[3, 1, 2]).as_bytes());
        }
    }
}
