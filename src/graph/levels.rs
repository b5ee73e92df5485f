//! The quick half of the [check](super::check): is everything as it should be?
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

use super::check::Reached;
use super::node::Node;
use super::node_set::{NodeSet, PER_WORD, bits};
use super::read::GraphKind;
use crate::tiles::BLANK;

/// The most levels that are gone into, and how many times as many nodes as the
/// file has. A list can be on many levels, but in no graph of a language's words
/// are most of them.
const MAX_LEVELS: usize = 256;
const MAX_VISITS: usize = 4;

/// Says from where nodes are reached, if all of those are as they should be; none
/// if not, or if this is not the way to find out.
pub(super) fn check(nodes: &[Node], kind: GraphKind, letters: usize) -> Option<Reached> {
    let heads = kind.head_nodes();
    let is_list = |arc: u32| arc == 0 || (heads..nodes.len()).contains(&(arc as usize));
    if !nodes[..heads].iter().all(|head| is_list(head.arc())) {
        return None;
    }
    let traits = Traits::of(nodes, kind, letters);
    if kind != GraphKind::Gaddawg {
        let dawg = traits.reach(nodes, nodes[0].arc())?;
        let gaddag = NodeSet::none_of(0);
        return meet_nowhere(&dawg, &traits.bad).then_some(Reached { dawg, gaddag });
    }
    let (dawg, gaddag) = rayon::join(
        || traits.reach(nodes, nodes[0].arc()),
        || traits.reach(nodes, nodes[1].arc()),
    );
    let (mut dawg, gaddag) = (dawg?, gaddag?);
    if !meet_nowhere(&gaddag, &traits.bad) {
        return None;
    }
    let past_switches = traits.past_switches(nodes, &gaddag, &dawg);
    traits.reach_more(nodes, past_switches, &mut dawg)?;
    let sound = meet_nowhere(&dawg, &traits.bad) && meet_nowhere(&dawg, &traits.tile_0);
    sound.then_some(Reached { dawg, gaddag })
}

fn meet_nowhere(a: &NodeSet, b: &NodeSet) -> bool {
    let mut words = a.words().iter().zip(b.words());
    words.all(|(a, b)| a & b == 0)
}

/// What there is to know of each node by itself.
struct Traits {
    /// Its list goes on after it.
    goes_on: NodeSet,
    /// It has an arc, and one to be followed: not that of a direction switch.
    leads_on: NodeSet,
    /// It has tile 0.
    tile_0: NodeSet,
    /// Nothing may lead to it.
    bad: NodeSet,
}

/// The traits of a node as the bits of a byte.
mod bit {
    pub(super) const GOES_ON: u32 = 0;
    pub(super) const LEADS_ON: u32 = 1;
    pub(super) const TILE_0: u32 = 2;
    pub(super) const BAD: u32 = 3;
}

impl Traits {
    fn of(nodes: &[Node], kind: GraphKind, letters: usize) -> Traits {
        let none = || NodeSet::none_of(nodes.len());
        let (mut goes_on, mut leads_on) = (none(), none());
        let (mut tile_0, mut bad) = (none(), none());
        let sets = goes_on.words_mut().iter_mut();
        let sets = sets.zip(leads_on.words_mut());
        let sets = sets.zip(tile_0.words_mut()).zip(bad.words_mut());
        let node_traits = node_traits(nodes.len(), kind, letters);
        for (from, (((goes_on, leads_on), tile_0), bad)) in (0..).step_by(PER_WORD).zip(sets) {
            // And the first of the next ones.
            let mut last = [Node::default(); PER_WORD + 1];
            let block = match nodes[from..].first_chunk() {
                Some(block) => block,
                None => {
                    let rest = nodes[from..].iter();
                    last.iter_mut().zip(rest).for_each(|(to, node)| *to = *node);
                    &last
                }
            };
            let mut traits = [0; PER_WORD];
            for (j, traits) in traits.iter_mut().enumerate() {
                *traits = node_traits(block[j], block[j + 1]);
            }
            *goes_on = gather(&traits, bit::GOES_ON);
            *leads_on = gather(&traits, bit::LEADS_ON);
            *tile_0 = gather(&traits, bit::TILE_0);
            *bad = gather(&traits, bit::BAD);
        }
        Traits {
            goes_on,
            leads_on,
            tile_0,
            bad,
        }
    }

