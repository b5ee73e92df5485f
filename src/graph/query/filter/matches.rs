//! The words that pass a filter, in sorted order.

use crate::error::Result;
use crate::graph::query::filter::conditions::{Filter, Sum};
use crate::graph::query::filter::walk::{Direction, Walk};
use crate::graph::query::pattern::Pattern;
use crate::graph::read::graph::Graph;
use crate::lexicon::{WordCollector, Words};
use crate::tiles::{MAX_LETTERS, Tile};

/// The words that pass a filter, in sorted order.
///
/// This is not an [`Iterator`]: each word is borrowed, and the next one overwrites it.
pub struct Matches<'g>(Found<'g>);

enum Found<'g> {
    /// Found one by one, in sorted order.
    Walked(Box<Walk<'g>>),
    /// Found from their ends, then sorted. The number is the index of the next one.
    Sorted(Words, usize),
}

impl Matches<'_> {
    /// Returns the next word; `None` after the last.
    #[allow(clippy::should_implement_trait)] // the word is borrowed from self
    pub fn next(&mut self) -> Option<&[Tile]> {
        match &mut self.0 {
            Found::Walked(walk) => walk.next(),
            Found::Sorted(words, next) => {
                let i = *next;
                *next += 1;
                (i < words.len()).then(|| words.get(i))
            }
        }
    }

    /// Collects the remaining words.
    pub fn collect(mut self) -> Result<Words> {
        let mut collector = WordCollector::default();
        while let Some(word) = self.next() {
            collector.push(word)?;
        }
        Ok(collector.finish().0)
    }

    /// Counts the remaining words.
    pub fn count(mut self) -> u64 {
        let mut count = 0;
        while self.next().is_some() {
            count += 1;
        }
        count
    }

    /// The number of nodes that a forward walk visited.
    #[cfg(test)]
    pub(crate) fn visited(&self) -> Option<u64> {
        match &self.0 {
            Found::Walked(walk) => Some(walk.visited),
            Found::Sorted(..) => None,
        }
    }
}

impl Graph {
    /// Finds the words of the DAWG that pass a filter, in sorted order; fails if the
    /// graph has too many words to walk.
    ///
    /// If a pattern fixes more of the ends of words than of their beginnings, the
    /// search uses the GADDAG, if there is one. The GADDAG must be that of the DAWG's
    /// words: words that only the DAWG has are not found.
    pub fn matches<'g>(&'g self, filter: Filter<'g>) -> Result<Matches<'g>> {
        let totals = self.totals();
        totals.check()?;
        if filter.is_backwards(self)
            && let Some(words) = self.matches_backwards(&filter, totals.tiles)?
        {
            return Ok(Matches(Found::Sorted(words, 0)));
        }
        let walk = Walk::new(self, filter, Direction::Forwards, u64::MAX);
        Ok(Matches(Found::Walked(Box::new(walk))))
    }

    /// Finds the words that pass a filter through the GADDAG. `None` if the GADDAG has
    /// more paths than one of the DAWG's words can have.
    fn matches_backwards(&self, filter: &Filter<'_>, all_tiles: u64) -> Result<Option<Words>> {
        let mut reversed = filter.clone();
        for pattern in &mut reversed.patterns {
            *pattern = pattern.reversed();
        }
        // Each prefix of a reversed word is a path, and a list follows each path.
        let most = (MAX_LETTERS as u64 + 1) * (all_tiles + 1);
        let mut walk = Walk::new(self, reversed, Direction::Backwards, most);
        let mut collector = WordCollector::default();
        let mut word = Vec::new();
        while let Some(path) = walk.next() {
            word.clear();
            word.extend(path.iter().rev());
            if self.has_word(&word) {
                collector.push(&word)?;
            }
        }
        Ok((!walk.is_cut_short()).then(|| collector.finish().0))
    }
}

impl Filter<'_> {
    /// Whether the lengths allow any match.
    pub(crate) fn may_match(&self) -> bool {
        self.max > 0 && self.min <= self.max
    }

    /// Whether words are found faster from their ends.
    fn is_backwards(&self, graph: &Graph) -> bool {
        let beginning = |pattern: &Pattern| pattern.fixed_beginning();
        let ending = |pattern: &Pattern| pattern.reversed().fixed_beginning();
        let most = |fixed: &dyn Fn(&Pattern) -> usize| self.patterns.iter().map(fixed).max();
        graph.gaddag_root().is_some() && self.racks.is_empty() && most(&ending) > most(&beginning)
    }
}

impl Sum {
    #[inline]
    pub(crate) fn weight(&self, tile: Tile) -> usize {
        let weight = self.weights.get(usize::from(tile)).copied();
        weight.unwrap_or(0).into()
    }
}
