//! Study databases: the words of a lexicon in the SQLite format of word_db_server,
//! version 6 (`.db`).
//!
//! A study database has a row for each alphagram, ranked by the number of ways to draw
//! it, a row for each word with its definition, hooks and symbols, and the words that
//! only an earlier edition has. [`build_database`] builds a file from words and
//! [`StudyNotes`]. [`read_database`] reads the words of an untrusted file.
//!
//! `notes` has the data of a database besides the words, `definition` follows the links
//! in definitions, `study` computes the rows, and `tile_texts` spells words. `bytes`
//! converts between words and bytes. `schema` is the SQL of the format. Only
//! `connection`, `rows` and `write` use SQLite; `backend` chooses between them and a
//! stand-in for builds without the feature `sqlite`.

mod backend;
mod bytes;
mod definition;
mod entity;
mod notes;
mod schema;
mod study;
mod tile_texts;

#[cfg(feature = "sqlite")]
mod connection;
#[cfg(feature = "sqlite")]
mod rows;
#[cfg(feature = "sqlite")]
mod write;

#[cfg(test)]
#[cfg(feature = "sqlite")]
mod tests;

pub(crate) use backend::read_rows;
pub use bytes::{build_database, read_database};
pub(crate) use definition::Expander;
pub use notes::{Difficulties, LexiconSymbol, StudyNotes};
pub(crate) use schema::{IS_AVAILABLE, NOT_AVAILABLE, is_database};
pub(crate) use study::{AlphagramRow, DatabaseRows, LENGTHS, WordRow};
pub(crate) use tile_texts::TileTexts;
