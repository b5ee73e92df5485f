//! Faults that published files have had, each caught by `movegen-check`.

use crate::support::harness::{Folder, Ran, Text};
use crate::support::mutant::{gaddag_paths, gaddawg, nodes, tiles};
use crate::support::table::table;
use wordmill::leave::{LeaveSpec, build};
use wordmill::lexicon::LeaveTable;
use wordmill::ruleset::Ruleset;

const LIST: &str = "at\nta\ncat\nact\ncare\nrace\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("words.txt", LIST);
    folder.fine("kwg-build --words words.txt -o x.kwg -q");
    folder
}

/// Checks files quietly: only findings are printed.
fn check(folder: &Folder, files: &str) -> Ran {
    folder.run(&format!("movegen-check files {files} -q --games 1"))
}

#[track_caller]
fn assert_findings(folder: &Folder, files: &str, expected: &str) {
    let ran = check(folder, files);
    // What is not checked because of the findings has a test of its own.
    let lines = ran.out.split_inclusive('\n');
    let found: String = lines
        .filter(|l| !l.starts_with("files: not checked"))
        .collect();
    assert_eq!((ran.code, found.as_str()), (1, expected), "{}", ran.err);
}

#[test]
fn one_letter_words() {
    let folder = folder();
    let words = tiles(&["A", "AT", "TA"]);
    folder.write("y.kwg", gaddawg(&words, &gaddag_paths(&words)));
    folder.write("y.txt", "a\nat\nta\n");
    assert_findings(
        &folder,
        "--kwg y.kwg --words y.txt --pass structure --pass words --pass gaddag --pass counts",
        "words: y.kwg: word A: words of other lengths: expected 2 to 15 tiles, found 1; \
         --length any checks them too\n",
    );
    check(&folder, "--kwg y.kwg --words y.txt --length any").fine();
}

#[test]
fn words_longer_than_the_board() {
    let folder = folder();
    folder.write("y.txt", "at\nta\nsupercalifragilistic\n");
    folder.fine("kwg-build --words y.txt -o y.kwg -q --length any");
    assert_findings(
        &folder,
        "--kwg y.kwg --words y.txt",
        "words: y.kwg: word SUPERCALIFRAGILISTIC: words of other lengths: expected 2 to 15 tiles, found 20; \
         --length any checks them too\n",
    );
    // A larger board has room.
    check(&folder, "--kwg y.kwg --words y.txt --ruleset super-english").fine();
}

/// Files without options: the bytes say what they are, their names which lexicon
/// they are of, and a directory stands for its files.
#[test]
fn files_of_any_kind_by_name() {
    let folder = folder();
    folder
        .write("both/A.txt", "at\ncat\nact\ntac\n")
        .write("both/B.txt", "za\nzas\nqi\n")
        .write("both/notes.md", "# Notes\n")
        .write("l.csv", "A,1\n");
    for name in ["A", "B"] {
        let words = format!("kwg-build -q --words both/{name}.txt");
        folder.fine(&format!("{words} -o both/{name}.kwg"));
        folder.fine(&format!("{words} --content alphagrams -o both/{name}.kad"));
        folder.fine(&format!(
            "kwg-count map -q --to kwc -o both/{name}.kwc both/{name}.kwg"
        ));
    }
    folder.fine("klv-build -q --leaves l.csv -o both/A.klv2");
    // Each file by name, or all of a directory, in any order.
    let by_name = "both/B.kad both/A.klv2 both/A.kwg both/B.kwg both/A.kad both/A.kwc both/B.kwc";
    for files in ["both", "both/", &format!("{by_name} both/A.txt both/B.txt")] {
        let report = folder
            .fine(&format!(
                "movegen-check files {files} --games 2 --format json"
            ))
            .json();
        let lexicons = report["lexica"].as_array().unwrap();
        let names: Vec<&str> = lexicons
            .iter()
            .map(|l| l["lexicon"].as_str().unwrap())
            .collect();
        assert_eq!(names, ["A", "B"], "{files}");
        let kinds = |lexicon: &serde_json::Value| {
            let files = lexicon["files"].as_array().unwrap().iter();
            let kinds = files.map(|file| file["kind"].as_str().unwrap());
            kinds.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            kinds(&lexicons[0]),
            "alphagrams leaves gaddawg counts",
            "{files}"
        );
        assert_eq!(kinds(&lexicons[1]), "alphagrams gaddawg counts", "{files}");
        // The list of the same name was compared.
        let skipped = report.to_string();
        assert!(!skipped.contains("no source list"), "{files}: {skipped}");
    }
    let ran = folder.fine("movegen-check files both --games 2");
    ran.err.must_have("both/notes.md: not checked: text\n");
    ran.err
        .must_have("2 lexicons, 7 files: no errors, 1 warning\n");
    let table: Vec<&str> = ran.out.lines().rev().take(3).collect();
    table[2].must_start("lexicon  structure  words");
    assert!(
        table[1].starts_with("A ") && table[0].starts_with("B "),
        "{table:?}"
    );
    // A file in the place of another is found, whatever it is called.
    folder.write("both/B.kad", folder.read("both/A.kad"));
    let ran = folder.run("movegen-check files both -q --games 2");
    ran.assert_code(1);
    ran.out
        .must_have("bundle: both/B.kad: alphagram AZ: an alphagram is missing");
    // Damaged files are named as such.
    folder.write("both/A.kwg", &folder.read("both/A.kwg")[..21]);
    let ran = folder.run("movegen-check files both/A.kwg -q");
    ran.assert_code(1);
    ran.out
        .must_have("structure: both/A.kwg: the length of the file: ");
}

