//! Compares filters with a plain loop over the list of words.

use crate::graph::query::filter::{Filter, HookSet, InnerHooks};
use crate::graph::query::members::Members;
use crate::graph::query::pattern::{Pattern, TileSet, set_of};
use crate::graph::query::probability::ProbabilityOrder;
use crate::graph::query::word_index::WordIndex;
use crate::graph::read::graph::Graph;
use crate::graph::spec::{Content, GraphSpec};
use crate::graph::testing::{any_words, doubling, graph_of, graph_of_nodes, words_of};
use crate::lexicon::Words;
use crate::ruleset::Ruleset;
use crate::ruleset::TileFacts;
use crate::tiles::{BLANK, Tile};
use proptest::prelude::*;

/// A place of a pattern, or a gap.
#[derive(Clone, Debug)]
enum Part {
    Gap,
    One(TileSet),
}

/// A filter as data, to apply to a graph and to a list.
#[derive(Clone, Debug)]
enum Wish {
    Pattern(Vec<Part>),
    Prefix(Vec<Tile>),
    Suffix(Vec<Tile>),
    Contains(Vec<Tile>),
    Lengths(usize, usize),
    Anagram(Vec<Tile>),
    Within(Vec<Tile>),
    Holding(Vec<Tile>),
    Includes(Vec<Tile>),
    Excludes(Vec<Tile>),
    Vowels(usize, usize),
    Points(usize, usize),
    Distinct(usize, usize),
    Hooks(Vec<Tile>),
    Front(HookSet),
    Back(HookSet),
    Inner(InnerHooks),
    Palindrome,
    Reversible,
    In(bool),
    Members(bool),
    Rank(u32, u32),
}

const TILES: std::ops::RangeInclusive<Tile> = 1..=4;

fn any_wish() -> impl Strategy<Value = Wish> {
    let tiles = |most| prop::collection::vec(TILES, 0..most);
    let rack = || prop::collection::vec(0..=4u8, 0..7);
    let bounds = |most: usize| (0..most, 0..most);
    let part = prop_oneof![
        2 => Just(Part::Gap),
        1 => Just(Part::One(TileSet::MAX)),
        3 => TILES.prop_map(|tile| Part::One(set_of(tile))),
        2 => (1u64..16).prop_map(|set| Part::One(set << 1)),
    ];
    let hooks = prop_oneof![
        tiles(3).prop_map(HookSet::All),
        tiles(3).prop_map(HookSet::AnyOf),
        tiles(3).prop_map(HookSet::NoneOf),
        tiles(3).prop_map(HookSet::Exactly),
        Just(HookSet::Some),
    ];
    let inner = prop::sample::select(vec![
        InnerHooks::Front,
        InnerHooks::Back,
        InnerHooks::Both,
        InnerHooks::Either,
        InnerHooks::None,
    ]);
    prop_oneof![
        prop::collection::vec(part, 0..6).prop_map(Wish::Pattern),
        tiles(3).prop_map(Wish::Prefix),
        tiles(3).prop_map(Wish::Suffix),
        tiles(3).prop_map(Wish::Contains),
        bounds(7).prop_map(|(a, b)| Wish::Lengths(a, b)),
        rack().prop_map(Wish::Anagram),
        rack().prop_map(Wish::Within),
        rack().prop_map(Wish::Holding),
        tiles(4).prop_map(Wish::Includes),
        tiles(3).prop_map(Wish::Excludes),
        bounds(4).prop_map(|(a, b)| Wish::Vowels(a, b)),
        bounds(12).prop_map(|(a, b)| Wish::Points(a, b)),
        bounds(5).prop_map(|(a, b)| Wish::Distinct(a, b)),
        tiles(4).prop_map(Wish::Hooks),
        hooks.clone().prop_map(Wish::Front),
        hooks.prop_map(Wish::Back),
        inner.prop_map(Wish::Inner),
        Just(Wish::Palindrome),
        Just(Wish::Reversible),
        any::<bool>().prop_map(Wish::In),
        any::<bool>().prop_map(Wish::Members),
        bounds(20).prop_map(|(a, b)| Wish::Rank(a as u32, b as u32)),
    ]
}

/// The words, graphs and index that wishes are applied to.
struct World {
    words: Words,
    graph: Graph,
    others: Words,
    other: Graph,
    index: WordIndex,
    members: Members,
    order: ProbabilityOrder,
    ruleset: Ruleset,
}

