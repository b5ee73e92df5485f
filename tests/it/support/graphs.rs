//! Word lists and graphs that tests of several groups build.

use crate::support::harness::repo;
use wordmill::graph::{Content, Graph, GraphSpec, Layout, build};
use wordmill::lexicon::Words;
use wordmill::ruleset::Ruleset;
use wordmill::source::{LengthBounds, ListOptions, ListReader, Outside};

/// The words of a list: `scowl-all`, `scowl-2-15` and `core-2-15` of the
/// shipped ones, or a golden one by its name.
pub(crate) fn read_list(list: &str) -> Words {
    let (path, ruleset) = match list {
        "scowl-all" | "scowl-2-15" => ("lexicons/scowl-80.txt".to_string(), "english"),
        "core-2-15" => ("lexicons/core.txt".to_string(), "english"),
        _ => (
            format!("tests/data/golden/{list}.txt"),
            list.strip_prefix("toy-").unwrap_or("english"),
        ),
    };
    let length = match list.ends_with("-2-15") {
        true => LengthBounds::new(2, 15).with_outside(Outside::Drop),
        false => LengthBounds::ANY,
    };
    let text = std::fs::read(repo().join(&path)).unwrap();
    let ruleset = Ruleset::builtin(ruleset).unwrap();
    let mut reader = ListReader::new(ruleset.alphabet());
    let mut options = ListOptions::default();
    options.length = length;
    reader.read(&path, &text, &options).unwrap();
    reader.finish().unwrap().finish().0
}

/// A graph of nodes of four bytes.
pub(crate) fn spec(content: Content, layout: Layout) -> GraphSpec {
    GraphSpec::new().content(content).layout(layout)
}

/// The graph of words, as read from the bytes of its file.
pub(crate) fn graph_of(words: &Words, spec: GraphSpec, letters: usize) -> Graph {
    let kind = spec.content.kind();
    let bytes = build(words, spec).unwrap();
    Graph::from_bytes(&bytes, spec.format, kind, letters).unwrap()
}
