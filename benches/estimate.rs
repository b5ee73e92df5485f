//! Measures an estimate of leave values: a whole `klv-build estimate` process with 16
//! boards of SCOWL-80, compared with finding the best move of as many racks one by one,
//! each on one thread, in the same run.
//!
//! The racks of a board are all that can be drawn there. There are far too many to try,
//! so only some best moves are found, and their time is extrapolated.
#![allow(clippy::unwrap_used, clippy::print_stdout)] // a program for developers

mod measure;

use measure::{ms, peak, serve_peak, time};
use std::path::Path;
use std::process::Command;
use wordmill::graph::{Graph, GraphKind, NodeFormat};
use wordmill::movegen::{NoLeaves, Position, RankOptions, Ranker};
use wordmill::play::play_games;
use wordmill::random::Random;
use wordmill::ruleset::Ruleset;
use wordmill::tiles::Tile;

const BOARDS: usize = 16;

/// The number of racks of each board whose best moves are found.
const TRIED: usize = 500;

fn main() {
    if serve_peak() {
        return;
    }
    let repo = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    let kwg = folder.path().join("scowl.kwg");
    let mut build = Command::new(env!("CARGO_BIN_EXE_kwg-build"));
    build.arg("--words").arg(repo.join("lexicons/scowl-80.txt"));
    build.args(["--outside", "drop", "-q", "-o"]).arg(&kwg);
    assert!(build.status().unwrap().success());
    let estimate = |threads: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_klv-build"));
        command.arg("estimate").arg("--kwg").arg(&kwg);
        command.arg("--boards").arg(BOARDS.to_string()).arg("-q");
        command.args(["--threads", threads, "-o"]);
        command.arg(folder.path().join("scowl.klv2"));
        command
    };
    let run = |threads: &str| {
        ms(time(|| {
            assert!(estimate(threads).status().unwrap().success())
        })) / 1e3
    };
    let whole = run("1");

    let english = Ruleset::builtin("english").unwrap();
    let bytes = std::fs::read(&kwg).unwrap();
    let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap();
    let mut random = Random::new(1);
    let (mut racks, mut seconds) = (0, 0.0);
    let games = play_games(&graph, &english, &NoLeaves, 1, BOARDS as u64).unwrap();
    for (number, game) in games.iter().enumerate() {
        // From the first turns of one game to the last but three of another.
        let turns = game.turns.len().saturating_sub(4);
        let turn = &game.turns[2 + number * turns.saturating_sub(2) / BOARDS];
        let mut position = Position::read(&english, &turn.board, "").unwrap();
        let unseen: Vec<usize> = (0..27).map(|tile| position.unseen(tile) as usize).collect();
        let size = usize::from(english.rack_size());
        let on_board = drawable(&unseen, size);
        racks += on_board;
        let bag: Vec<Tile> = (0..27)
            .flat_map(|tile| vec![tile; unseen[usize::from(tile)]])
            .collect();
        let mut ranker = Ranker::new(&graph, &english);
        let tried = time(|| {
            for _ in 0..TRIED {
                let mut bag = bag.clone();
                random.shuffle(&mut bag);
                bag.truncate(size);
                bag.sort_unstable();
                position.set_rack(&bag).unwrap();
                let best = ranker.top(&position, &NoLeaves, 1, RankOptions::default());
                std::hint::black_box(best);
            }
        });
        seconds += tried.as_secs_f64() / TRIED as f64 * on_board as f64;
    }
    println!("boards       racks  klv-build  one by one  ratio  2 threads  peak MB");
    println!(
        "{BOARDS:6}  {racks:10}  {whole:7.1} s  {:8.1} h  {:5.0}  {:7.1} s  {:7.0}",
        seconds / 3600.0,
        seconds / whole,
        run("2"),
        peak(&estimate("2"))
    );
}

/// The number of different racks of a size that can be drawn.
fn drawable(unseen: &[usize], size: usize) -> u64 {
    let mut ways = vec![0; size + 1];
    ways[0] = 1u64;
    for &count in unseen {
        let before = ways.clone();
        for (tiles, ways) in ways.iter_mut().enumerate() {
            *ways = (0..=count.min(tiles)).map(|n| before[tiles - n]).sum();
        }
    }
    ways[size]
}
