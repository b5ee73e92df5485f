//! Files of the size that people use: what is found out about them, and what
//! damage does to them.

use crate::golden::read_list;
use crate::harness::{Folder, repo};
use rayon::prelude::*;
use wordmill::Ruleset;
use wordmill::dump::{Holds, Opened, open};
use wordmill::graph::{Content, Diff, FileKind, Graph, GraphSpec, Layout, NodeFormat, Side, build};
use wordmill::leave::{self, LeaveSpec};
use wordmill::source::{LeaveOptions, Words, read_leaves};

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

/// One way to damage a file: bits to flip, and where to cut it off.
struct Damage {
    bits: Vec<usize>,
    end: usize,
}

impl Damage {
    /// Every third time the end is cut off, else one or two bits are flipped.
    fn of(length: usize, round: usize) -> Damage {
        let mut random = Random(7 + 1000 * round as u64);
        if round.is_multiple_of(3) {
            return Damage {
                bits: Vec::new(),
                end: random.below(length),
            };
        }
        let bits = (0..round % 3).map(|_| random.below(8 * length));
        Damage {
            bits: bits.collect(),
            end: length,
        }
    }

    /// Flips the bits; once more flips them back.
    fn flip(&self, bytes: &mut [u8]) {
        for &bit in &self.bits {
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
    }
}

/// Damages a file in many ways, one at a time, on all threads. Whatever is
/// still taken for a file answers questions.
fn damage(bytes: &[u8], kind: FileKind, rounds: usize) {
    let english = Ruleset::builtin("english").unwrap();
    let sound = (0..rounds)
        .into_par_iter()
        .map_init(
            || bytes.to_vec(),
            |damaged, round| {
                let damage = Damage::of(bytes.len(), round);
                damage.flip(damaged);
                let is_sound = match open("x", &damaged[..damage.end], &english, Some(kind)) {
                    Ok(opened) => {
                        ask_all(&opened, round % 64 == 1);
                        true
                    }
                    Err(error) => {
                        assert!(error.to_string().starts_with("x: "), "{error}");
                        false
                    }
                };
                damage.flip(damaged);
                assert_eq!(damaged.len(), bytes.len());
                is_sound
            },
        )
        .filter(|&is_sound| is_sound)
        .count();
    let refused = rounds - sound;
    assert!(sound > 0 && refused > 0, "{sound} sound, {refused} refused");
}

fn ask_all(opened: &Opened, more: bool) {
    ask(opened.graph().unwrap(), more);
    if let Holds::Leaves(leaves) = &opened.holds {
        let mut rows = leaves.rows();
        while let Some((leave, value)) = rows.next() {
            assert_eq!(leaves.get(leave), Some(value));
        }
    }
}

/// Asks a graph what can be asked in little time; `more` takes a bit longer.
fn ask(graph: &Graph, more: bool) {
    let counts = graph.node_counts();
    assert_eq!(counts.all, graph.nodes().len() as u64);
    assert!(graph.tiles_used().iter().all(|&tile| tile <= 26));
    let mut words = graph.words();
    let mut last: Vec<u8> = Vec::new();
    for _ in 0..100 {
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

/// A graph of every so many words of the list.
fn graph_file(content: Content, format: NodeFormat, step: usize) -> (FileKind, Vec<u8>) {
    let words = read_list("scowl-all");
    let words = Words::from_unsorted(words.iter().step_by(step)).unwrap();
    let spec = GraphSpec {
        content,
        format,
        layout: Layout::Wolges,
    };
    (
        FileKind::Graph(content, format),
        build(&words, spec).unwrap(),
    )
}

#[test]
fn damages_of_a_large_gaddawg() {
    let (kind, bytes) = graph_file(Content::Gaddawg, NodeFormat::Kwg, 1);
    damage(&bytes, kind, 10);
    // Of 5,000 words: small enough for very many.
    let (kind, bytes) = graph_file(Content::Gaddawg, NodeFormat::Kwg, 50);
    damage(&bytes, kind, 1000);
}

#[test]
fn damages_of_a_large_kbwg() {
    let (kind, bytes) = graph_file(Content::Gaddawg, NodeFormat::Kbwg, 1);
    damage(&bytes, kind, 10);
    let (kind, bytes) = graph_file(Content::Gaddawg, NodeFormat::Kbwg, 50);
    damage(&bytes, kind, 1000);
}

#[test]
fn damages_of_large_alphagrams() {
    let (kind, bytes) = graph_file(Content::Alphagrams, NodeFormat::Kwg, 1);
    damage(&bytes, kind, 60);
    let (kind, bytes) = graph_file(Content::Alphagrams, NodeFormat::Kwg, 10);
    damage(&bytes, kind, 2000);
}

/// Two thousand damages of the graph of 4,000 words, and for some of them what
/// the program says.
#[test]
fn damages_of_a_graph_of_4000_words() {
    let (kind, bytes) = graph_file(Content::Gaddawg, NodeFormat::Kwg, 62);
    damage(&bytes, kind, 2000);
    let folder = Folder::new();
    for round in 0..12 {
        let damage = Damage::of(bytes.len(), round);
        let mut damaged = bytes.clone();
        damage.flip(&mut damaged);
        folder.write("x.kwg", &damaged[..damage.end]);
        let ran = folder.run("kwg-dump info x.kwg");
        match ran.code {
            0 => assert!(
                ran.out.contains("words: ") && ran.err.is_empty(),
                "{}",
                ran.err
            ),
            2 => assert!(ran.out.is_empty() && ran.err.starts_with("kwg-dump: x.kwg: ")),
            code => panic!("exit code {code}: {}", ran.err),
        }
    }
}

#[test]
fn damages_of_a_large_leave_file() {
    let english = Ruleset::builtin("english").unwrap();
    let text = std::fs::read(repo().join("leaves/english.csv")).unwrap();
    let table = read_leaves("english.csv", &text, &english, LeaveOptions::default()).unwrap();
    let bytes = leave::build(&table, english.alphabet(), LeaveSpec::default()).unwrap();
    damage(&bytes, FileKind::Klv2, 3000);
    let folder = Folder::new();
    for round in 0..12 {
        let damage = Damage::of(bytes.len(), round);
        let mut damaged = bytes.clone();
        damage.flip(&mut damaged);
        folder.write("x.klv2", &damaged[..damage.end]);
        let ran = folder.run("kwg-dump leaves x.klv2");
        match ran.code {
            0 => assert!(ran.err.is_empty(), "{}", ran.err),
            2 => assert!(ran.out.is_empty() && ran.err.starts_with("kwg-dump: x.klv2: ")),
            code => panic!("exit code {code}: {}", ran.err),
        }
    }
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
