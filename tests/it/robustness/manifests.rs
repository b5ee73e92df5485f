//! Manifests that are damaged or contradict each other: a file is not read in the letters
//! of another language.

use crate::support::harness::{Folder, Text};

/// A Catalan lexicon in `dist`.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("w.txt", "CEL·LA\nPENYA\nCASA\n").write(
        "c.yaml",
        "lexicon: C\nruleset: catalan\nwords: {include: [w.txt]}\ngraphs: [{file: C.kwg}]\n",
    );
    folder.fine("kwg-build c.yaml -q");
    folder
}

const PAPER: &str = "dist/C.manifest.json";

/// Commands that read a file in the letters that its manifest names.
const COMMANDS: [&str; 5] = [
    "kwg-dump words dist/C.kwg",
    "kwg-dump info dist/C.kwg",
    "kwg-count dist/C.kwg",
    "kwg-dump diff dist/C.kwg dist/C.kwg",
    "movegen-check files --quick dist/C.kwg",
];

#[test]
fn a_damaged_manifest_is_not_passed_over() {
    let folder = folder();
    let whole = folder.text(PAPER);
    let listed = folder.fine(COMMANDS[0]).out;
    let cases = [
        (whole[..400].to_string(), "EOF while parsing"),
        (String::new(), "EOF while parsing"),
        ("{}".to_string(), "missing field `lexicon`"),
        (
            whole.replacen("\"words\"", "\"hidden\": 1, \"words\"", 1),
            "unknown field `hidden`",
        ),
        (
            whole.replacen("lexicon", "lexicoN", 1),
            "missing field `lexicon`",
        ),
        (
            whole.clone() + &" ".repeat(17 << 20),
            "expected at most 16777216 bytes",
        ),
    ];
    let refused = |expected: &str| {
        for command in COMMANDS {
            let ran = folder.run(command);
            ran.assert_out(2, "");
            ran.err.must_have(PAPER);
            ran.err.must_have(expected);
            ran.err
                .must_have("it may say how C.kwg is read, or else --ruleset does");
        }
        // Whoever names the ruleset needs no manifest.
        let named = folder.fine(&format!("{} --ruleset catalan", COMMANDS[0]));
        assert_eq!(named.out, listed);
        // No manifest speaks of text.
        folder.write("dist/w.txt", "CASA\n");
        folder.fine("kwg-dump words dist/w.txt");
        std::fs::remove_file(folder.path("dist/w.txt")).unwrap();
    };
    for (text, expected) in cases {
        folder.write(PAPER, text);
        refused(expected);
    }
    std::fs::remove_file(folder.path(PAPER)).unwrap();
    std::fs::create_dir(folder.path(PAPER)).unwrap();
    refused("expected a file, found a directory");
    std::fs::remove_dir(folder.path(PAPER)).unwrap();
    #[cfg(unix)]
    {
        let mut make = std::process::Command::new("mkfifo");
        assert!(make.arg(folder.path(PAPER)).status().unwrap().success());
        refused("expected a file, found a pipe");
        std::fs::remove_file(folder.path(PAPER)).unwrap();
    }
    // One of another lexicon is an error only if no manifest lists the file.
    folder.write("dist/D.manifest.json", &whole[..400]);
    folder
        .run(COMMANDS[0])
        .err
        .must_have("dist/D.manifest.json:");
    folder.write(PAPER, &whole);
    for command in COMMANDS {
        folder.fine(command).err.must_lack("D.manifest.json");
    }
    // A manifest of another program is none of ours.
    std::fs::remove_file(folder.path("dist/D.manifest.json")).unwrap();
    std::fs::remove_file(folder.path(PAPER)).unwrap();
    folder.write("dist/app.manifest.json", "{\"name\": \"app\"}");
    let ran = folder.fine("kwg-dump info dist/C.kwg");
    ran.out.must_have("ruleset: english (assumed");
}

