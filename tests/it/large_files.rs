//! Files of the size that people use: what is found out about them, and what
//! damage does to them.

use crate::golden::read_list;
use crate::harness::{Folder, repo};
use wordmill::Ruleset;
use wordmill::dump::{Holds, open};
use wordmill::graph::{Content, Diff, FileKind, Graph, GraphSpec, Layout, NodeFormat, Side, build};
use wordmill::leave::{self, LeaveSpec};
use wordmill::source::{LeaveOptions, read_leaves};

/// The same numbers every time.
struct Random(u64);

impl Random {
    /// Splitmix.
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % bound as u64) as usize
    }
}

/// Damages a file in many ways, one at a time: up to three flipped bits, or
/// the end cut off. Whatever is still taken for a file answers questions.
fn damage(bytes: &[u8], kind: FileKind, rounds: usize) {
    let english = Ruleset::builtin("english").unwrap();
    let mut random = Random(7);
    let mut damaged = bytes.to_vec();
    let (mut sound, mut refused) = (0, 0);
    for round in 0..rounds {
        let mut bits = Vec::new();
        let mut end = bytes.len();
        if round % 3 == 0 {
            end = random.below(bytes.len());
        } else {
            bits.extend((0..1 + round % 3).map(|_| random.below(8 * bytes.len())));
        }
        for &bit in &bits {
            damaged[bit / 8] ^= 1 << (bit % 8);
        }
        match open("x", &damaged[..end], &english, Some(kind)) {
            Ok(opened) => {
                sound += 1;
                ask(opened.graph().unwrap(), round % 8 == 1);
                if let Holds::Leaves(leaves) = &opened.holds {
                    let mut rows = leaves.rows();
                    while let Some((leave, value)) = rows.next() {
                        assert_eq!(leaves.get(leave), Some(value));
                    }
                }
            }
            Err(error) => {
                refused += 1;
                assert!(error.to_string().starts_with("x: "), "{error}");
            }
        }
        for &bit in &bits {
            damaged[bit / 8] ^= 1 << (bit % 8);
        }
    }
    assert!(damaged == bytes);
    assert!(sound > 0 && refused > 0, "{sound} sound, {refused} refused");
}

/// Asks a graph what can be asked in little time; `more` takes a bit longer.
fn ask(graph: &Graph, more: bool) {
    let counts = graph.node_counts();
    assert_eq!(counts.all, graph.nodes().len() as u64);
    assert!(graph.tiles_used().iter().all(|&tile| tile <= 26));
    let mut words = graph.words();
    let mut last: Vec<u8> = Vec::new();
    for _ in 0..1000 {
        let Some(word) = words.next() else {
            break;
        };
        assert!(graph.has_word(word) && last[..] < *word);
        last = word.to_vec();
    }
    if more {
        let extent = graph.extent();
        let diff = Diff::new(Side::Graph(graph), Side::Graph(graph)).unwrap();
        assert!(diff.is_empty());
        assert_eq!(diff.extents(), (extent, extent));
        graph.layout().unwrap();
    }
}

fn graph_file(content: Content) -> Vec<u8> {
    let spec = GraphSpec {
        content,
        ..GraphSpec::default()
    };
    build(&read_list("scowl-all"), spec).unwrap()
}

#[test]
fn damages_of_a_large_gaddawg() {
    let kind = FileKind::Graph(Content::Gaddawg, NodeFormat::Kwg);
    damage(&graph_file(Content::Gaddawg), kind, 60);
}

#[test]
fn damages_of_large_alphagrams() {
    let kind = FileKind::Graph(Content::Alphagrams, NodeFormat::Kwg);
    damage(&graph_file(Content::Alphagrams), kind, 300);
}

#[test]
fn damages_of_a_large_leave_file() {
    let english = Ruleset::builtin("english").unwrap();
    let text = std::fs::read(repo().join("leaves/english.csv")).unwrap();
    let table = read_leaves("english.csv", &text, &english, LeaveOptions::default()).unwrap();
    let bytes = leave::build(&table, english.alphabet(), LeaveSpec::default()).unwrap();
    damage(&bytes, FileKind::Klv2, 3000);
}

#[test]
fn large_graphs_show_their_layout() {
    let words = read_list("scowl-2-15");
    let english = Ruleset::builtin("english").unwrap();
    for layout in Layout::ALL {
        let spec = GraphSpec {
            layout,
            ..GraphSpec::default()
        };
        let opened = open("x", &build(&words, spec).unwrap(), &english, None).unwrap();
        let kind = FileKind::Graph(Content::Gaddawg, NodeFormat::Kwg);
        assert_eq!(opened.detected.kind, kind);
        let found = opened.graph().unwrap().layout().unwrap();
        assert_eq!(found.layout, Some(layout), "{}", found.reason);
    }
}

#[test]
fn dumped_leaves_build_the_same_file_again() {
    let folder = Folder::new();
    let table = std::fs::read(repo().join("leaves/english.csv")).unwrap();
    folder.write("english.csv", table);
    for options in ["", "--values i16", "--layout magpie"] {
        folder
            .run(&format!("klv-build --leaves english.csv -o x -q {options}"))
            .fine();
        let dumped = folder.run("kwg-dump leaves x").fine().out;
        assert_eq!(dumped.lines().count(), 3909);
        let mut again = folder.command("klv-build");
        again.args("--leaves - -o y -q".split(' '));
        again.args(options.split_whitespace());
        again.write_stdin(dumped).assert().success();
        assert!(folder.read("x") == folder.read("y"), "{options}");
    }
}
