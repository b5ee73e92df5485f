//! `kwg-dump`: every subcommand over every kind of file.
//!
//! What each run prints is kept in `tests/data/dump/` (see
//! [`transcript`](crate::support::transcript)).

use crate::support::harness::{Folder, Text, repo};
use crate::support::transcript::{check, transcript};
use wordmill::graph::{Content, GraphSpec, Layout, NodeFormat, build};
use wordmill::leave;
use wordmill::leave::LeaveSpec;
use wordmill::lexicon::{LeaveTable, ValueFormat, Words};
use wordmill::ruleset::Ruleset;
use wordmill::source::{ListOptions, ListReader};

const LEAVES: [(&[u8], f32); 5] = [
    (&[0], 25.5),
    (&[0, 19], 30.25),
    (&[1], 0.5),
    (&[1, 1], -4.0),
    (&[17], -7.25),
];

fn words(text: &[u8]) -> Words {
    let english = Ruleset::builtin("english").unwrap();
    let mut reader = ListReader::new(english.alphabet());
    let options = ListOptions::default();
    reader.read("toy.txt", text, &options).unwrap();
    reader.finish().unwrap().finish().0
}

fn leave_file(rows: &[(&[u8], f32)], values: ValueFormat) -> Vec<u8> {
    let english = Ruleset::builtin("english").unwrap();
    let table = LeaveTable::from_unsorted(rows.iter().copied()).unwrap();
    let spec = LeaveSpec::default().with_values(values);
    leave::build(&table, english.alphabet(), spec).unwrap()
}

/// A folder with a file of each kind, and the names of those with words.
pub(crate) fn folder() -> (Folder, Vec<String>) {
    let folder = Folder::new();
    let golden = |name: &str| std::fs::read(repo().join("tests/data/golden").join(name)).unwrap();
    let toy = words(&golden("toy.txt"));
    let mut names = Vec::new();
    for content in Content::ALL {
        for layout in Layout::ALL {
            for format in NodeFormat::ALL {
                let spec = GraphSpec::new()
                    .content(content)
                    .layout(layout)
                    .format(format);
                let name = format!("{content}-{layout}.{format}");
                folder.write(&name, build(&toy, spec).unwrap());
                names.push(name);
            }
        }
    }
    for name in ["toy.dawg", "toy.txt"] {
        folder.write(name, golden(name));
        names.push(name.into());
    }
    folder.write(
        "new.txt",
        "AB\nABA\nBA\nCARE\nCARED\nCAREEN\nEGG\nQI\nQIS\nXI\nXU\nXUS\n",
    );
    folder.write(
        "toy.yaml",
        "lexicon: TOY\nruleset: english\nwords: {include: [toy.txt]}\n",
    );
    folder.write("toy.klv2", leave_file(&LEAVES, ValueFormat::F32));
    folder.write("toy.klv", leave_file(&LEAVES, ValueFormat::I16));
    let mut other = LEAVES.to_vec();
    other[2].1 = 1.5;
    other[4] = (&[20], 3.0);
    folder.write(
        "toy.csv",
        "leave,value\n?,25.5\nS?,30.25\nA,0.5\nAA,-4\nQ,-7.25\n",
    );
    folder.write("other.klv2", leave_file(&other, ValueFormat::F32));
    for side in ["toy.kwc", "toy.kwi", "toy.kwp"] {
        folder.write(side, [11, 0, 0, 0]);
    }
    let mut damaged = leave_file(&LEAVES, ValueFormat::F32);
    folder.write("cut.klv2", &damaged[..damaged.len() - 2]);
    let end = damaged.len();
    damaged[end - 8..end - 4].copy_from_slice(&f32::INFINITY.to_le_bytes());
    folder.write("infinite.klv2", damaged);
    (folder, names)
}

