//! Stands in for SQLite where it is not compiled in.

use crate::database::notes::StudyNotes;
use crate::database::schema::NOT_AVAILABLE;
use crate::database::study::DatabaseRows;
use crate::error::{Error, Result};
use crate::graph::GraphFault;
use crate::lexicon::Words;
use crate::ruleset::Ruleset;

/// Builds the bytes of a study database. Needs the feature `sqlite`.
pub fn build_database(_: &Words, _: &Ruleset, _: &StudyNotes) -> Result<Vec<u8>> {
    Err(Error::input("", NOT_AVAILABLE))
}

/// Reads the words of a study database. Needs the feature `sqlite`.
pub fn read_database(_: &[u8], _: &Ruleset) -> Result<Words, GraphFault> {
    Err(GraphFault::file(NOT_AVAILABLE))
}

/// Reads all rows of a study database. Needs the feature `sqlite`.
pub(crate) fn read_rows(_: &[u8]) -> Result<DatabaseRows, GraphFault> {
    Err(GraphFault::file(NOT_AVAILABLE))
}
