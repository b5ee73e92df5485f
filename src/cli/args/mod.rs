//! The arguments of the programs, as typed.
//!
//! There is one module for each program. Arguments that several programs share are in
//! `shared`, `wanted` and `check`, and `values` parses their values. Doc comments of
//! fields are the help texts. The text after the options (examples, notes, exit codes)
//! is in `help/`, one file for each command, and so are usages written by hand. Man
//! pages and completions are generated from the same types by [`commands`].
#![allow(missing_docs)] // a doc comment would be a help text
#![allow(rustdoc::broken_intra_doc_links)] // brackets in a help text are no links

/// A text of a command: what is below its options, or its usage.
macro_rules! help {
    ($command:literal) => {
        include_str!(concat!("help/", $command, ".txt")).trim_ascii_end()
    };
}

pub(crate) mod check;
pub(crate) mod klv_build;
pub(crate) mod kwg_build;
pub(crate) mod kwg_count;
pub(crate) mod kwg_dump;
pub(crate) mod movegen_check;
pub(crate) mod shared;
pub(crate) mod usage;
pub(crate) mod values;
pub(crate) mod wanted;

use crate::cli::args::usage::refuse_usage;
use crate::cli::closed::is_open;
use crate::cli::exit::Stop;
use crate::cli::voice::say_error;
use crate::error::{nearest, plain};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory, Parser};
use std::io::{self, Write};
use std::path::Path;

/// Parses the arguments of a program whose first argument is a file or a command.
/// Suggests a command if there is no such file and the argument is nearly a command.
pub(crate) fn parse_file_or_command<A: Parser>() -> A {
    check_first(A::command());
    parse()
}

fn check_first(mut program: Command) {
    let first = std::env::args_os().nth(1);
    let first = first.and_then(|first| first.into_string().ok());
    if let Some(typed) = first.filter(|typed| !typed.starts_with('-')) {
        let commands: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
        let is_known = commands.contains(&typed.as_str()) || Path::new(&typed).exists();
        if let Some(meant) = nearest(&typed, commands).filter(|_| !is_known) {
            let typed = plain(&typed);
            let message = format!("no file and no command `{typed}`; did you mean `{meant}`?");
            let error = program.error(ErrorKind::InvalidSubcommand, message);
            refuse_usage(program.get_name(), &error);
        }
    }
}

/// Parses the arguments of a program. Adds a tip if an option like `--kwg` stands in
/// front of a file that needs none.
pub(crate) fn parse<A: Parser>() -> A {
    A::try_parse().unwrap_or_else(|error| {
        // Escapes each invisible character that the error quotes.
        let error = A::try_parse_from(plain_arguments()).err().unwrap_or(error);
        refuse(A::command().get_name(), error)
    })
}

/// The arguments, with each invisible character replaced by an escape.
fn plain_arguments() -> Vec<String> {
    let arguments = std::env::args_os();
    let arguments = arguments.map(|argument| plain(&argument.to_string_lossy()).into_owned());
    arguments.collect()
}

/// Prints an error about arguments with a tip, or the help that was asked for.
fn refuse(program: &str, mut error: clap::Error) -> ! {
    let text = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let (option, usage) = (text(ContextKind::InvalidArg), text(ContextKind::Usage));
    let kinds = ["--kwg", "--kbwg", "--kad", "--klv", "--klv2", "--file"];
    let is_kind = kinds.contains(&option.as_str()) && takes_file(&usage);
    let tip = match error.kind() {
        ErrorKind::UnknownArgument if is_kind => {
            let tip = format!("the file goes without an option: leave out `{option}`");
            Some(tip)
        }
        ErrorKind::ArgumentConflict => list_for_recipe(&error),
        _ => None,
    };
    if let Some(tip) = tip {
        let tip = ContextValue::StyledStrs(vec![tip.into()]);
        error.insert(ContextKind::Suggested, tip);
    }
    if !error.use_stderr() {
        print_help(program, &error);
    }
    refuse_usage(program, &error)
}

/// Makes a tip for a list or table in the place of a recipe, beside `--output`.
fn list_for_recipe(conflict: &clap::Error) -> Option<String> {
    let arguments = [ContextKind::InvalidArg, ContextKind::PriorArg];
    let has = |name: &str| {
        let mut texts = arguments.iter().filter_map(|&kind| conflict.get(kind));
        texts.any(|text| text.to_string().contains(name))
    };
    let usage = conflict.get(ContextKind::Usage)?.to_string();
    let mut options = ["--words", "--leaves"].into_iter();
    let option = options.find(|option| usage.contains(option))?;
    (has("RECIPE") && has("--output"))
        .then(|| format!("to build without a recipe, give the file after `{option}`"))
}

/// Prints a help text or a version and ends the program. The exit code is 2 if the
/// text can't be written, and 0 if its reader is gone.
fn print_help(program: &str, text: &clap::Error) -> ! {
    let printed = is_open().and_then(|()| text.print());
    let written = printed.and_then(|()| io::stdout().flush());
    match written.map_err(Stop::from) {
        Err(Stop::Error(error)) => {
            say_error(program, &error.to_string());
            std::process::exit(2)
        }
        _ => std::process::exit(0),
    }
}

/// Whether a usage text has a file without an option.
fn takes_file(usage: &str) -> bool {
    let words: Vec<&str> = usage.split_whitespace().collect();
    let is_alone = |pair: &[&str]| pair[1].starts_with("<FILE>") && !pair[0].contains("--");
    words.windows(2).any(is_alone)
}

/// The command lines of all programs, sorted by name.
pub fn commands() -> [Command; 5] {
    [
        klv_build::Arguments::command(),
        kwg_build::Arguments::command(),
        kwg_count::Arguments::command(),
        kwg_dump::Arguments::command(),
        movegen_check::Arguments::command(),
    ]
}
