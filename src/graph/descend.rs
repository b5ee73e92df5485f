//! Depth-first descent through lists, without recursion.
//!
//! From a list, every node that can be reached is entered once, and left once
//! all that it leads to has been left. A list that joins one already seen (a
//! shared tail) ends there, so that the whole takes time linear in the nodes.

use super::node::Node;

/// Whether to follow the arc of a node just entered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Follow {
    Arc,
    No,
}

/// The mark of nodes that are entered and not left yet.
const OPEN: u8 = 1 << 7;

/// A list on the way: its nodes from `start` to before `cursor` are entered.
struct Frame {
    start: u32,
    cursor: u32,
    ended: bool,
}

/// Descends from a list. `marks`, one a node, say what has been seen: a node
/// that has `mark` is not entered again. `enter` has to make sure that the arc
/// of the node, if it is to be followed, is a node, and that its list goes on
/// within the nodes unless it is at its end. A path that comes back to a node
/// on it is an error, which `cycle` makes.
pub(crate) fn descend<E>(
    nodes: &[Node],
    list: u32,
    marks: &mut [u8],
    mark: u8,
    mut enter: impl FnMut(u32, Node) -> Result<Follow, E>,
    cycle: impl Fn(u32) -> E,
    mut leave: impl FnMut(u32, Node),
) -> Result<(), E> {
    let frame = |start| Frame {
        start,
        cursor: start,
        ended: start == 0,
    };
    let mut stack = vec![frame(list)];
    while let Some(top) = stack.last_mut() {
        let index = top.cursor;
        let at = index as usize;
        if !top.ended && marks[at] & OPEN != 0 {
            return Err(cycle(index));
        }
        if top.ended || marks[at] & mark != 0 {
            for i in (top.start..top.cursor).rev() {
                marks[i as usize] &= !OPEN;
                leave(i, nodes[i as usize]);
            }
            stack.pop();
            continue;
        }
        let node = nodes[at];
        let follow = enter(index, node)?;
        marks[at] |= mark | OPEN;
        top.cursor += 1;
        top.ended = node.is_end();
        let arc = node.arc();
        if arc == 0 || follow == Follow::No {
            continue;
        }
        let seen = marks[arc as usize];
        if seen & OPEN != 0 {
            return Err(cycle(arc));
        }
        if seen & mark == 0 {
            stack.push(frame(arc));
        }
    }
    Ok(())
}

/// Leaves every node that a list of a checked graph leads to, each after all
/// that follows it: what its arc points to, and the rest of its list.
pub(crate) fn ascend(nodes: &[Node], list: u32, leave: impl FnMut(u32, Node)) {
    let mut marks = vec![0; nodes.len()];
    let enter = |_, _| Ok(Follow::Arc);
    // A checked graph has no cycle, so that there is no error to pass on.
    let _: Result<(), ()> = descend(nodes, list, &mut marks, 1, enter, |_| (), leave);
}
