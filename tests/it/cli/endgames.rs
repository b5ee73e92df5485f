//! `movegen-check endgame`: values, lines, tables and bad input.

use crate::support::harness::{Folder, Text, repo};
#[cfg(target_os = "linux")]
use crate::support::interrupt::{Running, has_interrupt};
use serde_json::json;

/// A row of seven squares; AB is on the board in most tests.
const RULES: &str = "name: tiny\nrack: 3\nbonus: 20\nexchange: 1\nblanks: 1\nletters:\n  \
    - {tile: A, count: 3, points: 1, vowel: 1}\n  - {tile: B, count: 2, points: 3}\n  \
    - {tile: Q, count: 1, points: 9}\nboard:\n  start: D1\n  squares: |\n    .......\n    .......\n";

const WORDS: &str = "AB\nABA\nBA\nAA\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("rules.yaml", RULES).write("words.txt", WORDS);
    folder.fine("kwg-build --ruleset rules.yaml --words words.txt -o x.kwg");
    folder
}

/// ABA goes out and leaves the opponent with Q.
const POSITION: &str =
    "endgame --kwg x.kwg --ruleset rules.yaml --board 2AB3/1aBA3 --rack A --opponent Q --threads 1";

/// A command that ends with exit code 2 and a message that has a part.
fn refuses(folder: &Folder, command: &str, part: &str) {
    let ran = folder.run(command);
    ran.assert_code(2);
    ran.err.must_have(part);
}

#[test]
fn json_has_value_bounds_and_line() {
    let folder = folder();
    let found = folder
        .fine(&format!("movegen-check {POSITION} --format json"))
        .json();
    let value = 1 + 3 + 1 + 2 * 9;
    assert_eq!(found["value"], value);
    assert_eq!(found["status"], "solved");
    assert_eq!(
        (&found["lower"], &found["upper"]),
        (&json!(value), &json!(value))
    );
    assert_eq!(found["line"], json!(["1C (AB)A"]));
    assert_eq!(found["stuck"], json!(["", "Q"]));
    let turn =
        json!({"player": "on turn", "move": "1C (AB)A", "score": 5, "left": "", "ending": 18});
    assert_eq!(found["turns"], json!([turn]));
    assert!(found["nodes"].is_u64() && found["stats"].is_null());
    let command = format!("movegen-check {POSITION} --format json --top 9 --stats --scores 10/33");
    let found = folder.fine(&command).json();
    assert_eq!(found["scores"], json!([10, 33]));
    assert_eq!(found["moves"][0]["value"], value);
    assert_eq!(
        found["moves"].as_array().unwrap().last().unwrap()["move"],
        "-"
    );
    assert!(found["stats"]["branching"]["50"].is_u64());
    // ABA.
    assert_eq!(found["stats"]["words"], 1);
    let command = format!("movegen-check {POSITION} --format json --win --scores 10/33");
    assert_eq!(folder.fine(&command).json()["outcome"], "tie");
}

#[test]
fn text_shows_the_line_with_points() {
    let folder = folder();
    let ran = folder.fine(&format!("movegen-check {POSITION} --scores 10/30"));
    ran.assert_out(
        0,
        "value +23, solved\nQ of the opponent can't be placed\n\n\
         player   move      score  left  tiles left  points\n\
         on turn  1C (AB)A      5        +18         33/30\n",
    );
    let ran = folder.fine(&format!("movegen-check {POSITION} --stats --top 2"));
    ran.out.must_have("cut-offs by the first move");
    ran.out.must_have("tiles that can't be placed");
}

