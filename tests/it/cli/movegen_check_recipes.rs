//! `movegen-check` over recipes: sources, expectations, manifest, sums, lock.

use crate::support::harness::{Folder, Ran, Text, repo};
use serde_json::Value;
use wordmill::digest::sha256;

const CAT: &str = "15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15";
const HEADER: &str = "board\track\tbag\tplays\tsum_of_scores\tbest_score\tbest_value\tbest_play";

const RECIPE: &str = "\
lexicon: MINE
ruleset: english
words: {include: [mine.txt]}
graphs:
  - {file: MINE.kwg}
  - {file: MINE.kad, content: alphagrams}
counts: [{file: MINE.kwc, of: MINE.kwg}]
members: [{file: SOME.kwi, of: MINE.kwg, words: [some.txt]}]
leaves: [{file: MINE.klv2, source: leaves.csv}]
positions: positions.tsv
expect: {words: 7, contains: [SCAT]}
";

/// A folder with a recipe of every kind of file, built and locked.
fn folder() -> Folder {
    let folder = Folder::new();
    folder
        .write("mine.txt", "cat\ncats\nas\nat\nta\nscat\nact\n")
        .write("some.txt", "cat\nat\n")
        .write("leaves.csv", "A,0.5\nS,8\n?,25\nAT,-0.25\n")
        .write("mine.yaml", RECIPE);
    let good = format!("{CAT}\tS\t89\t3\t14\t6\t6.000\t8G (CAT)S");
    folder.write("positions.tsv", format!("{HEADER}\n{good}\n"));
    folder.fine("kwg-build mine.yaml -q --update-lock");
    folder.fine("klv-build mine.yaml -q --update-lock");
    folder
}

fn check(folder: &Folder, more: &str) -> Ran {
    folder.run(&format!("movegen-check mine.yaml -q --games 2 {more}"))
}

const NOT_ALL: &str = "bundle: warning: dist/MINE.klv2: not all leaves: \
                       expected all 914,624 possible leaves, found 4\n";

/// Whether all is well but for the leave table, which is always incomplete.
#[track_caller]
fn assert_findings(folder: &Folder, more: &str, expected: &str) {
    let ran = check(folder, more);
    let found = ran.out.replace(NOT_ALL, "");
    // What is not checked because of the findings has a test of its own.
    let lines = found.split_inclusive('\n');
    let found: String = lines
        .filter(|line| !line.starts_with("MINE: not checked"))
        .collect();
    assert_eq!(found, expected, "{}", ran.err);
    assert_eq!(ran.code, i32::from(!expected.is_empty()), "{}", ran.err);
}

/// The facts of a finding stay apart, however many tiles it names.
#[test]
fn unused_tiles_are_what_was_found() {
    let folder = Folder::new();
    let all = "ABCDEFGHIJKLM\nNOPRSTUVWXY\n";
    let recipe =
        "lexicon: X\nruleset: english\nwords: {include: [x.txt]}\ngraphs: [{file: X.kwg}]\n";
    folder.write("x.txt", all).write("x.yaml", recipe);
    folder.fine("kwg-build x.yaml -q");
    folder.write(
        "x.yaml",
        format!("{recipe}expect: {{all_tiles_used: true}}\n"),
    );
    let report = folder
        .run("movegen-check x.yaml --pass words --format json")
        .json();
    let findings = report["lexica"][0]["passes"][0]["findings"]
        .as_array()
        .unwrap();
    let mut found = findings.iter().filter(|f| f["what"] == "an expectation");
    let finding = found.next().unwrap();
    let facts = ["place", "expected", "found"].map(|field| finding[field].as_str().unwrap());
    let expected = [
        "expect.all_tiles_used",
        "every tile in some word",
        "none with Q, Z",
    ];
    assert_eq!(facts, expected);
    assert!(found.next().is_none(), "{report}");
}

