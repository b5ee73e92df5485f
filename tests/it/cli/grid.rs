//! `kwg-dump grid`: words, puzzles and made grids.
//!
//! `tests/data/golden/grids.tsv` has figures on which two other programs agree.

use crate::support::graphs::{graph_of, read_list, spec};
use crate::support::harness::{Folder, Text, repo};
use serde_json::Value;
use std::sync::LazyLock;
use wordmill::graph::{Content, Graph, Layout, build};
use wordmill::grid::{
    FindOptions, Goal, Gravity, Grid, Points, SolveOptions, SolveStatus, find, solve,
};
use wordmill::ruleset::Ruleset;

static ENGLISH: LazyLock<Ruleset> = LazyLock::new(|| Ruleset::builtin("english").unwrap());

fn scowl() -> Graph {
    let words = read_list("scowl-2-15");
    graph_of(&words, spec(Content::Dawg, Layout::Wolges), 26)
}

fn read(text: &str) -> Grid {
    Grid::read(text, ENGLISH.alphabet()).unwrap()
}

/// The rows of the golden table, by the names of their columns.
fn golden() -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(repo().join("tests/data/golden/grids.tsv")).unwrap();
    let row = |line: &str| line.split('\t').map(str::to_string).collect();
    text.lines().skip(1).map(row).collect()
}

#[test]
fn golden_words() {
    let graph = scowl();
    let rows = golden();
    assert_eq!(rows.len(), 59);
    for row in rows {
        let grid = read(&row[1]);
        for (min, words, paths) in [(2, 2, 4), (3, 3, 5)] {
            let mut options = FindOptions::default();
            options.min_length = min;
            let found = find(&graph, &grid, &options).unwrap();
            assert_eq!(found.word_count().to_string(), row[words], "{}", row[1]);
            assert_eq!(found.path_count().to_string(), row[paths], "{}", row[1]);
            if min == 2 {
                continue;
            }
            let points = found
                .words()
                .map(|word| Points::Boggle.of(word.tiles, word.path(), &grid, &ENGLISH));
            assert_eq!(points.sum::<u32>().to_string(), row[7], "{}", row[1]);
            let longest = found.words().map(|word| word.tiles.len()).max().unwrap();
            let first = found
                .words()
                .find(|word| word.tiles.len() == longest)
                .unwrap();
            let first = ENGLISH.alphabet().word_text(first.tiles);
            assert_eq!(first, row[6], "{}", row[1]);
        }
    }
}

/// All sorts of puzzle in the table, and with more than one thread.
#[test]
fn golden_solutions() {
    let graph = scowl();
    let sort = |gravity, goal, min_length| {
        let mut options = SolveOptions::default();
        (options.gravity, options.goal, options.min_length) = (gravity, goal, min_length);
        options
    };
    let sorts = [
        (8, sort(Gravity::Fall, Goal::Points, 2)),
        (11, sort(Gravity::Fall, Goal::Clear, 2)),
        (14, sort(Gravity::Fall, Goal::Points, 3)),
        (15, sort(Gravity::Fall, Goal::Clear, 3)),
        (16, sort(Gravity::Still, Goal::Points, 2)),
        (17, sort(Gravity::Still, Goal::Clear, 2)),
        (18, sort(Gravity::Still, Goal::Points, 3)),
    ];
    let mut states = 0;
    for row in golden().into_iter().filter(|row| row[0] == "solve") {
        let grid = read(&row[1]);
        for (column, options) in &sorts {
            let solution = solve(&graph, &grid, options).unwrap();
            let points = solution
                .points
                .map_or("none".into(), |points| points.to_string());
            assert_eq!(points, row[*column], "{} column {column}", row[1]);
            assert_eq!(solution.status, SolveStatus::Solved);
            assert_eq!(solution.upper_bound, solution.points);
            let mut together = options.clone();
            together.threads = 3;
            let together = solve(&graph, &grid, &together).unwrap();
            assert_eq!(
                (together.points, together.line),
                (solution.points, solution.line)
            );
            if *column == 8 {
                states += solution.states;
            }
        }
    }
    // The table's grids have 310,000 states that can be reached.
    assert!(states < 20_000, "{states}");
}

