//! Depth-first descent through lists, without recursion.
//!
//! From a list, every node that can be reached is entered once, and left once
//! all that it leads to has been left. A list that joins one already seen (a
//! shared tail) ends there, so that the whole takes time linear in the nodes.
//!
//! The descent jumps about in the file, so that what it has to remember of a
//! node is kept small: two bits, which stay in the cache.

use crate::graph::node::Node;
use crate::graph::node_set::NodeSet;

/// Whether to follow the arc of a node just entered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Follow {
    Arc,
    No,
}

/// Which nodes a descent has entered, and which of them it has left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    /// Two bits a node: `NEW`, `OPEN` or `LEFT`.
    words: Box<[u64]>,
}

const NEW: u64 = 0b00;
/// Entered and not left: on the way to where the descent is.
const OPEN: u64 = 0b01;
const LEFT: u64 = 0b11;

/// Nodes in a word.
const PER_WORD: u32 = 32;

impl Seen {
    /// None of so many nodes.
    pub(crate) fn none_of(nodes: usize) -> Seen {
        Seen {
            words: vec![0; nodes.div_ceil(PER_WORD as usize)].into_boxed_slice(),
        }
    }

    /// The nodes that were entered.
    pub(crate) fn entered(&self) -> NodeSet {
        let nodes = self.words.len() * PER_WORD as usize;
        let mut entered = NodeSet::none_of(nodes);
        let all = 0..nodes as u32;
        all.filter(|&i| self.get(i) != NEW)
            .for_each(|i| entered.insert(i));
        entered
    }

    #[inline]
    fn get(&self, index: u32) -> u64 {
        self.words[(index / PER_WORD) as usize] >> (index % PER_WORD * 2) & LEFT
    }

    #[inline]
    fn set(&mut self, index: u32, bits: u64) {
        self.words[(index / PER_WORD) as usize] |= bits << (index % PER_WORD * 2);
    }
}

/// Descends from a list, past nodes that were not seen before. `enter` has to
/// make sure that the arc of the node, if it is to be followed, is a node, and
/// that its list goes on within the nodes unless it is at its end. A path that
/// comes back to a node on it is an error, which `cycle` makes.
#[inline]
pub(crate) fn descend<E>(
    nodes: &[Node],
    list: u32,
    seen: &mut Seen,
    mut enter: impl FnMut(u32, Node) -> Result<Follow, E>,
    cycle: impl Fn(u32) -> E,
    mut leave: impl FnMut(u32, Node),
) -> Result<(), E> {
    if list == 0 || seen.get(list) != NEW {
        return Ok(());
    }
    // Where the lists on the way were entered, and how far they are through.
    let mut above: Vec<(u32, u32)> = Vec::new();
    let (mut start, mut at) = (list, list);
    loop {
        let node = nodes[at as usize];
        let follow = enter(at, node)?;
        seen.set(at, OPEN);
        let arc = node.arc();
        if arc != 0 && follow == Follow::Arc {
            match seen.get(arc) {
                NEW => {
                    above.push((start, at));
                    (start, at) = (arc, arc);
                    continue;
                }
                OPEN => return Err(cycle(arc)),
                _ => (),
            }
        }
        // On to the next node of this list, or of the nearest one above that
        // is not through.
        loop {
            if !nodes[at as usize].is_end() {
                match seen.get(at + 1) {
                    NEW => break,
                    OPEN => return Err(cycle(at + 1)),
                    _ => (),
                }
            }
            for i in (start..=at).rev() {
                seen.set(i, LEFT);
                leave(i, nodes[i as usize]);
            }
            match above.pop() {
                Some(place) => (start, at) = place,
                None => return Ok(()),
            }
        }
        at += 1;
    }
}

/// Leaves every node that a list of a checked graph leads to, each after all
/// that follows it: what its arc points to, and the rest of its list.
pub(crate) fn ascend(nodes: &[Node], list: u32, leave: impl FnMut(u32, Node)) {
    let mut seen = Seen::none_of(nodes.len());
    let enter = |_, _| Ok(Follow::Arc);
    // A checked graph has no cycle, so that there is no error to pass on.
    let _: Result<(), ()> = descend(nodes, list, &mut seen, enter, |_| (), leave);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_entered_is_remembered() {
        let mut seen = Seen::none_of(100);
        seen.set(31, OPEN);
        seen.set(64, LEFT);
        assert_eq!(
            (seen.get(31), seen.get(32), seen.get(64)),
            (OPEN, NEW, LEFT)
        );
        let entered: Vec<u32> = seen.entered().iter().collect();
        assert_eq!(entered, [31, 64]);
    }

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
        ascend(&nodes, 1, |index, node| {
            assert_eq!(node, nodes[index as usize]);
            left.push(index);
        });
        assert_eq!(left, [2, 3, 1]);
    }
}
