//! `movegen-check replay`: recorded games, played again.

use crate::support::harness::{Folder, Ran, Text};
use serde_json::json;

/// CAT, CATS and what hangs from it.
const WORDS: &str = "cat\ncats\nas\nat\nta\nscat\nact\ntas\nso\nos\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("words.txt", WORDS);
    folder.fine("kwg-build --words words.txt -o words.kwg -q");
    folder
}

const HEAD: &str = "#player1 ann Ann Lee\n#player2 bob Bob\n#lexicon words\n";

/// Replays a game with these turns, which begin in line 4.
fn replay(folder: &Folder, turns: &str, options: &str) -> Ran {
    folder.write("game.gcg", format!("{HEAD}{turns}"));
    folder.run(&format!(
        "movegen-check replay game.gcg --kwg words.kwg --ruleset english {options}"
    ))
}

#[track_caller]
fn finds(turns: &str, expected: &[&str]) {
    let folder = folder();
    let ran = replay(&folder, turns, "-q");
    ran.assert_code(i32::from(!expected.is_empty()));
    let found: Vec<&str> = ran
        .out
        .lines()
        .filter(|line| line.starts_with("game.gcg:"))
        .collect();
    assert_eq!(found, expected, "{}", ran.out);
}

#[test]
fn a_game_by_the_rules_has_no_findings() {
    finds(
        ">ann: CATSQZX 8G CAT +10 10\n#note good\n>bob: SSAOOTI 8G ...S +6 6\n\
         >ann: EQSXZIN -EQ +0 10\n>bob: SAOOTIE J8 .O +2 8\n>ann: SXZIN - +0 10\n",
        &[],
    );
    // A play that can't be made is a finding, and the rest is still compared.
    finds(
        ">ann: CATSQZX 8G CAT +10 10\n>bob: SSAOOTI 8G ....S +7 7\n>ann: SQZX - +1 11\n",
        &[
            "game.gcg:5: play: expected a tile on J8 for `.`, found none",
            "game.gcg:6: score: expected 0, found 1",
        ],
    );
}

