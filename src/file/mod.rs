//! Recognises, reads and opens files.
//!
//! [`sniff()`] finds the [`FileKind`] of some bytes, and [`open()`] opens them as words
//! or leaves. [`read_file`](fn@read_file) reads the file at a path, within limits.
//! [`refuse_stray`] refuses a file that is of another kind than [`Expected`].

mod expect;
mod kind;
mod open;
mod read_file;
mod sniff;
#[cfg(feature = "recipe")]
mod unpack;

#[cfg(feature = "recipe")]
pub use expect::read_text;
pub(crate) use expect::stray_or;
pub use expect::{Expected, refuse_kind, refuse_stray};
pub use kind::FileKind;
pub(crate) use kind::MANIFEST_SUFFIX;
pub use open::{Holds, Opened, open, read_words};
#[cfg(feature = "recipe")]
pub(crate) use read_file::read_if_there_within;
pub(crate) use read_file::{check_is_file, is_open_pipe, read_named};
pub use read_file::{read_file, read_if_there};
pub use sniff::{Sniffed, sniff};
#[cfg(feature = "recipe")]
pub(crate) use unpack::{is_packed, unpacked};
