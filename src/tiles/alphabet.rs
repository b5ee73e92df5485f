//! The alphabet: the letters of a game, and text read as tiles and written again.

use crate::error::Problem;
use crate::tiles::letter::{AlphabetFault, BLANK_SIGN, Letter, MAX_LETTERS, PLAYED_BLANK, Tile};
use crate::tiles::plain::PlainLetters;
use crate::tiles::speller::Speller;
use crate::tiles::spellings::{bracketed, played_speller, rack_speller, word_speller};
use crate::tiles::unknown::UnknownTile;

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
    /// assert_eq!(alphabet.read_word("cab")?, [3, 1, 2]);
    /// assert_eq!(alphabet.word_text(&[3, 1, 2]), "CAB");
    /// # Ok::<(), wordmill::Error>(())
    /// ```
    pub fn new(letters: Vec<Letter>) -> Result<Self, AlphabetFault> {
        if letters.is_empty() || letters.len() > MAX_LETTERS {
            let expected = format!("1 to {MAX_LETTERS} letters");
            let problem = Problem::mismatch(expected, letters.len().to_string());
            return Err(AlphabetFault::new(None, problem));
        }
        for (i, letter) in letters.iter().enumerate() {
            let checked = letter.check();
            checked.map_err(|problem| AlphabetFault::new(Some(i), problem))?;
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
        self.letter(tile).map_or(BLANK_SIGN, |letter| &letter.label)
    }

    /// The label of a blank that stands for a letter.
    pub fn blank_label(&self, tile: Tile) -> &str {
        self.letter(tile)
            .map_or(BLANK_SIGN, |letter| &letter.blank_label)
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

    /// Reads a rack or a leave, in which `?` is the blank, and appends its tiles; after
    /// an error `tiles` is as before.
    pub fn read_rack_into(&self, text: &str, tiles: &mut Vec<Tile>) -> Result<(), UnknownTile> {
        self.racks.read(text, tiles)
    }

    /// The tile that each ASCII character always stands for on a rack; none if a longer
    /// spelling begins with it.
    pub(crate) fn rack_characters(&self) -> [Option<Tile>; 128] {
        std::array::from_fn(|character| self.racks.lone(character as u8))
    }

    /// Reads the first tile of `text` in the notation of boards and plays, and returns
    /// it with the number of its bytes. Case matters there: a label is that letter, a
    /// blank label is a blank that stands for it.
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
        let label = match played & PLAYED_BLANK {
            0 => self.label(tile),
            _ => self.blank_label(tile),
        };
        // A label of one byte has one character.
        match (label.len() > 1).then(|| bracketed(label)).flatten() {
            Some(label) => text.push_str(&label),
            None => text.push_str(label),
        }
    }

    /// Refuses ambiguous spellings. Words are printed as labels without a gap and read
    /// by longest match. That gives the same word back unless some spelling is a label
    /// and then the beginning of other labels.
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
        Alphabet::from_labels(labels.iter().copied())
    }

    fn catalan() -> Alphabet {
        let mut letters = ["A", "C", "L", "L·L", "N", "NY", "U", "QU"].map(Letter::new);
        letters[5].aliases.push("Y".into());
        letters[7].aliases.push("Q".into());
        Alphabet::new(letters.to_vec()).unwrap()
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
        assert!(alphabet(&["C", "H", "[CH]"]).is_ok());
        for (labels, letter, part) in [
            (
                &["C", "H", "CH"][..],
                2,
                "`CH` can also be read as `C` and more; write the label in brackets, as in `[CH]`",
            ),
            // AB C or A BC: neither label is a concatenation of others.
            (&["A", "AB", "BC", "C"], 1, "ambiguous"),
            (&["A", "1"], 1, "begins with a digit"),
            (&["A", "א"], 1, "no other case"),
            (&["A", "B C"], 1, "can't be part"),
            (&["A", ""], 1, "empty"),
            (&["A", "[B"], 1, "brackets"),
            (
                &["ABCDEFG"],
                0,
                "label `ABCDEFG`: expected at most 6 characters, found 7",
            ),
        ] {
            let (found, message) = fault(labels);
            assert_eq!(found, Some(letter), "{message}");
            assert!(message.contains(part), "{message}");
        }
        assert_eq!(fault(&[]).1, "expected 1 to 63 letters, found 0");
    }

    #[test]
    fn sixty_three_letters_fit_and_sixty_four_do_not() {
        let label = |i: u8| format!("[{}{}]", (b'A' + i / 26) as char, (b'A' + i % 26) as char);
        let unique: Vec<Letter> = (0..64).map(|i| Letter::new(label(i))).collect();
        assert!(Alphabet::new(unique[..63].to_vec()).is_ok());
        let fault = Alphabet::new(unique).unwrap_err();
        assert_eq!(fault.to_string(), "expected 1 to 63 letters, found 64");
    }
}
