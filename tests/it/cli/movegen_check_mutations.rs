//! Files damaged on purpose, each found by the pass that should find it.

use crate::support::harness::{Folder, Text, repo};
use crate::support::mutant::{gaddag_paths, gaddawg, path, tiles};
use crate::support::table::table;
use proptest::prelude::*;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use wordmill::check::{Artifact, CheckOptions, Pass, Role, Subject, check};
use wordmill::lexicon::Words;
use wordmill::ruleset::Ruleset;

/// What each pass that found something found: the kinds, each once.
fn kinds(report: &Value) -> BTreeMap<String, BTreeSet<String>> {
    let mut kinds = BTreeMap::new();
    for pass in report["lexica"][0]["passes"].as_array().unwrap() {
        let what = |tally: &Value| tally["what"].as_str().unwrap().to_string();
        let tallies = pass["tallies"].as_array().unwrap();
        if !tallies.is_empty() {
            let name = pass["pass"].as_str().unwrap().to_string();
            kinds.insert(name, tallies.iter().map(what).collect());
        }
    }
    kinds
}

/// Runs all passes; compares what each finds, and the lines of all findings.
#[track_caller]
fn assert_found(folder: &Folder, files: &str, found: &[(&str, &[&str])], lines: &[&str]) {
    let command = format!("movegen-check files {files} --games 2");
    let json = folder.run(&format!("{command} --format json"));
    json.assert_code(1);
    let report = json.json();
    let expected: BTreeMap<String, BTreeSet<String>> = found
        .iter()
        .map(|(pass, what)| {
            (
                pass.to_string(),
                what.iter().map(|w| w.to_string()).collect(),
            )
        })
        .collect();
    assert_eq!(kinds(&report), expected, "{}", json.out);
    // One pass alone finds the same as it does among the others.
    for (pass, _) in found {
        let alone = folder.run(&format!("{command} --pass {pass} -q"));
        alone.assert_code(1);
        for line in lines.iter().filter(|line| line.starts_with(pass)) {
            assert!(
                alone.out.lines().any(|l| l == *line),
                "{line}\n{}",
                alone.out
            );
        }
    }
    for line in lines {
        let pass = line.split(':').next().unwrap();
        assert!(found.iter().any(|(name, _)| *name == pass), "{line}");
    }
}

const WORDS: [&str; 9] = [
    "AT", "TA", "CAT", "ACT", "CARE", "RACE", "CATS", "SCAT", "AS",
];

fn list(words: &[&str]) -> String {
    words.iter().map(|word| format!("{word}\n")).collect()
}

fn without<'w>(words: &[&'w str], word: &str) -> Vec<&'w str> {
    words.iter().copied().filter(|w| *w != word).collect()
}

/// A folder with the list and a graph of any words and paths.
fn mutant(words: &[&str], paths: &[Vec<u8>]) -> Folder {
    let folder = Folder::new();
    folder.write("words.txt", list(&WORDS));
    folder.write("short.yaml", short_english());
    folder.write("x.kwg", gaddawg(&tiles(words), paths));
    folder
}

const FILES: &str = "--kwg x.kwg --words words.txt --ruleset short.yaml";

/// English, but for a bag in which nearly every rack has a word.
fn short_english() -> String {
    let letter = |letter: char| {
        let count = if "ACERST".contains(letter) { 9 } else { 0 };
        format!("  - {{tile: {letter}, count: {count}, points: 1}}\n")
    };
    let letters: String = ('A'..='Z').map(letter).collect();
    format!(
        "name: short\nrack: 7\nbonus: 50\nexchange: 7\nblanks: 1\nletters:\n{letters}board: standard\n"
    )
}

#[test]
fn a_tree_without_faults_is_fine() {
    let folder = mutant(&WORDS, &gaddag_paths(&tiles(&WORDS)));
    let ran = folder.run(&format!("movegen-check files {FILES} --games 2"));
    ran.assert_err(
        0,
        "movegen-check: 1 lexicon, 1 file: no errors, no warnings\n",
    );
}

