//! What the README and the pages in `docs/` show is what programs print.
//!
//! A page is gone through from top to bottom, in a folder with copies of the
//! repository's recipes, and links to what they are made from.
//!
//! - A block ```` ```yaml name.yaml ```` is a file, which is written.
//! - In a block ```` ```console ```` each line that begins with `$ ` is a
//!   command, run by the shell; what follows is what it prints on both outputs.
//!   A text for it goes from `<<END` to a line `END`. `cat` of a file that is not
//!   there yet writes it.
//! - `…` stands for any text in a line, and alone for any lines.
//! - `make lexicons` runs what the Makefile has there, without Cargo.
//!   Other calls of `make`, `cargo` and `git` are not run.

use crate::support::harness::{Folder, repo};
use crate::support::tools::make;
use std::path::Path;
use std::process::Command;
use wordmill::error::grouped;
use wordmill::ruleset::Ruleset;

fn folder() -> Folder {
    let folder = Folder::new();
    for name in ["recipes", "examples"] {
        copy(&repo().join(name), &folder.path(name));
    }
    for name in ["lexicons", "leaves", "rulesets", "tests"] {
        #[cfg(unix)]
        std::os::unix::fs::symlink(repo().join(name), folder.path(name)).unwrap();
    }
    folder
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Runs a line of shell with the real programs; gives both outputs.
fn shell(folder: &Folder, line: &str) -> String {
    let programs = assert_cmd::cargo::cargo_bin("kwg-build");
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", programs.parent().unwrap().display());
    let ran = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{line}")])
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .env("LC_ALL", "C.UTF-8")
        .current_dir(folder.path(""))
        .output()
        .unwrap();
    String::from_utf8(ran.stdout).unwrap()
}

/// What `make lexicons` prints, with the programs of this test.
fn make_lexicons(folder: &Folder) -> String {
    let dry = make(repo()).args(["-n", "lexicons"]).output().unwrap();
    let mut printed = String::new();
    for line in String::from_utf8(dry.stdout).unwrap().lines() {
        printed += &format!("{line}\n");
        if let Some(command) = line.strip_prefix("target/release/") {
            printed += &shell(folder, command);
        }
    }
    printed
}

/// One thing that a page shows.
enum Step {
    File(String, String),
    Run { line: String, expected: String },
}

fn steps(page: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let indent = line.len() - line.trim_start().len();
        let Some(info) = line.trim_start().strip_prefix("```") else {
            continue;
        };
        let block = lines.by_ref().map(|line| line.get(indent..).unwrap_or(""));
        let block: Vec<&str> = block.take_while(|line| *line != "```").collect();
        match info.split_whitespace().collect::<Vec<_>>()[..] {
            ["console"] => runs(&block, &mut steps),
            [_, name] => steps.push(Step::File(name.into(), block.join("\n") + "\n")),
            _ => (),
        }
    }
    steps
}

fn runs(block: &[&str], steps: &mut Vec<Step>) {
    let mut lines = block.iter().peekable();
    while let Some(line) = lines.next() {
        let mut command = line.strip_prefix("$ ").unwrap().to_string();
        while command.ends_with('\\') {
            command = command + "\n" + lines.next().unwrap();
        }
        while command.contains("<<END") && !command.ends_with("\nEND") {
            command = command + "\n" + lines.next().unwrap();
        }
        let mut expected = String::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
            expected += &format!("{line}\n");
        }
        steps.push(Step::Run {
            line: command,
            expected,
        });
    }
}

/// Whether lines are as expected, where `…` stands for anything.
fn fits(expected: &[&str], found: &[&str]) -> bool {
    match (expected, found) {
        ([], []) => true,
        (["…", rest @ ..], _) => (0..=found.len()).any(|skip| fits(rest, &found[skip..])),
        ([line, rest @ ..], [first, more @ ..]) => line_fits(line, first) && fits(rest, more),
        _ => false,
    }
}

fn line_fits(expected: &str, found: &str) -> bool {
    let mut parts = expected.trim_end().split('…');
    let Some(mut rest) = found.trim_end().strip_prefix(parts.next().unwrap()) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    for (i, part) in parts.iter().enumerate() {
        if i + 1 == parts.len() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.is_empty()
}

/// Goes through a page; fails with all that differs, or if it has fewer
/// commands. Gives the folder as it is then.
#[track_caller]
fn follow(name: &str, fewest: usize) -> Folder {
    let folder = folder();
    let page = std::fs::read_to_string(repo().join(name)).unwrap();
    let mut wrong = Vec::new();
    let mut ran = 0;
    for step in steps(&page) {
        let (line, expected) = match step {
            Step::File(file, text) => {
                folder.write(&file, text);
                continue;
            }
            Step::Run { line, expected } => (line, expected),
        };
        let found = match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["cat", file] if !folder.path(file).exists() => {
                folder.write(file, expected);
                continue;
            }
            ["make", "lexicons"] => make_lexicons(&folder),
            ["make" | "cargo" | "git", ..] => continue,
            _ => shell(&folder, &line),
        };
        ran += 1;
        let lines = |text: &'_ str| text.lines().map(str::to_string).collect::<Vec<_>>();
        let (wanted, got) = (lines(&expected), lines(&found));
        let (wanted, got): (Vec<&str>, Vec<&str>) = (
            wanted.iter().map(String::as_str).collect(),
            got.iter().map(String::as_str).collect(),
        );
        if !fits(&wanted, &got) {
            wrong.push(format!("$ {line}\nexpected\n{expected}\nfound\n{found}"));
        }
    }
    assert!(wrong.is_empty(), "{name}:\n{}", wrong.join("\n"));
    assert!(ran >= fewest, "{name}: {ran} commands");
    folder
}

