//! Files of the size that people use: what is found out about them, and what
//! damage does to them.

use crate::support::graphs::read_list;
use crate::support::harness::{Folder, repo};
use rayon::prelude::*;
use wordmill::file::{FileKind, Holds, Opened, open};
use wordmill::graph::{Content, Diff, Graph, GraphSpec, Layout, NodeFormat, Side, build};
use wordmill::leave;
use wordmill::leave::LeaveSpec;
use wordmill::lexicon::{ValueFormat, Words};
use wordmill::random::Random;
use wordmill::ruleset::Ruleset;
use wordmill::source::{LeaveOptions, read_leaves};

/// A table of 20 million rows of one leave, in less memory than their values take.
#[cfg(unix)]
#[test]
fn a_leave_table_of_one_leave() {
    use crate::support::everything::after;
    let folder = Folder::new();
    folder.write("l.csv", "A,1\n".repeat(20_000_000));
    let arguments = ["--leaves", "l.csv", "-o", "l.klv2", "--threads", "2"];
    let mut command = after("ulimit -v 400000", "klv-build", &arguments);
    let output = command.current_dir(folder.path("")).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    let first = "klv-build: l.csv:2:1: expected each leave once, found `A`, which line 1 has\n";
    assert!(error.starts_with(first), "{error}");
    assert!(error.contains("is the last that was read"), "{error}");
    assert!(!folder.path("l.klv2").exists());
}

/// Damages a file in one of several ways.
fn damage_once(bytes: &mut Vec<u8>, round: usize) {
    let mut random = Random::new(7 + 1000 * round as u64);
    let mut below = |bound: usize| random.below(bound as u64) as usize;
    let length = bytes.len();
    match round % 6 {
        0 => bytes.truncate(below(length)),
        flips @ 1..=2 => {
            for _ in 0..flips {
                bytes[below(length)] ^= 1 << below(8);
            }
        }
        3 => {
            let word = 4 * below(length / 4);
            bytes[word..word + 4].fill_with(|| below(256) as u8);
        }
        4 => {
            let size = 4 << below(10).min(length.ilog2() as usize - 4);
            let (low, high) = bytes.split_at_mut(4 * below(length / 8) + size);
            let from = 4 * below((high.len() - size) / 4);
            let to = low.len() - size;
            low[to..].swap_with_slice(&mut high[from..from + size]);
        }
        _ => {
            let from = below(length);
            let to = length.min(from + 1 + below(256));
            bytes[from..to].fill(0);
        }
    }
}

/// How often a file of full size is damaged; `DAMAGES` says otherwise.
fn rounds(usual: usize) -> usize {
    let asked = std::env::var("DAMAGES").ok();
    asked.map_or(usual, |asked| asked.parse().unwrap())
}

/// Damages a file in many ways, one at a time, on all threads. Whatever is
/// still taken for a file answers questions.
fn damage(bytes: &[u8], kind: FileKind, rounds: usize) {
    let english = Ruleset::builtin("english").unwrap();
    let sound = (0..rounds)
        .into_par_iter()
        .map_init(Vec::new, |damaged, round| {
            damaged.clear();
            damaged.extend_from_slice(bytes);
            damage_once(damaged, round);
            match open("x", damaged, &english, Some(kind)) {
                Ok(opened) => {
                    ask_all(&opened, round % 64 == 1);
                    true
                }
                Err(error) => {
                    assert!(error.to_string().starts_with("x: "), "{error}");
                    false
                }
            }
        })
        .filter(|&is_sound| is_sound)
        .count();
    let refused = rounds - sound;
    eprintln!(
        "{kind} of {} bytes: {sound} sound, {refused} refused",
        bytes.len()
    );
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
        let totals = graph.totals();
        let diff = Diff::new(Side::Graph(graph), Side::Graph(graph)).unwrap();
        assert!(diff.is_empty());
        assert_eq!(diff.totals(), (totals, totals));
        graph.layout().unwrap();
    }
}

/// A graph of every `step`th word of the list.
fn graph_file(content: Content, format: NodeFormat, step: usize) -> (FileKind, Vec<u8>) {
    let words = read_list("scowl-all");
    let words = Words::from_unsorted(words.iter().step_by(step)).unwrap();
    let spec = GraphSpec::new().content(content).format(format);
    (
        FileKind::Graph(content, format),
        build(&words, spec).unwrap(),
    )
}

#[test]
fn damages_of_a_large_gaddawg() {
    let (kind, bytes) = graph_file(Content::Gaddawg, NodeFormat::Kwg, 1);
    damage(&bytes, kind, rounds(200));
}

#[test]
fn damages_of_a_large_kbwg() {
    let (kind, bytes) = graph_file(Content::Gaddawg, NodeFormat::Kbwg, 1);
    damage(&bytes, kind, rounds(200));
}

#[test]
fn damages_of_large_alphagrams() {
    let (kind, bytes) = graph_file(Content::Alphagrams, NodeFormat::Kwg, 1);
    damage(&bytes, kind, rounds(500));
}

/// What the program says of a damaged graph of 4,000 words.
#[test]
fn damages_of_a_graph_of_4000_words() {
    let (_, bytes) = graph_file(Content::Gaddawg, NodeFormat::Kwg, 62);
    let folder = Folder::new();
    for round in 0..12 {
        let mut damaged = bytes.clone();
        damage_once(&mut damaged, round);
        folder.write("x.kwg", &damaged);
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
    let text = std::fs::read(repo().join("tests/data/golden/leaves-small.csv")).unwrap();
    let table = read_leaves("english.csv", &text, &english, LeaveOptions::default()).unwrap();
    let bytes = leave::build(&table, english.alphabet(), LeaveSpec::default()).unwrap();
    damage(&bytes, FileKind::Leaves(ValueFormat::F32), rounds(1000));
    let folder = Folder::new();
    for round in 0..12 {
        let mut damaged = bytes.clone();
        damage_once(&mut damaged, round);
        folder.write("x.klv2", &damaged);
        let ran = folder.run("kwg-dump leaves x.klv2 -q");
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
        let spec = GraphSpec::new().layout(layout);
        let opened = open("x", &build(&words, spec).unwrap(), &english, None).unwrap();
        let kind = FileKind::Graph(Content::Gaddawg, NodeFormat::Kwg);
        assert_eq!(opened.sniffed.kind, kind);
        let found = opened.graph().unwrap().layout().unwrap();
        assert_eq!(found.layout, Some(layout), "{}", found.reason);
    }
}

#[test]
fn dumped_leaves_build_the_same_file_again() {
    let folder = Folder::new();
    let table = std::fs::read(repo().join("tests/data/golden/leaves-small.csv")).unwrap();
    folder.write("english.csv", table);
    for options in ["", "--values i16", "--layout magpie"] {
        folder.fine(&format!("klv-build --leaves english.csv -o x -q {options}"));
        let dumped = folder.fine("kwg-dump leaves x").out;
        assert_eq!(dumped.lines().count(), 3909);
        let mut again = folder.command("klv-build");
        again.args("--leaves - -o y -q".split(' '));
        again.args(options.split_whitespace());
        again.write_stdin(dumped).assert().success();
        assert!(folder.read("x") == folder.read("y"), "{options}");
    }
}