#[test]
fn every_kind_of_fault_is_found() {
    for (turns, expected) in [
        (
            ">ann: CATSQZX 8G CAT +12 12\n",
            &["game.gcg:4: score: expected 10, found 12"][..],
        ),
        (
            ">ann: CATSQZX 8G CAT +10 11\n>bob: SSAOOTI - +0 0\n>ann: SQZXABC - +0 11\n",
            &["game.gcg:4: total: expected 10, found 11"],
        ),
        (
            ">ann: CATSQZX 8G TCA +10 10\n",
            &["game.gcg:4: `TCA` is not in the lexicon"],
        ),
        (
            ">ann: CATSQZX 8G TCA +10 10\n>ann: CATSQZX -- -10 0\n>bob: SSAOOTI - +0 0\n",
            &[],
        ),
        (
            ">ann: CATSQZX 8G CAT +10 10\n>ann: CATSQZX -- -10 0\n",
            &["game.gcg:4: a play that is legal was taken back"],
        ),
        (
            ">ann: CATSQZX 8G TCA +10 10\n>ann: CATSQZX -- -9 1\n",
            &["game.gcg:5: score: expected -10, found -9"],
        ),
        (
            ">ann: CATSQZX -- -9 -9\n",
            &["game.gcg:4: there is no play of this player to take back"],
        ),
        (
            ">ann: CATSQZX 8G CAT +10 10\n>ann: SQZX (challenge) +5 15\n>bob: SSAOOTI - +0 0\n",
            &[],
        ),
        (
            ">ann: CATSQZX 8G CAT +10 10\n>bob: SSAOOTI (challenge) +5 5\n",
            &["game.gcg:5: there is no play of this player to challenge"],
        ),
        (
            ">ann: CATSQZX 8G CAT +10 10\n>ann: SQZXABC - +0 10\n",
            &["game.gcg:5: the other player is on turn"],
        ),
        (
            ">ann: CATSQQX 8G CAT +10 10\n",
            &["game.gcg:4: rack: expected at most 1 of `Q` on the board and the racks, found 2"],
        ),
        (
            ">ann: CATSQZXA 8G CAT +10 10\n",
            &["game.gcg:4: rack: expected at most 7 tiles, found 8"],
        ),
        (
            ">ann: CATSQZX 8G CAT +10 10\n>bob: QSAOOTI - +0 0\n",
            &["game.gcg:5: rack: expected at most 1 of `Q` on the board and the racks, found 2"],
        ),
        (
            ">ann: CATSQZX 8G CAT +10 10\n>bob: SSAOOTI - +0 0\n>ann: SZXABCD - +0 10\n",
            &["game.gcg:6: rack: expected `Q`, which stayed on it, found none"],
        ),
        // A part of a rack is possible.
        (
            ">ann: CAT 8G CAT +10 10\n>bob: S 8G ...S +6 6\n>ann: ? - +0 10\n",
            &[],
        ),
        (
            ">ann: CATSQZX -CB +0 0\n",
            &["game.gcg:4: exchange: `B` is not on the rack"],
        ),
        (">ann: CATSQZX -3 +0 0\n>bob: 8G CAT +10 10\n", &[]),
        (
            ">ann: CATSQZX -8 +0 0\n",
            &["game.gcg:4: exchange: expected 1 to 7 tiles, found 8"],
        ),
        (
            ">ann: CATSQZX - +3 3\n",
            &["game.gcg:4: score: expected 0, found 3"],
        ),
        (
            ">ann: CATSQZX 7G CAT +9 9\n",
            &["game.gcg:4: the first word has to cover the start square H8"],
        ),
        (
            ">ann: CATSQZX 8G CATS +12 12\n>ann: (time) -10 2\n>bob: (time) +10 10\n",
            &["game.gcg:6: time: expected no points, found 10"],
        ),
        (
            ">ann: CATSQZX 8G CAT +10 10\n>ann: (SSAOOTI) +14 24\n",
            &["game.gcg:5: tiles left: the player still holds tiles"],
        ),
        (
            ">ann: CATSQZX - +0 0\n>bob: SSAOOTI - +0 0\n>ann: CATSQZX (CATSQZX) -34 -34\n\
             >bob: SSAOOTI (SSAOOT) -6 -6\n>ann: CATSQZX 8G CAT +10 -24\n",
            &[
                "game.gcg:7: tiles left: expected `AIOOSST`, found `AOOSST`",
                "game.gcg:8: the game was over before this turn",
            ],
        ),
    ] {
        finds(turns, expected);
    }
}

#[test]
fn dots_letters_and_parentheses_are_the_same_play() {
    for word in ["...S", "CATS", "(CAT)S", "(CA).S"] {
        finds(
            &format!(">ann: CATSQZX 8G CAT +10 10\n>bob: SSAOOTI 8G {word} +6 6\n"),
            &[],
        );
    }
}

/// A bag of eight tiles on a small board: games come to their end.
const TINY: &str = "name: tiny\nrack: 3\nbonus: 20\nexchange: 1\nblanks: 0\nletters:\n  \
    - {tile: A, count: 4, points: 1, vowel: 1}\n  - {tile: B, count: 3, points: 3}\n  \
    - {tile: Q, count: 1, points: 9}\nboard:\n  start: D1\n  squares: |\n    .......\n    .......\n    .......\n";

fn tiny() -> Folder {
    let folder = Folder::new();
    folder.write("rules.yaml", TINY);
    folder.write("words.txt", "AB\nABA\nBA\nAA\nBAB\nAAA\n");
    folder.fine("kwg-build --ruleset rules.yaml --words words.txt -o x.kwg");
    folder
}

