//! The library without its features makes the same bytes as the programs: on one thread,
//! with an alphabet that comes from no ruleset.
#![allow(clippy::unwrap_used)] // a test may fail

use wordmill::digest::sha256;
use wordmill::graph::{Content, Graph, GraphSpec, build};
use wordmill::source::{LengthBounds, ListOptions, ListReader, Outside};
use wordmill::tiles::Alphabet;

#[test]
fn graphs_are_as_locked() {
    let text = include_bytes!("../lexicons/scowl-80.txt");
    let lock = include_str!("../recipes/SCOWL80.sha256");
    let alphabet = Alphabet::from_labels('A'..='Z').unwrap();
    let length = LengthBounds::new(2, 15).with_outside(Outside::Drop);
    let mut list = ListReader::new(&alphabet);
    let mut options = ListOptions::default();
    options.length = length;
    list.read("scowl-80.txt", text, &options).unwrap();
    let (words, _) = list.finish().unwrap().finish();

    let kwg = build(&words, GraphSpec::new()).unwrap();
    let alphagrams = GraphSpec::new().content(Content::Alphagrams);
    let kad = build(&words.alphagrams(), alphagrams).unwrap();
    for (name, bytes) in [("SCOWL80.kwg", &kwg), ("SCOWL80.kad", &kad)] {
        let line = format!("{}  {name}", sha256(bytes));
        assert!(lock.lines().any(|locked| locked == line), "{line}");
    }
    let graph = Graph::open(&kwg).unwrap();
    assert_eq!(graph.to_words().unwrap(), words);
    assert!(graph.has_word(&alphabet.read_word("zebra").unwrap()));
}
