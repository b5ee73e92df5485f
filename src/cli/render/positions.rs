//! Differences from a table of positions.

use crate::check::PositionReport;
use crate::cli::args::format::MoveFormat;
use crate::cli::render::json::write_json;
use std::io::{self, Write};

/// Writes the differences; `path` is the name of the table.
pub(crate) fn write_differences(
    out: &mut dyn Write,
    format: MoveFormat,
    path: &str,
    report: &PositionReport,
) -> io::Result<()> {
    match format {
        MoveFormat::Json => return write_json(out, report),
        MoveFormat::Tsv => writeln!(out, "line\tcolumn\texpected\tfound")?,
        MoveFormat::Text => (),
    }
    for d in &report.differences {
        let (line, column) = (d.line, d.column);
        match format {
            MoveFormat::Text => writeln!(
                out,
                "{path}:{line}: {column}: expected {}, found {}",
                d.expected, d.found
            )?,
            _ => writeln!(out, "{line}\t{column}\t{}\t{}", d.expected, d.found)?,
        }
    }
    Ok(())
}
