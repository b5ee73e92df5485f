//! Differences from a table of positions.

use crate::check::PositionReport;
use crate::cli::args::format::MoveFormat;
use crate::cli::render::json::write_json;
use crate::cli::render::table::write_tsv;
use std::io::{self, Write};

/// Writes the differences; `path` is the name of the table.
pub(crate) fn write_differences(
    out: &mut dyn Write,
    format: MoveFormat,
    path: &str,
    report: &PositionReport,
) -> io::Result<()> {
    let mut rows = report.differences.iter().map(|d| {
        let (line, column) = (d.line.to_string(), d.column.to_string());
        [line, column, d.expected.clone(), d.found.clone()]
    });
    match format {
        MoveFormat::Json => write_json(out, report),
        MoveFormat::Tsv => write_tsv(out, ["line", "column", "expected", "found"], rows),
        MoveFormat::Text => rows.try_for_each(|[line, column, expected, found]| {
            writeln!(
                out,
                "{path}:{line}: {column}: expected {expected}, found {found}"
            )
        }),
    }
}
