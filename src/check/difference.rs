//! What differs between a table and what was found.

use serde::Serialize;

/// A figure that differs from the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The table's line, from 1.
    pub line: u64,
    /// The column.
    pub column: &'static str,
    /// What the table has.
    pub expected: String,
    /// What was found.
    pub found: String,
}
