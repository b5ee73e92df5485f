//! Tables for people.

use crate::error::plain;
use std::io::{self, Write};

/// Rows of text in aligned columns. Numbers are aligned to the right.
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
    pub(crate) fn of(header: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> Table {
        let mut table = Table::new(header);
        rows.into_iter().for_each(|row| table.row(row));
        table
    }

    /// Adds a row with one cell for each column.
    pub(crate) fn row(&mut self, cells: Vec<String>) {
        let cells = cells.iter().map(|cell| plain(cell).into_owned());
        self.rows.push(cells.collect());
    }

    /// Whether there are no rows.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Writes the table.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let columns = 0..self.header.len();
        let cells = |c: usize| self.rows.iter().filter_map(move |row| row.get(c));
        let widths: Vec<usize> = columns
            .clone()
            .map(|c| {
                let widest = cells(c).map(|cell| cell.chars().count()).max().unwrap_or(0);
                widest.max(self.header[c].chars().count())
            })
            .collect();
        let numeric: Vec<bool> = columns
            .map(|c| cells(c).all(|cell| is_number(cell)))
            .collect();
        for row in std::iter::once(&self.header).chain(&self.rows) {
            let mut line = String::new();
            for (c, cell) in row.iter().enumerate() {
                let pad = " ".repeat(widths[c].saturating_sub(cell.chars().count()));
                if c > 0 {
                    line.push_str("  ");
                }
                match numeric[c] {
                    true => line.extend([pad.as_str(), cell]),
                    false => line.extend([cell, pad.as_str()]),
                }
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// Writes rows with tabs between the cells, below their titles.
pub(crate) fn write_tsv<const N: usize>(
    out: &mut dyn Write,
    titles: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
) -> io::Result<()> {
    writeln!(out, "{}", titles.join("\t"))?;
    let mut rows = rows.into_iter();
    rows.try_for_each(|row| writeln!(out, "{}", row.join("\t")))
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
    fn sums_are_short_for_a_person() {
        let sum = "0123456789abcdef".repeat(4);
        let text = format!("{sum}, as it says: {sum}");
        let short = "0123456789ab, as it says: 0123456789ab";
        assert_eq!(short_sums(&text), short);
        assert_eq!(short_sums("ÄÖ, ß: ĆÓ"), "ÄÖ, ß: ĆÓ");
    }
}
