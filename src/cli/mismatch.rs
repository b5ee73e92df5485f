//! The error that is made most often: something else than expected.

use crate::error::{Error, Problem};
use std::fmt::Display;

/// Makes an error of a file or an option: what was expected there, and what was found.
pub(crate) fn mismatch(
    place: impl Display,
    expected: impl Into<String>,
    found: impl Into<String>,
) -> Error {
    Error::input(place.to_string(), Problem::mismatch(expected, found))
}