#[test]
fn what_was_built_is_fine() {
    let folder = folder();
    assert_findings(&folder, "", "");
    let ran = folder.fine("movegen-check mine.yaml --games 2");
    assert_eq!(
        ran.err,
        "movegen-check: 1 lexicon, 5 files: no errors, 1 warning\n"
    );
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines[0], "MINE (mine.yaml, english)");
    let passes: Vec<(&str, &str)> = lines[2..8]
        .iter()
        .map(|line| line.split_once(' ').unwrap())
        .collect();
    let names: Vec<&str> = passes.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        names,
        ["structure", "words", "gaddag", "counts", "bundle", "moves"]
    );
    for (name, rest) in passes {
        let result = if name == "bundle" {
            "1 warning"
        } else {
            "fine"
        };
        assert!(rest.trim_start().starts_with(result), "{name}{rest}");
    }
    assert!(lines[8].starts_with("moves: 2 games, "), "{}", lines[8]);
    assert!(lines[8].ends_with("; 1 golden position"), "{}", lines[8]);
    let percents: Vec<&str> = lines[9].split_whitespace().skip(3).collect();
    assert_eq!(percents.join(" "), "0 10 20 30 40 50 60 70 80 90 95 99 100");
}

/// The report is the same, byte for byte, on any number of threads, with and
/// without findings.
#[test]
fn json_does_not_depend_on_threads() {
    let folder = folder();
    folder.write("mine.txt", "cat\ncats\nas\nat\nta\nscat\nact\nza\nqi\n");
    let mut bits = folder.read("dist/MINE.kwg");
    bits[30] ^= 0x80;
    folder.write("dist/MINE.kwg", bits);
    for recipe in [
        "mine.yaml",
        &format!("{}", repo().join("recipes/toy-polish.yaml").display()),
    ] {
        let run = |threads: u32| {
            let command =
                format!("movegen-check {recipe} --format json --games 6 --threads {threads}");
            folder.run(&command)
        };
        let (one, eight) = (run(1), run(8));
        one.assert_out(1, &eight.out);
        let report = one.json();
        assert!(report["errors"].as_u64().unwrap() > 0);
        assert!(!one.out.contains("milliseconds") && !one.out.contains("per_second"));
    }
    let ran = folder.run("movegen-check mine.yaml --format json --games 1 --times");
    let report = ran.json();
    for pass in report["lexica"][0]["passes"].as_array().unwrap() {
        assert!(pass["milliseconds"].as_f64().is_some(), "{pass}");
    }
}

#[test]
fn a_word_more_in_the_sources() {
    let folder = folder();
    folder.write("mine.txt", "cat\ncats\nas\nat\nta\nscat\nact\nza\n");
    let sums: Vec<String> = [
        &b"cat\ncats\nas\nat\nta\nscat\nact\n"[..],
        &folder.read("mine.txt"),
    ]
    .iter()
    .map(|bytes| wordmill::digest::sha256(bytes))
    .collect();
    let expected = format!(
        "words: mine.txt: changed since the files were built: expected {}, found {}; run kwg-build; \
         1 finding follows from it\n\
         words: dist/MINE.kwg: word ZA: a word is missing: expected it, as in the sources, found nothing\n",
        &sums[0][..12],
        &sums[1][..12]
    );
    assert_findings(&folder, "", &expected);
}

/// One file in the place of another: the cause comes first, and what follows from it
/// is counted.
#[test]
fn a_file_in_the_place_of_another() {
    let folder = folder();
    let letters = || "bcdfghjklm".chars();
    let pairs = letters().flat_map(|a| letters().map(move |b| format!("{a}a{b}\n")));
    folder.write("other.txt", pairs.collect::<String>());
    folder.fine("kwg-build --words other.txt -o dist/MINE.kwg -q");
    let ran = check(&folder, "--report swap.html");
    ran.assert_code(1);
    let report = folder
        .run("movegen-check mine.yaml --games 2 --format json")
        .json();
    let errors = report["errors"].as_u64().unwrap();
    let lexicon = &report["lexica"][0];
    let causes = lexicon["causes"].as_array().unwrap();
    assert_eq!(causes.len(), 1);
    assert_eq!(causes[0]["file"], "dist/MINE.kwg");
    assert_eq!(causes[0]["what"], "its sum differs");
    assert_eq!(causes[0]["findings"], errors - 1);
    assert!(errors > 150, "{errors}");
    for pass in lexicon["passes"].as_array().unwrap() {
        for finding in pass["findings"].as_array().unwrap() {
            let is_free = finding["what"] == "its sum differs" || finding["severity"] == "warning";
            let because = (!is_free).then_some("dist/MINE.kwg");
            assert_eq!(finding["because"].as_str(), because, "{finding}");
        }
    }
    let follow = format!("; {} findings follow from it\n", errors - 1);
    let first = ran.out.split_inclusive('\n').next().unwrap();
    first.must_start("words: dist/MINE.kwg: its sum differs: expected ");
    first.must_end(&follow);
    // One line for each kind.
    assert!(ran.out.lines().count() < 25, "{}", ran.out);
    ran.out.must_have(
        "word ACT: a word is missing: expected it, as in the sources, found nothing; and ",
    );
    let summary = folder.run("movegen-check mine.yaml --games 2").err;
    summary.must_have(&format!("({} follow from another)", errors - 1));
    let page = folder.text("swap.html");
    let (open, folded) = page.split_once("<details><summary>").unwrap();
    assert_eq!(open.matches("<div class=\"finding").count(), 1);
    folded.must_start(&follow[2..follow.len() - 1]);
    let (folded, rest) = folded.split_once("</details>").unwrap();
    assert!(folded.contains("a word is missing") && !rest.contains("a word is missing"));
}

