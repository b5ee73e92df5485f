//! The precise validator: reports every rule that a file breaks.
//!
//! Nothing in a file is trusted. Arcs must stay within the file, lists must end, the
//! tiles of a list must increase, no path may return to itself, tiles must be legal,
//! and every path must lead to a word. So walking a valid graph cannot fail, and never
//! goes on for long without a word. Nodes that nothing leads to are not checked.
//!
//! [`decode`] checks the file as a whole. [`validate`] checks the nodes reachable from
//! the roots: first the DAWG, then the GADDAG, then nodes that only the GADDAG's
//! direction switches lead to, always in the order of the paths. Both report to a sink,
//! which decides whether to continue. The reader stops at the first violation; the
//! structure check of `movegen-check` collects all of them.
//!
//! Nearly all files are valid, which the [fast
//! validator](crate::graph::read::validate_fast) confirms.

use crate::graph::descend::{Follow, Seen, Visitor, descend};
use crate::graph::kind::{GraphKind, Reached, Region};
use crate::graph::node::{Node, NodeFormat};
use crate::graph::node_set::last;
use crate::graph::read::violation::Violation;
use crate::tiles::BLANK;

/// Checks the length of a file.
pub(crate) fn check_length<E>(
    bytes: &[u8],
    format: NodeFormat,
    mut sink: impl FnMut(Violation) -> Result<(), E>,
) -> Result<(), E> {
    if !bytes.len().is_multiple_of(4) {
        sink(Violation::Length { bytes: bytes.len() })?;
    }
    let count = bytes.len() / 4;
    if count as u64 > format.max_nodes() {
        sink(Violation::TooManyNodes { count, format })?;
    }
    Ok(())
}

/// Decodes the nodes of a file, at most as many as its format allows. A tile that is
/// too large becomes the largest tile.
pub(crate) fn decode<E>(
    bytes: &[u8],
    format: NodeFormat,
    mut sink: impl FnMut(Violation) -> Result<(), E>,
) -> Result<Box<[Node]>, E> {
    check_length(bytes, format, &mut sink)?;
    let (fours, _) = bytes.as_chunks();
    let most = usize::try_from(format.max_nodes()).unwrap_or(usize::MAX);
    let fours = &fours[..fours.len().min(most)];
    // Matches on the format once, not for each node.
    let mut nodes = match format {
        NodeFormat::Kwg => decode_all(fours, |bits| NodeFormat::Kwg.decode_fitting(bits)),
        NodeFormat::Kbwg => decode_all(fours, |bits| NodeFormat::Kbwg.decode_fitting(bits)),
    };
    let fours = fours.iter().copied().map(u32::from_le_bytes);
    // Looks for the node only if there is one.
    if !format.fits(fours.clone().fold(0, |all, bits| all | bits)) {
        for ((bits, node), index) in fours.zip(&mut nodes).zip(0..) {
            if !format.fits(bits) {
                let tile = (bits >> 24) as u8;
                sink(Violation::LargeTile { node: index, tile })?;
                *node = Node::new(Node::MAX_TILE, node.accepts(), node.is_end(), node.arc());
            }
        }
    }
    Ok(nodes)
}

/// Decodes nodes.
fn decode_all(fours: &[[u8; 4]], decode: impl Fn(u32) -> Node) -> Box<[Node]> {
    let nodes = fours.iter().map(|&four| decode(u32::from_le_bytes(four)));
    nodes.collect()
}

