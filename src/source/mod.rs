//! Readers of word lists, dictionaries and leave tables: text in, sorted tiles out.
//!
//! The readers take bytes or a [`Read`](std::io::Read), not paths. A line that they
//! can't read becomes a diagnostic with line and column, and reading continues, so that
//! one run reports many faults. They return the types of [`lexicon`](crate::lexicon).

mod bare;
mod blocks;
mod decimal;
mod definition;
mod definitions;
mod difficulty;
#[cfg(feature = "recipe")]
mod hunspell;
mod keep;
mod leave_csv;
mod leave_pass;
mod leave_row;
mod lines;
mod list;
mod list_part;
mod options;
mod plain_row;
mod stats;
mod unread;

pub use bare::{BareDigraph, BareDigraphs};
pub use definitions::read_definitions;
pub use difficulty::read_difficulties;
#[cfg(feature = "recipe")]
pub use hunspell::Hunspell;
pub use keep::Keep;
pub use leave_csv::{read_leaves, read_leaves_from};
pub use list::ListReader;
pub use options::{LeaveOptions, LengthBounds, ListOptions, OnBareDigraph, Outside};
pub use stats::{LeftOut, ListStats};
