//! `kwg-dump`: what is in a file, and what changed.

use crate::cli::args::format::Format;
use crate::cli::args::kwg_dump::{Arguments, Command, PROGRAM};
use crate::cli::args::parse;
use crate::cli::commands::diff::diff;
use crate::cli::commands::grid::grid;
use crate::cli::commands::judge::judge;
use crate::cli::commands::words::words;
use crate::cli::exit::{Out, Stop, run};
use crate::cli::input::file::File;
use crate::cli::input::wanted::option_fault;
use crate::cli::render::dot::write_dot;
use crate::cli::render::info::Info;
use crate::cli::render::info_text::write_info;
use crate::cli::render::json::write_json;
use crate::cli::render::listings::{write_gaddag, write_leaves, write_nodes};
use crate::cli::voice::Voice;
use crate::error::{Error, Problem, Result};
use crate::graph::{Graph, Node};
use crate::parallel;
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
        Command::Grid(args) => grid(args, voice, out),
        Command::Info { input, format } => {
            let file = File::read(input)?;
            info(&file, *format, voice, out).map_err(|stop| file.blame(stop))
        }
        Command::Words(args) => words(args, voice, out),
        Command::Judge(args) => judge(args, voice, out),
        Command::Gaddag { input, .. }
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
    let (info, sum) = parallel::join(
        || Info::of_opened(&file.shown, &file.opened, file.ruleset()),
        || file.sha256(),
    );
    let mut info = info?;
    info.bytes = file.bytes.len() as u64;
    info.sha256 = sum.to_string();
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
        Command::Leaves {
            format, sort, top, ..
        } => {
            let leaves = file.leaves()?;
            file.say_if_assumed(voice);
            let most = top.unwrap_or(usize::MAX);
            write_leaves(leaves, alphabet, (*sort, most), *format, out)?;
        }
        Command::Dot { prefix, limit, .. } => {
            let graph = file.graph()?;
            let mut tiles = Vec::new();
            let read = alphabet.read_word_into(prefix, &mut tiles);
            read.map_err(|e| file.rules.hint(option_fault("--prefix", e, prefix)))?;
            let list = graph.follow(&tiles).filter(|&list| list != 0);
            let list = list.ok_or_else(|| {
                let message = format!("--prefix: nothing follows `{prefix}`");
                Error::input(&file.shown, message)
            })?;
            file.say_if_assumed(voice);
            write_dot(graph, list, *limit, alphabet, out)?;
        }
        Command::Info { .. }
        | Command::Words(_)
        | Command::Judge(_)
        | Command::Diff(_)
        | Command::Grid(_) => (),
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