#[test]
fn the_readme_shows_what_is_printed() {
    let folder = follow("README.md", 15);
    // Pasting all of it leaves nothing in the way of the next commit.
    let ignored = std::fs::read_to_string(repo().join(".gitignore")).unwrap();
    let mut made = 0;
    for entry in std::fs::read_dir(folder.path("")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if !repo().join(&name).exists() {
            made += 1;
            assert!(ignored.lines().any(|l| l == format!("/{name}")), "{name}");
        }
    }
    assert!(made >= 7, "{made} files");
}

#[test]
fn the_recipes_page_shows_what_is_printed() {
    follow("docs/recipes.md", 5);
}

#[test]
fn the_rulesets_page_shows_what_is_printed() {
    follow("docs/rulesets.md", 2);
}

#[test]
fn the_formats_page_shows_what_is_printed() {
    follow("docs/formats.md", 5);
}

#[test]
fn the_example_shows_what_is_printed() {
    follow("examples/velu/README.md", 6);
}

#[test]
fn the_release_guide_shows_what_is_printed() {
    follow("docs/release.md", 6);
}

#[test]
fn the_page_on_queries_is_true() {
    follow("docs/queries.md", 40);
}

#[test]
fn the_page_on_grids_is_true() {
    follow("docs/grids.md", 4);
}

/// The names of the fields that are known where `yaml` has an unknown one.
fn known_fields(folder: &Folder, command: &str, yaml: &str) -> Vec<String> {
    folder.write("probe.yaml", yaml);
    let ran = folder.run(command);
    let (_, list) = ran.err.split_once("expected one of ").unwrap_or_else(|| {
        let found = ran.err.split_once("expected ");
        found.unwrap_or_else(|| panic!("{yaml}: {}", ran.err))
    });
    let list = list.lines().next().unwrap().split(';').next().unwrap();
    list.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_string)
        .collect()
}

#[test]
fn every_field_is_documented() {
    let folder = Folder::new();
    let head = "lexicon: X\nruleset: english\n";
    let recipes = std::fs::read_to_string(repo().join("docs/recipes.md")).unwrap();
    let mut found = 0;
    for (section, yaml) in [
        ("## Fields", "zz: 1\n".to_string()),
        ("### `words`", format!("{head}words: {{zz: 1}}\n")),
        (
            "### `words`",
            format!("{head}words: {{include: [{{zz: 1}}]}}\n"),
        ),
        (
            "### `words`",
            format!("{head}words: {{include: [a], length: {{zz: 1}}}}\n"),
        ),
        ("### `graphs`", format!("{head}graphs: [{{zz: 1}}]\n")),
        ("### `counts`", format!("{head}counts: [{{zz: 1}}]\n")),
        ("### `counts`", format!("{head}members: [{{zz: 1}}]\n")),
        ("### `leaves`", format!("{head}leaves: [{{zz: 1}}]\n")),
        ("### `expect`", format!("{head}expect: {{zz: 1}}\n")),
    ] {
        let (_, part) = recipes.split_once(&format!("\n{section}")).unwrap();
        let part = part.split("\n## ").next().unwrap();
        let part = part.split("\n### ").next().unwrap();
        for field in known_fields(&folder, "kwg-build probe.yaml", &yaml) {
            found += 1;
            let rows = [format!("| `{field}` |"), format!(".{field}` |")];
            let is_there = part.lines().any(|l| rows.iter().any(|row| l.contains(row)));
            let holds_a_map = field == "length";
            assert!(is_there || holds_a_map, "{section}: {field}");
        }
    }
    assert!(found >= 40, "{found} fields");
    let rulesets = std::fs::read_to_string(repo().join("docs/rulesets.md")).unwrap();
    let letter = "name: x\nrack: 7\nbonus: 1\nexchange: 1\nblanks: 1\nletters: [{zz: 1}]\n";
    let board = "name: x\nboard: {zz: 1}\n";
    for yaml in ["zz: 1\n", letter, board] {
        let command = "kwg-build --ruleset probe.yaml --words x -o y";
        for field in known_fields(&folder, command, yaml) {
            let is_there = rulesets.contains(&format!("`{field}`"))
                || rulesets.contains(&format!("\n{field}: "))
                || rulesets.contains(&format!("\n{field}:\n"));
            assert!(is_there, "rulesets: {field}");
        }
    }
}

#[test]
fn the_table_of_rulesets_is_theirs() {
    let page = std::fs::read_to_string(repo().join("docs/rulesets.md")).unwrap();
    for name in Ruleset::builtin_names() {
        let ruleset = Ruleset::builtin(name).unwrap();
        let board = ruleset.board();
        let row = format!(
            "\n| `{name}` | {} | {} | {} | {} | {} | {} | {} × {}",
            ruleset.alphabet().len(),
            ruleset.bag_size(),
            ruleset.tiles()[0].count,
            grouped(u64::try_from(ruleset.possible_leaves()).unwrap()),
            ruleset.bonus(),
            ruleset.exchange_limit(),
            board.rows(),
            board.columns(),
        );
        assert!(page.contains(&row), "{row}");
    }
}
