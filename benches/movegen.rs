//! Measures move generation: the two fast generators over the same positions in the
//! same run, and the best play compared with all plays.
//!
//! The positions come from games with a fixed seed. The measured parts alternate. For
//! each position the fastest round counts, since other load on the machine can only
//! make a round slower.
//!
//! Instruction counts do not depend on other load. With the argument `count`, valgrind
//! counts the instructions of one round over the same positions, without the setup:
//! `make callgrind`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout
)] // a program for developers

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use wordmill::graph::{Graph, GraphKind, GraphSpec, NodeFormat, build};
use wordmill::leave;
use wordmill::leave::{LeaveSpec, Leaves};
use wordmill::movegen::{DawgGenerator, GaddagGenerator, Position, RankOptions, Ranker};
use wordmill::play::play_games;
use wordmill::ruleset::Ruleset;
use wordmill::source::{LeaveOptions, LengthBounds, ListOptions, ListReader, Outside, read_leaves};

const POSITIONS: usize = 1_000;
const ROUNDS: usize = 9;

/// The parts whose instructions are counted, and the unit per which a count is given.
const COUNTED: [(&str, &str); 3] = [
    ("all-plays", "play"),
    ("all-plays-dawg", "play"),
    ("best-play", "position"),
];

fn main() {
    let mode = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    if mode.as_deref() == Some("count") {
        return count_instructions();
    }
    let repo = Path::new(env!("CARGO_MANIFEST_DIR"));
    let english = Ruleset::builtin("english").unwrap();
    let graph = scowl(repo, &english);
    let csv = std::fs::read(repo.join("tests/data/golden/leaves-small.csv")).unwrap();
    let table = read_leaves("english.csv", &csv, &english, LeaveOptions::default()).unwrap();
    let bytes = leave::build(&table, english.alphabet(), LeaveSpec::default()).unwrap();
    let leaves = Leaves::from_bytes(&bytes, 26).unwrap();

    let games = play_games(&graph, &english, &leaves, 6, 60).unwrap();
    let turns = games.iter().flat_map(|game| &game.turns).take(POSITIONS);
    let positions: Vec<Position<'_>> = turns
        .map(|turn| Position::read(&english, &turn.board, &turn.rack).unwrap())
        .collect();
    assert_eq!(positions.len(), POSITIONS);

    let mut gaddag = GaddagGenerator::new(&graph, &english).unwrap();
    let mut dawg = DawgGenerator::new(&graph);
    let mut ranker = Ranker::new(&graph, &english);
    let mut shadow = RankOptions::default();
    (shadow.exchanges, shadow.pass) = (false, false);
    let mut plain = shadow;
    plain.shadow = false;
    if let Some(name) = mode {
        let mut total = Total::default();
        match name.as_str() {
            "all-plays" => counted(&positions, |position| {
                gaddag.plays(position, |found| total.add(found.score));
            }),
            "all-plays-dawg" => counted(&positions, |position| {
                dawg.plays(position, |found| total.add(found.score));
            }),
            "best-play" => counted(&positions, |position| {
                let best = ranker.top(position, &leaves, 1, shadow);
                best.iter().for_each(|best| total.add(best.score));
            }),
            _ => panic!("expected count, all-plays, all-plays-dawg or best-play, found {name}"),
        }
        println!("{} {}", total.moves, total.points);
        return;
    }
    let mut parts = [(); 4].map(|()| Part::default());
    for _ in 0..ROUNDS {
        parts[0].measure(&positions, |position, total| {
            gaddag.plays(position, |found| total.add(found.score));
        });
        parts[1].measure(&positions, |position, total| {
            dawg.plays(position, |found| total.add(found.score));
        });
        for (part, options) in [(2, plain), (3, shadow)] {
            parts[part].measure(&positions, |position, total| {
                let best = ranker.top(position, &leaves, 1, options);
                best.iter().for_each(|best| total.add(best.score));
            });
        }
    }
    let [gaddag, dawg, best_of_all, best] = &parts;
    assert_eq!(gaddag.total, dawg.total, "the generators differ");
    assert_eq!(best_of_all.total, best.total, "shadow play differs");
    println!("{POSITIONS} positions, {} plays", gaddag.total.moves);
    println!("                        ns a position  positions/s  ns a play");
    for (name, part) in [
        ("all plays, GADDAG", gaddag),
        ("all plays, DAWG", dawg),
        ("best play, every anchor", best_of_all),
        ("best play, shadow play", best),
    ] {
        let seconds = part.seconds();
        println!(
            "{name:23} {:13.0}  {:11.0}  {:9.1}",
            1e9 * seconds / POSITIONS as f64,
            POSITIONS as f64 / seconds,
            1e9 * seconds / gaddag.total.moves as f64,
        );
    }
    println!(
        "GADDAG against DAWG, all plays: {:.2} times as fast (target 3)",
        dawg.seconds() / gaddag.seconds()
    );
    println!(
        "best play against all plays: {:.2} times as fast (target 2)",
        gaddag.seconds() / best.seconds()
    );
}

