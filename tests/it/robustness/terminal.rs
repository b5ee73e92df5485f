//! Outside text on the terminal and in Markdown: it can be seen, and stays where it
//! is put.

use crate::support::harness::{Folder, Ran, Text, repo};

/// A screen wiped, a message forged, text turned around, and nothing to be seen.
const HOSTILE: &str = "\u{1b}[2J\nkwg-build: fine\r\u{202e}x\u{200b}\u{9b}y\u{2066}";

/// The same as a YAML text.
const IN_YAML: &str = r#""\e[2J\nkwg-build: fine\r\u202ex\u200b\x9by\u2066""#;

const RECIPE: &str = "\
lexicon: X
ruleset: english
words: {include: [x.txt]}
graphs: [{file: X.kwg}]
";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("x.txt", "AA\nAB\n").write("x.yaml", RECIPE);
    folder
}

/// Fails if a program printed any of it, or a line that is not its own.
#[track_caller]
fn assert_plain(ran: &Ran, program: &str) {
    for text in [&ran.out, &ran.err] {
        let is_bad = |c: char| {
            let is_format = "\u{202e}\u{200b}\u{2066}\u{feff}".contains(c);
            is_format || (c.is_control() && c != '\n' && c != '\t')
        };
        assert!(!text.contains(is_bad), "{text:?}");
        assert!(!text.contains("\nkwg-build: fine"), "{text:?}");
    }
    for line in ran.err.lines() {
        let is_own = line.starts_with(&format!("{program}: ")) || line.starts_with("    ");
        assert!(is_own, "{:?}", ran.err);
    }
}

#[test]
fn recipes_do_not_write_to_the_terminal() {
    for (from, to) in [
        ("lexicon: X", format!("lexicon: {IN_YAML}")),
        ("ruleset: english", format!("ruleset: {IN_YAML}")),
        ("x.txt", IN_YAML.to_string()),
        ("file: X.kwg", format!("file: {IN_YAML}")),
        ("graphs:", format!("{IN_YAML}: 1\ngraphs:")),
        (
            "include: [x.txt]",
            format!("include: [x.txt], {IN_YAML}: 1"),
        ),
        ("[x.txt]", format!("[{{file: x.txt, sha256: {IN_YAML}}}]")),
        (
            "[x.txt]",
            format!("[x.txt], keep: {}", IN_YAML.replace("[2J", "(2J")),
        ),
        (
            "lexicon: X",
            format!("lexicon: X\nexpect: {{contains: [{IN_YAML}]}}"),
        ),
        ("lexicon: X", format!("lexicon: X\npositions: {IN_YAML}")),
    ] {
        let folder = folder();
        let recipe = RECIPE.replace(from, &to);
        folder.write("x.yaml", recipe);
        for program in ["kwg-build", "movegen-check"] {
            let ran = folder.run(&format!("{program} x.yaml"));
            assert_plain(&ran, program);
        }
    }
}

#[test]
fn rulesets_do_not_write_to_the_terminal() {
    let english = std::fs::read_to_string(repo().join("rulesets/english.yaml")).unwrap();
    let folder = folder();
    let named = english.replace("name: english", &format!("name: {IN_YAML}"));
    assert!(named != english);
    folder.write("r.yaml", named);
    let ran = folder.run("kwg-build --words x.txt --ruleset r.yaml -o x.kwg");
    ran.assert_code(2);
    ran.err
        .must_have("name: expected a name that can be seen in one line");
    assert_plain(&ran, "kwg-build");
    folder.write(
        "r.yaml",
        english.replace("tile: \"B\",", "tile: \"B\\u200b\","),
    );
    let ran = folder.run("kwg-build --words x.txt --ruleset r.yaml -o x.kwg");
    assert_plain(&ran, "kwg-build");
}

#[test]
fn manifests_do_not_write_to_the_terminal() {
    let folder = folder();
    folder.fine("kwg-build x.yaml -q");
    let manifest = folder.text("dist/X.manifest.json");
    let hostile = r#""\u001b[2J\nkwg-build: fine\r\u202ex\u200b\u009by\u2066""#;
    for from in [
        "\"X\"",
        "\"x.yaml\"",
        "\"english\"",
        "\"X.kwg\"",
        "\"x.txt\"",
        "\"include\"",
    ] {
        let forged = manifest.replacen(from, hostile, 1);
        assert!(forged != manifest, "{from}");
        folder.write("dist/X.manifest.json", forged);
        for command in [
            "kwg-build x.yaml",
            "movegen-check x.yaml --quick",
            "kwg-dump info dist/X.kwg",
            "kwg-dump diff dist/X.kwg x.txt",
            "movegen-check files --kwg dist/X.kwg --quick",
        ] {
            let ran = folder.run(command);
            assert_plain(&ran, command.split(' ').next().unwrap());
            folder.write("dist/X.manifest.json", manifest.replacen(from, hostile, 1));
        }
    }
}

#[cfg(unix)]
#[test]
fn paths_do_not_write_to_the_terminal() {
    let folder = folder();
    folder.fine("kwg-build x.yaml -q");
    let name = format!("{HOSTILE}.kwg");
    folder.write(&name, folder.read("dist/X.kwg"));
    for (program, arguments) in [
        ("kwg-dump", vec!["info", &name]),
        ("kwg-dump", vec!["words", &name]),
        ("kwg-dump", vec!["diff", &name, "x.txt"]),
        (
            "kwg-dump",
            vec!["diff", "--format", "markdown", &name, "x.txt"],
        ),
        ("kwg-count", vec![&name]),
        (
            "movegen-check",
            vec!["files", "--quick", "--kwg", &name, "--words", "x.txt"],
        ),
        (
            "movegen-check",
            vec!["files", "--quick", "--kwg", "x.txt", "--words", &name],
        ),
        ("kwg-build", vec!["--words", "x.txt", "-o", &name]),
        ("kwg-build", vec!["--words", &name, "-o", "y.kwg"]),
        ("kwg-build", vec![&name]),
    ] {
        let output = folder.command(program).args(&arguments).output().unwrap();
        let ran = Ran::of(program, output);
        assert_plain(&ran, program);
    }
}

#[test]
fn markdown_has_the_cells_and_tags_that_are_meant() {
    let folder = folder();
    let english = std::fs::read_to_string(repo().join("rulesets/english.yaml")).unwrap();
    let ruleset = english.replace("tile: \"B\",", "tile: '|', blank: '!',");
    let ruleset = ruleset.replace("tile: \"C\",", "tile: '<IMG>', blank: '<img>',");
    assert!(
        ruleset.contains("'|'") && ruleset.contains("<IMG>"),
        "{english}"
    );
    folder.write("r.yaml", ruleset);
    folder
        .write("old.txt", "AA\n")
        .write("a|<IMG>.txt", "AA\nA|\nA|A\n<IMG>A\n");
    let ran = folder.run("kwg-dump diff --ruleset r.yaml --format markdown old.txt a|<IMG>.txt");
    ran.assert_code(1);
    ran.out.must_lack("<IMG");
    ran.out.must_have("&lt;IMG&gt;A");
    for line in ran.out.lines().filter(|line| line.starts_with('|')) {
        let cells = line.replace("\\|", "").matches('|').count();
        assert!([3, 4, 6].contains(&cells), "{line}");
    }
    ran.out
        .must_start("# Changes from old to a\\|&lt;IMG&gt;\n");
}