impl World {
    fn new(words: Words, others: Words, spec: GraphSpec) -> World {
        let mut ruleset = Ruleset::builder("four");
        for (i, label) in (1..).zip(["A", "B", "C", "D"]) {
            let vowel = i % 2 == 1;
            let facts = TileFacts::new(i + 2, i);
            ruleset = ruleset.letter(label, TileFacts { vowel, ..facts });
        }
        let ruleset = ruleset.build().unwrap();
        let graph = graph_of(&words, spec);
        let index = WordIndex::of(&graph).unwrap();
        World {
            other: graph_of(&others, GraphSpec::new()),
            members: Members::of(&index, &others).0,
            order: ProbabilityOrder::of(&graph, &ruleset).unwrap(),
            words,
            graph,
            others,
            index,
            ruleset,
        }
    }

    fn filter(&self, wishes: &[Wish]) -> Filter<'_> {
        wishes
            .iter()
            .fold(Filter::default(), |filter, wish| match wish {
                Wish::Pattern(parts) => {
                    let builder = crate::graph::query::pattern::PatternBuilder::default();
                    let builder = parts.iter().fold(builder, |builder, part| match part {
                        Part::Gap => builder.gap(),
                        Part::One(set) => builder.one_of(*set),
                    });
                    filter.pattern(builder.finish().unwrap())
                }
                Wish::Prefix(tiles) => filter.pattern(Pattern::prefix(tiles).unwrap()),
                Wish::Suffix(tiles) => filter.pattern(Pattern::suffix(tiles).unwrap()),
                Wish::Contains(tiles) => filter.pattern(Pattern::contains(tiles).unwrap()),
                Wish::Lengths(min, max) => filter.lengths(*min, *max),
                Wish::Anagram(rack) => filter.anagram(rack),
                Wish::Within(rack) => filter.within(rack),
                Wish::Holding(rack) => filter.holding(rack),
                Wish::Includes(tiles) => filter.includes(tiles),
                Wish::Excludes(tiles) => filter.excludes(tiles),
                Wish::Vowels(min, max) => filter.vowels(&self.ruleset, *min, *max),
                Wish::Points(min, max) => filter.points(&self.ruleset, *min, *max),
                Wish::Distinct(min, max) => filter.distinct(*min, *max),
                Wish::Hooks(word) => filter.hooks(word).unwrap(),
                Wish::Front(hooks) => filter.front_hooks(hooks.clone()),
                Wish::Back(hooks) => filter.back_hooks(hooks.clone()),
                Wish::Inner(inner) => filter.inner_hooks(*inner),
                Wish::Palindrome => filter.palindrome(),
                Wish::Reversible => filter.reversible(),
                Wish::In(true) => filter.also_in(&self.other),
                Wish::In(false) => filter.not_in(&self.other),
                Wish::Members(wanted) => filter.members(&self.index, &self.members, *wanted),
                Wish::Rank(min, max) => filter.ranks(&self.index, &self.order, *min, *max),
            })
    }

    /// Whether a word is wanted, computed in the plainest way.
    fn wants(&self, wish: &Wish, word: &[Tile]) -> bool {
        let has = |word: &[Tile]| self.words.contains(word);
        let hooks = |front: bool| -> Vec<Tile> {
            let hooked = |tile: Tile| match front {
                true => [&[tile], word].concat(),
                false => [word, &[tile]].concat(),
            };
            TILES.filter(|&tile| has(&hooked(tile))).collect()
        };
        let within = |min: usize, found: usize, max: usize| min <= found && found <= max;
        match wish {
            Wish::Pattern(parts) => fits(parts, word),
            Wish::Prefix(tiles) => word.starts_with(tiles),
            Wish::Suffix(tiles) => word.ends_with(tiles),
            Wish::Contains(tiles) => {
                tiles.is_empty() || word.windows(tiles.len()).any(|w| w == tiles)
            }
            Wish::Lengths(min, max) => within(*min, word.len(), *max),
            Wish::Anagram(rack) => rack.len() == word.len() && left_of(rack, word).is_some(),
            Wish::Within(rack) => left_of(rack, word).is_some(),
            Wish::Holding(rack) => {
                let letters: Vec<Tile> = rack.iter().copied().filter(|&t| t > 0).collect();
                word.len() >= rack.len() && left_of(word, &letters).is_some()
            }
            Wish::Includes(tiles) => left_of(word, tiles).is_some(),
            Wish::Excludes(tiles) => !word.iter().any(|tile| tiles.contains(tile)),
            Wish::Vowels(min, max) => {
                within(*min, word.iter().filter(|&t| t % 2 == 1).count(), *max)
            }
            Wish::Points(min, max) => {
                within(*min, word.iter().map(|&t| usize::from(t)).sum(), *max)
            }
            Wish::Distinct(min, max) => {
                within(*min, TILES.filter(|t| word.contains(t)).count(), *max)
            }
            Wish::Hooks(base) => {
                word.len() == base.len() + 1 && (word[1..] == *base || word.starts_with(base))
            }
            Wish::Front(set) => hook_fits(set, &hooks(true)),
            Wish::Back(set) => hook_fits(set, &hooks(false)),
            Wish::Inner(inner) => {
                let front = word.len() > 1 && has(&word[1..]);
                let back = word.len() > 1 && has(&word[..word.len() - 1]);
                match inner {
                    InnerHooks::Front => front,
                    InnerHooks::Back => back,
                    InnerHooks::Both => front && back,
                    InnerHooks::Either => front || back,
                    InnerHooks::None => !(front || back),
                }
            }
            Wish::Palindrome => reversed(word) == word,
            Wish::Reversible => has(&reversed(word)),
            Wish::In(wanted) | Wish::Members(wanted) => self.others.contains(word) == *wanted,
            Wish::Rank(min, max) => {
                let at = self.words.iter().position(|w| w == word).unwrap();
                (*min..=*max).contains(&self.order.ranks()[at])
            }
        }
    }
}

