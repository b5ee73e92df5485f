//! The rows of a study database.

use crate::database::definition::Expander;
use crate::database::notes::StudyNotes;
use crate::database::tile_texts::TileTexts;
use crate::error::{Error, Result};
use crate::lexicon::Words;
use crate::limits::DEFINITIONS_BYTES;
use crate::ruleset::{Draws, Ruleset};
use crate::tiles::Tile;
use std::ops::RangeInclusive;

/// The lengths of words that a study database can hold.
pub(crate) const LENGTHS: RangeInclusive<usize> = 2..=15;

/// A row of `alphagrams`, in column order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AlphagramRow {
    pub(crate) probability: i64,
    pub(crate) alphagram: String,
    pub(crate) length: i64,
    pub(crate) combinations: i64,
    pub(crate) num_anagrams: i64,
    pub(crate) point_value: i64,
    pub(crate) num_vowels: i64,
    pub(crate) contains_word_uniq_to_lex_split: i64,
    pub(crate) contains_update_to_lex: i64,
    pub(crate) difficulty: i64,
}

/// A row of `words`, in column order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct WordRow {
    pub(crate) word: String,
    pub(crate) alphagram: String,
    pub(crate) lexicon_symbols: String,
    pub(crate) definition: String,
    pub(crate) front_hooks: String,
    pub(crate) back_hooks: String,
    pub(crate) inner_front_hook: i64,
    pub(crate) inner_back_hook: i64,
}

/// All rows of a study database, in file order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DatabaseRows {
    pub(crate) alphagrams: Vec<AlphagramRow>,
    pub(crate) words: Vec<WordRow>,
    /// The rows of `deletedwords`: a word, and its length in bytes.
    pub(crate) deleted: Vec<(String, i64)>,
}

impl DatabaseRows {
    /// Computes the rows of a lexicon. Fails if the format can't hold the words.
    pub(crate) fn of(words: &Words, ruleset: &Ruleset, notes: &StudyNotes) -> Result<DatabaseRows> {
        let study = Study {
            words,
            ruleset,
            notes,
            texts: TileTexts::new(ruleset.alphabet()),
            definitions: Expander::new(&notes.definitions, ruleset.alphabet()),
            hooks: hooks(words),
        };
        study.check_lengths()?;
        let mut rows = DatabaseRows {
            deleted: study.deleted(),
            ..DatabaseRows::default()
        };
        let mut ranks = [0; *LENGTHS.end() + 1];
        let mut definitions = 0;
        for group in study.groups()? {
            let rank = &mut ranks[group.tiles.len()];
            *rank += 1;
            let first = rows.words.len();
            for &i in &group.words {
                let row = study.word_row(i, &group.text);
                definitions += row.definition.len() as u64;
                rows.words.push(row);
            }
            let anagrams = &rows.words[first..];
            rows.alphagrams
                .push(study.alphagram_row(&group, *rank, anagrams));
            if definitions > DEFINITIONS_BYTES {
                let expected = format!("definitions of at most {DEFINITIONS_BYTES} bytes in all");
                return Err(refused(&expected, "more, with their links"));
            }
        }
        Ok(rows)
    }
}

fn refused(expected: &str, found: impl ToString) -> Error {
    Error::mismatch("", expected, found).of_part("a study database")
}

/// The words with one alphagram.
struct Group {
    tiles: Vec<Tile>,
    text: String,
    draws: i64,
    /// Their numbers, ascending.
    words: Vec<usize>,
}

/// The hooks of each word: a bit for each tile.
#[derive(Clone, Copy, Default)]
struct Hooks {
    front: u64,
    back: u64,
    inner_front: bool,
    inner_back: bool,
}

struct Study<'a> {
    words: &'a Words,
    ruleset: &'a Ruleset,
    notes: &'a StudyNotes,
    texts: TileTexts<'a>,
    definitions: Expander<'a>,
    hooks: Vec<Hooks>,
}

