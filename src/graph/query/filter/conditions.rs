//! The conditions of a filter.

use crate::graph::query::filter::ends::{EndCondition, InnerHooks};
use crate::graph::query::filter::hook_set::HookSet;
use crate::graph::query::filter::tile_counts::TileCounts;
use crate::graph::query::members::Members;
use crate::graph::query::pattern::{
    MAX_PLACES, Pattern, PatternFault, TileSet, set_of, set_of_all,
};
use crate::graph::query::probability::ProbabilityOrder;
use crate::graph::query::word_index::WordIndex;
use crate::graph::read::graph::Graph;
use crate::ruleset::Ruleset;
use crate::tiles::{BLANK, MAX_LETTERS, Tile};
use std::sync::Arc;

/// A filter for words; by default it passes all of them. A word must meet every
/// condition that is added.
///
/// ```
/// use wordmill::graph::{Filter, Graph, GraphSpec, build};
/// use wordmill::lexicon::Words;
///
/// let words = Words::from_unsorted([&[3, 1, 20][..], &[1, 3, 20], &[3, 1]])?;
/// let graph = Graph::open(&build(&words, GraphSpec::new())?)?;
/// let mut anagrams = graph.matches(Filter::default().anagram(&[1, 3, 20]))?;
/// assert_eq!(anagrams.next(), Some(&[1, 3, 20][..]));
/// assert_eq!(anagrams.next(), Some(&[3, 1, 20][..]));
/// assert_eq!(anagrams.next(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Filter<'f> {
    /// Patterns that have to match.
    pub(super) patterns: Vec<Pattern>,
    pub(super) min: usize,
    pub(super) max: usize,
    /// Racks that must contain all tiles of the word; blanks count.
    pub(super) racks: Vec<TileCounts>,
    /// The tiles that the word must contain; no blanks.
    pub(super) needs: TileCounts,
    /// The tiles that the word must not have.
    pub(super) excluded: TileSet,
    pub(super) sums: Vec<Sum>,
    /// The fewest and the most different tiles.
    pub(super) distinct: (usize, usize),
    /// Graphs that must have the word (true) or lack it (false).
    pub(super) others: Vec<(&'f Graph, bool)>,
    /// Conditions tested only once a word is found.
    pub(super) ends: Vec<EndCondition<'f>>,
}

/// Bounds for a sum over the word's tiles.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    /// By tile.
    pub(super) weights: [u8; MAX_LETTERS + 1],
    pub(super) min: usize,
    pub(super) max: usize,
}

impl Default for Filter<'_> {
    fn default() -> Self {
        Filter {
            patterns: Vec::new(),
            min: 1,
            max: usize::MAX,
            racks: Vec::new(),
            needs: TileCounts::default(),
            excluded: 0,
            sums: Vec::new(),
            distinct: (0, usize::MAX),
            others: Vec::new(),
            ends: Vec::new(),
        }
    }
}

impl<'f> Filter<'f> {
    /// Keeps only words that match a pattern.
    pub fn pattern(mut self, pattern: Pattern) -> Self {
        let required: Vec<Tile> = pattern.required().collect();
        let (min, max) = pattern.lengths();
        self.patterns.push(pattern);
        self.includes(&required).lengths(min, max)
    }

    /// Keeps only words of `min` to `max` tiles.
    pub fn lengths(mut self, min: usize, max: usize) -> Self {
        self.min = self.min.max(min);
        self.max = self.max.min(max);
        self
    }

    /// Keeps only words that use all tiles of a rack; a blank stands for any tile.
    pub fn anagram(self, rack: &[Tile]) -> Self {
        self.within(rack).holding(rack)
    }

    /// Keeps only words that a rack has the tiles for; a blank stands for any tile.
    pub fn within(mut self, rack: &[Tile]) -> Self {
        self.racks.push(TileCounts::of(rack));
        self.lengths(0, rack.len())
    }

    /// Keeps only words that use all tiles of a rack and possibly more; a blank stands
    /// for any tile.
    pub fn holding(self, rack: &[Tile]) -> Self {
        let letters: Vec<Tile> = rack.iter().copied().filter(|&t| t != BLANK).collect();
        self.includes(&letters).lengths(rack.len(), usize::MAX)
    }

    /// Keeps only words that contain these tiles, in any order. A tile given twice must
    /// occur twice.
    pub fn includes(mut self, tiles: &[Tile]) -> Self {
        self.needs.raise_to(&TileCounts::of(tiles));
        self
    }

    /// Keeps only words that contain none of these tiles.
    pub fn excludes(mut self, tiles: &[Tile]) -> Self {
        self.excluded |= set_of_all(tiles);
        self
    }

    /// Keeps only words with `min` to `max` vowels of a ruleset.
    pub fn vowels(self, ruleset: &Ruleset, min: usize, max: usize) -> Self {
        let facts = ruleset.tiles();
        let weight = |tile: usize| facts.get(tile).map_or(0, |facts| u8::from(facts.vowel));
        self.sum(weight, min, max)
    }