/// Two editions of a lexicon are two lexicons.
#[test]
fn editions_in_two_folders() {
    let folder = folder();
    folder
        .write("old.txt", "at\ncat\n")
        .write("new.txt", "at\ncat\ntac\n");
    for edition in ["old", "new"] {
        folder.write(&format!("{edition}/keep"), "");
        let words = format!("kwg-build -q --words {edition}.txt");
        folder.fine(&format!("{words} -o {edition}/X.kwg"));
    }
    folder.fine("kwg-build -q --words old.txt --content alphagrams -o old/X.kad");
    let ran = folder.fine("movegen-check files new old --games 1 --format json");
    let report = ran.json();
    let lexicons = report["lexica"].as_array().unwrap().iter();
    let files = lexicons.map(|l| {
        (
            l["lexicon"].as_str().unwrap(),
            l["files"].as_array().unwrap().len(),
        )
    });
    assert_eq!(files.collect::<Vec<_>>(), [("new/X", 1), ("old/X", 2)]);
}

/// What can't be checked is refused if it was named, and nothing is left out without
/// a word.
#[test]
fn files_that_can_not_be_checked() {
    let folder = folder();
    folder
        .write("r.yaml", "name: x\nrack: 7\nletters: []\n")
        .write("d/x.kwc", [1, 0, 0, 0])
        .write("e/noise", [0xff, 0xfe, 0x81, 0x93, 0x07])
        .write("e/nothing.bin", "");
    std::fs::create_dir(folder.path("empty")).unwrap();
    for [files, message] in table(
        r"
        r.yaml | r.yaml: expected a file to check, found a ruleset
        words.txt | words.txt: expected a file to check, found a word list without a word graph of its name
        empty | empty: expected a file to check, found a directory without files
        e/noise | movegen-check: e/noise: expected a word graph, leave values,
        e/nothing.bin | movegen-check: e/nothing.bin: the file is empty
        none.kwg | none.kwg: can't read
        x.kwg --kad x.kad | cannot be used with
        d/x.kwc | d/x.kwc: expected a file to check, found a count file without a word graph of its name
        ",
    ) {
        let ran = folder.run(&format!("movegen-check files {files}"));
        ran.assert_out(2, "");
        ran.err.must_have(message);
    }
    let ran = folder.run("movegen-check files d");
    ran.assert_out(2, "");
    ran.err
        .must_have("d/x.kwc: not checked: a count file without a word graph of its name\n");
    ran.err.must_have("expected a file to check, found none");
}

