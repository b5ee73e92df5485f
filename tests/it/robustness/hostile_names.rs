//! Every command in every format, given files whose names attack the terminal and the
//! formats. A new command or format needs a row here.

use crate::support::harness::{Folder, Ran, Text};
use std::collections::BTreeSet;

/// Wipes a screen, forges a message, turns text around; ends a cell of a table, a field,
/// a string; and opens an element of HTML.
const NAME: &str = "\u{1b}[2J\nkwg-build: fine\r\u{202e}x\u{200b}\u{9b}|<IMG>\",'y\\";

/// Commands with the formats that they have; `none` for those without the option.
/// `KWG`, `KLV`, `TXT`, `CSV`, `TSV`, `GCG`, `YAML`, `SUMS` and `NEW` stand for files
/// called [`NAME`].
const COMMANDS: [(&str, &str, &str); 25] = [
    ("kwg-build", "text json", "TXT"),
    ("klv-build", "text json", "TXT"),
    (
        "klv-build estimate",
        "text json",
        "--kwg KWG --boards 1 --threads 1 -o NEW",
    ),
    ("klv-build merge", "text json", "SUMS -o NEW"),
    ("kwg-count", "text json csv", "KWG"),
    ("kwg-count index", "text json", "KWG NAME"),
    ("kwg-count word", "text json", "KWG 0 99"),
    ("kwg-count map", "none", "KWG"),
    ("kwg-dump info", "text json", "KWG"),
    ("kwg-dump words", "text json csv", "KWG"),
    ("kwg-dump judge", "text json", "KWG AB"),
    ("kwg-dump gaddag", "text json", "KWG"),
    ("kwg-dump nodes", "text json", "KWG"),
    ("kwg-dump leaves", "text json", "KLV"),
    ("kwg-dump dot", "none", "KWG"),
    ("kwg-dump diff", "text json markdown csv html", "KWG TXT"),
    ("kwg-dump grid", "text json csv", "KWG AB/BA"),
    ("movegen-check", "text json", "TXT"),
    (
        "movegen-check files",
        "text json",
        "--quick --kwg KWG --klv KLV --words TXT",
    ),
    (
        "movegen-check moves",
        "text json tsv",
        "--kwg KWG --klv KLV --rack AB",
    ),
    (
        "movegen-check score",
        "text json tsv",
        "--kwg KWG --play '8H AB'",
    ),
    ("movegen-check positions", "text json tsv", "--kwg KWG TSV"),
    ("movegen-check replay", "text json", "--kwg KWG GCG"),
    (
        "movegen-check match",
        "text json",
        "--kwg KWG --klv KLV --pairs 1 --threads 1",
    ),
    (
        "movegen-check endgame",
        "text json",
        "--ruleset tiny.yaml --kwg KWG --board 3/3/3 --rack AB --opponent AC",
    ),
];

#[test]
fn every_command_and_format_has_a_row() {
    let mut known = BTreeSet::new();
    for program in wordmill::cli::args::commands() {
        if !program.is_subcommand_required_set() {
            known.insert(row(program.get_name().to_string(), &program));
        }
        for command in program.get_subcommands() {
            if command.get_name() != "help" {
                let name = format!("{} {}", program.get_name(), command.get_name());
                known.insert(row(name, command));
            }
        }
    }
    let rows: BTreeSet<(String, String)> = COMMANDS
        .iter()
        .map(|(command, formats, _)| (command.to_string(), formats.to_string()))
        .collect();
    assert_eq!(known, rows, "the commands, and the rows of this test");
}

/// A command and the formats that it has.
fn row(name: String, command: &clap::Command) -> (String, String) {
    let mut options = command.get_arguments();
    let option = options.find(|option| option.get_id() == "format");
    let formats = option.map(|option| {
        let values = option.get_possible_values();
        let names: Vec<&str> = values.iter().map(|value| value.get_name()).collect();
        names.join(" ")
    });
    (name, formats.unwrap_or("none".to_string()))
}