/// The files of a release can be checked without their recipe.
#[test]
fn a_directory_without_the_recipe() {
    let folder = folder();
    let ran = folder.fine("movegen-check files dist --games 2 --format json");
    let report = ran.json();
    let lexicons = report["lexica"].as_array().unwrap();
    assert_eq!(
        (lexicons.len(), &lexicons[0]["lexicon"]),
        (1, &"MINE".into())
    );
    assert_eq!(lexicons[0]["files"].as_array().unwrap().len(), 5);
    assert_eq!(lexicons[0]["ruleset_assumed"], false);
    assert_eq!(report["warnings"], 1, "{report}");
    assert_eq!(ran.err, "");
    folder.fine("kwg-build --words some.txt -o dist/MINE.kwg -q");
    let ran = folder.run("movegen-check files dist -q --games 2");
    ran.assert_code(1);
    ran.out
        .must_start("words: warning: dist/MINE.kwg: not the file that its manifest lists: ");
    assert!(
        ran.out
            .lines()
            .next()
            .unwrap()
            .ends_with(" findings follow from it"),
        "{}",
        ran.out
    );
}

#[test]
fn files_of_other_rules_than_the_recipe_names() {
    let folder = folder();
    let recipe = RECIPE.replace("ruleset: english", "ruleset: polish");
    assert_ne!(recipe, RECIPE);
    folder.write("mine.yaml", recipe);
    let ran = check(&folder, "--pass words");
    let expected = "words: dist/MINE.manifest.json: another ruleset: expected files built with polish, \
                    as the recipe says, found english; run kwg-build and klv-build\n";
    assert_eq!(
        ran.out.matches(expected).count(),
        1,
        "{}{}",
        ran.out,
        ran.err
    );
    ran.out.must_lack(" english: changed since");
}

#[test]
fn an_expectation_is_checked_again() {
    let folder = folder();
    let recipe = RECIPE.replace("expect: {words: 7", "expect: {words: 8, lacks: [TA]");
    let recipe = recipe.replace("contains: [SCAT]", "contains: [SCAT, QI]");
    folder.write("mine.yaml", recipe);
    let ran = check(&folder, "--pass words");
    ran.assert_code(1);
    assert!(
        ran.out
            .starts_with("words: mine.yaml: changed since the files were built: expected ")
            && ran.out.contains("; run kwg-build\n"),
        "{}",
        ran.out
    );
    ran.out.must_end(
        "words: dist/MINE.kwg: expect.words: an expectation: expected 8, found 7\n\
             words: dist/MINE.kwg: expect.contains: an expectation: expected `QI`, found nothing\n\
             words: dist/MINE.kwg: expect.lacks: an expectation: expected no `TA`, found it\n",
    );
}

