//! The columns of word lists: points, hooks, ranks and other facts about a word.

use crate::cli::args::kwg_dump::Column;
use crate::cli::input::Prepared;
use crate::error::Result;
use crate::graph::{Graph, InnerHooks, Members, points};
use crate::lexicon::Definitions;
use crate::ruleset::Ruleset;
use crate::tiles::Tile;
use serde_json::Value;
use std::collections::HashMap;

/// A cell as text.
pub(crate) fn cell_text(cell: &Value) -> String {
    cell.as_str()
        .map_or_else(|| cell.to_string(), str::to_string)
}

/// Everything that the columns of a file's words need.
pub(crate) struct Study<'s> {
    pub(crate) graph: &'s Graph,
    pub(crate) ruleset: &'s Ruleset,
    pub(crate) prepared: &'s Prepared<'s>,
    /// Member files by name.
    pub(crate) members: Vec<(String, Members)>,
    /// The definitions, if any were given.
    pub(crate) definitions: Option<Definitions>,
    /// The number of words of each alphagram. It is never iterated, so its order does not
    /// matter.
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

    /// What a column says about a word: a text or a number.
    pub(crate) fn cell(&self, column: Column, word: &[Tile]) -> Value {
        let alphabet = self.ruleset.alphabet();
        let index = || self.prepared.index.as_ref()?.index(word);
        let number = |number: Option<u32>| number.unwrap_or(0).into();
        match column {
            Column::Word => alphabet.word_text(word).into(),
            Column::Alphagram => alphabet.labels_text(&alphagram(word)).into(),
            Column::Length => word.len().into(),
            Column::Points => points(word, self.ruleset).into(),
            Column::Rank => {
                let order = self.prepared.order.as_ref();
                number(index().and_then(|index| order?.rank(index)))
            }
            Column::Front => alphabet.labels_text(&self.graph.hooks(word).front).into(),
            Column::Back => alphabet.labels_text(&self.graph.hooks(word).back).into(),
            Column::Inner => {
                let (front, back) = InnerHooks::of(word, self.graph);
                let sides = [("front", front), ("back", back)].into_iter();
                let sides: Vec<&str> = sides.filter(|side| side.1).map(|side| side.0).collect();
                sides.join(" ").into()
            }
            Column::Anagrams => {
                let count = self.anagrams.get(&alphagram(word));
                count.copied().unwrap_or(0).into()
            }
            Column::Index => number(index()),
            Column::Members => {
                let names: Vec<&str> = lexicons_with(&self.members, index()).collect();
                names.join(" ").into()
            }
            Column::Definition => {
                let definitions = self.definitions.as_ref();
                let text = definitions.and_then(|definitions| definitions.get(word));
                text.unwrap_or_default().into()
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
