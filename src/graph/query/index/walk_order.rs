//! Copying nodes into walk order.
//!
//! Everything that the DAWG's root leads to is copied list by list, each list
//! followed by what its first node leads to, so that neighbours in a word are
//! neighbours in memory. A list that is the tail of a longer one is copied with
//! it, so there are never more nodes than before.

use crate::graph::node::Node;
use crate::graph::query::count::Counts;
use crate::graph::query::index::lists::CountedNode;
use crate::graph::read::graph::Graph;

/// Copies the node that points to the root list, and everything it leads to.
pub(crate) fn copy_in_walk_order(graph: &Graph, counts: &Counts) -> Vec<CountedNode> {
    let order = order(graph, counts);
    // By node: where it goes. Nodes without words go nowhere: 0, like an arc
    // that leads nowhere.
    let mut places = vec![0; counts.by_node().len()];
    for (place, &from) in order.iter().enumerate() {
        places[from as usize] = place as u32;
    }
    let move_node = |from: &u32| {
        let node = graph.nodes()[*from as usize];
        let arc = places[node.arc() as usize];
        CountedNode {
            node: Node::new(node.tile(), node.accepts(), node.is_end(), arc),
            count: counts.count(*from),
        }
    };
    order.iter().map(move_node).collect()
}

/// The nodes in their new order.
fn order(graph: &Graph, counts: &Counts) -> Vec<u32> {
    let nodes = graph.nodes();
    let mut order = vec![0];
    let mut placed = vec![false; counts.by_node().len()];
    let mut stack = vec![graph.dawg_root()];
    while let Some(list) = stack.pop() {
        if counts.count(list) == 0 || placed[list as usize] {
            continue;
        }
        let start = head(nodes, counts, list);
        let bottom = stack.len();
        for (index, node) in (start..).zip(&nodes[start as usize..]) {
            placed[index as usize] = true;
            order.push(index);
            if node.arc() != 0 {
                stack.push(node.arc());
            }
            if node.is_end() {
                break;
            }
        }
        stack[bottom..].reverse();
    }
    order
}

/// The beginning of the longest list that has this one as its tail.
fn head(nodes: &[Node], counts: &Counts, list: u32) -> u32 {
    let mut start = list;
    while start > 1 && !nodes[start as usize - 1].is_end() && counts.count(start - 1) > 0 {
        start -= 1;
    }
    start
}
