//! What writes and reads rows: SQLite, or what stands in for it.

#[cfg(feature = "sqlite")]
pub(crate) use crate::database::rows::read_rows;
#[cfg(not(feature = "sqlite"))]
pub(crate) use crate::database::without::{read_rows, write_rows};
#[cfg(feature = "sqlite")]
pub(crate) use crate::database::write::write_rows;
