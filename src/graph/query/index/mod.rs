//! Which number a word has, and which word a number is.
//!
//! A word's number is its rank in sorted order, from 0. With the counts of the
//! nodes it is found on the way through the word: in each list, the words that
//! begin with an earlier tile are passed, and their number is the difference of
//! two counts. The way back goes into the node whose words hold the number.
//!
//! Such a walk is a chain of reads that each wait for the one before, so what
//! makes it fast is to have few of them and to have them close together:
//!
//! - Nodes are copied with their counts, in the order of a walk (`relay`). The
//!   GADDAG and what nothing leads to stay behind.
//! - A list's tiles are bytes in a row. Eight of them are compared at once, with
//!   no branch that could be guessed wrong.
//! - The first tiles are looked up in a table ([`Openings`]).
//! - A table of every few numbers knows what the words from there on begin with
//!   ([`Starts`]).

mod openings;
mod relay;
mod starts;
#[cfg(test)]
mod tests;

use crate::graph::fault::GraphFault;
use crate::graph::node::Node;
use crate::graph::query::count::Counts;
use crate::graph::query::index::openings::Openings;
use crate::graph::query::index::starts::Starts;
use crate::graph::read::Graph;
use crate::tiles::Tile;

/// A node and its count.
#[derive(Clone, Copy, Debug)]
struct Counted {
    node: Node,
    count: u32,
}

/// Numbers the words of a graph's DAWG, both ways.
///
/// ```
/// use wordmill::graph::{Graph, GraphKind, GraphSpec, NodeFormat, WordIndex, build};
/// use wordmill::lexicon::Words;
///
/// let words = Words::from_unsorted([&[3, 1, 20][..], &[3, 1], &[20]])?;
/// let bytes = build(&words, GraphSpec::default())?;
/// let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap();
/// let index = WordIndex::of(&graph).unwrap();
/// assert_eq!(index.len(), 3);
/// assert_eq!(index.index(&[3, 1, 20]), Some(1));
/// assert_eq!(index.index(&[3]), None);
///
/// let mut word = Vec::new();
/// assert!(index.word(2, &mut word));
/// assert_eq!(word, [20]);
/// assert!(!index.word(3, &mut word));
/// # Ok::<(), wordmill::error::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct WordIndex {
    lists: Lists,
    openings: Openings,
    starts: Starts,
}

impl WordIndex {
    /// Counts the words of a graph and numbers them; more than 2^32 - 1 words
    /// are a fault.
    pub fn of(graph: &Graph) -> Result<WordIndex, GraphFault> {
        Ok(WordIndex::new(graph, &Counts::of(graph)?))
    }

    /// Numbers the words of a graph whose counts are known.
    pub(crate) fn new(graph: &Graph, counts: &Counts) -> WordIndex {
        let lists = Lists::new(relay::copy(graph, counts));
        WordIndex {
            openings: Openings::of(&lists),
            starts: Starts::of(&lists),
            lists,
        }
    }

    /// How many words there are.
    pub fn len(&self) -> u32 {
        self.lists.total()
    }

    /// Whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of a word; none if it is not in the graph.
    #[inline]
    pub fn index(&self, word: &[Tile]) -> Option<u32> {
        let (mut at, rest) = match self.openings.find(word) {
            Some((place, rest)) => (place?, rest),
            None => (self.lists.root(), word),
        };
        for &tile in rest {
            at = self.lists.step(at, tile)?;
        }
        at.node.accepts().then_some(at.before)
    }

    /// Replaces what is in `word` by the word of a number. Returns false, and
    /// leaves no tiles, if there are not so many words.
    #[inline]
    pub fn word(&self, index: u32, word: &mut Vec<Tile>) -> bool {
        word.clear();
        if index >= self.len() {
            return false;
        }
        let mut at = self.starts.find(index, word);
        loop {
            // How many words of this list sort before the one wanted.
            let inside = index - at.before;
            let Some((node, before)) = self.lists.holder(at.list, inside) else {
                // Never for counts that are right.
                word.clear();
                return false;
            };
            word.push(node.tile());
            let accepts = u32::from(node.accepts());
            if inside - before < accepts {
                return true;
            }
            at.before += before + accepts;
            at.list = node.arc();
        }
    }
}

