//! Depth-first search through lists, without recursion.
//!
//! Every node that a list leads to is entered once, and left after everything
//! it leads to has been left. A list that runs into a node already entered (a
//! shared tail) ends there, so the search takes time linear in the nodes.
//!
//! The search reads the file in no particular order, so it keeps only two bits for each
//! node; they stay in the cache.

use crate::graph::node::Node;
use crate::graph::node_set::NodeSet;

/// Whether to follow the arc of a node just entered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Follow {
    Arc,
    No,
}

/// Callbacks of a search.
pub(crate) trait Visitor {
    /// The reason to end the search early.
    type Stop;

    /// Called on entering a node. An arc to be followed must point to a node.
    fn enter(&mut self, index: u32, node: Node) -> Result<Follow, Self::Stop>;

    /// Called when a path returns to a node on it. The search does not follow the step
    /// from `from` to `to` again.
    fn cycle(&mut self, from: u32, to: u32) -> Result<(), Self::Stop>;

    /// Called on leaving a node.
    fn leave(&mut self, _index: u32, _node: Node) {}
}

/// The nodes that a search has entered and left. Nodes entered but not yet left are on
/// the current path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) entered: NodeSet,
    left: NodeSet,
}

impl Seen {
    /// Creates a record of `nodes` nodes, none of them entered.
    pub(crate) fn none_of(nodes: usize) -> Seen {
        Seen {
            entered: NodeSet::none_of(nodes),
            left: NodeSet::none_of(nodes),
        }
    }

    /// Whether a node was entered.
    #[inline]
    pub(crate) fn has(&self, index: u32) -> bool {
        self.entered.has(index)
    }
}

/// Searches everything that a list leads to, except nodes seen before. A list without
/// an end stops at the last node of the file.
#[inline]
pub(crate) fn descend<V: Visitor>(
    nodes: &[Node],
    list: u32,
    seen: &mut Seen,
    visitor: &mut V,
) -> Result<(), V::Stop> {
    if list == 0 || seen.has(list) {
        return Ok(());
    }
    // For each list on the path: where it was entered, and the current node.
    let mut above: Vec<(u32, u32)> = Vec::new();
    let (mut start, mut at) = (list, list);
    loop {
        let node = nodes[at as usize];
        let follow = visitor.enter(at, node)?;
        seen.entered.insert(at);
        let arc = node.arc();
        if arc != 0 && follow == Follow::Arc {
            if !seen.has(arc) {
                above.push((start, at));
                (start, at) = (arc, arc);
                continue;
            }
            if !seen.left.has(arc) {
                visitor.cycle(at, arc)?;
            }
        }
        // Go on to the next node of this list, or of the nearest list above
        // that has one.
        loop {
            if !nodes[at as usize].is_end() && (at as usize) < nodes.len() - 1 {
                if !seen.has(at + 1) {
                    break;
                }
                if !seen.left.has(at + 1) {
                    visitor.cycle(at, at + 1)?;
                }
            }
            for i in (start..=at).rev() {
                seen.left.insert(i);
                visitor.leave(i, nodes[i as usize]);
            }
            match above.pop() {
                Some(list) => (start, at) = list,
                None => return Ok(()),
            }
        }
        at += 1;
    }
}

/// Leaves every node that a list of a valid graph leads to, each after
/// everything that follows it: the list of its arc, and the rest of its own.
pub(crate) fn ascend(nodes: &[Node], list: u32, leave: &mut dyn FnMut(u32, Node)) {
    let mut seen = Seen::none_of(nodes.len());
    ascend_unseen(nodes, list, &mut seen, |_| Follow::Arc, leave);
}

/// Like [`ascend`], but passes over nodes seen before and follows only the arcs
/// that `follow` picks.
pub(crate) fn ascend_unseen(
    nodes: &[Node],
    list: u32,
    seen: &mut Seen,
    follow: impl Fn(Node) -> Follow,
    leave: impl FnMut(u32, Node),
) {
    struct Ascent<F, L> {
        follow: F,
        leave: L,
    }
    impl<F: Fn(Node) -> Follow, L: FnMut(u32, Node)> Visitor for Ascent<F, L> {
        type Stop = std::convert::Infallible;

        #[inline]
        fn enter(&mut self, _: u32, node: Node) -> Result<Follow, Self::Stop> {
            Ok((self.follow)(node))
        }

        fn cycle(&mut self, _: u32, _: u32) -> Result<(), Self::Stop> {
            Ok(())
        }

        #[inline]
        fn leave(&mut self, index: u32, node: Node) {
            (self.leave)(index, node);
        }
    }
    let Ok(()) = descend(nodes, list, seen, &mut Ascent { follow, leave });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_node_is_left_after_what_it_leads_to() {
        // List 1..=2, whose second node is also a list; list 3.
        let nodes = [
            Node::head(1),
            Node::new(1, true, false, 3),
            Node::new(2, true, true, 0),
            Node::new(1, true, true, 2),
        ];
        let mut left = Vec::new();
        ascend(&nodes, 1, &mut |index, node| {
            assert_eq!(node, nodes[index as usize]);
            left.push(index);
        });
        assert_eq!(left, [2, 3, 1]);
    }
}
