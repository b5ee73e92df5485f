//! Writes man pages and completions for all programs.
//!
//!     cargo run --example pages -- DIR
//!
//! writes `DIR/man/man1/*.1` (a page for each program and each subcommand) and
//! `DIR/completions/{bash,zsh,fish}/*`. Both come from the argument types of the
//! programs.

use clap::Command;
use clap_complete::{Generator, Shell};
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
            let name = command.get_name();
            let file = folder.join(shell.file_name(name));
            fs::write(file, completions(shell, &command)?)?;
        }
        write_man(command, &man)?;
    }
    Ok(())
}

fn completions(shell: Shell, command: &Command) -> io::Result<String> {
    let name = command.get_name();
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command.clone(), name, &mut text);
    let text = String::from_utf8(text).map_err(io::Error::other)?;
    Ok(match shell {
        // clap treats the dash in a program's name as the start of a subcommand in one
        // of two places that must agree.
        Shell::Bash => text.replace(&name.replace('-', "__subcmd__"), &name.replace('-', "__")),
        Shell::Zsh => commands_or_files(text, command),
        _ => text,
    })
}

/// Makes zsh offer both subcommands and files as the first argument. clap's script
/// expects a file as the first argument and the subcommand as the second.
fn commands_or_files(text: String, command: &Command) -> String {
    let file = command.get_positionals().next();
    let Some(file) = file.filter(|_| command.has_subcommands()) else {
        return text;
    };
    let optional = if file.is_required_set() { "" } else { ":" };
    let file = format!("'{optional}:{} -- ", file.get_id());
    let commands = format!("_{}_commands", command.get_name());
    let both = format!("\": : _alternative 'commands: :{commands}' 'files: :_files'\" \\");
    let first = format!("\":: :{commands}\" \\");
    let mut changed = String::new();
    let own = text.lines().position(|line| line.starts_with(&file));
    for (_, line) in text.lines().enumerate().filter(|(i, _)| Some(*i) != own) {
        let line = line.replace(&first, &both).replace("$line[2]", "$line[1]");
        changed += &line;
        changed.push('\n');
        if line.ends_with("case $line[1] in") {
            changed.push_str("            (*.*) _files && ret=0 ;;\n");
        }
    }
    changed
}

/// Writes the man page of a program, and one for each subcommand.
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
    let page = Man::new(command.clone());
    let mut text = title(page.get_filename().trim_end_matches(".1")).into_bytes();
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    if command.has_subcommands() {
        page.render_subcommands_section(&mut text)?;
    }
    if let Some(after) = command.get_after_help() {
        // Examples keep their line breaks.
        text.extend_from_slice(b".SH EXAMPLES AND NOTES\n.nf\n");
        let after = after.to_string();
        for line in after.strip_prefix("Examples:\n").unwrap_or(&after).lines() {
            text.extend_from_slice(as_is(line).as_bytes());
        }
        text.extend_from_slice(b".fi\n");
    }
    fs::write(path, text)
}

/// The first line of a page. It has no date, so that the same sources give the same
/// page.
fn title(name: &str) -> String {
    let name = name.to_uppercase();
    let version = env!("CARGO_PKG_VERSION");
    format!(".TH {name} 1 \"\" \"wordmill {version}\" \"wordmill\"\n")
}

/// Escapes a line that is shown verbatim.
fn as_is(line: &str) -> String {
    let line = line.replace('\\', "\\e").replace('-', "\\-");
    let line = line.replace('\'', "\\(aq");
    format!("\\&{line}\n")
}
