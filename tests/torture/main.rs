//! Tortures builds for as long as asked: `make torture`.
//!
//! Each round starts one builder or ten at once on one output directory. They build
//! other versions of the lexicons that it has, and most of them meet a fault: a
//! signal, a limit, a full disk or a fault on purpose at a rename. After the round
//! each file is whole, either the one from before or one that a builder makes, and
//! none is lost. Then a build without faults follows, of versions chosen anew, and
//! the directory has exactly what those versions make.
//!
//! The seed decides what each round does. How the builders take turns is up to the
//! system, so two runs of one seed may differ.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)] // a program for developers

mod faults;
mod versions;

use faults::{Builder, Fault, KINDS};
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use versions::{
    Files, Finding, LEXICONS, VERSIONS, Versions, build_well, differences, files_in, program,
    programs,
};
use wordmill::random::Random;

/// The folder of a run that has a disk of its own.
const DISK: &str = "TORTURE_DISK";

fn main() -> ExitCode {
    if let Some(disk) = std::env::var_os(DISK) {
        return torture(Path::new(&disk), true);
    }
    // A disk of 16 MB, which lives as long as the program that is run with it.
    let folder = tempfile::tempdir().unwrap();
    let script = "mount -t tmpfs -o size=16m none \"$TORTURE_DISK\" || exit 77; exec \"$1\"";
    let mut command = Command::new("unshare");
    command.args(["-rm", "sh", "-c", script, "sh"]);
    command
        .arg(std::env::current_exe().unwrap())
        .env(DISK, folder.path());
    match command.status().map(|status| status.code()) {
        // 77: no disk could be mounted; 1: nor a namespace made for it.
        Ok(Some(code)) if !matches!(code, 1 | 77) => ExitCode::from(code as u8),
        Ok(None) => ExitCode::from(2),
        _ => {
            println!("no right to mount a disk here (`unshare -rm`): no disk is ever full");
            torture(folder.path(), false)
        }
    }
}

fn torture(folder: &Path, has_disk: bool) -> ExitCode {
    let seconds = number_from("TORTURE_SECONDS", 60);
    let mut torture = Torture::new(folder, has_disk, number_from("TORTURE_SEED", 1));
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(seconds) {
        torture.round();
    }
    torture.tally.print()
}

fn number_from(variable: &str, default: u64) -> u64 {
    let Ok(text) = std::env::var(variable) else {
        return default;
    };
    let number = text.parse();
    number.unwrap_or_else(|_| panic!("{variable}: expected a number, found {text}"))
}

struct Torture {
    /// Whether the folder is on a small disk of its own.
    has_disk: bool,
    ballast: PathBuf,
    out_dir: PathBuf,
    seed: u64,
    versions: Versions,
    /// The version of each lexicon in the output directory.
    current: [u64; 3],
    /// What a build without faults takes.
    time: Duration,
    tally: Tally,
}

impl Torture {
    fn new(folder: &Path, has_disk: bool, seed: u64) -> Torture {
        let start = Instant::now();
        let versions = Versions::new(folder);
        let time = start.elapsed() / 16;
        let out_dir = folder.join("dist");
        let current = [0; 3];
        let torture = Torture {
            has_disk,
            ballast: folder.join("ballast"),
            out_dir,
            seed,
            versions,
            current,
            time,
            tally: Tally::default(),
        };
        torture.fill(&torture.versions.expected(current));
        torture
    }

    /// Makes the output directory, with these files.
    fn fill(&self, files: &Files) {
        fs::create_dir(&self.out_dir).unwrap();
        for (name, bytes) in files {
            fs::write(self.out_dir.join(name), bytes).unwrap();
        }
    }

    fn round(&mut self) {
        let mut random = Random::for_game(self.seed, self.tally.rounds);
        let crowd = [1, 10][usize::from(random.below(3) > 0)];
        let builders: Vec<Builder> = (0..crowd).map(|_| Builder::any(&mut random)).collect();
        let is_full = self.has_disk && random.below(4) == 0;
        let free = random.below(100) << 10;
        let before = files_in(&self.out_dir);
        if is_full {
            self.fill_disk(free);
        }
        let (outputs, torn) = self.run(&builders);
        if is_full {
            fs::remove_file(&self.ballast).unwrap();
        }
        let found = files_in(&self.out_dir);
        let mut findings = torn;
        findings.extend(self.judge(&before, &found, &builders, &outputs));
        findings.extend(self.mend(&mut random));
        self.tally.take(&builders, &outputs, is_full, &findings);
    }

    /// Fills the disk up to `free` bytes.
    fn fill_disk(&self, free: u64) {
        let mut ballast = fs::File::create(&self.ballast).unwrap();
        while ballast.write_all(&[0; 1 << 12]).is_ok() {}
        let length = ballast.metadata().unwrap().len();
        ballast.set_len(length.saturating_sub(free)).unwrap();
    }

