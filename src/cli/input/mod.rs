//! The inputs of a program: files and the ruleset to read them with, and
//! questions from arguments or the standard input.

pub(crate) mod asked;
pub(crate) mod file;
pub(crate) mod lexicons;
pub(crate) mod movegen;
pub(crate) mod position;
pub(crate) mod rules;
pub(crate) mod sidecar;
pub(crate) mod wanted;
pub(crate) mod word_files;
