//! A part of a graph in the language of Graphviz.

use crate::graph::Graph;
use crate::tiles::{Alphabet, BLANK};
use crate::written::{Dot, Written, dot};
use std::collections::{BTreeSet, VecDeque};
use std::io::{self, Write};

/// Draws what a list leads to, breadth first, up to `most` lists. A list is a
/// circle; a node is an arrow with its label, bold if it accepts. Dots stand for
/// what is not drawn.
pub(crate) fn write_dot(
    graph: &Graph,
    list: u32,
    most: usize,
    alphabet: &Alphabet,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut write = |line: Written<Dot>| {
        out.write_all(line.into_text().as_bytes())?;
        out.write_all(b"\n")
    };
    write(dot!("digraph lists {{"))?;
    write(dot!("  rankdir=LR;"))?;
    write(dot!("  node [shape=circle];"))?;
    write(dot!("  0 [label=\"\", shape=doublecircle];"))?;
    let mut known = BTreeSet::from([list]);
    let mut queue = VecDeque::from([list]);
    let mut has_more = false;
    while let Some(from) = queue.pop_front() {
        for node in graph.list(from) {
            let to = node.arc();
            if to != 0 && known.len() < most && known.insert(to) {
                queue.push_back(to);
            }
            let target = if to == 0 || known.contains(&to) {
                to.to_string()
            } else {
                has_more = true;
                "more".to_string()
            };
            let label = match node.tile() {
                BLANK => "@",
                tile => alphabet.label(tile),
            };
            let style = if node.accepts() { ", style=bold" } else { "" };
            write(dot!(
                "  {} -> {} [label=\"{}\"{}];",
                from,
                target,
                label,
                style
            ))?;
        }
    }
    if has_more {
        write(dot!("  more [label=\"…\", shape=plaintext];"))?;
    }
    write(dot!("}}"))
}