    /// Keeps only words whose tiles have `min` to `max` points in total, without a
    /// board.
    pub fn points(self, ruleset: &Ruleset, min: usize, max: usize) -> Self {
        let facts = ruleset.tiles();
        let weight = |tile: usize| facts.get(tile).map_or(0, |facts| facts.points);
        self.sum(weight, min, max)
    }

    fn sum(mut self, weight: impl Fn(usize) -> u8, min: usize, max: usize) -> Self {
        let weights = std::array::from_fn(weight);
        self.sums.push(Sum { weights, min, max });
        self
    }

    /// Keeps only words with `min` to `max` different tiles.
    pub fn distinct(mut self, min: usize, max: usize) -> Self {
        let (least, most) = self.distinct;
        self.distinct = (least.max(min), most.min(max));
        self
    }

    /// Keeps only words that are `word` with one more tile before or after it.
    pub fn hooks(self, word: &[Tile]) -> Result<Self, PatternFault> {
        let length = word.len() + 1;
        if length > MAX_PLACES {
            return Err(PatternFault::Long(length));
        }
        let filter = self.includes(word).lengths(length, length);
        let word = word.to_vec();
        Ok(filter.that(move |hooked| hooked.starts_with(&word) || hooked.ends_with(&word)))
    }

    /// Keeps only words whose front hooks match `hooks`.
    pub fn front_hooks(self, hooks: HookSet) -> Self {
        self.at_end(move |word, graph| hooks.fits(graph.front_hooks(word, hooks.of_interest())))
    }

    /// Keeps only words whose back hooks match `hooks`.
    pub fn back_hooks(self, hooks: HookSet) -> Self {
        self.at_end(move |word, graph| hooks.fits(graph.back_hooks(word)))
    }

    /// Keeps only words that contain, or don't contain, a shorter word as `inner` says.
    pub fn inner_hooks(self, inner: InnerHooks) -> Self {
        self.at_end(move |word, graph| inner.fits(word, graph))
    }

    /// Keeps only words that read the same backwards.
    pub fn palindrome(self) -> Self {
        self.that(|word| word.iter().eq(word.iter().rev()))
    }

    /// Keeps only words that are also a word when reversed.
    pub fn reversible(self) -> Self {
        self.at_end(|word, graph| {
            let reversed: Vec<Tile> = word.iter().rev().copied().collect();
            graph.has_word(&reversed)
        })
    }

    /// Keeps only words that another graph has too.
    pub fn also_in(mut self, other: &'f Graph) -> Self {
        self.others.push((other, true));
        self
    }

    /// Keeps only words that another graph lacks.
    pub fn not_in(mut self, other: &'f Graph) -> Self {
        self.others.push((other, false));
        self
    }

    /// Keeps only words in `members` if `wanted`, otherwise only the others. `index`
    /// numbers the words of the graph that is searched.
    pub fn members(self, index: &'f WordIndex, members: &'f Members, wanted: bool) -> Self {
        self.that(move |word| index.index(word).is_some_and(|i| members.contains(i)) == wanted)
    }

    /// Keeps only words with a probability rank from `min` to `max`. `index` numbers
    /// the words of the graph that is searched.
    pub fn ranks(
        self,
        index: &'f WordIndex,
        order: &'f ProbabilityOrder,
        min: u32,
        max: u32,
    ) -> Self {
        self.that(move |word| {
            let rank = index.index(word).and_then(|i| order.rank(i));
            rank.is_some_and(|rank| (min..=max).contains(&rank))
        })
    }

    /// Keeps only words for which `wanted` returns true.
    pub fn that(self, wanted: impl Fn(&[Tile]) -> bool + Send + Sync + 'f) -> Self {
        self.at_end(move |word, _| wanted(word))
    }

    fn at_end(mut self, fits: impl Fn(&[Tile], &Graph) -> bool + Send + Sync + 'f) -> Self {
        self.ends.push(EndCondition(Arc::new(fits)));
        self
    }

    /// Whether a word meets the conditions.
    ///
    /// Hooks are those in `graph`, which need not contain the word.
    pub fn fits(&self, word: &[Tile], graph: &Graph) -> bool {
        let counts = TileCounts::of(word);
        let in_rack = |rack: &TileCounts| {
            let mut left = rack.clone();
            word.iter().all(|&tile| left.take(tile).is_some())
        };
        let sum = |sum: &Sum| {
            let weights = word.iter().map(|&tile| sum.weight(tile));
            (sum.min..=sum.max).contains(&weights.sum())
        };
        let (least, most) = self.distinct;
        (self.min..=self.max).contains(&word.len())
            && word.iter().all(|&tile| self.excluded & set_of(tile) == 0)
            && self.needs.is_within(&counts)
            && (least..=most).contains(&counts.distinct())
            && self.sums.iter().all(sum)
            && self.racks.iter().all(in_rack)
            && self.patterns.iter().all(|pattern| pattern.fits(word))
            && self
                .others
                .iter()
                .all(|&(other, has)| other.has_word(word) == has)
            && self.ends.iter().all(|end| end.0(word, graph))
    }
}
