//! The facts about a file as text.

use crate::cli::render::info::Info;
use crate::error::{counted, plain};
use std::io::{self, Write};

/// The width of the longest bar.
const WIDEST: u64 = 40;

/// Writes what is known of a file, a line for each property.
pub(crate) fn write_info(info: &Info, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "file: {}", plain(&info.file))?;
    writeln!(out, "bytes: {}", info.bytes)?;
    writeln!(out, "sha256: {}", info.sha256)?;
    let assumed = match info.ruleset_assumed {
        true => " (assumed: neither --ruleset nor a manifest beside the file names one)",
        false => "",
    };
    writeln!(out, "ruleset: {}{assumed}", plain(&info.ruleset))?;
    writeln!(out, "kind: {} ({})", info.kind, plain(&info.kind_reason))?;
    if let Some(graph) = &info.graph {
        writeln!(out, "layout: {} ({})", graph.layout, graph.layout_reason)?;
        writeln!(
            out,
            "nodes: {} ({} in the DAWG, {} in the GADDAG only, {} unreachable), format {}",
            graph.nodes,
            graph.dawg_nodes,
            graph.gaddag_only_nodes,
            graph.unreachable_nodes,
            graph.node
        )?;
    }
    if let Some(words) = &info.words {
        writeln!(out, "words: {}", words.count)?;
        for (length, count) in &words.by_length {
            writeln!(out, "  of {length} tiles: {count}")?;
        }
        if let Some(longest) = &words.longest {
            let tiles = counted(longest.length, "tiles");
            writeln!(out, "longest: {} ({tiles})", longest.word)?;
        }
        for (what, tiles) in [
            ("tiles used", &words.tiles_used),
            ("tiles not used", &words.tiles_unused),
        ] {
            let tiles = match tiles.is_empty() {
                true => "none".to_string(),
                false => tiles.join(" "),
            };
            writeln!(out, "{what}: {tiles}")?;
        }
        writeln!(out, "identity: {}", words.identity)?;
        writeln!(out, "Quackle's identity: {}", words.quackle_identity)?;
    }
    if let Some(leaves) = &info.leaves {
        let complete = if leaves.complete {
            "complete"
        } else {
            "not complete"
        };
        writeln!(
            out,
            "leaves: {} of {} ({complete}), values {}",
            leaves.count, leaves.possible, leaves.values
        )?;
        for (what, row) in [("smallest", &leaves.smallest), ("largest", &leaves.largest)] {
            if let Some(row) = row {
                writeln!(out, "{what}: {} {}", row.leave, row.value)?;
            }
        }
        let most = leaves.histogram.iter().map(|bar| bar.count).max();
        for bar in &leaves.histogram {
            let width = bar.count * WIDEST / most.unwrap_or(1).max(1);
            let line = format!(
                "  {:9.3} to {:9.3}: {:7} {}",
                bar.from,
                bar.to,
                bar.count,
                "#".repeat(width as usize)
            );
            writeln!(out, "{}", line.trim_end())?;
        }
    }
    Ok(())
}