#[test]
fn manifest_sums_and_lock_have_to_agree() {
    let folder = folder();
    let sum = wordmill::digest::sha256(&folder.read("dist/MINE.kad"));
    let wrong = "0".repeat(64);
    for file in ["dist/SHA256SUMS", "MINE.sha256"] {
        let before = folder.text(file);
        folder.write(file, before.replace(&sum, &wrong));
        let expected = format!(
            "words: dist/MINE.kad: its sum differs: expected {}, as {file} says, found {}\n",
            &wrong[..12],
            &sum[..12]
        );
        assert_findings(&folder, "", &expected);
        let less: String = before
            .lines()
            .filter(|l| !l.ends_with("MINE.kad"))
            .map(|l| format!("{l}\n"))
            .collect();
        folder.write(file, less);
        let expected =
            format!("words: {file}: MINE.kad: says nothing: expected its sha256, found nothing\n");
        assert_findings(&folder, "", &expected);
        folder.write(file, before);
    }
    let manifest = folder.text("dist/MINE.manifest.json");
    let bad = manifest.replace("\"dawg_nodes\": ", "\"dawg_nodes\": 9");
    assert_ne!(manifest, bad);
    folder.write("dist/MINE.manifest.json", bad);
    let ran = check(&folder, "--pass words");
    assert_eq!((ran.code, ran.out.lines().count()), (1, 3), "{}", ran.out);
    ran.out.must_have("MINE.kwg: dawg_nodes: does not agree");
    ran.out
        .must_have("SHA256SUMS: MINE.manifest.json: sha256: does not agree");
    folder.write("dist/MINE.manifest.json", "{}");
    let ran = check(&folder, "--pass words");
    ran.out
        .must_start("words: dist/MINE.manifest.json: can't be read: expected a manifest, found ");
}

#[test]
fn a_file_that_is_not_there() {
    let folder = folder();
    std::fs::remove_file(folder.path("dist/MINE.kad")).unwrap();
    assert_findings(
        &folder,
        "",
        "structure: dist/MINE.kad: no such file; run kwg-build\n",
    );
    assert_findings(
        &folder,
        "--pass bundle",
        "bundle: dist/MINE.kad: not checked: expected a file that can be looked at, found no such file\n",
    );
}

/// What the programs make and is gone is one line, with what to run.
#[test]
fn what_was_not_built_is_one_line() {
    let folder = folder();
    for file in ["dist/MINE.manifest.json", "dist/SHA256SUMS"] {
        let bytes = folder.read(file);
        std::fs::remove_file(folder.path(file)).unwrap();
        let line = format!("words: {file}: no such file; run kwg-build and klv-build\n");
        assert_findings(&folder, "", &line);
        folder.write(file, bytes);
    }
    std::fs::remove_file(folder.path("MINE.sha256")).unwrap();
    assert_findings(&folder, "", "");
    assert_eq!(
        check(&folder, "").out.replace(NOT_ALL, ""),
        "MINE: not checked: words in part: MINE.sha256: no lock\n"
    );
    // The leaves of a lexicon that was never built.
    let manifest = folder.text("dist/MINE.manifest.json");
    for file in [
        "dist/MINE.klv2",
        "dist/MINE.manifest.json",
        "dist/SHA256SUMS",
    ] {
        std::fs::remove_file(folder.path(file)).unwrap();
    }
    folder.fine("kwg-build mine.yaml -q --force");
    assert_ne!(folder.text("dist/MINE.manifest.json"), manifest);
    assert_findings(
        &folder,
        "",
        "structure: dist/MINE.klv2: no such file; run klv-build\n",
    );
    std::fs::remove_dir_all(folder.path("dist")).unwrap();
    let ran = check(&folder, "");
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(
        (ran.code, lines.len(), lines[0]),
        (
            1,
            2,
            "structure: dist: no such directory; run kwg-build and klv-build"
        )
    );
    let rest = "MINE: not checked: structure in part, words, gaddag, counts, bundle, moves: ";
    assert!(lines[1].starts_with(rest), "{}", lines[1]);
}

/// As for the programs that build, no two recipes make the same file.
#[test]
fn the_same_recipe_twice() {
    let folder = folder();
    let ran = folder.run("movegen-check mine.yaml mine.yaml --games 1");
    ran.assert_err(
        2,
        "movegen-check: mine.yaml: mine.yaml makes `MINE.kwg` too\n",
    );
}

