//! Reads the rows of study databases.

use crate::database::connection::{fault, open};
use crate::database::study::{AlphagramRow, DatabaseRows, WordRow};
use crate::error::Problem;
use crate::graph::GraphFault;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};

/// Reads all rows of a study database, in the order of the file.
pub(crate) fn read_rows(bytes: &[u8]) -> Result<DatabaseRows, GraphFault> {
    let db = open(bytes)?;
    let mut rows = DatabaseRows::default();
    each(&db, "SELECT * FROM alphagrams", |row| {
        rows.alphagrams.push(AlphagramRow {
            probability: row.number(0)?,
            alphagram: row.text(1)?.to_string(),
            length: row.number(2)?,
            combinations: row.number(3)?,
            num_anagrams: row.number(4)?,
            point_value: row.number(5)?,
            num_vowels: row.number(6)?,
            contains_word_uniq_to_lex_split: row.number(7)?,
            contains_update_to_lex: row.number(8)?,
            difficulty: row.number(9)?,
        });
        Ok(())
    })?;
    each(&db, "SELECT * FROM words", |row| {
        rows.words.push(WordRow {
            word: row.text(0)?.to_string(),
            alphagram: row.text(1)?.to_string(),
            lexicon_symbols: row.text(2)?.to_string(),
            definition: row.text(3)?.to_string(),
            front_hooks: row.text(4)?.to_string(),
            back_hooks: row.text(5)?.to_string(),
            inner_front_hook: row.number(6)?,
            inner_back_hook: row.number(7)?,
        });
        Ok(())
    })?;
    each(&db, "SELECT * FROM deletedwords", |row| {
        rows.deleted
            .push((row.text(0)?.to_string(), row.number(1)?));
        Ok(())
    })?;
    Ok(rows)
}

/// Calls `take` with each row of a query.
fn each(
    db: &Connection,
    query: &str,
    mut take: impl FnMut(Found<'_>) -> Result<(), GraphFault>,
) -> Result<(), GraphFault> {
    let mut statement = db.prepare(query).map_err(|e| fault(&e))?;
    let mut rows = statement.query([]).map_err(|e| fault(&e))?;
    let mut number = 0;
    while let Some(row) = rows.next().map_err(|e| fault(&e))? {
        number += 1;
        let table = query.rsplit(' ').next().unwrap_or_default();
        take(Found { row, table, number })?;
    }
    Ok(())
}

/// A row of a table, whose values may be of any type.
struct Found<'r> {
    row: &'r Row<'r>,
    table: &'r str,
    number: u64,
}

impl<'r> Found<'r> {
    fn value(&self, column: usize) -> Result<ValueRef<'r>, GraphFault> {
        self.row.get_ref(column).map_err(|e| fault(&e))
    }

    fn text(&self, column: usize) -> Result<&'r str, GraphFault> {
        match self.value(column)? {
            ValueRef::Text(bytes) => std::str::from_utf8(bytes).map_err(|_| {
                let problem = Problem::mismatch("UTF-8", "other bytes");
                GraphFault::file(self.of(column, problem))
            }),
            other => Err(self.wrong_type(column, "a text", &other)),
        }
    }

    fn number(&self, column: usize) -> Result<i64, GraphFault> {
        match self.value(column)? {
            ValueRef::Integer(number) => Ok(number),
            other => Err(self.wrong_type(column, "a number", &other)),
        }
    }

    fn wrong_type(&self, column: usize, expected: &str, found: &ValueRef<'_>) -> GraphFault {
        let found = found.data_type().to_string();
        let problem = Problem::mismatch(expected, found.to_lowercase());
        GraphFault::file(self.of(column, problem))
    }

    /// A problem of one value.
    fn of(&self, column: usize, problem: Problem) -> Problem {
        let name = self.row.as_ref().column_name(column).unwrap_or_default();
        problem.of(format!("{} row {}: {name}", self.table, self.number))
    }
}
