//! Tables: in aligned columns for people, with commas or tabs for programs.

use crate::error::plain;
use std::fmt::Display;
use std::io::{self, Write};

/// Formats values as the cells of a row.
macro_rules! cells {
    ($($value:expr),* $(,)?) => { $crate::cli::render::table::texts(&[$(&$value),*]) };
}
pub(crate) use cells;

pub(crate) fn texts(values: &[&dyn Display]) -> Vec<String> {
    values.iter().map(ToString::to_string).collect()
}

/// Joins values as text, with a separator between them.
pub(crate) fn joined<T: Display>(values: impl IntoIterator<Item = T>, separator: &str) -> String {
    let values: Vec<String> = values.into_iter().map(|v| v.to_string()).collect();
    values.join(separator)
}

/// Formats a value; empty if there is none.
pub(crate) fn or_empty(value: Option<impl Display>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

/// Puts text before and after another; empty if that is empty.
pub(crate) fn wrapped(before: &str, text: &str, after: &str) -> String {
    match text {
        "" => String::new(),
        _ => [before, text, after].concat(),
    }
}

/// Writes values, one per line.
pub(crate) fn write_lines<T: Display>(
    lines: impl IntoIterator<Item = T>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut lines = lines.into_iter();
    lines.try_for_each(|line| writeln!(out, "{line}"))
}

/// Rows of text under the titles of their columns. Each row has a cell for each column.
pub(crate) struct Table {
    pub(crate) header: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

impl Table {
    /// Creates a table from column titles and rows.
    pub(crate) fn of<T: Display>(
        header: &[T],
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> Table {
        Table {
            header: header.iter().map(T::to_string).collect(),
            rows: rows.into_iter().collect(),
        }
    }

    /// Adds the number of each row, from 1, in front of it.
    pub(crate) fn numbered(mut self) -> Table {
        self.header.insert(0, String::new());
        for (number, row) in (1..).zip(&mut self.rows) {
            row.insert(0, i32::to_string(&number));
        }
        self
    }

    /// The titles, then the rows.
    fn lines(&self) -> impl Iterator<Item = &Vec<String>> {
        std::iter::once(&self.header).chain(&self.rows)
    }

    /// Writes the table in aligned columns, with numbers right-aligned.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let width = |cell: &str| cell.chars().count();
        let mut widths = vec![0; self.header.len()];
        let mut numeric = vec![true; self.header.len()];
        for (at, row) in self.lines().enumerate() {
            for (c, cell) in row.iter().enumerate() {
                widths[c] = widths[c].max(width(&plain(cell)));
                numeric[c] &= at == 0 || is_number(cell);
            }
        }
        self.lines().try_for_each(|row| {
            let cells = row.iter().enumerate().map(|(c, cell)| {
                let cell = plain(cell);
                let pad = " ".repeat(widths[c] - width(&cell));
                match numeric[c] {
                    true => pad + &cell,
                    false => cell.into_owned() + &pad,
                }
            });
            writeln!(out, "{}", joined(cells, "  ").trim_end())
        })
    }

    /// Writes the table as CSV.
    pub(crate) fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        write_lines(self.lines().map(|row| csv_line(row)), out)
    }

    /// Writes the table with tabs between the cells.
    pub(crate) fn write_tsv(&self, out: &mut dyn Write) -> io::Result<()> {
        write_lines(self.lines().map(|row| row.join("\t")), out)
    }
}

/// Formats cells as a line of CSV, quoting those with special characters.
pub(crate) fn csv_line<T: AsRef<str>>(cells: &[T]) -> String {
    let field = |cell: &T| {
        let text = cell.as_ref();
        match text.contains(['"', ',', '\n', '\r']) {
            true => format!("\"{}\"", text.replace('"', "\"\"")),
            false => text.to_string(),
        }
    };
    joined(cells.iter().map(field), ",")
}

fn is_number(cell: &str) -> bool {
    cell.bytes()
        .all(|b| b.is_ascii_digit() || b"., -%".contains(&b))
}

/// Shortens each SHA-256 in a text to its first 12 digits.
pub(crate) fn short_sums(text: &str) -> String {
    let is_sum = |word: &str| word.len() == 64 && word.bytes().all(|b| b.is_ascii_hexdigit());
    let words = text.split_inclusive(|c: char| !c.is_ascii_alphanumeric());
    let words = words.map(|word| {
        let digits = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        match is_sum(digits) {
            true => format!("{}{}", &digits[..12], &word[digits.len()..]),
            false => word.to_string(),
        }
    });
    words.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::grouped;

    #[test]
    fn columns_line_up() {
        let rows = [("ä.kwg", 7), ("longer.kwg", 1_234_567)];
        let rows = rows.map(|(file, words)| cells![file, grouped(words)]);
        let table = Table::of(&["file", "words"], rows);
        let mut text = Vec::new();
        table.write(&mut text).unwrap();
        assert_eq!(
            String::from_utf8(text).unwrap(),
            "file            words\n\
             ä.kwg               7\n\
             longer.kwg  1,234,567\n"
        );
    }

    #[test]
    fn signs_of_csv_are_quoted() {
        assert_eq!(
            csv_line(&["CARE", "a \"b\", c", ""]),
            "CARE,\"a \"\"b\"\", c\","
        );
    }

    #[test]
    fn sums_are_short_for_a_person() {
        let sum = "0123456789abcdef".repeat(4);
        let text = format!("{sum}, as it says: {sum}");
        let short = "0123456789ab, as it says: 0123456789ab";
        assert_eq!(short_sums(&text), short);
        assert_eq!(short_sums("ÄÖ, ß: ĆÓ"), "ÄÖ, ß: ĆÓ");
    }
}
