//! Tiles: what the letters of a game are called and how text becomes tiles.
//!
//! A tile is a small number. Tile 0 is the blank on a rack or in a leave, and
//! the direction switch in a GADDAG; tiles 1 to 63 are the letters of the
//! [`Alphabet`], in its order. Text turns into tiles here and nowhere else, and
//! everything that is "sorted" in this library is sorted by tile number.
//!
//! A letter can be written in several ways: its label, its blank label (lower
//! case), aliases, any of these in another case, a label of several characters
//! with or without brackets, and each in Unicode's composed or decomposed form.
//! All spellings are put into one trie of bytes when the alphabet is made, and
//! text is read by taking the longest spelling that fits, again and again.

mod letters;
mod plain;
mod spelling;

pub(crate) use plain::PlainLetters;
pub use spelling::UnknownTile;

use crate::error::{Error, Problem};
use crate::tiles::letters::{check_texts, played_speller, rack_speller, word_speller};
use crate::tiles::spelling::{Speller, bracketed};
use std::fmt;

/// A tile number: 0 for the blank, 1 to 63 for letters.
pub type Tile = u8;

/// The blank on a rack, the direction switch in a GADDAG.
pub const BLANK: Tile = 0;

/// The most letters an alphabet can have: a set of tiles fits in 64 bits.
pub const MAX_LETTERS: usize = 63;

/// The longest label, in characters.
pub const MAX_LABEL_CHARS: usize = 6;

/// Set in a played tile when a blank stands for the letter.
pub const PLAYED_BLANK: u8 = 0x80;

/// The sign for a blank on a rack.
pub const BLANK_SIGN: &str = "?";

/// How one letter is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The label, as words are printed: `A`, `Ñ`, `L·L`, `[CH]`.
    pub label: String,
    /// The label of a blank that stands for this letter; usually lower case.
    pub blank_label: String,
    /// Other spellings that word lists may use.
    pub aliases: Vec<String>,
    /// The label of another letter that this one is read as in word lists.
    pub read_as: Option<String>,
}

impl Letter {
    /// A letter with the lower case of its label as its blank label.
    pub fn new(label: impl Into<String>) -> Self {
        let label = label.into();
        Letter {
            blank_label: label.to_lowercase(),
            label,
            aliases: Vec::new(),
            read_as: None,
        }
    }
}

impl From<&str> for Letter {
    fn from(label: &str) -> Letter {
        Letter::new(label)
    }
}

/// Why a list of letters is not an alphabet.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AlphabetFault {
    /// The letter at fault, counted from 0; none if it is the list as a whole.
    pub letter: Option<usize>,
    /// What is wrong with it.
    pub problem: Problem,
}

impl AlphabetFault {
    fn new(letter: Option<usize>, problem: impl Into<Problem>) -> AlphabetFault {
        AlphabetFault {
            letter,
            problem: problem.into(),
        }
    }
}

impl From<AlphabetFault> for Error {
    fn from(fault: AlphabetFault) -> Error {
        Error::input("", fault.problem.clone()).caused_by(fault)
    }
}

impl fmt::Display for AlphabetFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problem.fmt(f)
    }
}

impl std::error::Error for AlphabetFault {}

/// The letters of a game, in the order of their tile numbers.
#[derive(Clone, Debug)]
pub struct Alphabet {
    letters: Vec<Letter>,
    words: Speller,
    plain: PlainLetters,
    /// What words may contain, and the blank.
    racks: Speller,
    played: Speller,
}

impl Alphabet {
    /// Makes an alphabet, or says which letter can't be part of it.
    ///
    /// ```
    /// use wordmill::tiles::{Alphabet, Letter};
    /// let alphabet = Alphabet::new("ABC".chars().map(Letter::new).collect())?;
    /// assert_eq!(alphabet.read_word("cab").unwrap(), [3, 1, 2]);
    /// assert_eq!(alphabet.word_text(&[3, 1, 2]), "CAB");
    /// # Ok::<(), wordmill::tiles::AlphabetFault>(())
    /// ```
    pub fn new(letters: Vec<Letter>) -> Result<Self, AlphabetFault> {
        if letters.is_empty() || letters.len() > MAX_LETTERS {
            let expected = format!("1 to {MAX_LETTERS} letters");
            let problem = Problem::mismatch(expected, letters.len().to_string());
            return Err(AlphabetFault::new(None, problem));
        }
        for (i, letter) in letters.iter().enumerate() {
            check_texts(letter).map_err(|message| AlphabetFault::new(Some(i), message))?;
        }
        let words = word_speller(&letters)?;
        let alphabet = Alphabet {
            racks: rack_speller(&words)?,
            plain: PlainLetters::new(|character| words.plain(character)),
            words,
            played: played_speller(&letters)?,
            letters,
        };
        alphabet.check_greedy()?;
        Ok(alphabet)
    }

