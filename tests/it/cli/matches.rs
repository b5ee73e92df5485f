//! `movegen-check match`: mirrored pairs, the same on any number of threads.

use crate::cli::pages::{browse, browser, check_page};
#[cfg(unix)]
use crate::support::everything::after;
use crate::support::harness::{Folder, Text};
#[cfg(unix)]
use crate::support::interrupt::Running;
use crate::support::tools::missing;
use serde_json::Value;

const RULES: &str = "name: small\nrack: 4\nbonus: 20\nexchange: 4\nblanks: 2\nletters:\n  \
    - {tile: A, count: 9, points: 1, vowel: 1}\n  - {tile: E, count: 9, points: 1, vowel: 1}\n  \
    - {tile: I, count: 7, points: 1, vowel: 1}\n  - {tile: B, count: 4, points: 3}\n  \
    - {tile: C, count: 4, points: 3}\n  - {tile: D, count: 6, points: 2}\n  \
    - {tile: F, count: 3, points: 4}\n  - {tile: G, count: 4, points: 2}\n  \
    - {tile: Q, count: 2, points: 9}\nboard:\n  start: E5\n  squares: |\n    \
    =...-...=\n    ...-.-...\n    ..-...-..\n    .-.....-.\n    -...-...-\n    .-.....-.\n    \
    ..-...-..\n    ...-.-...\n    =...-...=\n";

const VOWELS: [&str; 3] = ["A", "E", "I"];
const CONSONANTS: [&str; 6] = ["B", "C", "D", "F", "G", "Q"];

/// What each tile adds to a leave.
const VALUES: [(&str, f64); 10] = [
    ("?", 12.0),
    ("A", 0.5),
    ("E", 1.0),
    ("I", -0.5),
    ("B", -0.5),
    ("C", 0.0),
    ("D", 0.5),
    ("F", -1.0),
    ("G", -0.5),
    ("Q", -4.0),
];

/// A table of all leaves of up to three tiles. Each A adds `shift` more.
fn table(shift: f64) -> String {
    let value = |place: usize| match VALUES[place] {
        ("A", value) => value + shift,
        (_, value) => value,
    };
    let name = |place: usize| VALUES[place].0;
    let mut rows = String::new();
    for a in 0..VALUES.len() {
        rows += &format!("{},{}\n", name(a), value(a));
        for b in a..VALUES.len() {
            rows += &format!("{}{},{}\n", name(a), name(b), value(a) + value(b));
            for c in b..VALUES.len() {
                let sum = value(a) + value(b) + value(c);
                rows += &format!("{}{}{},{sum}\n", name(a), name(b), name(c));
            }
        }
    }
    rows
}

/// Small rules, a graph of short words, good leave values and worse ones.
fn folder() -> Folder {
    let mut words = String::new();
    for vowel in VOWELS {
        for first in CONSONANTS {
            words += &format!("{first}{vowel}\n{vowel}{first}\n");
            for last in CONSONANTS {
                words += &format!("{first}{vowel}{last}\n");
            }
            for last in VOWELS {
                words += &format!("{vowel}{first}{last}\n{first}{vowel}D{last}\n");
            }
        }
    }
    let folder = Folder::new();
    let fewer: Vec<&str> = words.lines().filter(|word| !word.contains('Q')).collect();
    folder
        .write("rules.yaml", RULES)
        .write("words.txt", &words)
        .write("fewer.txt", fewer.join("\n"))
        .write("good.csv", table(0.0))
        .write("worse.csv", table(10.0));
    for name in ["words", "fewer"] {
        folder.fine(&format!(
            "kwg-build --ruleset rules.yaml --words {name}.txt -o {name}.kwg -q"
        ));
    }
    for name in ["good", "worse"] {
        folder.fine(&format!(
            "klv-build --ruleset rules.yaml --leaves {name}.csv -o {name}.klv2 -q --beyond-bag"
        ));
    }
    folder
}

const MATCH: &str = "movegen-check match --ruleset rules.yaml --kwg words.kwg";

