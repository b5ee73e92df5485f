//! Measures how the time and memory of whole builds grow: `kwg-build` with the number
//! of words, and `klv-build` with the number of letters, on one thread and on two.
//!
//! The words are synthetic: stems that a Markov chain draws from the letters of
//! SCOWL-80, prefixes, and endings by paradigm, as in a language with many forms. They
//! are the same every time. An exponent compares a size with the one before: 1 is
//! linear.
//!
//! `cargo bench --bench scaling` runs all sizes; `-- 1000000` runs those of up to a
//! million words or rows. The output is a Markdown table.
#![allow(clippy::unwrap_used, clippy::print_stdout)] // a program for developers

mod measure;
mod tables;

use measure::{ms, peak, serve_peak, time};
use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use tables::complete_table;
use wordmill::recipe::load_ruleset;

const WORDS: [usize; 5] = [10_000, 100_000, 1_000_000, 3_300_000, 10_000_000];
const LETTERS: [usize; 5] = [6, 10, 16, 24, 32];

fn main() {
    if serve_peak() {
        return;
    }
    let most = std::env::args().skip(1).find_map(|size| size.parse().ok());
    let most = most.unwrap_or(usize::MAX);
    let folder = tempfile::tempdir().unwrap();
    println!("| size | one thread | exponent | two threads | exponent | peak | exponent |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    words(folder.path(), most);
    leaves(folder.path(), most);
}

fn words(folder: &Path, most: usize) {
    let text = Path::new(env!("CARGO_MANIFEST_DIR")).join("lexicons/scowl-80.txt");
    let chain = Chain::of(&std::fs::read_to_string(text).unwrap());
    let (list, recipe) = (folder.join("list.txt"), folder.join("scaling.yaml"));
    let mut before = None;
    for size in WORDS.into_iter().filter(|&size| size <= most) {
        std::fs::write(&list, chain.list(size)).unwrap();
        let text = "lexicon: SCALING\nruleset: english\nwords: {include: [list.txt]}\n\
                    graphs: [{file: SCALING.kbwg, node: kbwg}]\n";
        std::fs::write(&recipe, text).unwrap();
        let build = |threads: &str| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_kwg-build"));
            command.arg(&recipe).args(["--force", "-q"]);
            command.args(["--threads", threads, "--out-dir"]);
            command.arg(folder.join("dist"));
            command
        };
        report(&format!("{size} words"), size, build, &mut before);
    }
}

fn leaves(folder: &Path, most: usize) {
    let (table, ruleset) = (folder.join("leaves.csv"), folder.join("ruleset.yaml"));
    let mut before = None;
    for letters in LETTERS {
        let mut text =
            "name: scaling\nrack: 7\nbonus: 50\nexchange: 7\nblanks: 2\nletters:\n".to_string();
        for letter in ('A'..='Z').chain('Α'..='Ρ').take(letters) {
            writeln!(text, "  - {{tile: \"{letter}\", count: 4, points: 1}}").unwrap();
        }
        std::fs::write(&ruleset, text + "board: standard\n").unwrap();
        let rows = load_ruleset(ruleset.to_str().unwrap(), Path::new("")).unwrap();
        let rows = complete_table(&rows);
        let size = rows.lines().count();
        if size > most {
            return;
        }
        std::fs::write(&table, rows).unwrap();
        let build = |threads: &str| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_klv-build"));
            command.arg("--leaves").arg(&table);
            command.arg("--ruleset").arg(&ruleset);
            command.args(["-q", "--threads", threads, "-o"]);
            command.arg(folder.join("leaves.klv2"));
            command
        };
        let name = format!("{size} leaves of {letters} letters");
        report(&name, size, build, &mut before);
    }
}

/// The cost of one size.
struct Cost {
    size: usize,
    /// Milliseconds on one thread and on two, and megabytes.
    figures: [f64; 3],
}

