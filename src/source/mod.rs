//! Sources: word lists and leave tables, from text to sorted tiles.
//!
//! This is the edge where text ends. Readers take bytes, not paths; what they
//! can't make sense of becomes a diagnostic with line and column, and reading
//! goes on so that one run shows many of them.

mod blocks;
mod decimal;
mod fields;
mod leave_csv;
mod leave_row;
mod left_out;
mod lines;
mod list;
mod list_options;
mod plain_row;

pub use leave_csv::{read_leaves, read_leaves_from};
pub use leave_row::LeaveOptions;
pub use left_out::LeftOut;
pub use list::ListReader;
pub use list_options::{LengthBounds, ListOptions, ListStats, Outside};