#[test]
fn cgp_and_the_opponents_rack_can_be_left_open() {
    let folder = folder();
    let cgp = "movegen-check endgame --kwg x.kwg --ruleset rules.yaml --format json --cgp";
    let full = folder.fine(&format!(
        "{cgp} '2AB3/1aBA3 A/Q 10/30 0 lex X; unknown 1 2;'"
    ));
    let open = folder.fine(&format!("{cgp} '2AB3/1aBA3 A/ 10/30 0'"));
    assert_eq!(full.json()["line"], open.json()["line"]);
    assert_eq!(open.json()["opponent"], "Q");
    refuses(
        &folder,
        &format!("{cgp} '2AB3 A'"),
        "CGP racks: expected two racks separated by /",
    );
    refuses(
        &folder,
        &format!("{cgp} '2AB3/1aBA3 A/Q x 0'"),
        "CGP scores: expected two numbers",
    );
    refuses(
        &folder,
        &format!("{cgp} '2AB4/2BA2a A/Q 1/2 0'"),
        "board row 1: expected 7 squares, found 8",
    );
}

#[test]
fn a_table_is_solved_row_by_row() {
    let folder = folder();
    let header = "note\tboard\track_on_turn\track_opponent\tvalue\tvalue_if_opponent_just_passed\n";
    let row = "x\t2AB3/1aBA3\tA\tQ\t";
    folder.write("right.tsv", format!("{header}{row}23\t?\n{row}?\t23\n"));
    folder.write("wrong.tsv", format!("{header}{row}24\t?\n"));
    folder.write("bad.tsv", format!("{header}{row}x\t?\n"));
    let command = |table| format!("movegen-check endgame --kwg x.kwg --ruleset rules.yaml {table}");
    let ran = folder.fine(&format!("{} --format json", command("right.tsv")));
    let rows: Vec<&str> = ran.out.lines().collect();
    assert_eq!(rows.len(), 2);
    rows[1].must_have("\"value\":23");
    rows[1].must_have("\"row\":3");
    let ran = folder.run(&command("wrong.tsv"));
    ran.assert_code(1);
    ran.out
        .must_have("wrong.tsv:2: value: expected 24, found 23");
    refuses(
        &folder,
        &command("bad.tsv"),
        "bad.tsv:2: expected a value or ?, found `x`",
    );
    // The command for positions knows such tables by their header.
    let positions = "movegen-check positions wrong.tsv --kwg x.kwg --ruleset rules.yaml";
    let ran = folder.run(positions);
    ran.assert_code(1);
    ran.out
        .must_have("wrong.tsv:2: value: expected 24, found 23");
}

/// A table is known by its header, whatever it is called and wherever it comes from.
#[test]
fn tables_are_known_by_their_header() {
    let folder = folder();
    let table = "\u{feff}# made by hand\nboard\track_on_turn\track_opponent\tvalue\n\
                 2AB3/1aBA3\tA\tQ\t23\n";
    folder.write("e.txt", table).write("table.tsv", table);
    for command in ["endgame", "positions"] {
        for name in ["e.txt", "table.tsv", "-"] {
            let files = "--kwg x.kwg --ruleset rules.yaml";
            let command = format!("movegen-check {command} {name} {files}");
            let ran = folder.run_with(&command, table).fine();
            ran.err.must_have("0 differences");
        }
    }
    refuses(
        &folder,
        "kwg-build --ruleset rules.yaml --words e.txt -o y.kwg",
        "expected a word list, found a table of positions",
    );
    folder.write("twice.tsv", table.replace("value", "board"));
    refuses(
        &folder,
        "movegen-check endgame twice.tsv --kwg x.kwg --ruleset rules.yaml",
        "twice.tsv:2: expected one column `board`, found 2",
    );
    // Other columns are ignored, whatever their names.
    let other = table
        .replace("value\n", "value\tnote\tnote\t\t\n")
        .replace("23\n", "23\ta\tb\t\t\n");
    folder.write("other.tsv", other);
    let ran = folder.fine("movegen-check endgame other.tsv --kwg x.kwg --ruleset rules.yaml");
    ran.err.must_have("1 endgame, 0 differences");
    let both = "movegen-check endgame - --kwg - --ruleset rules.yaml";
    refuses(&folder, both, "expected one thing from the standard input");
    refuses(
        &folder,
        &both.replace("endgame", "replay"),
        "expected one thing from the standard input",
    );
}