/// A node reached from the root.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    node: Node,
    /// How many words sort before all that begin with the path to the node.
    before: u32,
}

/// Nodes in the order of a walk. The first one points to the root list.
#[derive(Clone, Debug)]
struct Lists {
    /// The tile of each node, and [`LAST`] with the last of a list; padded so
    /// that there are always [`LANES`] bytes to compare.
    tiles: Box<[u8]>,
    /// As many nodes, padded with one that ends a list.
    nodes: Box<[Counted]>,
}

/// Marks the tile that ends a list.
const LAST: u8 = 1 << 6;

/// How many tiles are compared at once.
const LANES: usize = 8;

/// A byte in all lanes.
const fn lanes(byte: u8) -> u64 {
    u64::from_le_bytes([byte; LANES])
}

impl Lists {
    fn new(mut nodes: Vec<Counted>) -> Lists {
        let last = |node: Node| if node.is_end() { LAST } else { 0 };
        let mut tiles: Vec<u8> = nodes.iter().map(|n| n.node.tile() | last(n.node)).collect();
        tiles.resize(nodes.len() + LANES, LAST);
        nodes.push(Counted {
            node: Node::head(0),
            count: 0,
        });
        Lists {
            tiles: tiles.into_boxed_slice(),
            nodes: nodes.into_boxed_slice(),
        }
    }

    /// The number of nodes, but for the padding.
    fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    fn total(&self) -> u32 {
        self.nodes.first().map_or(0, |head| head.count)
    }

    /// The place before the first tile.
    #[inline]
    fn root(&self) -> Place {
        Place {
            node: self.nodes.first().map_or(Node::default(), |n| n.node),
            before: 0,
        }
    }

    /// The place one tile further on.
    #[inline]
    fn step(&self, from: Place, tile: Tile) -> Option<Place> {
        let list = from.node.arc() as usize;
        if list == 0 || tile > Node::MAX_TILE {
            return None;
        }
        let there = self.nodes.get(self.find(list, tile)?)?;
        let passed = self.nodes.get(list)?.count - there.count;
        Some(Place {
            node: there.node,
            before: from.before + u32::from(from.node.accepts()) + passed,
        })
    }

    /// Where a list has a tile.
    #[inline]
    fn find(&self, list: usize, tile: Tile) -> Option<usize> {
        const HIGH: u64 = lanes(1 << 7);
        let wanted = lanes(1) * u64::from(tile);
        let mut at = list;
        loop {
            let bytes = u64::from_le_bytes(*self.tiles.get(at..)?.first_chunk()?);
            let ends = bytes & lanes(LAST);
            // All bits up to the first end, and the one above it.
            let inside = ends ^ ends.wrapping_sub(1);
            let inside = inside | inside << 1;
            // Tiles are below 64, so that no lane borrows from the next: its
            // high bit stays set only where the difference is 0.
            let different = bytes & lanes(Node::MAX_TILE) ^ wanted;
            let hits = (HIGH - different) & HIGH & inside;
            if hits != 0 {
                return Some(at + (hits.trailing_zeros() / u8::BITS) as usize);
            }
            if ends != 0 {
                return None;
            }
            at += LANES;
        }
    }

    /// The node of a list that word `inside` of the list's words begins with,
    /// and how many words sort before all of that node's.
    #[inline]
    fn holder(&self, list: u32, inside: u32) -> Option<(Node, u32)> {
        let mut rest = self.nodes.get(list as usize..)?.iter();
        let first = rest.next()?;
        let mut holder = first;
        // So many words are left from the wanted one on, so that this is in
        // the last node that has at least as many.
        let left = first.count - inside;
        for next in rest {
            // One branch, as either reason is as hard to foresee.
            if holder.node.is_end() | (next.count < left) {
                return Some((holder.node, first.count - holder.count));
            }
            holder = next;
        }
        None
    }
}
