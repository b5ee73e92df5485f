//! What differs from a table of positions.

use crate::check::PositionReport;
use crate::cli::render::show_format::{ShowFormat, write_json};
use std::io::{self, Write};

/// Writes what differs; `path` is what the table is called.
pub fn write_positions(
    out: &mut impl Write,
    format: ShowFormat,
    path: &str,
    report: &PositionReport,
) -> io::Result<()> {
    match format {
        ShowFormat::Json => return write_json(out, report),
        ShowFormat::Tsv => writeln!(out, "line\tcolumn\texpected\tfound")?,
        ShowFormat::Text => (),
    }
    for d in &report.differences {
        let (line, column) = (d.line, d.column);
        match format {
            ShowFormat::Text => writeln!(
                out,
                "{path}:{line}: {column}: expected {}, found {}",
                d.expected, d.found
            )?,
            _ => writeln!(out, "{line}\t{column}\t{}\t{}", d.expected, d.found)?,
        }
    }
    Ok(())
}