#[test]
fn a_search_that_is_given_up_gives_a_line_and_a_bound() {
    let graph = scowl();
    let grid = read("SHTPRO/NOATLE/RIWSHP/PAEVUT/OTHDMU/NSRPOW");
    let mut options = SolveOptions::default();
    options.max_states = 700;
    let solution = solve(&graph, &grid, &options).unwrap();
    assert_eq!(solution.status, SolveStatus::Bounded);
    let (points, bound) = (solution.points.unwrap(), solution.upper_bound.unwrap());
    assert!(
        0 < points && points < bound && bound <= 48,
        "{points} {bound}"
    );
}

fn folder() -> Folder {
    let folder = Folder::new();
    for (name, list) in [
        ("toy.kwg", "toy"),
        ("spanish.kwg", "toy-spanish"),
        ("core.kwg", "core-2-15"),
    ] {
        let words = read_list(list);
        folder.write(
            name,
            build(&words, spec(Content::Gaddawg, Layout::Wolges)).unwrap(),
        );
    }
    folder
}

fn json(folder: &Folder, command: &str) -> Value {
    serde_json::from_str(&folder.fine(command).out).unwrap()
}

#[test]
fn words_of_grids() {
    let folder = folder();
    let run = |arguments: &str| folder.fine(&format!("kwg-dump grid -q {arguments}")).out;
    assert_eq!(run("toy.kwg CA/ER --count"), "1\n");
    let table = "word  length  points  paths  path\n\
                 CARE       4       6      1  A1 B1 B2 A2\n\
                 1 word, 1 path, 6 points\n";
    assert_eq!(run("toy.kwg CA/ER --points ruleset"), table);
    assert_eq!(
        run("toy.kwg CA/ER --format csv"),
        "grid,word,length,points,paths,path\nCA/ER,CARE,4,1,1,A1 B1 B2 A2\n"
    );
    run("toy.kwg CA/ER --picture").must_have("      C¹ A²\n      E⁴ R³\n");
    // Blanks, holes, conditions, and all paths.
    assert_eq!(run("toy.kwg ?A./E.R --count --prefix C"), "0\n");
    assert_eq!(run("toy.kwg ?A./ER. --count --prefix C"), "1\n");
    assert_eq!(
        run("toy.kwg ABA --format json --paths"),
        "{\"grid\":\"ABA\",\"count\":3,\"path_count\":6,\"points\":1,\"words\":[\
        {\"word\":\"AB\",\"length\":2,\"points\":0,\"path_count\":2,\"path\":[\"A1\",\"B1\"],\"paths\":[[\"A1\",\"B1\"],[\"C1\",\"B1\"]]},\
        {\"word\":\"ABA\",\"length\":3,\"points\":1,\"path_count\":2,\"path\":[\"A1\",\"B1\",\"C1\"],\"paths\":[[\"A1\",\"B1\",\"C1\"],[\"C1\",\"B1\",\"A1\"]]},\
        {\"word\":\"BA\",\"length\":2,\"points\":0,\"path_count\":2,\"path\":[\"B1\",\"A1\"],\"paths\":[[\"B1\",\"A1\"],[\"B1\",\"C1\"]]}]}\n"
    );
    // Digraphs.
    let spanish = json(
        &folder,
        "kwg-dump grid spanish.kwg A[CH]E/[RR]O? --ruleset spanish --format json",
    );
    let words: Vec<&str> = spanish["words"]
        .as_array()
        .unwrap()
        .iter()
        .map(|w| w["word"].as_str().unwrap())
        .collect();
    assert_eq!(
        (spanish["grid"].as_str(), words),
        (Some("A[CH]E/[RR]O?"), vec!["A[CH]E", "[CH]A[RR]O"])
    );
    // Many grids, from the standard input and from files.
    let many = "CA/ER\n# a comment\n\nAB\nBA\n";
    let ran = folder
        .run_with("kwg-dump grid -q toy.kwg --count", many)
        .fine()
        .out;
    assert_eq!(ran, "1\n4\n");
    folder.write("grids.txt", many);
    assert_eq!(run("toy.kwg grids.txt CA/ER --count"), "1\n4\n1\n");
    run("toy.kwg grids.txt").must_have("AB/BA\nword");
}

