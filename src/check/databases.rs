//! Checks every value of a study database.
//!
//! Nothing is built a second time. Each value is computed from the words of the file
//! alone: draws by trying the tiles that may be blanks, hooks by looking up the words
//! they would make, ranks from the order of the rows. Symbols, definitions and
//! difficulties need the files that the recipe names, and so does the previous edition
//! for deleted words. Only the expansion of links in definitions uses the builder's
//! code.

use crate::check::claims::compare_rows;
use crate::check::opened::{FileBody, OpenedFile, OpenedLexicon, alphagram_of};
use crate::check::pass_run::PassRun;
use crate::check::subject::Role;
use crate::database::{
    AlphagramRow, DatabaseRows, Expander, LENGTHS, StudyNotes, TileTexts, WordRow, read_rows,
};
use crate::error::{brief, grouped};
use crate::foreign::WordFormat;
use crate::lexicon::Words;
use crate::ruleset::Ruleset;
use crate::tiles::Tile;
use std::fmt::Display;

const WRONG: &str = "a value of the study database";
const ORDER: &str = "the order of the study database";
const HOOK: &str = "a hook of the study database";

/// Checks the study databases of a lexicon.
pub(crate) fn run(lexicon: &OpenedLexicon<'_>, pass: &mut PassRun) {
    for file in &lexicon.files {
        let role = &file.artifact.role;
        if let (Role::Words(WordFormat::Database), FileBody::Words(words)) = (role, &file.body) {
            check(file, words, pass);
        }
    }
}

fn check(file: &OpenedFile<'_>, words: &Words, pass: &mut PassRun) {
    let subject = file.subject;
    let bytes = file.artifact.bytes.as_deref().unwrap_or_default();
    let rows = match read_rows(bytes) {
        Ok(rows) => rows,
        Err(fault) => {
            let expected = "rows that can be read";
            return pass.error(WRONG, file.path(), || ("", expected, fault));
        }
    };
    let mut notes = subject.databases.iter();
    let notes = notes.find(|(name, _)| *name == file.artifact.name);
    let mut checked = Checked {
        words,
        ruleset: &subject.ruleset,
        texts: TileTexts::new(subject.ruleset.alphabet()),
        notes: notes.map(|(_, notes)| notes),
        path: file.path(),
        pass,
    };
    checked.hooks(&rows);
    checked.rows(&rows);
    checked.deleted(&rows);
    compare_rows(file, &rows, pass);
    let rows = rows.words.len() + rows.alphagrams.len() + rows.deleted.len();
    pass.checked("rows", rows as u64);
}

/// A database being checked.
struct Checked<'a> {
    words: &'a Words,
    ruleset: &'a Ruleset,
    texts: TileTexts<'a>,
    notes: Option<&'a StudyNotes>,
    path: &'a str,
    pass: &'a mut PassRun,
}