#[test]
fn a_side_against_itself_is_even() {
    let folder = folder();
    let run = format!("{MATCH} --klv good.klv2 --against good.klv2 --pairs 60 --format json");
    let json = folder.fine(&run).json();
    assert_eq!((&json["pairs"], &json["games"]), (&60.into(), &120.into()));
    assert_eq!(
        (&json["share"], &json["share_error"]),
        (&0.5.into(), &0.0.into())
    );
    assert_eq!(
        (&json["spread"], &json["spread_error"]),
        (&0.0.into(), &0.0.into())
    );
    assert_eq!(json["confidence"], 0.5);
    assert_eq!(json["wins"], json["losses"]);
    assert_eq!(json["a"]["score"], json["b"]["score"]);
    let text = folder.fine(&run.replace("--format json", ""));
    text.out.must_have("A and B win equally often");
}

#[test]
fn a_shifted_table_is_found_to_be_worse_and_the_mirror_agrees() {
    let folder = folder();
    let run = |a: &str, b: &str| {
        let run = format!("{MATCH} --klv {a}.klv2 --against {b}.klv2 --pairs 300 --format json");
        folder.fine(&run).json()
    };
    let (good, worse) = (run("good", "worse"), run("worse", "good"));
    assert!(good["confidence"].as_f64().unwrap() > 0.99, "{good}");
    let number = |json: &Value, field: &str| json[field].as_f64().unwrap();
    assert_eq!(number(&good, "spread"), -number(&worse, "spread"));
    assert_eq!(good["wins"], worse["losses"]);
    assert_eq!(good["share_error"], worse["share_error"]);
    assert_eq!(good["a"]["score"], worse["b"]["score"]);
    assert_eq!(good["a"]["exchanges"], worse["b"]["exchanges"]);
    let sum = number(&good, "confidence") + number(&worse, "confidence");
    assert!((sum - 1.0).abs() < 1e-5);
    // The mirrored bag pays: single games would be less sure.
    assert!(number(&good, "single_error") > number(&good, "spread_error"));
}

#[test]
fn the_figures_do_not_depend_on_threads() {
    let folder = folder();
    let run = |threads: u16| {
        folder
            .fine(&format!(
                "{MATCH} --klv good.klv2 --against none --pairs 120 --seed 7 --format json \
                 --until 0.99 --report {threads}.html --threads {threads}"
            ))
            .out
    };
    let one = run(1);
    for threads in [2, 3] {
        assert_eq!(run(threads), one);
        assert_eq!(
            folder.text(&format!("{threads}.html")),
            folder.text("1.html")
        );
    }
    one.must_have("\"sequence\": {");
}

#[test]
fn a_match_stops_when_it_is_sure() {
    let folder = folder();
    let run = "--klv worse.klv2 --against good.klv2 --until 0.99 --pairs 5000";
    let ran = folder.fine(&format!("{MATCH} {run}"));
    ran.out.must_have("stopped: B scores more, with 99.0 %");
    let json = folder.fine(&format!("{MATCH} {run} --format json")).json();
    assert_eq!(json["stopped"], "worse");
    assert!(
        json["pairs"].as_u64().unwrap() < 5000 && json["sequence"]["high"].as_f64() < Some(0.0)
    );
    let run = "--klv good.klv2 --against good.klv2 --until 0.95 --within 5 --pairs 2000";
    let ran = folder.fine(&format!("{MATCH} {run}"));
    ran.out
        .must_have("stopped: they differ by less than 5 points a game, with 95.0 %");
    let run = "--klv good.klv2 --against good.klv2 --until 0.95 --pairs 100";
    let ran = folder.fine(&format!("{MATCH} {run}"));
    ran.out.must_have("not decided with 95.0 % after 100 pairs");
}

/// Each side plays by its own lexicon, with the same leave values if nothing
/// else is said.
#[test]
fn lexicons_play_each_other() {
    let folder = folder();
    let run = "--against-kwg fewer.kwg --klv good.klv2 --pairs 100 --format json";
    let json = folder.fine(&format!("{MATCH} {run}")).json();
    assert_eq!(
        (&json["a"]["kwg"], &json["b"]["kwg"]),
        (&"words.kwg".into(), &"fewer.kwg".into())
    );
    assert_eq!(json["b"]["klv"], "good.klv2");
    assert!(json["spread"].as_f64().unwrap() > 0.0, "{json}");
    let text = folder.fine(&format!("{MATCH} --against-kwg fewer.kwg --pairs 2"));
    text.out
        .must_start("A: words.kwg without leave values\nB: fewer.kwg without leave values\n");
}

