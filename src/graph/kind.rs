//! Kinds of graph, their regions, and the nodes reached in each region.

use crate::graph::node_set::NodeSet;

/// What the paths of a graph mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphKind {
    /// A DAWG alone, of words or alphagrams: tile 0 does not occur.
    Dawg,
    /// A DAWG and a GADDAG. In the GADDAG, tile 0 switches the direction.
    Gaddawg,
    /// A DAWG of leaves: tile 0 is the blank.
    Leaves,
}

impl GraphKind {
    /// The least number of nodes before the first list: one for each root.
    pub(crate) fn head_nodes(self) -> usize {
        match self {
            GraphKind::Gaddawg => 2,
            GraphKind::Dawg | GraphKind::Leaves => 1,
        }
    }
}

/// The part of a graph that a path runs through. A node may belong to both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// From the DAWG's root, or after a direction switch.
    Dawg,
    /// From the GADDAG's root, before a direction switch.
    Gaddag,
}

/// The nodes that paths reach in each region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reached {
    /// The last node that words use; 0 if there are no words.
    pub(crate) last_in_words: u32,
    /// The nodes in words or after a direction switch.
    pub(crate) dawg: NodeSet,
    /// The nodes of the GADDAG; a set of capacity 0 if there is no GADDAG.
    pub(crate) gaddag: NodeSet,
}
