//! Deliberate faults, for tests.
//!
//! A test build counts a program's renames and removals. The environment variable
//! `WORDMILL_FAULT` makes one of them fail: `fail:3` fails the third as a full disk
//! would, `abort:3` ends the program there as a kill would, and `run:3:COMMAND` first
//! runs a shell command. A release build has none of this.

use std::io;

/// Counts a rename or a removal that is about to happen.
#[cfg(debug_assertions)]
pub(super) fn step() -> io::Result<()> {
    use std::sync::atomic::{AtomicU64, Ordering};
    static STEPS: AtomicU64 = AtomicU64::new(0);
    let Ok(asked) = std::env::var("WORDMILL_FAULT") else {
        return Ok(());
    };
    let step = (STEPS.fetch_add(1, Ordering::Relaxed) + 1).to_string();
    match asked.split_once(':') {
        Some(("abort", at)) if at == step => std::process::abort(),
        Some(("fail", at)) if at == step => Err(io::Error::other("a fault on purpose")),
        Some(("run", rest)) => match rest.split_once(':') {
            Some((at, command)) if at == step => run(command),
            _ => Ok(()),
        },
        _ => Ok(()),
    }
}

#[cfg(debug_assertions)]
fn run(command: &str) -> io::Result<()> {
    let status = std::process::Command::new("sh")
        .args(["-c", command])
        .status()?;
    match status.success() {
        true => Ok(()),
        false => Err(io::Error::other("a command that failed")),
    }
}

#[cfg(not(debug_assertions))]
pub(super) fn step() -> io::Result<()> {
    Ok(())
}
