//! Listings: words, GADDAG entries, nodes and leaves.

use crate::error::{Error, Result};
use crate::graph::{Filter, Graph};
use crate::leave::{Leaves, write_csv_row};
use crate::tiles::{Alphabet, BLANK, Tile};
use std::io::{self, Write};

/// What a direction switch is written as.
const SWITCH: &str = "@";

/// Writes the words that pass a filter, one a line; all of them without one.
pub fn write_words<E: From<io::Error> + From<Error>>(
    graph: &Graph,
    filter: Option<Filter>,
    alphabet: &Alphabet,
    out: &mut impl Write,
) -> Result<(), E> {
    let mut text = String::new();
    let mut write = |word: &[Tile]| {
        text.clear();
        alphabet.write_word(word, &mut text);
        text.push('\n');
        out.write_all(text.as_bytes())
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
pub fn write_gaddag<E: From<io::Error> + From<Error>>(
    graph: &Graph,
    alphabet: &Alphabet,
    out: &mut impl Write,
) -> Result<(), E> {
    let Some(root) = graph.gaddag_root() else {
        return Err(Error::input("", "expected a gaddawg, found a graph without a GADDAG").into());
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
        text.push('\n');
        out.write_all(text.as_bytes())?;
    }
    Ok(())
}

/// Writes nodes, one a line: index, tile, label, flags and arc, with tabs
/// between them. The flags are `a` (accepts) and `e` (last of its list), or
/// `-` for none.
pub fn write_nodes(
    graph: &Graph,
    range: std::ops::Range<u32>,
    alphabet: &Alphabet,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "node\ttile\tlabel\tflags\tarc")?;
    for index in range {
        let Some(node) = graph.nodes().get(index as usize) else {
            break;
        };
        let tile = node.tile();
        let label = match tile {
            BLANK => SWITCH,
            tile => alphabet.label(tile),
        };
        let flags = match (node.accepts(), node.is_end()) {
            (true, true) => "ae",
            (true, false) => "a",
            (false, true) => "e",
            (false, false) => "-",
        };
        writeln!(out, "{index}\t{tile}\t{label}\t{flags}\t{}", node.arc())?;
    }
    Ok(())
}

/// Writes leaves and values as a table that can be built again.
pub fn write_leaves(leaves: &Leaves, alphabet: &Alphabet, out: &mut impl Write) -> io::Result<()> {
    let mut text = String::new();
    let mut rows = leaves.rows();
    while let Some((leave, value)) = rows.next() {
        text.clear();
        write_csv_row(alphabet, leave, value, &mut text);
        out.write_all(text.as_bytes())?;
    }
    Ok(())
}
