//! Messages for a person, on the standard error.

use crate::error::plain;
use std::io::{self, IsTerminal, Write};

/// Prints a line with the program's name in front. Whatever is in it stays in the
/// line and can be seen.
pub(crate) fn say(program: &str, line: &str) {
    // If the standard error is closed too, the message is lost.
    let _ = writeln!(io::stderr(), "{program}: {}", plain(line));
}

/// Prints an error like [`say`], with the program's name in colour on a terminal.
pub(crate) fn say_error(program: &str, line: &str) {
    let line = plain(line);
    let _ = match is_coloured() {
        true => writeln!(io::stderr(), "\x1b[1;31m{program}:\x1b[0m {line}"),
        false => writeln!(io::stderr(), "{program}: {line}"),
    };
}

/// Whether errors are in colour: on a terminal that has colours, unless the user
/// sets `NO_COLOR`.
pub(crate) fn is_coloured() -> bool {
    let variable = |name| std::env::var_os(name).unwrap_or_default();
    io::stderr().is_terminal() && variable("NO_COLOR").is_empty() && variable("TERM") != "dumb"
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
