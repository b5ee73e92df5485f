//! Measures time, and the peak memory of a process, for all benches.

use std::process::Command;
use std::time::{Duration, Instant};

/// The argument that makes a bench run a command and print its peak memory.
const PEAK_OF: &str = "--peak-of";

pub(crate) fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

/// Measures another process, if this one was started for that. Returns true if so; the
/// bench then has nothing else to do.
pub(crate) fn serve_peak() -> bool {
    let arguments: Vec<String> = std::env::args().collect();
    let Some(at) = arguments.iter().position(|a| a == PEAK_OF) else {
        return false;
    };
    peak_of(&arguments[at + 1..]);
    true
}

pub(crate) fn time(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

/// The peak memory of a command in MB. A separate process runs it, so that no other
/// child counts.
pub(crate) fn peak(command: &Command) -> f64 {
    let output = Command::new(std::env::current_exe().unwrap())
        .arg(PEAK_OF)
        .arg(command.get_program())
        .args(command.get_args())
        .output()
        .unwrap();
    String::from_utf8(output.stdout)
        .unwrap()
        .trim()
        .parse()
        .unwrap()
}

#[cfg(unix)]
fn peak_of(command: &[String]) {
    use nix::sys::resource::{UsageWho, getrusage};
    let status = Command::new(&command[0])
        .args(&command[1..])
        .status()
        .unwrap();
    assert!(status.success());
    let kilobytes = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap().max_rss();
    println!("{}", kilobytes as f64 / 1e3);
}

#[cfg(not(unix))]
fn peak_of(_: &[String]) {
    println!("NaN");
}
