//! Measures a whole `kwg-build` process that builds a word map, as a ratio to writing
//! and syncing a file of the same size, in the same run.
//!
//! The two alternate, and the fastest turn of each counts. The ratio of the medians is
//! given too. Peak memory is what the system counted for the process.
#![allow(clippy::unwrap_used, clippy::print_stdout)] // a program for developers

mod measure;

use measure::{ms, peak, serve_peak, time};
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::Command;

const ROUNDS: usize = 7;

fn main() {
    if serve_peak() {
        return;
    }
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("lexicons/scowl-80.txt");
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("BENCH.wmp");
    let build = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kwg-build"));
        command.args([
            "-q",
            "--content",
            "wordmap",
            "--outside",
            "drop",
            "--threads",
            "2",
        ]);
        command.arg("--words").arg(&list).arg("-o").arg(&target);
        command
    };
    let peak = peak(&build());
    let bytes = std::fs::read(&target).unwrap();
    let plain = folder.path().join("plain");
    let write = || {
        let mut file = File::create(&plain).unwrap();
        file.write_all(&bytes).unwrap();
        file.sync_all().unwrap();
    };
    let (mut written, mut built) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        // Both write new files.
        let _ = std::fs::remove_file(&plain);
        written.push(time(write));
        let _ = std::fs::remove_file(&target);
        built.push(time(|| assert!(build().status().unwrap().success())));
    }
    written.sort_unstable();
    built.sort_unstable();
    let ratio = |at: usize| ms(built[at]) / ms(written[at]);
    println!("list       bytes        write and sync  kwg-build  ratio (medians)  peak MB");
    println!(
        "SCOWL-80  {:11}  {:11.1} ms  {:6.1} ms  {:5.2}  ({:5.2})  {:7.1}",
        bytes.len(),
        ms(written[0]),
        ms(built[0]),
        ratio(0),
        ratio(ROUNDS / 2),
        peak
    );
}
