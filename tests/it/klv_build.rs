//! `klv-build`, alone and beside `kwg-build`.

use crate::build_errors::fails;
use crate::harness::{Folder, repo};
use wordmill::digest::sha256;

const TABLE: &str = "leave,value\n?,25\nA,0.5\nAB,-1.25\n?A,26.125\n";
const RECIPE: &str = "\
lexicon: X
ruleset: english
words: {include: [x.txt]}
graphs: [{file: X.kwg}]
leaves:
  - {file: X.klv2, source: x.csv}
  - {file: X.klv, source: x.csv, values: i16, layout: magpie}
";

fn folder() -> Folder {
    let folder = Folder::new();
    folder
        .write("x.txt", "AA\nAB\n")
        .write("x.csv", TABLE)
        .write("x.yaml", RECIPE);
    folder
}

#[test]
fn a_recipe_makes_both_formats_and_says_what_is_missing() {
    let folder = folder();
    let ran = folder.run("klv-build x.yaml").fine();
    assert_eq!(
        ran.err,
        "klv-build: warning: X.klv2: has 4 of 914624 possible leaves; the others are worth 0\n\
         klv-build: warning: X.klv: has 4 of 914624 possible leaves; the others are worth 0\n\
         klv-build: 1 built, 0 up to date in dist\n"
    );
    let manifest: serde_json::Value =
        serde_json::from_slice(&folder.read("dist/X.manifest.json")).unwrap();
    let outputs = &manifest["leaves"]["outputs"];
    assert_eq!(outputs[0]["possible"], 4);
    assert_eq!(outputs[0]["possible_in_all"], 914_624);
    assert_eq!(outputs[1]["values"], "i16");
    assert_eq!(
        manifest["leaves"]["inputs"][0]["sha256"],
        sha256(TABLE.as_bytes())
    );
    let again = folder.run("klv-build x.yaml").fine();
    assert!(
        again.err.contains("warning: X.klv2: has 4 of"),
        "{}",
        again.err
    );
    assert!(
        again.err.ends_with("0 built, 1 up to date in dist\n"),
        "{}",
        again.err
    );
    let json = folder.run("klv-build x.yaml --format json").fine().out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json[0]["part"]["outputs"][0]["leaves"], 4);
}

#[test]
fn the_two_builders_keep_each_others_entries() {
    let folder = folder();
    folder.run("kwg-build x.yaml --update-lock").fine();
    folder.run("klv-build x.yaml --update-lock").fine();
    let one_order = folder.snapshot();
    assert_eq!(folder.text("X.sha256").lines().count(), 3);
    std::fs::remove_dir_all(folder.path("dist")).unwrap();
    std::fs::remove_file(folder.path("X.sha256")).unwrap();
    folder.run("klv-build x.yaml --update-lock").fine();
    folder.run("kwg-build x.yaml --update-lock").fine();
    assert_eq!(folder.snapshot(), one_order);
    for line in folder.text("dist/SHA256SUMS").lines() {
        let bytes = folder.read(&format!("dist/{}", &line[66..]));
        assert_eq!(sha256(&bytes), line[..64], "{line}");
    }
    let up_to_date = "0 built, 1 up to date in dist, as locked\n";
    for program in ["kwg-build", "klv-build"] {
        let ran = folder.run(&format!("{program} x.yaml --locked")).fine();
        assert!(ran.err.ends_with(up_to_date), "{}", ran.err);
    }
}

#[test]
fn builds_at_the_same_time_wait_for_each_other() {
    let folder = folder();
    folder.run("kwg-build x.yaml").fine();
    folder.run("klv-build x.yaml").fine();
    let alone = folder.snapshot();
    for _ in 0..5 {
        std::fs::remove_dir_all(folder.path("dist")).unwrap();
        std::thread::scope(|scope| {
            for program in ["kwg-build", "klv-build", "kwg-build", "klv-build"] {
                let folder = &folder;
                scope.spawn(move || folder.run(&format!("{program} x.yaml --force -q")).fine());
            }
        });
        assert!(folder.snapshot() == alone);
    }
}

#[test]
fn recipes_without_leaves_are_passed_over() {
    let folder = folder();
    folder.write(
        "y.yaml",
        "lexicon: Y\nruleset: english\nwords: {include: [x.txt]}\ngraphs: [{file: Y.kwg}]\n",
    );
    let ran = folder.run("klv-build y.yaml x.yaml").fine();
    assert!(
        ran.err.ends_with("1 built, 0 up to date in dist\n"),
        "{}",
        ran.err
    );
    fails(
        &folder,
        "klv-build y.yaml",
        2,
        "klv-build: y.yaml: expected `leaves:` to make, found none",
    );
}

#[test]
fn a_table_without_a_recipe_gives_the_published_bytes() {
    let folder = Folder::new();
    let table = std::fs::read(repo().join("leaves/english.csv")).unwrap();
    folder.write("english.csv", table);
    let sums = include_str!("../data/golden/SHA256SUMS");
    for (options, name) in [
        ("", "leaves-small.wolges.klv2"),
        ("--layout legacy", "leaves-small.legacy.klv2"),
        ("--layout magpie", "leaves-small.magpie.klv2"),
        ("--layout preorder", "leaves-small.preorder.klv2"),
        ("--values i16", "leaves-small.wolges.klv"),
    ] {
        let ran = folder
            .run(&format!("klv-build --leaves english.csv -o out {options}"))
            .fine();
        assert!(
            ran.err
                .contains("3,909 leaves, 3,909 of the 914624 possible ones"),
            "{}",
            ran.err
        );
        let sum = sha256(&folder.read("out"));
        assert!(sums.contains(&format!("{sum}  {name}\n")), "{name}");
    }
}

#[test]
fn tables_with_faults_write_nothing() {
    let folder = folder();
    folder.run("klv-build x.yaml -q").fine();
    let long = "9".repeat(50);
    for (table, expected) in [
        ("A1,2\n", "x.csv:1:2: unknown tile `1` in `A1`"),
        ("A,x\n", "x.csv:1:3: expected a finite number, found `x`"),
        (
            "A,inf\n",
            "x.csv:1:3: expected a finite number, found `inf`",
        ),
        (
            "A,1e39\n",
            "x.csv:1:3: expected a finite number, found `1e39`",
        ),
        (
            "AB,1\nBA,2\n",
            "x.csv:2:1: expected each leave once, found `BA`, which line 1 has as `AB`",
        ),
        (
            "QQ,1\n",
            "x.csv:1:1: expected at most 1 `Q`, as in the bag, found 2 in `QQ`",
        ),
        (
            "ABCDEFG,1\n",
            "x.csv:1:1: expected at most 6 tiles, one less than a rack, found 7 in `ABCDEFG`",
        ),
        (",1\n", "x.csv:1:1: expected a leave, found nothing"),
        ("A\n", "x.csv:1:1: expected `leave,value`, found `A`"),
        (
            "A,1,2\n",
            "x.csv:1:5: expected `leave,value`, found a third field",
        ),
        (&format!("\"A,{long}\n"), "?"),
    ] {
        folder.write("x.csv", table);
        let ran = folder.run("klv-build x.yaml");
        println!("{:?}\n{}", table, ran.err);
        if expected == "?" {
            continue;
        }
        fails(
            &folder,
            "klv-build x.yaml",
            2,
            &format!("klv-build: {expected}"),
        );
        fails(
            &folder,
            "klv-build --leaves x.csv -o new",
            2,
            &format!("klv-build: {expected}"),
        );
    }
}
