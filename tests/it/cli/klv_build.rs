//! `klv-build`, alone and beside `kwg-build`.

use crate::support::harness::{Folder, Text, repo};
use crate::support::table::table;
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
    let ran = folder.fine("klv-build x.yaml");
    assert_eq!(
        ran.err,
        "klv-build: warning: X.klv2: has 4 of 914,624 possible leaves; the others are worth 0\n\
         klv-build: warning: X.klv: has 4 of 914,624 possible leaves; the others are worth 0\n\
         klv-build: 1 built, 0 up to date in dist\n"
    );
    let manifest = folder.json("dist/X.manifest.json");
    let outputs = &manifest["leaves"]["outputs"];
    assert_eq!(outputs[0]["possible"], 4);
    assert_eq!(outputs[0]["possible_in_all"], 914_624);
    assert_eq!(outputs[1]["values"], "i16");
    assert_eq!(
        manifest["leaves"]["inputs"][0]["sha256"],
        sha256(TABLE.as_bytes())
    );
    let again = folder.fine("klv-build x.yaml");
    again.err.must_have("warning: X.klv2: has 4 of");
    again.err.must_end("0 built, 1 up to date in dist\n");
    let json = folder.fine("klv-build x.yaml --format json").json();
    assert_eq!(json[0]["part"]["outputs"][0]["leaves"], 4);
}

#[test]
fn the_two_builders_keep_each_others_entries() {
    let folder = folder();
    folder.fine("kwg-build x.yaml --update-lock");
    folder.fine("klv-build x.yaml --update-lock");
    let one_order = folder.snapshot();
    assert_eq!(folder.text("X.sha256").lines().count(), 3);
    std::fs::remove_dir_all(folder.path("dist")).unwrap();
    std::fs::remove_file(folder.path("X.sha256")).unwrap();
    folder.fine("klv-build x.yaml --update-lock");
    folder.fine("kwg-build x.yaml --update-lock");
    assert_eq!(folder.snapshot(), one_order);
    for line in folder.text("dist/SHA256SUMS").lines() {
        let bytes = folder.read(&format!("dist/{}", &line[66..]));
        assert_eq!(sha256(&bytes), line[..64], "{line}");
    }
    let up_to_date = "0 built, 1 up to date in dist, as locked\n";
    for program in ["kwg-build", "klv-build"] {
        let ran = folder.fine(&format!("{program} x.yaml --locked"));
        ran.err.must_end(up_to_date);
    }
}

