//! `movegen-check`, run as a program.

use crate::support::harness::{Folder, Text, repo};

const EMPTY: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";
const CAT: &str = "15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15";

/// A folder with a graph of few words, and the same as a DAWG alone.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("words.txt", "cat\ncats\nas\nat\nta\nscat\nact\n");
    folder.fine("kwg-build --words words.txt -o words.kwg -q");
    folder.fine("kwg-build --words words.txt -o dawg.kwg -q --content dawg --layout magpie");
    folder.fine("kwg-build --words words.txt -o words.kbwg -q --node kbwg");
    folder
}

#[test]
fn moves_are_listed_in_every_format() {
    let folder = folder();
    for graph in ["words.kwg", "dawg.kwg", "words.kbwg"] {
        let command = format!("movegen-check moves --kwg {graph} --board {CAT} --rack S --top 3");
        assert_eq!(
            folder.fine(&command).out,
            "   move       score  value\n\
             1  8F S(CAT)      6  6.000\n\
             2  8G (CAT)S      6  6.000\n\
             3  H8 (A)S        2  2.000\n"
        );
        let tsv = folder.fine(&format!("{command} --format tsv")).out;
        assert_eq!(
            tsv,
            "move\tscore\tvalue\n8F S(CAT)\t6\t6.000\n8G (CAT)S\t6\t6.000\nH8 (A)S\t2\t2.000\n"
        );
        let json = folder.fine(&format!("{command} --format json")).json();
        assert_eq!(json["bag"], 89);
        assert_eq!(json["moves"][0]["move"], "8F S(CAT)");
        assert_eq!(json["moves"][0]["kind"], "play");
        assert_eq!(json["moves"][0]["value"], 6.0);
        let quiet = folder.fine(&format!("{command} -q"));
        assert!(quiet.err.is_empty() && quiet.out.starts_with("   move"));
    }
    let all = folder.run(&format!(
        "movegen-check moves --kwg words.kwg --board {EMPTY} --rack SZ --all --format tsv"
    ));
    assert_eq!(
        all.fine().out,
        "move\tscore\tvalue\n-\t0\t0.000\n-S\t0\t0.000\n-SZ\t0\t0.000\n-Z\t0\t0.000\n"
    );
}

/// Lower case is easily typed and means blanks.
#[test]
fn a_play_in_lower_case_gets_a_hint() {
    let folder = folder();
    let score = |play: &str| {
        let command = format!("movegen-check score --kwg words.kwg --board {EMPTY} --play");
        folder.run(&format!("{command} '{play}'"))
    };
    let ran = score("8G cats");
    ran.assert_code(2);
    ran.err.must_have(
        "movegen-check: play `8G cats`: all its tiles are blanks, as lower case means; \
         letters are in upper case\n",
    );
    score("8G CATS").fine().err.must_lack("lower case");
    score("8G CAtS").fine().err.must_lack("lower case");
}

#[test]
fn one_generator_is_not_compared_with_itself() {
    let folder = folder();
    let compare = |graph: &str| {
        folder.run(&format!(
            "movegen-check moves --kwg {graph} --board {CAT} --rack S --compare"
        ))
    };
    let fine = compare("words.kwg").fine();
    fine.out.must_end("the same by GADDAG and DAWG\n");
    let refused = compare("dawg.kwg");
    refused.assert_out(2, "");
    let expected = "--compare: expected a DAWG and a GADDAG, found a DAWG alone\n";
    refused.assert_err(2, &format!("movegen-check: dawg.kwg: {expected}"));
}

#[test]
fn the_board_is_drawn_on_request() {
    let folder = folder();
    let command =
        format!("movegen-check moves --kwg words.kwg --board {CAT} --rack S --board-picture");
    let drawn = folder.fine(&command).out;
    drawn.must_start("    A  B  C ");
    drawn.must_have(" 8  =  .  .  '  .  S* C  A  T  .  .  '  .  .  =\n");
}

#[test]
fn a_play_is_scored_part_by_part() {
    let folder = folder();
    let score = |play: &str| {
        folder.fine(&format!(
            "movegen-check score --kwg words.kwg --board {CAT} --play {play}"
        ))
    };
    assert_eq!(
        score("'9H TA'").out,
        "9H TA: 8 points\n    3  TA: T 1 + A 2\n    2  AT: A 1 + T 1\n    3  TA: T 1 + A 2\n"
    );
    let tsv = score("'8G (CAT)S' --format tsv").out;
    assert_eq!(
        tsv,
        "part\tword\tpoints\nmain\tCATS\t6\nbonus\t\t0\nscore\t\t6\n"
    );
    let json = score("'8G (CAT)s' --format json").json();
    assert_eq!((&json["score"], &json["legal"]), (&5.into(), &true.into()));
    assert_eq!(json["words"][0]["word"], "CATs");
}

