//! Sends a thousand racks of seven tiles, one of them a blank, to the standard input of
//! `kwg-dump words`: as anagrams, and as sub-anagrams of two tiles or more. They are
//! compared, as ratios in the same run, with `grep` of a pattern for each of ten racks
//! on the list, and with listing all words once.
//!
//! For the anagrams of a rack with a blank, `grep` gets one pattern for each place of
//! the blank: the letters of the rack in any order, as a class, and the right length.
//! That finds too many words, so it is the least that `grep` has to do. It gets ten
//! racks, since a thousand take minutes, and the ratio is for the same number of racks.
#![allow(clippy::unwrap_used, clippy::print_stdout)] // a program for developers

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use wordmill::graph::{GraphSpec, build};
use wordmill::ruleset::Ruleset;
use wordmill::source::{ListOptions, ListReader};

const RACKS: usize = 1000;
const GREPPED: usize = 10;
const ROUNDS: usize = 5;

fn main() {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("lexicons/scowl-80.txt");
    let text = std::fs::read(&list).unwrap();
    let english = Ruleset::builtin("english").unwrap();
    let mut reader = ListReader::for_ruleset(&english);
    reader
        .read("list", &text[..], &ListOptions::default())
        .unwrap();
    let words = reader.finish().unwrap().finish().0;
    let folder = tempfile::tempdir().unwrap();
    let kwg = folder.path().join("words.kwg");
    std::fs::write(&kwg, build(&words, GraphSpec::new()).unwrap()).unwrap();

    let racks = racks(&english);
    let asked = racks.join("\n") + "\n";
    let dump = |options: &[&str], input: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kwg-dump"));
        command
            .arg("words")
            .arg(&kwg)
            .args(options)
            .args(["-q", "--ruleset", "english"]);
        time(command, input)
    };
    let mut best = [Duration::MAX; 5];
    for _ in 0..ROUNDS {
        let runs = [
            dump(&["--anagram", "-"], &asked),
            dump(&["--within", "-", "--length", "2.."], &asked),
            dump(&["--anagram", &racks[0]], ""),
            dump(&[], ""),
            racks[..GREPPED].iter().map(|rack| grep(rack, &list)).sum(),
        ];
        for (best, run) in best.iter_mut().zip(runs) {
            *best = run.min(*best);
        }
    }
    let [anagrams, within, one, all, grepped] = best;
    let grepped = grepped * (RACKS / GREPPED) as u32;
    for (name, found) in [("anagrams", anagrams), ("sub-anagrams", within)] {
        println!(
            "{name} of {RACKS} racks: {:.4} of grep on the list, {:.2} of listing all words once",
            found.as_secs_f64() / grepped.as_secs_f64(),
            found.as_secs_f64() / all.as_secs_f64()
        );
    }
    println!(
        "anagrams of one rack, with reading the file: {:.2} of listing all words once",
        one.as_secs_f64() / all.as_secs_f64()
    );
}

/// Racks of six tiles from the bag and a blank, the same in each run.
fn racks(ruleset: &Ruleset) -> Vec<String> {
    let mut bag = Vec::new();
    for (tile, facts) in (0..).zip(ruleset.tiles()).skip(1) {
        bag.extend(vec![tile; usize::from(facts.count)]);
    }
    let mut state = 1u64;
    let mut below = |n: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % n
    };
    let rack = |_| {
        let mut left = bag.clone();
        let drawn: Vec<u8> = (0..6)
            .map(|_| left.swap_remove(below(left.len())))
            .collect();
        ruleset.alphabet().labels_text(&drawn) + "?"
    };
    (0..RACKS).map(rack).collect()
}

/// Finds the words of a rack, and too many others, with `grep`.
fn grep(rack: &str, list: &Path) -> Duration {
    let letters = rack.trim_end_matches('?');
    let part = |at: usize| format!("^[{letters}]{{{at}}}.[{letters}]{{{}}}$", 6 - at);
    let pattern: Vec<String> = (0..7).map(part).collect();
    let mut command = Command::new("grep");
    command
        .args(["-icE", &pattern.join("|")])
        .arg(list)
        .env("LC_ALL", "C");
    time(command, "")
}

fn time(mut command: Command, input: &str) -> Duration {
    let start = Instant::now();
    command.stdin(Stdio::piped()).stdout(Stdio::null());
    let mut child = command.spawn().unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    child.wait().unwrap();
    start.elapsed()
}
