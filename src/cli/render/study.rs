//! What there is to say about a word: the columns of study lists.

use crate::cli::args::words::Column;
use crate::cli::input::wanted::Prepared;
use crate::cli::render::json::Json;
use crate::error::Result;
use crate::graph::{Graph, InnerHooks, Members, points};
use crate::lexicon::Definitions;
use crate::ruleset::Ruleset;
use crate::tiles::Tile;
use std::collections::HashMap;
use std::fmt;

/// One thing about a word.
pub(crate) enum Cell {
    Text(String),
    Number(u64),
}

impl From<Cell> for Json {
    fn from(cell: Cell) -> Json {
        match cell {
            Cell::Text(text) => text.into(),
            Cell::Number(number) => number.into(),
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Text(text) => f.write_str(text),
            Cell::Number(number) => number.fmt(f),
        }
    }
}

/// Knows all about the words of a file.
pub(crate) struct Study<'s> {
    pub(crate) graph: &'s Graph,
    pub(crate) ruleset: &'s Ruleset,
    pub(crate) prepared: &'s Prepared<'s>,
    /// Member files by name.
    pub(crate) members: Vec<(String, Members)>,
    /// The definitions, if any were given.
    pub(crate) definitions: Option<Definitions>,
    /// The number of words of each alphagram. It is only looked up.
    pub(crate) anagrams: HashMap<Vec<Tile>, u64>,
}

impl Study<'_> {
    /// Counts the words of each alphagram, for that column.
    pub(crate) fn count_anagrams(&mut self) -> Result<()> {
        let words = self.graph.to_words()?;
        for word in words.iter() {
            *self.anagrams.entry(alphagram(word)).or_default() += 1;
        }
        Ok(())
    }

    /// What a column says about a word.
    pub(crate) fn cell(&self, column: Column, word: &[Tile]) -> Cell {
        let alphabet = self.ruleset.alphabet();
        let index = || self.prepared.index.as_ref()?.index(word);
        let number = |number: Option<u32>| Cell::Number(number.unwrap_or(0).into());
        match column {
            Column::Word => Cell::Text(alphabet.word_text(word)),
            Column::Alphagram => Cell::Text(alphabet.labels_text(&alphagram(word))),
            Column::Length => Cell::Number(word.len() as u64),
            Column::Points => Cell::Number(points(word, self.ruleset)),
            Column::Rank => {
                let order = self.prepared.order.as_ref();
                number(index().and_then(|index| order?.rank(index)))
            }
            Column::Front => Cell::Text(alphabet.labels_text(&self.graph.hooks(word).front)),
            Column::Back => Cell::Text(alphabet.labels_text(&self.graph.hooks(word).back)),
            Column::Inner => {
                let (front, back) = InnerHooks::of(word, self.graph);
                let sides = [("front", front), ("back", back)].into_iter();
                let sides: Vec<&str> = sides.filter(|side| side.1).map(|side| side.0).collect();
                Cell::Text(sides.join(" "))
            }
            Column::Anagrams => {
                let count = self.anagrams.get(&alphagram(word));
                Cell::Number(count.copied().unwrap_or(0))
            }
            Column::Index => number(index()),
            Column::Members => {
                let names: Vec<&str> = lexicons_with(&self.members, index()).collect();
                Cell::Text(names.join(" "))
            }
            Column::Definition => {
                let definitions = self.definitions.as_ref();
                let text = definitions.and_then(|definitions| definitions.get(word));
                Cell::Text(text.unwrap_or_default().to_string())
            }
        }
    }
}

/// The names of the member files that have the word of a number.
pub(crate) fn lexicons_with(
    members: &[(String, Members)],
    index: Option<u32>,
) -> impl Iterator<Item = &str> {
    let has = move |members: &Members| index.is_some_and(|index| members.contains(index));
    let found = members.iter().filter(move |(_, members)| has(members));
    found.map(|(name, _)| name.as_str())
}

/// The tiles of a word in order.
fn alphagram(word: &[Tile]) -> Vec<Tile> {
    let mut tiles = word.to_vec();
    tiles.sort_unstable();
    tiles
}
