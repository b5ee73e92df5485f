//! Checks the rules that a graph of leaves follows beyond those of any graph.
//!
//! The tiles of a leave are sorted, every path is part of a leave, and no leave
//! has more tiles than the largest rack. So every leave can be looked up, and the
//! memory for all leaves is bounded by the number of values, for any bytes.

use crate::error::Problem;
use crate::graph::{Graph, GraphFault, Node, Region};
use crate::ruleset::MAX_LEAVE;

/// Checks a graph that was read as one of leaves.
pub(crate) fn check(graph: &Graph) -> Result<(), GraphFault> {
    for index in graph.reached(Region::Dawg) {
        check_node(graph, index, graph.nodes()[index as usize])?;
    }
    check_longest(graph)
}

/// Checks one node. A path ends where no arc goes on. If a leave ends at every such
/// place, every node is part of a leave.
fn check_node(graph: &Graph, index: u32, node: Node) -> Result<(), GraphFault> {
    match graph.list(node.arc()).first() {
        None if !node.accepts() => Err(GraphFault::at(
            index,
            Problem::mismatch("the end of a leave, as nothing follows", "none"),
        )),
        Some(next) if next.tile() < node.tile() => {
            let expected = format!(
                "{} or more, as the tiles of a leave are sorted",
                node.tile()
            );
            let problem = Problem::mismatch(expected, next.tile().to_string());
            Err(GraphFault::at(node.arc(), problem.of("tile")))
        }
        _ => Ok(()),
    }
}

fn check_longest(graph: &Graph) -> Result<(), GraphFault> {
    let longest = graph.totals().longest;
    if longest as usize <= MAX_LEAVE {
        return Ok(());
    }
    let expected = format!("leaves of up to {MAX_LEAVE} tiles");
    Err(GraphFault::mismatch(expected, format!("one of {longest}")))
}
