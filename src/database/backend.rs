//! Writes and reads rows with SQLite, or with a stand-in if SQLite is not compiled in.

#[cfg(feature = "sqlite")]
pub(crate) use crate::database::{rows::read_rows, write::write_rows};
#[cfg(not(feature = "sqlite"))]
pub(crate) use without::{read_rows, write_rows};

#[cfg(not(feature = "sqlite"))]
mod without {
    use crate::database::schema::NOT_AVAILABLE;
    use crate::database::study::DatabaseRows;
    use crate::error::{Error, Result};
    use crate::graph::GraphFault;

    /// Fails, as nothing can be written.
    pub(crate) fn write_rows(_: &DatabaseRows) -> Result<Vec<u8>> {
        Err(Error::input("", NOT_AVAILABLE))
    }

    /// Fails, as nothing can be read.
    pub(crate) fn read_rows(_: &[u8]) -> Result<DatabaseRows, GraphFault> {
        Err(GraphFault::file(NOT_AVAILABLE))
    }
}