#[test]
fn a_word_dropped_from_the_dawg_only() {
    let folder = mutant(&without(&WORDS, "SCAT"), &gaddag_paths(&tiles(&WORDS)));
    assert_found(
        &folder,
        FILES,
        &[
            ("words", &["a word is missing"]),
            ("gaddag", &["a path too many in the GADDAG"]),
            ("moves", &["the generators differ"]),
        ],
        &[
            "words: x.kwg: word SCAT: a word is missing: expected it, as in the sources, found nothing",
            "gaddag: x.kwg: path ACS@: a path too many in the GADDAG: expected none, as no word begins so, found the path",
            "gaddag: x.kwg: path TACS: a path too many in the GADDAG: expected none, as the DAWG has no word SCAT, found the path",
        ],
    );
}

#[test]
fn a_word_dropped_from_the_gaddag_only() {
    let folder = mutant(&WORDS, &gaddag_paths(&tiles(&without(&WORDS, "CARE"))));
    assert_found(
        &folder,
        FILES,
        &[
            (
                "gaddag",
                &[
                    "a split leads to other words",
                    "a split is missing in the GADDAG",
                    "a word is missing in the GADDAG",
                ],
            ),
            ("moves", &["the generators differ"]),
        ],
        &[
            "gaddag: x.kwg: path C@: a split leads to other words: expected ARE after it, found nothing of that",
            "gaddag: x.kwg: word CARE: a split is missing in the GADDAG: expected the path RAC@, found no such path",
            "gaddag: x.kwg: word CARE: a word is missing in the GADDAG: expected the path ERAC, found no such path",
        ],
    );
}

#[test]
fn one_split_dropped() {
    let mut paths = gaddag_paths(&tiles(&WORDS));
    paths.retain(|p| *p != path("CAR@E"));
    let folder = mutant(&WORDS, &paths);
    assert_found(
        &folder,
        &format!("{FILES} --pass structure --pass words --pass gaddag --pass counts --pass bundle"),
        &[("gaddag", &["a split is missing in the GADDAG"])],
        &[
            "gaddag: x.kwg: word RACE: a split is missing in the GADDAG: expected the path CAR@, found no such path",
        ],
    );
}

#[test]
fn one_path_too_many() {
    let mut paths = gaddag_paths(&tiles(&WORDS));
    paths.push(path("SAC@E"));
    let folder = mutant(&WORDS, &paths);
    assert_found(
        &folder,
        &format!("{FILES} --pass structure --pass words --pass gaddag --pass counts --pass bundle"),
        &[("gaddag", &["a path too many in the GADDAG"])],
        &[
            "gaddag: x.kwg: path SAC@: a path too many in the GADDAG: expected none, as no word begins so, found the path",
        ],
    );
}

/// Many findings: the first are shown, all are counted.
#[test]
fn findings_are_capped_and_counted() {
    let folder = mutant(&WORDS[..1], &gaddag_paths(&tiles(&WORDS[..1])));
    let command = format!("movegen-check files {FILES} --pass words -q");
    let all = folder.run(&command);
    assert_eq!((all.code, all.out.lines().count()), (1, 8));
    let some = folder.run(&format!("{command} --findings 2")).out;
    assert_eq!(
        some,
        "words: x.kwg: word ACT: a word is missing: expected it, as in the sources, found nothing\n\
         words: x.kwg: word AS: a word is missing: expected it, as in the sources, found nothing\n\
         words: x.kwg: a word is missing: … and 6 more\n"
    );
}

/// A graph as the builder makes it, to change bits in.
fn built(folder: &Folder, layout: &str) -> Vec<u32> {
    folder.write("words.txt", list(&WORDS));
    folder.write("short.yaml", short_english());
    let command = format!("kwg-build --words words.txt -o x.kwg -q --layout {layout}");
    folder.fine(&command);
    let bytes = folder.read("x.kwg");
    let four = |four: &[u8]| u32::from_le_bytes(four.try_into().unwrap());
    bytes.chunks_exact(4).map(four).collect()
}

const ARC: u32 = (1 << 22) - 1;

/// The node that tiles lead to from a head node.
fn find(nodes: &[u32], head: usize, tiles: &[u8]) -> usize {
    let mut at = head;
    for &tile in tiles {
        at = (nodes[at] & ARC) as usize;
        while nodes[at] >> 24 != u32::from(tile) {
            assert_eq!(nodes[at] >> 22 & 1, 0, "no such path");
            at += 1;
        }
    }
    at
}

