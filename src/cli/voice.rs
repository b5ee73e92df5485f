//! Messages for people, on standard error.

use crate::error::plain;
use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};

/// The most characters of a message. A name from a file may be very long.
const LONGEST: usize = 4096;

/// The name of standard input in messages.
pub(crate) const STANDARD_INPUT: &str = "standard input";

/// The name of a file in messages: its path as typed.
pub(crate) fn named(path: &str) -> &str {
    match path {
        "-" => STANDARD_INPUT,
        path => path,
    }
}

/// Prints a message on one line after the program's name, with invisible characters
/// escaped.
pub(crate) fn say(program: &str, line: &str) {
    // If standard error is closed too, the message is lost.
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

/// Formats a message on one line, shortened if it is very long.
fn message(line: &str) -> Cow<'_, str> {
    match line.char_indices().nth(LONGEST) {
        None => plain(line),
        Some((end, _)) => Cow::Owned(format!("{}…", plain(&line[..end]))),
    }
}

/// Whether errors are in colour: on a terminal that has colours, unless the user sets
/// `NO_COLOR`.
pub(crate) fn is_coloured() -> bool {
    let variable = |name| std::env::var_os(name).unwrap_or_default();
    io::stderr().is_terminal() && variable("NO_COLOR").is_empty() && variable("TERM") != "dumb"
}