#[test]
fn a_recipe_checks_its_endgames() {
    let folder = folder();
    let recipe = "lexicon: TINY\nruleset: rules.yaml\nwords: {include: [words.txt]}\n\
                  graphs: [{file: TINY.kwg}]\nendgames: table.tsv\n";
    let header = "board\track_on_turn\track_opponent\tvalue\n";
    folder.write("tiny.yaml", recipe);
    folder.write("table.tsv", format!("{header}2AB3/1aBA3\tA\tQ\t23\n"));
    folder.fine("kwg-build tiny.yaml");
    folder.fine("movegen-check tiny.yaml");
    folder.write("table.tsv", format!("{header}2AB3/1aBA3\tA\tQ\t22\n"));
    let ran = folder.run("movegen-check tiny.yaml");
    ran.assert_code(1);
    ran.out.must_have("table.tsv");
    ran.out.must_have("22");
}

#[test]
fn bad_input_is_refused() {
    let folder = folder();
    let command =
        |rest: &str| format!("movegen-check endgame --kwg x.kwg --ruleset rules.yaml {rest}");
    for (rest, expected) in [
        (
            "--board 2AB3/2aA3 --rack A --opponent Q",
            "bag: expected no tiles, found 1",
        ),
        // The opponent's rack is full; the other tiles are in the bag.
        ("--board 7/7 --rack AQ", "bag: expected no tiles, found "),
        (
            "--board 2AB3/2BA2a --rack A --opponent Q",
            "board: expected tiles joined to the start square, D1, found one at G2 that is not",
        ),
        (
            "--board 2AB3/1aBA3 --rack AQ --opponent Q",
            "expected at most 1 of `Q`, found 2",
        ),
        (
            "--board 2AB3/1aBA3 --rack AAAA --opponent Q",
            "rack: expected at most 3 tiles, found 4",
        ),
        (
            "--board 2AB3 --rack A --opponent Q",
            "board: expected 2 rows separated by /, found 1",
        ),
        (
            "--board 2AB3/1aBA3 --rack '' --opponent AQ",
            "rack: expected tiles, found none",
        ),
        (
            "--board 2AB3/1aBA3 --rack A --scores 1",
            "expected two scores such as 371/402",
        ),
        (
            "--board 2AB3/1aBA3 --rack A --seconds 0",
            "expected a number of seconds above 0",
        ),
    ] {
        refuses(&folder, &command(rest), expected);
    }
}

/// The golden endgame with the most tiles, in a folder with the graph. All of its first
/// moves take a second or more.
fn long_endgame(folder: &Folder) -> (Vec<String>, i64) {
    let list = repo().join("lexicons/scowl-80.txt");
    folder.write("words.txt", std::fs::read(list).unwrap());
    folder.fine("kwg-build --words words.txt --outside drop -o x.kwg -q");
    let golden = repo().join("tests/data/golden/endgames-scowl.tsv");
    let golden = std::fs::read_to_string(golden).unwrap();
    let rows = golden.lines().skip(1);
    let rows = rows.map(|row| row.split('\t').collect::<Vec<_>>());
    let row = rows.max_by_key(|row| row[3].parse::<u32>().unwrap());
    let row = row.unwrap();
    let options = "endgame --kwg x.kwg --ruleset english --threads 1 --top 50 --format json";
    let position = ["--board", row[0], "--rack", row[1], "--opponent", row[2]];
    let words = options.split(' ').chain(position).map(str::to_string);
    (words.collect(), row[4].parse().unwrap())
}

/// Bounds that hold, of a search that was given up.
fn assert_bounded(out: &[u8], value: i64) {
    let found: serde_json::Value = serde_json::from_slice(out).unwrap();
    assert_eq!(found["status"], "bounded");
    assert!(found["lower"].as_i64().unwrap() <= value, "{found}");
    assert!(found["upper"].as_i64().unwrap() >= value, "{found}");
}