#[test]
fn ends_and_what_is_left_are_checked() {
    let folder = tiny();
    let run = |end: &str| {
        folder.write(
            "end.gcg",
            format!(
                "#player1 a\n#player2 b\n>a: AAB 1C AB +4 4\n>b: BBQ - +0 0\n>a: AAA D1 .A +4 8\n\
                 {end}"
            ),
        );
        folder.run("movegen-check replay end.gcg --kwg x.kwg --ruleset rules.yaml -q")
    };
    // b holds BBQ; a holds AA and the bag is empty.
    let ran = run(">b: BBQ - +0 0\n");
    ran.assert_code(0);
    ran.out.must_have("the game is not finished");
    let out = ">b: BBQ - +0 0\n>a: AA 2D .AA +3 11\n";
    let ran = run(&format!("{out}>a: (BBQ) +30 41\n"));
    ran.assert_code(0);
    ran.out.must_end("\na 41, b 0\n");
    let ran = run(&format!("{out}>a: (BBA) +14 25\n"));
    ran.out
        .must_have("end.gcg:8: tiles left: expected `BBQ`, found `ABB`");
    let ran = run(&format!("{out}>a: (BBQ) +29 40\n"));
    ran.out.must_have("end.gcg:8: score: expected 30, found 29");
    let ran = run(&format!("{out}>b: BBQ - +0 0\n"));
    ran.out
        .must_have("end.gcg:8: the game was over before this turn");
}

#[test]
fn json_has_turns_findings_and_positions() {
    let folder = folder();
    let turns = ">ann: CATSQZX 8G CAT +10 10\n>bob: SSAOOTI 8G ...S +7 7\n";
    let found = replay(&folder, turns, "--format json --analyse --top 2").json();
    assert_eq!(found["finished"], false);
    assert_eq!(found["players"][0]["nick"], "ann");
    assert_eq!(found["players"][1]["total"], 7);
    assert_eq!(found["players"][1]["expected_total"], 6);
    let finding = json!({"line": 5, "rule": "score", "message": "score: expected 6, found 7"});
    assert_eq!(found["findings"], json!([finding]));
    let turn = &found["turns"][1];
    assert_eq!(turn["move"], "8G (CAT)S");
    assert_eq!(
        (&turn["rack"], &turn["bag"]),
        (&json!("AIOOSST"), &json!(83))
    );
    let cgp = turn["cgp"].as_str().unwrap();
    cgp.must_have(" AIOOSST/ 0/10 0 ld english; lex words;");
    let analysis = &turn["analysis"];
    assert_eq!(analysis["exact"], false);
    assert_eq!(analysis["best"].as_array().unwrap().len(), 2);
    let (best, value) = (&analysis["best"][0]["value"], &analysis["value"]);
    let lost = best.as_f64().unwrap() - value.as_f64().unwrap();
    assert_eq!(analysis["lost"].as_f64().unwrap(), lost);
    // The position is what the other commands take.
    let moves = format!("movegen-check moves --kwg words.kwg --format json --top 1 --cgp '{cgp}'");
    let moves = folder.fine(&moves).json();
    assert_eq!(moves["moves"][0]["move"], analysis["best"][0]["move"]);
    let lines = replay(&folder, turns, "--cgp");
    assert_eq!(lines.out.lines().nth(1).unwrap(), cgp);
}