    /// Makes an alphabet of labels, in the order of their tiles.
    ///
    /// ```
    /// let latin = wordmill::tiles::Alphabet::from_labels('A'..='Z')?;
    /// assert_eq!(latin.len(), 26);
    /// # Ok::<(), wordmill::tiles::AlphabetFault>(())
    /// ```
    pub fn from_labels<L: Into<String>>(
        labels: impl IntoIterator<Item = L>,
    ) -> Result<Self, AlphabetFault> {
        Alphabet::new(labels.into_iter().map(Letter::new).collect())
    }

    /// The number of letters; the blank is not one.
    pub fn len(&self) -> usize {
        self.letters.len()
    }

    /// Always false: an alphabet has at least one letter.
    pub fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    /// The letters in the order of their tiles, from tile 1.
    pub fn letters(&self) -> &[Letter] {
        &self.letters
    }

    /// The label of a tile: `?` for the blank, and for a number that is not a
    /// tile of this alphabet.
    pub fn label(&self, tile: Tile) -> &str {
        match self.letter(tile) {
            Some(letter) => &letter.label,
            None => BLANK_SIGN,
        }
    }

    /// The label of a blank that stands for a letter.
    pub fn blank_label(&self, tile: Tile) -> &str {
        match self.letter(tile) {
            Some(letter) => &letter.blank_label,
            None => BLANK_SIGN,
        }
    }

    /// Whether the number is the blank or a letter of this alphabet.
    pub fn has(&self, tile: Tile) -> bool {
        usize::from(tile) <= self.letters.len()
    }

    fn letter(&self, tile: Tile) -> Option<&Letter> {
        self.letters.get(usize::from(tile).checked_sub(1)?)
    }

    /// Reads a word, in any case and any spelling the alphabet knows.
    pub fn read_word(&self, text: &str) -> Result<Vec<Tile>, UnknownTile> {
        let mut tiles = Vec::new();
        self.read_word_into(text, &mut tiles)?;
        Ok(tiles)
    }

    /// Reads a word and appends its tiles; after an error `tiles` is as before.
    pub fn read_word_into(&self, text: &str, tiles: &mut Vec<Tile>) -> Result<(), UnknownTile> {
        self.words.read(text, tiles)
    }

    /// The characters that stand for a tile of a word whatever comes next.
    pub(crate) fn plain_letters(&self) -> &PlainLetters {
        &self.plain
    }

    /// Reads tiles among which `?` is the blank: a rack or a leave.
    pub fn read_rack_into(&self, text: &str, tiles: &mut Vec<Tile>) -> Result<(), UnknownTile> {
        self.racks.read(text, tiles)
    }

    /// By ASCII character: the tile that it alone stands for on a rack,
    /// wherever it is; none if a longer spelling begins with it.
    pub(crate) fn rack_characters(&self) -> [Option<Tile>; 128] {
        std::array::from_fn(|character| self.racks.lone(character as u8))
    }

    /// The longest tile at the start of `text` in the notation of boards and
    /// plays, where case matters: a label is that letter, a blank label is a
    /// blank that stands for it. Returns the tile and the bytes it takes.
    pub fn played_prefix(&self, text: &str) -> Option<(u8, usize)> {
        self.played.longest(text.as_bytes())
    }

    /// Appends a word's text: the labels, one after the other.
    pub fn write_word(&self, word: &[Tile], text: &mut String) {
        for &tile in word {
            text.push_str(self.label(tile));
        }
    }

    /// A word's text.
    pub fn word_text(&self, word: &[Tile]) -> String {
        let mut text = String::new();
        self.write_word(word, &mut text);
        text
    }

    /// Appends a played tile as boards and plays show it: the label or blank
    /// label, in brackets if it has more than one character and none yet.
    pub fn write_played(&self, played: u8, text: &mut String) {
        let tile = played & !PLAYED_BLANK;
        let label = if played & PLAYED_BLANK != 0 {
            self.blank_label(tile)
        } else {
            self.label(tile)
        };
        // What has one byte has one character.
        match (label.len() > 1).then(|| bracketed(label)).flatten() {
            Some(label) => text.push_str(&label),
            None => text.push_str(label),
        }
    }