/// Validates everything reachable from the roots, and returns the nodes reached. An arc
/// that breaks a rule is not followed.
pub(crate) fn validate<E>(
    nodes: &[Node],
    kind: GraphKind,
    letters: usize,
    mut sink: impl FnMut(Violation) -> Result<(), E>,
) -> Result<Reached, E> {
    let (heads, count) = (kind.head_nodes(), nodes.len());
    let mut dawg = Seen::none_of(count);
    let mut gaddag = Seen::none_of(if heads == 2 { count } else { 0 });
    let mut last_in_words = 0;
    if count < heads {
        sink(Violation::TooFewNodes { count, heads })?;
    } else {
        for (node, head) in (0..).zip(&nodes[..heads]) {
            if !head.is_head() {
                sink(Violation::Head { node })?;
            }
        }
        let mut walk = ValidationWalk {
            nodes,
            kind,
            letters,
            region: Region::Dawg,
            switches: Vec::new(),
            sink,
        };
        walk.explore(0, &mut dawg)?;
        last_in_words = last(dawg.entered.words()).unwrap_or(0);
        if kind == GraphKind::Gaddawg {
            walk.region = Region::Gaddag;
            walk.explore(1, &mut gaddag)?;
            walk.region = Region::Dawg;
            for switch in std::mem::take(&mut walk.switches) {
                descend(nodes, nodes[switch as usize].arc(), &mut dawg, &mut walk)?;
            }
        }
    }
    Ok(Reached {
        last_in_words,
        dawg: dawg.entered,
        gaddag: gaddag.entered,
    })
}

/// A walk through one region after the other.
struct ValidationWalk<'n, S> {
    nodes: &'n [Node],
    kind: GraphKind,
    /// The size of the alphabet.
    letters: usize,
    /// The region of the walk.
    region: Region,
    /// The direction switches found in the GADDAG whose arcs can be followed.
    switches: Vec<u32>,
    sink: S,
}

impl<E, S: FnMut(Violation) -> Result<(), E>> ValidationWalk<'_, S> {
    /// Walks everything that the arc of a head node leads to.
    fn explore(&mut self, head: u32, seen: &mut Seen) -> Result<(), E> {
        let list = self.nodes[head as usize].arc();
        match self.check_arc(head, list)? {
            Follow::Arc => descend(self.nodes, list, seen, self),
            Follow::No => Ok(()),
        }
    }

    #[inline]
    fn check_arc(&mut self, node: u32, arc: u32) -> Result<Follow, E> {
        let (heads, count) = (self.kind.head_nodes(), self.nodes.len());
        if arc == 0 || (heads..count).contains(&(arc as usize)) {
            return Ok(Follow::Arc);
        }
        (self.sink)(Violation::Arc {
            node,
            arc,
            heads,
            count,
        })?;
        Ok(Follow::No)
    }
}

