//! The check that every graph passes before it is used.
//!
//! Nothing in a file is trusted: arcs have to stay in the file, lists end and
//! rise, no path comes back to itself, tiles are what they may be and every path
//! leads to a word. After that, walking the graph can neither fail nor go on for
//! long without a word. Nodes that nothing leads to don't matter.
//!
//! Nearly all files are sound, and that can be [told quickly](crate::graph::read::validate_fast).
//! For all others there is a depth-first pass over the nodes that the roots lead
//! to. It names the first node that is not as it should be: first those in
//! words, then those of the GADDAG, then what only its switches lead to, always
//! in the order of the paths.

use crate::graph::descend::{Follow, Seen, descend};
use crate::graph::fault::GraphFault;
use crate::graph::node::Node;
use crate::graph::node_set::NodeSet;
use crate::graph::read::{GraphKind, Region, validate_fast};
use crate::tiles::BLANK;

/// The nodes that are reached by way of each region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reached {
    pub(crate) dawg: NodeSet,
    /// Of no nodes where there is no GADDAG.
    pub(crate) gaddag: NodeSet,
}

/// Checks all that the roots lead to, and says from where nodes are reached.
/// The nodes that point to the roots have to be there.
pub(crate) fn check(
    nodes: &[Node],
    kind: GraphKind,
    letters: usize,
) -> Result<Reached, GraphFault> {
    match validate_fast::check(nodes, kind, letters) {
        Some(reached) => Ok(reached),
        None => check_by_descent(nodes, kind, letters),
    }
}

fn check_by_descent(
    nodes: &[Node],
    kind: GraphKind,
    letters: usize,
) -> Result<Reached, GraphFault> {
    let pass = Pass {
        nodes,
        kind,
        letters,
    };
    let mut dawg = Seen::none_of(nodes.len());
    let mut gaddag = Seen::none_of(0);
    pass.explore_dawg(0, &mut dawg)?;
    if kind == GraphKind::Gaddawg {
        gaddag = Seen::none_of(nodes.len());
        for switch in pass.explore_gaddag(&mut gaddag)? {
            pass.explore_dawg(switch, &mut dawg)?;
        }
    }
    Ok(Reached {
        dawg: dawg.entered(),
        gaddag: gaddag.entered(),
    })
}

/// A pass over a graph.
struct Pass<'n> {
    nodes: &'n [Node],
    kind: GraphKind,
    /// The size of the alphabet.
    letters: usize,
}

