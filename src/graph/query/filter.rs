//! The words of a graph that are as one wants them.
//!
//! The graph is walked as for all its words, but not where no word can be
//! found: a path that fits some pattern in no way, that is too long or that
//! takes a tile the rack does not have, is left at once.

use crate::error::Result;
use crate::graph::query::pattern::{Fit, Pattern, PatternFault};
use crate::graph::read::Graph;
use crate::tiles::{BLANK, MAX_LETTERS, Tile};

/// What words have to be like; without further ado, all words are.
#[derive(Clone, Debug)]
pub struct Filter {
    /// Patterns that all have to fit.
    all: Vec<Pattern>,
    /// Patterns one of which has to fit, if there are any.
    any: Vec<Pattern>,
    min: usize,
    max: usize,
    rack: Option<Rack>,
}

impl Default for Filter {
    fn default() -> Self {
        Filter {
            all: Vec::new(),
            any: Vec::new(),
            min: 1,
            max: usize::MAX,
            rack: None,
        }
    }
}

impl Filter {
    /// Only words that fit a pattern, too.
    pub fn pattern(mut self, pattern: Pattern) -> Filter {
        self.all.push(pattern);
        self
    }

    /// Only words of so many tiles.
    pub fn lengths(mut self, min: usize, max: usize) -> Filter {
        self.min = self.min.max(min);
        self.max = self.max.min(max);
        self
    }

    /// Only words that use up a rack; a blank in it is any tile.
    pub fn anagram(mut self, rack: &[Tile]) -> Filter {
        let mut tiles = Rack::default();
        for &tile in rack {
            tiles.put_back(tile);
        }
        self.rack = Some(tiles);
        self.lengths(rack.len(), rack.len())
    }

    /// Only words that are a word with one more tile in front or behind.
    pub fn hooks(mut self, word: &[Tile]) -> Result<Filter, PatternFault> {
        self.any = vec![Pattern::front_hooks(word)?, Pattern::back_hooks(word)?];
        Ok(self)
    }

    fn patterns(&self) -> impl Iterator<Item = &Pattern> {
        self.all.iter().chain(&self.any)
    }

    /// Whether a path with these fits may still become a word.
    fn may_go_on(&self, fits: &[Fit]) -> bool {
        let (all, any) = fits.split_at(self.all.len());
        all.iter().all(|&fit| fit != 0) && (any.is_empty() || any.iter().any(|&fit| fit != 0))
    }

    /// Whether a path of this length with these fits may end.
    fn may_end(&self, length: usize, fits: &[Fit]) -> bool {
        let (all, any) = fits.split_at(self.all.len());
        let full = |(pattern, &fit): (&Pattern, &Fit)| pattern.is_full(fit);
        length >= self.min
            && self.all.iter().zip(all).all(full)
            && (any.is_empty() || self.any.iter().zip(any).any(full))
    }
}

/// How many there are of each tile.
#[derive(Clone, Debug)]
struct Rack([usize; MAX_LETTERS + 1]);

impl Default for Rack {
    fn default() -> Self {
        Rack([0; MAX_LETTERS + 1])
    }
}

impl Rack {
    /// Takes a tile, or else a blank; says which. A tile that is there can do
    /// nothing better than be itself, so there is no choice to come back to.
    fn take(&mut self, tile: Tile) -> Option<Tile> {
        [tile, BLANK].into_iter().find(|&t| {
            let there = self.0.get_mut(usize::from(t)).filter(|count| **count > 0);
            there.map(|count| *count -= 1).is_some()
        })
    }

    fn put_back(&mut self, tile: Tile) {
        if let Some(count) = self.0.get_mut(usize::from(tile)) {
            *count += 1;
        }
    }
}

/// The words that pass a filter, in sorted order.
///
/// A word is lent, not given: it is overwritten by the next one.
pub struct Matches<'g> {
    graph: &'g Graph,
    filter: Filter,
    /// For each tile of `path` the index of its node.
    nodes: Vec<u32>,
    path: Vec<Tile>,
    /// For each tile of `path`, and before the first, how each pattern fits.
    fits: Vec<Fit>,
    /// For each tile of `path` what it took from the rack.
    taken: Vec<Tile>,
    /// The list to go down into next; 0 to go on at the last node.
    down: u32,
}