#[test]
fn values_and_members_are_those_of_the_sources() {
    let folder = folder();
    // The first two values, of ? and A, swapped.
    let mut klv = folder.read("dist/MINE.klv2");
    let values = klv.len() - 16;
    let (first, second) = klv[values..].split_at_mut(4);
    first.swap_with_slice(&mut second[..4]);
    folder.write("dist/MINE.klv2", klv);
    let ran = check(&folder, "--pass words");
    ran.assert_code(1);
    // First that the file is another one, then in what.
    assert!(
        ran.out
            .starts_with("words: dist/MINE.klv2: its sum differs: expected ")
            && ran.out.contains(
                ", as dist/MINE.manifest.json, dist/SHA256SUMS and MINE.sha256 say, found "
            )
            && ran.out.ends_with(
                "; 2 findings follow from it\n\
                 words: dist/MINE.klv2: leave ?: the value of a leave: expected 25, found 0.5; and 1 more\n"
            ),
        "{}",
        ran.out
    );
    let mut members = folder.read("dist/SOME.kwi");
    members[0] ^= 1;
    folder.write("dist/SOME.kwi", members);
    assert_findings(
        &folder,
        "--pass counts",
        "counts: dist/SOME.kwi: word ACT: a member: expected no member, found a member\n",
    );
    assert_findings(
        &folder,
        "--pass structure --pass gaddag --pass bundle --pass moves",
        "",
    );
}

#[test]
fn a_layout_that_the_recipe_does_not_say() {
    let folder = folder();
    folder.fine("kwg-build --words mine.txt --layout magpie -o dist/MINE.kwg -q");
    let ran = check(&folder, "--pass structure");
    ran.assert_out(
        1,
        "structure: dist/MINE.kwg: other layout: expected wolges, found magpie\n",
    );
}

#[test]
fn golden_positions_are_found_again() {
    let folder = folder();
    let bad = format!("{CAT}\tS\t89\t3\t15\t6\t6.000\t8G (CAT)S");
    folder.write("positions.tsv", format!("{HEADER}\n{bad}\n"));
    assert_findings(
        &folder,
        "--pass moves",
        "moves: positions.tsv: line 2, sum_of_scores: a golden position: expected 15, found 14\n",
    );
    folder.write("positions.tsv", format!("{HEADER}\n"));
    let ran = check(&folder, "--pass moves");
    ran.assert_err(
        2,
        "movegen-check: positions.tsv: expected positions, found none\n",
    );
    folder.write("positions.tsv", "nothing\n");
    let ran = check(&folder, "--pass moves");
    ran.assert_code(2);
    ran.err
        .must_start("movegen-check: positions.tsv:1: expected the columns");
    let without = RECIPE
        .replace("  - {file: MINE.kwg}\n", "")
        .replace("counts", "#")
        .replace("members", "#");
    folder.write("mine.yaml", without);
    let ran = check(&folder, "");
    ran.assert_code(2);
    ran.err.must_have("positions: expected `graphs:` of words");
}

/// Another lexicon's leave table is a warning, another lexicon's graph is not.
#[test]
fn equal_files_of_two_lexicons() {
    let folder = folder();
    let other = RECIPE
        .replace("MINE", "OTHER")
        .replace("SOME.kwi", "FEW.kwi");
    folder.write("other.yaml", other.replace("mine.txt", "other.txt"));
    folder.write("other.txt", "cat\ncats\nas\nat\nat\nta\nscat\nta\nact\n");
    folder.fine("kwg-build other.yaml -q --update-lock");
    folder.fine("klv-build other.yaml -q --update-lock");
    // The table of MINE is known by its manifest alone.
    let alone = folder.fine("movegen-check other.yaml -q --games 1");
    let warning = "bundle: warning: dist/OTHER.klv2: another lexicon's leave table: \
                   expected values of its own, found the same leaves and values as dist/MINE.klv2 of MINE\n";
    alone.out.must_have(warning);
    // Together, the graphs are seen to be the same too.
    let both = folder.run("movegen-check mine.yaml other.yaml -q --games 1 --pass bundle");
    both.assert_code(1);
    both.out.must_have(warning);
    let equal = "bundle: dist/OTHER.kwg: two files of equal content: \
                 expected content of its own, found the same bytes as dist/MINE.kwg of MINE\n";
    both.out.must_have(equal);
    // Other words, the same table: a warning, and the exit code is 0.
    folder.write("other.txt", "cat\ncats\nas\nat\nat\nta\nscat\nta\nace\n");
    folder.fine("kwg-build other.yaml -q --update-lock");
    let both = folder.fine("movegen-check mine.yaml other.yaml --games 1");
    both.out.must_have(warning);
    let last: Vec<&str> = both.out.lines().rev().take(3).collect();
    assert_eq!(
        last,
        [
            "OTHER    fine       fine   fine    fine    2 warnings  fine",
            "MINE     fine       fine   fine    fine    2 warnings  fine",
            "lexicon  structure  words  gaddag  counts  bundle      moves",
        ]
    );
}

