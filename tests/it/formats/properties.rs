//! Properties of the builder on random word lists over random alphabets, and a
//! second implementation, simple and slow, that the graph has to agree with.

use crate::support::graphs::graph_of;
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use unicode_normalization::UnicodeNormalization;
use wordmill::graph::{Content, Graph, GraphSpec, Layout, NodeFormat, build};
use wordmill::lexicon::Words;
use wordmill::source::{ListOptions, ListReader};
use wordmill::tiles::{Alphabet, Letter, Tile};

type Set = BTreeSet<Vec<Tile>>;

/// Random words over the first few tiles, or over many of them.
fn word_sets() -> impl Strategy<Value = Set> {
    prop_oneof![Just(2u8), Just(3), Just(26), Just(63)]
        .prop_flat_map(|letters| btree_set(vec(1..=letters, 1..8), 0..60))
}

fn words(set: &Set) -> Words {
    Words::from_unsorted(set.iter().map(Vec::as_slice)).unwrap()
}

fn specs() -> impl Iterator<Item = GraphSpec> {
    Content::ALL.into_iter().flat_map(|content| {
        Layout::ALL.into_iter().flat_map(move |layout| {
            NodeFormat::ALL.map(move |format| {
                GraphSpec::new()
                    .content(content)
                    .layout(layout)
                    .format(format)
            })
        })
    })
}

/// All accepting paths from a list.
fn paths(graph: &Graph, list: u32) -> Set {
    let mut found = Set::new();
    let mut all = graph.paths_from(list);
    while let Some(path) = all.next() {
        assert!(found.insert(path.to_vec()), "a path comes twice");
    }
    found
}

/// The second implementation: a trie without any sharing.
#[derive(Default)]
struct Trie {
    accepts: bool,
    children: BTreeMap<Tile, Trie>,
}

impl Trie {
    fn insert(&mut self, path: &[Tile]) {
        match path.split_first() {
            None => self.accepts = true,
            Some((&tile, rest)) => self.children.entry(tile).or_default().insert(rest),
        }
    }

    /// The GADDAG's paths of a word, from the rule: each nonempty prefix
    /// reversed, and what is left after a direction switch.
    fn insert_both_ways(&mut self, word: &[Tile]) {
        for split in 1..=word.len() {
            let mut path: Vec<Tile> = word[..split].iter().rev().copied().collect();
            if split < word.len() {
                path.push(0);
                path.extend(&word[split..]);
            }
            self.insert(&path);
        }
    }

    /// Whether a list of the graph has just this trie's paths.
    fn equals(&self, graph: &Graph, list: u32) -> bool {
        let nodes = graph.list(list);
        nodes.len() == self.children.len()
            && nodes
                .iter()
                .zip(&self.children)
                .all(|(node, (&tile, child))| {
                    node.tile() == tile
                        && node.accepts() == child.accepts
                        && child.equals(graph, node.arc())
                })
    }
}

