//! The numbers of a real lexicon's words, and the files that go by them.

use wordmill::graph::{
    Content, Counts, Graph, GraphKind, GraphSpec, Layout, Members, NodeFormat, ProbabilityOrder,
    Tally, WordIndex, build,
};
use wordmill::lexicon::Words;
use wordmill::ruleset::{Draws, Ruleset};
use wordmill::source::{LengthBounds, ListOptions, ListReader, Outside};

fn read(list: &str) -> Words {
    let path = format!("{}/lexicons/{list}", env!("CARGO_MANIFEST_DIR"));
    let english = Ruleset::builtin("english").unwrap();
    let mut reader = ListReader::new(english.alphabet());
    let length = LengthBounds::new(2, 15).with_outside(Outside::Drop);
    let options = ListOptions::default().with_length(length);
    let text = std::fs::read(&path).unwrap();
    reader.read(&path, &text, &options).unwrap();
    reader.finish().unwrap().finish().0
}

fn graph_of(words: &Words, content: Content, layout: Layout) -> Graph {
    let spec = GraphSpec {
        content,
        layout,
        format: NodeFormat::Kwg,
    };
    let kind = match content {
        Content::Gaddawg => GraphKind::Gaddawg,
        _ => GraphKind::Dawg,
    };
    let bytes = build(words, spec).unwrap();
    Graph::from_bytes(&bytes, NodeFormat::Kwg, kind, 26).unwrap()
}

#[test]
fn a_lexicon_is_numbered_in_its_order_in_every_layout() {
    let words = read("scowl-80.txt");
    for layout in Layout::ALL {
        let graph = graph_of(&words, Content::Dawg, layout);
        let index = WordIndex::of(&graph).unwrap();
        let mut found = Vec::new();
        for (i, word) in (0..).zip(words.iter()) {
            assert_eq!(index.index(word), Some(i));
            assert!(index.word(i, &mut found));
            assert_eq!(found, word);
        }
        assert_eq!(index.len(), 244_777);
        let by_length = Tally::of(&graph).unwrap().by_length;
        assert_eq!(
            by_length[2..9],
            [127, 1151, 4971, 11205, 19832, 29892, 37193]
        );
    }
}

#[test]
fn the_core_is_part_of_the_whole() {
    let (words, core) = (read("scowl-80.txt"), read("core.txt"));
    let graph = graph_of(&words, Content::Gaddawg, Layout::Wolges);
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
    let other = graph_of(&words, Content::Gaddawg, Layout::Preorder);
    assert!(Counts::from_bytes(&counts.to_bytes(), &other).is_err());
}

#[test]
fn the_likeliest_sevens_come_first() {
    let english = Ruleset::builtin("english").unwrap();
    let words = read("scowl-80.txt");
    let graph = graph_of(&words, Content::Gaddawg, Layout::Wolges);
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
