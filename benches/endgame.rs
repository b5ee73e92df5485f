//! Endgames: the effect of each technique of the solver.
//!
//! The same positions are solved with all techniques and with each one off. All runs
//! must find the same values. Times are compared within one run; nodes do not depend on
//! the machine.
#![allow(clippy::unwrap_used, clippy::print_stdout)] // a program for developers

mod scowl;

use scowl::read_words;
use std::time::{Duration, Instant};
use wordmill::graph::{Graph, GraphKind, GraphSpec, NodeFormat, build};
use wordmill::play::{
    Endgame, EndgameOptions, EndgameStatus, EndgameTechniques, EndgameWords, solve_endgame,
};
use wordmill::ruleset::Ruleset;

const GOLDEN: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/data/golden/endgames-scowl.tsv"
);

/// The number of nodes after which a solver without one of its techniques is given up.
const MOST_NODES: u64 = 3_000_000;

struct Row<'r> {
    endgame: Endgame<'r>,
    value: i32,
}

fn main() {
    let english = Ruleset::builtin("english").unwrap();
    let graph = read_graph(&english);
    let golden = std::fs::read_to_string(GOLDEN).unwrap();
    let rows: Vec<Row<'_>> = golden.lines().skip(1).map(|l| row(&english, l)).collect();
    let of = |least: usize, most: usize| -> Vec<&Row<'_>> {
        let within = |row: &&Row<'_>| (least..=most).contains(&row.endgame.tiles());
        rows.iter().filter(within).collect()
    };
    compare("2 to 8 tiles", &graph, &of(2, 8));
    compare("9 and 10 tiles", &graph, &of(9, 10));
    solve_all("2 to 10 tiles", &graph, &of(2, 10));
    solve_all("11 tiles", &graph, &of(11, 11));
    solve_all("12 to 14 tiles", &graph, &of(12, 14));
    prune("without a blank", &graph, &blanks(&of(2, 14), false));
    prune("with a blank", &graph, &blanks(&of(2, 14), true));
}

/// The rows that have a blank on a rack, or those that have none.
fn blanks<'a, 'r>(rows: &[&'a Row<'r>], wanted: bool) -> Vec<&'a Row<'r>> {
    let has_blank = |row: &&Row<'_>| row.endgame.racks().concat().contains(&0);
    let rows = rows.iter().copied();
    rows.filter(|row| has_blank(row) == wanted).collect()
}

fn read_graph(english: &Ruleset) -> Graph {
    let bytes = build(&read_words(english), GraphSpec::new()).unwrap();
    Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap()
}

fn row<'r>(english: &'r Ruleset, line: &str) -> Row<'r> {
    let cells: Vec<&str> = line.split('\t').collect();
    Row {
        endgame: Endgame::read(english, cells[0], cells[1], cells[2]).unwrap(),
        value: cells[4].parse().unwrap(),
    }
}

/// Solves positions with all techniques, and without each.
fn compare(title: &str, graph: &Graph, rows: &[&Row<'_>]) {
    type Change = fn(&mut EndgameTechniques);
    let ways: [(&str, Change); 9] = [
        ("all parts", |_| ()),
        ("without the order of moves", |t| t.order = false),
        ("without the table", |t| t.table = false),
        ("without kept lists of plays", |t| t.kept = false),
        ("without history", |t| t.history = false),
        ("without limited searches", |t| t.limited = false),
        ("without searching alone", |t| t.alone = false),
        // A principal variation search with a table, going out first and the best
        // scores first, as in other programs.
        ("plain, lists kept", |t| {
            (t.history, t.limited, t.alone) = (false, false, false);
        }),
        ("plain", |t| {
            (t.history, t.limited, t.alone) = (false, false, false);
            t.kept = false;
        }),
    ];
    println!("{} endgames of {title}", rows.len());
    let mut first = None;
    for (name, change) in ways {
        let mut techniques = EndgameTechniques::default();
        change(&mut techniques);
        let mut options = EndgameOptions::default();
        (options.techniques, options.max_nodes) = (techniques, MOST_NODES);
        let (mut nodes, mut given_up) = (0, 0);
        let start = Instant::now();
        for row in rows {
            let solution = solve_endgame(graph, &row.endgame, &options).unwrap();
            nodes += solution.stats.nodes;
            match solution.status {
                EndgameStatus::Solved => assert_eq!(solution.value(), Some(row.value)),
                EndgameStatus::Bounded => given_up += 1,
            }
        }
        let time = start.elapsed();
        let (first_time, first_nodes) = *first.get_or_insert((time, nodes));
        println!(
            "  {name:28} {:8.1} ms  {:6.2} × time  {:6.2} × nodes  {:8.0} nodes a ms  {given_up} given up",
            time.as_secs_f64() * 1e3,
            time.as_secs_f64() / first_time.as_secs_f64(),
            nodes as f64 / first_nodes as f64,
            nodes as f64 / time.as_secs_f64() / 1e3,
        );
    }
    println!();
}

/// Solves positions and prints the times of the fastest, the median and the slowest.
fn solve_all(title: &str, graph: &Graph, rows: &[&Row<'_>]) {
    let mut times: Vec<Duration> = Vec::new();
    for row in rows {
        let start = Instant::now();
        let solution = solve_endgame(graph, &row.endgame, &EndgameOptions::default()).unwrap();
        assert_eq!(solution.value(), Some(row.value));
        times.push(start.elapsed());
    }
    print_times(&format!("{} endgames of {title}", rows.len()), times);
}

/// Finds the words that can be made, and prints the times in the same way. The fastest
/// of some turns counts for each endgame.
fn prune(title: &str, graph: &Graph, rows: &[&Row<'_>]) {
    let mut words = 0;
    let mut times: Vec<Duration> = Vec::new();
    for row in rows {
        let mut find = || {
            let start = Instant::now();
            words += EndgameWords::find(graph, &row.endgame).unwrap().len();
            start.elapsed()
        };
        times.extend((0..TURNS).map(|_| find()).min());
    }
    words /= TURNS;
    let average = words / rows.len();
    let title = format!(
        "the words of {} endgames {title}, {average} each",
        rows.len()
    );
    print_times(&title, times);
}

/// The number of times the words of an endgame are found.
const TURNS: usize = 7;

fn print_times(title: &str, mut times: Vec<Duration>) {
    times.sort();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    println!(
        "{title}: {:.1} ms in all, median {:.2}, slowest {:.1}",
        ms(times.iter().sum()),
        ms(times[times.len() / 2]),
        ms(times[times.len() - 1])
    );
}