/// Words of other lengths are said once, however many there are, with the way out.
#[test]
fn many_words_of_other_lengths() {
    let folder = folder();
    let long = "abcdefghij"
        .chars()
        .map(|c| format!("supercalifragilisti{c}\n"));
    let long: String = long.collect();
    folder
        .write("long.txt", format!("at\ncat\n{long}"))
        .write("short.txt", "at\ncat\n");
    folder.fine("kwg-build --words long.txt -o long.kwg -q --length any");
    folder.fine("kwg-build --words short.txt -o short.kwg -q");
    folder.fine("kwg-build --words short.txt --content alphagrams -o short.kad -q");
    let way_out = "; --length any checks them too\n";
    let of_graph = format!(
        "words: long.kwg: word SUPERCALIFRAGILISTIA: words of other lengths: \
         expected 2 to 15 tiles, found 20, the first of 10 words{way_out}"
    );
    assert_findings(&folder, "--kwg long.kwg --words long.txt", &of_graph);
    check(&folder, "--kwg long.kwg --words long.txt --length any").fine();
    // A graph without the long words of its list is sound.
    let ran = check(&folder, "--kwg short.kwg --words long.txt --pass words").fine();
    let of_list = format!(
        "words: warning: long.txt: words of other lengths: \
         expected 2 to 15 tiles, found 10 other words{way_out}"
    );
    assert_eq!(ran.out, of_list);
    let ran = check(
        &folder,
        "--kwg short.kwg --words long.txt --length 2..15 --pass words",
    )
    .fine();
    assert_eq!(ran.out, "");
    // Only the long words have no alphagrams.
    let of_kad = format!(
        "bundle: warning: short.kad: alphagrams of other lengths are missing: \
         expected those of words of 2 to 15 tiles, found 10 others{way_out}"
    );
    assert_findings(
        &folder,
        "--kwg long.kwg --kad short.kad --words long.txt",
        &format!("{of_graph}{of_kad}"),
    );
    let ran = check(&folder, "--kwg long.kwg --kad short.kad --length any");
    ran.assert_code(1);
    ran.out.must_have("bundle: short.kad: alphagram ");
}

#[test]
fn a_kad_that_lacks_alphagrams() {
    let folder = folder();
    folder.write("less.txt", "at\ncat\n");
    folder.fine("kwg-build --words less.txt --content alphagrams -o x.kad -q");
    assert_findings(
        &folder,
        "--kwg x.kwg --kad x.kad --words words.txt",
        "bundle: x.kad: alphagram ACER: an alphagram is missing: expected it, as CARE is a word, found nothing\n",
    );
}

#[test]
fn a_vowel_flag_of_10_in_a_distribution() {
    let folder = folder();
    let rows = |a: &str| format!("?,?,2,0,0\nA,a,9,1,{a}\nT,t,6,1,0\n");
    folder.write("good.csv", rows("1"));
    folder.write("bad.csv", rows("10"));
    folder.write("y.txt", "at\nta\n");
    folder.fine("kwg-build --ruleset good.csv --words y.txt -o y.kwg -q");
    check(&folder, "--ruleset good.csv --kwg y.kwg").fine();
    let ran = check(&folder, "--ruleset bad.csv --kwg y.kwg");
    ran.assert_out(2, "");
    assert!(
        ran.err.starts_with("movegen-check: bad.csv:2:") && ran.err.contains("10"),
        "{}",
        ran.err
    );
}

#[test]
fn a_klv_of_another_alphabet() {
    let folder = folder();
    let polish = Ruleset::builtin("polish").unwrap();
    let table =
        LeaveTable::from_unsorted([(&[1][..], 1.0), (&[1, 30], 2.0), (&[32], 3.0)]).unwrap();
    let klv = build(&table, polish.alphabet(), LeaveSpec::default()).unwrap();
    folder.write("x.klv2", klv);
    assert_findings(
        &folder,
        "--kwg x.kwg --klv x.klv2 --words words.txt",
        "bundle: x.klv2: node 2: a tile of another alphabet: expected up to 26, the letters of english, found 32, \
         the first of 2 nodes with such tiles; read as english, since nothing names the ruleset: \
         --ruleset settles it\n",
    );
    let ran = check(&folder, "--klv x.klv2 --ruleset polish");
    ran.assert_code(0);
    // A pass that needs the file does not stay silent because another one
    // would have spoken.
    assert_findings(
        &folder,
        "--kwg x.kwg --klv x.klv2 --pass words",
        "words: x.klv2: not checked: expected a file that can be looked at, found tile 32 at node 2, which is no letter\n",
    );
}

#[test]
fn an_unsorted_list_written_as_a_graph() {
    let folder = folder();
    let head = (0, false, true, 2);
    let gaddag = (0, false, true, 0);
    // CAT, AT in the order in which they came.
    let file = [
        head,
        gaddag,
        (3, false, false, 4),
        (1, false, true, 5),
        (1, false, true, 5),
        (20, true, true, 0),
    ];
    folder.write("y.kwg", nodes(&file));
    assert_findings(
        &folder,
        "--kwg y.kwg --words words.txt",
        "structure: y.kwg: node 3: the order of a list: expected more than 3, the one before it in its list, found 1\n",
    );
    assert_findings(
        &folder,
        "--kwg y.kwg --words words.txt --pass words",
        "words: y.kwg: not checked: expected a file that can be looked at, \
         found node 3: tile: expected more than 3, the one before it in its list, found 1\n",
    );
}