/// A ruleset whose tiles are all on two racks.
const TINY: &str = "\
name: tiny
rack: 2
bonus: 5
exchange: 1
blanks: 0
letters:
- {tile: A, count: 2, points: 1, vowel: 1}
- {tile: B, count: 1, points: 3}
- {tile: C, count: 1, points: 3}
board: {start: B2, squares: \"...\\n.-.\\n...\\n\"}
";

/// A folder with a file of each kind, all called [`NAME`].
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("x.txt", "AA\nAB\nBA\nCAB\n");
    folder.write("x.csv", "A,1\nB,2\n");
    folder.fine("kwg-build --words x.txt -o x.kwg -q");
    folder.fine("klv-build --leaves x.csv -o x.klv2 -q");
    for kind in ["txt", "csv", "kwg", "klv2"] {
        let bytes = folder.read(&format!("x.{kind}"));
        folder.write(&format!("{NAME}.{kind}"), bytes);
    }
    folder.write(&format!("{NAME}.tsv"), "board\track\n");
    folder.write("tiny.yaml", TINY);
    folder.write(&format!("{NAME}.sums"), "no sums");
    folder.write(&format!("{NAME}.gcg"), game());
    // What is a text in JSON is one in YAML.
    let list = serde_json::to_string(&format!("{NAME}.txt")).unwrap();
    let list = list.replace('\u{9b}', "\\u009b");
    folder.write(
        &format!("{NAME}.yaml"),
        format!("lexicon: X\nruleset: english\nwords: {{include: [{list}]}}\ngraphs: [{{file: X.kwg}}]\n"),
    );
    folder
}

/// A game whose players, notes and other names attack too. A name is a part of a line,
/// and a nick has no white space.
fn game() -> String {
    let name = NAME.replace(['\n', '\r'], " ");
    let nick = name.replace([' ', ':'], "");
    format!(
        "#character-encoding UTF-8\n#player1 {nick} {name}\n#player2 B {name}\n#title {name}\n\
         #description {name}\n#lexicon {name}\n#id {name} {name}\n>{nick}: AB 8H AB +8 8\n\
         #note {name}\n>B: ABC 9H BA +0 0\n#note {name}\n"
    )
}

fn run(folder: &Folder, command: &str, arguments: &[String]) -> Ran {
    let mut words = command.split(' ');
    let mut program = folder.command(words.next().unwrap());
    let ran = program.args(words).args(arguments).output().unwrap();
    Ran::of(command, ran)
}

/// The arguments of a row, with the names of files.
fn arguments(text: &str) -> Vec<String> {
    let words = text.replace("'8H AB'", "8H_AB");
    let words = words.split(' ').map(|word| match word {
        "KWG" => format!("{NAME}.kwg"),
        "KLV" => format!("{NAME}.klv2"),
        "TXT" => format!("{NAME}.txt"),
        "CSV" => format!("{NAME}.csv"),
        "TSV" => format!("{NAME}.tsv"),
        "GCG" => format!("{NAME}.gcg"),
        "YAML" => format!("{NAME}.yaml"),
        "SUMS" => format!("{NAME}.sums"),
        "NEW" => format!("{NAME}.new"),
        "NAME" => NAME.to_string(),
        other => other.replace('_', " "),
    });
    words.collect()
}

/// Fails if any of the name reached an output as it is.
#[track_caller]
fn assert_tame(ran: &Ran, what: &str, format: &str) {
    for text in [&ran.out, &ran.err] {
        let is_bad = |c: char| {
            let is_format = "\u{202e}\u{200b}\u{2066}\u{feff}".contains(c);
            is_format || (c.is_control() && c != '\n' && c != '\t')
        };
        assert!(!text.contains(is_bad), "{what}: {text:?}");
        // A line end is a space in HTML.
        let is_forged = format != "html" && text.contains("\nkwg-build: fine");
        assert!(!is_forged, "{what}: {text:?}");
    }
    let program = what.split(' ').next().unwrap();
    for line in ran.err.lines() {
        let is_own = line.starts_with(&format!("{program}: ")) || line.starts_with("    ");
        assert!(is_own, "{what}: {:?}", ran.err);
    }
    match format {
        "json" => {
            let is_document = serde_json::from_str::<serde_json::Value>(&ran.out).is_ok();
            for line in ran.out.lines().filter(|_| !is_document) {
                let parsed = serde_json::from_str::<serde_json::Value>(line);
                assert!(parsed.is_ok(), "{what}: {line}");
            }
        }
        "csv" => {
            let mut rows = csv::Reader::from_reader(ran.out.as_bytes());
            assert!(rows.records().all(|row| row.is_ok()), "{what}: {}", ran.out);
        }
        "markdown" | "html" => ran.out.must_lack("<IMG"),
        _ => (),
    }
}