    /// Runs builders at the same time, and reads the files while they run. Gives what
    /// the builders say, and files that were read in parts.
    fn run(&self, builders: &[Builder]) -> (Vec<Output>, Vec<Finding>) {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let time = self.time * builders.len().div_ceil(cores) as u32;
        let is_over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let reader = scope.spawn(|| {
                let mut torn = Vec::new();
                while !is_over.load(Ordering::Relaxed) {
                    torn.extend(self.read_files());
                    std::thread::sleep(Duration::from_millis(1));
                }
                torn
            });
            let run = |builder| {
                scope.spawn(move || Builder::run(builder, &self.versions, &self.out_dir, time))
            };
            let running: Vec<_> = builders.iter().map(run).collect();
            let outputs = running.into_iter().map(|run| run.join().unwrap()).collect();
            is_over.store(true, Ordering::Relaxed);
            (outputs, reader.join().unwrap())
        })
    }

    /// Reads all files of the output directory as they are now. Gives those that are
    /// not whole.
    fn read_files(&self) -> Vec<Finding> {
        let entries = fs::read_dir(&self.out_dir).unwrap().map(Result::unwrap);
        let torn = entries.filter_map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            // It may be gone by now.
            let bytes = fs::read(entry.path()).ok()?;
            (!self.versions.is_whole(&name, &bytes)).then_some(Finding::Mixed(name))
        });
        torn.collect()
    }

    /// What is wrong after the builders of a round.
    fn judge(
        &self,
        before: &Files,
        found: &Files,
        builders: &[Builder],
        outputs: &[Output],
    ) -> Vec<Finding> {
        let is_refusal = |output: &Output| output.status.code() == Some(2);
        let is_rename = |builder: &Builder| matches!(builder.fault, Fault::Rename(..));
        if outputs.iter().all(is_refusal) && !builders.iter().any(is_rename) {
            return differences(found, before);
        }
        let mut possible = self.current.map(|version| BTreeSet::from([version]));
        for &(lexicon, version) in builders.iter().flat_map(|builder| &builder.chosen) {
            let i = LEXICONS.iter().position(|known| *known == lexicon).unwrap();
            possible[i].insert(version);
        }
        self.versions.faults_between(found, &possible)
    }

    /// Builds versions chosen anew, without faults. Gives what is wrong then.
    fn mend(&mut self, random: &mut Random) -> Vec<Finding> {
        self.current = self.current.map(|_| random.below(VERSIONS));
        let chosen = || LEXICONS.into_iter().zip(self.current);
        for name in ["kwg-build", "klv-build"] {
            let chosen = chosen().filter(|(_, version)| programs(*version).contains(&name));
            let recipes = chosen.map(|(lexicon, version)| self.versions.recipe(lexicon, version));
            let recipes: Vec<PathBuf> = recipes.collect();
            if !recipes.is_empty() {
                build_well(name, &recipes, &self.out_dir);
            }
        }
        let expected = self.versions.expected(self.current);
        let mut findings = differences(&files_in(&self.out_dir), &expected);
        let mut check = Command::new(program("movegen-check"));
        check
            .args(["--quick", "-q", "--pass", "words,bundle", "--out-dir"])
            .arg(&self.out_dir);
        check.args(chosen().map(|(lexicon, version)| self.versions.recipe(lexicon, version)));
        let output = check.output().unwrap();
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            findings.push(Finding::Mixed(said));
        }
        if !findings.is_empty() {
            // The next round starts well again.
            fs::remove_dir_all(&self.out_dir).unwrap();
            self.fill(&expected);
        }
        findings
    }
}

/// What happened so far.
#[derive(Default)]
struct Tally {
    rounds: u64,
    builders: u64,
    full_disks: u64,
    /// Builders that did not end well, by the kind of their fault.
    faults: [u64; KINDS.len()],
    lost: u64,
    mixed: u64,
    /// Builders that ended in a way that no fault explains.
    odd: u64,
}

impl Tally {
    fn take(
        &mut self,
        builders: &[Builder],
        outputs: &[Output],
        is_full: bool,
        findings: &[Finding],
    ) {
        for (builder, output) in builders.iter().zip(outputs) {
            self.builders += 1;
            self.faults[builder.fault.kind()] += u64::from(!output.status.success());
            let is_killed = !matches!(builder.fault, Fault::None | Fault::OpenFiles(_));
            let is_explained = match output.status.code() {
                // 127: the system could not even start it.
                Some(code) => matches!(code, 0 | 2 | 127),
                None => is_killed,
            };
            if !is_explained {
                self.odd += 1;
                let error = String::from_utf8_lossy(&output.stderr);
                println!(
                    "round {}: {builder}: {}\n{error}",
                    self.rounds, output.status
                );
            }
        }
        for finding in findings {
            match finding {
                Finding::Lost(_) => self.lost += 1,
                Finding::Mixed(_) => self.mixed += 1,
            }
            println!("round {}: {finding}", self.rounds);
        }
        if !findings.is_empty() {
            for (builder, output) in builders.iter().zip(outputs) {
                println!("    {builder}: {}", output.status);
            }
        }
        self.full_disks += u64::from(is_full);
        self.rounds += 1;
    }

    fn print(&self) -> ExitCode {
        let Tally {
            rounds,
            builders,
            full_disks,
            lost,
            mixed,
            odd,
            ..
        } = self;
        println!(
            "{rounds} rounds, {full_disks} with a full disk; {builders} builders; failed by fault:"
        );
        for (kind, faults) in KINDS.iter().zip(self.faults) {
            println!("    {kind:10} {faults:8}");
        }
        let faults: u64 = self.faults.iter().sum();
        println!("{faults} faults, {lost} lost, {mixed} mixed");
        match lost + mixed + odd {
            0 => ExitCode::SUCCESS,
            _ => ExitCode::from(2),
        }
    }
}
