//! All faults of a graph, not only the first.
//!
//! The survey goes through everything that the roots lead to, as the reader
//! does, but over faults: an arc that leads nowhere is not followed, a list
//! that has no end ends with the file, a way back to where it came from is not
//! taken twice.

use crate::check::findings::Evidence;
use crate::graph::{CUT_SHORT, GraphKind, Node, NodeFormat, Region};
use crate::tiles::BLANK;

/// Is told of every fault: what is wrong, and how to say it.
pub(crate) type Report<'a> = &'a mut dyn FnMut(&'static str, &dyn Fn() -> Evidence);

pub(crate) const ARC: &str = "an arc";
pub(crate) const LENGTH: &str = "the length of the file";
pub(crate) const ORDER: &str = "the order of a list";
pub(crate) const CYCLE: &str = "a cycle";
pub(crate) const END: &str = "the end of a list";
pub(crate) const TILE: &str = "a tile";
pub(crate) const DEAD_END: &str = "a dead end";
pub(crate) const HEAD: &str = "the node of a root";

/// Names all faults of a graph.
pub(crate) fn survey(bytes: &[u8], format: NodeFormat, kind: GraphKind, report: Report<'_>) {
    let (fours, rest) = bytes.as_chunks();
    if !rest.is_empty() {
        report(LENGTH, &|| {
            let found = format!("{} bytes", bytes.len());
            Evidence::new("", "nodes of 4 bytes", found).advise(CUT_SHORT)
        });
    }
    let most = usize::try_from(format.max_nodes()).unwrap_or(usize::MAX);
    if fours.len() > most {
        report(LENGTH, &|| {
            let expected = format!("at most {most} nodes, all that an arc can lead to");
            Evidence::new("", expected, fours.len().to_string())
        });
    }
    let first = fours.first().map(|four| u32::from_le_bytes(*four));
    if let Some(bits) = first
        && !format.decode(bits).is_some_and(|node| node.is_head())
    {
        // What does not begin as a graph is none, or has no way into it.
        report(HEAD, &|| head_detail(0));
        return;
    }
    let mut nodes = Vec::with_capacity(fours.len().min(most));
    for (index, four) in fours.iter().enumerate().take(most) {
        let bits = u32::from_le_bytes(*four);
        nodes.push(format.decode(bits).unwrap_or_else(|| {
            let tile = bits >> 24;
            report(TILE, &|| {
                let expected = format!("up to {}", Node::MAX_TILE);
                Evidence::new(place(index as u32), expected, tile.to_string())
            });
            // The rest of the node can still be followed.
            let without = format.decode(bits & 0x00ff_ffff).unwrap_or_default();
            Node::new(
                Node::MAX_TILE,
                without.accepts(),
                without.is_end(),
                without.arc(),
            )
        }));
    }
    let heads = match kind {
        GraphKind::Gaddawg => 2,
        GraphKind::Dawg | GraphKind::Leaves => 1,
    };
    if nodes.len() < heads {
        report(LENGTH, &|| {
            Evidence::new(
                "",
                format!("at least {heads} nodes"),
                nodes.len().to_string(),
            )
        });
        return;
    }
    // One may be a damaged arc. More follow from a file that was cut, which is
    // what to say first.
    let past_end = Survey::new(&nodes, heads, kind, &mut |_, _| ()).roots();
    if rest.is_empty() && past_end > 1 {
        report(LENGTH, &|| {
            let expected = format!("more nodes, as {past_end} arcs lead past the end");
            Evidence::new("", expected, nodes.len().to_string()).advise(CUT_SHORT)
        });
    }
    Survey::new(&nodes, heads, kind, report).roots();
}

fn place(index: u32) -> String {
    format!("node {index}")
}

fn head_detail(index: u32) -> Evidence {
    let expected = "tile 0, last of its list, not accepting";
    Evidence::new(place(index), expected, "another node")
}

struct Survey<'a> {
    nodes: &'a [Node],
    /// Of each node two bits for each region: entered, and left.
    marks: Vec<u8>,
    heads: usize,
    kind: GraphKind,
    /// Direction switches whose arcs are to be followed.
    switches: Vec<u32>,
    /// How many arcs lead past the last node.
    past_end: usize,
    report: Report<'a>,
}