#[test]
fn puzzles() {
    let folder = folder();
    let solve = |arguments: &str| {
        json(
            &folder,
            &format!("kwg-dump grid -q toy.kwg {arguments} --solve --format json"),
        )
    };
    let free = solve("CA/ER");
    assert_eq!(free["points"], 1);
    assert_eq!(free["line"], serde_json::json!(["CARE"]));
    assert_eq!(
        (free["status"].as_str(), &free["upper_bound"]),
        (Some("solved"), &free["points"])
    );
    // ABA has to go before CARE can be traced.
    let fall = solve("CAR/ABA/E.E --bonus 0,0,0,7");
    assert_eq!(
        (&fall["points"], &fall["line"]),
        (&7.into(), &serde_json::json!(["ABA", "CARE"]))
    );
    let none = solve("QQ --goal clear");
    assert!(none["points"].is_null() && none["upper_bound"].is_null());
    // A published game: 1 point off for each letter left, 50 for an empty grid.
    assert_eq!(solve("QI/QX --left 1 --empty 50")["points"], -2);
    assert_eq!(solve("QI/XU --left 1 --empty 50")["points"], 50);
    assert_eq!(solve("QI/XU --still --left 1 --empty 50")["points"], 50);
    let text = folder
        .fine("kwg-dump grid -q toy.kwg QIX/ABU --solve --goal clear --picture")
        .out;
    text.must_start("QIX/ABU: 0 points, nothing left; solved: no line has more\n");
    let csv = folder
        .fine("kwg-dump grid -q toy.kwg CA/ER QQ --solve --format csv")
        .out;
    let expected =
        "grid,points,status,upper_bound,left,line\nCA/ER,1,solved,1,0,CARE\nQQ,0,solved,0,2,\n";
    assert_eq!(csv, expected);
}

#[test]
fn grids_are_made() {
    let folder = folder();
    let make = |arguments: &str| folder.fine(&format!("kwg-dump grid -q {arguments}")).out;
    let grid = make("--make 6x6 --seed 5");
    assert_eq!(grid, "MOUCPG/IHZAAO/OEAMLG/JVGYAU/OEYSPI/UISTZI\n");
    assert_ne!(grid, make("--make 6x6 --seed 6"));
    let spanish = make("--make 2x30 --seed 1 --ruleset spanish");
    assert_eq!(read_in("spanish", spanish.trim()).letters(), 60);
    let made = json(
        &folder,
        "kwg-dump grid -q core.kwg --make 3x3 --words-at-least 20 --clearable --format json",
    );
    assert!(made["count"].as_u64() >= Some(20));
    assert_eq!(
        (
            made["solution"]["left"].as_u64(),
            made["solution"]["points"].is_null()
        ),
        (Some(0), false)
    );
    // What is made can be read again.
    let text = make("core.kwg --make 3x3 --clearable");
    text.must_have("# ");
    folder
        .run_with("kwg-dump grid -q core.kwg --solve --goal clear", text)
        .fine()
        .out
        .must_have("nothing left");
}

fn read_in(ruleset: &str, text: &str) -> Grid {
    Grid::read(text, Ruleset::builtin(ruleset).unwrap().alphabet()).unwrap()
}

