//! Help, man pages, completions, and what was meant by a typing error.

use crate::support::harness::{Folder, Text};
use crate::support::table::table;
use clap::Command;
use wordmill::cli::args::commands;

#[path = "../../../tools/pages.rs"]
#[allow(dead_code)] // its `main`
pub(crate) mod pages;

/// Every program, and every command of one, as they are called.
fn all() -> Vec<(String, Command)> {
    let mut all = Vec::new();
    for program in commands() {
        let name = program.get_name().to_string();
        for command in program.get_subcommands() {
            all.push((format!("{name} {}", command.get_name()), command.clone()));
        }
        all.push((name, program));
    }
    all
}

#[test]
fn every_help_has_examples_of_its_own() {
    let folder = Folder::new();
    let all = all();
    assert!(all.len() >= 20, "{}", all.len());
    for (called, _) in all {
        let help = folder.fine(&format!("{called} --help")).out;
        help.must_have(&format!("Usage: {called} "));
        let (_, examples) = help.split_once("Examples:\n").expect(&called);
        examples.must_have(&format!("  {called} "));
        if !called.contains(' ') {
            let version = folder.fine(&format!("{called} --version")).out;
            version.must_start(&format!("{called} 0."));
        }
    }
    let help = folder.fine("kwg-build --help").out;
    help.must_have("--locked");
    help.must_have("Without a recipe");
}

#[test]
fn examples_in_help_have_options_that_there_are() {
    for (called, command) in all() {
        let after = command.get_after_help().unwrap().to_string();
        let known: Vec<String> = all()
            .iter()
            .filter(|(name, _)| name.split(' ').next() == called.split(' ').next())
            .flat_map(|(_, command)| command.get_arguments().cloned().collect::<Vec<_>>())
            .filter_map(|argument| argument.get_long().map(str::to_string))
            .collect();
        for word in after.split_whitespace() {
            if let Some(option) = word.strip_prefix("--") {
                let option: String = option
                    .chars()
                    .take_while(|c| c.is_alphanumeric() || *c == '-')
                    .collect();
                assert!(known.contains(&option), "{called}: --{option}");
            }
        }
    }
}

#[test]
fn each_program_and_command_has_a_page_and_completions() {
    let folder = Folder::new();
    pages::write_all(&folder.path("")).unwrap();
    for (called, command) in all() {
        let page = folder.text(&format!("man/man1/{}.1", called.replace(' ', "-")));
        assert!(page.contains(".SH EXAMPLES AND NOTES"), "{called}");
        for argument in command.get_arguments() {
            if let Some(long) = argument.get_long() {
                let shown = format!("\\-\\-{}", long.replace('-', "\\-"));
                assert!(page.contains(&shown), "{called}: {long}");
            }
        }
    }
    for program in commands() {
        let name = program.get_name();
        for file in [
            format!("bash/{name}.bash"),
            format!("zsh/_{name}"),
            format!("fish/{name}.fish"),
        ] {
            let text = folder.text(&format!("completions/{file}"));
            assert!(text.contains(name) && text.contains("format"), "{file}");
        }
    }
}

#[test]
fn typing_errors_are_told_what_was_meant() {
    let folder = Folder::new();
    folder.write("w.txt", "CAR\n");
    for [command, meant] in table(
        r"
        kwg-build --ruleset englsh --words w.txt -o x.kwg | ; did you mean `english`?\n
        kwg-build --words w.txt --layout wolgse -o x.kwg | 'wolges'
        kwg-dump wrods w.txt | 'words'
        kwg-count indx w.txt CAR | did you mean `index`?
        movegen-check mvoes --kwg w.txt | did you mean `moves`?
        movegen-check --pass structrue w.txt | 'structure'
        ",
    ) {
        let ran = folder.run(command);
        assert_eq!(ran.code, 2, "{command}");
        assert!(ran.err.contains(meant), "{command}: {}", ran.err);
    }
    folder.write("indx", "CAR\n");
    folder.fine("kwg-count indx");
}

#[test]
fn faults_show_their_line_with_a_marker() {
    let folder = Folder::new();
    let long = format!("{}7{}", "A".repeat(200), "B".repeat(200));
    folder
        .write(
            "w.txt",
            format!("CAR\nCAFÉ\tplace\nSUPERCALIFRAGILISTIC\n{long}\n"),
        )
        .write("l.csv", "A,1\nQ\u{1b}[2J,2\nB,two\n")
        .write("tiles.csv", "?,2,0,0\nA,nine,1,1\n")
        .write(
            "r.yaml",
            "lexicon: X\nruleset: english\ngraphs:\n  - {file: X.kwg, layuot: legacy}\n",
        )
        .write(
            "b.yaml",
            "name: x\nrack: 7\nbonus: 1\nexchange: 1\nblanks: 300\n",
        );
    for (command, expected) in [
        (
            "kwg-build --words w.txt -o x.kwg",
            "kwg-build: w.txt:2:4: unknown tile `É` in `CAFÉ`; it was read as english, \
             since nothing names another ruleset: --ruleset settles it\n    CAFÉ place\n       ^\n\
             kwg-build: w.txt:3:1: expected 2 to 15 tiles, found 20 in `SUPERCALIFRAGILISTIC`; \
             `--outside drop` leaves such words out\n    \
             SUPERCALIFRAGILISTIC\n    ^^^^^^^^^^^^^^^^^^^^\n\
             kwg-build: w.txt:4:201: unknown tile `7` in `AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA…`\n    \
             …AAAAAAAAAAAAAAAAAAAAAAAA7BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB…\n                             \
             ^\n",
        ),
        (
            "klv-build --leaves l.csv -o x.klv2",
            "klv-build: l.csv:2:2: unknown tile `\\u{1b}` in `Q\\u{1b}[2J`\n    Q\u{fffd}[2J,2\n     ^\n\
             klv-build: l.csv:3:3: value of `B`: expected a finite number, found `two`\n    B,two\n      ^^^\n",
        ),
        (
            "kwg-build --ruleset tiles.csv --words w.txt -o x.kwg",
            "kwg-build: tiles.csv:2: count of `A`: expected a number from 0 to 255, found `nine`\n    A,nine,1,1\n    ^^^^^^^^^^\n",
        ),
        (
            "kwg-build r.yaml",
            "kwg-build: r.yaml:4:19: graphs[0]: unknown field `layuot`, expected one of `file`, \
             `content`, `layout`, `node`; did you mean `layout`?\n      - {file: X.kwg, layuot: legacy}\n                      ^^^^^^\n",
        ),
        (
            "kwg-build --ruleset b.yaml --words w.txt -o x.kwg",
            "kwg-build: b.yaml:5:9: blanks: invalid value: integer `300`, expected a whole number \
             from 0 to 255\n    blanks: 300\n            ^^^\n",
        ),
    ] {
        let ran = folder.run(command);
        ran.assert_err(2, expected);
    }
}
