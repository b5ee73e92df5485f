//! Graphs in which one bit cuts most words off: nothing is built from them, and no command
//! shows them in silence.

use crate::support::everything::some_words;
use crate::support::harness::{Folder, Text};

const BOARD: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";

/// A DAWG `d.kwg`, and `bad.kwg`, in which the first node of the root's list ends the list.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("w.txt", some_words(0, 50));
    folder.fine("kwg-build --words w.txt --content dawg -o d.kwg -q");
    let mut bytes = folder.read("d.kwg");
    let root = bytes[0] as usize | (bytes[1] as usize) << 8 | (bytes[2] as usize & 0x3f) << 16;
    bytes[4 * root + 2] ^= 1 << 6;
    folder.write("bad.kwg", bytes);
    folder
}

#[test]
fn sources_that_lost_most_of_their_words() {
    let folder = folder();
    let recipe = |words: &str, rest: &str| {
        format!("lexicon: X\nruleset: english\nwords: {words}\ngraphs: [{{file: X.kwg}}]\n{rest}")
    };
    let since = "editions: [{since: bad.kwg, added: 0}]\n";
    folder
        .write("include.yaml", recipe("{include: [bad.kwg]}", ""))
        .write(
            "exclude.yaml",
            recipe("{include: [w.txt], exclude: [bad.kwg]}", ""),
        )
        .write("since.yaml", recipe("{include: [w.txt]}", since));
    for command in [
        "kwg-build --words bad.kwg -o x.kwg",
        "kwg-build include.yaml",
        "kwg-build exclude.yaml",
        "movegen-check since.yaml --quick",
        "movegen-check files --kwg d.kwg --words bad.kwg --quick",
        "kwg-dump words d.kwg --in bad.kwg",
        "kwg-dump words d.kwg --not-in bad.kwg",
        "kwg-count d.kwg --in bad.kwg",
        "kwg-dump diff d.kwg bad.kwg",
    ] {
        let before = folder.snapshot();
        let ran = folder.run(command);
        ran.assert_code(2);
        ran.err.must_have("bad.kwg: expected a whole graph, found ");
        ran.err.must_have(" nodes that nothing leads to");
        assert!(folder.snapshot() == before, "{command}");
    }
}

#[test]
fn commands_say_that_most_words_are_lost() {
    let folder = folder();
    let moves = format!("movegen-check moves --board {BOARD} --rack CARE --kwg");
    for command in [
        "kwg-dump info",
        "kwg-dump words",
        "kwg-dump words -q",
        "kwg-dump nodes",
        "kwg-dump grid",
        "kwg-count",
        &moves,
    ] {
        let on = |file: &str| folder.run_with(&format!("{command} {file}"), "CARE\nRACE\n");
        let ran = on("bad.kwg");
        ran.err.must_have("bad.kwg: damaged? ");
        ran.err
            .must_have(" nodes are unreachable; movegen-check says more\n");
        on("d.kwg").err.must_lack("damaged?");
    }
    // The GADDAG of a graph that is read as a DAWG is no damage.
    folder.fine("kwg-build --words w.txt -o g.kwg -q");
    let ran = folder.fine("kwg-dump words g.kwg --as dawg");
    ran.err.must_lack("damaged?");
}