#[test]
fn an_accept_bit_flipped() {
    let folder = Folder::new();
    let mut nodes = built(&folder, "magpie");
    // CA becomes a word of the DAWG; the GADDAG's own nodes know nothing of it.
    let at = find(&nodes, 0, &path("CA"));
    nodes[at] ^= 1 << 23;
    folder.write("x.kwg", crate::support::mutant::to_bytes(&nodes));
    assert_found(
        &folder,
        FILES,
        &[
            ("words", &["a word too many"]),
            ("gaddag", &["a word is missing in the GADDAG"]),
            (
                "moves",
                &[
                    "the generators differ",
                    "a play makes a word that the sources lack",
                ],
            ),
        ],
        &[
            "words: x.kwg: word CA: a word too many: expected nothing, as in the sources, found it",
            "gaddag: x.kwg: word CA: a word is missing in the GADDAG: expected the path AC, found no such path",
        ],
    );
}

#[test]
fn two_lists_swapped() {
    let folder = Folder::new();
    let mut nodes = built(&folder, "wolges");
    let (a, b) = (
        find(&nodes, 1, &path("RAC@")),
        find(&nodes, 1, &path("CAR@")),
    );
    let (x, y) = (nodes[a] & ARC, nodes[b] & ARC);
    // Both are E alone: the same list. The one after S is not.
    assert_eq!(x, y);
    let c = find(&nodes, 1, &path("S@"));
    let z = nodes[c] & ARC;
    nodes[a] = nodes[a] & !ARC | z;
    nodes[c] = nodes[c] & !ARC | x;
    folder.write("x.kwg", crate::support::mutant::to_bytes(&nodes));
    assert_found(
        &folder,
        &format!("{FILES} --pass structure --pass words --pass gaddag --pass counts --pass bundle"),
        &[("gaddag", &["a split leads to other words"])],
        &[
            "gaddag: x.kwg: path RAC@: a split leads to other words: expected nothing of that, found CAT after it",
            "gaddag: x.kwg: path S@: a split leads to other words: expected CAT after it, found nothing of that",
        ],
    );
}

/// Files beside a graph: counts, members, ranks.
#[test]
fn a_value_changed_beside_the_graph() {
    let folder = Folder::new();
    built(&folder, "wolges");
    folder.fine("kwg-count map x.kwg --to kwc -o x.kwc -q");
    folder.fine("kwg-count map x.kwg --ruleset short.yaml --to kwp -o x.kwp -q");
    folder.write("x.kwi", [0b0101_0101, 1]);
    let files = format!("{FILES} --kwc x.kwc --kwp x.kwp --kwi x.kwi");
    folder.fine(&format!("movegen-check files {files} --games 2"));

    let mut counts = folder.read("x.kwc");
    counts[0] += 1;
    folder.write("y.kwc", counts);
    let mut ranks = folder.read("x.kwp");
    let (first, second) = ranks.split_at_mut(8);
    first[..4].swap_with_slice(&mut second[..4]);
    folder.write("y.kwp", &ranks);
    folder.write("y.kwi", [0b0101_0101, 3]);
    folder.write("z.kwi", [0]).write("z.kwc", [0, 1]);
    for [option, what, line] in table(
        r"
        --kwc y.kwc | a count | counts: y.kwc: node 0: a count: expected 9, found 10
        --kwc z.kwc | not of its graph
            | counts: z.kwc: not of its graph: expected 84 bytes, found 2
        --kwi y.kwi | not of its graph
            | counts: y.kwi: not of its graph: expected bits of words alone, found not of this graph: expected no bit past the last of 9 words, found one
        --kwi z.kwi | not of its graph
            | counts: z.kwi: not of its graph: expected 2 bytes, found 1
        --kwp y.kwp | a rank | counts: y.kwp: word ACT: a rank: expected 1, found 2
        ",
    ) {
        let files = format!("{FILES} {option}");
        assert_found(&folder, &files, &[("counts", &[what])], &[line]);
    }
}