impl Pass<'_> {
    /// Checks all that a node's arc leads to in words.
    fn explore_dawg(&self, from: u32, dawg: &mut Seen) -> Result<(), GraphFault> {
        let list = self.nodes[from as usize].arc();
        self.check_arc(from, list)?;
        let enter = |index, node| {
            self.check_node(index, node, Region::Dawg)?;
            Ok(Follow::Arc)
        };
        descend(self.nodes, list, dawg, enter, GraphFault::cycle, |_, _| ())
    }

    /// Checks all that the GADDAG's root leads to, as far as the direction
    /// switches, and gives those.
    fn explore_gaddag(&self, gaddag: &mut Seen) -> Result<Vec<u32>, GraphFault> {
        let list = self.nodes[1].arc();
        self.check_arc(1, list)?;
        let mut switches = Vec::new();
        let enter = |index, node: Node| {
            self.check_node(index, node, Region::Gaddag)?;
            if node.tile() != BLANK {
                return Ok(Follow::Arc);
            }
            switches.push(index);
            Ok(Follow::No)
        };
        descend(
            self.nodes,
            list,
            gaddag,
            enter,
            GraphFault::cycle,
            |_, _| (),
        )?;
        Ok(switches)
    }

    #[inline]
    fn check_arc(&self, index: u32, arc: u32) -> Result<(), GraphFault> {
        let heads = self.kind.head_nodes();
        let count = self.nodes.len();
        if arc == 0 || (heads..count).contains(&(arc as usize)) {
            return Ok(());
        }
        let last = count - 1;
        let message = format!("arc: expected 0 or a node from {heads} to {last}, found {arc}");
        let fault = GraphFault::at(index, message);
        Err(match arc as usize >= count {
            true => fault.cut_short(),
            false => fault,
        })
    }

    #[inline(always)] // it is most of what a pass does
    fn check_node(&self, index: u32, node: Node, region: Region) -> Result<(), GraphFault> {
        self.check_arc(index, node.arc())?;
        if usize::from(node.tile()) > self.letters {
            return Err(GraphFault::at(
                index,
                format!(
                    "tile: expected up to {}, the size of the alphabet, found {}",
                    self.letters,
                    node.tile()
                ),
            )
            .past_alphabet());
        }
        if node.tile() == BLANK {
            self.check_tile_0(index, node, region)?;
        }
        if node.is_dead_end() {
            return Err(GraphFault::at(
                index,
                "a dead end: no word ends here and nothing follows",
            ));
        }
        if node.is_end() {
            return Ok(());
        }
        match self.nodes.get(index as usize + 1) {
            None => Err(GraphFault::at(
                index,
                "its list has no end: the file stops here",
            )),
            Some(next) if next.tile() <= node.tile() => Err(GraphFault::at(
                index + 1,
                format!(
                    "tile: expected more than {}, the one before it in its list, found {}",
                    node.tile(),
                    next.tile()
                ),
            )),
            Some(_) => Ok(()),
        }
    }

    fn check_tile_0(&self, index: u32, node: Node, region: Region) -> Result<(), GraphFault> {
        match (self.kind, region) {
            (GraphKind::Leaves, _) => Ok(()),
            (_, Region::Dawg) => Err(GraphFault::at(index, "tile 0 in a word")),
            (_, Region::Gaddag) if node.accepts() || node.arc() == 0 => {
                Err(GraphFault::at(index, "a direction switch ends a path"))
            }
            (_, Region::Gaddag) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::build;
    use crate::graph::build::GraphSpec;
    use crate::graph::layout::Layout;
    use crate::graph::node::NodeFormat;
    use crate::graph::read::Graph;
    use crate::lexicon::Words;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// A KWG node from (tile, accepts, is_end, arc).
    fn file(nodes: &[(u8, bool, bool, u32)]) -> Vec<u8> {
        nodes
            .iter()
            .flat_map(|&(tile, accepts, is_end, arc)| {
                let node = Node::new(tile, accepts, is_end, arc);
                NodeFormat::Kwg.encode(node).to_le_bytes()
            })
            .collect()
    }

    fn fault(kind: GraphKind, nodes: &[(u8, bool, bool, u32)]) -> String {
        Graph::from_bytes(&file(nodes), NodeFormat::Kwg, kind, 26)
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn each_fault_names_the_node() {
        use GraphKind::{Dawg, Gaddawg};
        let head = (0, false, true, 2);
        let leaf = (1, true, true, 0);
        for (kind, nodes, expected) in [
            (
                Dawg,
                vec![leaf],
                "node 0: expected the node of a root: tile 0, last of its list, not accepting",
            ),
            (Gaddawg, vec![head], "expected at least 2 nodes, found 1"),
            (
                Gaddawg,
                vec![(0, false, true, 0), leaf],
                "node 1: expected the node of a root: tile 0, last of its list, not accepting",
            ),
            (
                Dawg,
                vec![(0, false, true, 9), leaf],
                "node 0: arc: expected 0 or a node from 1 to 1, found 9; is the file cut short?",
            ),
            (
                Gaddawg,
                vec![(0, false, true, 1), head, leaf],
                "node 0: arc: expected 0 or a node from 2 to 2, found 1",
            ),
            (
                Dawg,
                vec![head, leaf, (1, true, true, 7)],
                "node 2: arc: expected 0 or a node from 1 to 2, found 7; is the file cut short?",
            ),
            (
                Dawg,
                vec![head, leaf, (30, true, true, 0)],
                "node 2: tile: expected up to 26, the size of the alphabet, found 30",
            ),
            (
                Dawg,
                vec![head, leaf, (1, true, false, 0)],
                "node 2: its list has no end: the file stops here",
            ),
            (
                Dawg,
                vec![head, leaf, (1, true, false, 0), leaf],
                "node 3: tile: expected more than 1, the one before it in its list, found 1",
            ),
            (
                Dawg,
                vec![head, leaf, (1, true, true, 3), (1, true, true, 2)],
                "node 2: its path comes back to it: the graph has a cycle",
            ),
            (
                Dawg,
                vec![head, leaf, (1, true, false, 0), (2, true, true, 2)],
                "node 2: its path comes back to it: the graph has a cycle",
            ),
            (
                Dawg,
                vec![head, leaf, (0, true, true, 0)],
                "node 2: tile 0 in a word",
            ),
            (
                Dawg,
                vec![head, leaf, (1, false, true, 0)],
                "node 2: a dead end: no word ends here and nothing follows",
            ),
            (
                Gaddawg,
                vec![head, (0, false, true, 3), leaf, (0, true, true, 0)],
                "node 3: a direction switch ends a path",
            ),
            (
                Gaddawg,
                vec![
                    head,
                    (0, false, true, 3),
                    leaf,
                    (1, false, true, 4),
                    (0, false, true, 4),
                ],
                "node 4: tile 0 in a word",
            ),
        ] {
            assert_eq!(fault(kind, &nodes), expected);
        }
        let cut = Graph::from_bytes(&[0, 0, 0x40], NodeFormat::Kwg, Dawg, 26).unwrap_err();
        assert_eq!(
            cut.to_string(),
            "expected nodes of 4 bytes, found 3 bytes; is the file cut short?"
        );
        let long = vec![0; 4 * ((1 << 22) + 1)];
        let long = Graph::from_bytes(&long, NodeFormat::Kwg, Dawg, 26).unwrap_err();
        assert_eq!(
            long.to_string(),
            "expected at most 4194304 nodes of format kwg, found 4194305"
        );
        let tile = Graph::from_bytes(&[0, 0, 0x40, 0x40], NodeFormat::Kwg, Dawg, 26).unwrap_err();
        assert_eq!(
            tile.to_string(),
            "node 0: expected a tile up to 63, found 64"
        );
    }

    /// Nodes of a small file, most of them plausible; in some, lists stand at
    /// both sides of where a word of bits ends.
    fn some_nodes() -> impl Strategy<Value = Vec<Node>> {
        let node = (0..4u8, any::<bool>(), any::<bool>(), 0..9u32);
        let nodes = prop_oneof![4 => node, 1 => Just((0, false, false, 0))];
        let rest = prop::collection::vec(nodes, 0..9);
        let free = prop_oneof![Just(0), 56..62u32];
        (0..9u32, 0..9u32, rest, free).prop_map(|(dawg, gaddag, rest, free)| {
            let place = |arc: u32| if arc < 2 { arc } else { arc + free };
            let mut nodes = vec![Node::head(place(dawg)), Node::head(place(gaddag))];
            nodes.extend((0..free).map(|_| Node::default()));
            let node = |(tile, accepts, is_end, arc)| Node::new(tile, accepts, is_end, place(arc));
            nodes.extend(rest.into_iter().map(node));
            nodes
        })
    }

    /// What the definition says, word by word: the nodes reached in words and
    /// in the GADDAG; none if any of them is not sound.
    fn by_definition(nodes: &[Node], kind: GraphKind) -> Option<(BTreeSet<u32>, BTreeSet<u32>)> {
        let heads = kind.head_nodes();
        let (mut words, mut gaddag) = (BTreeSet::new(), BTreeSet::new());
        // Each path of a region, by its nodes; no longer than without a cycle.
        let mut paths = vec![(Region::Dawg, vec![], nodes[0].arc())];
        if kind == GraphKind::Gaddawg {
            paths.push((Region::Gaddag, vec![], nodes[1].arc()));
        }
        while let Some((region, path, index)) = paths.pop() {
            if index == 0 {
                continue;
            }
            let node = *nodes.get(index as usize)?;
            if (index as usize) < heads || path.contains(&index) || node.tile() > 3 {
                return None;
            }
            if node.arc() == 0 && !node.accepts() {
                return None;
            }
            let reached = match region {
                Region::Dawg => &mut words,
                Region::Gaddag => &mut gaddag,
            };
            reached.insert(index);
            let is_switch = node.tile() == 0 && kind != GraphKind::Leaves;
            if is_switch && (region == Region::Dawg || node.accepts()) {
                return None;
            }
            let mut path = path.clone();
            path.push(index);
            if !node.is_end() {
                if nodes.get(index as usize + 1)?.tile() <= node.tile() {
                    return None;
                }
                paths.push((region, path.clone(), index + 1));
            }
            match is_switch {
                true => paths.push((Region::Dawg, vec![], node.arc())),
                false => paths.push((region, path, node.arc())),
            }
        }
        Some((words, gaddag))
    }

    /// Graphs of some size with a node or two that are not as they were: the
    /// quick way and the descent find the same.
    #[test]
    #[cfg_attr(miri, ignore = "takes too long to interpret")]
    fn both_ways_agree_of_damaged_graphs() {
        let spread = |i: u32| i.wrapping_mul(0x9e37_79b9).rotate_left(15);
        let list: Vec<Vec<u8>> = (0..3_000)
            .map(|i| {
                let tile = |k: u32| (spread(i) >> (4 * k) & 15) as u8 + 1;
                (0..2 + i % 6).map(tile).collect()
            })
            .collect();
        let words = Words::from_unsorted(list.iter().map(Vec::as_slice)).unwrap();
        let (mut sound, mut refused) = (0, 0);
        for layout in Layout::ALL {
            let spec = GraphSpec {
                layout,
                ..GraphSpec::default()
            };
            let bytes = build(&words, spec).unwrap();
            let kind = GraphKind::Gaddawg;
            let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, kind, 16).unwrap();
            for round in 0..400 {
                let mut nodes = graph.nodes().to_vec();
                for i in 0..1 + round % 2 {
                    let at = 2 + spread(2 * round + i) as usize % (nodes.len() - 2);
                    let bits = NodeFormat::Kbwg.encode(nodes[at]) ^ 1 << (spread(round) % 28);
                    nodes[at] = NodeFormat::Kbwg.decode_fitting(bits);
                }
                let quickly = validate_fast::check(&nodes, kind, 16);
                let slowly = check_by_descent(&nodes, kind, 16);
                match &slowly {
                    Ok(_) => sound += 1,
                    Err(_) => refused += 1,
                }
                let all = |reached: Reached| {
                    let all = |set: NodeSet| set.iter().collect::<Vec<u32>>();
                    (all(reached.dawg), all(reached.gaddag))
                };
                assert_eq!(quickly.map(all), slowly.ok().map(all), "{layout} {round}");
            }
        }
        assert!(sound > 100 && refused > 100, "{sound} sound, {refused} not");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]
        #[test]
        fn sound_is_what_the_definition_says(nodes in some_nodes()) {
            for kind in [GraphKind::Dawg, GraphKind::Gaddawg, GraphKind::Leaves] {
                let sets = |reached: Reached| {
                    let all = |set: NodeSet| set.iter().collect();
                    (all(reached.dawg), all(reached.gaddag))
                };
                let expected = by_definition(&nodes, kind);
                let quickly = validate_fast::check(&nodes, kind, 3);
                prop_assert_eq!(quickly.map(sets), expected.clone());
                let slowly = check_by_descent(&nodes, kind, 3);
                prop_assert_eq!(slowly.ok().map(sets), expected);
            }
        }
    }
}
