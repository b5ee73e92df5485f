//! Errors in the arguments of a program.

use crate::cli::voice::is_coloured;
use std::io::{self, Write};

/// Prints a usage error, which begins with the program's name like all errors, and
/// ends the program.
pub(crate) fn refuse_usage(program: &str, error: &clap::Error) -> ! {
    let rendered = error.render();
    let text = match is_coloured() {
        true => rendered.ansi().to_string(),
        false => rendered.to_string(),
    };
    let text = match rendered.to_string().starts_with("error:") {
        true => text.replacen("error:", &format!("{program}:"), 1),
        false => text,
    };
    let _ = io::stderr().write_all(text.as_bytes());
    std::process::exit(2)
}
