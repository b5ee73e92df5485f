//! Measures a whole `klv-build` process for a complete English table, as a ratio to the
//! `csv` crate reading the byte records of the same file in memory, in the same run.
//! The two alternate, and the fastest run of each counts.
#![allow(clippy::unwrap_used, clippy::print_stdout)] // a program for developers

mod measure;
mod tables;

use measure::{ms, peak, serve_peak, time};
use std::process::Command;
use std::time::Duration;
use tables::complete_table;
use wordmill::ruleset::Ruleset;

const ROUNDS: usize = 7;

fn main() {
    if serve_peak() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("complete.csv");
    let text = complete_table(&Ruleset::builtin("english").unwrap());
    std::fs::write(&table, &text).unwrap();
    let build = |threads: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_klv-build"));
        command.arg("--leaves").arg(&table);
        command.args(["-q", "--threads", threads, "-o"]);
        command.arg(folder.path().join("complete.klv2"));
        command
    };
    let (mut plain, mut whole, mut single) = (Duration::MAX, Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        plain = plain.min(time(|| read_records(text.as_bytes())));
        whole = whole.min(time(|| assert!(build("2").status().unwrap().success())));
        single = single.min(time(|| assert!(build("1").status().unwrap().success())));
    }
    println!("table                   rows   csv alone  klv-build  ratio  1 thread  peak MB");
    println!(
        "English, complete  {:9}   {:6.1} ms  {:6.1} ms  {:5.2}  {:8.2}  {:7.1}",
        text.lines().count(),
        ms(plain),
        ms(whole),
        ms(whole) / ms(plain),
        ms(single) / ms(plain),
        peak(&build("2"))
    );
}

fn read_records(text: &[u8]) {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text);
    let mut record = csv::ByteRecord::new();
    while reader.read_byte_record(&mut record).unwrap() {
        std::hint::black_box(&record);
    }
}
