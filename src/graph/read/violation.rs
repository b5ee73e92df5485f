//! The rules of the file format, as the ways to break them.

use crate::error::Problem;
use crate::graph::fault::GraphFault;
use crate::graph::node::{Node, NodeFormat};

/// A rule that a file breaks, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Violation {
    /// The file is not a whole number of nodes.
    Length { bytes: usize },
    /// More nodes than an arc can point to.
    TooManyNodes { count: usize, format: NodeFormat },
    /// Not even the nodes that point to the roots.
    TooFewNodes { count: usize, heads: usize },
    /// A node that should point to a root does not look like one.
    Head { node: u32 },
    /// A tile that no alphabet has.
    LargeTile { node: u32, tile: u8 },
    /// An arc to a node that can't begin a list; `heads` and `count` bound
    /// those that can.
    Arc {
        node: u32,
        arc: u32,
        heads: usize,
        count: usize,
    },
    /// A tile past the end of the alphabet.
    PastAlphabet { node: u32, tile: u8, letters: usize },
    /// Tile 0 in a word.
    BlankInWord { node: u32 },
    /// A direction switch that accepts, or that nothing follows.
    SwitchEndsPath { node: u32 },
    /// A node that neither accepts nor goes on.
    DeadEnd { node: u32 },
    /// A list that the end of the file cuts off.
    NoEnd { node: u32 },
    /// A tile that is not above the one `before` it in its list.
    Order { node: u32, before: u8, tile: u8 },
    /// A path that comes back to `node`.
    Cycle { node: u32, from: u32 },
}

impl From<Violation> for GraphFault {
    fn from(violation: Violation) -> GraphFault {
        let mismatch =
            |expected: String, found: u32| Problem::mismatch(expected, found.to_string());
        match violation {
            Violation::Length { bytes } => {
                GraphFault::mismatch("nodes of 4 bytes", format!("{bytes} bytes")).cut_short(true)
            }
            Violation::TooManyNodes { count, format } => {
                let most = format.max_nodes();
                GraphFault::mismatch(format!("at most {most} nodes of format {format}"), count)
            }
            Violation::TooFewNodes { count, heads } => {
                GraphFault::mismatch(format!("at least {heads} nodes"), count)
            }
            Violation::Head { node } => GraphFault::at(
                node,
                "expected the node of a root: tile 0, last of its list, not accepting",
            ),
            Violation::LargeTile { node, tile } => {
                let expected = format!("a tile up to {}", Node::MAX_TILE);
                GraphFault::at(node, mismatch(expected, tile.into()))
            }
            Violation::Arc {
                node,
                arc,
                heads,
                count,
            } => {
                let expected = format!("0 or a node from {heads} to {}", count - 1);
                GraphFault::at(node, mismatch(expected, arc).of("arc"))
                    .cut_short(arc as usize >= count)
            }
            Violation::PastAlphabet {
                node,
                tile,
                letters,
            } => {
                let expected = format!("up to {letters}, the size of the alphabet");
                GraphFault::at(node, mismatch(expected, tile.into()).of("tile")).past_alphabet()
            }
            Violation::BlankInWord { node } => GraphFault::at(node, "tile 0 in a word"),
            Violation::SwitchEndsPath { node } => {
                GraphFault::at(node, "a direction switch ends a path")
            }
            Violation::DeadEnd { node } => {
                GraphFault::at(node, "a dead end: no word ends here and nothing follows")
            }
            Violation::NoEnd { node } => {
                GraphFault::at(node, "its list has no end: the file stops here")
            }
            Violation::Order { node, before, tile } => {
                let expected = format!("more than {before}, the one before it in its list");
                GraphFault::at(node, mismatch(expected, tile.into()).of("tile"))
            }
            Violation::Cycle { node, .. } => {
                GraphFault::at(node, "its path comes back to it: the graph has a cycle")
            }
        }
    }
}
