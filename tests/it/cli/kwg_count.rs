//! `kwg-count`: every subcommand over every kind of file, sidecars, and a real
//! lexicon there and back.
//!
//! What each run prints is kept in `tests/data/count/` (see
//! [`transcript`](crate::support::transcript)).

use crate::cli::kwg_dump::folder;
use crate::support::harness::{Folder, repo};
use crate::support::transcript::{check, transcript};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use wordmill::ruleset::{Draws, Ruleset};

/// One file of each kind that differs in what is told of it.
const KINDS: [&str; 6] = [
    "gaddawg-wolges.kwg",
    "alphagrams-magpie.kbwg",
    "toy.dawg",
    "toy.txt",
    "toy.klv2",
    "toy.klv",
];

#[test]
fn every_subcommand_over_every_kind_of_file() {
    let (folder, _) = folder();
    let mut wrong = Vec::new();
    for (file, subcommands) in [
        ("counts.txt", "FILE"),
        ("counts-json.txt", "FILE --format json"),
        ("counts-csv.txt", "FILE --format csv"),
        ("index.txt", "index FILE qi ACER CARE S? A ?s QQ É -q"),
        ("index-json.txt", "index FILE --format json xu AU ? 7"),
        ("word.txt", "word FILE 0 4 5 10 4294967296"),
        ("word-json.txt", "word FILE --format json 1 11"),
        ("map.txt", "map FILE"),
        ("probability.txt", "map FILE --order probability"),
    ] {
        let commands = KINDS.map(|name| subcommands.replace("FILE", name));
        let found = transcript(&folder, "kwg-count", &commands);
        check("count", file, &found, &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn help_and_faults() {
    let (folder, _) = folder();
    folder
        .write("huge.kwg", doubling(32))
        .write("x.kwc", [0; 8]);
    folder.write("x.kwi", [1]).write("y.kwi", [0, 0xff]);
    let kwg = "gaddawg-wolges.kwg";
    let mut wrong = Vec::new();
    for (file, commands) in [
        (
            "help.txt",
            ["--help", "index --help", "word --help", "map --help"]
                .map(String::from)
                .to_vec(),
        ),
        (
            "faults.txt",
            vec![
                "".into(),
                "-q index".into(),
                format!("--format json index {kwg} AA"),
                format!("{kwg} index"),
                format!("{kwg} index toy.txt AA"),
                "missing.kwg".into(),
                format!("{kwg} --ruleset klingon"),
                format!("{kwg} --as klv2"),
                format!("{kwg} --format markdown"),
                "x.kwi".into(),
                "huge.kwg".into(),
                "index huge.kwg AB".into(),
                "word huge.kwg 0".into(),
                "map huge.kwg".into(),
                "map huge.kwg --to kwc".into(),
                "map huge.kwg --to kwp".into(),
                "map huge.kwg --order probability".into(),
                format!("word {kwg} 1 x 2"),
                format!("word {kwg} +1"),
                format!("word {kwg} 99999999999999999999"),
                format!("index {kwg} --counts x.kwc AA"),
                format!("index {kwg} --counts missing.kwc AA"),
                "index toy.txt --counts x.kwc AA".into(),
                format!("index {kwg} --members x.kwi AA"),
                format!("word {kwg} --members y.kwi 0"),
                format!("index {kwg} --members missing.kwi AA"),
                format!("index - --counts - AA"),
                "index -".into(),
                "map toy.txt --to kwc".into(),
                "map toy.klv2 --to kwp".into(),
                format!("map {kwg} --to kwc --order probability"),
                format!("map {kwg} --to kwp --order index"),
                format!("map {kwg} -o out.kwc"),
                format!("map {kwg} -o out.kwp --to kwc"),
                format!("map {kwg} -o nowhere/out.csv"),
            ],
        ),
    ] {
        let found = transcript(&folder, "kwg-count", &commands);
        check("count", file, &found, &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(!folder.path("out.kwc").exists() && !folder.path("out.kwp").exists());
}

/// A graph of all words of `length` tiles out of 2, as KWG nodes.
fn doubling(length: u32) -> Vec<u8> {
    const END: u32 = 1 << 22;
    const ACCEPTS: u32 = 1 << 23;
    let mut nodes = vec![END | 1];
    for i in 1..=length {
        let after = if i == length { ACCEPTS } else { 2 * i + 1 };
        nodes.extend([1 << 24 | after, 2 << 24 | END | after]);
    }
    nodes.iter().flat_map(|node| node.to_le_bytes()).collect()
}

#[test]
fn every_layout_numbers_words_alike() {
    let (folder, names) = folder();
    let toy = folder.text("toy.txt");
    let rows: String = (0..)
        .zip(toy.lines())
        .map(|(index, word)| format!("{index},{word}\n"))
        .collect();
    let numbers: String = (0..toy.lines().count()).map(|i| format!("{i}\n")).collect();
    let totals = folder.fine("kwg-count toy.txt").out;
    for name in names.iter().filter(|name| !name.starts_with("alphagrams")) {
        let count = |command: &str, input: &str| {
            let command = format!("kwg-count {command}").replace("FILE", name);
            folder.run_with(&command, input).fine().out
        };
        assert_eq!(count("FILE", ""), totals, "{name}");
        assert_eq!(
            count("map FILE", ""),
            format!("index,word\n{rows}"),
            "{name}"
        );
        assert_eq!(count("index FILE", &toy), numbers, "{name}");
        assert_eq!(count("word FILE", &numbers), toy, "{name}");
    }
}

#[test]
fn every_line_has_its_answer() {
    let (folder, _) = folder();
    let ask = |command: &str, input: &[u8]| {
        let command = format!("kwg-count {command}");
        let ran = folder.run_with(&command, input);
        (ran.code, ran.out, ran.err)
    };
    let told = |code: i32, out: &str, err: &str| (code, out.to_string(), err.to_string());
    assert_eq!(
        ask("index toy.dawg", "\u{feff}AA\r\n  ba\n\nB A\nxu".as_bytes()),
        told(1, "0\n3\n-\n-\n10\n", "")
    );
    assert_eq!(ask("index toy.dawg", b"AA\nxu\n"), told(0, "0\n10\n", ""));
    assert_eq!(ask("index toy.dawg", b""), told(0, "", ""));
    assert_eq!(
        ask("index toy.dawg --format json", b""),
        told(0, "[]\n", "")
    );
    assert_eq!(
        ask("index toy.dawg", b"AA\nC\xc9A\n"),
        told(
            2,
            "0\n",
            "kwg-count: standard input:2: expected UTF-8, found the byte 0xc9\n"
        )
    );
    assert_eq!(
        ask("word toy.dawg", b"3\r\n11\n 0 \n"),
        told(1, "BA\n-\nAA\n", "")
    );
    assert_eq!(
        ask("word toy.dawg", b"3\n-1\n"),
        told(
            2,
            "BA\n",
            "kwg-count: standard input:2: expected a number from 0 to 2^64 - 1, found `-1`\n"
        )
    );
    assert_eq!(
        ask("word toy.dawg", b"3\n\n"),
        told(
            2,
            "BA\n",
            "kwg-count: standard input:2: expected a number from 0 to 2^64 - 1, found ``\n"
        )
    );
}

#[test]
fn the_file_may_be_the_standard_input() {
    let (folder, _) = folder();
    let bytes = folder.read("gaddawg-wolges.kwg");
    let ask = |command: &str| folder.run_with(&format!("kwg-count {command}"), &*bytes);
    assert_eq!(ask("index - QI").fine().out, "8\n");
    assert_eq!(ask("word - 8").fine().out, "QI\n");
    assert!(ask("-").fine().out.starts_with("words: 11\n"));
    assert_eq!(
        ask("map -").fine().out,
        folder.fine("kwg-count map toy.txt").out
    );
}

/// A folder with `all.txt` and a recipe that makes X.kwg, X.kwc and IN.kwi.
fn with_members(all: &str, some: &str) -> Folder {
    let folder = Folder::new();
    folder.write("all.txt", all).write("in.txt", some).write(
        "x.yaml",
        "lexicon: X\nruleset: english\nwords: {include: [all.txt]}\n\
         graphs: [{file: X.kwg}, {file: Y.kwg, content: dawg, layout: magpie}]\n\
         counts: [{file: X.kwc, of: X.kwg}]\n\
         members: [{file: IN.kwi, of: X.kwg, words: [in.txt]}]\n",
    );
    folder.fine("kwg-build -q x.yaml");
    folder
}

#[test]
fn sidecars_of_other_graphs_are_refused() {
    let folder = with_members("AA\nAB\nCAT\n", "AB\nCAT\n");
    let ask = |command: &str| folder.run(&format!("kwg-count index {command}"));
    let members = "--counts dist/X.kwc --members dist/IN.kwi";
    assert_eq!(
        ask(&format!("dist/X.kwg {members} AA AB CAT")).fine().out,
        "0\t-\n1\tIN\n2\tIN\n"
    );
    let word = folder.run(&format!("kwg-count word dist/X.kwg {members} 1 7"));
    word.assert_out(1, "AB\tIN\n-\t-\n");
    // Members are of words, so another layout does; counts are of nodes.
    assert_eq!(
        ask("dist/Y.kwg --members dist/IN.kwi AB").fine().out,
        "1\tIN\n"
    );
    let refused = ask("dist/Y.kwg --counts dist/X.kwc AB");
    refused.assert_code(2);
    assert!(
        refused.err.starts_with("kwg-count: dist/X.kwc: ")
            && refused
                .err
                .contains("not the counts of this graph: expected "),
        "{}",
        refused.err
    );
    // As many words, but others.
    folder.write("other.txt", "AA\nAC\nCAT\n");
    folder.fine("kwg-build -q --words other.txt -o other.kwg");
    let refused = ask("other.kwg --members dist/IN.kwi AA");
    let identity = |words: &str| wordmill::digest::sha256(words.as_bytes());
    refused.assert_out(2, "");
    assert_eq!(
        refused.err,
        format!(
            "kwg-count: dist/IN.kwi: not of this graph: expected words of the identity {} (X.kwg), \
             as dist/X.manifest.json says, found {}\n",
            identity("AA\nAB\nCAT\n"),
            identity("AA\nAC\nCAT\n")
        )
    );
    let sum = wordmill::digest::sha256(&folder.read("dist/IN.kwi"));
    folder.write("dist/IN.kwi", [1]);
    assert_eq!(
        ask("dist/X.kwg --members dist/IN.kwi AA").err,
        format!(
            "kwg-count: dist/IN.kwi: expected the SHA-256 {sum}, as dist/X.manifest.json says, \
             found {}\n",
            wordmill::digest::sha256(&[1])
        )
    );
    // Without a manifest the bits are taken as they are, if they fit.
    folder.write("ELSE.kwi", [0b101]).write("ALL.kwi", [0b111]);
    assert_eq!(
        ask("dist/X.kwg --members ELSE.kwi --members ALL.kwi AA AB XX").out,
        "0\tELSE,ALL\n1\tALL\n-\t-\n"
    );
    let json = ask("dist/X.kwg --members ELSE.kwi --members ALL.kwi AA --format json");
    assert_eq!(
        json.fine().out,
        "[\n  {\"word\":\"AA\",\"index\":0,\"lexica\":[\"ELSE\",\"ALL\"]}\n]\n"
    );
}

#[test]
fn a_manifest_beside_the_file_says_the_ruleset() {
    let folder = Folder::new();
    folder.write("words.txt", "Ñ[CH]A\nCHA\n").write(
        "es.yaml",
        "lexicon: ES\nruleset: spanish\nwords: {include: [words.txt]}\ngraphs: [{file: ES.kwg}]\n",
    );
    folder.fine("kwg-build -q es.yaml");
    let index = folder.run("kwg-count index dist/ES.kwg ñ[ch]a [CH]A CHA");
    let word = folder.fine("kwg-count word dist/ES.kwg 0 1");
    let index: Vec<&str> = index.out.lines().collect();
    let word: Vec<&str> = word.out.lines().collect();
    assert_eq!(word, ["CHA", "Ñ[CH]A"]);
    assert_eq!(index, ["1", "-", "0"]);
    folder.write("elsewhere/ES.kwg", folder.read("dist/ES.kwg"));
    let named = folder.run("kwg-count word elsewhere/ES.kwg 1 --ruleset spanish");
    assert_eq!(named.fine().out, "Ñ[CH]A\n");
}

/// The rows of a CSV without its header.
fn rows(csv: &str) -> Vec<Vec<&str>> {
    let rows = csv.lines().skip(1);
    rows.map(|row| row.split(',').collect()).collect()
}

#[test]
fn scowl80_there_and_back() {
    let folder = Folder::new();
    let recipe = repo().join("recipes/scowl80.yaml");
    let build = ["-q", "--out-dir", "dist"];
    let mut builder = folder.command("kwg-build");
    builder.args(build).arg(recipe).assert().success();
    let count = |command: &str, input: &str| {
        let command = format!("kwg-count {command}").replace("FILE", "dist/SCOWL80.kwg");
        folder.run_with(&command, input).fine().out
    };
    let words = folder.fine("kwg-dump words dist/SCOWL80.kwg").out;
    assert_eq!(words.lines().count(), 244_777);

    let totals: Value = serde_json::from_str(&count("FILE --format json", "")).unwrap();
    assert_eq!(totals["total"], 244_777);
    assert_eq!(totals["by_length"]["8"], 37_193);
    let with_q = words.lines().filter(|word| word.starts_with('Q')).count();
    assert_eq!(totals["by_first_tile"][16]["tile"], "Q");
    assert_eq!(totals["by_first_tile"][16]["count"], with_q);

    let numbers: String = (0..244_777).map(|i| format!("{i}\n")).collect();
    assert!(count("index FILE --counts dist/SCOWL80.kwc", &words) == numbers);
    assert!(count("word FILE --counts dist/SCOWL80.kwc", &numbers) == words);
    let map = count("map FILE", "");
    let listed = rows(&map);
    let expected = words.lines().enumerate();
    assert!(expected.eq(listed.iter().map(|row| (row[0].parse().unwrap(), row[1]))));

    let say = count("map FILE --to kwc -o again.kwc", "");
    assert_eq!(say, "");
    assert!(folder.read("again.kwc") == folder.read("dist/SCOWL80.kwc"));
    assert!(count("map FILE -o map.csv -q", "").is_empty());
    assert!(folder.text("map.csv") == map);

    let core = std::fs::read_to_string(repo().join("lexicons/core.txt")).unwrap();
    let core: Vec<&str> = core.lines().filter(|line| !line.starts_with('#')).collect();
    let shown = count("index FILE --members dist/CORE.kwi", &words);
    let shown = shown.lines().zip(words.lines());
    let found: Vec<&str> = shown
        .filter(|(answer, _)| answer.ends_with("\tCORE"))
        .map(|(_, word)| word)
        .collect();
    let mut core: Vec<String> = core.iter().map(|word| word.to_uppercase()).collect();
    core.retain(|word| (2..=15).contains(&word.len()));
    core.sort_unstable();
    core.dedup();
    assert_eq!(core.len(), 40_433);
    assert!(found == core);
}

#[test]
fn scowl80_by_probability() {
    let folder = Folder::new();
    let list = repo().join("lexicons/scowl-80.txt");
    let mut builder = folder.command("kwg-build");
    let build = [
        "-q",
        "--content",
        "dawg",
        "--outside",
        "drop",
        "-o",
        "x.kwg",
    ];
    builder
        .args(build)
        .arg("--words")
        .arg(list)
        .assert()
        .success();
    let csv = folder.run("kwg-count map x.kwg --order probability");
    let csv = csv.fine().out;
    assert!(csv.starts_with("index,word,length,rank,ways\n"));
    folder.fine("kwg-count map x.kwg --to kwp -o x.kwp");
    let kwp = folder.read("x.kwp");
    let english = Ruleset::builtin("english").unwrap();
    let draws = Draws::of(&english);
    let mut before: Option<(usize, std::cmp::Reverse<u128>, Vec<u8>, usize)> = None;
    let mut rank = 0;
    let rows = rows(&csv);
    assert_eq!(rows.len(), 244_777);
    for row in rows {
        let index: usize = row[0].parse().unwrap();
        let word = english.alphabet().read_word(row[1]).unwrap();
        let ways = draws.word(&word).unwrap();
        let mut alphagram = word.clone();
        alphagram.sort_unstable();
        let key = (word.len(), std::cmp::Reverse(ways), alphagram, index);
        let same = before.as_ref().is_some_and(|last| last.0 == word.len());
        rank = if same { rank + 1 } else { 1 };
        assert!(before.is_none_or(|last| last < key), "{row:?}");
        before = Some(key);
        let shown = [word.len().to_string(), rank.to_string(), ways.to_string()];
        assert_eq!(row[2..], shown);
        let stored: [u8; 4] = kwp[4 * index..4 * index + 4].try_into().unwrap();
        assert_eq!(u32::from_le_bytes(stored), rank, "{row:?}");
    }
    assert_eq!(kwp.len(), 4 * 244_777);
}

#[test]
fn a_written_map_is_told_of() {
    let (folder, _) = folder();
    let ran = folder.fine("kwg-count map toy.txt -o toy.csv");
    assert_eq!(
        (&*ran.out, &*ran.err),
        ("", "kwg-count: toy.csv: 11 words\n")
    );
    let ran = folder.fine("kwg-count map toy.txt -o quiet.csv --quiet");
    assert_eq!((&*ran.out, &*ran.err), ("", ""));
    assert_eq!(folder.text("toy.csv"), folder.text("quiet.csv"));
    let ran = folder.fine("kwg-count map toy.klv -o leaves.csv --ruleset english");
    assert_eq!(ran.err, "kwg-count: leaves.csv: 5 leaves\n");
    assert_eq!(
        folder.text("leaves.csv"),
        "index,word\n0,?\n1,?S\n2,A\n3,AA\n4,Q\n"
    );
}

#[test]
fn quiet_goes_anywhere() {
    let (folder, _) = folder();
    for command in ["-q index toy.txt QI", "index toy.txt QI -q"] {
        let ran = folder.fine(&format!("kwg-count {command}"));
        assert_eq!(ran.out, "8\n", "{command}");
    }
    let version = folder.fine("kwg-count --version").out;
    assert_eq!(
        version,
        format!("kwg-count {}\n", env!("CARGO_PKG_VERSION"))
    );
}

/// A run of the program in which both ends are in the test's hands.
fn spawn(arguments: &[&str]) -> std::process::Child {
    Command::new(assert_cmd::cargo::cargo_bin("kwg-count"))
        .args(arguments)
        .arg(repo().join("lexicons/scowl-80.txt"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn answers_do_not_wait_for_more_questions() {
    let mut child = spawn(&["index"]);
    let mut questions = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    for (word, known) in [("zebra", true), ("zzzzz", false), ("QI", true)] {
        writeln!(questions, "{word}").unwrap();
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        assert_eq!(answer.trim_end() != "-", known, "{word}");
    }
    drop(questions);
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = spawn(&["map"]);
    let mut first = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut first).unwrap();
    drop(out);
    let ended = child.wait_with_output().unwrap();
    assert_eq!(first, "index,word\n");
    assert_eq!(ended.status.code(), Some(0));
    assert_eq!(String::from_utf8(ended.stderr).unwrap(), "");
}