impl Checked<'_> {
    /// Reports an error in a column of a row, or in the row as a whole.
    fn error(&mut self, what: &'static str, place: &str, expected: &str, found: impl Display) {
        let path = self.path;
        self.pass.error(what, path, || (place, expected, found));
    }

    fn same<T: Display + PartialEq>(&mut self, place: &str, column: &str, expected: T, found: T) {
        if expected != found {
            let [expected, found] = [expected, found].map(|value| quoted(&value.to_string()));
            self.error(WRONG, &format!("{place}: {column}"), &expected, found);
        }
    }

    /// Reads a text of the file as tiles. Reports a text with another spelling.
    fn tiles(&mut self, place: &str, column: &str, text: &str) -> Vec<Tile> {
        let tiles = self.texts.read(text).unwrap_or_default();
        let spelled = self.texts.text(&tiles);
        self.same(place, column, &spelled[..], text);
        tiles
    }

    /// Checks the rows of alphagrams, each with the rows of its words.
    fn rows(&mut self, rows: &DatabaseRows) {
        let mut words = rows.words.iter();
        let mut ranks: Vec<i64> = Vec::new();
        let mut before: Option<&AlphagramRow> = None;
        for row in &rows.alphagrams {
            let place = format!("alphagram {}", row.alphagram);
            let tiles = self.tiles(&place, "alphagram", &row.alphagram);
            ranks.resize(ranks.len().max(tiles.len() + 1), 0);
            ranks[tiles.len()] += 1;
            self.same(&place, "probability", ranks[tiles.len()], row.probability);
            let key = |row: &AlphagramRow| (-row.combinations, row.alphagram.clone());
            if let Some(before) = before.filter(|before| key(before) >= key(row)) {
                let found = format!("the row after {}", before.alphagram);
                self.error(ORDER, &place, "fewer combinations, or a later text", found);
            }
            before = Some(row);
            let count = usize::try_from(row.num_anagrams).unwrap_or(0);
            let anagrams: Vec<&WordRow> = words.by_ref().take(count).collect();
            self.alphagram(&place, row, &tiles, &anagrams);
        }
        for row in words {
            let expected = "the rows of alphagrams to count it";
            let place = format!("word {}", row.word);
            self.error(ORDER, &place, expected, "no row that does");
        }
    }

    fn alphagram(
        &mut self,
        place: &str,
        row: &AlphagramRow,
        tiles: &[Tile],
        anagrams: &[&WordRow],
    ) {
        if !tiles.is_sorted() {
            let sorted = self.texts.text(&alphagram_of(tiles));
            self.same(place, "alphagram", &sorted[..], &row.alphagram);
        }
        if LENGTHS.contains(&tiles.len()) {
            let draws = draws(self.ruleset, tiles);
            self.same(place, "combinations", draws, i128::from(row.combinations));
        } else {
            let expected = format!("{} to {} tiles", LENGTHS.start(), LENGTHS.end());
            self.error(WRONG, place, &expected, tiles.len());
        }
        let points = |&tile| i64::from(self.ruleset.points(tile));
        let points = tiles.iter().map(points).sum();
        let facts = self.ruleset.tiles();
        let is_vowel = |tile: &&Tile| facts[usize::from(**tile)].vowel;
        let vowels = tiles.iter().filter(is_vowel).count() as i64;
        let [length, words] = [tiles.len(), anagrams.len()].map(|count| count as i64);
        self.same(place, "length", length, row.length);
        self.same(place, "num_anagrams", words, row.num_anagrams);
        self.same(place, "point_value", points, row.point_value);
        self.same(place, "num_vowels", vowels, row.num_vowels);
        let (mut is_new, mut is_unique) = (0, 0);
        let mut before: Vec<Tile> = Vec::new();
        for row in anagrams {
            let place = format!("word {}", row.word);
            let word = self.tiles(&place, "word", &row.word);
            let sorted = alphagram_of(&word);
            if sorted != tiles || word <= before {
                let expected = format!("a later anagram of {}", self.texts.text(tiles));
                self.error(ORDER, &place, &expected, "another word");
            }
            let alphagram = self.texts.text(&sorted);
            self.same(&place, "alphagram", &alphagram, &row.alphagram);
            let (new, unique) = self.word(&place, row, &word);
            is_new |= i64::from(new);
            is_unique |= i64::from(unique);
            before = word;
        }
        let Some(notes) = self.notes else { return };
        let difficulty = notes.difficulties.get(tiles).copied().unwrap_or(0);
        let unique = row.contains_word_uniq_to_lex_split;
        self.same(place, "contains_word_uniq_to_lex_split", is_unique, unique);
        let new = row.contains_update_to_lex;
        self.same(place, "contains_update_to_lex", is_new, new);
        self.same(place, "difficulty", i64::from(difficulty), row.difficulty);
    }

    /// Checks the symbols and the definition of a word. Returns whether it is new, and
    /// whether the other family lacks it.
    fn word(&mut self, place: &str, row: &WordRow, word: &[Tile]) -> (bool, bool) {
        let Some(notes) = self.notes else {
            return (false, false);
        };
        let new = notes.previous.iter().any(|words| !words.contains(word));
        let newest = notes.newest.iter().find(|(_, words)| !words.contains(word));
        let mut symbols = if new { "+".to_string() } else { String::new() };
        symbols.extend(newest.map(|(symbol, _)| symbol.sign()));
        self.same(place, "lexicon_symbols", &symbols, &row.lexicon_symbols);
        let expander = Expander::new(&notes.definitions, self.ruleset.alphabet());
        self.same(place, "definition", &expander.text(word), &row.definition);
        (new, newest.is_some())
    }

    /// Checks the hooks. Each must make a word, and their number must be that of words
    /// that remain words without their first or last tile.
    fn hooks(&mut self, rows: &DatabaseRows) {
        let (mut claimed, mut expected) = (0, 0);
        for row in &rows.words {
            let place = format!("word {}", row.word);
            let word = self.texts.read(&row.word).unwrap_or_default();
            for (column, text, is_front) in hooks_of(row) {
                let hooks = self.tiles(&place, column, text);
                claimed += hooks.len();
                let makes = |&tile: &Tile| self.words.contains(&with(&word, tile, is_front));
                if !hooks.is_sorted_by(|a, b| a < b) || !hooks.iter().all(makes) {
                    let place = format!("{place}: {column}");
                    let expected = "rising tiles that make words";
                    self.error(HOOK, &place, expected, quoted(text));
                }
            }
            let tail = word.get(1..).unwrap_or_default();
            let head = &word[..word.len().saturating_sub(1)];
            for (column, part, found) in [
                ("inner_front_hook", tail, row.inner_front_hook),
                ("inner_back_hook", head, row.inner_back_hook),
            ] {
                let is_word = self.words.contains(part);
                expected += usize::from(is_word);
                self.same(&place, column, i64::from(is_word), found);
            }
        }
        if claimed != expected {
            self.missing_hooks(rows);
        }
    }

    /// Reports the missing hooks.
    fn missing_hooks(&mut self, rows: &DatabaseRows) {
        let letters = self.ruleset.alphabet().len() as Tile;
        for row in &rows.words {
            let word = self.texts.read(&row.word).unwrap_or_default();
            for (column, text, is_front) in hooks_of(row) {
                let makes = |&tile: &Tile| self.words.contains(&with(&word, tile, is_front));
                let hooks: Vec<Tile> = (1..=letters).filter(makes).collect();
                let hooks = self.texts.text(&hooks);
                if hooks != text {
                    let place = format!("word {}: {column}", row.word);
                    self.error(HOOK, &place, &format!("`{hooks}`"), quoted(text));
                }
            }
        }
    }

    /// Checks the words of the previous edition that were deleted. Without a recipe,
    /// that edition is unknown.
    fn deleted(&mut self, rows: &DatabaseRows) {
        let none = Words::default();
        let previous = self.notes.map(|notes| notes.previous.as_ref());
        let previous = previous.map(|words| words.unwrap_or(&none));
        let is_gone = |words: &Words, tiles: &[Tile]| {
            !words.contains(tiles) && previous.is_none_or(|previous| previous.contains(tiles))
        };
        let mut before = "";
        for (word, length) in &rows.deleted {
            let place = format!("deleted word {word}");
            let tiles = self.tiles(&place, "word", word);
            self.same(&place, "length", word.len() as i64, *length);
            if !is_gone(self.words, &tiles) || &word[..] <= before {
                let expected = "a later word that only the previous edition has";
                self.error(WRONG, &place, expected, quoted(word));
            }
            before = word;
        }
        let Some(previous) = previous else { return };
        let gone = previous.iter().filter(|word| !self.words.contains(word));
        let gone = grouped(gone.count() as u64);
        let found = grouped(rows.deleted.len() as u64);
        self.same("deletedwords", "rows", gone, found);
    }
}