impl Study<'_> {
    fn check_lengths(&self) -> Result<()> {
        let mut words = self.words.iter();
        match words.find(|word| !LENGTHS.contains(&word.len())) {
            None => Ok(()),
            Some(word) => {
                let expected = format!("words of {} to {} tiles", LENGTHS.start(), LENGTHS.end());
                let found = format!("{} of `{}`", word.len(), self.texts.text(word));
                Err(refused(&expected, found))
            }
        }
    }

    /// The alphagrams, those with the most draws first, then by their texts.
    fn groups(&self) -> Result<Vec<Group>> {
        let mut alphagrams: Vec<(Vec<Tile>, usize)> = Vec::with_capacity(self.words.len());
        for (i, word) in self.words.iter().enumerate() {
            let mut tiles = word.to_vec();
            tiles.sort_unstable();
            alphagrams.push((tiles, i));
        }
        alphagrams.sort_unstable();
        let draws = Draws::of(self.ruleset);
        let groups = alphagrams.chunk_by(|a, b| a.0 == b.0).map(|same| {
            let tiles = &same[0].0;
            let text = self.texts.text(tiles);
            let ways = draws.word(tiles).and_then(|ways| i64::try_from(ways).ok());
            let Some(draws) = ways else {
                let expected = format!("fewer than 2^63 ways to draw `{text}`");
                return Err(refused(&expected, "more"));
            };
            Ok(Group {
                tiles: tiles.clone(),
                text,
                draws,
                words: same.iter().map(|&(_, i)| i).collect(),
            })
        });
        let mut groups = groups.collect::<Result<Vec<Group>>>()?;
        groups.sort_unstable_by(|a, b| (b.draws, &a.text).cmp(&(a.draws, &b.text)));
        Ok(groups)
    }

    fn alphagram_row(&self, group: &Group, rank: i64, anagrams: &[WordRow]) -> AlphagramRow {
        let facts = self.ruleset.tiles();
        let facts = group.tiles.iter().map(|&tile| facts[usize::from(tile)]);
        let newest = self.notes.newest.as_ref().map(|(symbol, _)| symbol.sign());
        let any = |symbol: Option<char>| {
            let has = |row: &WordRow| symbol.is_some_and(|sign| row.lexicon_symbols.contains(sign));
            i64::from(anagrams.iter().any(has))
        };
        let difficulty = self.notes.difficulties.get(&group.tiles);
        AlphagramRow {
            probability: rank,
            alphagram: group.text.clone(),
            length: group.tiles.len() as i64,
            combinations: group.draws,
            num_anagrams: anagrams.len() as i64,
            point_value: facts.clone().map(|tile| i64::from(tile.points)).sum(),
            num_vowels: facts.filter(|tile| tile.vowel).count() as i64,
            contains_word_uniq_to_lex_split: any(newest),
            contains_update_to_lex: any(Some(NEW)),
            difficulty: difficulty.map_or(0, |&difficulty| i64::from(difficulty)),
        }
    }

    fn word_row(&self, i: usize, alphagram: &str) -> WordRow {
        let word = self.words.get(i);
        let hooks = self.hooks[i];
        let mut lexicon_symbols = String::new();
        if let Some(previous) = &self.notes.previous
            && !previous.contains(word)
        {
            lexicon_symbols.push(NEW);
        }
        if let Some((symbol, newest)) = &self.notes.newest
            && !newest.contains(word)
        {
            lexicon_symbols.push(symbol.sign());
        }
        WordRow {
            word: self.texts.text(word),
            alphagram: alphagram.to_string(),
            lexicon_symbols,
            definition: self.definitions.text(word),
            front_hooks: self.hook_text(hooks.front),
            back_hooks: self.hook_text(hooks.back),
            inner_front_hook: i64::from(hooks.inner_front),
            inner_back_hook: i64::from(hooks.inner_back),
        }
    }

    fn hook_text(&self, set: u64) -> String {
        let tiles: Vec<Tile> = (0..64).filter(|tile| set >> tile & 1 == 1).collect();
        self.texts.text(&tiles)
    }

    /// The words of the previous edition that were deleted, in byte order.
    fn deleted(&self) -> Vec<(String, i64)> {
        let Some(previous) = &self.notes.previous else {
            return Vec::new();
        };
        let gone = previous.without(self.words).0;
        let mut deleted: Vec<String> = gone.iter().map(|word| self.texts.text(word)).collect();
        deleted.sort_unstable();
        let lengths: Vec<i64> = deleted.iter().map(|word| word.len() as i64).collect();
        deleted.into_iter().zip(lengths).collect()
    }
}

/// The symbol for words that the previous edition lacks.
pub(crate) const NEW: char = '+';

/// The hooks of all words. Each word is a hook of the rest without its first or its
/// last tile.
fn hooks(words: &Words) -> Vec<Hooks> {
    let mut hooks = vec![Hooks::default(); words.len()];
    for (i, word) in words.iter().enumerate() {
        if let [first, tail @ ..] = word
            && let Some(of) = words.position(tail)
        {
            hooks[of].front |= 1 << first;
            hooks[i].inner_front = true;
        }
        if let [head @ .., last] = word
            && let Some(of) = words.position(head)
        {
            hooks[of].back |= 1 << last;
            hooks[i].inner_back = true;
        }
    }
    hooks
}
