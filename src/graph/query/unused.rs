//! Nodes of a graph that hold something and that nothing leads to.

use crate::error::{Problem, counted};
use crate::graph::kind::Region;
use crate::graph::node::Node;
use crate::graph::read::graph::Graph;

/// Up to this many such nodes are no sign of damage in any graph.
const FEW: u64 = 8;

/// In a larger graph, up to one node in this many.
const SHARE: u64 = 16;

/// The nodes that hold something and that nothing leads to.
pub(crate) struct Unused {
    /// How many there are.
    pub(crate) nodes: u64,
    /// The first of them, with its index.
    pub(crate) first: Option<(u32, Node)>,
}

impl Unused {
    /// Whether there are so many that the graph must be damaged.
    pub(crate) fn is_damage(&self, graph: &Graph) -> bool {
        are_damage(self.nodes, graph.nodes().len())
    }
}

/// What is wrong with a graph that has lost nodes.
pub(crate) fn lost_nodes(nodes: u64) -> Problem {
    let found = format!("{} that nothing leads to", counted(nodes, "nodes"));
    Problem::mismatch("a whole graph", found)
}

/// Whether so many of `all` nodes are unused that the file must be damaged.
pub(crate) fn are_damage(unused: u64, all: usize) -> bool {
    unused > FEW.max(all as u64 / SHARE)
}

/// Finds the nodes that hold something and that nothing leads to.
pub(crate) fn unused_nodes(graph: &Graph) -> Unused {
    let nodes = (0..).zip(graph.nodes().iter().copied());
    let mut unused = nodes.filter(|&(index, node)| {
        let reached = graph.reaches(Region::Dawg, index) || graph.reaches(Region::Gaddag, index);
        let is_head = index < 2 && node.is_head();
        !reached && !is_head && node != Default::default()
    });
    let first = unused.next();
    let rest = unused.count() as u64;
    Unused {
        nodes: rest + u64::from(first.is_some()),
        first,
    }
}

/// How many nodes of a graph nothing leads to, if there are so many that the graph
/// must be damaged.
pub(crate) fn damage(graph: &Graph) -> Option<u64> {
    // Sound graphs are known by this alone, which takes no time.
    if !are_damage(graph.node_counts().unreachable, graph.nodes().len()) {
        return None;
    }
    let unused = unused_nodes(graph);
    unused.is_damage(graph).then_some(unused.nodes)
}