/// Runs this program under valgrind for each counted part.
fn count_instructions() {
    let program = std::env::current_exe().unwrap();
    println!("{POSITIONS} positions  instructions");
    for (name, unit) in COUNTED {
        let run = Command::new("valgrind")
            .args(["--tool=callgrind", "--toggle-collect=*counted*"])
            .arg(format!("--callgrind-out-file=target/callgrind.{name}"))
            .arg(&program)
            .arg(name)
            .output();
        let run = run.expect("valgrind has to be installed");
        let report = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "{report}");
        let collected = report.split("Collected :").nth(1);
        let count: f64 = collected
            .unwrap()
            .split_whitespace()
            .next()
            .unwrap()
            .parse()
            .unwrap();
        let found = String::from_utf8(run.stdout).unwrap();
        let moves: f64 = found.split(' ').next().unwrap().parse().unwrap();
        println!("{name:14} {count:15} {:10.1} a {unit}", count / moves);
    }
}

/// The part whose instructions are counted. Valgrind finds it by this name.
#[inline(never)]
fn counted<'p>(positions: &[Position<'p>], run: impl FnMut(&Position<'p>)) {
    positions.iter().for_each(run);
}

/// Totals by which results are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Total {
    moves: u64,
    points: u64,
}

impl Total {
    fn add(&mut self, score: u32) {
        self.moves += 1;
        self.points += u64::from(score);
    }
}

/// A measured part.
#[derive(Default)]
struct Part {
    /// The fastest time of each position.
    times: Vec<Duration>,
    total: Total,
}

impl Part {
    fn measure<'p>(
        &mut self,
        positions: &[Position<'p>],
        mut run: impl FnMut(&Position<'p>, &mut Total),
    ) {
        self.times.resize(positions.len(), Duration::MAX);
        self.total = Total::default();
        for (position, time) in positions.iter().zip(&mut self.times) {
            let start = Instant::now();
            run(position, &mut self.total);
            *time = start.elapsed().min(*time);
        }
    }

    fn seconds(&self) -> f64 {
        self.times.iter().sum::<Duration>().as_secs_f64()
    }
}

fn scowl(repo: &Path, english: &Ruleset) -> Graph {
    let text = std::fs::read(repo.join("lexicons/scowl-80.txt")).unwrap();
    let mut reader = ListReader::new(english.alphabet());
    let length = LengthBounds::new(2, 15).with_outside(Outside::Drop);
    let mut options = ListOptions::default();
    options.length = length;
    reader.read("scowl-80.txt", &text, &options).unwrap();
    let words = reader.finish().unwrap().finish().0;
    let bytes = build(&words, GraphSpec::new()).unwrap();
    Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap()
}
