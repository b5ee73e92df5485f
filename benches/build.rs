//! What a whole `kwg-build` process costs, as a ratio against building a plain
//! `fst` set of the same words in memory, in the same run.
//!
//! The two take turns; of each the fastest run counts, since whatever else the
//! machine does only makes a run slower. Peak memory is what the system counted
//! for the process.
#![allow(clippy::unwrap_used, clippy::print_stdout)] // a program for developers

mod measure;

use measure::{ms, peak, serve_peak, time};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const ROUNDS: usize = 7;

/// One list to build from.
struct Case {
    name: &'static str,
    list: PathBuf,
    ruleset: &'static str,
    /// The letters that a line may have, if others are to be dropped.
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
    println!("list                   words    fst set  kwg-build  ratio  1 thread  peak MB");
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
    let (mut set, mut whole, mut single) = (Duration::MAX, Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        set = set.min(time(|| build_set(&words)));
        whole = whole.min(time(|| assert!(build("2").status().unwrap().success())));
        single = single.min(time(|| assert!(build("1").status().unwrap().success())));
    }
    println!(
        "{:20}  {:7}  {:6.1} ms  {:6.1} ms  {:5.2}  {:8.2}  {:7.1}",
        case.name,
        words.len(),
        ms(set),
        ms(whole),
        ms(whole) / ms(set),
        ms(single) / ms(set),
        peak(&build("2"))
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
