//! Opens SQLite databases from untrusted files.

use crate::database::schema::{INDICES, TABLES, VERSION, VERSION_TABLE, is_database, name_in};
use crate::error::shown;
use crate::graph::GraphFault;
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, ErrorCode, MAIN_DB};

/// The number of SQLite VM steps between two checks of the limit.
const STEPS: i32 = 1000;

/// The number of steps that a file may take, and the additional number for each of its
/// bytes. Checking and reading a large lexicon takes one step per byte.
const LEAST_STEPS: u64 = 1_000_000;
const STEPS_PER_BYTE: u64 = 16;

/// The most bytes of a value, and of an SQL statement in the file.
const VALUE_BYTES: i32 = 1 << 20;
const SQL_BYTES: i32 = 1 << 14;

/// Opens the bytes of a study database, and checks them as far as SQLite can: its
/// pages, its tables and indices, and its version. Fails if that takes too many steps.
pub(crate) fn open(bytes: &[u8]) -> Result<Connection, GraphFault> {
    check_header(bytes)?;
    let db = load(bytes).map_err(fault)?;
    check_schema(&db)?;
    check_pages(&db)?;
    check_version(&db)?;
    Ok(db)
}

/// Converts an error of SQLite to a fault of the file. It is not a `From`
/// implementation, which would make SQLite's error part of the public API.
pub(crate) fn fault(error: rusqlite::Error) -> GraphFault {
    match error.sqlite_error_code() {
        Some(ErrorCode::OperationInterrupted) => {
            GraphFault::mismatch("a study database", "one that takes too many steps")
        }
        _ => unsound(&error.to_string()),
    }
}

/// Creates the fault for a message of SQLite.
fn unsound(said: &str) -> GraphFault {
    let found = format!("this: {}", shown(said));
    GraphFault::mismatch("a sound database of SQLite", found)
}

/// Checks the fields of the header that define the layout of the file.
fn check_header(bytes: &[u8]) -> Result<(), GraphFault> {
    const HEADER: usize = 100;
    if !is_database(bytes) || bytes.len() < HEADER {
        let found = format!("{} bytes", bytes.len());
        return Err(GraphFault::mismatch("the header of SQLite", found).cut_short(true));
    }
    let number =
        |at: usize| u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    let size = match u16::from_be_bytes([bytes[16], bytes[17]]) {
        1 => 1 << 16,
        size => u64::from(size),
    };
    if !size.is_power_of_two() || size < 512 {
        let expected = "pages of 512 to 65536 bytes";
        return Err(GraphFault::mismatch(expected, size));
    }
    let expected = size * u64::from(number(28));
    if expected != bytes.len() as u64 {
        let fault = GraphFault::mismatch(format!("{expected} bytes of pages"), bytes.len());
        return Err(fault.cut_short(expected > bytes.len() as u64));
    }
    if bytes[18..20] != [1, 1] {
        let expected = "a database without a log of its own";
        return Err(GraphFault::mismatch(expected, "one with a log"));
    }
    match number(56) {
        1 => Ok(()),
        other => Err(GraphFault::mismatch("encoding 1, UTF-8", other)),
    }
}

/// Loads the bytes into SQLite. Nothing can be written, and functions, triggers or
/// views in the file are not trusted.
fn load(bytes: &[u8]) -> rusqlite::Result<Connection> {
    let mut db = Connection::open_in_memory()?;
    for (limit, most) in [
        (Limit::SQLITE_LIMIT_LENGTH, VALUE_BYTES),
        (Limit::SQLITE_LIMIT_SQL_LENGTH, SQL_BYTES),
        (Limit::SQLITE_LIMIT_COLUMN, 64),
        (Limit::SQLITE_LIMIT_EXPR_DEPTH, 16),
        (Limit::SQLITE_LIMIT_COMPOUND_SELECT, 4),
        (Limit::SQLITE_LIMIT_ATTACHED, 0),
        (Limit::SQLITE_LIMIT_TRIGGER_DEPTH, 1),
        (Limit::SQLITE_LIMIT_WORKER_THREADS, 0),
    ] {
        db.set_limit(limit, most)?;
    }
    for (config, is_on) in [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
    ] {
        db.set_db_config(config, is_on)?;
    }
    let most = LEAST_STEPS + STEPS_PER_BYTE * bytes.len() as u64;
    let mut left = most / STEPS as u64;
    let is_over = move || {
        left = left.saturating_sub(1);
        left == 0
    };
    db.progress_handler(STEPS, Some(is_over))?;
    db.deserialize_read_exact(MAIN_DB, bytes, bytes.len(), true)?;
    db.execute_batch("PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY")?;
    Ok(db)
}

/// Checks that the file has the tables and indices of the format, and nothing else.
fn check_schema(db: &Connection) -> Result<(), GraphFault> {
    let expected = [&TABLES[..], &INDICES, &[VERSION_TABLE]].concat();
    let mut query = db
        .prepare("SELECT name, sql FROM sqlite_schema")
        .map_err(fault)?;
    let found = query
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
        .map_err(fault)?;
    let found = found.take(expected.len() + 1);
    let found: Vec<(String, String)> = found.collect::<rusqlite::Result<_>>().map_err(fault)?;
    for (name, sql) in &found {
        let known = expected.iter().find(|known| name_in(known) == name);
        if known.is_none_or(|known| plain(known) != plain(sql)) {
            let expected = "the tables and indices of a study database";
            let found = format!("`{}`", shown(sql));
            return Err(GraphFault::mismatch(expected, found));
        }
    }
    let mut names = expected.into_iter().map(name_in);
    match names.find(|name| !found.iter().any(|(known, _)| known == name)) {
        None => Ok(()),
        Some(name) => Err(GraphFault::mismatch(format!("`{name}`"), "nothing")),
    }
}

/// Removes insignificant differences from SQL.
fn plain(sql: &str) -> String {
    let characters = sql.chars().filter(|c| !c.is_ascii_whitespace());
    characters.map(|c| c.to_ascii_lowercase()).collect()
}

/// Checks every page, every row and every index.
fn check_pages(db: &Connection) -> Result<(), GraphFault> {
    let said: String = db
        .query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
        .map_err(fault)?;
    match &said[..] {
        "ok" => Ok(()),
        other => Err(unsound(other)),
    }
}

fn check_version(db: &Connection) -> Result<(), GraphFault> {
    let mut query = db
        .prepare("SELECT version FROM db_version LIMIT 2")
        .map_err(fault)?;
    let versions = query.query_map([], |row| row.get(0)).map_err(fault)?;
    let versions: Vec<i64> = versions.collect::<rusqlite::Result<_>>().map_err(fault)?;
    let found = match versions[..] {
        [VERSION] => return Ok(()),
        [] => "none".to_string(),
        [version] => version.to_string(),
        _ => "several".to_string(),
    };
    Err(GraphFault::mismatch(VERSION, found).of("version"))
}