/// Measures a size and prints it beside the one before.
fn report(name: &str, size: usize, build: impl Fn(&str) -> Command, before: &mut Option<Cost>) {
    let rounds = (3_000_000 / size).clamp(1, 15);
    let mut best = [Duration::MAX; 2];
    for _ in 0..rounds {
        for (best, threads) in best.iter_mut().zip(["1", "2"]) {
            let mut command = build(threads);
            *best = time(|| assert!(command.status().unwrap().success())).min(*best);
        }
    }
    let figures = [ms(best[0]), ms(best[1]), peak(&build("2"))];
    let mut line = format!("| {name} |");
    for (i, (figure, unit)) in figures.iter().zip(["ms", "ms", "MB"]).enumerate() {
        let exponent = before.as_ref().map_or(String::new(), |before| {
            let growth = size as f64 / before.size as f64;
            format!("{:.2}", (figure / before.figures[i]).ln() / growth.ln())
        });
        write!(line, " {figure:.1} {unit} | {exponent} |").unwrap();
    }
    println!("{line}");
    *before = Some(Cost { size, figures });
}

const PREFIXES: [&str; 12] = [
    "", "", "", "", "un", "re", "over", "out", "mis", "pre", "sub", "non",
];

const ENDINGS: [&str; 40] = [
    "", "s", "ed", "er", "ers", "ing", "ings", "able", "ably", "y", "ies", "ier", "iest", "ly",
    "ness", "less", "ful", "al", "ally", "ic", "ics", "ism", "ist", "ists", "ity", "ize", "izes",
    "ized", "izer", "ive", "ion", "ions", "ous", "ure", "ment", "ments", "age", "ages", "en",
    "ens",
];

/// The number of paradigms, each a set of endings.
const PARADIGMS: u64 = 48;

/// Draws letters given the two before, with the frequencies of the words of a list.
struct Chain {
    after: HashMap<[u8; 2], Vec<u8>>,
}

impl Chain {
    fn of(list: &str) -> Chain {
        let mut after: HashMap<[u8; 2], Vec<u8>> = HashMap::new();
        for word in list.lines() {
            let mut last = [b' '; 2];
            for letter in word.bytes() {
                after.entry(last).or_default().push(letter);
                last = [last[1], letter];
            }
        }
        Chain { after }
    }

    /// A sorted list of `size` words of 2 to 15 letters.
    fn list(&self, size: usize) -> String {
        let mut random = 1;
        let mut words: Vec<String> = Vec::new();
        // Stems repeat, and so do words, but most of them are new.
        while words.len() < size {
            while words.len() < size + size / 50 {
                self.add_forms(&mut random, &mut words);
            }
            words.sort_unstable();
            words.dedup();
        }
        // Leaves out the same share everywhere in the alphabet.
        let surplus = words.len() - size;
        let mut list = String::new();
        let mut error = 0;
        for word in &words {
            error += surplus;
            match error >= words.len() {
                true => error -= words.len(),
                false => writeln!(list, "{word}").unwrap(),
            }
        }
        list
    }

    fn add_forms(&self, random: &mut u64, words: &mut Vec<String>) {
        let mut stem = String::new();
        let mut last = [b' '; 2];
        let length = 3 + draw(random) % 6;
        while (stem.len() as u64) < length {
            let Some(next) = self.after.get(&last) else {
                break;
            };
            let letter = next[draw(random) as usize % next.len()];
            stem.push(letter.into());
            last = [last[1], letter];
        }
        let mut paradigm = draw(random) % PARADIGMS * 0x9e37_79b9 + 1;
        let endings = draw(&mut paradigm) | draw(&mut paradigm);
        let prefixes = 2 + draw(random) % 3;
        for _ in 0..prefixes {
            let prefix = PREFIXES[draw(random) as usize % PREFIXES.len()];
            for (i, ending) in ENDINGS.iter().enumerate() {
                let word = format!("{prefix}{stem}{ending}").to_uppercase();
                if endings >> i & 1 == 1 && (2..=15).contains(&word.len()) {
                    words.push(word);
                }
            }
        }
    }
}

/// Knuth's linear congruential generator, its upper half.
fn draw(state: &mut u64) -> u64 {
    *state = state
        .wrapping_mul(6364136223846793005)
        .wrapping_add(1442695040888963407);
    *state >> 20
}