/// Leaves and alphagrams against rules and words.
#[test]
fn files_that_do_not_fit_each_other() {
    let folder = Folder::new();
    built(&folder, "wolges");
    let shorter = without(&without(&WORDS, "CARE"), "RACE");
    folder.write("less.txt", list(&shorter));
    folder.write("more.txt", format!("{}ZA\n", list(&WORDS)));
    for name in ["words", "less", "more"] {
        let command = format!("kwg-build --words {name}.txt --content alphagrams -o {name}.kad -q");
        folder.fine(&command);
    }
    folder.write("same.kad", folder.read("x.kwg"));
    folder.write("leaves.csv", "A,1\nQQ,2\nABCDEFG,3\n");
    let english = Ruleset::builtin("english").unwrap();
    let table = wordmill::lexicon::LeaveTable::from_unsorted([(&[1][..], 1.0), (&[17, 17], 2.0)]);
    let spec = wordmill::leave::LeaveSpec::default();
    let klv = wordmill::leave::build(&table.unwrap(), english.alphabet(), spec).unwrap();
    folder.write("x.klv2", klv);
    let fine = folder.run(&format!(
        "movegen-check files {FILES} --kad words.kad --games 2"
    ));
    fine.assert_code(0);
    for (option, what, line) in [
        (
            "--kad less.kad",
            &["an alphagram is missing"][..],
            "bundle: less.kad: alphagram ACER: an alphagram is missing: expected it, as CARE is a word, found nothing",
        ),
        (
            "--kad more.kad",
            &["an alphagram too many"],
            "bundle: more.kad: alphagram AZ: an alphagram too many: expected the sorted tiles of a word, found of no word",
        ),
        (
            "--klv x.klv2",
            &["an impossible leave", "not all leaves"],
            "bundle: x.klv2: leave QQ: an impossible leave: expected at most 0 of Q, all that the bag has, found 2",
        ),
        (
            "--kad same.kad",
            &["not checked", "two files of equal content"],
            "bundle: same.kad: two files of equal content: expected content of its own, found the same bytes as x.kwg",
        ),
    ] {
        let files = format!("{FILES} {option} --pass bundle");
        assert_found(&folder, &files, &[("bundle", what)], &[line]);
    }
}

/// A difference between the generators comes with a small position, which
/// shows it again.
#[test]
fn a_failed_position_is_made_small() {
    let core = std::fs::read_to_string(repo().join("lexicons/core.txt")).unwrap();
    let short =
        |word: &&str| (2..=3).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_lowercase());
    let words: Vec<&str> = core.lines().filter(short).collect();
    assert!(words.len() > 300);
    let folder = Folder::new();
    folder.write("words.txt", list(&words));
    let mut paths = gaddag_paths(&tiles(&words));
    paths.retain(|p| *p != path("T@HE"));
    folder.write("x.kwg", gaddawg(&tiles(&words), &paths));
    let ran = folder.run(
        "movegen-check files --kwg x.kwg --words words.txt --pass moves --games 8 --format json",
    );
    ran.assert_code(1);
    let report = ran.json();
    let findings = report["lexica"][0]["passes"][0]["findings"]
        .as_array()
        .unwrap();
    let differs = |f: &&Value| f["what"] == "the generators differ";
    let finding = findings.iter().find(differs).unwrap();
    let position = &finding["position"];
    // One play is missing, and every tile left is needed for it.
    assert_eq!(
        position["missing"].as_array().unwrap().len(),
        1,
        "{position}"
    );
    assert_eq!(position["extra"].as_array().unwrap().len(), 0, "{position}");
    let letters = |text: &Value| {
        text.as_str()
            .unwrap()
            .chars()
            .filter(|c| c.is_alphabetic() || *c == '?')
            .count()
    };
    let tiles = letters(&position["board"]) + letters(&position["rack"]);
    assert!(tiles <= 3, "{position}");
    let command = position["command"].as_str().unwrap();
    command.must_start("movegen-check moves --ruleset english --kwg x.kwg --board ");
    let again = folder.run(command);
    again.assert_code(1);
    let play = position["missing"][0].as_str().unwrap();
    again.out.must_have(&format!("  missing  {play}\n"));
    // The same position with a sound graph shows nothing.
    folder.fine("kwg-build --words words.txt -o sound.kwg -q");
    let sound = folder.fine(&command.replace("x.kwg", "sound.kwg"));
    sound.out.must_end("plays, the same by GADDAG and DAWG\n");
}

