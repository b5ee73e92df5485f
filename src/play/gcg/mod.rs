//! Games as GCG files, the text format in which word games are exchanged.
//!
//! [`Gcg`] is the content of a file, line by line, with racks and words still as text.
//! `read` parses it from bytes; `write` creates it from a game played here.
//! [`replay()`](crate::play::replay()) checks whether the game followed the rules.

mod read;
mod record;
mod write;

pub use record::{Gcg, GcgAction, GcgEvent, GcgPlayer};
pub use write::GcgHeader;
