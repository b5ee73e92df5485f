//! `kwg-dump`: what is in a file, and what changed.

use crate::cli::args::kwg_dump::{Arguments, Command, NodesArgs, PROGRAM};
use crate::cli::args::parse;
use crate::cli::args::shared::Format;
use crate::cli::commands::diff::diff;
use crate::cli::commands::grid::grid;
use crate::cli::commands::words::{judge, words};
use crate::cli::exit::{Out, Stop, run};
use crate::cli::input::{File, option_fault};
use crate::cli::render::info::{Info, write_info};
use crate::cli::render::json::write_json;
use crate::cli::render::listings::{write_dot, write_gaddag, write_leaves, write_nodes};
use crate::error::{Error, Result};
use crate::graph::{Graph, Node};
use crate::parallel;
use std::process::ExitCode;

/// Runs the program.
pub fn main() -> ExitCode {
    let args: Arguments = parse();
    run(PROGRAM, args.quiet, |out| match &args.command {
        Command::Diff(args) => diff(args, out),
        Command::Grid(args) => grid(args, out),
        Command::Info { input, format } => {
            let file = File::read(input)?;
            info(&file, *format, out).map_err(|stop| file.blame(stop))
        }
        Command::Words(args) => words(args, out),
        Command::Judge(args) => judge(args, out),
        Command::Gaddag { input, format } => {
            let file = File::read(input)?;
            file.graph()?;
            file.say_if_assumed(out);
            write_gaddag(&file, *format, out)
        }
        Command::Nodes(args) => nodes(args, out),
        Command::Leaves {
            input,
            format,
            sort,
            top,
        } => {
            let file = File::read(input)?;
            file.leaves()?;
            file.say_if_assumed(out);
            let order = (*sort, top.unwrap_or(usize::MAX));
            write_leaves(&file, order, *format, out)
        }
        Command::Dot {
            input,
            prefix,
            limit,
        } => dot(&File::read(input)?, prefix, *limit, out),
    })
}

/// Shows the facts about a file. They include whether the ruleset was assumed.
fn info(file: &File, format: Format, out: &mut Out) -> Result<(), Stop> {
    file.say_if_other(out);
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

/// Lists nodes.
fn nodes(args: &NodesArgs, out: &mut Out) -> Result<(), Stop> {
    let file = File::read(&args.input)?;
    let graph = file.graph()?;
    let range = match args.list {
        Some(list) => list_range(graph, list)?,
        None => {
            nodes_from(graph, "--from", args.from)?;
            let end = args.count.map(|count| args.from.saturating_add(count));
            args.from..end.unwrap_or(u32::MAX)
        }
    };
    file.say_if_assumed(out);
    write_nodes(&file, range, args.format, out)
}

/// Draws what follows a prefix.
fn dot(file: &File, prefix: &str, most: usize, out: &mut Out) -> Result<(), Stop> {
    let graph = file.graph()?;
    let tiles = file.alphabet().read_word(prefix);
    let tiles = tiles.map_err(|e| file.rules.hint(option_fault("--prefix", e, prefix)))?;
    let list = graph.follow(&tiles).filter(|&list| list != 0);
    let list = list.ok_or_else(|| {
        let message = format!("--prefix: nothing follows `{prefix}`");
        Error::input(&file.shown, message)
    })?;
    file.say_if_assumed(out);
    write_dot(file, list, most, out)
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
        Error::mismatch(option, format!("a node up to {last}"), node.to_string())
    })
}
