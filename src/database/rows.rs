//! Reads the rows of study databases.

use crate::database::connection::{fault, open};
use crate::database::study::{AlphagramRow, DatabaseRows, WordRow};
use crate::graph::GraphFault;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};

/// Reads all rows of a study database, in file order.
pub(crate) fn read_rows(bytes: &[u8]) -> Result<DatabaseRows, GraphFault> {
    let db = open(bytes)?;
    let alphagrams = all(&db, "alphagrams", |row| {
        Ok(AlphagramRow {
            probability: row.number(0)?,
            alphagram: row.text(1)?,
            length: row.number(2)?,
            combinations: row.number(3)?,
            num_anagrams: row.number(4)?,
            point_value: row.number(5)?,
            num_vowels: row.number(6)?,
            contains_word_uniq_to_lex_split: row.number(7)?,
            contains_update_to_lex: row.number(8)?,
            difficulty: row.number(9)?,
        })
    })?;
    let words = all(&db, "words", |row| {
        Ok(WordRow {
            word: row.text(0)?,
            alphagram: row.text(1)?,
            lexicon_symbols: row.text(2)?,
            definition: row.text(3)?,
            front_hooks: row.text(4)?,
            back_hooks: row.text(5)?,
            inner_front_hook: row.number(6)?,
            inner_back_hook: row.number(7)?,
        })
    })?;
    let deleted = all(&db, "deletedwords", |row| {
        Ok((row.text(0)?, row.number(1)?))
    })?;
    Ok(DatabaseRows {
        alphagrams,
        words,
        deleted,
    })
}

/// Reads all rows of a table.
fn all<T>(
    db: &Connection,
    table: &str,
    read: impl Fn(Found<'_>) -> Result<T, GraphFault>,
) -> Result<Vec<T>, GraphFault> {
    let query = format!("SELECT * FROM {table}");
    let mut statement = db.prepare(&query).map_err(fault)?;
    let mut rows = statement.query([]).map_err(fault)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next().map_err(fault)? {
        let number = found.len() + 1;
        found.push(read(Found { row, table, number })?);
    }
    Ok(found)
}

/// A row of a table, whose values may have any type.
struct Found<'r> {
    row: &'r Row<'r>,
    table: &'r str,
    number: usize,
}

impl<'r> Found<'r> {
    fn text(&self, column: usize) -> Result<String, GraphFault> {
        match self.row.get_ref(column).map_err(fault)? {
            ValueRef::Text(bytes) => match std::str::from_utf8(bytes) {
                Ok(text) => Ok(text.to_string()),
                Err(_) => Err(self.wrong(column, "UTF-8", "other bytes")),
            },
            other => Err(self.wrong_type(column, "a text", &other)),
        }
    }

    fn number(&self, column: usize) -> Result<i64, GraphFault> {
        match self.row.get_ref(column).map_err(fault)? {
            ValueRef::Integer(number) => Ok(number),
            other => Err(self.wrong_type(column, "a number", &other)),
        }
    }

    fn wrong_type(&self, column: usize, expected: &str, found: &ValueRef<'_>) -> GraphFault {
        let found = found.data_type().to_string();
        self.wrong(column, expected, &found.to_lowercase())
    }

    /// Creates a fault for one value.
    fn wrong(&self, column: usize, expected: &str, found: &str) -> GraphFault {
        let name = self.row.as_ref().column_name(column).unwrap_or_default();
        let place = format!("{} row {}: {name}", self.table, self.number);
        GraphFault::mismatch(expected, found).of(place)
    }
}
