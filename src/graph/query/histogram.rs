//! The number of words by length and by first tile, without listing them.

use crate::graph::fault::GraphFault;
use crate::graph::node::Node;
use crate::graph::query::count::Counts;
use crate::graph::query::filter::Matches;
use crate::graph::query::lengths::{MAX_LENGTH, by_length};
use crate::graph::read::graph::Graph;
use crate::tiles::Tile;

/// The number of words of each length, and with each first tile.
///
/// ```
/// # use wordmill::graph::{Graph, GraphSpec, Histogram, build};
/// # use wordmill::lexicon::Words;
/// # let words = Words::from_unsorted([&[3, 1, 20][..], &[3, 1], &[20]])?;
/// # let graph = Graph::open(&build(&words, GraphSpec::new())?)?;
/// let histogram = Histogram::of(&graph)?;
/// assert_eq!(histogram.by_length, [0, 1, 1, 1]);
/// assert_eq!(histogram.by_first_tile, [(3, 2), (20, 1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    /// All words.
    pub words: u32,
    /// Words of each length, from 0 to the longest, at most [`MAX_LENGTH`].
    pub by_length: Vec<u32>,
    /// Words longer than [`MAX_LENGTH`].
    pub longer: u32,
    /// Words with each first tile, for tiles that words begin with.
    pub by_first_tile: Vec<(Tile, u32)>,
}

impl Histogram {
    /// Counts the words of a graph; fails if there are more than 2^32 - 1.
    pub fn of(graph: &Graph) -> Result<Histogram, GraphFault> {
        let counts = Counts::of(graph)?;
        // The number of words fits 32 bits, so the number of paths to each list does.
        let (by_length, _) = by_length(graph, usize::MAX).unwrap_or_default();
        let counted: u32 = by_length.iter().sum();
        Ok(Histogram {
            words: counts.total(),
            longer: counts.total() - counted,
            by_length,
            by_first_tile: by_first_tile(graph, &counts),
        })
    }

    /// Counts the words of a search.
    pub fn of_matches(mut matches: Matches<'_>) -> Histogram {
        let mut by_length = vec![0];
        let mut by_first_tile = [0; 1 << Tile::BITS];
        let (mut words, mut longer) = (0, 0);
        while let Some(word) = matches.next() {
            words += 1;
            if word.len() <= MAX_LENGTH {
                by_length.resize(by_length.len().max(word.len() + 1), 0);
                by_length[word.len()] += 1;
            } else {
                longer += 1;
            }
            if let Some(&first) = word.first() {
                by_first_tile[usize::from(first)] += 1;
            }
        }
        let by_first_tile = (0..=Tile::MAX).zip(by_first_tile);
        Histogram {
            words,
            by_length,
            longer,
            by_first_tile: by_first_tile.filter(|row| row.1 > 0).collect(),
        }
    }
}

fn by_first_tile(graph: &Graph, counts: &Counts) -> Vec<(Tile, u32)> {
    let root = graph.dawg_root();
    let words = |(node, at): (&Node, u32)| {
        let rest = if node.is_end() {
            0
        } else {
            counts.count(at + 1)
        };
        (node.tile(), counts.count(at) - rest)
    };
    graph.list(root).iter().zip(root..).map(words).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::spec::{GraphSpec, Layout};
    use crate::graph::testing::{any_words, graph_of, words_of};
    use proptest::prelude::*;

    #[test]
    fn very_long_words_are_counted_together() {
        let long: Vec<Vec<u8>> = (200..400).map(|length| vec![1; length]).collect();
        let graph = graph_of(&words_of(&long), GraphSpec::new().layout(Layout::Legacy));
        let histogram = Histogram::of(&graph).unwrap();
        assert_eq!(histogram.by_length.len(), MAX_LENGTH + 1);
        assert_eq!(histogram.by_length.iter().sum::<u32>(), 56);
        assert_eq!(histogram.longer, 144);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_histogram_is_that_of_the_listing(words in any_words(1..=4, 1..7, 60)) {
            let by_first_tile: Vec<(Tile, u32)> = (0..=26)
                .map(|t| (t, words.iter().filter(|w| w[0] == t).count() as u32))
                .filter(|&(_, n)| n > 0)
                .collect();
            let by_length: Vec<u32> = words.by_length().iter().map(|&n| n as u32).collect();
            for layout in Layout::ALL {
                let graph = graph_of(&words, GraphSpec::new().layout(layout));
                let histogram = Histogram::of(&graph).unwrap();
                prop_assert_eq!(histogram.words as usize, words.len());
                prop_assert_eq!(&histogram.by_length, &by_length);
                prop_assert_eq!(&histogram.by_first_tile, &by_first_tile);
                prop_assert_eq!(histogram.longer, 0);
            }
        }
    }
}
