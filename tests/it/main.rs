//! Integration tests: one target, the library and the real binaries.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may fail

mod cli;
mod code;
mod docs;
mod formats;
mod moves;
mod robustness;
mod support;