/// A recipe of files of nearly every kind.
const EVERYTHING: &str = "\
lexicon: CLUB
ruleset: english
words: {include: [club.txt], exclude: [out.txt]}
graphs:
  - {file: CLUB.kwg}
  - {file: CLUB.kad, content: alphagrams, layout: legacy}
counts: [{file: CLUB.kwc, of: CLUB.kwg}]
members: [{file: SOME.kwi, of: CLUB.kwg, words: [some.txt]}]
definitions: [{file: CLUB.defs.tsv, lists: [defs.txt]}]
wordmaps: [{file: CLUB.wmp}]
foreign: [{file: CLUB.quackle, content: quackle-dawg}]
databases: [{file: CLUB.db, definitions: [defs.txt], previous: [some.txt]}]
leaves: [{file: CLUB.klv2, source: leaves.csv}]
";

fn everything() -> Folder {
    let folder = Folder::new();
    folder
        .write(
            "club.txt",
            "cat\ncats\nas\nat\nta\nscat\nact\nta\nact\nqi\n",
        )
        .write("out.txt", "qi\n")
        .write("some.txt", "cat\nat\nqi\n")
        .write("defs.txt", "cat a pet\nat near\nat close\nza food\n")
        .write("leaves.csv", "A,0.5\nS,8\n?,25\nAT,-0.25\n")
        .write("club.yaml", EVERYTHING);
    folder.fine("kwg-build club.yaml -q");
    folder.fine("klv-build club.yaml -q");
    folder
}

/// Words of one tile, which the recipe allows, are no fault without the recipe: the
/// manifest counts them.
#[test]
fn lengths_that_the_manifest_counts_are_no_fault() {
    let folder = Folder::new();
    let recipe = "lexicon: ONE\nruleset: english\ngraphs: [{file: ONE.kwg}]\n\
                  words: {include: [one.txt], length: {min: 1, max: 20}}\n";
    folder
        .write("one.txt", "a\nat\nta\nscat\nsupercalifragilistic\n")
        .write("one.yaml", recipe);
    folder.fine("kwg-build one.yaml -q");
    for ruleset in ["", "--ruleset english"] {
        folder.fine(&format!("movegen-check files dist -q --games 1 {ruleset}"));
    }
    // The words of another file are not those that the manifest counts.
    folder.write("two.txt", "a\nat\n");
    folder.fine("kwg-build --words two.txt --length any -o dist/ONE.kwg -q");
    let ran = folder.run("movegen-check files dist -q --games 1");
    ran.assert_code(1);
    ran.out
        .must_have("word A: words of other lengths: expected 2 to 15 tiles, found 1");
}

/// Replaces a manifest, and its line in the sums.
fn replace_manifest(folder: &Folder, path: &str, manifest: &Value) {
    let old = sha256(&folder.read(path));
    let text = serde_json::to_string_pretty(manifest).unwrap();
    let sums = folder.text("dist/SHA256SUMS");
    sums.must_have(&old);
    let sums = sums.replace(&old, &sha256(text.as_bytes()));
    folder.write("dist/SHA256SUMS", sums).write(path, text);
}

/// The findings of a run, without the line of what was not checked.
fn findings(ran: &Ran) -> String {
    let lines = ran.out.split_inclusive('\n');
    let found = lines.filter(|line| !line.contains(": not checked: "));
    found.collect()
}

/// The lengths that a manifest counts are accepted with `--ruleset` too, so what it
/// counts is compared then, too.
#[test]
fn lengths_that_are_not_there_are_found_with_a_ruleset() {
    let folder = Folder::new();
    let recipe = "lexicon: ONE\nruleset: english\ngraphs: [{file: ONE.kwg}]\n\
                  words: {include: [one.txt], length: {min: 1}}\n";
    folder.write("one.txt", "a\nat\nta\n");
    folder.write("one.yaml", recipe);
    folder.fine("kwg-build one.yaml -q");
    let path = "dist/ONE.manifest.json";
    let mut manifest = folder.json(path);
    manifest["words"]["lexicon"]["per_length"] = serde_json::json!({"1": 1, "2": 2, "20": 4});
    replace_manifest(&folder, path, &manifest);
    for ruleset in ["", "--ruleset english"] {
        let ran = folder.run(&format!("movegen-check files dist -q --games 1 {ruleset}"));
        ran.assert_code(1);
        assert_eq!(
            findings(&ran),
            "words: dist/ONE.manifest.json: ONE.kwg: per_length: does not agree: \
             expected 1: 1, 2: 2, 20: 4, as it says, found 1: 1, 2: 2\n",
        );
    }
    // Lengths that are given are not those of the manifest.
    folder.fine("movegen-check files dist -q --games 1 --ruleset english --length 1..15");
}

