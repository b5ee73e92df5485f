//! `movegen-check positions --write`: tables that are made, and read again.

use crate::support::harness::{Folder, Text};

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("words.txt", "cat\ncats\nas\nat\nta\nscat\nact\n");
    folder.write("leaves.csv", "S,8\n?,25\nQ,-7\n");
    folder.fine("kwg-build --words words.txt -o words.kwg -q");
    folder.fine("kwg-build --words words.txt -o other.kwg -q --layout magpie");
    folder.fine("klv-build --leaves leaves.csv -o leaves.klv2 -q");
    folder
}

const FILES: &str = "--kwg words.kwg --klv leaves.klv2 --ruleset english";

#[test]
fn a_table_of_games_is_found_again() {
    let folder = folder();
    let write = |rest: &str| {
        folder.fine(&format!(
            "movegen-check positions t.tsv {FILES} --write {rest}"
        ));
        folder.text("t.tsv")
    };
    let table = write("--games 3 --seed 5");
    assert_eq!(write("--games 3 --seed 5"), table);
    assert_ne!(write("--games 3 --seed 6"), table);
    let table = write("--games 3 --seed 5");
    let lines: Vec<&str> = table.lines().collect();
    lines[0].must_start("# kwg words.kwg sha256 ");
    lines[1].must_start("# klv leaves.klv2 sha256 ");
    lines[2].must_start("# ruleset english sha256 ");
    lines[3].must_start("board\track\tbag\t");
    assert!(lines.len() > 20, "{table}");
    let ran = folder.fine(&format!("movegen-check positions t.tsv {FILES}"));
    ran.err.must_have(&format!("{} positions", lines.len() - 4));
    ran.err.must_have("0 differences");
    // Another layout of the same words, no leave values, another figure.
    let ran = folder.run("movegen-check positions t.tsv --kwg other.kwg --klv leaves.klv2");
    ran.assert_code(1);
    ran.out.must_start("t.tsv:1: kwg: expected ");
    assert_eq!(ran.out.lines().count(), 1);
    let ran = folder.run("movegen-check positions t.tsv --kwg words.kwg");
    ran.assert_code(1);
    ran.out.must_start("t.tsv:2: klv: expected ");
    ran.out.must_have(", found none\n");
    folder.write("t.tsv", table.replacen("\t86\t", "\t85\t", 1));
    let ran = folder.run(&format!("movegen-check positions t.tsv {FILES}"));
    ran.assert_out(1, "t.tsv:5: bag: expected 85, found 86\n");
}

#[test]
fn a_table_of_lines_is_found_again() {
    let folder = folder();
    let board = "15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15";
    folder.write(
        "lines.txt",
        format!("# two\n{board} S/ 0/0 0 lex X;\n\n{board} QZ/A 5/7 1\n{board} S/ 9/9 0\n"),
    );
    let command = "movegen-check positions - --kwg words.kwg --ruleset english --write --from";
    let table = folder.fine(&format!("{command} lines.txt")).out;
    assert!(table.contains("\n# klv none\n"), "{table}");
    let rows: Vec<&str> = table.lines().skip(4).collect();
    assert_eq!(
        rows[0],
        format!("{board}\tS\t89\t3\t14\t6\t6.000\t8F S(CAT)")
    );
    rows[1].must_end("\t0\t0.000\t-Q");
    assert_eq!(rows.len(), 2, "the third line is the first again");
    let check = "movegen-check positions - --kwg words.kwg --ruleset english";
    folder.run_with(check, table).fine();
    for (line, expected) in [
        (
            format!("{board} /S 0/0 0"),
            "bad.txt:1: expected tiles to play, found an empty rack",
        ),
        (
            format!("{board} S 0/0 0"),
            "bad.txt:1: CGP racks: expected two racks separated by /, found `S`",
        ),
        (
            "15 S/ 0/0 0".to_string(),
            "bad.txt:1: board: expected 15 rows separated by /, found 1",
        ),
        (String::new(), "bad.txt: expected positions, found none"),
    ] {
        folder.write("bad.txt", format!("{line}\n"));
        folder.refuses(
            "movegen-check positions t.tsv --kwg words.kwg --ruleset english --write --from bad.txt",
            expected,
        );
    }
}

/// A table is not written over what it is made from.
#[test]
fn a_table_does_not_replace_its_sources() {
    let folder = folder();
    let board = "15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15";
    folder.write("lines.txt", format!("{board} S/ 0/0 0\n"));
    folder.fine("kwg-dump info words.kwg -q");
    let before = folder.snapshot();
    for source in ["words.kwg", "leaves.klv2", "lines.txt", "./lines.txt"] {
        let command = format!("movegen-check positions {source} {FILES} --write --from lines.txt");
        let ran = folder.run(&command);
        ran.assert_code(2);
        ran.err.must_start(&format!(
            "movegen-check: {source}: can't be written: it is the source "
        ));
    }
    assert!(folder.snapshot() == before);
}
