//! Sources: word lists and leave tables, from text to sorted tiles.
//!
//! This is the edge where text ends. Readers take bytes, not paths; what they
//! can't make sense of becomes a diagnostic with line and column, and reading
//! goes on so that one run shows many of them.

mod blocks;
mod decimal;
mod fields;
mod leave_collector;
mod leave_row;
mod leave_table;
mod leave_value;
mod leaves;
mod left_out;
mod lines;
mod list;
mod list_options;
mod packed;
mod plain_row;
mod words;

pub use leave_row::LeaveOptions;
pub use leave_table::{LeaveTable, TableRows};
pub use leave_value::ValueFormat;
pub use leaves::{read_leaves, read_leaves_from};
pub use left_out::LeftOut;
pub use list::ListReader;
pub use list_options::{LengthBounds, ListOptions, ListStats, Outside};

pub(crate) use leave_collector::LeaveCollector;
pub(crate) use leave_table::TableLeaves;
pub(crate) use packed::{PACKED, PackedLeave};
pub use words::{WordCollector, Words};
