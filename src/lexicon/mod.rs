//! Words and leave tables: the data that flows from sources to files.

mod leave_collector;
mod leave_table;
mod leave_value;
mod packed_leave;
mod words;

pub(crate) use leave_collector::LeaveCollector;
pub(crate) use leave_table::TableLeaves;
pub use leave_table::{LeaveTable, TableRows};
pub use leave_value::ValueFormat;
pub(crate) use packed_leave::{PACKED, PackedLeave};
pub use words::{WordCollector, Words};