/// A bit changed anywhere: what is said of a play's words is so by the rules
/// in their plainest form, with a sound graph; and the command shows the play.
#[test]
fn a_play_with_a_word_too_many_is_shown_again() {
    let folder = Folder::new();
    let core = std::fs::read_to_string(repo().join("lexicons/core.txt")).unwrap();
    let short =
        |word: &&str| (2..=4).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_lowercase());
    let words: Vec<&str> = core.lines().filter(short).collect();
    folder.write("words.txt", list(&words));
    folder.fine("kwg-build --words words.txt -o sound.kwg -q");
    let sound = folder.read("sound.kwg");
    let mut shown = 0;
    for node in (10..sound.len() / 4).step_by(sound.len() / 40) {
        let mut bytes = sound.clone();
        bytes[4 * node + 2] ^= 0x80;
        folder.write("x.kwg", bytes);
        let ran = folder.run(
            "movegen-check files --kwg x.kwg --words words.txt --pass moves --games 2 --format json",
        );
        let report = ran.json();
        let pass = &report["lexica"][0]["passes"][0];
        let findings = pass["findings"].as_array().unwrap().iter();
        let mut seen = BTreeSet::new();
        for finding in findings {
            let position = &finding["position"];
            let (board, rack) = (&position["board"], &position["rack"]);
            let key = format!("{} {board} {rack}", finding["what"]);
            assert!(seen.insert(key), "{finding}");
            if finding["what"] != "a play makes a word that the sources lack" {
                continue;
            }
            let again = folder.fine(position["command"].as_str().unwrap()).out;
            let word = finding["found"].as_str().unwrap();
            for (i, play) in position["extra"].as_array().unwrap().iter().enumerate() {
                let (play, _) = play.as_str().unwrap().rsplit_once(' ').unwrap();
                assert!(again.contains(&format!("  {play} ")), "{play}\n{again}");
                let board = board.as_str().unwrap();
                let score = "movegen-check score --kwg sound.kwg";
                let said = folder
                    .run(&format!("{score} --play '{play}' --board {board}"))
                    .out;
                assert!(said.contains("is not in the lexicon"), "{finding}\n{said}");
                let named = format!("`{word}` is not in the lexicon");
                assert!(i > 0 || said.contains(&named), "{finding}\n{said}");
                shown += 1;
            }
        }
    }
    assert!(shown > 0);
}

/// Words, some of which end with the same many tiles.
fn any_words() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let word = prop_oneof![
        2 => prop::collection::vec(1u8..4, 1..9),
        1 => prop::collection::vec(1u8..3, 0..4).prop_map(|start| [&start[..], &[1; 12]].concat()),
        1 => (1usize..20).prop_map(|length| vec![1; length]),
    ];
    prop::collection::vec(word, 0..12).prop_map(|mut words| {
        words.sort();
        words.dedup();
        words
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// The GADDAG of any words is fine for those words and for no others; and
    /// nothing can be left out of it or put into it unseen.
    #[test]
    fn a_gaddag_fits_its_words_and_no_others(
        words in any_words(),
        others in any_words(),
        extra in prop::collection::vec(1u8..4, 1..14),
        drop in any::<prop::sample::Index>(),
    ) {
        let errors = |words: &[Vec<u8>], paths: &[Vec<u8>]| {
            let mut subject = Subject::new("X", Ruleset::builtin("english").unwrap());
            subject.artifacts.push(Artifact {
                name: "x".to_string(),
                path: "x".to_string(),
                bytes: Some(gaddawg(words, paths)),
                role: Role::Graph {
                    content: Some(wordmill::graph::Content::Gaddawg),
                    format: None,
                    layout: None,
                },
            });
            subject.words = Some(Words::from_unsorted(words.iter().map(Vec::as_slice)).unwrap());
            subject.length = (1, 99);
            let passes = [Pass::Structure, Pass::Words, Pass::Gaddag].to_vec();
            let options = CheckOptions { passes, ..CheckOptions::default() };
            let report = check(&[subject], &options, &|_| ()).unwrap();
            let passes = &report.lexicons[0].passes;
            assert_eq!((passes[0].errors, passes[1].errors), (0, 0), "{passes:?}");
            passes[2].errors
        };
        let paths = gaddag_paths(&words);
        prop_assert_eq!(errors(&words, &paths), 0);
        prop_assert_eq!(errors(&others, &paths) == 0, words == others);
        let mut more = paths.clone();
        more.push(extra.clone());
        let is_word = words.iter().any(|w| w.iter().rev().eq(&extra));
        prop_assert_eq!(errors(&words, &more), u64::from(!is_word));
        if !paths.is_empty() {
            let mut less = paths.clone();
            less.remove(drop.index(paths.len()));
            prop_assert!(errors(&words, &less) > 0);
        }
    }
}
