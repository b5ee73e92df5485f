//! Positions in one line: CGP read and printed by `movegen-check`.

use crate::support::harness::{Folder, Text};

const CAT: &str = "15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("words.txt", "cat\ncats\nas\nat\nta\nscat\nact\n");
    folder.fine("kwg-build --words words.txt -o words.kwg -q");
    folder
}

fn moves(rest: &str) -> String {
    format!("movegen-check moves --kwg words.kwg --top 3 {rest}")
}

#[test]
fn a_line_is_the_same_as_board_and_rack() {
    let folder = folder();
    let expected = folder.fine(&moves(&format!("--board {CAT} --rack S"))).out;
    for cgp in [
        format!("{CAT} S/ 0/0 0"),
        format!("  {CAT}   S/QZ  -12/300 2   lex words; ld english;bdn CrosswordGame; xyz 1 2 3; "),
        format!("{CAT} S/QZ 0/0 0 tmr 15000/-200; lex words"),
    ] {
        let ran = folder.fine(&moves(&format!("--cgp '{cgp}'")));
        assert_eq!(ran.out, expected, "{cgp}");
        ran.err.must_lack("the position");
    }
}

/// `-` is one line of the standard input, as another program prints it.
#[test]
fn a_line_may_come_from_the_standard_input() {
    let folder = folder();
    let line = format!("{CAT} S/ 0/0 0 ld english; lex words;");
    let endgame = "EOAN2ICY2J1OW/1INEARTHS2UMMA/1LA4I3DE1L/7V2DOW1I/3GRIVET1AG2E/8UPBINDS/\
                   5PEAGS5/3FLIRT1TOURIE/3LOAF5O2/2BoX6NA2/2ORE5NOR2/2TAD6HI2/2T9E2/1ZEK11/\
                   Qs1SYCEE7 U/N 0/0 0 ld english; lex words;";
    for (command, line) in [
        (&moves("--cgp")[..], &line[..]),
        (
            "movegen-check score --kwg words.kwg --play '8G ...S' --cgp",
            &line,
        ),
        ("movegen-check endgame --kwg words.kwg --cgp", endgame),
    ] {
        let expected = folder.fine(&format!("{command} '{line}'")).out;
        for input in [
            format!("{line}\n"),
            format!("\u{feff}{line}\n"),
            format!("# a game\r\n\r\n{line}\r\n"),
        ] {
            let ran = folder.run_with(&format!("{command} -"), input).fine();
            assert_eq!((&ran.out, &ran.err[..]), (&expected, ""));
        }
        for (input, expected) in [
            (
                String::new(),
                "standard input: expected one position, found 0",
            ),
            (
                format!("{line}\n{line}\n"),
                "standard input: expected one position, found 2",
            ),
            (
                format!("\n{CAT} S 0/0 0\n"),
                "standard input:2: CGP racks: expected two racks",
            ),
        ] {
            let ran = folder.run_with(&format!("{command} -"), input);
            ran.assert_out(2, "");
            ran.err.must_have(expected);
        }
        let ran = folder.run_with(&format!("{command} -"), b"\x00\xff");
        ran.assert_out(2, "");
        ran.err.must_have("expected positions in CGP, one per line");
        let twice = command.replace("words.kwg", "-") + " -";
        let ran = folder.run_with(&twice, line);
        ran.assert_out(2, "");
        ran.err
            .must_have("expected one thing from the standard input, found 2");
    }
    // From one command to the next.
    let score = "movegen-check score --kwg words.kwg -q --as-cgp";
    let first = folder
        .fine(&format!("{score} --play '8G CAT' --rack CATSZ"))
        .out;
    let next = first.replace(" /SZ", " TS/SZ");
    let second = folder
        .run_with(&format!("{score} --play '8G ...S' --cgp -"), next)
        .fine();
    second.out.must_have("6CATS5");
}

#[test]
fn operations_choose_the_ruleset_and_are_compared() {
    let folder = folder();
    // Nothing else names the ruleset: `ld` does, and nothing is assumed.
    let ran = folder.fine(&moves(&format!(
        "--cgp '{CAT} S/ 0/0 0 ld english; lex WORDS;'"
    )));
    assert_eq!(ran.err, "");
    let super_board = ["21"; 21].join("/");
    let ran = folder.fine(&moves(&format!(
        "--cgp '{super_board} SCAT/ 0/0 0 ld english_super; bdn SuperCrosswordGame;'"
    )));
    ran.out.must_have("11");
    let ran = folder.fine(&moves(&format!(
        "--cgp '{CAT} S/ 0/0 0 ld klingon; lex NWL;'"
    )));
    ran.err
        .must_have("the position names the ruleset `klingon`; it is read as english");
    ran.err
        .must_have("the position names the lexicon `NWL`; the words are those of words");
    let ran = folder.fine(&moves(&format!(
        "--ruleset english --cgp '{CAT} S/ 0/0 0 ld german;'"
    )));
    ran.err
        .must_have("the position names the ruleset `german`; it is read as english");
    let quiet = folder.fine(&moves(&format!("-q --cgp '{CAT} S/ 0/0 0 ld german;'")));
    assert_eq!(quiet.err, "");
}

#[test]
fn the_board_is_empty_unless_there_is_one() {
    let folder = folder();
    let ran = folder.fine(&moves("--rack SCAT"));
    ran.out.must_have(" SCAT ");
    let ran = folder.fine("movegen-check score --kwg words.kwg --play '8G CATS'");
    ran.out.must_start("8G CATS: 12 points\n");
    folder.refuses(
        "movegen-check score --kwg words.kwg -q --play '8G .CAT'",
        "play: expected a tile on G8 for `.`, found none",
    );
}

