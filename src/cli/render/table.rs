//! Tables: in aligned columns for people, with commas or tabs for programs.

use crate::error::plain;
use std::io::{self, Write};

/// Rows of text under the titles of their columns.
pub(crate) struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these column titles.
    pub(crate) fn new(header: &[&str]) -> Table {
        Table {
            header: header.iter().map(|title| title.to_string()).collect(),
            rows: Vec::new(),
        }
    }

    /// A table with these column titles and rows.
    pub(crate) fn of<R>(header: &[&str], rows: impl IntoIterator<Item = R>) -> Table
    where
        R: Into<Vec<String>>,
    {
        let mut table = Table::new(header);
        rows.into_iter().for_each(|row| table.row(row.into()));
        table
    }

    /// Adds a row with one cell for each column.
    pub(crate) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Whether there are no rows.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The titles, then the rows.
    fn lines(&self) -> impl Iterator<Item = &Vec<String>> {
        std::iter::once(&self.header).chain(&self.rows)
    }

    /// Writes the table in aligned columns, those of numbers to the right.
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
            let line = cells.collect::<Vec<_>>().join("  ");
            writeln!(out, "{}", line.trim_end())
        })
    }

    /// Writes the table as CSV.
    pub(crate) fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        self.lines()
            .try_for_each(|row| writeln!(out, "{}", csv_line(row)))
    }

    /// Writes the table with tabs between the cells.
    pub(crate) fn write_tsv(&self, out: &mut dyn Write) -> io::Result<()> {
        self.lines()
            .try_for_each(|row| writeln!(out, "{}", row.join("\t")))
    }
}

/// Cells as a line of CSV: in quotes if they have a character that means something there.
pub(crate) fn csv_line<T: AsRef<str>>(cells: &[T]) -> String {
    let field = |cell: &T| {
        let text = cell.as_ref();
        match text.contains(['"', ',', '\n', '\r']) {
            true => format!("\"{}\"", text.replace('"', "\"\"")),
            false => text.to_string(),
        }
    };
    cells.iter().map(field).collect::<Vec<_>>().join(",")
}

fn is_number(cell: &str) -> bool {
    cell.bytes()
        .all(|b| b.is_ascii_digit() || b"., -%".contains(&b))
}

/// Shortens each SHA-256 in a text to its first 12 digits.
pub(crate) fn short_sums(text: &str) -> String {
    let is_sum = |word: &str| word.len() == 64 && word.bytes().all(|b| b.is_ascii_hexdigit());
    let words = text.split_inclusive(|c: char| !c.is_ascii_alphanumeric());
    words
        .map(|word| {
            let digits = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
            match is_sum(digits) {
                true => format!("{}{}", &digits[..12], &word[digits.len()..]),
                false => word.to_string(),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::grouped;

    #[test]
    fn columns_line_up() {
        let mut table = Table::new(&["file", "words"]);
        table.row(vec!["ä.kwg".into(), grouped(7)]);
        table.row(vec!["longer.kwg".into(), grouped(1_234_567)]);
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
