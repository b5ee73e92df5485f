//! Text from outside reaches an output only through code that escapes it.
//!
//! Lines go through `writeln!` to `cli::exit::Out`, messages through `cli::voice`, JSON
//! through `cli::render::json`, Markdown and dot through the macros of `written`. These
//! tests find code that goes another way.

use crate::code::source_tree::modules;

/// The code of each module without its tests and comments.
fn code() -> Vec<(String, String)> {
    let without_tests = |(name, text): (String, String)| {
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = text.lines().filter(|line| {
            let line = line.trim_start();
            !line.starts_with("//")
        });
        (name, lines.collect::<Vec<_>>().join("\n"))
    };
    modules().into_iter().map(without_tests).collect()
}

/// Fails if a module other than `known` has one of `signs`.
#[track_caller]
fn only_in(known: &[&str], signs: &[&str], advice: &str) {
    for (name, code) in code() {
        if known.contains(&name.as_str()) {
            continue;
        }
        for sign in signs {
            let lines = code.lines().filter(|line| line.contains(sign));
            let lines: Vec<&str> = lines.filter(|l| !l.contains("is_terminal")).collect();
            assert!(
                lines.is_empty(),
                "{name} has `{sign}`: {advice}\n{lines:#?}"
            );
        }
    }
}

#[test]
fn programs_print_through_one_place() {
    only_in(
        &[
            "cli::exit",
            "cli::voice",
            "cli::args",
            "cli::args::usage",
            "cli::progress",
        ],
        &["stdout()", "stderr()", "print!(", "println!("],
        "write to `Out`, or say it by `Out::say`",
    );
}

#[test]
fn json_is_written_in_one_place() {
    // Manifests and rulesets are files, which check what they hold.
    only_in(
        &["cli::render::json", "recipe::manifest"],
        &["serde_json::to_writer", "serde_json::to_string"],
        "call `write_json`, which shows characters that can't be seen by number",
    );
}

#[test]
fn several_lines_at_once_are_rare() {
    for (name, code) in code() {
        if !name.starts_with("cli::") {
            continue;
        }
        let is_known = [
            "cli::exit",
            "cli::args::usage",
            "cli::commands::build_recipes", // bytes of artifacts
            "cli::commands::matches",       // GCG, escaped by `play::gcg`
            "cli::page",                    // HTML, escaped by `escaped`
            "cli::render::diff",            // a document of `written`
            "cli::render::json",
            "cli::render::listings", // words and numbers, a document of `written`
            "cli::render::counts",   // brackets of JSON, bytes of artifacts
        ];
        assert!(
            !code.contains("write_all(") || is_known.contains(&name.as_str()),
            "{name} has `write_all`, which does not escape line ends: write each line by \
             `writeln!`, or make a document by the macros of `written`"
        );
    }
}

/// `Out` takes what one `writeln!` writes as one line.
#[test]
fn a_literal_is_one_line() {
    for (name, code) in code() {
        if !name.starts_with("cli::render") && !name.starts_with("cli::commands") {
            continue;
        }
        for part in code.split("write!(").chain(code.split("writeln!(")).skip(1) {
            let literal = part.split('"').nth(1).unwrap_or_default();
            let is_near = part.find('"').is_some_and(|at| at < 60);
            assert!(
                !is_near || !literal.contains("\\n"),
                "{name}: `{literal}` has a line end inside, which becomes an escape: write \
                 each line by a `writeln!` of its own"
            );
        }
    }
}

#[test]
fn documents_are_made_by_macros() {
    only_in(
        &["written"],
        &["Written::made", "::made("],
        "use `markdown!` or `dot!`",
    );
    let markup = ["\"| ---", "\"# {", "\"## {", "\"digraph"];
    for (name, code) in code() {
        for sign in markup {
            let lines = code.lines().filter(|line| line.contains(sign));
            let raw = ["write!(", "writeln!(", "format!(", "format_args!("];
            let lines: Vec<&str> = lines
                .filter(|l| raw.iter().any(|r| l.contains(r)))
                .collect();
            // A comment line of a grid, which programs read again.
            let is_known = name == "cli::render::grid";
            assert!(
                lines.is_empty() || is_known,
                "{name}: use `markdown!` or `dot!`: {lines:#?}"
            );
        }
    }
}
