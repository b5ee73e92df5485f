//! Games as GCG files, the text format in which word games are exchanged.
//!
//! [`Gcg`] is what a file says, line by line, with racks and words still as text.
//! `read` makes it of bytes, `write` of a game that was played here. Whether the game
//! was played by the rules is for [`replay()`](crate::play::replay()) to say.

mod read;
mod record;
mod write;

pub use record::{Gcg, GcgAction, GcgEvent, GcgPlayer};
pub use write::GcgHeader;
