//! The fast validator: a bit-parallel yes or no.
//!
//! Level 0 is a root's list. Each further level is what the nodes of the level before
//! lead to. If the levels come to an end, every path does, so there is no cycle. Words
//! are short and most lists are on only one level, so there are few levels, and
//! together they have hardly more nodes than the file.
//!
//! A level is a set with one bit for each node. The validator goes through it in file
//! order and adds the targets of its arcs to the next set. Unlike in a depth-first
//! search, no memory access waits for the one before. Rules that concern a single node
//! are checked for all nodes beforehand; a violation counts only if the node is
//! reached.
//!
//! If the answer is no, or if the paths are too long to follow quickly, the [precise
//! validator](crate::graph::read::validate) decides and names the fault.

use crate::graph::kind::{GraphKind, Reached};
use crate::graph::node::Node;
use crate::graph::node_set::{NodeSet, PER_WORD, bits, insert, last};
use crate::parallel;
use crate::tiles::BLANK;

/// The most levels to follow.
const MAX_LEVELS: usize = 256;

/// The most nodes to visit on all levels, as a multiple of the nodes in the file. A
/// list can be on many levels, but few lists of real graphs are.
const MAX_VISITS: usize = 4;

/// The fewest words of bits worth a thread of their own.
const FEW_WORDS: usize = 1 << 10;

/// Returns the nodes reached if all of them are valid. `None` means that some are
/// invalid, or that the precise validator has to decide.
pub(crate) fn validate_fast(nodes: &[Node], kind: GraphKind, letters: usize) -> Option<Reached> {
    let heads = nodes.get(..kind.head_nodes())?;
    if !heads.iter().all(|head| head.is_head()) {
        return None;
    }
    let words = nodes.len().div_ceil(PER_WORD);
    // One array for all sets, so that it can use large pages.
    let mut sets = vec![0; (4 + 2 * 3) * words];
    let (traits, sets) = sets.split_at_mut(4 * words);
    let (dawg, gaddag) = sets.split_at_mut(3 * words);
    let (mut dawg, mut gaddag) = (Search::new(dawg), Search::new(gaddag));
    let traits = Traits::of(nodes, kind, letters, traits.as_chunks_mut().0);
    let last = match *heads {
        [dawg_head, gaddag_head] => {
            let (in_dawg, in_gaddag) = parallel::join(
                || traits.reach(dawg_head.arc(), &mut dawg),
                || traits.reach(gaddag_head.arc(), &mut gaddag),
            );
            in_dawg.and(in_gaddag)?;
            let last = last(dawg.reached);
            traits.enter_past_switches(gaddag.reached, &mut dawg)?;
            traits.follow_all(&mut dawg)?;
            last
        }
        _ => {
            traits.reach(nodes[0].arc(), &mut dawg)?;
            last(dawg.reached)
        }
    };
    let is_valid = traits.are_valid(dawg.reached, gaddag.reached);
    let gaddag = if heads.len() == 2 {
        gaddag.reached
    } else {
        &mut []
    };
    is_valid.then(|| Reached {
        last_in_words: last.unwrap_or(0),
        dawg: NodeSet::of(dawg.reached),
        gaddag: NodeSet::of(gaddag),
    })
}

/// What is known of each node by itself.
struct Traits<'n> {
    blocks: &'n [[Node; PER_WORD]],
    /// The nodes after the last whole block, padded with nodes that must not be
    /// reached.
    rest: [Node; PER_WORD],
    /// The traits of each block of 64 nodes.
    of_blocks: &'n [BlockTraits],
}

/// The traits of 64 nodes, one bit each:
///
/// - the list continues after the node;
/// - the node has an arc to follow, which is not that of a direction switch;
/// - the node is a direction switch, which must not be in words;
/// - the node breaks a rule or points to a root, and must not be reached.
type BlockTraits = [u64; 4];

/// A search through the levels from a root.
struct Search<'s> {
    reached: &'s mut [u64],
    /// Where the lists of this level begin.
    level: &'s mut [u64],
    /// Where the lists of the next level begin.
    next: &'s mut [u64],
}

impl<'s> Search<'s> {
    /// Creates a search from memory for three empty sets of equal size.
    fn new(sets: &'s mut [u64]) -> Search<'s> {
        let words = sets.len() / 3;
        let (reached, levels) = sets.split_at_mut(words);
        let (level, next) = levels.split_at_mut(words);
        Search {
            reached,
            level,
            next,
        }
    }
}

impl<'n> Traits<'n> {
    fn of(
        nodes: &'n [Node],
        kind: GraphKind,
        letters: usize,
        of_blocks: &'n mut [BlockTraits],
    ) -> Traits<'n> {
        let (blocks, last) = nodes.as_chunks();
        let mut rest = [Node::default(); PER_WORD];
        rest[..last.len()].copy_from_slice(last);
        let parts = of_blocks.chunks_mut(FEW_WORDS).enumerate();
        parallel::map(parts, |(part, of_blocks)| {
            for (word, traits) in (part * FEW_WORDS..).zip(of_blocks) {
                let after = nodes.get((word + 1) * PER_WORD);
                *traits = traits_of(blocks.get(word).unwrap_or(&rest), after, kind, letters);
            }
        });
        if let Some([.., is_bad]) = of_blocks.first_mut() {
            *is_bad |= (1 << kind.head_nodes()) - 1;
        }
        Traits {
            blocks,
            rest,
            of_blocks,
        }
    }

    /// The nodes of one word of a set.
    #[inline]
    fn block(&self, word: usize) -> &[Node; PER_WORD] {
        self.blocks.get(word).unwrap_or(&self.rest)
    }