#[test]
fn builds_at_the_same_time_wait_for_each_other() {
    let folder = folder();
    folder.fine("kwg-build x.yaml");
    folder.fine("klv-build x.yaml");
    let alone = folder.snapshot();
    for _ in 0..5 {
        std::fs::remove_dir_all(folder.path("dist")).unwrap();
        std::thread::scope(|scope| {
            for program in ["kwg-build", "klv-build", "kwg-build", "klv-build"] {
                let folder = &folder;
                scope.spawn(move || folder.fine(&format!("{program} x.yaml --force -q")));
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
    let ran = folder.fine("klv-build y.yaml x.yaml");
    ran.err.must_end("1 built, 0 up to date in dist\n");
    folder.refuses(
        "klv-build y.yaml",
        "y.yaml: expected `leaves:` to make, found none",
    );
}

#[test]
fn one_leave_is_not_many() {
    let folder = Folder::new();
    folder.write("one.csv", "A,1\n");
    folder
        .fine("klv-build --leaves one.csv -o one.klv2")
        .err
        .must_have("one.klv2: 1 leave, 1 of the 914,624 possible ones, 20 bytes");
    // Sums in a table are short, so that its rows don't wrap.
    let recipe = "lexicon: X\nruleset: english\nleaves: [{file: X.klv2, source: one.csv}]\n";
    let ran = folder.write("x.yaml", recipe).fine("klv-build x.yaml");
    let sum = sha256(&folder.read("one.klv2"));
    ran.out.must_end(&format!("  20  {}\n", &sum[..12]));
    let json = folder.fine("klv-build --format json --force x.yaml").out;
    json.must_have(&sum);
}

#[test]
fn a_table_without_a_recipe_gives_the_published_bytes() {
    let folder = Folder::new();
    let table = std::fs::read(repo().join("tests/data/golden/leaves-small.csv")).unwrap();
    folder.write("english.csv", table);
    let sums = include_str!("../../data/golden/SHA256SUMS");
    for (options, name) in [
        ("", "leaves-small.wolges.klv2"),
        ("--layout legacy", "leaves-small.legacy.klv2"),
        ("--layout magpie", "leaves-small.magpie.klv2"),
        ("--layout preorder", "leaves-small.preorder.klv2"),
        ("--values i16", "leaves-small.wolges.klv"),
    ] {
        let ran = folder.fine(&format!("klv-build --leaves english.csv -o out {options}"));
        ran.err
            .must_have("3,909 leaves, 3,909 of the 914,624 possible ones");
        let sum = sha256(&folder.read("out"));
        assert!(sums.contains(&format!("{sum}  {name}\n")), "{name}");
    }
}

#[test]
fn tables_with_faults_write_nothing() {
    let folder = folder();
    folder.fine("klv-build x.yaml -q");
    for [table, expected] in table(
        r#"
        A1,2\n | x.csv:1:2: unknown tile `1` in `A1`
        A,x\n | x.csv:1:3: value of `A`: expected a finite number, found `x`
        A,\n | x.csv:1:3: value of `A`: expected a finite number, found nothing
        A,inf\n | x.csv:1:3: value of `A`: expected a finite number, found `inf`
        A,1e39\n
            | x.csv:1:3: value of `A`: expected -3.4028235e38 to 3.4028235e38, the range of f32 values, found `1e39`
        A,1e400\n
            | x.csv:1:3: value of `A`: expected -3.4028235e38 to 3.4028235e38, the range of f32 values, found `1e400`
        A,NaN\n | x.csv:1:3: value of `A`: expected a finite number, found `NaN`
        A;1\n
            | x.csv:1:1: expected `leave,value`, found 1 field; fields are separated by `,`, not `;`
        A;1,5\n | x.csv:1:2: unknown tile `;` in `A;1`; fields are separated by `,`, not `;`
        A\t1\n
            | x.csv:1:1: expected `leave,value`, found 1 field; fields are separated by `,`, not by tabs
        AB,1\nBA,2\n | x.csv:2:1: expected each leave once, found `BA`, which line 1 has as `AB`
        A,1\n#\nA,1\n | x.csv:3:1: expected each leave once, found `A`, which line 1 has
        QQ,1\n | x.csv:1:1: expected at most 1 of `Q`, as many as the bag has, found 2 in `QQ`
        ABCDEFG,1\n
            | x.csv:1:1: expected at most 6 tiles, one fewer than a rack has, found 7 in `ABCDEFG`
        ,1\n | x.csv:1:1: expected a leave, found nothing
        A\n | x.csv:1:1: expected `leave,value`, found 1 field
        A,1,2\n | x.csv:1:1: expected `leave,value`, found 3 fields
        "A,1\n | x.csv:1:1: expected a closing quote in the same line, found none
        "A"B,1\n | x.csv:1:4: expected `,` after a closing quote, found `B,1`
        # nothing\n | x.csv: expected leaves, found none
        "#,
    ) {
        folder.write("x.csv", table);
        folder.refuses("klv-build x.yaml", expected);
        folder.refuses("klv-build --leaves x.csv -o new", expected);
    }
    folder.write("x.csv", b"A,1\nB\xff,1\n");
    folder.refuses(
        "klv-build x.yaml",
        "x.csv:2:2: expected UTF-8, found the byte 0xff",
    );
    folder.write("x.csv", "A,1\nB,200\nC,-128.5\n");
    let overflow = "x.csv:2:3: value of `B`: expected -128 to 127.99609375, the range of i16 values, found `200`\n\
                    x.csv:3:3: value of `C`: expected -128 to 127.99609375, the range of i16 values, found `-128.5`";
    folder.refuses("klv-build x.yaml", overflow);
    folder.refuses("klv-build --leaves x.csv -o new --values i16", overflow);
    folder.write("x.csv", "1,1\n".repeat(23));
    let ran = folder.run("klv-build x.yaml");
    ran.err.must_end(
        "klv-build: x.csv:20:1: unknown tile `1` in `1`\n    1,1\n    ^\nklv-build: … and 3 more\n",
    );
}

#[test]
fn what_a_recipe_allows_is_allowed() {
    let folder = folder();
    folder.write("x.csv", "QQ,1\nABCDEFG,2\n");
    folder.write("x.yaml", "lexicon: X\nruleset: english\nleaves: [{file: X.klv2, source: x.csv, beyond_bag: true, beyond_rack: true}]\n");
    let ran = folder.fine("klv-build x.yaml");
    ran.err.must_have("has 0 of 914,624 possible leaves");
    folder.fine("klv-build --leaves x.csv -o y.klv2 --beyond-bag --beyond-rack");
    assert_eq!(folder.read("y.klv2"), folder.read("dist/X.klv2"));
}

#[test]
fn completeness_can_be_a_gate() {
    let folder = folder();
    let tiny = "name: tiny\nrack: 3\nbonus: 5\nexchange: 1\nblanks: 0\nletters:\n\
                - {tile: A, count: 2, points: 1}\n- {tile: B, count: 1, points: 3}\nboard: standard\n";
    let recipe = "lexicon: X\nruleset: tiny.yaml\nleaves: [{file: X.klv2, source: x.csv}]\nexpect: {leaves: complete}\n";
    folder.write("tiny.yaml", tiny).write("x.yaml", recipe);
    folder.write("x.csv", "A,1\nAA,2\nAB,3\nB,4\n");
    let ran = folder.fine("klv-build x.yaml");
    assert_eq!(ran.err, "klv-build: 1 built, 0 up to date in dist\n");
    folder.write("x.csv", "A,1\nAA,2\nAB,3\n");
    folder.fails(
        "klv-build x.yaml",
        1,
        "x.yaml:4:18: expect.leaves: X.klv2: expected all 4 possible leaves, found 3",
    );
}

#[test]
fn recipes_that_name_files_badly() {
    let folder = folder();
    for [leaves, expected] in table(
        r"
        {file: X.klv, source: x.csv}
            | 3:17: leaves[0]: `X.klv` is not a name for values f32; expected .klv2 (f32) or .klv (i16)
        {file: X.kwg, source: x.csv}
            | 3:17: leaves[0]: `X.kwg` is not a name for it; expected .klv or .klv2, or an extension of your own
        {file: a/X.klv2, source: x.csv}
            | 3:17: leaves[0].file: expected a plain name without path, white space or leading dot, found `a/X.klv2`
        {file: X.klv2, source: x.csv}, {file: X.klv2, source: x.csv}
            | 3:48: leaves[1].file: `X.klv2` is made twice
        ",
    ) {
        folder.write(
            "x.yaml",
            format!("lexicon: X\nruleset: english\nleaves: [{leaves}]\n"),
        );
        folder.refuses("klv-build x.yaml", &format!("x.yaml:{expected}"));
    }
    let sum = "ab".repeat(32);
    folder.write(
        "x.yaml",
        format!("lexicon: X\nruleset: english\nleaves: [{{file: X.klv2, source: x.csv, sha256: {sum}}}]\n"),
    );
    let ran = folder.run("klv-build x.yaml");
    ran.assert_code(2);
    ran.err.must_start(&format!(
        "klv-build: x.yaml:3:48: leaves[0].sha256 of `x.csv`: expected {sum}, found "
    ));
    for [part, expected] in table(
        r"
        counts: [{file: A.kwc, of: X.kwg}, {file: B.kwc, of: Y.kwg}]
            | 5:54: counts[1].of: expected a file of `graphs:`, found `Y.kwg`
        members: [{file: A.kwi, of: Y.kwg, words: [x.txt]}]
            | 5:29: members[0].of: expected a file of `graphs:`, found `Y.kwg`
        counts: [{file: X.kwc, of: Y.kwg}]
            | 5:28: counts[0].of: expected a file of `graphs:`, found `Y.kwg`
        members: [{file: X.kwc, of: X.kwg, words: [x.txt]}]
            | 5:18: members[0]: `X.kwc` is not a name for it; expected .kwi, or an extension of your own
        ",
    ) {
        folder.write("x.yaml", format!("lexicon: X\nruleset: english\nwords: {{include: [x.txt]}}\ngraphs: [{{file: X.kwg}}]\n{part}\n"));
        folder.refuses("kwg-build x.yaml", &format!("x.yaml:{expected}"));
    }
}

#[test]
fn usage_errors() {
    let folder = folder();
    folder.refuses(
        "klv-build --leaves x.csv -o y.klv",
        "`y.klv` is not a name for values f32; expected .klv2 (f32) or .klv (i16)",
    );
    for command in [
        "klv-build",
        "klv-build --leaves x.csv",
        "klv-build x.yaml --leaves x.csv -o y",
        "klv-build --leaves x.csv -o y --values f64",
    ] {
        assert_eq!(folder.run(command).code, 2, "{command}");
    }
}

#[test]
fn a_null_is_no_tile_wherever_it_stands() {
    let folder = Folder::new();
    for (table, place) in [
        ("AB,1.5000000\nAB\0C,2.0000000\n", "2:3"),
        ("\0A,1.5000000\nB,2.0000000\n", "1:1"),
        (
            "A,1.5000000\nBA,2.0000000\nC,2.0000000\nC\0D,3.000000\n",
            "4:2",
        ),
    ] {
        folder.write("l.csv", table);
        let before = folder.snapshot();
        let ran = folder.run("klv-build --leaves l.csv -o l.klv2");
        assert_eq!(ran.code, 2, "{table:?}");
        let expected = format!("l.csv:{place}: unknown tile `\\0`");
        ran.err.must_have(&expected);
        assert_eq!(folder.snapshot(), before);
    }
}