#[test]
fn an_arc_beyond_the_nodes() {
    let folder = folder();
    let file = [
        (0, false, true, 2),
        (0, false, true, 0),
        (1, false, false, (1 << 22) - 1),
        (2, true, false, 7),
        (3, true, true, 0),
    ];
    folder.write("y.kwg", nodes(&file));
    assert_findings(
        &folder,
        "--kwg y.kwg",
        "structure: y.kwg: the length of the file: expected more nodes, as 2 arcs lead past the end, found 5; is the file cut short?\n\
         structure: y.kwg: node 2: an arc: expected 0 or a node from 1 to 4, found 4194303\n\
         structure: y.kwg: node 3: an arc: expected 0 or a node from 1 to 4, found 7\n",
    );
    // More nodes than an arc of 22 bits can lead to.
    let mut long = folder.read("x.kwg");
    long.resize(4 * ((1 << 22) + 1), 0);
    folder.write("long.kwg", long);
    assert_findings(
        &folder,
        "--kwg long.kwg",
        "structure: long.kwg: the length of the file: \
         expected at most 4194304 nodes of format kwg, found 4194305\n",
    );
}

#[test]
fn a_cyclic_graph() {
    let folder = folder();
    let file = [(0, false, true, 1), (1, true, true, 2), (2, true, true, 1)];
    folder.write("y.kwg", nodes(&file));
    assert_findings(
        &folder,
        "--kwg y.kwg",
        "structure: y.kwg: node 1: a cycle: expected paths that end, found one from node 2 that comes back to it\n",
    );
}

#[test]
fn a_node_array_cut_short() {
    let folder = folder();
    let whole = folder.read("x.kwg");
    folder.write("odd.kwg", &whole[..whole.len() - 3]);
    folder.write("half.kwg", &whole[..whole.len() / 8 * 4]);
    let ran = check(&folder, "--kwg odd.kwg");
    ran.assert_code(1);
    let bytes = whole.len() - 3;
    let first = format!(
        "structure: odd.kwg: the length of the file: expected nodes of 4 bytes, found {bytes} bytes; \
         is the file cut short?\n"
    );
    ran.out.must_start(&first);
    let ran = check(&folder, "--kwg half.kwg");
    ran.assert_code(1);
    let (findings, last) = ran.out.trim_end().rsplit_once('\n').unwrap();
    for line in findings.lines() {
        line.must_start("structure: half.kwg: ");
    }
    last.must_start("files: not checked: words, gaddag, ");
    ran.out
        .must_have(": an arc: expected 0 or a node from 2 to ");
}

#[test]
fn more_of_the_rules_of_the_format() {
    let folder = folder();
    let leaf = (1, true, true, 0);
    for (file, line) in [
        (
            vec![(1, true, true, 1), leaf],
            "structure: y.kwg: node 0: the node of a root: expected tile 0, last of its list, not accepting, found another node\n",
        ),
        (
            vec![(0, false, true, 1), (0, true, false, 0), leaf],
            "structure: y.kwg: node 1: a tile: expected a letter in a word, found tile 0\n",
        ),
        (
            vec![(0, false, true, 1), (1, false, true, 0)],
            "structure: y.kwg: node 1: a dead end: expected the end of a word, or more tiles, found neither\n",
        ),
        (
            vec![(0, false, true, 1), (1, true, false, 0)],
            "structure: y.kwg: node 1: the end of a list: expected the last node of a list, found the end of the file\n",
        ),
        (
            vec![(0, false, true, 1), (77, true, true, 0)],
            "structure: y.kwg: node 1: a tile: expected up to 63, found 77\n",
        ),
    ] {
        folder.write("y.kwg", nodes(&file));
        assert_findings(&folder, "--kwg y.kwg", line);
    }
    // What nothing leads to is carried along; that is only a warning.
    folder.write(
        "y.kwg",
        nodes(&[
            (0, false, true, 2),
            (9, true, true, 0),
            (1, false, true, 3),
            (2, true, true, 0),
        ]),
    );
    let ran = check(&folder, "--kwg y.kwg --pass structure");
    ran.assert_out(0, "structure: warning: y.kwg: node 1: an unreachable node: expected a node in use, or zeros, found tile 9 that nothing leads to\n");
}

