//! How moves and scores are written.

use clap::ValueEnum;
use serde::Serialize;
use std::io::{self, Write};

/// How moves and scores are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ShowFormat {
    /// For a person
    #[default]
    Text,
    /// For a program
    Json,
    /// For a program: columns separated by tabs
    Tsv,
}

pub(crate) fn write_json(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}
