//! What a new user types: lists where recipes go, tables, pipes, and terminals.

use crate::support::harness::{Folder, Ran, Text};
use std::process::Command;

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("w.txt", "CAR\nCARE\nRACE\n");
    folder
}

/// Runs a command for which the programs are found.
fn run(folder: &Folder, command: &[&str]) -> Ran {
    let program = assert_cmd::cargo::cargo_bin("kwg-build");
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", program.parent().unwrap().display());
    let ran = Command::new(command[0])
        .args(&command[1..])
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .current_dir(folder.path(""))
        .output();
    Ran::of(&command.join(" "), ran.unwrap())
}

#[test]
fn a_list_in_the_place_of_a_recipe_hints_at_the_option() {
    let folder = folder();
    folder.write("l.csv", "A,1\n");
    for (command, option) in [
        ("kwg-build w.txt -o w.kwg", "--words"),
        ("kwg-build -o w.kwg w.txt", "--words"),
        ("klv-build l.csv -o l.klv2", "--leaves"),
    ] {
        let ran = folder.run(command);
        ran.assert_code(2);
        let tip = format!("to build without a recipe, give the file after `{option}`");
        ran.err.must_have(&tip);
    }
    let other = folder.run("kwg-build --words w.txt -o w.kwg --locked");
    other.err.must_lack("comes after");
}

#[test]
fn columns_are_read_without_a_recipe() {
    let folder = folder();
    folder.fine("kwg-build --words w.txt -o w.kwg");
    folder
        .write("t.csv", "1;CAR;x\n2;CARE;y\n3;RACE;z\n")
        .write("t.txt", "1 CAR\n2  CARE\n3\tRACE\n");
    folder.fine("kwg-build --words t.csv --column 2 --separator ; -o t.kwg");
    assert_eq!(folder.read("t.kwg"), folder.read("w.kwg"));
    folder.fine("kwg-build --words t.txt --column 2 -o u.kwg");
    assert_eq!(folder.read("u.kwg"), folder.read("w.kwg"));
    for (options, expected) in [
        ("--column 0", "expected a number of at least 1, found `0`"),
        ("--separator ab", "invalid value 'ab'"),
        (
            "--column 3",
            "w.txt:1:1: expected a word in column 3, found `CAR`",
        ),
    ] {
        let ran = folder.run(&format!("kwg-build --words w.txt {options} -o x.kwg"));
        ran.assert_code(2);
        ran.err.must_have(expected);
    }
    let ran = folder.run("kwg-build r.yaml --column 2");
    ran.assert_code(2);
    ran.err.must_have("cannot be used with");
}

/// A pipe that the shell has opened is read like a file.
#[cfg(unix)]
#[test]
fn pipes_of_the_shell_are_read() {
    let folder = folder();
    folder.write("l.csv", "A,1\nB,2\n");
    folder.fine("kwg-build --words w.txt -o w.kwg");
    folder.fine("klv-build --leaves l.csv -o l.klv2");
    let bash = |line: &str| run(&folder, &["bash", "-c", line]);
    bash("kwg-build --words <(tail -n 2 w.txt) <(head -n 1 w.txt) -o p.kwg").fine();
    assert_eq!(folder.read("p.kwg"), folder.read("w.kwg"));
    bash("klv-build --leaves <(cat l.csv) -o p.klv2").fine();
    assert_eq!(folder.read("p.klv2"), folder.read("l.klv2"));
    let listed = bash("kwg-dump words -q <(cat w.kwg)").fine();
    assert_eq!(listed.out, "CAR\nCARE\nRACE\n");
    let twice = bash("klv-build --leaves <(printf 'A,1\\nA,2\\n') -o q.klv2");
    twice.assert_code(2);
    twice.err.must_have("expected each leave once");
}

/// Binary data does not go to a terminal, and goes to anything else.
#[cfg(target_os = "linux")]
#[test]
fn binary_data_does_not_go_to_a_terminal() {
    let folder = folder();
    folder.write("l.csv", "A,1\n");
    folder.fine("kwg-build --words w.txt -o w.kwg");
    for command in [
        "kwg-build --words w.txt -o -",
        "klv-build --leaves l.csv -o -",
        "kwg-count map -q w.kwg --to kwc",
    ] {
        let (program, _) = command.split_once(' ').unwrap();
        let ran = run(&folder, &["script", "-qec", command, "/dev/null"]);
        assert_eq!(ran.code, 2, "{command}: {:?}", ran.out);
        let expected =
            "standard output: expected a file or a pipe for binary data, found a terminal";
        assert_eq!(
            ran.out.trim_end(),
            format!("{program}: {expected}"),
            "{command}"
        );
    }
    let pipe = "kwg-build -q --words w.txt -o - | cmp - w.kwg";
    run(&folder, &["sh", "-c", pipe]).fine();
    let listed = run(
        &folder,
        &["script", "-qec", "kwg-count map -q w.kwg", "/dev/null"],
    );
    assert_eq!(listed.code, 0, "{}", listed.out);
}
