//! Messages for a person, on the standard error.

use crate::error::plain;
use std::io::{self, Write};

/// Prints a line with the program's name in front. Whatever is in it stays in the
/// line and can be seen.
pub(crate) fn say(program: &str, line: &str) {
    // If the standard error is closed too, the message is lost.
    let _ = writeln!(io::stderr(), "{program}: {}", plain(line));
}

/// The voice of a program: notes that are neither results nor errors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Voice {
    pub(crate) program: &'static str,
    /// Whether the user wants no notes.
    pub(crate) quiet: bool,
}

impl Voice {
    /// Prints a note, unless the user wants none.
    pub(crate) fn say(self, line: &str) {
        if !self.quiet {
            say(self.program, line);
        }
    }
}
