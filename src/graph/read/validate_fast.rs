//! The fast validator: a bit-parallel yes or no.
//!
//! Level 0 is a root's list, and every other level is what the nodes of the
//! level before lead to. If the levels come to an end, no path goes on for
//! ever, so there is no cycle. Words are short and most lists are on one level
//! only, so there are few levels, and together they have hardly more nodes
//! than the file.
//!
//! A level is a set with one bit for each node. The validator goes through it
//! in file order and adds what its arcs point to to the next set. No memory
//! access waits for the one before, as it would in a depth-first search. Rules
//! that concern a node alone are checked for all nodes beforehand, and matter
//! only for nodes that were reached.
//!
//! Where this says no, or where the paths are so long that it would take long,
//! the [precise validator](crate::graph::read::validate) decides and names the
//! fault.

use crate::graph::kind::{GraphKind, Reached};
use crate::graph::node::Node;
use crate::graph::node_set::{NodeSet, PER_WORD, bits};
use crate::parallel;
use crate::parallel::prelude::*;
use crate::tiles::BLANK;

/// The most levels to go into.
const MAX_LEVELS: usize = 256;

/// The most nodes to visit on all levels, as a multiple of the nodes in the
/// file. A list can be on many levels, but few lists of a real graph are.
const MAX_VISITS: usize = 4;

/// The fewest words of bits that are worth a thread of their own.
const FEW_WORDS: usize = 1 << 10;

/// Returns the nodes reached if all of them are valid. None means that they are
/// not, or that the precise validator has to find out.
pub(crate) fn validate_fast(nodes: &[Node], kind: GraphKind, letters: usize) -> Option<Reached> {
    let first = kind.head_nodes();
    let heads = nodes.get(..first)?;
    let is_list = |arc: u32| arc == 0 || (first..nodes.len()).contains(&(arc as usize));
    if !heads
        .iter()
        .all(|head| head.is_head() && is_list(head.arc()))
    {
        return None;
    }
    let traits = Traits::of(nodes, kind, letters);
    let (dawg, gaddag) = match *heads {
        [dawg, gaddag] => {
            let (reached, gaddag) =
                parallel::join(|| traits.reach(dawg.arc()), || traits.reach(gaddag.arc()));
            let (mut reached, gaddag) = (reached?, gaddag?);
            let lists = traits.past_switches(&gaddag, &reached);
            traits.reach_more(lists, &mut reached)?;
            (reached, gaddag)
        }
        _ => (traits.reach(nodes[0].arc())?, NodeSet::none_of(0)),
    };
    let is_valid = traits.are_valid(&dawg, &gaddag);
    is_valid.then_some(Reached { dawg, gaddag })
}

/// What is known of each node alone.
struct Traits<'n> {
    nodes: &'n [Node],
    onward: Vec<Onward>,
    barred: Vec<Barred>,
}

/// How 64 nodes lead on, one bit each.
struct Onward {
    /// The list goes on after the node.
    goes_on: u64,
    /// The node has an arc to follow: one that is not a direction switch's.
    leads_on: u64,
}

/// Where 64 nodes must not be reached, one bit each.
struct Barred {
    /// Tile 0 as a direction switch: not in words.
    is_switch: u64,
    /// The node breaks a rule: nowhere.
    is_bad: u64,
}

