//! Words and leave tables: the data types between sources and files.
//!
//! [`Words`] is a sorted set of words, [`LeaveTable`] a sorted table of leaves and
//! their values. Both hold tiles, not text, in few blocks of memory. The collectors
//! take input in any order and sort it. [`Definitions`] adds a text to words. Nothing
//! here parses text.

mod definitions;
mod leave_collector;
mod leave_table;
mod leave_value;
mod packed_leave;
mod words;

pub(crate) use definitions::Texts;
pub use definitions::{BETWEEN_DEFINITIONS, Definitions};
pub(crate) use leave_collector::LeaveCollector;
pub(crate) use leave_table::TableLeaves;
pub use leave_table::{LeaveTable, TableRows};
pub use leave_value::ValueFormat;
pub(crate) use packed_leave::{PACKED, PackedLeave};
pub(crate) use words::ShortWord;
pub use words::{WordCollector, Words, WordsIter};
