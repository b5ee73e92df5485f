//! The quick half of the [check](crate::graph::read::validate): is everything as it should be?
//!
//! Level 0 is a root's list, and every other level is what the nodes of the one
//! before lead to. If the levels come to an end, then no path goes on for ever,
//! and there is no cycle. Words are short and most lists are on one level only,
//! so that there are few levels, and all of them together have hardly more nodes
//! than the file.
//!
//! A level is a set with a bit for each node. It is gone through in the order of
//! the file, and what its arcs point to is thrown into the next set, however
//! often it is met: no look waits for the one before, as it would in a descent.
//! What can be wrong with a node by itself is found for all nodes beforehand,
//! and matters where it meets what was reached.
//!
//! This only tells a sound graph from all others. Where it says no, or where a
//! graph has so long paths that it would take long, the descent decides, and
//! names the fault.

use crate::graph::node::Node;
use crate::graph::node_set::{NodeSet, PER_WORD, bits};
use crate::graph::read::GraphKind;
use crate::graph::read::validate::Reached;
use crate::parallel;
use crate::parallel::prelude::*;
use crate::tiles::BLANK;

/// The most levels that are gone into, and how many times as many nodes as the
/// file has. A list can be on many levels, but in no graph of a language's words
/// are most of them.
const MAX_LEVELS: usize = 256;
const MAX_VISITS: usize = 4;

/// Words of bits that are not worth being shared by two threads.
const FEW_WORDS: usize = 1 << 10;

/// Says from where nodes are reached, if all of those are as they should be; none
/// if not, or if this is not the way to find out.
pub(crate) fn check(nodes: &[Node], kind: GraphKind, letters: usize) -> Option<Reached> {
    let heads = kind.head_nodes();
    let is_list = |arc: u32| arc == 0 || (heads..nodes.len()).contains(&(arc as usize));
    if !nodes[..heads].iter().all(|head| is_list(head.arc())) {
        return None;
    }
    let traits = Traits::of(nodes, kind, letters);
    let (dawg, gaddag) = match kind {
        GraphKind::Dawg | GraphKind::Leaves => (traits.reach(nodes[0].arc())?, NodeSet::none_of(0)),
        GraphKind::Gaddawg => {
            let (dawg, gaddag) = parallel::join(
                || traits.reach(nodes[0].arc()),
                || traits.reach(nodes[1].arc()),
            );
            let (mut dawg, gaddag) = (dawg?, gaddag?);
            let lists = traits.past_switches(&gaddag, &dawg);
            traits.reach_more(lists, &mut dawg)?;
            (dawg, gaddag)
        }
    };
    traits
        .fit(&dawg, &gaddag)
        .then_some(Reached { dawg, gaddag })
}

/// What there is to know of each node by itself.
struct Traits<'n> {
    nodes: &'n [Node],
    ways: Vec<Ways>,
    limits: Vec<Limits>,
}

/// How 64 nodes lead to others, a bit each.
struct Ways {
    /// Its list goes on after it.
    goes_on: u64,
    /// It has an arc, and one to be followed: not that of a direction switch.
    leads_on: u64,
}

/// From where 64 nodes must not be reached, a bit each.
struct Limits {
    /// It has tile 0, where that is a direction switch: not in words.
    is_switch: u64,
    /// It is not as a node should be.
    is_bad: u64,
}