#[test]
fn an_illegal_play_ends_with_1_and_the_reasons() {
    let folder = folder();
    let score = format!("movegen-check score --kwg words.kwg --board {CAT} --play '8G (CAT)Z'");
    let ran = folder.run(&score);
    ran.assert_out(1, "8G (CAT)Z: illegal\n  `CATZ` is not in the lexicon\n");
    let ran = folder.run(&format!("{score} --rack AB --format tsv"));
    ran.assert_out(
        1,
        "rule\tmessage\nrack\t`Z` is not on the rack\nword\t`CATZ` is not in the lexicon\n",
    );
}

#[test]
fn faults_of_the_input_end_with_2() {
    let folder = folder();
    for (graph, board, rack, expected) in [
        (
            "words.kwg",
            "15/15",
            "A",
            "board: expected 15 rows separated by /, found 2\n",
        ),
        (
            "words.kwg",
            EMPTY,
            "AÄ",
            "rack: unknown tile `Ä` at character 2; it was read as english, \
             since nothing names another ruleset: --ruleset settles it\n",
        ),
        (
            "words.kwg",
            EMPTY,
            "QQ",
            "board and rack: expected at most 1 of `Q`, found 2\n",
        ),
        ("words.txt", EMPTY, "A", "words.txt: "),
        ("none.kwg", EMPTY, "A", "none.kwg: "),
    ] {
        let moves = format!("movegen-check moves --kwg {graph} --board {board} --rack {rack}");
        let ran = folder.run(&moves);
        ran.assert_code(2);
        ran.err.must_start(&format!("movegen-check: {expected}"));
    }
}

#[test]
fn a_table_of_positions_is_found_again() {
    let folder = folder();
    let header = "board\track\tbag\tplays\tsum_of_scores\tbest_score\tbest_value\tbest_play";
    let good = format!("{CAT}\tS\t89\t3\t14\t6\t6.000\t8G (CAT)S");
    folder.write("good.tsv", format!("{header}\n{good}\n"));
    let command = "movegen-check positions good.tsv --kwg words.kwg --ruleset english";
    let ran = folder.run(command);
    ran.assert_out(0, "");
    assert_eq!(
        ran.err,
        "movegen-check: 1 position, 3 plays, 0 differences\n"
    );

    let bad = good
        .replace("\t14\t", "\t18\t")
        .replace("8G (CAT)S", "H8 (A)S");
    folder.write("bad.tsv", format!("{header}\n{good}\n{bad}\n"));
    let ran = folder.run("movegen-check positions bad.tsv --kwg words.kwg -q");
    ran.assert_out(
        1,
        "bad.tsv:3: sum_of_scores: expected 18, found 14\n\
         bad.tsv:3: best_play: expected H8 (A)S, found 8F S(CAT)\n",
    );

    folder.write("worse.tsv", format!("{header}\n{CAT}\tS\n"));
    let ran = folder.run("movegen-check positions worse.tsv --kwg words.kwg");
    ran.assert_err(
        2,
        "movegen-check: worse.tsv:2: expected 8 columns, found 2\n",
    );
}

/// The golden table by way of the program, with leave values from a file.
#[test]
fn the_golden_table_has_no_differences() {
    let folder = Folder::new();
    let list = repo().join("lexicons/scowl-80.txt");
    let build = format!(
        "kwg-build --words {} -o scowl.kwg -q --length 2..15 --outside drop",
        list.display()
    );
    folder.fine(&build);
    let english = wordmill::ruleset::Ruleset::builtin("english").unwrap();
    let csv = std::fs::read(repo().join("tests/data/golden/leaves-small.csv")).unwrap();
    let options = wordmill::source::LeaveOptions::default();
    let table = wordmill::source::read_leaves("leaves", &csv, &english, options).unwrap();
    let spec = wordmill::leave::LeaveSpec::default();
    let klv2 = wordmill::leave::build(&table, english.alphabet(), spec).unwrap();
    folder.write("small.klv2", klv2);
    let golden = repo().join("tests/data/golden/positions-scowl.tsv");
    let ran = folder.run(&format!(
        "movegen-check positions {} --kwg scowl.kwg --klv small.klv2",
        golden.display()
    ));
    ran.assert_out(0, "");
    ran.err.must_have("400 positions");
}
