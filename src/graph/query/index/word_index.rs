//! The index of a graph's words: from word to number, and back.

use crate::graph::fault::GraphFault;
use crate::graph::query::count::Counts;
use crate::graph::query::index::lists::CountedLists;
use crate::graph::query::index::openings::Openings;
use crate::graph::query::index::starts::Starts;
use crate::graph::query::index::walk_order::copy_in_walk_order;
use crate::graph::read::graph::Graph;
use crate::tiles::Tile;

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
    lists: CountedLists,
    openings: Openings,
    starts: Starts,
}

impl WordIndex {
    /// Numbers the words of a graph; more than 2^32 - 1 are a fault.
    pub fn of(graph: &Graph) -> Result<WordIndex, GraphFault> {
        Ok(WordIndex::new(graph, &Counts::of(graph)?))
    }

    /// Numbers the words of a graph whose counts are known.
    pub(crate) fn new(graph: &Graph, counts: &Counts) -> WordIndex {
        let lists = CountedLists::new(copy_in_walk_order(graph, counts));
        WordIndex {
            openings: Openings::of(&lists),
            starts: Starts::of(&lists),
            lists,
        }
    }

    /// The number of words.
    pub fn len(&self) -> u32 {
        self.lists.total()
    }

    /// Whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Finds the number of a word; none if the graph lacks it.
    #[inline]
    pub fn index(&self, word: &[Tile]) -> Option<u32> {
        let (mut at, rest) = match self.openings.find(word) {
            Some((cursor, rest)) => (cursor?, rest),
            None => (self.lists.root(), word),
        };
        for &tile in rest {
            at = self.lists.step(at, tile)?;
        }
        at.node.accepts().then_some(at.before)
    }

    /// Writes the word with a number to `word`, in place of what is there.
    /// Returns false, and leaves `word` empty, if the graph has no such word.
    #[inline]
    pub fn word(&self, index: u32, word: &mut Vec<Tile>) -> bool {
        word.clear();
        if index >= self.len() {
            return false;
        }
        let mut at = self.starts.find(index, word);
        loop {
            // The number of words of this list that sort before the one wanted.
            let inside = index - at.before;
            let Some((node, before)) = self.lists.holder(at.list, inside) else {
                // Does not happen with counts of this graph.
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