/// Sides that differ only in how they play.
#[test]
fn a_side_may_play_endgames_exactly_or_exchange_less() {
    let folder = folder();
    let figures = |options: &str| {
        let command = format!("{MATCH} --klv good.klv2 --pairs 60 --format json {options}");
        folder.fine(&command).json()
    };
    let exact = figures("--endgame A");
    assert_eq!(exact["a"]["endgame_nodes"], 50_000);
    assert!(exact["b"]["endgame_nodes"].is_null());
    assert_eq!(exact["b"]["klv"], "good.klv2");
    assert!(exact["spread"].as_f64().unwrap() > 0.0, "{exact}");
    assert_eq!(exact, figures("--endgame a --threads 1"));
    // B plays exactly: the mirror image.
    let mirrored = figures("--endgame b");
    for field in ["spread", "share"] {
        let middle = if field == "share" { 1.0 } else { 0.0 };
        let sum = exact[field].as_f64().unwrap() + mirrored[field].as_f64().unwrap();
        assert!((sum - middle).abs() < 1e-9, "{field}: {exact} {mirrored}");
    }
    let both = figures("--endgame both");
    assert_eq!(
        (&both["spread"], &both["share"]),
        (&0.0.into(), &0.5.into())
    );
    // With too few nodes nothing is solved, and both sides are equal.
    let none = figures("--endgame a --endgame-nodes 1");
    assert!(none["spread"].as_f64().unwrap().abs() <= exact["spread"].as_f64().unwrap());
    let never = figures("--exchange never");
    assert_eq!(never["a"]["exchanges"], 0.0);
    assert!(never["b"]["exchanges"].as_f64().unwrap() > 0.0);
    let less = figures("--against-exchange 30");
    let of = |side: &str| less[side]["exchanges"].as_f64().unwrap();
    assert!(of("b") < of("a"), "{less}");
    let text = folder.fine(&format!(
        "{MATCH} --klv good.klv2 --pairs 1 --endgame a --against-exchange never"
    ));
    text.out
        .must_start("A: good.klv2, exact endgames\nB: good.klv2, no exchanges\n");
    for bad in ["--endgame c", "--exchange x", "--endgame-nodes 5"] {
        folder
            .run(&format!("{MATCH} --klv good.klv2 {bad}"))
            .assert_code(2);
    }
}

/// What a match writes, the replay reads and finds nothing wrong with.
#[test]
fn games_of_a_match_are_replayed_without_findings() {
    let folder = folder();
    folder.fine(&format!(
        "{MATCH} --klv good.klv2 --against none --pairs 4 --gcg games"
    ));
    let games = std::fs::read_dir(folder.path("games")).unwrap();
    let games: Vec<_> = games.map(|game| game.unwrap().file_name()).collect();
    assert_eq!(games.len(), 8);
    for game in games {
        let game = game.to_str().unwrap();
        let ran = folder.fine(&format!(
            "movegen-check replay games/{game} --kwg words.kwg --ruleset rules.yaml --format json"
        ));
        let json = ran.json();
        assert_eq!(json["finished"], true);
        assert_eq!(json["findings"].as_array().unwrap().len(), 0);
        for player in json["players"].as_array().unwrap() {
            assert_eq!(player["total"], player["expected_total"]);
        }
    }
}

/// A game that can't be written whole is not written at all. Here files may have 512
/// bytes; a full disk gives the same error.
#[cfg(unix)]
#[test]
fn half_a_game_is_never_left() {
    let folder = folder();
    let run = format!("{MATCH} --klv good.klv2 --pairs 1 --gcg games");
    let arguments: Vec<&str> = run.split(' ').skip(1).collect();
    let mut command = after("trap '' XFSZ; ulimit -f 1", "movegen-check", &arguments);
    let output = command.current_dir(folder.path("")).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    error.must_have("games/000001-1.gcg: can't write: File too large");
    assert_eq!(folder.path("games").read_dir().unwrap().count(), 0);
    // Without the trap, the system kills the program in the middle of a game.
    let mut command = after("ulimit -f 1", "movegen-check", &arguments);
    let output = command.current_dir(folder.path("")).output().unwrap();
    assert_eq!(output.status.code(), None);
    assert!(!folder.path("games/000001-1.gcg").exists());
    // The next match sweeps away what is left of it.
    folder.fine(&run);
    assert_eq!(folder.path("games").read_dir().unwrap().count(), 2);
}