/// The bits of a region.
fn bits(region: Region) -> (u8, u8) {
    match region {
        Region::Dawg => (1, 2),
        Region::Gaddag => (4, 8),
    }
}

impl<'a> Survey<'a> {
    fn new(nodes: &'a [Node], heads: usize, kind: GraphKind, report: Report<'a>) -> Self {
        Survey {
            nodes,
            marks: vec![0; nodes.len()],
            heads,
            kind,
            switches: Vec::new(),
            past_end: 0,
            report,
        }
    }

    /// Goes through everything, and says how many arcs lead past the end.
    fn roots(mut self) -> usize {
        for (head, region) in [(0, Region::Dawg), (1, Region::Gaddag)] {
            if head as usize >= self.heads {
                continue;
            }
            if !self.nodes[head as usize].is_head() {
                (self.report)(HEAD, &|| head_detail(head));
            }
            if let Some(list) = self.arc(head) {
                self.explore(list, region);
            }
        }
        for switch in std::mem::take(&mut self.switches) {
            if let Some(list) = self.arc_of(switch) {
                self.explore(list, Region::Dawg);
            }
        }
        self.past_end
    }

    /// Where a node's arc leads, if it leads to a list.
    fn arc_of(&self, index: u32) -> Option<u32> {
        let arc = self.nodes[index as usize].arc();
        (self.heads..self.nodes.len())
            .contains(&(arc as usize))
            .then_some(arc)
    }

    /// The same; an arc to what can't be a list is a fault.
    fn arc(&mut self, index: u32) -> Option<u32> {
        let arc = self.nodes[index as usize].arc();
        let to = self.arc_of(index);
        if arc != 0 && to.is_none() {
            let (heads, last) = (self.heads, self.nodes.len() - 1);
            self.past_end += usize::from(arc as usize > last);
            (self.report)(ARC, &|| {
                let expected = match heads <= last {
                    true => format!("0 or a node from {heads} to {last}"),
                    false => "0, as there are no more nodes".to_string(),
                };
                Evidence::new(place(index), expected, arc.to_string())
            });
        }
        to
    }

    /// Goes through all that a list leads to in a region. A node leads to its
    /// arc's list and to the next node of its own.
    fn explore(&mut self, list: u32, region: Region) {
        let (entered, left) = bits(region);
        if self.marks[list as usize] & entered != 0 {
            return;
        }
        // A node, and how many of the two ways were taken.
        let mut stack = vec![(list, 0u8)];
        self.marks[list as usize] |= entered;
        while let Some((index, taken)) = stack.last_mut() {
            let index = *index;
            *taken += 1;
            let to = match *taken {
                1 => self.enter(index, region),
                2 => self.next(index),
                _ => {
                    self.marks[index as usize] |= left;
                    stack.pop();
                    continue;
                }
            };
            let Some(to) = to else { continue };
            let mark = &mut self.marks[to as usize];
            if *mark & entered == 0 {
                *mark |= entered;
                stack.push((to, 0));
            } else if *mark & left == 0 {
                (self.report)(CYCLE, &|| {
                    let found = format!("one from node {index} that comes back to it");
                    Evidence::new(place(to), "paths that end", found)
                });
            }
        }
    }

    /// The next node of a list, if there is one.
    fn next(&mut self, index: u32) -> Option<u32> {
        let node = self.nodes[index as usize];
        if node.is_end() {
            return None;
        }
        let Some(next) = self.nodes.get(index as usize + 1) else {
            (self.report)(END, &|| {
                Evidence::new(
                    place(index),
                    "the last node of a list",
                    "the end of the file",
                )
            });
            return None;
        };
        if next.tile() <= node.tile() {
            let (before, found) = (node.tile(), next.tile());
            (self.report)(ORDER, &|| {
                let expected = format!("a tile above {before}, the one before it in its list");
                Evidence::new(place(index + 1), expected, found.to_string())
            });
        }
        Some(index + 1)
    }

