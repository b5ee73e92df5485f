//! Word numbers: the position of each word in sorted order, from 0.
//!
//! The [counts](crate::graph::query::count) of the nodes give a word's number while the
//! word is followed: in each list, the words that begin with an earlier tile are
//! skipped, and their number is the difference of two counts. The reverse lookup
//! enters, in each list, the node whose words include the number.

use crate::graph::fault::GraphFault;
use crate::graph::node::Node;
use crate::graph::query::count::Counts;
use crate::graph::read::graph::Graph;
use crate::tiles::Tile;

#[cfg(test)]
mod tests;

/// Numbers the words of a graph's DAWG in sorted order.
///
/// ```
/// use wordmill::graph::{Graph, GraphSpec, WordIndex, build};
/// use wordmill::lexicon::Words;
///
/// let words = Words::from_unsorted([&[3, 1, 20][..], &[3, 1], &[20]])?;
/// let graph = Graph::open(&build(&words, GraphSpec::new())?)?;
/// let index = WordIndex::of(&graph)?;
/// assert_eq!(index.len(), 3);
/// assert_eq!(index.index(&[3, 1, 20]), Some(1));
/// assert_eq!(index.index(&[3]), None);
///
/// let mut word = Vec::new();
/// assert!(index.word(2, &mut word));
/// assert_eq!(word, [20]);
/// assert!(!index.word(3, &mut word));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WordIndex {
    /// The nodes that have counts.
    nodes: Box<[Node]>,
    counts: Counts,
}

impl WordIndex {
    /// Numbers the words of a graph; fails if there are more than 2^32 - 1.
    pub fn of(graph: &Graph) -> Result<WordIndex, GraphFault> {
        Ok(WordIndex::new(graph, &Counts::of(graph)?))
    }

    /// Numbers the words of a graph from its counts.
    pub(crate) fn new(graph: &Graph, counts: &Counts) -> WordIndex {
        WordIndex {
            nodes: graph.dawg_nodes().into(),
            counts: counts.clone(),
        }
    }

    /// The number of words.
    pub fn len(&self) -> u32 {
        self.counts.total()
    }

    /// Whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Finds the number of a word; `None` if the graph lacks it.
    #[inline]
    pub fn index(&self, word: &[Tile]) -> Option<u32> {
        self.counts.number(&self.nodes, word)
    }

    /// Writes the word with a given number to `word`, replacing its content. Returns
    /// false and leaves `word` empty if there is no such word.
    pub fn word(&self, index: u32, word: &mut Vec<Tile>) -> bool {
        word.clear();
        if index >= self.len() {
            return false;
        }
        let counts = self.counts.by_node();
        let mut list = self.nodes[0].arc() as usize;
        // The number of words in the list that sort before the one wanted.
        let mut before = index;
        loop {
            let mut at = list;
            while !self.nodes[at].is_end() && counts[list] - counts[at + 1] <= before {
                at += 1;
            }
            before -= counts[list] - counts[at];
            let node = self.nodes[at];
            word.push(node.tile());
            match before.checked_sub(u32::from(node.accepts())) {
                Some(left) => before = left,
                None => return true,
            }
            list = node.arc() as usize;
        }
    }
}