/// A small file can hold more words than anyone can list; it takes no time to
/// say so.
#[test]
fn more_words_than_can_be_listed() {
    let folder = folder();
    let mut file = vec![(0, false, true, 1)];
    for i in 1..=200 {
        let arc = if i == 200 { 0 } else { 2 * i + 1 };
        file.push((1, i == 200, false, arc));
        file.push((2, i == 200, true, arc));
    }
    folder.write("y.kwg", nodes(&file));
    let line = "y.kwg: too many words: expected at most 268435456 tiles in all words, \
                found more than can be counted\n";
    assert_findings(
        &folder,
        "--kwg y.kwg --words words.txt",
        &format!("structure: {line}"),
    );
    let ran = check(
        &folder,
        "--kwg x.kwg --kad y.kwg --pass bundle --pass counts",
    );
    ran.assert_code(1);
    ran.out.must_have("bundle: y.kwg: not checked: ");
}

#[test]
fn graphs_of_every_kind_are_fine() {
    let folder = folder();
    for [file, options, skipped] in table(
        r"
        y.kwg | --layout legacy | ''
        y.kwg | --layout preorder | ''
        y.kbwg | --node kbwg | ''
        y.kwg | --content dawg | gaddag: not checked: y.kwg: has no GADDAG\n
        y.kwg | --content dawg --layout magpie | gaddag: not checked: y.kwg: has no GADDAG\n
        ",
    ) {
        let build = format!("kwg-build --words words.txt -o {file} -q {options}");
        folder.fine(&build);
        let command = format!("movegen-check files --kwg {file} --words words.txt --games 2");
        let ran = folder.fine(&command);
        assert!(ran.out.contains(skipped), "{options}: {}", ran.out);
        assert_eq!(
            ran.out.contains("not checked"),
            !skipped.is_empty(),
            "{}",
            ran.out
        );
    }
}

/// A pass that looked at nothing does not say that all is well.
#[test]
fn what_is_not_checked_is_not_fine() {
    let folder = folder();
    folder.write("leaves.csv", "A,0.5\n");
    folder.fine("klv-build --leaves leaves.csv -o x.klv2 -q");
    folder.write("bad.kwg", &folder.read("x.kwg")[..40]);
    folder.write("dull.txt", "zzzzzzz\n");
    folder.fine("kwg-build --words dull.txt -o dull.kwg -q");
    for [files, not_checked, reason] in table(
        r"
        --klv x.klv2 | words, gaddag, counts, moves
            | there is no file that it looks at; no graph of words to find moves with
        --kwg bad.kwg | words, gaddag, counts, bundle, moves | bad.kwg: see the pass structure;
        --kwg x.kwg --games 0 | moves | no games, and no golden positions
        --kwg dull.kwg --games 2 | moves | no plays in any game, and no golden positions
        ",
    ) {
        let quiet = folder.run(&format!("movegen-check files {files} -q")).out;
        let line = quiet.lines().last().unwrap();
        let rest = line.strip_prefix("files: not checked: ").unwrap();
        let (passes, reasons) = rest.split_once(": ").unwrap();
        let whole = passes
            .split(", ")
            .filter(|pass| !pass.ends_with(" in part"));
        assert_eq!(whole.collect::<Vec<_>>().join(", "), not_checked, "{line}");
        assert!(reasons.contains(reason), "{files}: {quiet}");
        let json = folder.run(&format!("movegen-check files {files} --format json"));
        let report = json.json();
        let passes = report["lexica"][0]["passes"].as_array().unwrap().iter();
        let not: Vec<&str> = passes
            .filter(|pass| pass["result"] == "not checked")
            .map(|pass| pass["pass"].as_str().unwrap())
            .collect();
        assert_eq!(not.join(", "), not_checked);
        let text = folder.run(&format!("movegen-check files {files}")).out;
        let in_table = |pass: &&str| {
            text.lines().any(|line| {
                let rest = line.strip_prefix(*pass).unwrap_or_default();
                rest.trim_start().starts_with("not checked ")
            })
        };
        assert!(not.iter().all(in_table), "{text}");
    }
}

