//! Tables of cases, written as text.

/// The rows of a table. A line is a row, ` | ` separates its cells, and a line
/// that begins with `|` goes on with the row above. `\n`, `\t` and `\0` stand
/// for those characters, and `''` is an empty cell.
pub(crate) fn table<const CELLS: usize>(text: &str) -> Vec<[&'static str; CELLS]> {
    let mut rows: Vec<String> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match rows.last_mut() {
            Some(row) if line.starts_with('|') => *row = format!("{row} {line}"),
            _ => rows.push(line.to_string()),
        }
    }
    let rows = rows.into_iter().map(|row| {
        let cells: Vec<&'static str> = row.split(" | ").map(cell).collect();
        let cells: Result<[&str; CELLS], _> = cells.try_into();
        cells.unwrap_or_else(|cells| panic!("expected {CELLS} cells, found {cells:?}"))
    });
    rows.collect()
}

/// A cell, kept until the tests end, so that cases are as easy to use as
/// literals.
fn cell(text: &str) -> &'static str {
    let text = if text == "''" { "" } else { text };
    let text = text.replace("\\n", "\n").replace("\\t", "\t");
    text.replace("\\0", "\0").leak()
}