impl<'n> Traits<'n> {
    fn of(nodes: &'n [Node], kind: GraphKind, letters: usize) -> Traits<'n> {
        let node_traits = node_traits(nodes.len(), kind, letters);
        let (mut ways, mut limits) = (Vec::new(), Vec::new());
        let words = 0..nodes.len().div_ceil(PER_WORD);
        let both = words.into_par_iter().with_min_len(FEW_WORDS).map(|word| {
            let from = &nodes[word * PER_WORD..];
            match from.first_chunk() {
                Some(block) => traits_of(block, &node_traits),
                None => {
                    let mut block = [Node::default(); PER_WORD + 1];
                    block
                        .iter_mut()
                        .zip(from)
                        .for_each(|(to, node)| *to = *node);
                    traits_of(&block, &node_traits)
                }
            }
        });
        both.unzip_into_vecs(&mut ways, &mut limits);
        Traits {
            nodes,
            ways,
            limits,
        }
    }

    /// All nodes that a list leads to; none if they are not found in time.
    fn reach(&self, list: u32) -> Option<NodeSet> {
        let mut reached = NodeSet::none_of(self.nodes.len());
        let mut root = reached.clone();
        if list != 0 {
            root.insert(list);
        }
        self.reach_more(root, &mut reached)?;
        Some(reached)
    }

    /// Adds to the nodes reached all that some lists lead to.
    fn reach_more(&self, lists: NodeSet, reached: &mut NodeSet) -> Option<()> {
        let mut level = lists;
        let mut next = NodeSet::none_of(self.nodes.len());
        let mut visits = MAX_VISITS * self.nodes.len();
        for _ in 0..MAX_LEVELS {
            match self.follow(&mut level, &mut next, reached) {
                0 => return Some(()),
                visited => visits = visits.checked_sub(visited)?,
            }
            std::mem::swap(&mut level, &mut next);
        }
        None
    }

    /// Takes all lists from a level, throws what they lead to into the next and
    /// says how much that was; 0 only if there were none.
    fn follow(&self, level: &mut NodeSet, next: &mut NodeSet, reached: &mut NodeSet) -> usize {
        let mut visited = 0;
        let mut carry = 0;
        let words = level.words_mut().iter_mut().zip(reached.words_mut());
        let blocks = self.nodes.chunks(PER_WORD);
        for (((lists, reached), ways), block) in words.zip(&self.ways).zip(blocks) {
            let starts = *lists | carry;
            if starts == 0 {
                continue;
            }
            *lists = 0;
            let (all, is_cut) = to_their_ends(starts, ways.goes_on);
            carry = u64::from(is_cut);
            *reached |= all;
            visited += 1;
            for bit in bits(all & ways.leads_on) {
                let node = block.get(bit as usize).copied().unwrap_or_default();
                next.insert(node.arc());
                visited += 1;
            }
        }
        visited
    }

    /// The lists that reached direction switches point to, without those that
    /// are reached in words.
    fn past_switches(&self, gaddag: &NodeSet, dawg: &NodeSet) -> NodeSet {
        let mut lists = NodeSet::none_of(self.nodes.len());
        let words = gaddag.words().iter().zip(&self.limits);
        for ((&reached, limits), block) in words.zip(self.nodes.chunks(PER_WORD)) {
            for bit in bits(reached & limits.is_switch) {
                let node = block.get(bit as usize).copied().unwrap_or_default();
                lists.insert(node.arc());
            }
        }
        for (lists, dawg) in lists.words_mut().iter_mut().zip(dawg.words()) {
            *lists &= !dawg;
        }
        lists
    }

    /// Whether no node was reached from where it must not be.
    fn fit(&self, dawg: &NodeSet, gaddag: &NodeSet) -> bool {
        let words = |limits: &Limits| limits.is_bad | limits.is_switch;
        let in_words = dawg.words().iter().zip(&self.limits);
        let in_gaddag = gaddag.words().iter().zip(&self.limits);
        in_words
            .into_iter()
            .all(|(reached, limits)| reached & words(limits) == 0)
            && in_gaddag
                .into_iter()
                .all(|(reached, limits)| reached & limits.is_bad == 0)
    }
}

/// The traits of a node as the bits of a byte.
mod bit {
    pub(crate) const GOES_ON: u32 = 0;
    pub(crate) const LEADS_ON: u32 = 1;
    pub(crate) const IS_SWITCH: u32 = 2;
    pub(crate) const IS_BAD: u32 = 3;
}

/// The traits of 64 nodes, behind which there is one more.
#[inline]
fn traits_of(
    block: &[Node; PER_WORD + 1],
    node_traits: impl Fn(Node, Node) -> u8,
) -> (Ways, Limits) {
    let mut traits = [0; PER_WORD];
    for (j, traits) in traits.iter_mut().enumerate() {
        *traits = node_traits(block[j], block[j + 1]);
    }
    let ways = Ways {
        goes_on: gather(&traits, bit::GOES_ON),
        leads_on: gather(&traits, bit::LEADS_ON),
    };
    let limits = Limits {
        is_switch: gather(&traits, bit::IS_SWITCH),
        is_bad: gather(&traits, bit::IS_BAD),
    };
    (ways, limits)
}

/// What says the traits of a node, by it and the next one.
fn node_traits(count: usize, kind: GraphKind, letters: usize) -> impl Fn(Node, Node) -> u8 {
    let letters = letters.min(usize::from(Node::MAX_TILE)) as u8;
    let (heads, count) = (kind.head_nodes() as u32, count as u32);
    let is_leaves = kind == GraphKind::Leaves;
    move |node, next| {
        let (tile, arc) = (node.tile(), node.arc());
        let goes_on = !node.is_end();
        let is_switch = (tile == BLANK) & !is_leaves;
        let leads_on = (arc != 0) & !is_switch;
        let is_arc = (arc == 0) | (heads <= arc) & (arc < count);
        let rises = !goes_on | (tile < next.tile());
        let is_bad =
            !is_arc | !rises | (tile > letters) | node.is_dead_end() | is_switch & node.accepts();
        u8::from(goes_on) << bit::GOES_ON
            | u8::from(leads_on) << bit::LEADS_ON
            | u8::from(is_switch) << bit::IS_SWITCH
            | u8::from(is_bad) << bit::IS_BAD
    }
}

/// One bit of each byte, those of the first bytes lowest.
#[inline]
fn gather(bytes: &[u8; PER_WORD], bit: u32) -> u64 {
    let (eights, _) = bytes.as_chunks();
    let mut word = 0;
    for (i, eight) in eights.iter().enumerate() {
        let ones = u64::from_le_bytes(*eight) >> bit & 0x0101_0101_0101_0101;
        // The sum of the shifts by 7, 14, 21, … brings the bits side by side.
        word |= ones.wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * i);
    }
    word
}

