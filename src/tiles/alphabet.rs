//! The alphabet: the letters of a game, reading text as tiles, and writing tiles as
//! text.

use crate::error::Problem;
use crate::tiles::digraphs::{Digraphs, Separator};
use crate::tiles::letter::{
    BLANK_SIGN, Letter, MAX_LABEL_CHARS, MAX_LETTERS, PLAYED_BLANK, RulesetFault, Tile,
};
use crate::tiles::plain::{PlainLetters, Reading};
use crate::tiles::speller::{Speller, no_gap};
use crate::tiles::spellings::{
    bracketed, longest_speller, openings, played_speller, rack_speller, word_speller,
};
use crate::tiles::unknown::{UnknownTile, look_alikes};

/// The letters of a game, in the order of their tile numbers.
#[derive(Clone, Debug)]
pub struct Alphabet {
    letters: Vec<Letter>,
    /// How words are read if digraphs are in brackets.
    bracketed: Reading,
    /// How words are read if a digraph is also one tile without brackets. `None` if no
    /// label has brackets, since both readings are then the same.
    longest: Option<Reading>,
    /// The default of the two readings.
    digraphs: Digraphs,
    separator: Separator,
    /// By tile: the set of tiles that may follow it at the beginning of a digraph.
    openings: [u64; MAX_LETTERS + 1],
    /// The spellings of words, and the blank.
    racks: Speller,
    played: Speller,
}

impl Alphabet {
    /// Creates an alphabet, or reports the letter that can't be part of it.
    ///
    /// ```
    /// use wordmill::tiles::{Alphabet, Letter};
    /// let alphabet = Alphabet::new("ABC".chars().map(Letter::new).collect())?;
    /// assert_eq!(alphabet.read_word("cab")?, [3, 1, 2]);
    /// assert_eq!(alphabet.word_text(&[3, 1, 2]), "CAB");
    /// # Ok::<(), wordmill::Error>(())
    /// ```
    pub fn new(letters: Vec<Letter>) -> Result<Self, RulesetFault> {
        if letters.is_empty() || letters.len() > MAX_LETTERS {
            let expected = format!("1 to {MAX_LETTERS} letters");
            return Err(Problem::mismatch(expected, letters.len()).into());
        }
        for (i, letter) in letters.iter().enumerate() {
            let checked = letter.check();
            checked.map_err(|problem| RulesetFault::new(Some(i), problem))?;
        }
        let words = word_speller(&letters)?;
        let longest = longest_speller(&words)?;
        let openings = openings(&words, longest.as_ref());
        let alphabet = Alphabet {
            racks: rack_speller(&words)?,
            bracketed: Reading::new(words),
            longest: longest.map(Reading::new),
            digraphs: Digraphs::default(),
            separator: Separator::default(),
            openings,
            played: played_speller(&letters)?,
            letters,
        };
        alphabet.check_greedy()?;
        Ok(alphabet)
    }

    /// Sets the default reading of digraphs, and the sign that separates letters that
    /// would form one. No label may contain the sign.
    ///
    /// ```
    /// use wordmill::tiles::{Alphabet, Digraphs, Separator};
    /// let letters = Alphabet::from_labels(["S", "Z", "[SZ]"])?;
    /// let longest = letters.with_digraphs(Digraphs::Longest, Separator::default())?;
    /// assert_eq!(longest.read_word("SZS|Z").unwrap(), [3, 1, 2]);
    /// assert_eq!(longest.word_text(&[3, 1, 2]), "[SZ]S|Z");
    /// # Ok::<(), wordmill::tiles::RulesetFault>(())
    /// ```
    pub fn with_digraphs(
        mut self,
        digraphs: Digraphs,
        separator: Separator,
    ) -> Result<Self, RulesetFault> {
        let sign = separator.sign();
        let reading = self.longest.as_ref().unwrap_or(&self.bracketed);
        let mut spellings = reading.speller.spellings().iter();
        // The default sign may be a letter if there are no digraphs to separate.
        let matters = self.longest.is_some() || separator != Separator::default();
        let found = spellings.find(|(spelling, _)| matters && spelling.contains(sign));
        if let Some((spelling, tile)) = found {
            let message = format!("`{spelling}` has the separator `{sign}` in it");
            let letter = usize::from(*tile).saturating_sub(1);
            return Err(RulesetFault::new(Some(letter), message));
        }
        (self.digraphs, self.separator) = (digraphs, separator);
        Ok(self)
    }