fn reversed(word: &[Tile]) -> Vec<Tile> {
    word.iter().rev().copied().collect()
}

/// What remains of a rack after a word; `None` if the rack lacks tiles.
fn left_of(rack: &[Tile], word: &[Tile]) -> Option<Vec<Tile>> {
    let mut left = rack.to_vec();
    for tile in word {
        let own = left.iter().position(|t| t == tile);
        left.remove(own.or_else(|| left.iter().position(|&t| t == BLANK))?);
    }
    Some(left)
}

fn fits(parts: &[Part], word: &[Tile]) -> bool {
    match (parts, word) {
        ([], []) => true,
        ([Part::Gap, rest @ ..], _) => {
            fits(rest, word) || matches!(word, [_, word @ ..] if fits(parts, word))
        }
        ([Part::One(set), rest @ ..], [tile, word @ ..]) => {
            set >> tile & 1 == 1 && fits(rest, word)
        }
        _ => false,
    }
}

fn hook_fits(set: &HookSet, hooks: &[Tile]) -> bool {
    match set {
        HookSet::All(tiles) => tiles.iter().all(|tile| hooks.contains(tile)),
        HookSet::AnyOf(tiles) => tiles.iter().any(|tile| hooks.contains(tile)),
        HookSet::NoneOf(tiles) => !tiles.iter().any(|tile| hooks.contains(tile)),
        HookSet::Exactly(tiles) => (1..=4u8).all(|t| tiles.contains(&t) == hooks.contains(&t)),
        HookSet::Some => !hooks.is_empty(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    #[cfg_attr(miri, ignore = "takes minutes in an interpreter")]
    fn it_finds_what_a_search_of_the_list_finds(
        words in any_words(TILES, 1..6, 80),
        others in any_words(TILES, 1..6, 80),
        wishes in prop::collection::vec(any_wish(), 0..4),
        has_gaddag in any::<bool>(),
    ) {
        let content = if has_gaddag { Content::Gaddawg } else { Content::Dawg };
        let world = World::new(words, others, GraphSpec::new().content(content));
        let wants = |word: &[Tile]| wishes.iter().all(|wish| world.wants(wish, word));
        let expected: Vec<Vec<Tile>> =
            world.words.iter().filter(|word| wants(word)).map(<[Tile]>::to_vec).collect();
        let filter = world.filter(&wishes);
        for word in world.words.iter() {
            prop_assert_eq!(filter.fits(word, &world.graph), wants(word), "{:?}", word);
        }
        let mut found = Vec::new();
        let mut matches = world.graph.matches(filter).unwrap();
        while let Some(word) = matches.next() {
            found.push(word.to_vec());
        }
        prop_assert_eq!(found, expected);
    }
}

/// A list in which every pair of 26 letters occurs side by side, and more.
fn many_words() -> Words {
    let mut list = Vec::new();
    for i in 0..20_000u32 {
        let tile = |k: u32| 1 + (i.wrapping_mul(2_654_435_761u32).rotate_left(k * 5) % 26) as Tile;
        list.push((0..3 + i % 6).map(tile).collect());
    }
    words_of(&list)
}

#[test]
fn most_nodes_are_not_looked_at() {
    let words = many_words();
    let graph = graph_of(&words, GraphSpec::new().content(Content::Dawg));
    let visited = |filter: Filter<'_>| {
        let mut matches = graph.matches(filter).unwrap();
        while matches.next().is_some() {}
        matches.visited().unwrap()
    };
    let all = visited(Filter::default());
    let word = words.get(7_000);
    let prefix = Filter::default().pattern(Pattern::prefix(&word[..3]).unwrap());
    let suffix = Filter::default().pattern(Pattern::suffix(&word[1..]).unwrap());
    for (filter, part) in [
        (Filter::default().anagram(word), 50),
        (Filter::default().within(word), 50),
        (prefix, 500),
        (Filter::default().includes(&word[..3]), 4),
        (suffix, 4),
    ] {
        let found = visited(filter.clone());
        assert!(found < all / part, "{found} of {all}: {filter:?}");
    }
}

#[test]
fn endings_are_found_through_the_gaddag() {
    let words = many_words();
    let graph = graph_of(&words, GraphSpec::new());
    for i in (0..words.len()).step_by(997) {
        let ending = &words.get(i)[1..];
        let filter = Filter::default().pattern(Pattern::suffix(ending).unwrap());
        let matches = graph.matches(filter.clone()).unwrap();
        assert_eq!(matches.visited(), None, "walked from the beginning");
        let expected = words.iter().filter(|word| word.ends_with(ending));
        assert_eq!(
            matches.collect().unwrap(),
            Words::from_unsorted(expected).unwrap()
        );
    }
}

#[test]
fn a_gaddag_of_other_words_adds_none() {
    use crate::graph::kind::GraphKind;
    use crate::graph::node::Node;
    // The DAWG has BA; the GADDAG has 2^20 paths that end in A, and AB.
    let mut nodes = vec![Node::head(2), Node::head(4)];
    nodes.push(Node::new(2, false, true, 3));
    nodes.push(Node::new(1, true, true, 0));
    nodes.push(Node::new(1, false, true, 5));
    for i in 0..20u32 {
        let arc = if i == 19 { 0 } else { 7 + 2 * i };
        nodes.push(Node::new(1, true, false, arc));
        nodes.push(Node::new(2, true, true, arc));
    }
    let graph = graph_of_nodes(&nodes, GraphKind::Gaddawg);
    let filter = Filter::default().pattern(Pattern::suffix(&[1]).unwrap());
    let found = graph.matches(filter).unwrap().collect().unwrap();
    assert_eq!(found, words_of(&[vec![2, 1]]));
}

#[test]
fn a_graph_with_too_many_words_is_refused() {
    let filter = Filter::default().pattern(Pattern::suffix(&[3]).unwrap());
    assert!(doubling(40).matches(filter).is_err());
}

/// Conditions that a brute-force search would take forever to answer.
#[test]
fn the_worst_conditions_take_no_longer_than_listing_all_words() {
    // All words of 16 tiles over an alphabet of two, and conditions that almost match
    // them.
    let graph = doubling(16);
    let all = (1u64 << 17) * 2;
    let gaps = crate::graph::query::pattern::PatternBuilder::default();
    let gaps = (0..60).fold(gaps, |gaps, _| gaps.gap().tiles(&[1]).gap().any());
    let rack: Vec<Tile> = std::iter::repeat_n([0, 1, 2], 20_000).flatten().collect();
    let both = |filter: Filter<'static>| filter.distinct(2, 2).includes(&[1; 8]);
    let many_patterns = (0..250u8).fold(Filter::default(), |filter, i| {
        let tiles = [1 + i % 2, 1 + i / 2 % 2];
        filter.pattern(Pattern::contains(&tiles).unwrap())
    });
    for filter in [
        Filter::default().pattern(gaps.finish().unwrap()),
        both(Filter::default().within(&rack)),
        both(
            Filter::default()
                .within(&rack)
                .within(&rack)
                .holding(&[0; 16]),
        ),
        Filter::default().holding(&rack),
        Filter::default().anagram(&[0; 16]).distinct(2, 2),
        many_patterns,
    ] {
        let mut matches = graph.matches(filter).unwrap();
        while matches.next().is_some() {}
        assert!(matches.visited().unwrap() <= all);
    }
}
