//! The error type of the library.
//!
//! An [`Error`] has a kind, which decides a program's exit code, and one or more
//! [`Diagnostic`]s. A diagnostic holds facts, not a sentence: the place, what was
//! expected, what was found, and what may help. Reading a word list can find many
//! faults at once; [`Faults`] keeps the first [`SHOWN`] and counts the rest.

mod diagnostic;
mod errors;
mod faults;
mod named;
mod number;
mod plain;
mod snippet;
#[cfg(feature = "recipe")]
mod suggest;

pub use diagnostic::{Diagnostic, Problem, Remedy};
pub use errors::{Error, ErrorKind, Result};
pub use faults::{Faults, SHOWN};
pub(crate) use named::display_and_parse_by_name;
pub use number::{counted, grouped};
#[cfg(feature = "recipe")]
pub(crate) use plain::plain_where;
pub(crate) use plain::{either, is_of_label, is_unseen, plain};
pub use snippet::Snippet;
pub(crate) use snippet::{brief, shown};
#[cfg(feature = "recipe")]
pub(crate) use suggest::{did_you_mean, nearest};
