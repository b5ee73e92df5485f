//! Nodes of a graph that have content but that nothing leads to.

use crate::error::{Problem, counted};
use crate::graph::kind::Region;
use crate::graph::node::Node;
use crate::graph::read::graph::Graph;

/// In any graph, up to this many unused nodes are no sign of damage.
const FEW: u64 = 8;

/// In a larger graph, up to one node in this many may be unused.
const SHARE: u64 = 16;

/// The nodes that have content but that nothing leads to.
pub(crate) struct Unused {
    /// How many there are.
    pub(crate) nodes: u64,
    /// The first of them, with its index.
    pub(crate) first: Option<(u32, Node)>,
}

impl Unused {
    /// Whether there are enough of them to show that the graph is damaged.
    pub(crate) fn is_damage(&self, graph: &Graph) -> bool {
        are_damage(self.nodes, graph.nodes().len())
    }
}

/// The problem to report for a graph that has lost nodes.
pub(crate) fn lost_nodes(nodes: u64) -> Problem {
    let found = format!("{} that nothing leads to", counted(nodes, "nodes"));
    Problem::mismatch("a whole graph", found)
}

/// Whether `unused` of `all` nodes are enough to show that the file is damaged.
pub(crate) fn are_damage(unused: u64, all: usize) -> bool {
    unused > FEW.max(all as u64 / SHARE)
}

/// Finds the nodes that have content but that nothing leads to.
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

/// The number of unused nodes of a graph, if it shows that the graph is damaged.
pub(crate) fn damage(graph: &Graph) -> Option<u64> {
    // This quick test settles nearly all valid graphs.
    if !are_damage(graph.node_counts().unreachable, graph.nodes().len()) {
        return None;
    }
    let unused = unused_nodes(graph);
    unused.is_damage(graph).then_some(unused.nodes)
}