#[test]
fn a_time_limit_gives_the_bounds_so_far() {
    let folder = Folder::new();
    let (command, value) = long_endgame(&folder);
    let command = command.join(" ");
    for seconds in ["1e-9", "0.01"] {
        let ran = folder.fine(&format!("movegen-check {command} --seconds {seconds}"));
        assert_bounded(ran.out.as_bytes(), value);
    }
    // Readers of the text must see that the ranking is not the last word.
    let text = command.replace("--format json", "--format text");
    let ran = folder.fine(&format!(
        "movegen-check {text} --seconds 1e-9 --report r.html"
    ));
    assert!(ran.out.ends_with("\n\nno move was searched to the end\n"));
    let page = folder.text("r.html");
    page.must_have("no move was searched to the end");
}

/// The golden endgame as a table, with a wrong value that the bounds may not rule out.
fn long_table(folder: &Folder, rows: usize) -> String {
    let (command, value) = long_endgame(folder);
    let after = |name: &str| {
        let at = command.iter().position(|word| word == name).unwrap();
        &command[at + 1]
    };
    let position = ["--board", "--rack", "--opponent"].map(after);
    let row = position.map(String::as_str).join("\t");
    let header = "board\track_on_turn\track_opponent\tvalue\n";
    let rows = format!("{row}\t{}\n", value + 1).repeat(rows);
    folder.write("long.tsv", format!("{header}{rows}{row}\t?\n"));
    "endgame long.tsv --kwg x.kwg --ruleset english --threads 1 --format json".to_string()
}

/// A value that nobody found is not the table's.
#[test]
fn endgames_that_were_not_solved_are_counted() {
    let folder = Folder::new();
    let command = long_table(&folder, 2);
    let ran = folder.run(&format!("movegen-check {command} --seconds 1e-9"));
    ran.assert_code(1);
    ran.err.must_have("3 endgames, 3 not solved, 0 differences");
    let rows: Vec<&str> = ran.out.lines().collect();
    rows[0].must_have("\"undecided\":[\"value\"]");
    rows[2].must_have("\"undecided\":[]");
    // Without a value in the table there is nothing to decide.
    let text = folder.text("long.tsv");
    let last = text.lines().last().unwrap();
    let header = text.lines().next().unwrap();
    folder.write("long.tsv", format!("{header}\n{last}\n"));
    let ran = folder.fine(&format!("movegen-check {command} --seconds 1e-9"));
    ran.err.must_have("1 endgame, 1 not solved, 0 differences");
}

/// After Ctrl-C the rows that were looked at are counted. The program writes its summary
/// to the standard error.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_says_how_many_endgames_were_looked_at() {
    let folder = Folder::new();
    let command = long_table(&folder, 4) + " --report r.html";
    let words: Vec<String> = command.split(' ').map(str::to_string).collect();
    let mut program = Running::start(&folder, &words);
    program.wait(|id| has_interrupt(id, "SigCgt:"));
    program.interrupt();
    let (code, _) = program.end();
    assert_eq!(code, Some(130));
    folder
        .text("r.html")
        .must_have(" looked at, 5 not solved, ");
}

/// As soon as the program listens for Ctrl-C it gets one, and prints the bounds that it
/// has.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_gives_the_bounds_so_far() {
    let folder = Folder::new();
    let (command, value) = long_endgame(&folder);
    let mut program = Running::start(&folder, &command);
    program.wait(|id| has_interrupt(id, "SigCgt:"));
    program.interrupt();
    let (code, out) = program.end();
    assert_eq!(code, Some(130));
    assert_bounded(out.as_bytes(), value);
}

/// A program that was started with Ctrl-C ignored goes on until its time is over.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_stays_ignored() {
    let folder = Folder::new();
    let (mut command, value) = long_endgame(&folder);
    command.extend(["--seconds".to_string(), "1".to_string()]);
    let mut program = Running::start_ignoring(&folder, &command);
    program.wait(|id| has_interrupt(id, "SigIgn:"));
    program.interrupt();
    let (code, out) = program.end();
    assert_eq!(code, Some(0));
    assert_bounded(out.as_bytes(), value);
}