/// The words of a file that can't be read are not counted, and nothing is said of them.
#[test]
fn lengths_of_words_that_can_not_be_read_are_no_finding() {
    let folder = Folder::new();
    let recipe = "lexicon: ONE\nruleset: english\ngraphs: [{file: ONE.kwg}]\n\
                  words: {include: [one.txt]}\n";
    folder
        .write("one.txt", "at\nta\n")
        .write("one.yaml", recipe);
    folder.fine("kwg-build one.yaml -q");
    let cut = &folder.read("dist/ONE.kwg")[..13];
    folder.write("dist/ONE.kwg", cut);
    let path = "dist/ONE.manifest.json";
    let mut manifest = folder.json(path);
    let output = &mut manifest["words"]["outputs"][0];
    output["sha256"] = sha256(cut).into();
    output["bytes"] = cut.len().into();
    replace_manifest(&folder, path, &manifest);
    for ruleset in ["", "--ruleset english"] {
        let ran = folder.run(&format!("movegen-check files dist -q --games 1 {ruleset}"));
        ran.assert_code(1);
        ran.out
            .must_have("structure: dist/ONE.kwg: the length of the file: ");
        ran.out.must_lack("does not agree");
    }
}

/// A manifest of a time when there were fewer figures, and when its ruleset was not
/// built in: what it says is true. What it says of these figures is compared all the same.
#[test]
fn an_older_manifest_has_fewer_figures() {
    let folder = Folder::new();
    let recipe = "lexicon: ES\nruleset: spanish\ngraphs: [{file: ES.kwg}]\n\
                  words: {include: [{hunspell: dict/es}, es.txt]}\n";
    folder
        .write("dict/es.aff", "SET UTF-8\nCOMPOUNDFLAG Z\n")
        .write("dict/es.dic", "1\nsol/Z\n")
        .write("es.txt", "perro\nmesa\n")
        .write("es.yaml", recipe);
    folder.fine("kwg-build es.yaml -q");
    let path = "dist/ES.manifest.json";
    let check = "movegen-check es.yaml -q --games 1";
    folder.fine(check);
    let mut older = folder.json(path);
    let words = &mut older["words"];
    for (input, figure) in [(0, "compounds"), (2, "bare_digraphs")] {
        let input = words["inputs"][input].as_object_mut().unwrap();
        assert!(input.remove(figure).is_some(), "{figure}");
    }
    let definition = |name: &str| {
        let file = repo().join("rulesets").join(name);
        std::fs::read_to_string(file).unwrap()
    };
    words["ruleset"]["definition"] = definition("spanish.yaml").into();
    replace_manifest(&folder, path, &older);
    assert_eq!(findings(&folder.fine(check)), "");
    let sum = &older["words"]["ruleset"]["sha256"].as_str().unwrap()[..12];
    let other = wordmill::Ruleset::builtin("english").unwrap();
    let other = &other.digest().unwrap()[..12];
    for (place, figure, lie, finding) in [
        (
            "/words/inputs/1",
            "compounds",
            "not-expanded".into(),
            "dict/es.dic: compounds: does not agree: \
             expected not-expanded, as it says, found nothing"
                .to_string(),
        ),
        (
            "/words/inputs/2",
            "bare_digraphs",
            99.into(),
            "es.txt: bare_digraphs: does not agree: expected 99, as it says, found 1".to_string(),
        ),
        (
            "/words/ruleset",
            "definition",
            definition("english.yaml").into(),
            format!(
                "spanish: definition: does not agree: expected {sum}, as it says, found {other}"
            ),
        ),
        (
            "/words/ruleset",
            "definition",
            "name: spanish\n".into(),
            format!(
                "spanish: definition: does not agree: expected {sum}, as it says, found no ruleset"
            ),
        ),
    ] {
        let mut lying = older.clone();
        let record = lying.pointer_mut(place).unwrap().as_object_mut().unwrap();
        let lie: Value = lie;
        record.insert(figure.to_string(), lie);
        replace_manifest(&folder, path, &lying);
        let ran = folder.run(check);
        ran.assert_code(1);
        assert_eq!(findings(&ran), format!("words: {path}: {finding}\n"));
    }
}