    /// Words are printed as labels without a gap, and read by longest match.
    /// That gives the same word back unless some spelling is a label and then
    /// the beginning of other labels; such a spelling is ambiguous.
    fn check_greedy(&self) -> Result<(), AlphabetFault> {
        for (spelling, tile) in self.words.spellings() {
            for letter in &self.letters {
                let Some(rest) = spelling.strip_prefix(letter.label.as_str()) else {
                    continue;
                };
                if !rest.is_empty() && self.begins_labels(rest) {
                    let message = format!(
                        "ambiguous label: `{spelling}` can also be read as `{}` and more; \
                         write the label in brackets, as in `[{spelling}]`",
                        letter.label
                    );
                    let letter = usize::from(*tile).saturating_sub(1);
                    return Err(AlphabetFault::new(Some(letter), message));
                }
            }
        }
        Ok(())
    }

    /// Whether some sequence of labels begins with `text`.
    fn begins_labels(&self, text: &str) -> bool {
        self.letters.iter().any(|letter| {
            letter.label.starts_with(text)
                || text
                    .strip_prefix(letter.label.as_str())
                    .is_some_and(|rest| self.begins_labels(rest))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alphabet(labels: &[&str]) -> Result<Alphabet, AlphabetFault> {
        Alphabet::new(labels.iter().map(|&l| Letter::new(l)).collect())
    }

    fn catalan() -> Alphabet {
        let mut letters: Vec<Letter> = ["A", "C", "L", "L·L", "N", "NY", "U", "QU"]
            .iter()
            .map(|&l| Letter::new(l))
            .collect();
        letters[5].aliases.push("Y".into());
        letters[7].aliases.push("Q".into());
        Alphabet::new(letters).unwrap()
    }

    #[test]
    fn longest_spelling_wins_in_every_case_and_with_brackets() {
        let a = catalan();
        for text in [
            "ANYL·LA",
            "anyl·la",
            "AnYl·LA",
            "A[NY][L·L]A",
            "A[ny]L·lA",
            "AYL·LA",
        ] {
            assert_eq!(a.read_word(text).unwrap(), [1, 6, 4, 1], "{text}");
        }
        assert_eq!(a.read_word("QUA").unwrap(), a.read_word("QA").unwrap());
        assert_eq!(a.read_word("LL").unwrap(), [3, 3]);
    }

    #[test]
    fn composed_and_decomposed_text_mean_the_same() {
        let a = alphabet(&["A", "Ä", "Ậ"]).unwrap();
        assert_eq!(a.read_word("aÄä").unwrap(), [1, 2, 2]);
        assert_eq!(a.read_word("aA\u{308}a\u{308}").unwrap(), [1, 2, 2]);
        // U+1EAC as base + dot below + circumflex, and as  + dot below.
        assert_eq!(a.read_word("A\u{323}\u{302}Â\u{323}").unwrap(), [3, 3]);
    }

    #[test]
    fn an_unknown_tile_is_named_whole_with_its_column() {
        let a = alphabet(&["A", "C", "E", "F"]).unwrap();
        for text in ["CAFÉ", "CAFE\u{301}"] {
            let unknown = a.read_word(text).unwrap_err();
            assert_eq!((unknown.column, unknown.part.as_str()), (3, "É"), "{text}");
        }
    }

    #[test]
    fn columns_are_those_of_the_text_as_written() {
        let mut letters = ["A", "Ä", "한"].map(Letter::new);
        letters[2].blank_label = "[한]".into();
        let a = Alphabet::new(letters.to_vec()).unwrap();
        for (text, column) in [
            ("ÄÄX", 2),
            ("A\u{308}A\u{308}X", 4),
            ("ÄA\u{308}X\u{301}", 3),
            ("A\u{308}X\u{302}A", 2),
            ("한X", 1),
            ("\u{1112}\u{1161}\u{11ab}X", 3),
            ("\u{301}X", 0),
            ("A\u{304}", 0),
            ("AA\u{304}", 1),
        ] {
            assert_eq!(a.read_word(text).unwrap_err().column, column, "{text}");
        }
    }

    #[test]
    fn a_failed_read_leaves_the_tiles_alone() {
        let a = alphabet(&["A", "B"]).unwrap();
        let mut tiles = vec![9];
        a.read_word_into("ABX", &mut tiles).unwrap_err();
        a.read_rack_into("A?X", &mut tiles).unwrap_err();
        assert_eq!(tiles, [9]);
    }

    #[test]
    fn racks_take_blanks() {
        let mut tiles = Vec::new();
        catalan().read_rack_into("?a?NY", &mut tiles).unwrap();
        assert_eq!(tiles, [0, 1, 0, 6]);
        let alone = catalan().rack_characters();
        let alone = |c: char| alone[c as usize];
        assert_eq!(
            (alone('?'), alone('a'), alone('C')),
            (Some(0), Some(1), Some(2))
        );
        // NY and L·L begin with N and L, and a bracket is no label.
        assert_eq!([alone('N'), alone('l'), alone('['), alone('!')], [None; 4]);
        let unknown = catalan().read_rack_into("?A!", &mut tiles).unwrap_err();
        assert_eq!(unknown.column, 2);
    }

    #[test]
    fn spelled_out_labels_beat_derived_cases() {
        let mut dotless = Letter::new("I");
        dotless.blank_label = "ı".into();
        let mut dotted = Letter::new("İ");
        dotted.blank_label = "i".into();
        let a = Alphabet::new(vec![dotless, dotted]).unwrap();
        assert_eq!(a.read_word("Iıİi").unwrap(), [1, 1, 2, 2]);
    }

    #[test]
    fn read_as_reads_one_letter_as_another() {
        let mut letters = vec![Letter::new("Е"), Letter::new("Ё")];
        letters[1].read_as = Some("Е".into());
        let a = Alphabet::new(letters).unwrap();
        assert_eq!(a.read_word("еёЕЁ").unwrap(), [1, 1, 1, 1]);
        assert_eq!(a.label(2), "Ё");
    }

    #[test]
    fn played_notation_keeps_case() {
        let a = catalan();
        assert_eq!(a.played_prefix("l·lA"), Some((4 | PLAYED_BLANK, 4)));
        assert_eq!(a.played_prefix("[L·L]A"), Some((4, 6)));
        assert_eq!(a.played_prefix("LA"), Some((3, 1)));
        assert_eq!(a.played_prefix("?"), None);
        let mut text = String::new();
        a.write_played(4 | PLAYED_BLANK, &mut text);
        a.write_played(1, &mut text);
        assert_eq!(text, "[l·l]A");
    }

    #[test]
    fn ambiguous_duplicate_and_malformed_labels_are_refused() {
        let fault = |labels: &[&str]| {
            let fault = alphabet(labels).unwrap_err();
            (fault.letter, fault.to_string())
        };
        assert_eq!(
            fault(&["A", "B", "A"]),
            (Some(2), "`A` stands for `A` and for `A`".into())
        );
        let (letter, message) = fault(&["C", "H", "CH"]);
        assert_eq!(letter, Some(2));
        assert!(
            message.contains("`CH` can also be read as `C` and more"),
            "{message}"
        );
        assert!(message.contains("`[CH]`"), "{message}");
        assert!(alphabet(&["C", "H", "[CH]"]).is_ok());
        // AB C or A BC: neither label is a concatenation of others.
        assert_eq!(fault(&["A", "AB", "BC", "C"]).0, Some(1));
        assert!(fault(&["A", "1"]).1.contains("begins with a digit"));
        assert!(fault(&["A", "א"]).1.contains("no other case"));
        assert!(fault(&["A", "B C"]).1.contains("can't be part"));
        assert!(fault(&["A", ""]).1.contains("empty"));
        assert!(fault(&["A", "[B"]).1.contains("brackets"));
        assert!(fault(&["ABCDEFG"]).1.contains("at most 6"));
        assert_eq!(fault(&[]).1, "expected 1 to 63 letters, found 0");
    }

    #[test]
    fn sixty_three_letters_fit_and_sixty_four_do_not() {
        let unique: Vec<Letter> = (0..64u8)
            .map(|i| {
                Letter::new(format!(
                    "[{}{}]",
                    (b'A' + i / 26) as char,
                    (b'A' + i % 26) as char
                ))
            })
            .collect();
        assert!(Alphabet::new(unique[..63].to_vec()).is_ok());
        let fault = Alphabet::new(unique).unwrap_err();
        assert_eq!(fault.to_string(), "expected 1 to 63 letters, found 64");
    }
}