proptest! {
    #[test]
    fn graphs_equal_a_plain_trie(set in word_sets()) {
        let list = words(&set);
        let (mut forward, mut both, mut sorted) = (Trie::default(), Trie::default(), Trie::default());
        for word in &set {
            forward.insert(word);
            both.insert_both_ways(word);
            let mut alphagram = word.clone();
            alphagram.sort_unstable();
            sorted.insert(&alphagram);
        }
        for spec in specs() {
            let graph = graph_of(&list, spec, 63);
            let dawg = if spec.content == Content::Alphagrams { &sorted } else { &forward };
            prop_assert!(dawg.equals(&graph, graph.dawg_root()), "{:?}", spec);
            if let Some(root) = graph.gaddag_root() {
                prop_assert!(both.equals(&graph, root), "{:?}", spec);
            }
        }
    }

    #[test]
    fn dumped_words_equal_the_input(set in word_sets()) {
        for spec in specs().filter(|s| s.content != Content::Alphagrams) {
            let graph = graph_of(&words(&set), spec, 63);
            prop_assert_eq!(&paths(&graph, graph.dawg_root()), &set);
            for word in &set {
                prop_assert!(graph.has_word(word));
            }
        }
    }

    #[test]
    fn each_gaddag_path_leads_back_to_a_word(set in word_sets()) {
        for layout in Layout::ALL {
            let spec = GraphSpec::new().layout(layout);
            let graph = graph_of(&words(&set), spec, 63);
            for path in paths(&graph, graph.gaddag_root().unwrap()) {
                let switch = path.iter().position(|&t| t == 0).unwrap_or(path.len());
                let (reversed, rest) = path.split_at(switch);
                let mut word: Vec<Tile> = reversed.iter().rev().copied().collect();
                word.extend(rest.iter().skip(1));
                prop_assert!(!rest.is_empty() || switch == path.len());
                prop_assert!(set.contains(&word), "{:?}", path);
            }
        }
    }

    /// Order, repetition, case, line ends and composition are not the list's
    /// content.
    #[test]
    fn the_way_a_list_is_written_does_not_matter(
        set in btree_set(vec(1..=6u8, 1..7), 1..40),
        noise in vec(any::<u32>(), 40..80),
    ) {
        let letters = ["A", "É", "L·L", "Ñ", "[CH]", "Ż"].map(Letter::new).to_vec();
        let alphabet = Alphabet::new(letters).unwrap();
        let plain: String = set.iter().map(|w| alphabet.word_text(w) + "\n").collect();
        let mut lines: Vec<(u32, String)> = Vec::new();
        for (i, &random) in noise.iter().enumerate() {
            let word = set.iter().nth(i % set.len()).unwrap();
            let mut line = alphabet.word_text(word);
            if random & 1 != 0 {
                line = line.to_lowercase();
            }
            if random & 2 != 0 {
                line = line.nfd().collect();
            }
            if random & 4 != 0 {
                line = line.replace("L·L", "[L·L]").replace("l·l", "[l·L]");
            }
            line += ["\n", "\r\n", " a definition\n", "\tx\r\n"][random as usize >> 3 & 3];
            if random & 32 != 0 {
                line += "# a comment\n \n";
            }
            lines.push((random >> 8, line));
        }
        lines.sort();
        let noisy: String = lines.into_iter().map(|(_, line)| line).collect();
        let bytes = |text: &str| {
            let mut reader = ListReader::new(&alphabet);
            reader.read("list", text.as_bytes(), &ListOptions::default()).unwrap();
            build(&reader.finish().unwrap().finish().0, GraphSpec::new()).unwrap()
        };
        prop_assert_eq!(bytes(&plain), bytes(noisy.trim_end()));
        prop_assert_eq!(bytes(&plain), bytes(&format!("\u{feff}{noisy}")));
    }
}

#[test]
fn words_of_any_length_and_lists_of_any_size_need_no_deep_stack() {
    let long: Vec<Tile> = (0..200_000u32).map(|i| (i % 63 + 1) as Tile).collect();
    let dawg = GraphSpec::new().content(Content::Dawg);
    let list = Words::from_unsorted([long.as_slice(), &long[1..], &long[..9]]).unwrap();
    let run = move || {
        for layout in Layout::ALL {
            let spec = dawg.layout(layout);
            let graph = graph_of(&list, spec, 63);
            assert!(graph.has_word(list.get(0)) && graph.has_word(list.get(2)));
        }
        // The GADDAG of a word has a path for each of its prefixes: the square
        // of its length in all.
        let list = Words::from_unsorted([&long[..1024], &long[2..900]]).unwrap();
        for layout in Layout::ALL {
            let spec = GraphSpec::new().layout(layout);
            let graph = graph_of(&list, spec, 63);
            assert!(graph.has_word(list.get(0)) && graph.has_word(list.get(1)));
        }
    };
    let small_stack = std::thread::Builder::new().stack_size(256 << 10);
    small_stack.spawn(run).unwrap().join().unwrap();
}
