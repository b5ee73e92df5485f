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
        let mismatch = |node, expected: &str, found: &str| {
            GraphFault::at(node, Problem::mismatch(expected, found))
        };
        let number = |node, what: &'static str, expected: String, found: u32| {
            GraphFault::at(
                node,
                Problem::mismatch(expected, found.to_string()).of(what),
            )
        };
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
            Violation::Head { node } => {
                let expected = "tile 0, last of its list, not accepting";
                let problem = Problem::mismatch(expected, "another node");
                GraphFault::at(node, problem.of("the node of a root"))
            }
            Violation::LargeTile { node, tile } => number(
                node,
                "tile",
                format!("up to {}", Node::MAX_TILE),
                tile.into(),
            ),
            Violation::Arc {
                node,
                arc,
                heads,
                count,
            } => {
                let expected = match heads < count {
                    true => format!("0 or a node from {heads} to {}", count - 1),
                    false => "0, as there are no more nodes".to_string(),
                };
                number(node, "arc", expected, arc).cut_short(arc as usize >= count)
            }
            Violation::PastAlphabet {
                node,
                tile,
                letters,
            } => {
                let expected = format!("up to {letters}, the size of the alphabet");
                number(node, "tile", expected, tile.into()).past_alphabet()
            }
            Violation::BlankInWord { node } => mismatch(node, "a letter in a word", "tile 0"),
            Violation::SwitchEndsPath { node } => {
                mismatch(node, "tiles after a direction switch", "the end of a path")
            }
            Violation::DeadEnd { node } => {
                mismatch(node, "the end of a word, or more tiles", "neither")
            }
            Violation::NoEnd { node } => {
                mismatch(node, "the last node of a list", "the end of the file")
            }
            Violation::Order { node, before, tile } => {
                let expected = format!("more than {before}, the one before it in its list");
                number(node, "tile", expected, tile.into())
            }
            Violation::Cycle { node, from } => {
                let found = format!("one from node {from} that comes back to it");
                mismatch(node, "paths that end", &found)
            }
        }
    }
}