impl Matches<'_> {
    /// The next word; none after the last one.
    #[allow(clippy::should_implement_trait)] // the word is borrowed from self
    pub fn next(&mut self) -> Option<&[Tile]> {
        loop {
            let mut index = match std::mem::take(&mut self.down) {
                0 => self.step()?,
                list => list,
            };
            while !self.enter(index) {
                index = match self.graph.nodes()[index as usize].is_end() {
                    true => self.step()?,
                    false => index + 1,
                };
            }
            let node = self.graph.nodes()[index as usize];
            if self.path.len() < self.filter.max {
                self.down = node.arc();
            }
            let fits = &self.fits[self.fits.len() - self.width()..];
            if node.accepts() && self.filter.may_end(self.path.len(), fits) {
                return Some(&self.path);
            }
        }
    }

    /// The number of patterns.
    fn width(&self) -> usize {
        self.filter.all.len() + self.filter.any.len()
    }

    /// Adds a node to the path, if there may be words behind it.
    fn enter(&mut self, index: u32) -> bool {
        let tile = self.graph.nodes()[index as usize].tile();
        let width = self.width();
        let before = self.fits.len() - width;
        for (i, pattern) in self.filter.patterns().enumerate() {
            let fit = pattern.step(self.fits[before + i], tile);
            self.fits.push(fit);
        }
        let may_go_on = self.filter.may_go_on(&self.fits[before + width..]);
        let taken = match &mut self.filter.rack {
            _ if !may_go_on => None,
            Some(rack) => rack.take(tile),
            None => Some(BLANK),
        };
        let Some(taken) = taken else {
            self.fits.truncate(before + width);
            return false;
        };
        self.taken.push(taken);
        self.path.push(tile);
        self.nodes.push(index);
        true
    }

    /// Goes on to the next node of the deepest list that has one.
    fn step(&mut self) -> Option<u32> {
        loop {
            let index = self.nodes.pop()?;
            self.path.pop();
            self.fits.truncate(self.fits.len() - self.width());
            if let (Some(rack), Some(tile)) = (&mut self.filter.rack, self.taken.pop()) {
                rack.put_back(tile);
            }
            if !self.graph.nodes()[index as usize].is_end() {
                return Some(index + 1);
            }
        }
    }
}

impl Graph {
    /// The words of the DAWG that pass a filter, in sorted order; an error if
    /// the graph has too many words to go through.
    pub fn matches(&self, filter: Filter) -> Result<Matches<'_>> {
        self.extent().check()?;
        let fits = filter.patterns().map(|_| Pattern::START).collect();
        let may_match = filter.max > 0 && filter.min <= filter.max;
        Ok(Matches {
            graph: self,
            nodes: Vec::new(),
            path: Vec::new(),
            fits,
            taken: Vec::new(),
            down: if may_match { self.dawg_root() } else { 0 },
            filter,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::build;
    use crate::graph::build::GraphSpec;
    use crate::graph::node::NodeFormat;
    use crate::graph::query::totals::tests::doubling;
    use crate::graph::read::GraphKind;
    use crate::lexicon::Words;
    use proptest::prelude::*;

    fn graph(words: &Words) -> Graph {
        let bytes = build(words, GraphSpec::default()).unwrap();
        Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap()
    }

    fn matches(graph: &Graph, filter: Filter) -> Vec<Vec<Tile>> {
        let mut list = Vec::new();
        let mut matches = graph.matches(filter).unwrap();
        while let Some(word) = matches.next() {
            list.push(word.to_vec());
        }
        list
    }

    fn is_anagram(word: &[Tile], rack: &[Tile]) -> bool {
        let mut left = rack.to_vec();
        word.len() == rack.len()
            && word.iter().all(|tile| {
                let found = left.iter().position(|t| t == tile);
                match found.or_else(|| left.iter().position(|&t| t == BLANK)) {
                    Some(i) => {
                        left.remove(i);
                        true
                    }
                    None => false,
                }
            })
    }

    proptest! {
        #[test]
        fn it_finds_what_a_search_of_the_list_finds(
            list in prop::collection::vec(prop::collection::vec(1..5u8, 1..6), 0..60),
            part in prop::collection::vec(1..5u8, 0..4),
            rack in prop::collection::vec(0..5u8, 0..6),
            (min, max) in (0..6usize, 0..6usize),
        ) {
            let words = Words::from_unsorted(list.iter().map(Vec::as_slice)).unwrap();
            let graph = graph(&words);
            let listed = |wanted: &dyn Fn(&[Tile]) -> bool| -> Vec<Vec<Tile>> {
                words.iter().filter(|w| wanted(w)).map(<[Tile]>::to_vec).collect()
            };
            let all = Filter::default;
            let filtered = |filter| matches(&graph, filter);
            prop_assert_eq!(filtered(all()), listed(&|_| true));
            prop_assert_eq!(
                filtered(all().pattern(Pattern::prefix(&part).unwrap())),
                listed(&|w| w.starts_with(&part))
            );
            prop_assert_eq!(
                filtered(all().pattern(Pattern::suffix(&part).unwrap())),
                listed(&|w| w.ends_with(&part))
            );
            let has_part = |w: &[Tile]| {
                part.is_empty() || w.windows(part.len()).any(|window| window == part)
            };
            prop_assert_eq!(
                filtered(all().pattern(Pattern::contains(&part).unwrap()).lengths(min, max)),
                listed(&|w| has_part(w) && (min..=max).contains(&w.len()))
            );
            prop_assert_eq!(
                filtered(all().anagram(&rack)),
                listed(&|w| is_anagram(w, &rack))
            );
            prop_assert_eq!(
                filtered(all().hooks(&part).unwrap()),
                listed(&|w| w[1..] == part || w[..w.len() - 1] == part)
            );
        }
    }

    #[test]
    fn a_graph_with_too_many_words_is_refused() {
        let filter = Filter::default().pattern(Pattern::suffix(&[3]).unwrap());
        assert!(doubling(40).matches(filter).is_err());
    }
}