/// Quotes a value for findings.
fn quoted(text: &str) -> String {
    format!("`{}`", brief(text))
}

/// The columns of hooks, their texts, and whether they are front hooks.
fn hooks_of(row: &WordRow) -> [(&'static str, &str, bool); 2] {
    [
        ("front_hooks", &row.front_hooks, true),
        ("back_hooks", &row.back_hooks, false),
    ]
}

/// Adds a tile before or after a word.
fn with(word: &[Tile], tile: Tile, is_front: bool) -> Vec<Tile> {
    match is_front {
        true => [&[tile][..], word].concat(),
        false => [word, &[tile][..]].concat(),
    }
}

/// The number of ways to draw tiles from the full bag. For each letter, some copies are
/// drawn and the rest are blanks.
fn draws(ruleset: &Ruleset, tiles: &[Tile]) -> i128 {
    let groups = tiles.chunk_by(|a, b| a == b);
    let groups: Vec<(Tile, u32)> = groups.map(|same| (same[0], same.len() as u32)).collect();
    // 0 if there are fewer than `k`, as one of the factors is.
    fn choose(n: u32, k: u32) -> i128 {
        (0..i128::from(k)).fold(1, |ways, i| ways * (i128::from(n) - i) / (i + 1))
    }
    fn ways(ruleset: &Ruleset, groups: &[(Tile, u32)], used: u32) -> i128 {
        let blanks = u32::from(ruleset.count(0));
        let Some((&(tile, need), rest)) = groups.split_first() else {
            return choose(blanks, used);
        };
        let mut sum = 0i128;
        for as_blanks in 0..=need.min(blanks - used) {
            let drawn = choose(u32::from(ruleset.count(tile)), need - as_blanks);
            if drawn > 0 {
                let others = ways(ruleset, rest, used + as_blanks);
                sum = sum.saturating_add(drawn.saturating_mul(others));
            }
        }
        sum
    }
    ways(ruleset, &groups, 0)
}
