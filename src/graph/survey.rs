//! A quick look at a whole graph, enough to vouch for a sound one.
//!
//! Descending a graph path by path finds the first fault and names it, but
//! jumps about in the file. Nearly all files are sound, and that can be shown
//! faster: look at every node in the order of the file, reached or not, and
//! count how many nodes lead to each. Then take away nodes that nothing leads
//! to any more, again and again, each passing on to its arc and to the rest of
//! its list from where it is reached. If that takes all nodes away, there was
//! no cycle.
//!
//! What looks wrong here may be in a part of the file that no path reaches, so
//! this pass never condemns a file: it vouches for it or leaves it to the
//! [reader](super::read), which descends.

use super::node::Node;
use super::read::{GraphKind, Region, mark};
use crate::tiles::BLANK;

/// A cell for each node: its marks, and above them the number of nodes that
/// lead to it and have not been taken away.
type Cell = u32;
const ONE: Cell = 4;
const MARKS: Cell = ONE - 1;

/// By node, from where it is reached; none if the graph may be unsound. The
/// nodes that point to the roots have to be there.
pub(super) fn survey(nodes: &[Node], kind: GraphKind, letters: usize) -> Option<Box<[u8]>> {
    let heads = kind.head_nodes();
    let mut cells = count_ways_in(nodes, heads, letters)?;
    let mut ready = Vec::new();
    let mut gaps = 0;
    for (i, (&node, &cell)) in nodes.iter().zip(&cells).enumerate().skip(heads) {
        match (is_gap(node), cell) {
            (true, 0) => gaps += 1,
            (true, _) => return None,
            (false, 0) => ready.push(i as u32),
            (false, _) => (),
        }
    }
    for (head, region) in nodes[..heads].iter().zip([Region::Dawg, Region::Gaddag]) {
        let root = head.arc() as usize;
        if root != 0 {
            if root < heads || is_gap(*nodes.get(root)?) {
                return None;
            }
            cells[root] |= Cell::from(mark(region));
        }
    }
    let mut taken = 0;
    while let Some(first) = ready.pop() {
        let mut at = first as usize;
        loop {
            let node = nodes[at];
            let marks = cells[at];
            taken += 1;
            let onward = pass_on(node, marks, kind)?;
            let arc = node.arc();
            let below = (cells[arc as usize] | onward) - ONE;
            cells[arc as usize] = below;
            if below < ONE {
                ready.push(arc);
            }
            if node.is_end() {
                break;
            }
            at += 1;
            cells[at] = (cells[at] | marks) - ONE;
            if cells[at] >= ONE {
                break;
            }
        }
    }
    if taken + gaps + heads != nodes.len() {
        return None;
    }
    cells[0] = 0;
    Some(cells.iter().map(|cell| (cell & MARKS) as u8).collect())
}

/// Counts for each node those that lead to it, and looks at what a node and
/// its neighbour say of themselves. Node 0 stands for all ends of paths, and
/// has one more than these, so that it is never taken away.
fn count_ways_in(nodes: &[Node], heads: usize, letters: usize) -> Option<Vec<Cell>> {
    let mut cells = vec![0; nodes.len()];
    cells[0] = ONE;
    let mut before: Option<Node> = None;
    for (i, &node) in nodes.iter().enumerate().skip(heads) {
        if let Some(before) = before {
            if node.tile() <= before.tile() {
                return None;
            }
            cells[i] += ONE;
        }
        if is_gap(node) {
            before = None;
            continue;
        }
        let arc = node.arc() as usize;
        if usize::from(node.tile()) > letters || (arc != 0 && arc < heads) {
            return None;
        }
        *cells.get_mut(arc)? += ONE;
        before = (!node.is_end()).then_some(node);
    }
    before.is_none().then_some(cells)
}

/// A node of zeros, as layouts leave where no list fits. If anything leads to
/// one, that is for the reader to judge.
fn is_gap(node: Node) -> bool {
    node == Node::default()
}

/// The marks that a node with `marks` gives to what its arc leads to; none if
/// it may not stand where it does.
fn pass_on(node: Node, marks: Cell, kind: GraphKind) -> Option<Cell> {
    if marks == 0 {
        return Some(0);
    }
    if node.is_dead_end() {
        return None;
    }
    if node.tile() != BLANK || kind == GraphKind::Leaves {
        return Some(marks);
    }
    let is_switch = marks == Cell::from(mark(Region::Gaddag)) && !node.accepts();
    is_switch.then_some(Cell::from(mark(Region::Dawg)))
}

#[cfg(test)]
mod tests {
    use super::super::read::check;
    use super::*;
    use crate::graph::{Content, Graph, GraphSpec, Layout, NodeFormat, build};
    use crate::source::Words;
    use proptest::prelude::*;

    const KINDS: [GraphKind; 3] = [GraphKind::Dawg, GraphKind::Gaddawg, GraphKind::Leaves];

    /// Nodes of a small file, most of them plausible: arcs in range, a list
    /// ended every other node.
    fn nodes() -> impl Strategy<Value = Vec<Node>> {
        let node = (0..4u8, any::<bool>(), any::<bool>(), 0..9u32)
            .prop_map(|(tile, accepts, is_end, arc)| Node::new(tile, accepts, is_end, arc));
        let nodes = prop_oneof![4 => node, 1 => Just(Node::default())];
        (0..9u32, 0..9u32, prop::collection::vec(nodes, 0..9)).prop_map(|(dawg, gaddag, rest)| {
            let mut nodes = vec![Node::head(dawg), Node::head(gaddag)];
            nodes.extend(rest);
            nodes
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]
        #[test]
        fn what_it_vouches_for_the_reader_finds_sound(nodes in nodes()) {
            for kind in KINDS {
                if let Some(marks) = survey(&nodes, kind, 3) {
                    prop_assert_eq!(check(&nodes, kind, 3), Ok(marks));
                }
            }
        }
    }

    #[test]
    fn it_vouches_for_all_that_is_built() {
        let list: Vec<Vec<u8>> = (0..3000u32)
            .map(|i| {
                let spread = i.wrapping_mul(0x9e37_79b9);
                (0..2 + i % 7)
                    .map(|k| (spread >> (4 * k) & 7) as u8 + 1)
                    .collect()
            })
            .collect();
        let words = Words::from_unsorted(list.iter().map(Vec::as_slice)).unwrap();
        for layout in Layout::ALL {
            for (content, kind) in [
                (Content::Gaddawg, GraphKind::Gaddawg),
                (Content::Dawg, GraphKind::Dawg),
                (Content::Dawg, GraphKind::Leaves),
            ] {
                let spec = GraphSpec {
                    content,
                    layout,
                    format: NodeFormat::Kwg,
                };
                let bytes = build(&words, spec).unwrap();
                let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, kind, 26).unwrap();
                let marks = survey(graph.nodes(), kind, 26);
                assert!(marks.is_some(), "{layout} {content}");
                assert_eq!(marks, check(graph.nodes(), kind, 26).ok());
            }
        }
    }
}
