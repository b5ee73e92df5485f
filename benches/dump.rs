//! Measures whole `kwg-dump` processes, as ratios in the same run: `words` to
//! `cat list | wc`, and `diff` of two graphs that differ in ten words to `info` of one
//! of them. Also measures two of their steps separately: reading and checking a graph,
//! and comparing two.
//!
//! They alternate. The fastest run of each counts, since other load on the machine can
//! only make a run slower.
#![allow(clippy::unwrap_used, clippy::print_stdout)] // a program for developers

use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};
use wordmill::graph::{Diff, Graph, GraphKind, GraphSpec, NodeFormat, Side, build};
use wordmill::lexicon::Words;
use wordmill::ruleset::Ruleset;
use wordmill::source::{ListOptions, ListReader};

const ROUNDS: usize = 15;

/// The number of words that the second graph lacks.
const FEWER: usize = 10;

/// A process, its fastest run so far and its expected exit code.
struct Case {
    name: &'static str,
    command: Command,
    code: i32,
    best: Duration,
}

impl Case {
    fn new(name: &'static str, command: Command, code: i32) -> Case {
        Case {
            name,
            command,
            code,
            best: Duration::MAX,
        }
    }

    fn run(&mut self) -> Output {
        let start = Instant::now();
        let output = self.command.output().unwrap();
        self.best = self.best.min(start.elapsed());
        assert_eq!(output.status.code(), Some(self.code), "{}", self.name);
        output
    }
}

fn main() {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("lexicons/scowl-80.txt");
    let text = std::fs::read(&list).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = (folder.path().join("old.kwg"), folder.path().join("new.kwg"));
    let words = read_words(&text);
    let fewer = without_some(&words);
    let graphs = [&words, &fewer].map(|words| build(words, GraphSpec::new()).unwrap());
    std::fs::write(&old, &graphs[0]).unwrap();
    std::fs::write(&new, &graphs[1]).unwrap();
    measure_steps(&graphs);

    let dump = |arguments: &[&std::ffi::OsStr]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kwg-dump"));
        command.args(arguments);
        command
    };
    let mut pipe = Command::new("sh");
    pipe.args(["-c", "cat \"$0\" | wc"]).arg(&list);
    let (old, new) = (old.as_os_str(), new.as_os_str());
    let mut cases = [
        Case::new("cat | wc", pipe, 0),
        Case::new("words", dump(&["words".as_ref(), old]), 0),
        Case::new("info", dump(&["info".as_ref(), old]), 0),
        Case::new("diff", dump(&["diff".as_ref(), old, new]), 1),
    ];
    for _ in 0..ROUNDS {
        let [_, words, _, diff] = cases.each_mut().map(|case| case.run().stdout);
        assert_eq!(words.len(), text.len());
        assert_eq!(diff.iter().filter(|&&byte| byte == b'\n').count(), FEWER);
    }
    for case in &cases {
        println!("{:8}  {:6.1} ms", case.name, case.best.as_secs_f64() * 1e3);
    }
    let ratio = |a: usize, b: usize| cases[a].best.as_secs_f64() / cases[b].best.as_secs_f64();
    println!("words / cat | wc: {:.2} (at most 8)", ratio(1, 0));
    println!("diff / info: {:.2} (at most 2)", ratio(3, 2));
}

fn measure_steps(graphs: &[Vec<u8>; 2]) {
    let (mut opening, mut comparing) = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let [old, new] = graphs.each_ref().map(|bytes| {
            Graph::from_bytes(bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap()
        });
        opening = opening.min(start.elapsed() / 2);
        let start = Instant::now();
        let diff = Diff::new(Side::Graph(&old), Side::Graph(&new)).unwrap();
        let mut changes = diff.changes();
        let mut count = 0;
        while changes.next().is_some() {
            count += 1;
        }
        assert_eq!(count, FEWER);
        comparing = comparing.min(start.elapsed());
    }
    for (name, best) in [("open", opening), ("compare", comparing)] {
        println!("{name:8}  {:6.1} ms", best.as_secs_f64() * 1e3);
    }
}

fn read_words(text: &[u8]) -> Words {
    let english = Ruleset::builtin("english").unwrap();
    let mut reader = ListReader::new(english.alphabet());
    reader.read("list", text, &ListOptions::default()).unwrap();
    reader.finish().unwrap().finish().0
}

/// Leaves out a few words, spread evenly over the list.
fn without_some(words: &Words) -> Words {
    let step = words.len() / FEWER;
    let kept = words
        .iter()
        .enumerate()
        .filter(|(i, _)| i % step != step / 2);
    let kept = Words::from_unsorted(kept.map(|(_, word)| word)).unwrap();
    assert_eq!(kept.len() + FEWER, words.len());
    kept
}
