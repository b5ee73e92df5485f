//! Listings of GADDAG entries, nodes and leaves.
//!
//! Each entry is one line, as text for people or as a JSON object for programs, and is
//! written as soon as it is found.

use crate::cli::args::shared::{Format, LeaveOrder};
use crate::cli::exit::Stop;
use crate::cli::input::File;
use crate::cli::render::json::{object, write_json_line};
use crate::cli::render::table::csv_line;
use crate::error::{Error, Result};
use crate::leave::write_csv_row;
use crate::tiles::{Alphabet, BLANK, LabelTexts, Tile};
use crate::written::{Dot, Written, dot};
use std::collections::{BTreeSet, VecDeque};
use std::io::{self, Write};

/// The text of a direction switch.
const SWITCH: &str = "@";

/// The number of bytes written at a time if there are many lines.
const LINES: usize = 1 << 15;

/// The label of a tile in a GADDAG, where tile 0 is the direction switch.
fn label(tile: Tile, alphabet: &Alphabet) -> &str {
    match tile {
        BLANK => SWITCH,
        tile => alphabet.label(tile),
    }
}

/// Writes all words as text, many lines at a time.
pub(crate) fn write_all_words(file: &File, out: &mut dyn Write) -> Result<(), Stop> {
    let texts = LabelTexts::new(file.alphabet());
    let mut lines = Vec::with_capacity(2 * LINES);
    let mut words = file.lexicon()?.words();
    while let Some(word) = words.next() {
        texts.append_word(word, &mut lines);
        lines.push(b'\n');
        if lines.len() >= LINES {
            out.write_all(&lines)?;
            lines.clear();
        }
    }
    Ok(out.write_all(&lines)?)
}

/// Writes the entries of a GADDAG, one per line, with `@` where the direction changes.
pub(crate) fn write_gaddag(file: &File, format: Format, out: &mut dyn Write) -> Result<(), Stop> {
    let (graph, alphabet) = (file.graph()?, file.alphabet());
    let Some(root) = graph.gaddag_root() else {
        return Err(Error::mismatch(&file.shown, "a gaddawg", "a graph without a GADDAG").into());
    };
    let mut text = String::new();
    let mut entries = graph.paths_from(root);
    while let Some(entry) = entries.next() {
        text.clear();
        text.extend(entry.iter().map(|&tile| label(tile, alphabet)));
        match format {
            Format::Text => {
                text.push('\n');
                out.write_all(text.as_bytes())?;
            }
            Format::Json => write_json_line(out, &object! {"entry": text.as_str()})?,
        }
    }
    Ok(())
}

/// Writes nodes, one per line: index, tile, label, flags and arc, separated by tabs.
/// The flags are `a` (accepts) and `e` (last of its list), or `-` for none.
pub(crate) fn write_nodes(
    file: &File,
    range: std::ops::Range<u32>,
    format: Format,
    out: &mut dyn Write,
) -> Result<(), Stop> {
    if format == Format::Text {
        writeln!(out, "node\ttile\tlabel\tflags\tarc")?;
    }
    let first = range.start as usize;
    let nodes = range.zip(file.graph()?.nodes().iter().skip(first));
    for (index, node) in nodes {
        let (tile, arc) = (node.tile(), node.arc());
        let label = label(tile, file.alphabet());
        let (accepts, end) = (node.accepts(), node.is_end());
        if format == Format::Json {
            let line = object! {
                "node": index,
                "tile": tile,
                "label": label,
                "accepts": accepts,
                "end": end,
                "arc": arc,
            };
            write_json_line(out, &line)?;
            continue;
        }
        let flags = match (accepts, end) {
            (true, true) => "ae",
            (true, false) => "a",
            (false, true) => "e",
            (false, false) => "-",
        };
        writeln!(out, "{index}\t{tile}\t{label}\t{flags}\t{arc}")?;
    }
    Ok(())
}

/// Writes leaves and values in an order, at most `most` of them. As text, they are a
/// table from which a file can be built.
pub(crate) fn write_leaves(
    file: &File,
    (order, most): (LeaveOrder, usize),
    format: Format,
    out: &mut dyn Write,
) -> Result<(), Stop> {
    let (leaves, alphabet) = (file.leaves()?, file.alphabet());
    let mut write = |tiles: &[Tile], value: f32| match format {
        Format::Text => {
            let mut text = String::new();
            write_csv_row(alphabet, tiles, value, &mut text);
            out.write_all(text.as_bytes())
        }
        Format::Json => {
            let leave = alphabet.labels_text(tiles);
            write_json_line(out, &object! {"leave": leave, "value": value})
        }
    };
    let mut rows = leaves.rows();
    let mut sorted = Vec::new();
    let mut left = most;
    while left > 0
        && let Some((tiles, value)) = rows.next()
    {
        if order == LeaveOrder::Leave {
            write(tiles, value)?;
            left -= 1;
        } else {
            sorted.push((tiles.to_vec(), value));
        }
    }
    // Ties stay in leave order.
    match order {
        LeaveOrder::Worst => sorted.sort_by(|a, b| a.1.total_cmp(&b.1)),
        _ => sorted.sort_by(|a, b| b.1.total_cmp(&a.1)),
    }
    let mut sorted = sorted.iter().take(most);
    Ok(sorted.try_for_each(|(tiles, value)| write(tiles, *value))?)
}

/// Writes a leave that was looked up, with `-` or `null` if the file has no value for
/// it.
pub(crate) fn write_asked_leave(
    (leave, value): (&str, Option<f32>),
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    if format == Format::Json {
        return write_json_line(out, &object! {"leave": leave, "value": value});
    }
    let value = value.map_or("-".to_string(), |value| value.to_string());
    writeln!(out, "{}", csv_line(&[leave, &value]))
}

/// Draws everything a list leads to, breadth first, up to `most` lists. A list is a
/// circle; a node is an arrow with its label, bold if it accepts. Dots stand for what
/// is not drawn.
pub(crate) fn write_dot(
    file: &File,
    list: u32,
    most: usize,
    out: &mut dyn Write,
) -> Result<(), Stop> {
    let (graph, alphabet) = (file.graph()?, file.alphabet());
    let mut write = |line: Written<Dot>| {
        out.write_all(line.into_text().as_bytes())?;
        out.write_all(b"\n")
    };
    write(dot!("digraph lists {{"))?;
    write(dot!("  rankdir=LR;"))?;
    write(dot!("  node [shape=circle];"))?;
    write(dot!("  0 [label=\"\", shape=doublecircle];"))?;
    let mut known = BTreeSet::new();
    known.insert(list);
    let mut queue = VecDeque::from([list]);
    let mut has_more = false;
    while let Some(from) = queue.pop_front() {
        for node in graph.list(from) {
            let to = node.arc();
            if to != 0 && known.len() < most && known.insert(to) {
                queue.push_back(to);
            }
            let is_drawn = to == 0 || known.contains(&to);
            has_more |= !is_drawn;
            let target = if is_drawn { &to.to_string() } else { "more" };
            let label = label(node.tile(), alphabet);
            let style = if node.accepts() { ", style=bold" } else { "" };
            let arrow = dot!("  {} -> {}", from, target);
            write(dot!("{} [label=\"{}\"{}];", arrow, label, style))?;
        }
    }
    if has_more {
        write(dot!("  more [label=\"…\", shape=plaintext];"))?;
    }
    Ok(write(dot!("}}"))?)
}