#[cfg(unix)]
#[test]
fn names_attack_every_command_in_vain() {
    let folder = folder();
    for (command, formats, text) in COMMANDS {
        for format in formats.split(' ') {
            let mut arguments = arguments(text);
            if format != "none" {
                arguments.extend(["--format".to_string(), format.to_string()]);
            }
            let ran = run(&folder, command, &arguments);
            let what = format!("{command} --format {format}");
            assert!(ran.code < 3, "{what}: {}", ran.err);
            assert_tame(&ran, &what, format);
            // An option that is not there, and a value that it does not take.
            for wrong in [
                NAME.to_string(),
                format!("--{NAME}"),
                format!("--format={NAME}"),
            ] {
                let ran = run(&folder, command, &[wrong]);
                let message = ran.err.lines().next().unwrap_or_default();
                let is_bad = |c: char| c.is_control() || "\u{202e}\u{200b}".contains(c);
                assert!(!message.contains(is_bad), "{what}: {:?}", ran.err);
                ran.err.must_lack("\nkwg-build: fine");
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn names_attack_builds_without_a_recipe_in_vain() {
    let folder = folder();
    for (command, text) in [
        ("kwg-build", "--words TXT -o NEW"),
        ("kwg-build", "--words CSV -o NEW"),
        ("klv-build", "--leaves CSV -o NEW"),
        ("klv-build", "--leaves KWG -o NEW"),
    ] {
        assert_tame(&run(&folder, command, &arguments(text)), command, "text");
    }
}

/// The commands that write a page.
const PAGES: [(&str, &str); 6] = [
    ("movegen-check", "YAML --quick"),
    (
        "movegen-check files",
        "--quick --kwg KWG --klv KLV --words TXT",
    ),
    (
        "movegen-check match",
        "--kwg KWG --klv KLV --pairs 1 --threads 1",
    ),
    (
        "movegen-check endgame",
        "--ruleset tiny.yaml --kwg KWG --board 3/3/3 --rack AB --opponent AC",
    ),
    ("movegen-check replay", "--kwg KWG GCG --analyse"),
    ("kwg-dump grid", "KWG AB/BA"),
];

#[test]
fn every_page_has_a_row() {
    let mut known = BTreeSet::new();
    for program in wordmill::cli::args::commands() {
        let has_page = |command: &clap::Command| {
            let mut options = command.get_arguments();
            options.any(|option| option.get_id() == "report")
        };
        let name = program.get_name();
        known.extend(has_page(&program).then(|| name.to_string()));
        let commands = program
            .get_subcommands()
            .filter(|command| has_page(command));
        known.extend(commands.map(|command| format!("{name} {}", command.get_name())));
    }
    let rows = PAGES.map(|(command, _)| command.to_string());
    assert_eq!(known, BTreeSet::from(rows));
}

#[cfg(unix)]
#[test]
fn names_attack_every_page_in_vain() {
    let folder = folder();
    let built = run(&folder, "kwg-build", &arguments("YAML"));
    assert_tame(&built.fine(), "kwg-build", "text");
    for (command, text) in PAGES {
        let mut arguments = arguments(text);
        arguments.extend(["--report", "page.html"].map(String::from));
        let ran = run(&folder, command, &arguments);
        assert_tame(&ran, command, "text");
        let page = folder.text("page.html");
        page.must_lack("<IMG");
        assert!(!page.contains(['\u{1b}', '\u{202e}', '\u{9b}', '\r']));
        std::fs::remove_file(folder.path("page.html")).unwrap();
    }
}
