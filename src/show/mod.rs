//! What `movegen-check` shows: moves, scores, and what a check found.
//!
//! Everything is written to a writer, for a person or for a program.

mod moves;
mod positions;
mod report;
mod report_page;
mod score;
mod wording;

pub use moves::{write_comparison, write_moves};
pub use positions::write_positions;
pub use report::write_report;
pub use report_page::write_report_page;
pub use score::{placed_tiles, write_reasons, write_score};
pub use wording::summary;

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

fn write_json(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}
