//! Graphs in memory: read from bytes that anyone may have made, and checked.
//!
//! Bytes become nodes, the nodes pass the [check](crate::graph::read::validate), and only then
//! is there a [`Graph`]: whoever has one can walk it without care.

pub(crate) mod letter_sets;
pub(crate) mod validate;
pub(crate) mod validate_fast;

use crate::graph::fault::GraphFault;
use crate::graph::node::{Node, NodeFormat};
use crate::graph::node_set::NodeSet;
use crate::graph::read::letter_sets::{Step, steps};
use crate::graph::read::validate::{Reached, check};
use crate::tiles::Tile;
use std::sync::OnceLock;

/// What the paths of a graph are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphKind {
    /// A DAWG alone, of words or alphagrams: tile 0 does not occur.
    Dawg,
    /// A DAWG and a GADDAG: in the latter, tile 0 switches the direction.
    Gaddawg,
    /// A DAWG of leaves: tile 0 is the blank.
    Leaves,
}

impl GraphKind {
    /// How many nodes stand before the first list at least.
    pub(crate) fn head_nodes(self) -> usize {
        match self {
            GraphKind::Gaddawg => 2,
            GraphKind::Dawg | GraphKind::Leaves => 1,
        }
    }
}

/// From where a node is reached. A node may be part of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// From the DAWG's root, or past a direction switch.
    Dawg,
    /// From the GADDAG's root, before a direction switch.
    Gaddag,
}

/// A graph that has been checked.
#[derive(Clone, Debug)]
pub struct Graph {
    nodes: Box<[Node]>,
    reached: Reached,
    kind: GraphKind,
    format: NodeFormat,
    /// Made when first asked for.
    steps: OnceLock<Box<[Step]>>,
}

impl Graph {
    /// Reads a graph and checks it; `letters` is the size of the alphabet.
    ///
    /// ```
    /// use wordmill::graph::{Graph, GraphKind, GraphSpec, NodeFormat, build};
    /// use wordmill::lexicon::Words;
    ///
    /// let words = Words::from_unsorted([&[3, 1, 20][..], &[3, 1]])?;
    /// let bytes = build(&words, GraphSpec::default())?;
    /// let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap();
    /// assert!(graph.has_word(&[3, 1]) && !graph.has_word(&[3]));
    /// # Ok::<(), wordmill::error::Error>(())
    /// ```
    pub fn from_bytes(
        bytes: &[u8],
        format: NodeFormat,
        kind: GraphKind,
        letters: usize,
    ) -> Result<Graph, GraphFault> {
        let nodes = decode(bytes, format)?;
        let heads = kind.head_nodes();
        if nodes.len() < heads {
            return Err(GraphFault::file(format!(
                "expected at least {heads} nodes, found {}",
                nodes.len()
            )));
        }
        for (i, node) in nodes[..heads].iter().enumerate() {
            if !node.is_head() {
                return Err(GraphFault::at(
                    i as u32,
                    "expected the node of a root: tile 0, last of its list, not accepting",
                ));
            }
        }
        let reached = check(&nodes, kind, letters)?;
        Ok(Graph {
            nodes,
            reached,
            kind,
            format,
            steps: OnceLock::new(),
        })
    }

    /// The nodes by index.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The nodes up to the last one that the DAWG reaches, and the first.
    pub(crate) fn dawg_nodes(&self) -> &[Node] {
        let last = self.reached.dawg.last().unwrap_or(0);
        &self.nodes[..=last as usize]
    }

    /// The nodes by index, with the tiles that can follow each.
    pub(crate) fn steps(&self) -> &[Step] {
        self.steps.get_or_init(|| steps(&self.nodes))
    }

    /// What the paths are.
    pub fn kind(&self) -> GraphKind {
        self.kind
    }

    /// How the nodes were written in the file.
    pub fn format(&self) -> NodeFormat {
        self.format
    }

    /// The DAWG's root list; 0 if it has no words.
    pub fn dawg_root(&self) -> u32 {
        self.nodes[0].arc()
    }

