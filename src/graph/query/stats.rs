//! Statistics of a graph: nodes, words and tiles.

use crate::error::Result;
use crate::graph::kind::Region;
use crate::graph::node::Node;
use crate::graph::read::graph::Graph;
use crate::graph::word_totals::WordTotals;
use crate::tiles::Tile;

/// The number of nodes by the paths that reach them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeCounts {
    /// All nodes of the file.
    pub all: u64,
    /// Nodes in words, or after a direction switch.
    pub dawg: u64,
    /// Nodes reached only by GADDAG paths before a direction switch.
    pub gaddag_only: u64,
    /// Nodes that no path reaches, except those that point to roots.
    pub unreachable: u64,
}

/// The lengths of a graph's words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WordStats {
    /// The number of words of each length; index 0 is always 0.
    pub by_length: Vec<u64>,
    /// The first of the longest words; `None` if there are no words.
    pub longest: Option<Vec<Tile>>,
}

impl Graph {
    /// Counts the nodes.
    pub fn node_counts(&self) -> NodeCounts {
        let [dawg, gaddag] = [Region::Dawg, Region::Gaddag].map(|r| self.reached_set(r));
        let is_head = |&(index, node): &(u32, &Node)| {
            node.is_head() && !dawg.has(index) && !gaddag.has(index)
        };
        let heads = (0..).zip(self.nodes()).take(2).filter(is_head).count();
        let count = |word: u64| u64::from(word.count_ones());
        let both = gaddag.words().iter().zip(dawg.words());
        let mut counts = NodeCounts {
            all: self.nodes().len() as u64,
            dawg: dawg.words().iter().map(|&word| count(word)).sum(),
            gaddag_only: both.map(|(gaddag, dawg)| count(gaddag & !dawg)).sum(),
            unreachable: 0,
        };
        counts.unreachable = counts.all - counts.dawg - counts.gaddag_only - heads as u64;
        counts
    }

    /// The tiles that occur in words, in order.
    pub fn tiles_used(&self) -> Vec<Tile> {
        let mut used: u64 = 0;
        for index in self.reached(Region::Dawg) {
            used |= 1 << self.nodes()[index as usize].tile();
        }
        (0..64).filter(|tile| used >> tile & 1 != 0).collect()
    }

    /// Counts the words by length; fails if there are too many to list.
    pub fn word_stats(&self, totals: &WordTotals) -> Result<WordStats> {
        let by_length = self.words_by_length(totals)?;
        let mut words = self.words();
        let longest = loop {
            match words.next() {
                Some(word) if word.len() < totals.longest as usize => (),
                longest => break longest.map(<[Tile]>::to_vec),
            }
        };
        Ok(WordStats { by_length, longest })
    }

    /// The number of words of each length; fails if there are too many to list.
    pub(crate) fn words_by_length(&self, totals: &WordTotals) -> Result<Vec<u64>> {
        totals.check()?;
        if let Some(by_length) = self.lengths() {
            return Ok(by_length.iter().map(|&count| count.into()).collect());
        }
        let mut counts = vec![0; totals.longest as usize + 1];
        let mut words = self.words();
        while let Some(word) = words.next() {
            counts[word.len()] += 1;
        }
        Ok(counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::query::lengths::MAX_LENGTH;
    use crate::graph::spec::{Content, GraphSpec, Layout};
    use crate::graph::testing::graph_of;
    use crate::lexicon::Words;

    fn graph(content: Content, layout: Layout) -> Graph {
        let list = [&[1][..], &[1, 2, 3], &[2, 2], &[4, 2, 3], &[4, 2, 9]];
        let words = Words::from_unsorted(list).unwrap();
        graph_of(&words, GraphSpec::new().content(content).layout(layout))
    }

    #[test]
    fn nodes_add_up() {
        for layout in Layout::ALL {
            let both = graph(Content::Gaddawg, layout).node_counts();
            let sum = both.dawg + both.gaddag_only + both.unreachable + 2;
            assert_eq!(sum, both.all, "{layout}");
            assert!(both.gaddag_only > 0, "{layout}");
            let dawg = graph(Content::Dawg, layout).node_counts();
            let heads = match layout {
                Layout::Wolges | Layout::Legacy => 1,
                Layout::Preorder | Layout::Magpie => 2,
            };
            assert_eq!(dawg.dawg + dawg.unreachable + heads, dawg.all, "{layout}");
            assert_eq!(dawg.gaddag_only, 0);
        }
    }

    #[test]
    fn words_and_tiles() {
        let graph = graph(Content::Gaddawg, Layout::Wolges);
        let stats = graph.word_stats(&graph.totals()).unwrap();
        assert_eq!(stats.by_length, [0, 1, 1, 3]);
        assert_eq!(stats.longest, Some(vec![1, 2, 3]));
        assert_eq!(graph.tiles_used(), [1, 2, 3, 4, 9]);
    }

    #[test]
    fn words_of_any_length_are_counted() {
        for longest in [MAX_LENGTH, MAX_LENGTH + 1, 300] {
            let words = (longest - 2..=longest).map(|length| vec![1; length]);
            let words: Vec<Vec<Tile>> = words.collect();
            let words = Words::from_unsorted(words.iter().map(Vec::as_slice)).unwrap();
            let graph = graph_of(&words, GraphSpec::new().content(Content::Dawg));
            let stats = graph.word_stats(&graph.totals()).unwrap();
            assert_eq!(stats.by_length, words.by_length());
            assert_eq!(stats.longest.map(|word| word.len()), Some(longest));
        }
    }
}
