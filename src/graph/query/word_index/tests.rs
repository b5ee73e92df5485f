use crate::graph::kind::{GraphKind, Region};
use crate::graph::query::count::Counts;
use crate::graph::query::word_index::WordIndex;
use crate::graph::read::graph::Graph;
use crate::graph::spec::{Content, GraphSpec, Layout};
use crate::graph::testing::{all_specs, any_words, entries, graph_of, words_of};
use crate::graph::write::build;
use crate::lexicon::Words;
use crate::tiles::{MAX_LETTERS, Tile};
use proptest::prelude::*;

/// Looks up the number and the text of every word in the graph, and of many that are
/// not in it.
fn check(index: &WordIndex, words: &Words) {
    assert_eq!(index.len() as usize, words.len());
    let mut found = vec![99];
    for (i, word) in words.iter().enumerate() {
        assert_eq!(index.index(word), Some(i as u32));
        assert!(index.word(i as u32, &mut found));
        assert_eq!(found, word);
        let mut other = word.to_vec();
        for at in 0..word.len() {
            for tile in [0, 1, 63, 64, 128, 255, word[at] ^ 1] {
                other[at] = tile;
                assert_eq!(index.index(&other).is_some(), words.contains(&other));
            }
            other[at] = word[at];
            assert_eq!(
                index.index(&word[..at]).is_some(),
                words.contains(&word[..at])
            );
        }
        other.push(1);
        assert_eq!(index.index(&other).is_some(), words.contains(&other));
    }
    for past in [index.len(), u32::MAX] {
        assert!(!index.word(past, &mut found));
        assert!(found.is_empty());
    }
    assert_eq!(index.index(&[]), None);
}

fn check_all(words: &Words) {
    for spec in all_specs() {
        let graph = graph_of(words, spec);
        check(
            &WordIndex::of(&graph).unwrap(),
            &entries(words, spec.content),
        );
    }
}

#[test]
fn a_graph_without_words_has_no_numbers() {
    check_all(&Words::default());
}

#[test]
fn long_lists_and_long_words_are_numbered() {
    // Lists of many tiles, and words of many lists.
    let mut list: Vec<Vec<Tile>> = (1..=63).map(|t| vec![t, 64 - t]).collect();
    list.extend((1..=40).map(|length| vec![7; length]));
    list.extend((1..=40).map(|length| (1..=length).collect()));
    check_all(&words_of(&list));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn numbers_are_ranks_in_sorted_order(
        words in prop_oneof![
            any_words(1..=3, 1..8, 120),
            any_words(1..=26, 1..8, 120),
            any_words(1..=63, 1..8, 120),
        ],
    ) {
        check_all(&words);
    }

    #[test]
    fn leaves_are_numbered(leaves in any_words(0..=4, 1..8, 120)) {
        for layout in Layout::ALL {
            let spec = GraphSpec::new().content(Content::Dawg).layout(layout);
            let bytes = build(&leaves, spec).unwrap();
            let kind = GraphKind::Leaves;
            let graph = Graph::from_bytes(&bytes, spec.format, kind, MAX_LETTERS).unwrap();
            check(&WordIndex::of(&graph).unwrap(), &leaves);
        }
    }

    #[test]
    fn counts_are_those_of_a_listing(words in any_words(1..=4, 1..8, 120)) {
        for layout in Layout::ALL {
            let graph = graph_of(&words, GraphSpec::new().layout(layout));
            let counts = Counts::of(&graph).unwrap();
            for node in 1..counts.by_node().len() as u32 {
                if !graph.reaches(Region::Dawg, node) {
                    prop_assert_eq!(counts.count(node), 0);
                    continue;
                }
                let mut paths = graph.paths_from(node);
                let listed = std::iter::from_fn(|| paths.next().map(|_| ())).count();
                prop_assert_eq!(counts.count(node) as usize, listed);
            }
            prop_assert_eq!(counts.total() as usize, words.len());
        }
    }
}