/// A file given as another kind of file.
#[test]
fn a_file_of_the_wrong_kind() {
    let folder = folder();
    let letters = "abcdefghijklmnopqrstuvwxyz".chars();
    let pairs = letters
        .clone()
        .flat_map(|a| letters.clone().map(move |b| (a, b)));
    let pairs: String = pairs.map(|(a, b)| format!("{a}{b}\n")).collect();
    folder.write("pairs.txt", pairs);
    for (name, content) in [
        ("p.kwg", "gaddawg"),
        ("pd.kwg", "dawg"),
        ("p.kad", "alphagrams"),
    ] {
        let build = format!("kwg-build --words pairs.txt --content {content} -o {name} -q");
        folder.fine(&build);
    }
    folder.write("g.kad", folder.read("p.kwg"));
    assert_findings(
        &folder,
        "--kad g.kad",
        "structure: g.kad: another kind: expected alphagrams, found a gaddawg, which has a GADDAG of words\n",
    );
    assert_findings(
        &folder,
        "--kad pd.kwg --findings 1",
        "bundle: pd.kwg: word BA: not an alphagram: expected AB, found BA\n\
         bundle: pd.kwg: not an alphagram: … and 324 more\n",
    );
    // What its name does not tell may be words.
    folder.write("p.bin", folder.read("p.kad"));
    let ran = check(&folder, "--kwg p.bin --pass words");
    ran.assert_out(
        0,
        "words: warning: p.bin: words or alphagrams: expected words, \
             found 351, each with its tiles in order, as alphagrams have them\n\
             files: not checked: words in part: no source list to compare the words with\n",
    );
    let fine = check(&folder, "--kwg p.kwg --kad p.kad --words pairs.txt").fine();
    assert_eq!(fine.out, "");
}

/// A sound file with the name of another kind is checked as what it is, with a warning.
#[test]
fn a_file_named_as_another_kind() {
    let folder = folder();
    folder.fine("kwg-build --words words.txt --content wordmap -o m.wmp -q");
    folder
        .write("m.kwg", folder.read("m.wmp"))
        .write("g.klv2", folder.read("x.kwg"));
    for (file, expected) in [
        (
            "m.kwg",
            "structure: warning: m.kwg: another kind: expected a word graph, as its name says, \
             found a word map (wordmap)\n",
        ),
        (
            "g.klv2",
            "structure: warning: g.klv2: another kind: expected leave values, as its name says, \
             found a word graph (gaddawg)\n",
        ),
    ] {
        let ran = check(&folder, &format!("{file} --pass structure"));
        ran.assert_out(0, expected);
    }
    check(&folder, "m.wmp x.kwg --pass structure").assert_out(0, "");
}

/// Bytes of no known kind are refused in one sentence.
#[test]
fn bytes_of_no_kind() {
    let folder = folder();
    folder.write("noise.bin", b"\xf5\x00\x9c\x01\xfe\x03\x77".repeat(31));
    folder.refuses(
        "movegen-check files noise.bin",
        "noise.bin: expected a word graph, leave values, a word map, a file of Quackle or \
         Zyzzyva, a study database, or text, found none of these",
    );
}

/// Which ruleset was taken is said, and whether it was a guess.
#[test]
fn an_assumed_ruleset_is_said_to_be_assumed() {
    let folder = folder();
    for (option, shown, assumed) in [
        ("", "files (english, assumed)", true),
        ("--ruleset english", "files (english)", false),
    ] {
        let command = format!("movegen-check files --kwg x.kwg --pass structure,words {option}");
        let text = folder.fine(&command).out;
        assert_eq!(text.lines().next(), Some(shown));
        // Two passes, by one option.
        let report = folder.fine(&format!("{command} --format json")).json();
        let lexicon = &report["lexica"][0];
        assert_eq!(lexicon["ruleset_assumed"], assumed);
        assert_eq!(lexicon["passes"].as_array().unwrap().len(), 2);
    }
}

#[test]
fn usage_and_input_errors_end_with_2() {
    let folder = folder();
    for [arguments, message] in table(
        r"
        files | expected a file to check, found none
        files --kwg none.kwg | none.kwg: can't read
        files --kwg x.kwg --words none.txt | none.txt: can't read
        files --kwg x.kwg --pass wrods | invalid value 'wrods'
        files --kwg x.kwg --quick --thorough | cannot be used with
        none.yaml | none.yaml: can't read
        '' | required
        ",
    ) {
        let ran = folder.run(&format!("movegen-check {arguments}"));
        ran.assert_out(2, "");
        assert!(ran.err.contains(message), "{arguments}: {}", ran.err);
    }
}
