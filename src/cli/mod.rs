//! What the binaries share: exit codes, output, progress.
//!
//! A binary parses its arguments and makes one call; what it prints goes
//! through [`Out`], and [`run`] turns how it ended into an exit code.

pub(crate) mod allocator;
pub mod args;
pub(crate) mod asked;
pub mod commands;
pub(crate) mod file;
pub(crate) mod page;
pub(crate) mod progress;
pub(crate) mod render;
pub(crate) mod rules;
pub(crate) mod sidecar;
pub(crate) mod title;

pub use allocator::LargePages;
pub use args::length::{read_length, read_wanted_length};
pub use asked::{Asked, each_asked};
pub use commands::build_recipes::{OutputArgs, RecipeArgs, build_and_show};
pub use commands::check_lexicons::{CheckArgs, ReportArgs};
pub use commands::subject::{
    FilesToCheck, subject_of_files, subject_of_recipe, subjects_of_recipes,
};
pub use file::{File, FileArgs, ReadingArgs};
pub use page::report::write_report_page;
pub use progress::ProgressLine;
pub use render::diff::{DiffFormat, DiffStyle, write_leave_diff, write_word_diff};
pub use render::dot::write_dot;
pub use render::info::{GraphInfo, Info, Longest, WordInfo};
pub use render::info_text::write_info;
pub use render::leave_info::{Bar, LeaveInfo, LeaveRow};
pub use render::listings::{write_gaddag, write_leaves, write_nodes, write_words};
pub use render::look_up::{Answer, AnswerWriter, LookUp};
pub use render::map::Map;
pub use render::moves::{write_comparison, write_moves};
pub use render::positions::write_positions;
pub use render::report::write_report;
pub use render::score::{placed_tiles, write_reasons, write_score};
pub use render::table::{Table, counted, grouped};
pub use render::totals::{CountFormat, FirstTile, Totals};
pub use render::wording::summary;
pub use rules::{Listed, Rules, listed_rules, rules_for};
pub use sidecar::{check_members_origin, warning_of_claim};
pub use title::{file_name, title_of};

use crate::cli::commands::build_recipes::on_threads;
use crate::cli::render::advice::advice_of;

use crate::error::{Error, ErrorKind};
use crate::recipe::{write_file, write_file_with};
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::io::{self, BufWriter, Stdout, Write};
use std::path::Path;
use std::process::ExitCode;

/// How a program that had no error ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All is well: exit code 0.
    Fine,
    /// A check failed, or there are differences: exit code 1.
    Differs,
}

/// Why a program stopped early.
#[derive(Debug)]
pub enum Stop {
    /// Something is wrong; it is printed.
    Error(Error),
    /// Nobody reads the output any more, which is no error.
    Closed,
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        Stop::Error(error)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Stop::Closed,
            _ => Stop::Error(Error::io("standard output".as_ref(), "can't write", error)),
        }
    }
}

/// The standard output, buffered, and what is known of the outcome so far.
pub struct Out {
    stdout: BufWriter<Stdout>,
    differs: bool,
}

impl Out {
    fn new() -> Out {
        Out {
            stdout: BufWriter::with_capacity(1 << 16, io::stdout()),
            differs: false,
        }
    }

    /// From here on the program ends with exit code 1, even if nobody reads
    /// all of its output.
    pub fn differs(&mut self) {
        self.differs = true;
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stdout.write(bytes)
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stdout.write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush()
    }
}

/// Runs a program: its output is flushed, its error printed, its end becomes
/// an exit code (0 fine, 1 a check failed, 2 a usage, input or I/O error).
pub fn run(program: &str, main: impl FnOnce(&mut Out) -> Result<Outcome, Stop>) -> ExitCode {
    let mut out = Out::new();
    let outcome = main(&mut out).and_then(|outcome| {
        out.flush()?;
        Ok(outcome)
    });
    match outcome {
        Ok(Outcome::Fine) => ExitCode::SUCCESS,
        Ok(Outcome::Differs) => ExitCode::from(1),
        Err(Stop::Closed) => {
            // What is left in the buffer has nowhere to go.
            let differs = out.differs;
            let _ = out.stdout.into_parts();
            ExitCode::from(u8::from(differs))
        }
        Err(Stop::Error(error)) => {
            let _ = out.flush();
            say_error(program, &error);
            match error.kind() {
                ErrorKind::Check => ExitCode::from(1),
                ErrorKind::Input | ErrorKind::Io => ExitCode::from(2),
            }
        }
    }
}

/// Prints an error's diagnostics, each with the line it is about.
fn say_error(program: &str, error: &Error) {
    for diagnostic in error.diagnostics() {
        let mut text = diagnostic.to_string();
        if let Some(advice) = diagnostic.remedy.as_ref().and_then(advice_of) {
            text += &format!("; {advice}");
        }
        for line in text.lines() {
            say(program, line);
        }
        if let Some(quote) = &diagnostic.snippet {
            let (line, marker) = (quote.line(), quote.marker());
            let _ = writeln!(io::stderr(), "    {line}\n    {marker}");
        }
    }
    if error.unshown() > 0 {
        say(program, &format!("… and {} more", error.unshown()));
    }
}

/// Prints a line for a person, on the standard error.
pub fn say(program: &str, line: &str) {
    // If that is closed too there is nothing left to say it to.
    let _ = writeln!(io::stderr(), "{program}: {line}");
}

/// Who says what is no result and no error, and whether anyone wants to know.
#[derive(Clone, Copy, Debug)]
pub struct Voice {
    /// The program.
    pub program: &'static str,
    /// Say nothing.
    pub quiet: bool,
}

impl Voice {
    /// Prints a line for a person, unless it is not wanted.
    pub fn say(self, line: &str) {
        if !self.quiet {
            say(self.program, line);
        }
    }
}

/// How results are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For a person.
    #[default]
    Text,
    /// For a program.
    Json,
}

/// Writes a value as JSON, with a line feed.
pub fn write_json(out: &mut Out, value: &impl serde::Serialize) -> Result<(), Stop> {
    serde_json::to_writer_pretty(&mut *out, value).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

/// Writes a result to a file, whole or not at all, or to the standard output
/// if the name is `-`.
pub fn write_result(target: &Path, bytes: &[u8], out: &mut Out) -> Result<(), Stop> {
    if target == Path::new("-") {
        out.write_all(bytes)?;
    } else {
        write_file(target, bytes)?;
    }
    Ok(())
}

/// The same for a result that is written bit by bit.
pub fn write_result_with(
    target: &Path,
    out: &mut Out,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Stop> {
    if target == Path::new("-") {
        write(out)?;
    } else {
        write_file_with(target, write)?;
    }
    Ok(())
}

/// A parser for one of a fixed set of values, by their names.
pub fn one_of<T, const N: usize>(
    all: [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    PossibleValuesParser::new(all.map(name)).map(move |chosen| {
        let found = all.iter().find(|&&value| name(value) == chosen);
        // The parser above lets through nothing else.
        found.copied().unwrap_or(all[0])
    })
}
