//! What kind of file is this, and opening it.

mod detect;
mod open;
mod read_file;
#[cfg(feature = "recipe")]
mod sniff;

pub use detect::{Detected, FileKind, detect};
pub use open::{Holds, Opened, open};
pub(crate) use read_file::{check_is_file, read_named};
pub use read_file::{read_file, read_if_there};
#[cfg(feature = "recipe")]
pub use sniff::{Expected, refuse_kind, refuse_stray};
#[cfg(feature = "recipe")]
pub(crate) use sniff::{name_of, stray_or};
