//! The numbers of a real lexicon's words, and the files that go by them.

use crate::support::graphs::{graph_of, read_list, spec};
use wordmill::graph::{
    Content, Counts, Graph, Histogram, Layout, Members, ProbabilityOrder, WordIndex,
};
use wordmill::lexicon::Words;
use wordmill::ruleset::{Draws, Ruleset};

fn graph_in(words: &Words, content: Content, layout: Layout) -> Graph {
    graph_of(words, spec(content, layout), 26)
}

#[test]
fn a_lexicon_is_numbered_in_its_order_in_every_layout() {
    let words = read_list("scowl-2-15");
    for layout in Layout::ALL {
        let graph = graph_in(&words, Content::Dawg, layout);
        let index = WordIndex::of(&graph).unwrap();
        let mut found = Vec::new();
        for (i, word) in (0..).zip(words.iter()) {
            assert_eq!(index.index(word), Some(i));
            assert!(index.word(i, &mut found));
            assert_eq!(found, word);
        }
        assert_eq!(index.len(), 244_777);
        let by_length = Histogram::of(&graph).unwrap().by_length;
        assert_eq!(
            by_length[2..9],
            [127, 1151, 4971, 11205, 19832, 29892, 37193]
        );
    }
}

#[test]
fn the_core_is_part_of_the_whole() {
    let (words, core) = (read_list("scowl-2-15"), read_list("core-2-15"));
    let graph = graph_in(&words, Content::Gaddawg, Layout::Wolges);
    let index = WordIndex::of(&graph).unwrap();
    let (members, absent) = Members::of(&index, &core);
    assert_eq!((members.count() as usize, absent), (core.len(), 0));
    for (i, word) in (0..).zip(words.iter()) {
        assert_eq!(members.contains(i), core.contains(word));
    }
    let counts = Counts::of(&graph).unwrap();
    assert_eq!(
        Counts::from_bytes(&counts.to_bytes(), &graph),
        Ok(counts.clone())
    );
    // The same words in another layout have other counts by node.
    let other = graph_in(&words, Content::Gaddawg, Layout::Preorder);
    assert!(Counts::from_bytes(&counts.to_bytes(), &other).is_err());
}

#[test]
fn the_likeliest_sevens_come_first() {
    let english = Ruleset::builtin("english").unwrap();
    let words = read_list("scowl-2-15");
    let graph = graph_in(&words, Content::Gaddawg, Layout::Wolges);
    let order = ProbabilityOrder::of(&graph, &english).unwrap();
    let mut sevens: Vec<(u32, String)> = words
        .iter()
        .zip(order.ranks())
        .filter(|(word, _)| word.len() == 7)
        .map(|(word, &rank)| (rank, english.alphabet().word_text(word)))
        .collect();
    sevens.sort_unstable();
    assert!(sevens.iter().map(|s| s.0).eq(1..=29_892));
    let first: Vec<&str> = sevens[..12].iter().map(|s| s.1.as_str()).collect();
    assert_eq!(
        first.join(" "),
        "OTARINE ETAERIO ANEROID AILERON ALERION ALIENOR ELATION TOENAIL ERASION ATONIES OTARIES \
         ARENITE"
    );
    let ways = |word| Draws::of(&english).word(&english.alphabet().read_word(word).unwrap());
    assert_eq!(ways("OTARINE"), Some(5_423_112));
    assert_eq!(ways("ARENITE"), Some(3_650_508));
}
