//! The common parts of tables of positions and of endgames: reading lines, differences,
//! and the lines before the header that tell what a table was made with.
//!
//! A table made by `write_positions` has lines such as
//! `# kwg SCOWL80.kwg sha256 0123…`. A table from elsewhere need not have them. Other
//! lines that begin with `#` are comments.

use crate::error::{Diagnostic, Error, Problem, Result, plain, shown};
use crate::text;
use serde::Serialize;

/// A result that differs from the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The table's line, from 1.
    pub line: u64,
    /// The column.
    pub column: &'static str,
    /// The value in the table.
    pub expected: String,
    /// What was found.
    pub found: String,
}

/// The files that a table of positions was made with, or is checked with: names and
/// SHA-256 as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSums([(&'static str, Option<NamedSum>); 3]);

/// A name, and a SHA-256 as text.
type NamedSum = (String, String);

/// The text for no leave values.
const NONE: &str = "none";

impl TableSums {
    /// Takes the names and checksums of a word graph, leave values and a ruleset.
    /// Without leave values, every leave is worth 0.
    pub fn new(kwg: NamedSum, klv: Option<NamedSum>, ruleset: NamedSum) -> TableSums {
        let (kwg, ruleset) = (Some(kwg), Some(ruleset));
        TableSums([("kwg", kwg), ("klv", klv), ("ruleset", ruleset)])
    }

    /// Formats the lines before the header.
    pub(crate) fn head(&self) -> String {
        let line = |(part, sum): &(&str, Option<NamedSum>)| match sum {
            Some((name, sum)) => ["#", part, &plain(name), "sha256", sum].join(" ") + "\n",
            None => ["#", part, NONE].join(" ") + "\n",
        };
        self.0.iter().map(line).collect()
    }

    /// The differences from the files that a table names in the lines before its
    /// header.
    pub(crate) fn differences(&self, text: &str) -> Vec<Difference> {
        let mut differences = Vec::new();
        for (line, said) in lines(text).take_while(|(_, line)| line.starts_with('#')) {
            for (part, own) in &self.0 {
                let found = own.as_ref().map_or(NONE, |(_, sum)| sum);
                if let Some(expected) = sum_of(said, part).filter(|sum| *sum != found) {
                    differences.push(Difference {
                        line,
                        column: part,
                        expected: expected.to_string(),
                        found: found.to_string(),
                    });
                }
            }
        }
        differences
    }
}

/// The checksum that a line gives for a part; `None` if it is about something else.
fn sum_of<'t>(line: &'t str, part: &str) -> Option<&'t str> {
    let said = line.strip_prefix('#')?.trim().strip_prefix(part)?;
    match said.strip_prefix(' ')?.trim() {
        NONE => Some(NONE),
        said => said.rsplit_once(" sha256 ").map(|(_, sum)| sum.trim()),
    }
}

/// The header and the rows of a table, with their lines from 1.
pub(crate) fn table_lines(text: &str) -> impl Iterator<Item = (u64, &str)> {
    lines(text).skip_while(|(_, line)| line.starts_with('#'))
}

/// All lines, from 1, without a byte order mark.
fn lines(text: &str) -> impl Iterator<Item = (u64, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    (1..).zip(text.lines())
}

/// Reads a table of `nouns`: the columns of its header, as `read` returns them, and the
/// rows with their lines. It is an error if `read` returns `None`, since the table
/// lacks some of the `wanted` columns.
pub(crate) fn read_table<'t, C>(
    path: &str,
    text: &'t str,
    (wanted, nouns): (&[&str], &str),
    read: impl FnOnce(&[&'t str]) -> Option<C>,
) -> Result<(C, Vec<(u64, &'t str)>)> {
    text::check(path, text.as_bytes())?;
    let mut lines = table_lines(text);
    let (line, header) = lines.next().unwrap_or((1, ""));
    let header: Vec<&str> = header.split('\t').collect();
    let Some(columns) = read(&header) else {
        let expected = format!("the columns {}", wanted.join(", "));
        let found = format!("`{}`", shown(&header.join(", ")));
        return Err(table_fault(path, line, &expected, &found));
    };
    let rows: Vec<(u64, &str)> = lines.filter(|(_, line)| !line.is_empty()).collect();
    match rows.is_empty() {
        true => Err(Error::mismatch(path, nouns, "none")),
        false => Ok((columns, rows)),
    }
}

/// The cells of a row, which must have `count` of them.
pub(crate) fn cells<'t>(path: &str, line: u64, row: &'t str, count: usize) -> Result<Vec<&'t str>> {
    let cells: Vec<&str> = row.split('\t').collect();
    if cells.len() == count {
        return Ok(cells);
    }
    let (expected, found) = (format!("{count} columns"), cells.len().to_string());
    Err(table_fault(path, line, &expected, &found))
}

/// Creates an error for a line of a table.
pub(crate) fn table_fault(path: &str, line: u64, expected: &str, found: &str) -> Error {
    let diagnostic = Diagnostic::new(path, Problem::mismatch(expected, found));
    Error::from(diagnostic.at_line(line))
}
