//! The rules of the file format, as the ways to break them.

use crate::graph::fault::GraphFault;
use crate::graph::node::{Node, NodeFormat};

/// A rule that a file breaks, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Violation {
    /// The file is not a whole number of nodes.
    Length { bytes: usize },
    /// More nodes than an arc can point to.
    TooManyNodes { count: usize, format: NodeFormat },
    /// Fewer nodes than the head nodes alone.
    TooFewNodes { count: usize, heads: usize },
    /// A head node that does not have the form of one.
    Head { node: u32 },
    /// A tile that no alphabet has.
    LargeTile { node: u32, tile: u8 },
    /// An arc to a node that can't begin a list. Lists begin from `heads` to below
    /// `count`.
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
    /// A node that does not accept and has no arc.
    DeadEnd { node: u32 },
    /// A list that the end of the file truncates.
    NoEnd { node: u32 },
    /// A tile that is not above the one `before` it in its list.
    Order { node: u32, before: u8, tile: u8 },
    /// A path that returns to `node`.
    Cycle { node: u32, from: u32 },
}

impl From<Violation> for GraphFault {
    fn from(violation: Violation) -> GraphFault {
        let fault = |expected: &str, found: &str| GraphFault::mismatch(expected, found);
        let tile = |expected: &str, tile: u8| GraphFault::mismatch(expected, tile).of("tile");
        match violation {
            Violation::Length { bytes } => {
                fault("nodes of 4 bytes", &format!("{bytes} bytes")).cut_short(true)
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
                let fault = fault(expected, "another node").at(node);
                fault.of("the node of a root")
            }
            Violation::LargeTile { node, tile: found } => {
                tile(&format!("up to {}", Node::MAX_TILE), found).at(node)
            }
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
                let fault = GraphFault::mismatch(expected, arc).of("arc").at(node);
                fault.cut_short(arc as usize >= count)
            }
            Violation::PastAlphabet {
                node,
                tile: found,
                letters,
            } => {
                let expected = format!("up to {letters}, the size of the alphabet");
                tile(&expected, found).at(node).past_alphabet()
            }
            Violation::BlankInWord { node } => fault("a letter in a word", "tile 0").at(node),
            Violation::SwitchEndsPath { node } => {
                fault("tiles after a direction switch", "the end of a path").at(node)
            }
            Violation::DeadEnd { node } => {
                fault("the end of a word, or more tiles", "neither").at(node)
            }
            Violation::NoEnd { node } => {
                fault("the last node of a list", "the end of the file").at(node)
            }
            Violation::Order {
                node,
                before,
                tile: found,
            } => {
                let expected = format!("more than {before}, the one before it in its list");
                tile(&expected, found).at(node)
            }
            Violation::Cycle { node, from } => {
                let found = format!("one from node {from} that comes back to it");
                fault("paths that end", &found).at(node)
            }
        }
    }
}