#[test]
fn positions_are_printed_and_read_again() {
    let folder = folder();
    let score = |rest: &str| format!("movegen-check score --kwg words.kwg -q --as-cgp {rest}");
    let first = folder.fine(&score("--play '8G CAT' --rack CATSZ")).out;
    let expected = format!("{CAT} /SZ 0/10 0 ld english; lex words;\n");
    assert_eq!(first, expected);
    // The other side had a rack that nobody knows.
    let line = first.trim().replace(" /SZ", " TS/SZ");
    let second = folder
        .fine(&score(&format!("--cgp '{line}' --play '8G ...S'")))
        .out;
    let board = CAT.replace("CAT6", "CATS5");
    assert_eq!(
        second,
        format!("{board} SZ/T 10/6 0 ld english; lex words;\n")
    );
    let same = folder.fine(&format!(
        "movegen-check moves --kwg words.kwg --as-cgp --cgp '{}'",
        second.trim()
    ));
    assert_eq!(same.out, second);
    let ran = folder.run(&score(&format!("--cgp '{line}' --play '8G ...A'")));
    ran.assert_code(1);
    ran.out.must_have("`CATA` is not in the lexicon");
}

#[test]
fn exchanges_and_passes_are_plays() {
    let folder = folder();
    let score = |rest: &str| format!("movegen-check score --kwg words.kwg -q {rest}");
    for (rest, code, expected) in [
        ("--play -FF", 0, "-FF: 0 points\n"),
        ("--play=-FF --rack AFF", 0, "-FF: 0 points\n"),
        ("--play -", 0, "-: 0 points\n"),
        (
            "--play -fa --rack AF --format tsv",
            0,
            "part\tword\tpoints\nbonus\t\t0\nscore\t\t0\n",
        ),
        (
            "--play -FFS --rack AFF",
            1,
            "-FFS: illegal\n  `S` is not on the rack\n",
        ),
        (
            "--play -FF --rack AF --format tsv",
            1,
            "rule\tmessage\nrack\t`F` is not on the rack\n",
        ),
    ] {
        folder.run(&score(rest)).assert_out(code, expected);
    }
    let json = folder.fine(&score("--play -FF --format json")).json();
    assert_eq!((&json["score"], &json["legal"]), (&0.into(), &true.into()));
    assert_eq!(json["words"], serde_json::json!([]));
    // The next position: the tiles that stay, and the other side on turn.
    let line = format!("{CAT} ESS?/QZ 10/20 1 ld english;");
    for (play, rack) in [("-SS", "?E"), ("-", "?ESS")] {
        let ran = folder.fine(&score(&format!("--play {play} --as-cgp --cgp '{line}'")));
        let expected = format!("{CAT} QZ/{rack} 20/10 2 ld english;\n");
        assert_eq!(ran.out, expected, "{play}");
    }
    // The bag has too few tiles.
    let full = "EEEEEEEEEEEEAAA/AAAAAAIIIIIIIII/OOOOOOOONNNNNNR/RRRRRTTTTTTLLLL/SSSUUUUDDDDGGGB/BCCMMPPFFHHVV2";
    let board = format!("{full}/{}", ["15"; 9].join("/"));
    let ran = folder.run(&score(&format!("--play -W --rack W --board {board}")));
    ran.assert_out(
        1,
        "-W: illegal\n  an exchange needs 7 tiles in the bag, which has 4\n",
    );
    let ran = folder.fine(&score(&format!("--play - --rack W --board {board}")));
    assert_eq!(ran.out, "-: 0 points\n");
    folder.refuses(&score("--play -F7"), "exchange: unknown tile `7`");
}

#[test]
fn lines_that_are_wrong_are_refused() {
    let folder = folder();
    for (cgp, expected) in [
        ("", "CGP racks: expected two racks separated by /, found ``"),
        (
            "15/15 S/ 0/0 0",
            "board: expected 15 rows separated by /, found 2",
        ),
        (
            &CAT.replace("6CAT6", "6CAT7"),
            "CGP racks: expected two racks separated by /, found ``",
        ),
        (
            &format!("{} S/ 0/0 0", CAT.replace("6CAT6", "6CAT7")),
            "board row 8: expected 15 squares, found 16",
        ),
        (
            &format!("{} S/ 0/0 0", CAT.replace("6CAT6", "6CAT")),
            "board row 8: expected 15 squares, found 9",
        ),
        (
            &format!("{CAT} S 0/0 0"),
            "CGP racks: expected two racks separated by /, found `S`",
        ),
        (
            &format!("{CAT} S/ 0 0"),
            "CGP scores: expected two numbers separated by /, found `0`",
        ),
        (
            &format!("{CAT} S/ 99999999999/0 0"),
            "CGP scores: expected two numbers separated by /, found `99999999999/0`",
        ),
        (
            &format!("{CAT} S/ 0/0 -1"),
            "CGP turns without a score: expected a number, found `-1`",
        ),
        (
            &format!("{CAT} Q/Q 0/0 0"),
            "board and rack: expected at most 1 of `Q`, found 2",
        ),
        (
            &format!("{CAT} S/A% 0/0 0 ld english;"),
            "opponent: rack: unknown tile `%` at character 2",
        ),
    ] {
        folder.refuses(
            &format!("movegen-check moves --kwg words.kwg -q --ruleset english --cgp '{cgp}'"),
            expected,
        );
    }
    let both = format!("movegen-check moves --kwg words.kwg --rack S --cgp '{CAT} S/ 0/0 0'");
    folder.run(&both).assert_code(2);
    folder
        .run("movegen-check moves --kwg words.kwg")
        .assert_code(2);
}
