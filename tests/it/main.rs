//! Integration tests: one target, the library and the real binaries.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may fail

mod bad_inputs;
mod build_errors;
mod check_every_bit;
mod completions;
mod damage;
mod everything;
mod fuzz;
mod generators;
mod golden;
mod golden_leaves;
mod guide;
mod harness;
mod help;
mod klv_build;
mod kwg_build;
mod kwg_count;
mod kwg_dump;
mod large_files;
mod messages;
mod movegen;
mod movegen_check;
mod movegen_check_files;
mod movegen_check_mutations;
mod movegen_check_recipes;
mod mutant;
mod numbers;
mod packaging;
mod pages;
mod paths;
mod properties;
mod reliability;
mod reports;
mod same_everywhere;
mod transcript;
mod write_faults;
