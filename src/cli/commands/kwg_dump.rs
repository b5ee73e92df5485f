//! `kwg-dump`: what is in a file, and what changed.

use crate::cli::args::format::Format;
use crate::cli::args::kwg_dump::{Arguments, Command, PROGRAM, Wanted};
use crate::cli::args::parse;
use crate::cli::commands::diff::diff;
use crate::cli::exit::{Out, Stop, run};
use crate::cli::input::file::File;
use crate::cli::render::dot::write_dot;
use crate::cli::render::info::Info;
use crate::cli::render::info_text::write_info;
use crate::cli::render::json::write_json;
use crate::cli::render::listings::{write_gaddag, write_leaves, write_nodes, write_words};
use crate::cli::voice::Voice;
use crate::error::{Error, Problem, Result};
use crate::graph::{Filter, Graph, Node, Pattern, PatternFault};
use crate::tiles::{Alphabet, Tile};
use std::process::ExitCode;

/// Runs the program.
pub fn main() -> ExitCode {
    let args: Arguments = parse();
    let voice = Voice {
        program: PROGRAM,
        quiet: args.quiet,
    };
    run(PROGRAM, |out| match &args.command {
        Command::Diff(args) => diff(args, voice, out),
        Command::Info { input, format } => {
            let file = File::read(input)?;
            info(&file, *format, voice, out).map_err(|stop| file.blame(stop))
        }
        Command::Words { input, .. }
        | Command::Gaddag { input, .. }
        | Command::Nodes { input, .. }
        | Command::Leaves { input, .. }
        | Command::Dot { input, .. } => {
            let file = File::read(input)?;
            list(&args.command, &file, voice, out)
        }
    })
}

/// Shows a file at a glance. It has a line of its own for an assumed ruleset.
fn info(file: &File, format: Format, voice: Voice, out: &mut Out) -> Result<(), Stop> {
    file.say_if_other(voice);
    let mut info = Info::of(&file.shown, &file.bytes, &file.opened, file.ruleset())?;
    info.ruleset_assumed = file.rules.assumed;
    match format {
        Format::Text => write_info(&info, out)?,
        Format::Json => write_json(out, &info)?,
    }
    Ok(())
}

/// Lists what is in a file.
fn list(command: &Command, file: &File, voice: Voice, out: &mut Out) -> Result<(), Stop> {
    let alphabet = file.alphabet();
    match command {
        Command::Words { wanted, format, .. } => {
            let filter = filter(wanted, alphabet).map_err(|e| file.rules.hint(e))?;
            let lexicon = file.lexicon()?;
            file.say_if_assumed(voice);
            write_words(lexicon, filter, alphabet, *format, out)
                .map_err(|stop| file.blame(stop))?;
        }
        Command::Gaddag { format, .. } => {
            let graph = file.graph()?;
            file.say_if_assumed(voice);
            write_gaddag(graph, alphabet, *format, out).map_err(|stop| file.blame(stop))?;
        }
        Command::Nodes {
            from,
            count,
            list,
            format,
            ..
        } => {
            let graph = file.graph()?;
            let range = match list {
                Some(list) => list_range(graph, *list)?,
                None => {
                    nodes_from(graph, "--from", *from)?;
                    *from..count.map_or(u32::MAX, |count| from.saturating_add(count))
                }
            };
            file.say_if_assumed(voice);
            write_nodes(graph, range, alphabet, *format, out)?;
        }
        Command::Leaves { format, .. } => {
            let leaves = file.leaves()?;
            file.say_if_assumed(voice);
            write_leaves(leaves, alphabet, *format, out)?;
        }
        Command::Dot { prefix, limit, .. } => {
            let graph = file.graph()?;
            let mut tiles = Vec::new();
            let read = alphabet.read_rack_into(prefix, &mut tiles);
            read.map_err(|e| file.rules.hint(option_fault("--prefix", e, prefix)))?;
            let list = graph.follow(&tiles).filter(|&list| list != 0);
            let list = list.ok_or_else(|| {
                let message = format!("--prefix: nothing follows `{prefix}`");
                Error::input(&file.shown, message)
            })?;
            file.say_if_assumed(voice);
            write_dot(graph, list, *limit, alphabet, out)?;
        }
        Command::Info { .. } | Command::Diff(_) => (),
    }
    Ok(())
}

/// The nodes of the list that begins at a node.
fn list_range(graph: &Graph, list: u32) -> Result<std::ops::Range<u32>> {
    let nodes = nodes_from(graph, "--list", list)?;
    let length = nodes.iter().position(|node| node.is_end());
    let length = length.map_or(nodes.len(), |last| last + 1);
    Ok(list..list + length as u32)
}

/// The nodes from one on that an option names.
fn nodes_from<'g>(graph: &'g Graph, option: &str, node: u32) -> Result<&'g [Node]> {
    let nodes = graph.nodes().get(node as usize..);
    nodes.filter(|nodes| !nodes.is_empty()).ok_or_else(|| {
        let last = graph.nodes().len() - 1;
        let problem = Problem::mismatch(format!("a node up to {last}"), node.to_string());
        Error::input("", problem.of(option))
    })
}

/// The filter that the options ask for; none if they are for all words.
fn filter(wanted: &Wanted, alphabet: &Alphabet) -> Result<Option<Filter>> {
    let word = |option: &str, text: &String| -> Result<Vec<Tile>> {
        let tiles = alphabet.read_word(text);
        tiles.map_err(|e| option_fault(option, e, text))
    };
    let fits = |option: &str, text: &str, pattern: Result<Pattern, PatternFault>| {
        pattern.map_err(|e| option_fault(option, e, text))
    };
    let is_asked = [
        &wanted.prefix,
        &wanted.suffix,
        &wanted.contains,
        &wanted.pattern,
        &wanted.anagram,
        &wanted.hooks,
    ];
    if wanted.length.is_none() && is_asked.into_iter().all(Option::is_none) {
        return Ok(None);
    }
    let mut filter = Filter::default();
    for (option, text, make) in [
        (
            "--prefix",
            &wanted.prefix,
            Pattern::prefix as fn(&[Tile]) -> _,
        ),
        ("--suffix", &wanted.suffix, Pattern::suffix),
        ("--contains", &wanted.contains, Pattern::contains),
    ] {
        if let Some(text) = text {
            filter = filter.pattern(fits(option, text, make(&word(option, text)?))?);
        }
    }
    if let Some(text) = &wanted.pattern {
        filter = filter.pattern(fits("--pattern", text, Pattern::read(text, alphabet))?);
    }
    if let Some((min, max)) = wanted.length {
        filter = filter.lengths(min, max);
    }
    if let Some(text) = &wanted.anagram {
        let mut rack = Vec::new();
        let read = alphabet.read_rack_into(text, &mut rack);
        read.map_err(|e| option_fault("--anagram", e, text))?;
        filter = filter.anagram(&rack);
    }
    if let Some(text) = &wanted.hooks {
        let hooks = filter.hooks(&word("--hooks", text)?);
        filter = hooks.map_err(|e| option_fault("--hooks", e, text))?;
    }
    Ok(Some(filter))
}

fn option_fault(option: &str, fault: impl Into<PatternFault>, text: &str) -> Error {
    let fault = fault.into();
    let message = format!("{option}: {fault} in `{text}`");
    match fault {
        PatternFault::Unknown(unknown) => unknown.into_error(message),
        PatternFault::Long(_) => Error::input("", message),
    }
}
