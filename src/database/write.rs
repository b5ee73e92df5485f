//! Writes the rows of study databases.
//!
//! The same rows give the same bytes: pages of one size, one transaction, rows in their
//! order, indices built from the finished tables, and nothing deleted in between. The
//! file also contains the version of SQLite itself.

use crate::database::schema::{INDICES, TABLES, VERSION, VERSION_TABLE};
use crate::database::study::DatabaseRows;
use crate::error::{Error, Result};
use rusqlite::{Connection, MAIN_DB, params};

/// Writes the rows of a study database.
pub(crate) fn write_rows(rows: &DatabaseRows) -> Result<Vec<u8>> {
    write(rows).map_err(|e| Error::input("", format!("can't write a study database: {e}")))
}

fn write(rows: &DatabaseRows) -> rusqlite::Result<Vec<u8>> {
    let mut db = Connection::open_in_memory()?;
    db.execute_batch(
        "PRAGMA page_size = 4096; PRAGMA encoding = 'UTF-8'; PRAGMA auto_vacuum = NONE; \
         PRAGMA journal_mode = OFF; PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON; BEGIN",
    )?;
    for sql in TABLES {
        db.execute_batch(sql)?;
    }
    insert_alphagrams(&db, rows)?;
    insert_words(&db, rows)?;
    let mut insert = db.prepare("INSERT INTO deletedwords VALUES (?, ?)")?;
    for (word, length) in &rows.deleted {
        insert.execute(params![word, length])?;
    }
    drop(insert);
    for sql in INDICES {
        db.execute_batch(sql)?;
    }
    db.execute_batch(VERSION_TABLE)?;
    db.execute("INSERT INTO db_version VALUES (?)", [VERSION])?;
    db.execute_batch("COMMIT")?;
    Ok(db.serialize(MAIN_DB)?.to_vec())
}

fn insert_alphagrams(db: &Connection, rows: &DatabaseRows) -> rusqlite::Result<()> {
    let mut insert = db.prepare("INSERT INTO alphagrams VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")?;
    for row in &rows.alphagrams {
        insert.execute(params![
            row.probability,
            row.alphagram,
            row.length,
            row.combinations,
            row.num_anagrams,
            row.point_value,
            row.num_vowels,
            row.contains_word_uniq_to_lex_split,
            row.contains_update_to_lex,
            row.difficulty,
        ])?;
    }
    Ok(())
}

fn insert_words(db: &Connection, rows: &DatabaseRows) -> rusqlite::Result<()> {
    let mut insert = db.prepare("INSERT INTO words VALUES (?, ?, ?, ?, ?, ?, ?, ?)")?;
    for row in &rows.words {
        insert.execute(params![
            row.word,
            row.alphagram,
            row.lexicon_symbols,
            row.definition,
            row.front_hooks,
            row.back_hooks,
            row.inner_front_hook,
            row.inner_back_hook,
        ])?;
    }
    Ok(())
}