#[test]
fn a_turn_that_is_best_lost_nothing_and_a_phony_loses_its_turn() {
    let folder = folder();
    let turns = ">ann: CATSQZX 8G CATS +12 12\n>bob: SSAOOTI 8G ....T +7 7\n\
                 >bob: SSAOOTI -- -7 0\n";
    let found = replay(&folder, turns, "--format json --analyse")
        .fine()
        .json();
    assert_eq!(found["turns"][0]["analysis"]["lost"], 0.0);
    let phony = &found["turns"][1];
    assert_eq!(
        (&phony["withdrawn"], &phony["legal"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(phony["analysis"]["value"], 0.0);
    assert_eq!(
        phony["analysis"]["lost"],
        phony["analysis"]["best"][0]["value"]
    );
    let text = replay(&folder, turns, "--analyse").fine().out;
    text.must_have("8G (CATS)T (taken back)");
    text.must_have("ann lost 0.000 points in 1 turn");
}

#[test]
fn turns_without_a_value_are_counted() {
    let folder = folder();
    // A phony that stays, and a rack that is not known.
    let phony = ">ann: CATSQZX 8G CATZ +30 30\n";
    let ran = replay(&folder, phony, "--analyse -q");
    ran.assert_code(1);
    ran.out.must_have("\nann: 1 turn could not be valued\n");
    ran.out.must_have("bob lost 0.000 points in 0 turns\n");
    let turns = ">ann: CATSQZX 8G CAT +10 10\n>bob: SSAOOTI 8G ...S +6 6\n>ann: - +0 10\n";
    let found = replay(&folder, turns, "--analyse -q");
    found
        .out
        .must_have(" points in 1 turn; 1 turn could not be valued\n");
    let json = replay(&folder, turns, "--analyse -q --format json").json();
    let unvalued = [0, 1].map(|player| json["players"][player]["unvalued"].as_u64());
    assert_eq!(unvalued, [Some(1), Some(0)]);
}

#[test]
fn endgames_are_analysed_exactly() {
    let folder = tiny();
    folder.write(
        "end.gcg",
        "#player1 a\n#player2 b\n>a: AAB 1C AB +4 4\n>b: ABB - +0 0\n>a: AAQ - +0 4\n",
    );
    let command = "movegen-check replay end.gcg --kwg x.kwg --ruleset rules.yaml --format json";
    let found = folder.fine(&format!("{command} --analyse")).json();
    // Eight tiles: after the first play the bag is empty.
    let turn = &found["turns"][2];
    assert_eq!(
        (&turn["bag"], &turn["analysis"]["exact"]),
        (&json!(0), &json!(true))
    );
    let cgp = turn["cgp"].as_str().unwrap();
    let solved = folder
        .fine(&format!(
            "movegen-check endgame --kwg x.kwg --ruleset rules.yaml --after-pass --format json --cgp '{cgp}'"
        ))
        .json();
    let best = turn["analysis"]["best"][0]["value"].as_f64().unwrap();
    assert_eq!(best, solved["value"].as_f64().unwrap());
    // A pass ends the game: the difference of what is left.
    assert_eq!(turn["analysis"]["value"], f64::from(1 + 3 + 3 - 1 - 1 - 9));
}

#[test]
fn a_page_shows_the_game() {
    let folder = folder();
    let turns = ">ann: CATSQZX 8G CAT +10 10\n>bob: SSAOOTI 8G ...S +7 7\n";
    let ran = replay(&folder, turns, "--analyse --report game.html");
    ran.assert_code(1);
    let page = folder.text("game.html");
    for part in [
        "<h1>Ann Lee against Bob</h1>",
        "score: expected 6, found 7",
        "8G (CAT)S",
        "The board at the end",
    ] {
        page.must_have(part);
    }
    folder
        .run("movegen-check replay game.gcg --kwg words.kwg --report game.gcg")
        .assert_code(2);
}

#[test]
fn encodings_and_digraphs() {
    let folder = Folder::new();
    folder.write("catala.txt", "COL·LA\nCOLA\n");
    folder.fine("kwg-build --ruleset catalan --words catala.txt -o catala.kwg");
    let game = "#player1 a Núria\n#player2 b b\n#tile-distribution catalan\n\
                >a: [L·L]COABEA 8F CO[L·L]A +28 28\n>b: ABC - +0 0\n";
    let command = "movegen-check replay game.gcg --kwg catala.kwg --format json";
    folder.write("game.gcg", format!("#character-encoding UTF-8\n{game}"));
    let utf_8 = folder.fine(command);
    assert_eq!(utf_8.json()["players"][0]["name"], "Núria");
    assert_eq!(utf_8.json()["turns"][0]["move"], "8F CO[L·L]A");
    utf_8.err.must_lack("ruleset");
    let latin_1: Vec<u8> = game
        .chars()
        .map(|c| u8::try_from(u32::from(c)).unwrap())
        .collect();
    folder.write("game.gcg", latin_1);
    assert_eq!(
        folder.fine(command).json()["players"],
        utf_8.json()["players"]
    );
    folder.write("game.gcg", game);
    let ran = folder.run(command);
    ran.assert_code(2);
    ran.err.must_have("game.gcg:4: rack: unknown tile");
    ran.err
        .must_have("its first line has to be `#character-encoding UTF-8`");
}

#[test]
fn what_is_no_game_is_refused() {
    let folder = folder();
    for (bytes, expected) in [
        (
            &b""[..],
            "game.gcg: expected a game with #player1 and #player2, found none",
        ),
        (
            b"\xff\xfeh\0",
            "game.gcg: expected text in UTF-8, found UTF-16 (little-endian); save it as UTF-8",
        ),
        (
            b"#player1 a\n#player2 b\n>a: CAT%QZX 8G CAT +10 10\n",
            "game.gcg:3: rack: unknown tile `%` in `CAT%QZX`",
        ),
        (
            b"#player1 a\n#player2 b\n>a: CATSQZX 8G C\xc9T +10 10\n",
            "game.gcg:3: play: unknown tile `É` in `CÉT`",
        ),
        (
            b"#player1 a\n#player2 b\n>a: CATSQZX 8G CAT +10\n",
            "game.gcg:3: expected points such as +12, found `CAT`",
        ),
        (
            b"#player1 a\n#player2 b\n>a: CATSQZX 8G CAT +10 ten\n",
            "game.gcg:3: expected points such as +12, found `ten`",
        ),
    ] {
        folder.write("game.gcg", bytes);
        folder.refuses(
            "movegen-check replay game.gcg --kwg words.kwg --ruleset english -q",
            expected,
        );
    }
    folder
        .run("movegen-check replay none.gcg --kwg words.kwg")
        .assert_code(2);
}

/// Games are replayed one after the other, and the worst of them decides the exit code.
#[test]
fn several_games() {
    let folder = folder();
    let good = ">ann: CATSQZX 8G CAT +10 10\n";
    folder
        .write("a.gcg", format!("{HEAD}{good}"))
        .write(
            "b.gcg",
            format!("{HEAD}{}", good.replace("+10 10", "+12 12")),
        )
        .write(
            "c.gcg",
            "#player1 c\n#player2 d\n>c: CAT%QZX 8G CAT +10 10\n",
        )
        .write("d.gcg", format!("{HEAD}#tile-distribution german\n{good}"));
    let run = |rest: &str| format!("movegen-check replay {rest} --kwg words.kwg");
    let [a, b] = ["a.gcg", "b.gcg"].map(|game| folder.run(&run(&format!("{game} -q"))));
    let both = folder.run(&run("a.gcg b.gcg --ruleset english"));
    let text = format!("a.gcg\n{}\nb.gcg\n{}", a.out, b.out);
    both.assert_out(1, &text);
    assert_eq!(both.err, "movegen-check: 2 games, 2 turns, 1 finding\n");
    folder.fine(&run("a.gcg a.gcg"));
    // One that can't be read keeps none of the others from being replayed.
    let ran = folder.run(&run("none.gcg a.gcg c.gcg b.gcg --ruleset english -q"));
    ran.assert_out(2, &text);
    let none = "none.gcg: can't read: No such file or directory (os error 2)";
    let tile = "c.gcg:3: rack: unknown tile `%` in `CAT%QZX`";
    let expected = format!("movegen-check: {none}\nmovegen-check: {tile}\n");
    assert_eq!(ran.err, expected);
    // JSON is an array.
    let [a, b] = ["a.gcg", "b.gcg"].map(|game| {
        let ran = folder.run(&run(&format!("{game} --format json -q")));
        ran.json()
    });
    let ran = folder.run(&run("a.gcg b.gcg --format json -q"));
    ran.assert_code(1);
    assert_eq!(ran.json(), json!([a, b]));
    // Positions follow each other.
    let one = folder.fine(&run("a.gcg --cgp -q")).out;
    let ran = folder.run(&run("a.gcg b.gcg --cgp -q"));
    ran.assert_out(1, &one.repeat(2));
    // Each has its own ruleset; what is assumed is said once.
    let ran = folder.run(&run("a.gcg a.gcg d.gcg --format json"));
    let json = ran.json();
    let rulesets = [0, 1, 2].map(|game| json[game]["ruleset"].as_str().unwrap());
    assert_eq!(rulesets, ["english", "english", "german"]);
    assert_eq!(ran.err.matches("read as english").count(), 1, "{}", ran.err);
    // One thing from the standard input, and a page of one game.
    let input = folder.text("b.gcg");
    let ran = folder.run_with(&run("a.gcg - -q --ruleset english"), input);
    ran.assert_code(1);
    ran.out.must_have("\nstandard input\n");
    folder.refuses(
        &run("- - -q"),
        "expected one thing from the standard input, found 2",
    );
    folder.refuses(
        &run("a.gcg b.gcg --report x.html -q"),
        "--report: expected one game, found 2",
    );
}

/// Games that name different rulesets are read with the same graph and leave values, even from the
/// standard input. A graph that does not fit one of the rulesets does not stop the other games.
#[test]
fn games_of_several_rulesets() {
    let folder = folder();
    let game = |about: &str| format!("{HEAD}{about}>ann: CATSQZX 8G CAT +10 10\n");
    folder
        .write("a.gcg", game(""))
        .write("d.gcg", game("#tile-distribution german\n"))
        .write("b.gcg", game("#title b\n").replace("#lexicon words\n", ""))
        .write("words.csv", "A,1\nB,2\n");
    folder.fine("klv-build --leaves words.csv -o words.klv2 -q");
    let games = "movegen-check replay a.gcg d.gcg b.gcg --format json";
    let expected = folder.run(&format!("{games} --kwg words.kwg"));
    expected.assert_code(1);
    let said = expected.err.matches("read as english").count();
    assert_eq!(said, 1, "{}", expected.err);
    let ran = folder.run_with(&format!("{games} --kwg - -q"), folder.read("words.kwg"));
    ran.assert_code(1);
    let rulesets = |json: serde_json::Value| [0, 1, 2].map(|game| json[game]["ruleset"].clone());
    assert_eq!(rulesets(ran.json()), rulesets(expected.json()));
    let leaves = format!("{games} --kwg words.kwg --analyse --top 1 -q --klv");
    let expected = folder.run(&format!("{leaves} words.klv2"));
    expected.assert_code(1);
    let ran = folder.run_with(&format!("{leaves} -"), folder.read("words.klv2"));
    ran.assert_out(1, &expected.out);
    // Polish has more letters than English.
    folder.write("polish.txt", "CAT\nŻAŻ\n");
    folder.fine("kwg-build --words polish.txt --ruleset polish -o polish.kwg -q");
    folder.write(
        "p.gcg",
        "#player1 a A\n#player2 b B\n#tile-distribution polish\n>a: CAT 8G CAT +10 10\n",
    );
    let run =
        |games: &str| folder.run(&format!("movegen-check replay {games} --kwg polish.kwg -q"));
    let one = run("p.gcg");
    let ran = run("none.gcg p.gcg a.gcg p.gcg");
    ran.assert_out(2, &format!("p.gcg\n{0}\np.gcg\n{0}", one.out));
    ran.err.must_have("none.gcg: can't read");
    ran.err
        .must_have("tile: expected up to 26, the size of the alphabet, found 32");
    ran.err.must_have("not replayed: a.gcg");
}
