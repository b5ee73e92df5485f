//! Tables for people, and numbers in them.

use crate::error::plain;
use std::io::{self, Write};

/// Rows of text in aligned columns. Numbers are aligned to the right.
pub(crate) struct Table {
    header: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these column titles.
    pub(crate) fn new(header: &[&'static str]) -> Table {
        Table {
            header: header.to_vec(),
            rows: Vec::new(),
        }
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
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
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
        let header: Vec<String> = self.header.iter().map(|title| title.to_string()).collect();
        for row in std::iter::once(&header).chain(&self.rows) {
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

fn is_number(cell: &str) -> bool {
    cell.bytes()
        .all(|b| b.is_ascii_digit() || b"., -%".contains(&b))
}

/// Formats a number with its digits in groups of three.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a count with its noun: "1 word", "2 words".
pub(crate) fn counted(count: u64, many: &str) -> String {
    match count {
        1 => format!("1 {}", many.strip_suffix('s').unwrap_or(many)),
        _ => format!("{} {many}", grouped(count)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn one_of_many() {
        let texts = [(1, "leaves"), (1, "files"), (1_000, "words"), (0, "games")];
        let texts = texts.map(|(count, what)| counted(count, what));
        assert_eq!(texts, ["1 leave", "1 file", "1,000 words", "0 games"]);
    }
}
