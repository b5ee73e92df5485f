//! A lexicon with every kind of artifact, large enough that a build takes a
//! moment, and the programs run in ways that a shell can but a harness can't.

use crate::support::harness::{Folder, repo};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

const RECIPE: &str = "\
lexicon: ALL
ruleset: english
words: {include: [words.txt]}
graphs:
  - {file: ALL.kwg}
  - {file: ALL-magpie.kbwg, layout: magpie, node: kbwg}
  - {file: ALL.kad, content: alphagrams}
counts: [{file: ALL.kwc, of: ALL.kwg}]
members: [{file: SOME.kwi, of: ALL.kwg, words: [some.txt]}]
leaves:
  - {file: ALL.klv2, source: leaves.csv}
  - {file: ALL.klv, source: leaves.csv, values: i16}
";

/// Every `step`th word of the core list, from the word `first` on.
pub(crate) fn some_words(first: usize, step: usize) -> String {
    let core = std::fs::read_to_string(repo().join("lexicons/core.txt")).unwrap();
    let fits = |word: &&str| (2..=15).contains(&word.len());
    let words = core.lines().filter(fits).skip(first).step_by(step);
    words.map(|word| format!("{word}\n")).collect()
}

/// A folder with the recipe, its lists and its leaves in `in`; nothing is built.
pub(crate) fn everything() -> Folder {
    let folder = Folder::new();
    folder
        .write("in/all.yaml", RECIPE)
        .write("in/words.txt", some_words(0, 10))
        .write("in/some.txt", some_words(0, 30));
    let leaves = std::fs::read(repo().join("tests/data/golden/leaves-small.csv")).unwrap();
    folder.write("in/leaves.csv", leaves);
    folder
}

/// The path of a program under test.
pub(crate) fn program(name: &str) -> PathBuf {
    assert_cmd::cargo::cargo_bin(name)
}

/// A program run by a shell after other commands, as in `umask 077`.
pub(crate) fn after(commands: &str, name: &str, arguments: &[&str]) -> Command {
    let mut shell = Command::new("sh");
    let script = format!("{commands}; exec \"$@\"");
    shell.args(["-c", &script, "sh"]).arg(program(name));
    shell.args(arguments);
    shell
}

/// The files of a directory, by name. Hidden ones too.
pub(crate) fn files_in(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(directory).unwrap();
    entries
        .map(|entry| {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            (name, std::fs::read(entry.path()).unwrap())
        })
        .collect()
}
