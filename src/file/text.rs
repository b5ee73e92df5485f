//! Reads text files whole, as UTF-8.

use crate::error::{Diagnostic, Error, ErrorKind, Result};
use crate::file::expect::{Expected, refuse_stray};
use crate::file::read_file::read_file;
use std::path::Path;

/// Reads a text file, `-` for the standard input. Refuses a file that is clearly
/// something else than `expected`.
pub fn read_text(path: &Path, expected: Expected) -> Result<String> {
    let bytes = read_file(path)?;
    refuse_stray(path, &bytes, expected)?;
    String::from_utf8(bytes).map_err(|e| {
        let valid = &e.as_bytes()[..e.utf8_error().valid_up_to()];
        let line = valid.iter().filter(|&&b| b == b'\n').count() as u64 + 1;
        let diagnostic = Diagnostic::new(path.display().to_string(), "expected UTF-8");
        Error::new(ErrorKind::Input, diagnostic.at_line(line)).caused_by(e)
    })
}