    /// Looks at a node; gives the list to go on with.
    fn enter(&mut self, index: u32, region: Region) -> Option<u32> {
        let node = self.nodes[index as usize];
        let to = self.arc(index);
        let is_switch = node.tile() == BLANK && self.kind != GraphKind::Leaves;
        let mut fault = |what, expected: &str, found: &str| {
            (self.report)(what, &|| Evidence::new(place(index), expected, found));
        };
        if is_switch && region == Region::Dawg {
            fault(TILE, "a letter in a word", "0");
        } else if is_switch && (node.accepts() || node.arc() == 0) {
            fault(
                DEAD_END,
                "tiles after a direction switch",
                "the end of a path",
            );
        } else if node.is_dead_end() {
            fault(DEAD_END, "the end of a word, or more tiles", "neither");
        }
        if is_switch && region == Region::Gaddag {
            self.switches.push(index);
            return None;
        }
        let first = to.map(|to| (to, self.nodes[to as usize].tile()));
        if let Some((to, tile)) = first.filter(|&(_, tile)| tile < node.tile())
            && self.kind == GraphKind::Leaves
        {
            let before = node.tile();
            (self.report)(ORDER, &|| {
                let expected = format!("tile {before} or above, as leaves are sorted");
                Evidence::new(place(to), expected, tile.to_string())
            });
        }
        to
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Graph, to_bytes};
    use proptest::prelude::*;

    fn faults(nodes: &[Node], kind: GraphKind) -> Vec<String> {
        let bytes = to_bytes(nodes, NodeFormat::Kwg);
        let mut found = Vec::new();
        survey(&bytes, NodeFormat::Kwg, kind, &mut |what, detail| {
            let d = detail();
            found.push(format!(
                "{what}: {}: expected {}, found {}",
                d.place, d.expected, d.found
            ));
        });
        found
    }

    #[test]
    fn every_fault_is_named() {
        let nodes = [
            Node::head(1),
            Node::new(3, true, false, 9),
            Node::new(2, false, false, 0),
            Node::new(5, true, false, 1),
        ];
        assert_eq!(
            faults(&nodes, GraphKind::Dawg),
            [
                "an arc: node 1: expected 0 or a node from 1 to 3, found 9",
                "the order of a list: node 2: expected a tile above 3, the one before it in its list, found 2",
                "a dead end: node 2: expected the end of a word, or more tiles, found neither",
                "a cycle: node 1: expected paths that end, found one from node 3 that comes back to it",
                "the end of a list: node 3: expected the last node of a list, found the end of the file",
            ]
        );
    }

    /// Nodes of a small file, most of them plausible.
    fn some_nodes() -> impl Strategy<Value = Vec<Node>> {
        let node = (0..4u8, any::<bool>(), any::<bool>(), 0..9u32)
            .prop_map(|(tile, accepts, is_end, arc)| Node::new(tile, accepts, is_end, arc));
        let rest = prop::collection::vec(node, 0..9);
        (0..9u32, 0..9u32, rest).prop_map(|(dawg, gaddag, rest)| {
            let mut nodes = vec![Node::head(dawg), Node::head(gaddag)];
            nodes.extend(rest);
            nodes
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]
        #[test]
        fn the_reader_refuses_what_has_faults(nodes in some_nodes()) {
            let bytes = to_bytes(&nodes, NodeFormat::Kwg);
            for kind in [GraphKind::Dawg, GraphKind::Gaddawg] {
                let read = Graph::from_bytes(&bytes, NodeFormat::Kwg, kind, 63);
                prop_assert_eq!(read.is_ok(), faults(&nodes, kind).is_empty());
            }
        }
    }
}
