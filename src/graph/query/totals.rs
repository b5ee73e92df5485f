//! The number of words in a graph, computed before they are listed.
//!
//! A small file can hold an astronomical number of words: forty nodes that form twenty
//! consecutive lists of two tiles hold a million. So the words are counted by length,
//! or, if that takes too long, summed from the ends of the paths to the root, in one
//! linear pass with saturating arithmetic. Every function that needs all words first
//! checks whether they can be listed.

use crate::error::Result;
use crate::graph::descend::ascend;
use crate::graph::read::graph::Graph;
use crate::graph::word_totals::WordTotals;
use crate::lexicon::Words;

impl Graph {
    /// Counts the words of the DAWG and their tiles on the first call.
    pub fn totals(&self) -> WordTotals {
        *self.totals.get_or_init(|| match self.lengths() {
            Some(by_length) => WordTotals::of_lengths(by_length),
            None => self.add_up_totals(),
        })
    }

    fn add_up_totals(&self) -> WordTotals {
        let nodes = self.dawg_nodes();
        let mut totals = vec![WordTotals::default(); nodes.len()];
        ascend(nodes, self.dawg_root(), &mut |index, node| {
            totals[index as usize] = WordTotals::of_node(index, node, &totals);
        });
        totals[self.dawg_root() as usize]
    }

    /// Lists the words of the DAWG; fails if there are too many.
    pub fn to_words(&self) -> Result<Words> {
        self.totals().check()?;
        let (mut listed, mut words) = (Words::default(), self.words());
        while let Some(word) = words.next() {
            listed.append(word)?;
        }
        Ok(listed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::query::lengths::MAX_LENGTH;
    use crate::graph::spec::{Content, GraphSpec, Layout};
    use crate::graph::testing::{doubling, graph_of, words_of};

    #[test]
    fn words_and_tiles_are_added_up() {
        let list = [&[1][..], &[1, 2, 3], &[2, 2], &[4, 2, 3], &[4, 2, 5, 6, 7]];
        let words = Words::from_unsorted(list).unwrap();
        for layout in Layout::ALL {
            let graph = graph_of(&words, GraphSpec::new().layout(layout));
            let expected = WordTotals {
                words: 5,
                tiles: 14,
                longest: 5,
            };
            assert_eq!(graph.totals(), expected, "{layout}");
            assert_eq!(graph.add_up_totals(), expected, "{layout}");
            assert_eq!(graph.to_words().unwrap(), words);
        }
        let empty = graph_of(&Words::default(), GraphSpec::new());
        assert_eq!(empty.totals(), WordTotals::default());
        assert!(empty.to_words().unwrap().is_empty());
    }

    #[test]
    fn both_ways_count_the_same() {
        for depth in [1, 20, 31, 32, 255, 256] {
            let graph = doubling(depth);
            assert_eq!(graph.lengths().is_some(), depth < 32, "{depth}");
            assert_eq!(graph.totals(), graph.add_up_totals(), "{depth}");
        }
        let long = |length| words_of(&[vec![1; length], vec![2; 3]]);
        for length in [MAX_LENGTH, MAX_LENGTH + 1] {
            let graph = graph_of(&long(length), GraphSpec::new().content(Content::Dawg));
            assert_eq!(graph.lengths().is_some(), length == MAX_LENGTH);
            assert_eq!(graph.totals(), graph.add_up_totals());
        }
    }

    #[test]
    fn too_many_words_are_counted_but_not_listed() {
        let totals = doubling(30).totals();
        assert_eq!((totals.words, totals.tiles), (1 << 30, 30 << 30));
        assert_eq!(
            doubling(30).to_words().unwrap_err().to_string(),
            "expected words of at most 268435456 tiles in all, found 32212254720"
        );
        let totals = doubling(5000).totals();
        assert_eq!((totals.words, totals.longest), (u64::MAX, 5000));
        let error = totals.check().unwrap_err().to_string();
        assert!(error.ends_with("found more than can be counted"), "{error}");
    }
}
