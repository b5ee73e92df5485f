//! Listings: words, GADDAG entries, nodes and leaves.
//!
//! Each is one line a thing, as text for a person or as a JSON object for a
//! program, and is written as it is found.

use crate::cli::args::format::Format;
use crate::cli::exit::Stop;
use crate::error::{Error, Problem, Result};
use crate::graph::{Filter, Graph};
use crate::leave::{Leaves, write_csv_row};
use crate::tiles::{Alphabet, BLANK, Tile};
use serde::Serialize;
use std::io::{self, Write};

/// What a direction switch is written as.
const SWITCH: &str = "@";

/// A word, for a program.
#[derive(Serialize)]
struct WordLine<'a> {
    word: &'a str,
    length: usize,
}

/// A path of a GADDAG, for a program.
#[derive(Serialize)]
struct EntryLine<'a> {
    entry: &'a str,
}

/// A node, for a program.
#[derive(Serialize)]
struct NodeLine<'a> {
    node: u32,
    tile: Tile,
    label: &'a str,
    accepts: bool,
    end: bool,
    arc: u32,
}

/// A leave and its value, for a program.
#[derive(Serialize)]
struct LeaveLine<'a> {
    leave: &'a str,
    value: f32,
}

/// Writes an object in a line.
fn write_line(line: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}

/// Writes the words that pass a filter, one a line; all of them without one.
pub(crate) fn write_words(
    graph: &Graph,
    filter: Option<Filter>,
    alphabet: &Alphabet,
    format: Format,
    out: &mut impl Write,
) -> Result<(), Stop> {
    let mut text = String::new();
    let mut write = |tiles: &[Tile]| {
        text.clear();
        alphabet.write_word(tiles, &mut text);
        match format {
            Format::Text => {
                text.push('\n');
                out.write_all(text.as_bytes())
            }
            Format::Json => {
                let (word, length) = (&text[..], tiles.len());
                write_line(&WordLine { word, length }, out)
            }
        }
    };
    match filter {
        Some(filter) => {
            let mut words = graph.matches(filter)?;
            while let Some(word) = words.next() {
                write(word)?;
            }
        }
        None => {
            let mut words = graph.words();
            while let Some(word) = words.next() {
                write(word)?;
            }
        }
    }
    Ok(())
}

/// Writes the entries of a GADDAG, one a line, with `@` where the direction
/// changes.
pub(crate) fn write_gaddag(
    graph: &Graph,
    alphabet: &Alphabet,
    format: Format,
    out: &mut impl Write,
) -> Result<(), Stop> {
    let Some(root) = graph.gaddag_root() else {
        let problem = Problem::mismatch("a gaddawg", "a graph without a GADDAG");
        return Err(Error::input("", problem).into());
    };
    let mut text = String::new();
    let mut entries = graph.paths_from(root);
    while let Some(entry) = entries.next() {
        text.clear();
        for &tile in entry {
            text.push_str(match tile {
                BLANK => SWITCH,
                tile => alphabet.label(tile),
            });
        }
        match format {
            Format::Text => {
                text.push('\n');
                out.write_all(text.as_bytes())?;
            }
            Format::Json => write_line(&EntryLine { entry: &text }, out)?,
        }
    }
    Ok(())
}

/// Writes nodes, one a line: index, tile, label, flags and arc, with tabs
/// between them. The flags are `a` (accepts) and `e` (last of its list), or
/// `-` for none.
pub(crate) fn write_nodes(
    graph: &Graph,
    range: std::ops::Range<u32>,
    alphabet: &Alphabet,
    format: Format,
    out: &mut impl Write,
) -> io::Result<()> {
    if format == Format::Text {
        writeln!(out, "node\ttile\tlabel\tflags\tarc")?;
    }
    for index in range {
        let Some(node) = graph.nodes().get(index as usize) else {
            break;
        };
        let tile = node.tile();
        let label = match tile {
            BLANK => SWITCH,
            tile => alphabet.label(tile),
        };
        let line = NodeLine {
            node: index,
            tile,
            label,
            accepts: node.accepts(),
            end: node.is_end(),
            arc: node.arc(),
        };
        match format {
            Format::Text => write_node(&line, out)?,
            Format::Json => write_line(&line, out)?,
        }
    }
    Ok(())
}

fn write_node(line: &NodeLine<'_>, out: &mut impl Write) -> io::Result<()> {
    let NodeLine {
        node,
        tile,
        label,
        arc,
        ..
    } = line;
    let flags = match (line.accepts, line.end) {
        (true, true) => "ae",
        (true, false) => "a",
        (false, true) => "e",
        (false, false) => "-",
    };
    writeln!(out, "{node}\t{tile}\t{label}\t{flags}\t{arc}")
}

/// Writes leaves and values; as text, they are a table that can be built again.
pub(crate) fn write_leaves(
    leaves: &Leaves,
    alphabet: &Alphabet,
    format: Format,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut text = String::new();
    let mut rows = leaves.rows();
    while let Some((tiles, value)) = rows.next() {
        text.clear();
        match format {
            Format::Text => {
                write_csv_row(alphabet, tiles, value, &mut text);
                out.write_all(text.as_bytes())?;
            }
            Format::Json => {
                alphabet.write_word(tiles, &mut text);
                let leave = &text[..];
                write_line(&LeaveLine { leave, value }, out)?;
            }
        }
    }
    Ok(())
}
