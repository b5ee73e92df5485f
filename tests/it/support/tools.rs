//! Programs and rights that a test needs and that a machine may lack.

/// Reports a skipped test. Fails it instead where nothing may be skipped: in CI
/// (`CI=true`) and with `WORDMILL_ALL_TOOLS=1`.
#[track_caller]
pub(crate) fn missing(what: &str) {
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    let may_skip = !is("CI", "true") && !is("WORDMILL_ALL_TOOLS", "1");
    assert!(may_skip, "missing: {what}; without it this test can't run");
    eprintln!("skipped: no {what} here");
}