/// A manifest that lies about any one figure: with the recipe and without it, there is
/// one finding of that figure.
#[test]
fn every_figure_of_a_manifest_is_compared() {
    let folder = everything();
    let path = "dist/CLUB.manifest.json";
    let (text, manifest) = (folder.text(path), folder.json(path));
    let is_text = |value: &serde_json::Value, text: &str| value.as_str() == Some(text);
    // The figures: where they are, what they are called, and whether files alone show them.
    let mut lies: Vec<(String, serde_json::Value, bool)> = Vec::new();
    let outputs = manifest["words"]["outputs"].as_array().unwrap();
    let leaves = manifest["leaves"]["outputs"].as_array().unwrap();
    assert_eq!((outputs.len(), leaves.len()), (8, 1));
    let parts = [("words", outputs), ("leaves", leaves)];
    for (part, outputs) in parts {
        for (i, output) in outputs.iter().enumerate() {
            for (name, value) in output.as_object().unwrap() {
                let lie = match &name[..] {
                    "file" | "sha256" | "kind" => continue,
                    "content" if is_text(value, "quackle-dawg") => "zyzzyva".into(),
                    // These two decide the name of the file, too.
                    "content" | "node" | "values" => continue,
                    "layout" => "magpie".into(),
                    "identity" => "0".repeat(64).into(),
                    "of" => "CLUB.kad".into(),
                    _ => (value.as_u64().unwrap() + 1).into(),
                };
                // The other words and the definitions of the sources are in no file.
                let is_of_file = !["of", "absent", "joined"].contains(&&name[..]);
                // The definitions are not checked without a recipe.
                let is_of_file = is_of_file && output["kind"] != "definitions";
                lies.push((format!("/{part}/outputs/{i}/{name}"), lie, is_of_file));
            }
        }
    }
    for (place, lie, is_of_file) in [
        ("/words/lexicon/words", 99.into(), true),
        ("/words/lexicon/duplicates", 99.into(), false),
        ("/words/lexicon/excluded", 99.into(), false),
        ("/words/lexicon/per_length/4", 99.into(), true),
        ("/words/inputs/0/bytes", 99.into(), false),
        ("/words/inputs/0/role", "exclude".into(), false),
        ("/words/inputs/0/unsorted", 99.into(), false),
        ("/words/inputs/0/words", 99.into(), false),
        ("/leaves/inputs/0/bytes", 99.into(), false),
    ] {
        lies.push((place.to_string(), lie, is_of_file));
    }
    for (place, lie, is_of_file) in lies {
        let mut changed = manifest.clone();
        *changed.pointer_mut(&place).unwrap() = lie;
        folder.write(path, serde_json::to_string_pretty(&changed).unwrap());
        let name = place
            .rsplit('/')
            .find(|part| part.parse::<u64>().is_err())
            .unwrap();
        let is_named = |line: &&str| {
            let is_number = ["words", "leaves"].contains(&name);
            line.contains(&format!(": {name}: ")) || (is_number && line.contains(": entries: "))
        };
        let runs = ["movegen-check club.yaml", "movegen-check files dist"];
        for (command, is_seen) in runs.into_iter().zip([true, is_of_file]) {
            let ran = folder.run(&format!("{command} -q --pass words"));
            let lines = ran.out.lines();
            let of_manifest = lines.filter(|line| {
                line.starts_with("words: dist/CLUB.manifest.json: ")
                    && line.contains(": does not agree: expected ")
            });
            let found: Vec<&str> = of_manifest.collect();
            assert_eq!(
                found.len(),
                usize::from(is_seen),
                "{command}: {place}: {}",
                ran.out
            );
            assert!(
                found.iter().all(is_named),
                "{command}: {place}: {}",
                ran.out
            );
            assert_eq!(
                ran.code,
                i32::from(is_seen || command.contains("yaml")),
                "{place}"
            );
        }
    }
    folder.write(path, text);
    folder.fine("movegen-check club.yaml -q --pass words");
    folder.fine("movegen-check files dist -q --pass words");
}
