use crate::graph::build;
use crate::graph::build::{Content, GraphSpec};
use crate::graph::layout::Layout;
use crate::graph::node::NodeFormat;
use crate::graph::query::index::*;
use crate::graph::read::{GraphKind, Region};
use crate::lexicon::Words;
use proptest::prelude::*;

fn graph_of(words: &Words, spec: GraphSpec, kind: GraphKind) -> Graph {
    let bytes = build(words, spec).unwrap();
    Graph::from_bytes(&bytes, spec.format, kind, 63).unwrap()
}

fn specs() -> impl Iterator<Item = GraphSpec> {
    Layout::ALL.into_iter().flat_map(|layout| {
        let contents = Content::ALL.into_iter();
        contents.flat_map(move |content| {
            NodeFormat::ALL.into_iter().map(move |format| GraphSpec {
                content,
                layout,
                format,
            })
        })
    })
}

/// Index and word of a graph of these words, in every way there is to ask.
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
    for spec in specs() {
        let (kind, words) = match spec.content {
            Content::Gaddawg => (GraphKind::Gaddawg, words.clone()),
            Content::Dawg => (GraphKind::Dawg, words.clone()),
            Content::Alphagrams => (GraphKind::Dawg, words.alphagrams()),
        };
        let graph = graph_of(&words, spec, kind);
        check(&WordIndex::of(&graph).unwrap(), &words);
    }
}

#[test]
fn a_graph_without_words_has_no_numbers() {
    check_all(&Words::default());
}

#[test]
fn long_lists_and_long_words_are_numbered() {
    // Lists of more than eight tiles, and words past what a start can hold.
    let mut list: Vec<Vec<Tile>> = (1..=63).map(|t| vec![t, 64 - t]).collect();
    list.extend((1..=40).map(|length| vec![7; length]));
    list.extend((1..=40).map(|length| (1..=length).collect()));
    check_all(&Words::from_unsorted(list.iter().map(Vec::as_slice)).unwrap());
}

/// Words over an alphabet of `letters`, with blanks if `lowest` is 0.
fn any_words(lowest: Tile, letters: Tile) -> impl Strategy<Value = Words> {
    let word = prop::collection::vec(lowest..=letters, 1..8);
    prop::collection::vec(word, 0..120)
        .prop_map(|words| Words::from_unsorted(words.iter().map(Vec::as_slice)).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn numbers_are_ranks_in_sorted_order(
        words in prop_oneof![any_words(1, 3), any_words(1, 26), any_words(1, 63)],
    ) {
        check_all(&words);
    }

    #[test]
    fn leaves_are_numbered(leaves in any_words(0, 4)) {
        for layout in Layout::ALL {
            let spec = GraphSpec { content: Content::Dawg, layout, ..GraphSpec::default() };
            let graph = graph_of(&leaves, spec, GraphKind::Leaves);
            check(&WordIndex::of(&graph).unwrap(), &leaves);
        }
    }

    #[test]
    fn counts_are_those_of_a_listing(words in any_words(1, 4)) {
        for layout in Layout::ALL {
            let spec = GraphSpec { layout, ..GraphSpec::default() };
            let graph = graph_of(&words, spec, GraphKind::Gaddawg);
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
