//! The generators against figures that another program made, and against each
//! other over games.

use std::path::Path;
use std::sync::OnceLock;
use wordmill::Ruleset;
use wordmill::graph::{Content, Graph, GraphKind, GraphSpec, Layout, NodeFormat, build};
use wordmill::movegen::{Choices, Dawg, Found, Gaddag, LeaveTable, Limits, Position, Ranker};
use wordmill::source::{LengthBounds, ListOptions, ListReader, Outside, Words};

const POSITIONS: &str = include_str!("../data/golden/positions-scowl.tsv");
const LEAVES: &str = include_str!("../data/golden/leaves-small.csv");

fn english() -> &'static Ruleset {
    static ENGLISH: OnceLock<Ruleset> = OnceLock::new();
    ENGLISH.get_or_init(|| Ruleset::builtin("english").unwrap())
}

fn leaves() -> LeaveTable {
    LeaveTable::from_csv(english(), "leaves-small.csv", LEAVES).unwrap()
}

fn scowl() -> &'static Words {
    static SCOWL: OnceLock<Words> = OnceLock::new();
    SCOWL.get_or_init(|| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("lexicons/scowl-80.txt");
        let text = std::fs::read(path).unwrap();
        let mut reader = ListReader::new(english().alphabet());
        let length = LengthBounds {
            min: 2,
            max: 15,
            outside: Outside::Drop,
        };
        let options = ListOptions {
            length,
            ..ListOptions::default()
        };
        reader.read("scowl-80.txt", &text, &options).unwrap();
        reader.finish().unwrap().finish().0
    })
}

fn graph(words: &Words, content: Content, layout: Layout, letters: usize) -> Graph {
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
    Graph::from_bytes(&bytes, NodeFormat::Kwg, kind, letters).unwrap()
}

fn scowl_gaddawg() -> &'static Graph {
    static GRAPH: OnceLock<Graph> = OnceLock::new();
    GRAPH.get_or_init(|| graph(scowl(), Content::Gaddawg, Layout::Wolges, 26))
}

/// A value in thousandths of a point, from text with three decimals.
fn thousandths(text: &str) -> i64 {
    text.replacen('.', "", 1).parse().unwrap()
}

/// The golden rows: all columns, recomputed by both fast generators.
fn check_golden(gaddawg: &Graph, dawg: &Graph) {
    let leaves = leaves();
    let mut gaddag = Gaddag::new(gaddawg, english()).unwrap();
    let mut ranker = Ranker::new(gaddawg, english()).unwrap();
    let mut dawg = Dawg::new(dawg);
    let mut rows = 0;
    for line in POSITIONS.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let position = Position::read(english(), columns[0], columns[1]).unwrap();
        assert_eq!(position.board_text(), columns[0]);
        assert_eq!(position.bag().to_string(), columns[2], "{line}");
        let expected: Vec<u64> = columns[3..6].iter().map(|c| c.parse().unwrap()).collect();
        let mut found = [[0u64; 3]; 2];
        let count = |totals: &mut [u64; 3], found: &Found<'_>| {
            totals[0] += 1;
            totals[1] += u64::from(found.score);
            totals[2] = totals[2].max(u64::from(found.score));
        };
        gaddag.plays(&position, Limits::default(), |f| count(&mut found[0], f));
        dawg.plays(&position, Limits::default(), |f| count(&mut found[1], f));
        assert_eq!(found[0][..], expected, "{line}");
        assert_eq!(found[1][..], expected, "{line}");

        let choices = Choices {
            pass: false,
            ..Choices::default()
        };
        let best = ranker.top(&position, &leaves, 40, choices);
        assert_eq!(best[0].value, thousandths(columns[6]), "{line}");
        // The move in the table is one of those that tie for the best.
        let ties = || best.iter().filter(|m| m.value == best[0].value);
        assert!(ties().any(|m| m.notation == columns[7]), "{line}: {best:?}");
        rows += 1;
    }
    assert_eq!(rows, 400);
}

#[test]
fn golden_positions_wolges() {
    let dawg = graph(scowl(), Content::Dawg, Layout::Wolges, 26);
    check_golden(scowl_gaddawg(), &dawg);
}

#[test]
fn golden_positions_legacy() {
    let gaddawg = graph(scowl(), Content::Gaddawg, Layout::Legacy, 26);
    let dawg = graph(scowl(), Content::Dawg, Layout::Legacy, 26);
    check_golden(&gaddawg, &dawg);
}

#[test]
fn golden_positions_preorder() {
    let gaddawg = graph(scowl(), Content::Gaddawg, Layout::Preorder, 26);
    let dawg = graph(scowl(), Content::Dawg, Layout::Preorder, 26);
    check_golden(&gaddawg, &dawg);
}

#[test]
fn golden_positions_magpie() {
    let gaddawg = graph(scowl(), Content::Gaddawg, Layout::Magpie, 26);
    let dawg = graph(scowl(), Content::Dawg, Layout::Magpie, 26);
    check_golden(&gaddawg, &dawg);
}
