//! Measures a whole `kwg-build` process, as a ratio to building a plain `fst` set of
//! the same words in memory, in the same run.
//!
//! The two alternate. Other load on the machine can only make a turn slower, so the
//! fastest turn of each counts. Ratios of the medians are given too; they show the
//! effect of a machine that is never idle. The turns of both are equally long, since
//! short ones hit idle moments more easily. Peak memory is what the system counted for
//! the process.
#![allow(clippy::unwrap_used, clippy::print_stdout)] // a program for developers

mod measure;

use measure::{ms, peak, serve_peak, time};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const ROUNDS: usize = 11;

/// The number of sets built in a turn, which takes about as long as one build.
const SETS: u32 = 3;

/// One list to build from.
struct Case {
    name: &'static str,
    list: PathBuf,
    ruleset: &'static str,
    /// The letters that a line may have, if lines with others are to be dropped.
    letters: Option<&'static str>,
    graph: &'static str,
}

fn main() {
    if serve_peak() {
        return;
    }
    let repo = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cases = [
        Case {
            name: "SCOWL-80, gaddawg",
            list: repo.join("lexicons/scowl-80.txt"),
            ruleset: "english",
            letters: None,
            graph: "{file: BENCH.kwg}",
        },
        Case {
            name: "SCOWL-80, alphagrams",
            list: repo.join("lexicons/scowl-80.txt"),
            ruleset: "english",
            letters: None,
            graph: "{file: BENCH.kad, content: alphagrams}",
        },
        Case {
            name: "wpolish, gaddawg",
            list: "/usr/share/dict/polish".into(),
            ruleset: "polish",
            letters: Some("aąbcćdeęfghijklłmnńoóprsśtuwyzźż"),
            graph: "{file: BENCH.kbwg, node: kbwg}",
        },
    ];
    println!(
        "list                   words    fst set  kwg-build  ratio (medians)  \
         1 thread (medians)  peak MB"
    );
    for case in cases {
        if case.list.exists() {
            measure(&case);
        } else {
            println!("{:20}  not installed", case.name);
        }
    }
}

fn measure(case: &Case) {
    let words = read_words(case);
    let folder = tempfile::tempdir().unwrap();
    let recipe = folder.path().join("bench.yaml");
    let keep = case
        .letters
        .map_or(String::new(), |l| format!("keep: '^[{l}]+$', "));
    let text = format!(
        "lexicon: BENCH\nruleset: {}\nwords: {{include: ['{}'], {keep}length: {{min: 2, max: 15, outside: drop}}}}\n\
         graphs: [{}]\nexpect: {{words: {}}}\n",
        case.ruleset,
        case.list.display(),
        case.graph,
        words.len()
    );
    std::fs::write(&recipe, text).unwrap();
    let build = |threads: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kwg-build"));
        command
            .arg(&recipe)
            .args(["--force", "-q", "--threads", threads]);
        command.arg("--out-dir").arg(folder.path().join("dist"));
        command
    };
    let peak = peak(&build("2"));
    let build = |threads: &str| {
        let mut command = build(threads);
        time(|| assert!(command.status().unwrap().success()))
    };
    let (mut set, mut whole, mut single) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        set.push(time(|| (0..SETS).for_each(|_| build_set(&words))) / SETS);
        whole.push(build("2"));
        single.push(build("1"));
    }
    for times in [&mut set, &mut whole, &mut single] {
        times.sort_unstable();
    }
    let ratio = |times: &[Duration], at: usize| ms(times[at]) / ms(set[at]);
    println!(
        "{:20}  {:7}  {:6.1} ms  {:6.1} ms  {:5.2}    ({:5.2})  {:8.2}    ({:5.2})  {:7.1}",
        case.name,
        words.len(),
        ms(set[0]),
        ms(whole[0]),
        ratio(&whole, 0),
        ratio(&whole, ROUNDS / 2),
        ratio(&single, 0),
        ratio(&single, ROUNDS / 2),
        peak
    );
}

/// The words that the recipe keeps, sorted by byte.
fn read_words(case: &Case) -> Vec<String> {
    let text = std::fs::read_to_string(&case.list).unwrap();
    let kept = |word: &&str| {
        (2..=15).contains(&word.chars().count())
            && case
                .letters
                .is_none_or(|letters| word.chars().all(|c| letters.contains(c)))
    };
    let mut words: Vec<String> = text.lines().filter(kept).map(str::to_string).collect();
    words.sort_unstable();
    words.dedup();
    words
}

fn build_set(words: &[String]) {
    let mut builder = fst::SetBuilder::memory();
    for word in words {
        builder.insert(word).unwrap();
    }
    std::hint::black_box(builder.into_inner().unwrap());
}
