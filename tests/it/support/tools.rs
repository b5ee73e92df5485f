//! Programs and rights that a test needs and that a machine may lack.

use std::path::Path;
use std::process::Command;

/// `make` in a directory, whatever Cargo and make run this test.
pub(crate) fn make(directory: &Path) -> Command {
    let mut make = Command::new("make");
    for variable in ["CARGO", "CARGO_TARGET_DIR", "MAKEFLAGS", "MAKELEVEL"] {
        make.env_remove(variable);
    }
    make.current_dir(directory);
    make
}

/// Reports a skipped test. Fails it instead where nothing may be skipped: in CI
/// (`CI=true`) and with `WORDMILL_ALL_TOOLS=1`.
#[track_caller]
pub(crate) fn missing(what: &str) {
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    let may_skip = !is("CI", "true") && !is("WORDMILL_ALL_TOOLS", "1");
    assert!(may_skip, "missing: {what}; without it this test can't run");
    eprintln!("skipped: no {what} here");
}
