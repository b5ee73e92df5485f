//! The fuzz targets, with a fixed number of inputs: the seeds, and what becomes
//! of them when bytes are changed, cut, repeated and mixed.
//!
//! The inputs are the same on every machine. `FUZZ_INPUTS` is the number of
//! inputs a target, if that many are not enough.

#[path = "../../../fuzz/targets/mod.rs"]
mod targets;

use crate::support::harness::repo;
use std::panic::catch_unwind;
use wordmill::random::Random;

/// What files are likely to trip over: ends of ranges, signs, separators.
const MORSELS: [&[u8]; 30] = [
    b"\0",
    b"\xff",
    b"\xff\xff\xff\xff",
    b"\0\0\0\0",
    b"\0\0\x40\0",
    b"\x01\0\0\0",
    b"\0\0\0\x80",
    b"\x7f",
    b"\n",
    b"\r\n",
    b",",
    b";",
    b":",
    b": ",
    b"- ",
    b"\"",
    b"'",
    b"[",
    b"]",
    b"{",
    b"}",
    b"*a",
    b"&a ",
    b"?",
    b"/",
    b"..",
    b"99999999999",
    b"-1",
    "\u{303}".as_bytes(),
    "L·L".as_bytes(),
];

/// Changes an input a few times.
fn mutate(input: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
    for _ in 0..1 + random.below(5) {
        let at = random.below(input.len() as u64 + 1) as usize;
        let end = (at + random.below(16) as usize).min(input.len());
        match random.below(9) {
            0 | 1 if at < input.len() => input[at] ^= 1 << random.below(8),
            2 if at < input.len() => input[at] = random.below(256) as u8,
            3 => drop(input.drain(at..end)),
            4 => drop(input.splice(at..at, input[at..end].to_vec())),
            5 => input.truncate(at),
            6 => {
                let morsel = MORSELS[random.below(MORSELS.len() as u64) as usize];
                input.splice(at..at, morsel.iter().copied());
            }
            7 => {
                let morsel = MORSELS[random.below(MORSELS.len() as u64) as usize];
                let end = (at + morsel.len()).min(input.len());
                input.splice(at..end, morsel.iter().copied());
            }
            _ => {
                let other = &seeds[random.below(seeds.len() as u64) as usize];
                let from = random.below(other.len() as u64 + 1) as usize;
                input.splice(at..end, other[from..].iter().copied().take(64));
            }
        }
    }
}

/// Runs a target with its seeds and with `inputs` inputs made from them.
fn fuzz(name: &str, inputs: u64) {
    let known = targets::TARGETS.iter().find(|(known, _)| *known == name);
    let target = known.unwrap().1;
    let inputs = match std::env::var("FUZZ_INPUTS") {
        Ok(number) => number.parse().unwrap(),
        Err(_) => inputs,
    };
    let mut paths: Vec<_> = std::fs::read_dir(repo().join("fuzz/seeds").join(name))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let mut seeds: Vec<Vec<u8>> = paths
        .iter()
        .map(|path| std::fs::read(path).unwrap())
        .collect();
    seeds.push(Vec::new());
    let run = |input: &[u8]| {
        if catch_unwind(|| target(input)).is_err() {
            panic!("{name} failed on b\"{}\"", input.escape_ascii());
        }
    };
    seeds.iter().for_each(|seed| run(seed));
    let mut random = Random::new(8);
    for round in 0..inputs {
        let mut input = match round % 16 {
            0 => (0..random.below(200))
                .map(|_| random.below(256) as u8)
                .collect(),
            _ => seeds[random.below(seeds.len() as u64) as usize].clone(),
        };
        mutate(&mut input, &seeds, &mut random);
        run(&input);
    }
    eprintln!("{name}: {} inputs", seeds.len() as u64 + inputs);
}

#[test]
fn fuzz_any_file() {
    fuzz("any_file", 15000);
}

#[test]
fn fuzz_graph_bytes() {
    fuzz("graph_bytes", 30000);
}

#[test]
fn fuzz_leave_bytes() {
    fuzz("leave_bytes", 30000);
}

#[test]
fn fuzz_quackle_bytes() {
    fuzz("quackle_bytes", 30000);
}

#[test]
fn fuzz_gaddag_bytes() {
    fuzz("gaddag_bytes", 30000);
}

#[test]
fn fuzz_dwg_bytes() {
    fuzz("dwg_bytes", 20000);
}

#[test]
fn fuzz_database_bytes() {
    fuzz("database_bytes", 10000);
}

#[test]
fn fuzz_wordmap_bytes() {
    fuzz("wordmap_bytes", 20000);
}

#[test]
fn fuzz_side_files() {
    fuzz("side_files", 30000);
}

#[test]
fn fuzz_word_list() {
    fuzz("word_list", 30000);
}

#[test]
fn fuzz_definitions() {
    fuzz("definitions", 30000);
}

#[test]
fn fuzz_hunspell() {
    fuzz("hunspell", 15000);
}

#[test]
fn fuzz_leave_csv() {
    fuzz("leave_csv", 15000);
}

#[test]
fn fuzz_ruleset_yaml() {
    fuzz("ruleset_yaml", 10000);
}

#[test]
fn fuzz_distribution_csv() {
    fuzz("distribution_csv", 20000);
}

#[test]
fn fuzz_recipe_yaml() {
    fuzz("recipe_yaml", 20000);
}

#[test]
fn fuzz_manifest_json() {
    fuzz("manifest_json", 20000);
}

#[test]
fn fuzz_sums_and_lock() {
    fuzz("sums_and_lock", 30000);
}

#[test]
fn fuzz_board_and_play() {
    fuzz("board_and_play", 30000);
}

#[test]
fn fuzz_cgp() {
    fuzz("cgp", 30000);
}

#[test]
fn fuzz_endgames() {
    fuzz("endgames", 15000);
}

#[test]
fn fuzz_gcg() {
    fuzz("gcg", 15000);
}

#[test]
fn fuzz_grids() {
    fuzz("grids", 20000);
}

#[test]
fn fuzz_build_and_check() {
    fuzz("build_and_check", 1000);
}

/// No target without a test here, and none without a program for the fuzzer.
#[test]
fn every_target_is_run() {
    let tests = std::fs::read_to_string(repo().join("tests/it/robustness/fuzz.rs")).unwrap();
    for (name, _) in targets::TARGETS {
        assert!(tests.contains(&format!("fuzz(\"{name}\", ")), "{name}");
        let program = repo().join(format!("fuzz/fuzz_targets/{name}.rs"));
        let program = std::fs::read_to_string(program).unwrap();
        assert!(program.contains(&format!("run(\"{name}\", ")), "{name}");
    }
}
