//! Writes man pages and completions for all programs.
//!
//!     cargo run --example pages -- DIR
//!
//! makes `DIR/man/man1/*.1` (a page for each program and each of its commands)
//! and `DIR/completions/{bash,zsh,fish}/*`, from the types that the programs
//! parse their arguments with.

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wordmill::cli::args::commands;

fn main() -> ExitCode {
    let Some(dir) = std::env::args_os().nth(1) else {
        eprintln!("pages: expected a directory to write to, found nothing");
        return ExitCode::from(2);
    };
    match write_all(Path::new(&dir)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("pages: {}: {e}", Path::new(&dir).display());
            ExitCode::from(2)
        }
    }
}

pub(crate) fn write_all(dir: &Path) -> io::Result<()> {
    let man = dir.join("man/man1");
    fs::create_dir_all(&man)?;
    for command in commands() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let folder = dir.join("completions").join(shell.to_string());
            fs::create_dir_all(&folder)?;
            let name = command.get_name().to_string();
            clap_complete::generate_to(shell, &mut command.clone(), name, folder)?;
        }
        write_man(command, &man)?;
    }
    Ok(())
}

/// Writes the page of a program, and one for each of its commands.
fn write_man(command: Command, dir: &Path) -> io::Result<()> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let program = command.get_name().to_string();
    write_page(&command, dir.join(format!("{program}.1")))?;
    for part in command.get_subcommands() {
        let path = dir.join(format!("{program}-{}.1", part.get_name()));
        write_page(part, path)?;
    }
    Ok(())
}

fn write_page(command: &Command, path: PathBuf) -> io::Result<()> {
    // No date: the same sources give the same page.
    let page = Man::new(command.clone())
        .source(concat!("wordmill ", env!("CARGO_PKG_VERSION")))
        .manual("wordmill");
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    if command.has_subcommands() {
        page.render_subcommands_section(&mut text)?;
    }
    if let Some(after) = command.get_after_help() {
        // Line by line as it is written: these are commands, and what they do.
        text.extend_from_slice(b".SH EXAMPLES AND NOTES\n.nf\n");
        let after = after.to_string();
        for line in after.strip_prefix("Examples:\n").unwrap_or(&after).lines() {
            text.extend_from_slice(as_is(line).as_bytes());
        }
        text.extend_from_slice(b".fi\n");
    }
    fs::write(path, text)
}

/// A line that is shown as it is.
fn as_is(line: &str) -> String {
    let line = line.replace('\\', "\\e").replace('-', "\\-");
    let line = line.replace('\'', "\\(aq");
    format!("\\&{line}\n")
}
