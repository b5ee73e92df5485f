//! What tests of several groups share.

pub(crate) mod everything;
pub(crate) mod graphs;
pub(crate) mod harness;
#[cfg(unix)]
pub(crate) mod interrupt;
pub(crate) mod mutant;
pub(crate) mod table;
pub(crate) mod tools;
pub(crate) mod transcript;
