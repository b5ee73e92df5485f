//! `docs/reliability.md`: no row without a test.

use crate::support::harness::repo;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// All Rust files below a directory.
fn sources(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The names of all tests.
fn tests() -> BTreeSet<String> {
    let mut files = Vec::new();
    sources(&repo().join("src"), &mut files);
    sources(&repo().join("tests"), &mut files);
    let mut names = BTreeSet::new();
    for file in files {
        let text = std::fs::read_to_string(file).unwrap();
        let mut is_test = false;
        for line in text.lines().map(str::trim) {
            is_test |= line == "#[test]";
            if let Some(rest) = line.strip_prefix("fn ").filter(|_| is_test) {
                names.extend(rest.split('(').next().map(str::to_string));
                is_test = false;
            }
        }
    }
    names
}

#[test]
fn every_row_names_tests_that_are_there() {
    let text = std::fs::read_to_string(repo().join("docs/reliability.md")).unwrap();
    let tests = tests();
    let mut rows = 0;
    let mut in_table = false;
    for line in text.lines() {
        if !line.starts_with('|') {
            in_table = false;
        } else if line.ends_with("| test |") {
            in_table = true;
        } else if in_table && !line.starts_with("| ---") {
            let last = line.trim_end_matches('|').rsplit('|').next().unwrap();
            let named: Vec<&str> = last.split('`').skip(1).step_by(2).collect();
            assert!(!named.is_empty(), "no test: {line}");
            for name in named {
                assert!(tests.contains(name), "no test is called {name}: {line}");
            }
            rows += 1;
        }
    }
    assert!(rows > 40, "{rows}");
}

/// Sums that overflow are found by every test: a build for tests checks them.
#[test]
#[should_panic = "overflow"]
fn tests_run_with_overflow_checks() {
    let most = std::hint::black_box(u8::MAX);
    std::hint::black_box(most + 1);
}