#[test]
fn what_is_no_grid_is_refused() {
    let folder = folder();
    folder
        .write("bad.txt", "AB/CD\n\nABC\nAB\n")
        .write("none.txt", "\n");
    let wide = "A".repeat(33);
    for (arguments, expected) in [
        (
            "toy.kwg AB/C",
            "grid:1:4: row 2: expected 2 cells, as the first row has, found 1\n    AB/C\n       ^",
        ),
        (
            "toy.kwg A7/BC",
            "grid:1:2: unknown tile `7` in `A7`\n    A7/BC\n     ^",
        ),
        (
            "toy.kwg ''",
            "expected a grid such as `ABCD/EFGH`, found nothing",
        ),
        (
            "toy.kwg ...",
            "grid:1: expected at least one letter, found only holes",
        ),
        (
            &format!("toy.kwg {wide}"),
            "row 1: expected at most 32 cells, found 33",
        ),
        (
            "toy.kwg bad.txt",
            "bad.txt:4:1: row 2: expected 3 cells, as the first row has, found 2",
        ),
        ("toy.kwg none.txt", "none.txt: expected a grid, found none"),
        (
            "toy.kwg AAAAAAAAA/AAAAAAAAA/AAAAAAAAA/AAAAAAAAA/AAAAAAAAA/AAAAAAAAA/AAAAAAAAA/AAAAAAAAA --solve",
            "expected at most 64 letters to solve, found 72",
        ),
        (
            "toy.kwg AB --solve --bonus 1,x",
            "--bonus: bonus table: expected a number of points, found `x`",
        ),
        (
            "toy.kwg AB --solve --left 10001",
            "left: expected at most 10000 points, found 10001",
        ),
        (
            "toy.kwg AB --solve --prefix A",
            "expected no conditions on words with --solve",
        ),
        ("--make 33x1", "--make: rows: expected 1 to 32, found 33"),
        (
            "toy.kwg --make 1x1 --words-at-least 9",
            "--make: none of 1000 grids has what is asked for",
        ),
        (
            "toy.kwg AB --seconds 0",
            "expected a number of seconds above 0, at most 1000000, found `0`",
        ),
        ("--make 3", "expected ROWSxCOLUMNS such as 6x6, found `3`"),
        ("--make 3x3 --clearable", "<FILE>"),
        ("toy.kwg AB --solve --count", "cannot be used with"),
    ] {
        let ran = folder.run(&format!("kwg-dump grid -q {arguments}"));
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (2, ""),
            "{arguments}: {}",
            ran.err
        );
        ran.err.must_have(expected);
    }
}

/// A row of letters with a hole looks like the name of a file.
/// A file in a folder that is there is missing, though its path could be rows of letters.
#[test]
fn a_missing_file_in_a_folder_is_no_grid() {
    let folder = folder();
    folder.write("grids/first", "AB\n");
    refuses_grid(
        &folder,
        "grids/daily",
        "grids/daily: can't read: No such file",
    );
    // Nor is a row what other programs read as two.
    refuses_grid(&folder, "'ABE\u{2028}DEF'", "unknown tile `\\u{2028}`");
    let both = folder.run("kwg-dump grid - -");
    both.assert_code(2);
    both.err
        .must_have("expected one thing from the standard input, found 2");
    folder.write("x.grid", b"AB\nC\xff\n");
    refuses_grid(
        &folder,
        "x.grid",
        "x.grid:2:2: expected UTF-8, found the byte 0xff",
    );
}

fn refuses_grid(folder: &Folder, grid: &str, part: &str) {
    let ran = folder.run(&format!("kwg-dump grid toy.kwg {grid}"));
    ran.assert_code(2);
    ran.err.must_have(part);
}

#[test]
fn a_missing_file_is_no_grid() {
    let folder = folder();
    for name in ["grid.txt", "aba.grid", "no/such/grid.txt", "./ab.text"] {
        let ran = folder.run(&format!("kwg-dump grid -q toy.kwg {name}"));
        ran.assert_out(2, "");
        ran.err
            .must_start(&format!("kwg-dump: {name}: can't read: "));
    }
    // Every other text with holes is a grid, and so are several rows of one size.
    for (grid, words) in [
        ("ABA.TXT", "3\n"),
        ("aba.ca", "3\n"),
        ("aba.", "3\n"),
        (".txt.aba", "3\n"),
        ("qabatxt/aba.txt", "4\n"),
    ] {
        let ran = folder.fine(&format!("kwg-dump grid -q toy.kwg {grid} --count"));
        assert_eq!(ran.out, words, "{grid}");
    }
    folder.write("there.dat", "CA/ER\n");
    let ran = folder.fine("kwg-dump grid -q toy.kwg there.dat --count");
    assert_eq!(ran.out, "1\n");
}
