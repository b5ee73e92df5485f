//! Measures a check, pass by pass, as a ratio to building the word graph of the same
//! words in memory, in the same run.
//!
//! The two alternate. The fastest round of each counts, since other load on the machine
//! can only make a round slower. The files and their sources are read beforehand, as
//! they are for the build. Each pass is also measured by itself; together they share
//! intermediate results and run at the same time.
#![allow(clippy::unwrap_used, clippy::print_stdout)] // a program for developers

mod measure;

use measure::{ms, peak, serve_peak, time};
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use wordmill::check::{CheckOptions, Pass, Report, Subject, check, subject_of_recipe};
use wordmill::graph::{GraphSpec, build};
use wordmill::recipe::{BuildOptions, LockMode, PartKind, build_recipes};

const ROUNDS: usize = 9;
const GAMES: u64 = 20;

fn main() {
    if serve_peak() {
        return;
    }
    let recipe = Path::new(env!("CARGO_MANIFEST_DIR")).join("recipes/scowl80.yaml");
    let folder = tempfile::tempdir().unwrap();
    let mut options = BuildOptions::new(folder.path());
    options.lock = LockMode::Check;
    for kind in [PartKind::Words, PartKind::Leaves] {
        build_recipes(std::slice::from_ref(&recipe), kind, &options, &|_| ()).unwrap();
    }
    let subject = subject_of_recipe(&recipe, folder.path()).unwrap();
    let words = subject.words.clone().unwrap();

    let quick: Vec<Pass> = Pass::ALL
        .into_iter()
        .filter(|p| *p != Pass::Moves)
        .collect();
    let mut building = Duration::MAX;
    let mut passes = [Duration::MAX; Pass::ALL.len()];
    let (mut opening, mut whole) = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        building = building.min(time(|| {
            std::hint::black_box(build(&words, GraphSpec::new()).unwrap());
        }));
        opening = opening.min(time(|| drop(run(&subject, &[]))));
        whole = whole.min(time(|| drop(run(&subject, &quick))));
        for &pass in &quick {
            let report = run(&subject, &[pass]);
            let at = &mut passes[pass as usize];
            *at = took(&report).min(*at);
        }
    }
    let report = run(&subject, &[Pass::Moves]);
    passes[Pass::Moves as usize] = took(&report);

    println!(
        "SCOWL80, {} words, {} threads",
        words.len(),
        rayon::current_num_threads()
    );
    println!("                         ms   ratio to building the graph");
    let row = |name: &str, duration: Duration| {
        println!(
            "{name:18}  {:7.1}  {:6.2}",
            ms(duration),
            ms(duration) / ms(building)
        );
    };
    row("build the graph", building);
    row("open the files", opening);
    for pass in Pass::ALL {
        match pass {
            Pass::Moves => row(&format!("moves, {GAMES} games"), passes[pass as usize]),
            _ => row(pass.name(), passes[pass as usize]),
        }
    }
    row("all but moves", whole);
    // Quiet, so that nothing is printed: none of these passes has a warning.
    let mut program = Command::new(env!("CARGO_BIN_EXE_movegen-check"));
    program.arg(&recipe).arg("--out-dir").arg(folder.path());
    program.args(["-q", "--pass", "structure", "--pass", "words"]);
    program.args(["--pass", "gaddag", "--pass", "counts"]);
    let peak = peak(&program);
    println!("peak of movegen-check, structure to counts: {peak:.1} MB");
}

/// The time of the only pass of a report.
fn took(report: &Report) -> Duration {
    let milliseconds = report.lexicons[0].passes[0].milliseconds;
    Duration::from_secs_f64(milliseconds.unwrap() / 1e3)
}

fn run(subject: &Subject, passes: &[Pass]) -> Report {
    let options = CheckOptions {
        passes: passes.to_vec(),
        games: GAMES,
        ..CheckOptions::default()
    };
    let report = check(std::slice::from_ref(subject), &options, &|_| ()).unwrap();
    assert!(report.is_fine());
    report
}