/// All nodes from where lists are entered to where those end, and whether one
/// goes on past the last node. Added to the nodes after which their lists go on,
/// a one runs along, and turns all of them and the end, which is not among them.
#[inline]
fn to_their_ends(starts: u64, goes_on: u64) -> (u64, bool) {
    let (sum, is_cut) = goes_on.overflowing_add(starts & goes_on);
    (sum ^ goes_on | starts, is_cut)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lists_are_followed_to_their_ends(starts: u64, more: u64, goes_on: u64) {
            let starts = starts & more;
            let (mut all, mut on) = (0, false);
            for bit in 0..64 {
                let here = on || starts >> bit & 1 != 0;
                all |= u64::from(here) << bit;
                on = here && goes_on >> bit & 1 != 0;
            }
            prop_assert_eq!(to_their_ends(starts, goes_on), (all, on));
        }

        #[test]
        fn bits_are_gathered_in_order(word: u64, bit in 0..8u32, noise: u8) {
            let mut bytes = [noise & !(1 << bit); PER_WORD];
            for (j, byte) in bytes.iter_mut().enumerate() {
                *byte |= ((word >> j & 1) as u8) << bit;
            }
            prop_assert_eq!(gather(&bytes, bit), word);
        }
    }

    /// A chain of lists of one node each, which all words go through.
    fn chain(length: u32) -> Vec<Node> {
        let mut nodes = vec![Node::head(1)];
        for i in 1..=length {
            nodes.push(Node::new(1, true, true, if i < length { i + 1 } else { 0 }));
        }
        nodes
    }

    #[test]
    fn long_paths_are_left_to_the_descent() {
        let is_sound = |nodes: &[Node]| check(nodes, GraphKind::Dawg, 26).is_some();
        assert!(is_sound(&chain(MAX_LEVELS as u32 - 1)));
        assert!(!is_sound(&chain(MAX_LEVELS as u32)));
        // Every list is on all levels from its place on, in threes.
        let mut nodes = vec![Node::head(1)];
        for i in 0..60 {
            let arc = |step: u32| if i + step < 60 { 3 * (i + step) + 1 } else { 0 };
            nodes.push(Node::new(1, true, false, arc(1)));
            nodes.push(Node::new(2, true, false, arc(2)));
            nodes.push(Node::new(3, true, true, arc(3)));
        }
        assert!(!is_sound(&nodes));
        assert!(crate::graph::read::validate::check(&nodes, GraphKind::Dawg, 26).is_ok());
    }
}