    /// All nodes that a list leads to; none if they are not found in time.
    fn reach(&self, nodes: &[Node], list: u32) -> Option<NodeSet> {
        let mut reached = NodeSet::none_of(nodes.len());
        let mut root = reached.clone();
        if list != 0 {
            root.insert(list);
        }
        self.reach_more(nodes, root, &mut reached)?;
        Some(reached)
    }

    /// Adds to the nodes reached all that some lists lead to.
    fn reach_more(&self, nodes: &[Node], lists: NodeSet, reached: &mut NodeSet) -> Option<()> {
        let mut level = lists;
        let mut next = NodeSet::none_of(nodes.len());
        let mut visits = MAX_VISITS * nodes.len();
        for _ in 0..MAX_LEVELS {
            match self.follow(nodes, &mut level, &mut next, reached) {
                0 => return Some(()),
                visited => visits = visits.checked_sub(visited)?,
            }
            std::mem::swap(&mut level, &mut next);
        }
        None
    }

    /// Takes all lists from a level, throws what they lead to into the next and
    /// says how many arcs that were, one more if there was anything in the level.
    fn follow(
        &self,
        nodes: &[Node],
        level: &mut NodeSet,
        next: &mut NodeSet,
        reached: &mut NodeSet,
    ) -> usize {
        let mut visited = 0;
        let mut carry = 0;
        let level = level.words_mut().iter_mut();
        let words = level.zip(reached.words_mut());
        let words = words.zip(self.goes_on.words()).zip(self.leads_on.words());
        for ((((lists, reached), &goes_on), &leads_on), block) in words.zip(nodes.chunks(PER_WORD))
        {
            let starts = *lists | carry;
            if starts == 0 {
                continue;
            }
            *lists = 0;
            let (all, is_cut) = to_their_ends(starts, goes_on);
            carry = u64::from(is_cut);
            *reached |= all;
            visited += 1;
            for bit in bits(all & leads_on) {
                let node = block.get(bit as usize).copied().unwrap_or_default();
                next.insert(node.arc());
                visited += 1;
            }
        }
        visited
    }

    /// The lists that reached direction switches point to, without those that
    /// are reached in words.
    fn past_switches(&self, nodes: &[Node], gaddag: &NodeSet, dawg: &NodeSet) -> NodeSet {
        let mut lists = NodeSet::none_of(nodes.len());
        let words = gaddag.words().iter().zip(self.tile_0.words());
        for ((&reached, &tile_0), block) in words.zip(nodes.chunks(PER_WORD)) {
            for bit in bits(reached & tile_0) {
                let node = block.get(bit as usize).copied().unwrap_or_default();
                lists.insert(node.arc());
            }
        }
        for (lists, dawg) in lists.words_mut().iter_mut().zip(dawg.words()) {
            *lists &= !dawg;
        }
        lists
    }
}

/// What says the traits of a node, by it and the next one.
fn node_traits(count: usize, kind: GraphKind, letters: usize) -> impl Fn(Node, Node) -> u8 {
    let letters = letters.min(usize::from(Node::MAX_TILE)) as u8;
    let heads = kind.head_nodes() as u32;
    let count = count as u32;
    let is_leaves = kind == GraphKind::Leaves;
    let is_gaddawg = kind == GraphKind::Gaddawg;
    move |node, next| {
        let (tile, arc) = (node.tile(), node.arc());
        let goes_on = !node.is_end();
        let is_tile_0 = tile == BLANK;
        // A direction switch is all that tile 0 may be in a word graph.
        let is_plain = !is_tile_0 | is_leaves;
        let leads_on = (arc != 0) & is_plain;
        let is_arc = (arc == 0) | (heads <= arc) & (arc < count);
        let rises = !goes_on | (tile < next.tile());
        let may_be = is_plain | is_gaddawg & !node.accepts();
        let is_good = is_arc & rises & may_be & (tile <= letters) & !node.is_dead_end();
        u8::from(goes_on) << bit::GOES_ON
            | u8::from(leads_on) << bit::LEADS_ON
            | u8::from(is_tile_0) << bit::TILE_0
            | u8::from(!is_good) << bit::BAD
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
        assert!(super::super::check::check(&nodes, GraphKind::Dawg, 26).is_ok());
    }
}