impl<E, S: FnMut(Violation) -> Result<(), E>> Visitor for ValidationWalk<'_, S> {
    type Stop = E;

    #[inline(always)] // it is most of what a walk does
    fn enter(&mut self, index: u32, node: Node) -> Result<Follow, E> {
        let (tile, letters) = (node.tile(), self.letters);
        let mut follow = self.check_arc(index, node.arc())?;
        if usize::from(tile) > letters {
            (self.sink)(Violation::PastAlphabet {
                node: index,
                tile,
                letters,
            })?;
        }
        let is_blank = tile == BLANK && self.kind != GraphKind::Leaves;
        if is_blank && self.region == Region::Dawg {
            (self.sink)(Violation::BlankInWord { node: index })?;
        } else if is_blank && (node.accepts() || node.arc() == 0) {
            (self.sink)(Violation::SwitchEndsPath { node: index })?;
        } else if node.is_dead_end() {
            (self.sink)(Violation::DeadEnd { node: index })?;
        }
        if is_blank && self.region == Region::Gaddag {
            self.switches
                .extend((follow == Follow::Arc).then_some(index));
            follow = Follow::No;
        }
        if !node.is_end() {
            match self.nodes.get(index as usize + 1).map(|next| next.tile()) {
                None => (self.sink)(Violation::NoEnd { node: index })?,
                Some(next) if next <= tile => (self.sink)(Violation::Order {
                    node: index + 1,
                    before: tile,
                    tile: next,
                })?,
                Some(_) => (),
            }
        }
        Ok(follow)
    }

    fn cycle(&mut self, from: u32, to: u32) -> Result<(), E> {
        (self.sink)(Violation::Cycle { node: to, from })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fault::GraphFault;
    use crate::graph::node_set::NodeSet;
    use crate::graph::read::graph::Graph;
    use crate::graph::read::validate_fast::validate_fast;
    use crate::graph::spec::{GraphSpec, Layout};
    use crate::graph::testing::graph_of;
    use crate::graph::write::to_bytes;
    use crate::lexicon::Words;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Builds a graph from (tile, accepts, is_end, arc) of each node.
    fn read(kind: GraphKind, nodes: &[(u8, bool, bool, u32)]) -> Result<Graph, GraphFault> {
        let node = |&(tile, accepts, is_end, arc)| Node::new(tile, accepts, is_end, arc);
        let nodes: Vec<Node> = nodes.iter().map(node).collect();
        Graph::from_bytes(
            &to_bytes(&nodes, NodeFormat::Kwg),
            NodeFormat::Kwg,
            kind,
            26,
        )
    }

    fn precise(nodes: &[Node], kind: GraphKind, letters: usize) -> Result<Reached, Violation> {
        validate(nodes, kind, letters, Err)
    }

    #[test]
    fn each_fault_names_the_node() {
        use GraphKind::{Dawg, Gaddawg};
        let head = (0, false, true, 2);
        let leaf = (1, true, true, 0);
        let not_a_root = "the node of a root: expected tile 0, last of its list, not accepting, found another node";
        let cycle = "node 2: expected paths that end, found one from node 3 that comes back to it";
        for (kind, nodes, expected) in [
            (Dawg, &[leaf][..], &*format!("node 0: {not_a_root}")),
            (Gaddawg, &[head], "expected at least 2 nodes, found 1"),
            (
                Gaddawg,
                &[(0, false, true, 0), leaf],
                &*format!("node 1: {not_a_root}"),
            ),
            (
                Dawg,
                &[(0, false, true, 9), leaf],
                "node 0: arc: expected 0 or a node from 1 to 1, found 9; is the file cut short?",
            ),
            (
                Gaddawg,
                &[(0, false, true, 1), head, leaf],
                "node 0: arc: expected 0 or a node from 2 to 2, found 1",
            ),
            (
                Dawg,
                &[head, leaf, (1, true, true, 7)],
                "node 2: arc: expected 0 or a node from 1 to 2, found 7; is the file cut short?",
            ),
            (
                Dawg,
                &[head, leaf, (30, true, true, 0)],
                "node 2: tile: expected up to 26, the size of the alphabet, found 30",
            ),
            (
                Dawg,
                &[head, leaf, (1, true, false, 0)],
                "node 2: expected the last node of a list, found the end of the file",
            ),
            (
                Dawg,
                &[head, leaf, (1, true, false, 0), leaf],
                "node 3: tile: expected more than 1, the one before it in its list, found 1",
            ),
            (
                Dawg,
                &[head, leaf, (1, true, true, 3), (1, true, true, 2)],
                cycle,
            ),
            (
                Dawg,
                &[head, leaf, (1, true, false, 0), (2, true, true, 2)],
                cycle,
            ),
            (
                Dawg,
                &[head, leaf, (0, true, true, 0)],
                "node 2: expected a letter in a word, found tile 0",
            ),
            (
                Dawg,
                &[head, leaf, (1, false, true, 0)],
                "node 2: expected the end of a word, or more tiles, found neither",
            ),
            (
                Gaddawg,
                &[head, (0, false, true, 3), leaf, (0, true, true, 0)],
                "node 3: expected tiles after a direction switch, found the end of a path",
            ),
            (
                Gaddawg,
                &[
                    head,
                    (0, false, true, 3),
                    leaf,
                    (1, false, true, 4),
                    (0, false, true, 4),
                ],
                "node 4: expected a letter in a word, found tile 0",
            ),
        ] {
            assert_eq!(read(kind, nodes).unwrap_err().to_string(), expected);
        }
        for (bytes, expected) in [
            (
                &[0, 0, 0x40][..],
                "expected nodes of 4 bytes, found 3 bytes; is the file cut short?",
            ),
            (
                &vec![0; 4 * ((1 << 22) + 1)],
                "expected at most 4194304 nodes of format kwg, found 4194305",
            ),
            (
                &[0, 0, 0x40, 0x40],
                "node 0: tile: expected up to 63, found 64",
            ),
        ] {
            let fault = Graph::from_bytes(bytes, NodeFormat::Kwg, Dawg, 26).unwrap_err();
            assert_eq!(fault.to_string(), expected);
        }
    }

    /// Nodes of a small file, most of them plausible. Some lists span two words of
    /// bits.
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

    /// What the definition gives, path by path: the last node in words, the nodes
    /// reached in words or after a switch, and the nodes reached in the GADDAG. `None`
    /// if any of them is invalid.
    fn by_definition(
        nodes: &[Node],
        kind: GraphKind,
    ) -> Option<(u32, BTreeSet<u32>, BTreeSet<u32>)> {
        let heads = kind.head_nodes();
        let (mut words, mut gaddag) = (BTreeSet::new(), BTreeSet::new());
        let mut last_in_words = 0;
        // Each path of a region, as its nodes, up to the length it has without a cycle.
        let mut paths = Vec::new();
        if kind == GraphKind::Gaddawg {
            paths.push((Region::Gaddag, vec![], nodes[1].arc()));
        }
        paths.push((Region::Dawg, vec![], nodes[0].arc()));
        let mut is_in_words = true;
        while let Some((region, path, index)) = paths.pop() {
            is_in_words &= region == Region::Dawg;
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
            if is_in_words {
                last_in_words = index.max(last_in_words);
            }
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
        Some((last_in_words, words, gaddag))
    }

    fn nodes_of(reached: Reached) -> (u32, BTreeSet<u32>, BTreeSet<u32>) {
        let nodes = |set: NodeSet| set.iter().collect();
        let (dawg, gaddag) = (nodes(reached.dawg), nodes(reached.gaddag));
        (reached.last_in_words, dawg, gaddag)
    }

    /// Both validators agree on larger graphs with one or two damaged nodes.
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
        let (mut valid, mut refused) = (0, 0);
        for layout in Layout::ALL {
            let graph = graph_of(&words, GraphSpec::new().layout(layout));
            for round in 0..400 {
                let mut nodes = graph.nodes().to_vec();
                for i in 0..1 + round % 2 {
                    let at = 2 + spread(2 * round + i) as usize % (nodes.len() - 2);
                    let bits = NodeFormat::Kbwg.encode(nodes[at]) ^ 1 << (spread(round) % 28);
                    nodes[at] = NodeFormat::Kbwg.decode_fitting(bits);
                }
                let fast = validate_fast(&nodes, graph.kind(), 16).map(nodes_of);
                let precise = precise(&nodes, graph.kind(), 16).ok().map(nodes_of);
                assert_eq!(fast, precise, "{layout} {round}");
                *if fast.is_some() {
                    &mut valid
                } else {
                    &mut refused
                } += 1;
            }
        }
        assert!(valid > 100 && refused > 100, "{valid} valid, {refused} not");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]
        #[test]
        fn valid_is_what_the_definition_says(nodes in some_nodes()) {
            for kind in [GraphKind::Dawg, GraphKind::Gaddawg, GraphKind::Leaves] {
                let expected = by_definition(&nodes, kind);
                let fast = validate_fast(&nodes, kind, 3).map(nodes_of);
                prop_assert_eq!(&fast, &expected);
                let precise = precise(&nodes, kind, 3).ok().map(nodes_of);
                prop_assert_eq!(precise, expected);
            }
        }
    }
}
