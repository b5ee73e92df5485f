//! Messages for a person, on the standard error.

use crate::error::plain;
use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};

/// The most characters of a message. A name from a file may be very long.
const LONGEST: usize = 4096;

/// What messages call the standard input.
pub(crate) const STANDARD_INPUT: &str = "standard input";

/// What messages call a file: its path, as the user typed it.
pub(crate) fn named(path: &str) -> &str {
    match path {
        "-" => STANDARD_INPUT,
        path => path,
    }
}

/// Prints a message with the program's name in front, in one line: invisible characters
/// become escapes.
pub(crate) fn say(program: &str, line: &str) {
    // If the standard error is closed too, the message is lost.
    let _ = writeln!(io::stderr(), "{program}: {}", message(line));
}

/// Prints an error like [`say`], with the program's name in colour on a terminal.
pub(crate) fn say_error(program: &str, line: &str) {
    let line = message(line);
    let _ = match is_coloured() {
        true => writeln!(io::stderr(), "\x1b[1;31m{program}:\x1b[0m {line}"),
        false => writeln!(io::stderr(), "{program}: {line}"),
    };
}

/// A message in one line, cut if it is very long.
fn message(line: &str) -> Cow<'_, str> {
    match line.char_indices().nth(LONGEST) {
        None => plain(line),
        Some((end, _)) => Cow::Owned(format!("{}…", plain(&line[..end]))),
    }
}

/// Whether errors are in colour: on a terminal that has colours, unless the user
/// sets `NO_COLOR`.
pub(crate) fn is_coloured() -> bool {
    let variable = |name| std::env::var_os(name).unwrap_or_default();
    io::stderr().is_terminal() && variable("NO_COLOR").is_empty() && variable("TERM") != "dumb"
}