#[test]
fn games_name_their_ruleset() {
    let folder = Folder::new();
    folder.write(
        "words.txt",
        "AT\nTEA\nEAT\nATE\nEEL\nTEE\nTAE\nLEA\nTEAL\nLATE\n",
    );
    for ruleset in ["english", "spanish", "super-english"] {
        folder.fine(&format!(
            "kwg-build -q --ruleset {ruleset} --words words.txt -o {ruleset}.kwg"
        ));
        folder.fine(&format!(
            "movegen-check match --ruleset {ruleset} --kwg {ruleset}.kwg --endgame a --pairs 1 --gcg {ruleset}"
        ));
        let replay = format!("movegen-check replay --kwg {ruleset}.kwg {ruleset}/000001-1.gcg");
        let replay = folder.fine(&replay);
        assert!(!replay.err.contains("read as"), "{}", replay.err);
    }
}

#[test]
fn games_are_written_as_gcg() {
    let folder = folder();
    folder.fine(&format!(
        "{MATCH} --klv good.klv2 --against none --pairs 3 --gcg games/all"
    ));
    let names: Vec<String> = (1..=3)
        .flat_map(|pair| [1, 2].map(|game| format!("games/all/{pair:06}-{game}.gcg")))
        .collect();
    assert_eq!(
        std::fs::read_dir(folder.path("games/all")).unwrap().count(),
        names.len()
    );
    for (place, name) in names.iter().enumerate() {
        let text = folder.text(name);
        let players = match place % 2 {
            0 => "#player1 A good.klv2\n#player2 B no leave values\n",
            _ => "#player1 B no leave values\n#player2 A good.klv2\n",
        };
        text.must_start(&format!(
            "#character-encoding UTF-8\n{players}#description seed 1, pair "
        ));
        let mut sums = [0i64; 2];
        let events = text.lines().filter(|line| line.starts_with('>'));
        for (turn, event) in events.enumerate() {
            let words: Vec<&str> = event.split_whitespace().collect();
            let side = usize::from(words[0] == ">B:");
            assert!(words[0] == ">A:" || words[0] == ">B:", "{event}");
            let ends = words.iter().any(|word| word.starts_with('('));
            assert!(ends || side == (turn + place) % 2, "{text}");
            let expected = match (ends, words[1].starts_with('('), words[2].starts_with('-')) {
                (true, true, _) => 4,
                (true, false, _) | (false, _, true) => 5,
                (false, ..) => 6,
            };
            assert_eq!(words.len(), expected, "{event}");
            let number = |from_end: usize| words[words.len() - from_end].parse::<i64>().unwrap();
            let (score, sum) = (number(2), number(1));
            sums[side] += score;
            assert_eq!(sums[side], sum, "{text}");
        }
    }
}

#[test]
fn bad_inputs_are_refused() {
    let folder = folder();
    folder.write("text.klv2", "no leaves");
    for (run, expected) in [
        (
            "--klv text.klv2",
            "text.klv2: expected leave values, found a word list",
        ),
        ("--klv lost.klv2", "lost.klv2: can't read"),
        (
            "--klv good.klv2 --against words.kwg",
            "words.kwg: expected leave values, found a word graph",
        ),
        (
            "--klv good.klv2 --against-kwg good.klv2",
            "good.klv2: expected a word graph, found leave values",
        ),
    ] {
        let before = folder.snapshot();
        let ran = folder.run(&format!("{MATCH} {run} --gcg games --report r.html"));
        ran.assert_out(2, "");
        ran.err.must_start(&format!("movegen-check: {expected}"));
        assert!(folder.snapshot() == before, "{run}");
    }
    for (run, expected) in [
        ("", "expected a difference between the sides: --klv"),
        (
            "--klv good.klv2 --gcg words.kwg",
            "words.kwg: expected a directory, found a file",
        ),
        ("--klv good.klv2 --within 2", "--until <CONFIDENCE>"),
        (
            "--klv good.klv2 --until 1",
            "expected a confidence from 0.5 to below 1, found `1`",
        ),
        (
            "--klv good.klv2 --until 0.9 --within=-1",
            "expected a number of points above 0",
        ),
        ("--klv good.klv2 --pairs 0", "0 is not in 1..=1000000000"),
        (
            "--klv good.klv2 --report page.txt",
            "expected a name that ends in .html",
        ),
    ] {
        let ran = folder.run(&format!("{MATCH} {run}"));
        ran.assert_out(2, "");
        ran.err.must_have(expected);
    }
}