    /// The GADDAG's root list, where there is a GADDAG; 0 if it has no words.
    pub fn gaddag_root(&self) -> Option<u32> {
        (self.kind == GraphKind::Gaddawg).then(|| self.nodes[1].arc())
    }

    /// Whether a node can be reached from a root by way of a region. The nodes
    /// that point to the roots are reached from nowhere.
    pub fn reaches(&self, region: Region, index: u32) -> bool {
        self.reached_set(region).has(index)
    }

    /// The nodes that are reached by way of a region, in order.
    pub fn reached(&self, region: Region) -> impl Iterator<Item = u32> {
        self.reached_set(region).iter()
    }

    fn reached_set(&self, region: Region) -> &NodeSet {
        match region {
            Region::Dawg => &self.reached.dawg,
            Region::Gaddag => &self.reached.gaddag,
        }
    }

    /// The node of a tile in the list that begins at `list`; none in list 0.
    #[inline]
    pub fn find(&self, list: u32, tile: Tile) -> Option<Node> {
        if list == 0 {
            return None;
        }
        for &node in &self.nodes[list as usize..] {
            if node.tile() >= tile {
                return (node.tile() == tile).then_some(node);
            }
            if node.is_end() {
                break;
            }
        }
        None
    }

    /// The nodes of the list that begins at `list`; none for list 0.
    #[inline]
    pub fn list(&self, list: u32) -> &[Node] {
        if list == 0 {
            return &[];
        }
        let from = &self.nodes[list as usize..];
        let length = from.iter().position(|n| n.is_end()).map_or(0, |i| i + 1);
        &from[..length]
    }

    /// Whether the DAWG has a word.
    pub fn has_word(&self, word: &[Tile]) -> bool {
        let mut node = self.nodes[0];
        for &tile in word {
            match self.find(node.arc(), tile) {
                Some(next) => node = next,
                None => return false,
            }
        }
        node.accepts()
    }
}

fn decode(bytes: &[u8], format: NodeFormat) -> Result<Box<[Node]>, GraphFault> {
    if !bytes.len().is_multiple_of(4) {
        return Err(GraphFault::file(format!(
            "expected nodes of 4 bytes, found {} bytes",
            bytes.len()
        ))
        .cut_short());
    }
    let count = (bytes.len() / 4) as u64;
    if count > format.max_nodes() {
        return Err(GraphFault::file(format!(
            "expected at most {} nodes of format {format}, found {count}",
            format.max_nodes()
        )));
    }
    let (fours, _) = bytes.as_chunks();
    let fours = fours.iter().copied().map(u32::from_le_bytes);
    // Where a fault is matters only if there is one.
    if !format.fits(fours.clone().fold(0, |all, bits| all | bits))
        && let Some(bad) = fours.clone().position(|bits| !format.fits(bits))
    {
        return Err(GraphFault::at(
            bad as u32,
            format!(
                "expected a tile up to {}, found {}",
                Node::MAX_TILE,
                bytes[4 * bad + 3]
            ),
        ));
    }
    Ok(match format {
        NodeFormat::Kwg => fours
            .map(|bits| NodeFormat::Kwg.decode_fitting(bits))
            .collect(),
        NodeFormat::Kbwg => fours
            .map(|bits| NodeFormat::Kbwg.decode_fitting(bits))
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::build::to_bytes;

    #[test]
    fn what_nothing_leads_to_is_not_looked_at() {
        let nodes = [
            Node::head(2),
            Node::new(9, false, false, 77),
            Node::new(1, true, true, 0),
            Node::default(),
        ];
        let bytes = to_bytes(&nodes, NodeFormat::Kwg);
        let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Dawg, 26).unwrap();
        assert!(graph.has_word(&[1]));
        assert!(graph.reaches(Region::Dawg, 2));
        assert_eq!(graph.reached(Region::Dawg).collect::<Vec<u32>>(), [2]);
        assert!(!graph.reaches(Region::Dawg, 1) && !graph.reaches(Region::Gaddag, 2));
    }
}