impl<'n> Traits<'n> {
    fn of(nodes: &'n [Node], kind: GraphKind, letters: usize) -> Traits<'n> {
        let node_traits = node_traits(nodes.len(), kind, letters);
        let (mut onward, mut barred) = (Vec::new(), Vec::new());
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
        both.unzip_into_vecs(&mut onward, &mut barred);
        Traits {
            nodes,
            onward,
            barred,
        }
    }

    /// The node of a bit of a set's word.
    #[inline]
    fn node(&self, word: usize, bit: u32) -> Node {
        let index = word * PER_WORD + bit as usize;
        self.nodes.get(index).copied().unwrap_or_default()
    }

    /// All nodes that a list leads to; none if that takes too long.
    fn reach(&self, list: u32) -> Option<NodeSet> {
        let mut reached = NodeSet::none_of(self.nodes.len());
        let mut root = reached.clone();
        if list != 0 {
            root.insert(list);
        }
        self.reach_more(root, &mut reached)?;
        Some(reached)
    }

    /// Adds everything that some lists lead to to the nodes reached.
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

    /// Empties a level, adds what its lists lead to to the next level, and
    /// returns the number of visits; 0 only if the level was empty.
    fn follow(&self, level: &mut NodeSet, next: &mut NodeSet, reached: &mut NodeSet) -> usize {
        let mut visited = 0;
        let mut carry = 0;
        let words = level.words_mut().iter_mut().zip(reached.words_mut());
        for (word, ((lists, reached), onward)) in words.zip(&self.onward).enumerate() {
            let starts = *lists | carry;
            if starts == 0 {
                continue;
            }
            *lists = 0;
            let (all, is_cut) = to_their_ends(starts, onward.goes_on);
            carry = u64::from(is_cut);
            *reached |= all;
            visited += 1;
            for bit in bits(all & onward.leads_on) {
                next.insert(self.node(word, bit).arc());
                visited += 1;
            }
        }
        visited
    }

    /// The lists that reached direction switches point to, except those reached
    /// in words.
    fn past_switches(&self, gaddag: &NodeSet, dawg: &NodeSet) -> NodeSet {
        let mut lists = NodeSet::none_of(self.nodes.len());
        let words = gaddag.words().iter().zip(&self.barred);
        for (word, (&reached, barred)) in words.enumerate() {
            for bit in bits(reached & barred.is_switch) {
                lists.insert(self.node(word, bit).arc());
            }
        }
        for (lists, dawg) in lists.words_mut().iter_mut().zip(dawg.words()) {
            *lists &= !dawg;
        }
        lists
    }

    /// Whether no node was reached where it must not be.
    fn are_valid(&self, dawg: &NodeSet, gaddag: &NodeSet) -> bool {
        let in_words =
            |(reached, barred): (&u64, &Barred)| reached & (barred.is_bad | barred.is_switch) == 0;
        let in_gaddag = |(reached, barred): (&u64, &Barred)| reached & barred.is_bad == 0;
        dawg.words().iter().zip(&self.barred).all(in_words)
            && gaddag.words().iter().zip(&self.barred).all(in_gaddag)
    }
}

/// The traits of a node as the bits of a byte.
mod bit {
    pub(crate) const GOES_ON: u32 = 0;
    pub(crate) const LEADS_ON: u32 = 1;
    pub(crate) const IS_SWITCH: u32 = 2;
    pub(crate) const IS_BAD: u32 = 3;
}

/// The traits of 64 nodes; the block has one more node behind them.
#[inline]
fn traits_of(
    block: &[Node; PER_WORD + 1],
    node_traits: impl Fn(Node, Node) -> u8,
) -> (Onward, Barred) {
    let mut traits = [0; PER_WORD];
    for (j, traits) in traits.iter_mut().enumerate() {
        *traits = node_traits(block[j], block[j + 1]);
    }
    let onward = Onward {
        goes_on: gather(&traits, bit::GOES_ON),
        leads_on: gather(&traits, bit::LEADS_ON),
    };
    let barred = Barred {
        is_switch: gather(&traits, bit::IS_SWITCH),
        is_bad: gather(&traits, bit::IS_BAD),
    };
    (onward, barred)
}

/// The function that gives the traits of a node from it and the next one.
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

/// Gathers one bit of each byte, those of the first bytes lowest.
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

/// All nodes from where lists are entered to where they end, and whether one
/// goes on past the last node. A one added to the nodes whose lists go on is
/// carried along the list and flips every bit up to and including the end.
#[inline]
fn to_their_ends(starts: u64, goes_on: u64) -> (u64, bool) {
    let (sum, is_cut) = goes_on.overflowing_add(starts & goes_on);
    (sum ^ goes_on | starts, is_cut)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::testing::graph_of_nodes;
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
    fn long_paths_are_left_to_the_precise_validator() {
        let is_valid = |nodes: &[Node]| validate_fast(nodes, GraphKind::Dawg, 26).is_some();
        assert!(is_valid(&chain(MAX_LEVELS as u32 - 1)));
        assert!(!is_valid(&chain(MAX_LEVELS as u32)));
        // Every list is on all levels from its place on, in threes.
        let mut nodes = vec![Node::head(1)];
        for i in 0..60 {
            let arc = |step: u32| if i + step < 60 { 3 * (i + step) + 1 } else { 0 };
            nodes.push(Node::new(1, true, false, arc(1)));
            nodes.push(Node::new(2, true, false, arc(2)));
            nodes.push(Node::new(3, true, true, arc(3)));
        }
        assert!(!is_valid(&nodes));
        graph_of_nodes(&nodes, GraphKind::Dawg);
    }
}