    /// Searches everything that a list leads to; `None` if an arc leaves the file or if
    /// it takes too long.
    fn reach(&self, list: u32, search: &mut Search<'_>) -> Option<()> {
        if list != 0 {
            insert(search.level, list)?;
        }
        self.follow_all(search)
    }

    /// Follows a level and all levels after it. Both level sets are empty afterwards.
    fn follow_all(&self, search: &mut Search<'_>) -> Option<()> {
        let mut visits = MAX_VISITS * PER_WORD * self.of_blocks.len();
        for _ in 0..MAX_LEVELS {
            match self.follow(search)? {
                0 => return Some(()),
                visited => visits = visits.checked_sub(visited)?,
            }
            std::mem::swap(&mut search.level, &mut search.next);
        }
        None
    }

    /// Empties a level, adds everything its lists lead to to the next level, and
    /// returns the number of visits. That is 0 only if the level was empty.
    fn follow(&self, search: &mut Search<'_>) -> Option<usize> {
        let mut visited = 0;
        let mut carry = 0;
        let words = search.level.iter_mut().zip(search.reached.iter_mut());
        for (word, ((lists, reached), traits)) in words.zip(self.of_blocks).enumerate() {
            let starts = *lists | carry;
            if starts == 0 {
                continue;
            }
            *lists = 0;
            let &[goes_on, leads_on, ..] = traits;
            let (all, is_cut) = to_their_ends(starts, goes_on);
            carry = u64::from(is_cut);
            *reached |= all;
            visited += 1;
            let nodes = self.block(word);
            for bit in bits(all & leads_on) {
                insert(search.next, nodes[bit as usize % PER_WORD].arc())?;
                visited += 1;
            }
        }
        Some(visited)
    }

    /// Adds the lists that reached direction switches point to to a search of words,
    /// except lists it has already reached.
    fn enter_past_switches(&self, gaddag: &[u64], dawg: &mut Search<'_>) -> Option<()> {
        for (word, (reached, [.., is_switch, _])) in gaddag.iter().zip(self.of_blocks).enumerate() {
            for bit in bits(reached & is_switch) {
                let switch = self.block(word)[bit as usize % PER_WORD];
                insert(dawg.level, switch.arc())?;
            }
        }
        for (lists, reached) in dawg.level.iter_mut().zip(&*dawg.reached) {
            *lists &= !reached;
        }
        Some(())
    }

    /// Whether every node reached may be reached where it was.
    fn are_valid(&self, dawg: &[u64], gaddag: &[u64]) -> bool {
        let mut all = dawg.iter().zip(gaddag).zip(self.of_blocks);
        all.all(|((dawg, gaddag), [.., is_switch, is_bad])| {
            (dawg | gaddag) & is_bad == 0 && dawg & is_switch == 0
        })
    }
}

/// Computes the traits of 64 nodes. `after` is the node behind them, if there is one.
/// Arcs that leave the file are found when they are followed.
#[inline]
fn traits_of(
    nodes: &[Node; PER_WORD],
    after: Option<&Node>,
    kind: GraphKind,
    letters: usize,
) -> BlockTraits {
    // Bytes, so that the compiler uses vectors of sixteen nodes.
    let letters = letters.min(usize::from(Node::MAX_TILE)) as u8;
    let switch = match kind {
        GraphKind::Leaves => u8::MAX,
        GraphKind::Dawg | GraphKind::Gaddawg => BLANK,
    };
    let mut lows = [0; PER_WORD + 1];
    let mut arcs = [0; PER_WORD];
    for j in 0..PER_WORD {
        lows[j] = nodes[j].bits() as u8;
        arcs[j] = (nodes[j].arc() as i32).min(255) as u8;
    }
    lows[PER_WORD] = after.map_or(0, |node| node.bits() as u8);
    let [mut ons, mut leads, mut switches, mut bads] = [[0; PER_WORD]; 4];
    for j in 0..PER_WORD {
        let node = Node::from_bits(lows[j].into());
        let next = Node::from_bits(lows[j + 1].into());
        let (tile, goes_on, has_arc) = (node.tile(), !node.is_end(), arcs[j] != 0);
        let is_switch = tile == switch;
        ons[j] = u8::from(goes_on);
        leads[j] = u8::from(has_arc & !is_switch);
        switches[j] = u8::from(is_switch);
        let is_bad = goes_on & (tile >= next.tile())
            | (tile > letters)
            | !(has_arc | node.accepts())
            | is_switch & node.accepts();
        bads[j] = u8::from(is_bad);
    }
    [
        gather(&ons),
        gather(&leads),
        gather(&switches),
        gather(&bads),
    ]
}

/// Packs 64 bits, one byte each, into a word, the first one lowest.
#[inline]
fn gather(bits: &[u8; PER_WORD]) -> u64 {
    let (eights, _) = bits.as_chunks();
    let mut word = 0;
    for (i, eight) in eights.iter().enumerate() {
        let ones = u64::from_le_bytes(*eight);
        // The sum of the shifts by 7, 14, 21, … brings the bits together.
        word |= ones.wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * i);
    }
    word
}

/// Returns all nodes from where lists are entered to where they end, and whether a list
/// continues past the last node. A one added to the nodes whose lists continue is
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
        fn bits_are_gathered_in_order(word: u64) {
            let bits = std::array::from_fn(|j| (word >> j & 1) as u8);
            prop_assert_eq!(gather(&bits), word);
        }
    }

    /// A chain of one-node lists, all of them on every word's path.
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
        // Every list is on all levels from its own on, in threes.
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