    /// The default reading of digraphs.
    pub fn digraphs(&self) -> Digraphs {
        self.digraphs
    }

    /// The sign that separates letters that would form a digraph.
    pub fn separator(&self) -> Separator {
        self.separator
    }

    /// Whether some label is in brackets, so that the reading of digraphs matters.
    pub fn has_digraphs(&self) -> bool {
        self.longest.is_some()
    }

    /// Creates an alphabet from labels, in the order of their tiles.
    ///
    /// ```
    /// let latin = wordmill::tiles::Alphabet::from_labels('A'..='Z')?;
    /// assert_eq!(latin.len(), 26);
    /// # Ok::<(), wordmill::tiles::RulesetFault>(())
    /// ```
    pub fn from_labels<L: Into<String>>(
        labels: impl IntoIterator<Item = L>,
    ) -> Result<Self, RulesetFault> {
        Alphabet::new(labels.into_iter().map(Letter::new).collect())
    }

    /// The number of letters, without the blank.
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

    /// The label of a tile: `?` for the blank and for a number that is not a tile of
    /// this alphabet.
    pub fn label(&self, tile: Tile) -> &str {
        self.letter(tile).map_or(BLANK_SIGN, |letter| &letter.label)
    }

    /// The label of a blank played as a letter.
    pub fn blank_label(&self, tile: Tile) -> &str {
        self.letter(tile)
            .map_or(BLANK_SIGN, |letter| &letter.blank_label)
    }

    /// Whether a number is the blank or a letter of this alphabet.
    pub fn has(&self, tile: Tile) -> bool {
        usize::from(tile) <= self.letters.len()
    }

    fn letter(&self, tile: Tile) -> Option<&Letter> {
        self.letters.get(usize::from(tile).checked_sub(1)?)
    }

    /// Reads a word, in any case and any spelling of the alphabet.
    pub fn read_word(&self, text: &str) -> Result<Vec<Tile>, UnknownTile> {
        let mut tiles = Vec::new();
        self.read_word_into(text, &mut tiles)?;
        Ok(tiles)
    }

    /// Reads a word and appends its tiles. After an error `tiles` is unchanged.
    pub fn read_word_into(&self, text: &str, tiles: &mut Vec<Tile>) -> Result<(), UnknownTile> {
        self.read_word_as(self.digraphs, text, tiles)
    }

    /// Like [`read_word_into`](Self::read_word_into), but reads digraphs as given.
    pub fn read_word_as(
        &self,
        digraphs: Digraphs,
        text: &str,
        tiles: &mut Vec<Tile>,
    ) -> Result<(), UnknownTile> {
        let speller = &self.reading(digraphs).speller;
        let read = match &self.longest {
            Some(Reading { speller: all, .. }) => speller.read(text, tiles, |before, rest| {
                all.gap(self.separator, before, rest)
            }),
            None => speller.read(text, tiles, no_gap),
        };
        read.map_err(|unknown| self.with_look_alike(unknown))
    }

    /// Whether two adjacent tiles of a word could begin a digraph.
    pub(crate) fn opens_digraph(&self, word: &[Tile]) -> bool {
        let opens = |pair: &[Tile]| match *pair {
            [first, second] => {
                let seconds = self.openings.get(usize::from(first)).copied();
                seconds.unwrap_or(0) >> (second & 63) & 1 == 1
            }
            _ => false,
        };
        word.windows(2).any(opens)
    }

    /// The first digraph that a word spells without brackets. `word` was read from
    /// `text` as [`Digraphs::Bracketed`]; [`Digraphs::Longest`] would read this tile
    /// instead.
    pub(crate) fn bare_digraph(&self, text: &str, word: &[Tile]) -> Option<Tile> {
        if !self.opens_digraph(word) {
            return None;
        }
        let mut longest = Vec::new();
        let read = self.read_word_as(Digraphs::Longest, text, &mut longest);
        read.ok()?;
        let mut pairs = longest.iter().zip(word);
        pairs.find(|(one, two)| one != two).map(|(&tile, _)| tile)
    }

    /// Every spelling with its tile, in the order they were added. Those of
    /// [`Digraphs::Bracketed`] come first in both readings.
    pub(crate) fn spellings(&self, digraphs: Digraphs) -> &[(String, Tile)] {
        self.reading(digraphs).speller.spellings()
    }

    /// The characters that stand for a tile whatever follows them.
    pub(crate) fn plain_letters(&self, digraphs: Digraphs) -> &PlainLetters {
        &self.reading(digraphs).plain
    }

