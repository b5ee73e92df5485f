//! What programs print, compared with what they printed before.
//!
//! It is kept in `tests/data/`, a folder for each program, a file for each
//! sort of run. To write them anew after a change that is meant, run the test
//! with the environment variable `UPDATE_GOLDEN` set, and read the difference.

use crate::support::harness::{Folder, repo};
use std::fmt::Write;

/// Compares what was printed with what was printed before.
pub(crate) fn check(folder: &str, name: &str, found: &str, wrong: &mut Vec<String>) {
    let path = repo().join("tests/data").join(folder).join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    if found != expected {
        wrong.push(format!("{name}: expected\n{expected}\nfound\n{found}"));
    }
}

/// Runs commands of a program and writes down what they print and how they
/// end.
pub(crate) fn transcript(folder: &Folder, program: &str, commands: &[String]) -> String {
    let mut text = String::new();
    for command in commands {
        let ran = folder.run(&format!("{program} {command}"));
        writeln!(text, "$ {program} {command}").unwrap();
        text += &ran.out;
        text += &ran.err;
        writeln!(text, "[{}]\n", ran.code).unwrap();
    }
    text
}