#[test]
fn every_subcommand_over_every_kind_of_file() {
    let (folder, mut names) = folder();
    names.extend(["toy.klv2", "toy.klv", "toy.csv"].map(String::from));
    let mut wrong = Vec::new();
    for (file, subcommands) in [
        ("info.txt", "info FILE"),
        ("info-json.txt", "info FILE --format json"),
        ("words.txt", "words FILE"),
        ("gaddag.txt", "gaddag FILE"),
        ("nodes.txt", "nodes FILE --from 1 --count 3"),
        ("leaves.txt", "leaves FILE"),
        ("dot.txt", "dot FILE --prefix C"),
        ("diff.txt", "diff FILE new.txt"),
    ] {
        let commands: Vec<String> = names
            .iter()
            .map(|name| subcommands.replace("FILE", name))
            .collect();
        check(
            "dump",
            file,
            &transcript(&folder, "kwg-dump", &commands),
            &mut wrong,
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn options_help_and_faults() {
    let (folder, _) = folder();
    let kwg = "gaddawg-wolges.kwg";
    let mut wrong = Vec::new();
    for (file, commands) in [
        (
            "filters.txt",
            vec![
                format!("words {kwg} --prefix ca"),
                format!("words {kwg} --suffix I"),
                format!("words {kwg} --contains ARE --length 5.."),
                format!("words {kwg} --length 3"),
                format!("words {kwg} --length 3..4"),
                format!("words {kwg} --pattern C?R*"),
                format!("words {kwg} --anagram ?A"),
                format!("words {kwg} --hooks BA"),
                format!("words {kwg} --pattern A1"),
                format!("words {kwg} --length x"),
            ],
        ),
        (
            "diffs.txt",
            [
                &format!("diff {kwg} new.txt --stat"),
                &format!("diff {kwg} new.txt --format json"),
                &format!("diff {kwg} new.txt --format json --stat"),
                &format!("diff {kwg} new.txt --format csv"),
                &format!("diff {kwg} new.txt --format csv --stat"),
                &format!("diff {kwg} new.txt --format markdown"),
                &format!("diff {kwg} new.txt --format markdown --stat"),
                &format!("diff {kwg} toy.yaml"),
                "diff toy.yaml new.txt",
                &format!("diff {kwg} dawg-magpie.kbwg"),
                "diff toy.dawg alphagrams-legacy.kwg",
                "diff toy.klv2 toy.klv",
                "diff toy.klv2 toy.csv",
                "diff toy.csv other.klv2",
                "diff toy.klv2 other.klv2",
                "diff toy.klv2 other.klv2 --tolerance 1",
                "diff toy.klv2 other.klv2 --stat",
                "diff toy.klv2 other.klv2 --format json",
                "diff toy.klv2 other.klv2 --format json --stat",
                "diff toy.klv2 other.klv2 --format csv",
                "diff toy.klv2 other.klv2 --format csv --stat",
                "diff toy.klv2 other.klv2 --format markdown",
                "diff toy.klv2 other.klv2 --format markdown --stat",
                &format!("diff toy.klv2 {kwg}"),
            ]
            .map(String::from)
            .to_vec(),
        ),
        (
            "listings-json.txt",
            [
                &format!("words {kwg} --prefix ca --format json"),
                &format!("gaddag {kwg} --format json"),
                &format!("nodes {kwg} --from 1 --count 3 --format json"),
                "leaves toy.klv2 --format json",
            ]
            .map(String::from)
            .to_vec(),
        ),
        (
            "faults.txt",
            [
                "info missing.kwg",
                "info toy.kwc",
                "info toy.kwi",
                "words toy.kwp",
                "info cut.klv2",
                "info cut.klv2 --as klv2",
                "info infinite.klv2",
                "info toy.yaml --as gaddawg",
                "words toy.txt --as klv2",
                "words toy.klv2 --as klv",
                "info dawg-wolges.kwg --as gaddawg",
                "info gaddawg-wolges.kwg --ruleset klingon",
                "nodes gaddawg-wolges.kwg --list 3",
                "nodes gaddawg-wolges.kwg --list 999",
                "nodes gaddawg-wolges.kwg --from 999",
                "dot gaddawg-wolges.kwg --prefix ZZ",
                "dot gaddawg-wolges.kwg --limit 2",
            ]
            .map(String::from)
            .to_vec(),
        ),
        (
            "help.txt",
            [
                "--help",
                "info --help",
                "words --help",
                "judge --help",
                "gaddag --help",
                "nodes --help",
                "leaves --help",
                "dot --help",
                "diff --help",
            ]
            .map(String::from)
            .to_vec(),
        ),
    ] {
        check(
            "dump",
            file,
            &transcript(&folder, "kwg-dump", &commands),
            &mut wrong,
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn words_give_the_list_back() {
    let (folder, names) = folder();
    let toy = folder.text("toy.txt");
    for name in names.iter().filter(|name| !name.starts_with("alphagrams")) {
        assert_eq!(
            folder.fine(&format!("kwg-dump words {name}")).out,
            toy,
            "{name}"
        );
    }
}

#[test]
fn single_leaves_have_the_rows_of_the_table() {
    let (folder, _) = folder();
    for format in ["text", "json"] {
        let leaves = |rest: &str| {
            let command = format!("kwg-dump leaves toy.klv2 -q --format {format} {rest}");
            folder.run(&command)
        };
        let table = leaves("").fine().out;
        let rows: Vec<&str> = table.lines().collect();
        // In the order in which they are asked for, their tiles in any order.
        let ran = leaves("aa S? Q ? ?S").fine().out;
        let found: Vec<&str> = ran.lines().collect();
        let expected = [3, 1, 4, 0, 1].map(|row| rows[row]);
        assert_eq!(found, expected);
    }
    let ran = folder.run("kwg-dump leaves toy.klv2 A QA É a,b '' --ruleset english");
    ran.assert_out(1, "A,0.5\nAQ,-\nÉ,-\n\"a,b\",-\n,-\n");
    assert_eq!(ran.err, "");
    let ran = folder.run("kwg-dump leaves toy.klv2 É Ü --format json");
    ran.assert_out(
        1,
        "{\"leave\":\"É\",\"value\":null}\n{\"leave\":\"Ü\",\"value\":null}\n",
    );
    // The hint is given once.
    assert_eq!(ran.err.matches("unknown tile").count(), 1, "{}", ran.err);
    for option in ["--sort value", "--top 1"] {
        let ran = folder.run(&format!("kwg-dump leaves toy.klv2 A {option}"));
        ran.assert_code(2);
        ran.err.must_have("cannot be used with");
    }
}

#[test]
fn a_manifest_beside_the_file_says_the_ruleset() {
    let folder = Folder::new();
    folder.write("words.txt", "Ñ[CH]A\n").write(
        "es.yaml",
        "lexicon: ES\nruleset: spanish\nwords: {include: [words.txt]}\ngraphs: [{file: ES.kwg}]\n",
    );
    folder.fine("kwg-build es.yaml");
    assert_eq!(folder.fine("kwg-dump words dist/ES.kwg").out, "Ñ[CH]A\n");
    let info = folder.fine("kwg-dump info dist/ES.kwg").out;
    info.must_have("ruleset: spanish\n");
    folder.write("alone.kwg", folder.read("dist/ES.kwg"));
    let info = folder.fine("kwg-dump info alone.kwg --ruleset spanish");
    info.out.must_have("ruleset: spanish\n");
}

#[test]
fn only_words_in_the_same_letters_are_compared() {
    let folder = Folder::new();
    folder.write("words.txt", "CHA\n");
    for (name, ruleset) in [("ES", "spanish"), ("EN", "english")] {
        let recipe = format!(
            "lexicon: {name}\nruleset: {ruleset}\nwords: {{include: [words.txt]}}\n\
             graphs: [{{file: {name}.kwg}}]\n"
        );
        folder.write(&format!("{name}.yaml"), recipe);
        folder.fine(&format!("kwg-build {name}.yaml"));
    }
    let refused = "kwg-dump: dist/ES.kwg: expected a file for the ruleset english, as the old \
                   one is, found one for spanish; with --ruleset both are read alike\n";
    for old in ["dist/EN.kwg", "EN.yaml"] {
        let ran = folder.run(&format!("kwg-dump diff {old} dist/ES.kwg"));
        ran.assert_err(2, refused);
    }
    let ran = folder.run("kwg-dump diff dist/EN.kwg dist/ES.kwg --ruleset english");
    ran.assert_out(1, "-CHA\n+CIA\n");
    // What one side is known to be, the other is taken for.
    folder.write("new.txt", "Ñ[CH]A\n");
    for sides in ["dist/ES.kwg new.txt", "ES.yaml new.txt"] {
        let ran = folder.run(&format!("kwg-dump diff {sides}"));
        ran.assert_out(1, "-CHA\n+Ñ[CH]A\n");
    }
}

#[test]
fn a_manifest_is_not_taken_for_words() {
    let folder = Folder::new();
    folder.write("X.manifest.json", "{}\n");
    let ran = folder.run("kwg-dump info X.manifest.json --as text");
    ran.err.must_have("unknown tile");
    let ran = folder.run("kwg-dump info X.manifest.json");
    ran.assert_code(2);
    ran.err.must_have("found a manifest");
}

#[test]
fn a_side_file_is_said_to_belong_to_its_graph() {
    let folder = Folder::new();
    folder.write("words.txt", "AB\nBA\n").write(
        "x.yaml",
        "lexicon: X\nruleset: english\nwords: {include: [words.txt]}\n\
         graphs: [{file: X.kwg}]\ncounts: [{file: X.kwc, of: X.kwg}]\n\
         members: [{file: Y.kwi, of: X.kwg, words: [words.txt]}]\n",
    );
    folder.fine("kwg-build x.yaml");
    for (file, what) in [("X.kwc", "a count file"), ("Y.kwi", "a member file")] {
        let ran = folder.run(&format!("kwg-dump info dist/{file}"));
        ran.assert_err(
            2,
            &format!(
                "kwg-dump: dist/{file}: expected a graph, leave values or text, found {what} of \
                 X.kwg, as dist/X.manifest.json says; kwg-count reads it together with the graph\n"
            ),
        );
    }
}

/// The exit code does not depend on whether someone reads the output.
#[test]
fn a_closed_pipe_is_no_error() {
    use std::process::{Command, Stdio};
    let folder = Folder::new();
    folder
        .write("a.txt", "CAT\n")
        .write("b.txt", "DOG\n")
        .write("a.csv", "A,1\n")
        .write("b.csv", "A,2\n");
    for side in ["a", "b"] {
        folder.fine(&format!("kwg-build --words {side}.txt -o {side}.kwg -q"));
        folder.fine(&format!("klv-build --leaves {side}.csv -o {side}.klv2 -q"));
    }
    let list = repo().join("lexicons/scowl-80.txt").display().to_string();
    for (args, code) in [
        (&["words", &list][..], 0),
        (&["diff", "a.kwg", "a.kwg"], 0),
        (&["diff", "a.kwg", "b.kwg"], 1),
        (&["diff", "a.klv2", "a.klv2"], 0),
        (&["diff", "a.klv2", "b.klv2"], 1),
        (&["diff", "a.klv2", "b.klv2", "--tolerance", "1"], 0),
    ] {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("kwg-dump"))
            .args(args)
            .arg("-q")
            .current_dir(folder.path(""))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let ended = child.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), Some(code), "{args:?}");
        assert_eq!(String::from_utf8(ended.stderr).unwrap(), "", "{args:?}");
    }
}

#[test]
fn a_list_of_no_tiles_says_so() {
    let folder = Folder::new();
    folder.write("all.txt", "ABCDEFGHIJKLM\nNOPQRSTUVWXYZ\n");
    folder.fine("kwg-build --words all.txt -o all.kwg -q");
    let ran = folder.fine("kwg-dump info all.kwg --ruleset english");
    ran.out.must_have("\ntiles not used: none\n");
}