    fn reading(&self, digraphs: Digraphs) -> &Reading {
        match digraphs {
            Digraphs::Bracketed => &self.bracketed,
            Digraphs::Longest => self.longest.as_ref().unwrap_or(&self.bracketed),
        }
    }

    /// Reads a rack or a leave, in which `?` is the blank, and appends its tiles. After
    /// an error `tiles` is unchanged. Digraphs must be in brackets, since the tiles of
    /// a rack are adjacent by chance.
    pub fn read_rack_into(&self, text: &str, tiles: &mut Vec<Tile>) -> Result<(), UnknownTile> {
        let read = self.racks.read(text, tiles, no_gap);
        read.map_err(|unknown| self.with_look_alike(unknown))
    }

    /// Reads letters that are adjacent by chance, as on a rack, but without blanks.
    ///
    /// ```
    /// let spanish = wordmill::ruleset::Ruleset::builtin("spanish")?;
    /// let alphabet = spanish.alphabet();
    /// assert_eq!(alphabet.read_letters("CH[CH]")?.len(), 3);
    /// assert_eq!(alphabet.read_letters("C?").unwrap_err().column, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_letters(&self, text: &str) -> Result<Vec<Tile>, UnknownTile> {
        let mut tiles = Vec::new();
        let read = self.bracketed.speller.read(text, &mut tiles, no_gap);
        read.map_err(|unknown| self.with_look_alike(unknown))?;
        Ok(tiles)
    }

    /// Adds the letter that an unknown tile looks like, if there is one.
    fn with_look_alike(&self, mut unknown: UnknownTile) -> UnknownTile {
        let mut alike = look_alikes(&unknown.part);
        unknown.look_alike = alike.find(|c| self.racks.exact(&c.to_string()).is_some());
        unknown
    }

    /// The tile that each ASCII character always stands for on a rack; `None` if a
    /// longer spelling begins with it.
    pub(crate) fn rack_characters(&self) -> [Option<Tile>; 128] {
        std::array::from_fn(|character| self.racks.lone(character as u8))
    }

    /// Reads the first tile of `text` in the notation of boards and plays, and returns
    /// it with its length in bytes. Case matters in that notation: a label is the
    /// letter, a blank label is a blank played as it.
    pub fn played_prefix(&self, text: &str) -> Option<(u8, usize)> {
        self.played.longest(text.as_bytes())
    }

    /// Appends a word's text: its labels, one after the other. If digraphs need no
    /// brackets in this alphabet, separators keep apart letters that would be read as
    /// one.
    pub fn write_word(&self, word: &[Tile], text: &mut String) {
        let longest = self.longest.as_ref();
        let Some(longest) = longest.filter(|_| self.needs_separators()) else {
            return self.write_labels(word, text);
        };
        for (i, &tile) in word.iter().enumerate() {
            let label = self.label(tile);
            text.push_str(label);
            let next = word[i + 1..].iter().take(MAX_LABEL_CHARS);
            let next: String = next.map(|&tile| self.label(tile)).collect();
            if longest.speller.reaches(label, &next) {
                text.push(self.separator.sign());
            }
        }
    }

    /// Whether the text of a word may need separators: digraphs are read without
    /// brackets.
    pub(crate) fn needs_separators(&self) -> bool {
        self.has_digraphs() && self.digraphs == Digraphs::Longest
    }

    /// Appends the labels of tiles, one after the other, as for racks and leaves.
    pub fn write_labels(&self, tiles: &[Tile], text: &mut String) {
        for &tile in tiles {
            text.push_str(self.label(tile));
        }
    }

    /// The labels of tiles, one after the other.
    pub fn labels_text(&self, tiles: &[Tile]) -> String {
        let mut text = String::new();
        self.write_labels(tiles, &mut text);
        text
    }

    /// A word's text.
    pub fn word_text(&self, word: &[Tile]) -> String {
        let mut text = String::new();
        self.write_word(word, &mut text);
        text
    }

    /// Appends a played tile as on boards and in plays: the label or blank label, in
    /// brackets if it has more than one character and no brackets yet.
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

    /// Refuses ambiguous spellings. Words are printed as consecutive labels and read by
    /// longest match. That gives the same word back unless some spelling consists of a
    /// label and the beginning of other labels.
    fn check_greedy(&self) -> Result<(), RulesetFault> {
        for (spelling, tile) in self.bracketed.speller.spellings() {
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
                    return Err(RulesetFault::new(Some(letter), message));
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