/// Once games are there, Ctrl-C ends the match with the figures of all whole
/// blocks, and they are those of a match of that length.
#[cfg(unix)]
#[test]
fn ctrl_c_gives_the_figures_so_far() {
    let folder = folder();
    let run = "match --ruleset rules.yaml --kwg words.kwg --klv good.klv2 --against none \
               --format json --threads 1 --gcg games";
    let command = format!("{run} --pairs 100000000");
    let command: Vec<String> = command.split_whitespace().map(str::to_string).collect();
    let mut program = Running::start(&folder, &command);
    program.wait(|_| folder.path("games/000001-1.gcg").exists());
    program.interrupt();
    let (code, out) = program.end();
    assert_eq!(code, Some(130));
    let mut json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["stopped"], "interrupted");
    json["stopped"] = Value::Null;
    let pairs = json["pairs"].as_u64().unwrap();
    assert!(pairs > 0 && pairs.is_multiple_of(50), "{pairs}");
    let run = run.replace("--gcg games", "--gcg again");
    let again = format!("movegen-check {run} --pairs {pairs}");
    assert_eq!(folder.fine(&again).json(), json);
}

fn recipe(table: &str, gate: &str) -> String {
    format!(
        "lexicon: TRY\nruleset: rules.yaml\nwords: {{include: [words.txt]}}\n\
         graphs: [{{file: TRY.kwg}}]\n\
         leaves: [{{file: TRY.klv2, source: {table}.csv, beyond_bag: true}}]\n\
         match: {gate}\n"
    )
}

#[test]
fn a_recipe_stops_a_release_that_loses() {
    let folder = folder();
    let gate = "{against: good.klv2, pairs: 100, at_least: 0.48}";
    let check = "movegen-check --pass moves --games 1 r.yaml";
    for (table, code) in [("worse", 1), ("good", 0)] {
        folder.write("r.yaml", recipe(table, gate));
        folder.fine("kwg-build -q r.yaml");
        folder.fine("klv-build -q r.yaml");
        let ran = folder.run(check);
        ran.assert_code(code);
        let lost = "a match was lost: expected a share of wins of at least 0.48, found 0.";
        match code {
            1 => ran.out.must_have(lost),
            _ => ran.out.must_have("100 match pairs"),
        }
    }
}

#[test]
fn a_match_that_can_not_be_played_is_a_fault_of_the_recipe() {
    let folder = folder();
    for (gate, expected) in [
        (
            "{against: good.klv2, pairs: 0, at_least: 0.48}",
            "r.yaml:6:36: match.pairs: expected 1 to 100000, found 0",
        ),
        (
            "{against: good.klv2, at_least: 48}",
            "r.yaml:6:39: match.at_least: expected a share from 0 to 1, found 48",
        ),
        (
            "{against: good.klv2}",
            "r.yaml:6:8: match: missing field `at_least`",
        ),
        (
            "{against: lost.klv2, at_least: 0.5}",
            "lost.klv2: can't read: No such file or directory (os error 2)",
        ),
    ] {
        folder.write("r.yaml", recipe("good", gate));
        let ran = folder.run("movegen-check r.yaml");
        ran.assert_code(2);
        assert_eq!(ran.messages(), [format!("movegen-check: {expected}")]);
    }
}

#[test]
fn the_page_shows_the_match_in_a_real_browser() {
    let folder = folder();
    folder.fine(&format!(
        "{MATCH} --klv worse.klv2 --against good.klv2 --pairs 200 --report match.html"
    ));
    let page = folder.text("match.html");
    check_page(&page);
    for part in [
        "<h1>worse.klv2 against good.klv2</h1>",
        "<p class=\"verdict bad\">B is better, with a confidence of ",
        "<h2>Share of wins of A as it settled</h2>",
        "<b>200 pairs</b>",
        "<polyline points=",
        "<th scope=\"row\">exchanges</th>",
        "<h3>Percentiles</h3>",
    ] {
        page.must_have(part);
    }
    let Some(browser) = browser() else {
        return missing("chromium");
    };
    let probe = "<script>\ndocument.title = 'wide ' + (document.documentElement.scrollWidth > \
                 innerWidth) + ' ' + document.querySelector('svg').getBoundingClientRect().height;\n\
                 </script></body>";
    folder.write("probed.html", page.replace("</body>", probe));
    for size in ["390,844", "1280,900"] {
        let window = format!("--window-size={size}");
        let shown = browse(browser, &folder, "probed.html", &["--dump-dom", &window]);
        assert!(shown.contains("<title>wide false 2"), "{:.600}", shown);
    }
}
