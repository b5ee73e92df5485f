//! Stands in for SQLite where it is not compiled in.

use crate::database::schema::NOT_AVAILABLE;
use crate::database::study::DatabaseRows;
use crate::error::{Error, Result};
use crate::graph::GraphFault;

/// Says that nothing can be written.
pub(crate) fn write_rows(_: &DatabaseRows) -> Result<Vec<u8>> {
    Err(Error::input("", NOT_AVAILABLE))
}

/// Says that nothing can be read.
pub(crate) fn read_rows(_: &[u8]) -> Result<DatabaseRows, GraphFault> {
    Err(GraphFault::file(NOT_AVAILABLE))
}
