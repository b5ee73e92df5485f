//! Filters: the words of a graph that match patterns, lengths and racks.
//!
//! The graph is walked as for all its words, but a path is left as soon as no
//! word can follow: when it matches no pattern, is too long, or takes a tile
//! that the rack lacks.

use crate::error::Result;
use crate::graph::query::pattern::{Pattern, PatternFault, PatternStates};
use crate::graph::read::graph::Graph;
use crate::tiles::{BLANK, MAX_LETTERS, Tile};

/// The words wanted; by default all of them.
#[derive(Clone, Debug)]
pub struct Filter {
    /// Patterns that all have to match.
    all: Vec<Pattern>,
    /// Patterns of which one has to match, if there are any.
    any: Vec<Pattern>,
    min: usize,
    max: usize,
    rack: Option<TileCounts>,
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
    /// Keeps only words that match a pattern.
    pub fn pattern(mut self, pattern: Pattern) -> Filter {
        self.all.push(pattern);
        self
    }

    /// Keeps only words of `min` to `max` tiles.
    pub fn lengths(mut self, min: usize, max: usize) -> Filter {
        self.min = self.min.max(min);
        self.max = self.max.min(max);
        self
    }

    /// Keeps only words that use all tiles of a rack; a blank is any tile.
    pub fn anagram(mut self, rack: &[Tile]) -> Filter {
        let mut tiles = TileCounts([0; MAX_LETTERS + 1]);
        for &tile in rack {
            tiles.put_back(tile);
        }
        self.rack = Some(tiles);
        self.lengths(rack.len(), rack.len())
    }

    /// Keeps only words that are `word` with one more tile before or after it.
    pub fn hooks(mut self, word: &[Tile]) -> Result<Filter, PatternFault> {
        self.any = vec![Pattern::front_hooks(word)?, Pattern::back_hooks(word)?];
        Ok(self)
    }

    fn patterns(&self) -> impl Iterator<Item = &Pattern> {
        self.all.iter().chain(&self.any)
    }

    /// Whether a path with these pattern states may become a word.
    fn may_go_on(&self, states: &[PatternStates]) -> bool {
        let (all, any) = states.split_at(self.all.len());
        let alive = |&states: &PatternStates| states != 0;
        all.iter().all(alive) && (any.is_empty() || any.iter().any(alive))
    }

    /// Whether a path of this length with these pattern states is a match.
    fn may_end(&self, length: usize, states: &[PatternStates]) -> bool {
        let (all, any) = states.split_at(self.all.len());
        let full = |(pattern, &states): (&Pattern, &PatternStates)| pattern.is_full(states);
        length >= self.min
            && self.all.iter().zip(all).all(full)
            && (any.is_empty() || self.any.iter().zip(any).any(full))
    }
}

/// The number of each tile on a rack.
#[derive(Clone, Debug)]
struct TileCounts([usize; MAX_LETTERS + 1]);

impl TileCounts {
    /// Takes a tile, or else a blank, and returns which. The tile itself is
    /// always the better choice, so there is nothing to come back to.
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
/// This is no [`Iterator`]: each word is borrowed, and the next one overwrites
/// it.
pub struct Matches<'g> {
    graph: &'g Graph,
    filter: Filter,
    /// The index of the node of each tile in `path`.
    nodes: Vec<u32>,
    path: Vec<Tile>,
    /// The states of each pattern before the first tile and after each tile.
    states: Vec<PatternStates>,
    /// What each tile of `path` took from the rack.
    taken: Vec<Tile>,
    /// The list to enter next; 0 to go on after the last node.
    down: u32,
}

impl Matches<'_> {
    /// Returns the next word; none after the last one.
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
            let states = &self.states[self.states.len() - self.width()..];
            if node.accepts() && self.filter.may_end(self.path.len(), states) {
                return Some(&self.path);
            }
        }
    }

    /// The number of patterns.
    fn width(&self) -> usize {
        self.filter.all.len() + self.filter.any.len()
    }

    /// Adds a node to the path. Returns false if no match can follow.
    fn enter(&mut self, index: u32) -> bool {
        let tile = self.graph.nodes()[index as usize].tile();
        let width = self.width();
        let before = self.states.len() - width;
        for (i, pattern) in self.filter.patterns().enumerate() {
            let states = pattern.step(self.states[before + i], tile);
            self.states.push(states);
        }
        let may_go_on = self.filter.may_go_on(&self.states[before + width..]);
        let taken = match &mut self.filter.rack {
            _ if !may_go_on => None,
            Some(rack) => rack.take(tile),
            None => Some(BLANK),
        };
        let Some(taken) = taken else {
            self.states.truncate(before + width);
            return false;
        };
        self.taken.push(taken);
        self.path.push(tile);
        self.nodes.push(index);
        true
    }

    /// Moves on to the next node of the deepest list that has one.
    fn step(&mut self) -> Option<u32> {
        loop {
            let index = self.nodes.pop()?;
            self.path.pop();
            self.states.truncate(self.states.len() - self.width());
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
    /// Finds the words of the DAWG that pass a filter, in sorted order; fails if
    /// the graph has too many words to go through.
    pub fn matches(&self, filter: Filter) -> Result<Matches<'_>> {
        self.totals().check()?;
        let states = filter.patterns().map(|_| Pattern::START).collect();
        let may_match = filter.max > 0 && filter.min <= filter.max;
        Ok(Matches {
            graph: self,
            nodes: Vec::new(),
            path: Vec::new(),
            states,
            taken: Vec::new(),
            down: if may_match { self.dawg_root() } else { 0 },
            filter,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::spec::GraphSpec;
    use crate::graph::testing::{any_words, doubling, graph_of};
    use proptest::prelude::*;

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
            words in any_words(1..=4, 1..6, 60),
            part in prop::collection::vec(1..5u8, 0..4),
            rack in prop::collection::vec(0..5u8, 0..6),
            (min, max) in (0..6usize, 0..6usize),
        ) {
            let graph = graph_of(&words, GraphSpec::new());
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
