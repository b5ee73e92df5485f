//! Study databases: the words of a lexicon in the SQLite file of word_db_server, version 6
//! (`.db`).
//!
//! A study database has a row for each alphagram, ranked by the ways to draw it, a row for
//! each word with its definition, hooks and symbols, and the words that an earlier edition
//! had. [`build_database`] makes the bytes of a file from words and [`StudyNotes`].
//! [`read_database`] reads the words of a file, which it does not trust.
//!
//! `notes` is what a database says beside the words, `definition` how the links in
//! definitions are followed, `study` what the rows are, and `tile_texts` how words are
//! spelled. `schema` is the SQL of the format. `write` and `read` are all that knows
//! SQLite; without the feature `sqlite` they only say so.

mod definition;
mod entity;
mod notes;
mod schema;
mod study;
mod tile_texts;

#[cfg(feature = "sqlite")]
mod connection;
#[cfg(feature = "sqlite")]
mod read;
#[cfg(feature = "sqlite")]
mod write;

#[cfg(not(feature = "sqlite"))]
mod without;

#[cfg(test)]
#[cfg(feature = "sqlite")]
mod tests;

pub(crate) use definition::Expander;
pub use notes::{Difficulties, LexiconSymbol, StudyNotes};
#[cfg(feature = "sqlite")]
pub use read::read_database;
#[cfg(feature = "sqlite")]
pub(crate) use read::read_rows;
pub(crate) use schema::{IS_AVAILABLE, NOT_AVAILABLE, is_database};
pub(crate) use study::{AlphagramRow, DatabaseRows, LENGTHS, WordRow};
pub(crate) use tile_texts::TileTexts;
#[cfg(not(feature = "sqlite"))]
pub(crate) use without::read_rows;
#[cfg(not(feature = "sqlite"))]
pub use without::{build_database, read_database};
#[cfg(feature = "sqlite")]
pub use write::build_database;
