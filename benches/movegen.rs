//! What finding moves costs: the two fast generators over the same positions
//! in the same run, and the best play against all plays.
//!
//! The positions are those of games from a fixed seed. The measured parts take
//! turns; for each position the fastest round counts, since whatever else the
//! machine does only makes a round slower.
#![allow(clippy::unwrap_used, clippy::print_stdout)] // a program for developers

use std::path::Path;
use std::time::{Duration, Instant};
use wordmill::Ruleset;
use wordmill::graph::{Graph, GraphKind, GraphSpec, NodeFormat, build};
use wordmill::leave::{self, LeaveSpec, Leaves};
use wordmill::movegen::{Choices, Dawg, Gaddag, Limits, Position, Ranker, play_games};
use wordmill::source::{LeaveOptions, LengthBounds, ListOptions, ListReader, Outside, read_leaves};

const POSITIONS: usize = 1_000;
const ROUNDS: usize = 9;

fn main() {
    let repo = Path::new(env!("CARGO_MANIFEST_DIR"));
    let english = Ruleset::builtin("english").unwrap();
    let graph = scowl(repo, &english);
    let csv = std::fs::read(repo.join("leaves/english.csv")).unwrap();
    let table = read_leaves("english.csv", &csv, &english, LeaveOptions::default()).unwrap();
    let bytes = leave::build(&table, english.alphabet(), LeaveSpec::default()).unwrap();
    let leaves = Leaves::from_bytes(&bytes, 26).unwrap();

    let games = play_games(&graph, &english, &leaves, 6, 60).unwrap();
    let turns = games.iter().flat_map(|game| &game.turns).take(POSITIONS);
    let positions: Vec<Position<'_>> = turns
        .map(|turn| Position::read(&english, &turn.board, &turn.rack).unwrap())
        .collect();
    assert_eq!(positions.len(), POSITIONS);

    let mut gaddag = Gaddag::new(&graph, &english).unwrap();
    let mut dawg = Dawg::new(&graph);
    let mut ranker = Ranker::new(&graph, &english);
    let limits = Limits::default();
    let plain = Choices {
        exchanges: false,
        pass: false,
        shadow: false,
        ..Choices::default()
    };
    let shadow = Choices {
        shadow: true,
        ..plain
    };
    let mut parts = [(); 4].map(|()| Part::default());
    for _ in 0..ROUNDS {
        parts[0].measure(&positions, |position, total| {
            gaddag.plays(position, limits, |found| total.add(found.score));
        });
        parts[1].measure(&positions, |position, total| {
            dawg.plays(position, limits, |found| total.add(found.score));
        });
        for (part, choices) in [(2, plain), (3, shadow)] {
            parts[part].measure(&positions, |position, total| {
                let best = ranker.top(position, &leaves, 1, choices);
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

/// Something to compare what was found by.
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

/// One thing that is measured.
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
    let length = LengthBounds {
        min: 2,
        max: 15,
        outside: Outside::Drop,
    };
    let options = ListOptions {
        length,
        ..ListOptions::default()
    };
    reader.read("scowl-80.txt", &text, &options).unwrap();
    let words = reader.finish().unwrap().finish().0;
    let bytes = build(&words, GraphSpec::default()).unwrap();
    Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap()
}