/// A manifest that can be read far enough to see that it does not name a file says nothing
/// about it.
#[test]
fn a_damaged_manifest_of_another_lexicon() {
    let folder = folder();
    let whole = folder.text(PAPER);
    std::fs::remove_file(folder.path(PAPER)).unwrap();
    let other = whole.replace("C.kwg", "D.kwg");
    let hidden = |text: &str| text.replacen("\"words\"", "\"hidden\": 1, \"words\"", 1);
    // An unknown field, and another lexicon's name.
    for damaged in [hidden(&other), other] {
        folder.write("dist/D.manifest.json", damaged);
        for command in COMMANDS {
            folder.fine(command).err.must_lack("D.manifest.json");
        }
    }
    // It names the file, in one of the ways of JSON; or the end, or a byte that is not UTF-8,
    // may hide its name.
    let mut flipped = whole.clone().into_bytes();
    for (at, _) in whole.match_indices("C.kwg") {
        flipped[at] |= 0x80;
    }
    for damaged in [
        hidden(&whole).into_bytes(),
        hidden(&whole).replace("C.kwg", "\\u0043.kwg").into_bytes(),
        hidden(&whole)
            .replace("\"outputs\"", "\"outputS\"")
            .into_bytes(),
        whole.replace("C.kwg", "D.kwg").into_bytes()[..whole.len() - 9].to_vec(),
        flipped,
    ] {
        folder.write("dist/D.manifest.json", damaged);
        for command in COMMANDS {
            let ran = folder.run(command);
            ran.assert_out(2, "");
            ran.err.must_have("dist/D.manifest.json:");
            ran.err
                .must_have("it may say how C.kwg is read, or else --ruleset does");
        }
    }
    // What has the name of the file's own manifest may have lost the file's name.
    folder.write("dist/D.manifest.json", "{}");
    folder.fine(COMMANDS[0]);
    folder.write(PAPER, hidden(&whole).replace("C.kwg", "C.kwh"));
    folder.run(COMMANDS[0]).err.must_have(PAPER);
}

#[test]
fn manifests_that_contradict_each_other() {
    let folder = folder();
    let listed = folder.fine(COMMANDS[0]).out;
    let catalan = folder.text(PAPER);
    folder.write("w.txt", "CELLA\nCASA\n").write(
        "b.yaml",
        "lexicon: B\nruleset: english\nwords: {include: [w.txt]}\ngraphs: [{file: C.kwg}]\n",
    );
    folder.fine("kwg-build b.yaml -q --out-dir other");
    let english = folder.text("other/B.manifest.json");
    folder.write("dist/B.manifest.json", &english);
    // The manifest with the sum of the file is the one to go by.
    let ran = folder.fine(COMMANDS[0]);
    assert_eq!((&ran.out, &ran.err[..]), (&listed, ""));
    let info = folder.fine(COMMANDS[1]);
    info.out.must_have("ruleset: catalan");
    // Neither has it, or both.
    let sum = |text: &str| -> String {
        let manifest: serde_json::Value = serde_json::from_str(text).unwrap();
        let output = &manifest["words"]["outputs"][0];
        output["sha256"].as_str().unwrap().to_string()
    };
    let both = english.replace(&sum(&english), &sum(&catalan));
    let neither = catalan.replace(&sum(&catalan), &"0".repeat(64));
    for (b, c) in [(&both, &catalan), (&english, &neither)] {
        folder.write("dist/B.manifest.json", b).write(PAPER, c);
        for command in COMMANDS {
            let ran = folder.run(command);
            ran.assert_out(2, "");
            ran.err
                .must_have("dist/C.kwg: expected one ruleset, found `");
            ran.err.must_have("`english` in dist/B.manifest.json");
            ran.err.must_have("`catalan` in dist/C.manifest.json");
            ran.err.must_have("; --ruleset settles it\n");
        }
        folder.fine(&format!("{} --ruleset catalan", COMMANDS[0]));
    }
}

#[test]
fn wrong_types_and_repeated_fields_of_manifests() {
    let folder = folder();
    let whole = folder.text(PAPER);
    for (from, to, expected) in [
        (
            "\"unsorted\": 1",
            "\"unsorted\": -1",
            "invalid value: integer `-1`, expected u64",
        ),
        (
            "\"words\": 3,\n        \"unsorted\"",
            "\"words\": \"3\",\n        \"unsorted\"",
            "invalid type: string \"3\", expected u64",
        ),
        ("\"not_kept\": 0,", "", "missing field `not_kept`"),
        ("\"4\": 3", "\"4\": 9, \"4\": 3", "the key 4 comes twice"),
        (
            "\"unsorted\": 1",
            "\"unsorted\": 1, \"unsorted\": 1",
            "duplicate field `unsorted`",
        ),
        (
            "\"role\": \"include\"",
            "\"role\": \"include\", \"role\": \"include\"",
            "duplicate field `role`",
        ),
        (
            "\"kind\": \"graph\"",
            "\"kind\": \"graph\", \"kind\": \"graph\"",
            "duplicate field `kind`",
        ),
    ] {
        assert!(whole.contains(from), "{from} in {whole}");
        folder.write(PAPER, whole.replacen(from, to, 1));
        let before = folder.snapshot();
        for command in ["kwg-build c.yaml", COMMANDS[0]] {
            let ran = folder.run(command);
            ran.assert_code(2);
            let (place, rest) = ran
                .err
                .split_once(" expected a manifest of wordmill: ")
                .unwrap();
            let line = place.split(':').nth(2).unwrap();
            assert!(line.parse::<u64>().is_ok(), "{}", ran.err);
            rest.must_start(expected);
        }
        assert!(folder.snapshot() == before, "{to}");
    }
}
