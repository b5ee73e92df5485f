//! Words by length and by first tile, without listing them.
//!
//! Lengths are found level by level: how many ways there are to each list with
//! so many tiles gives the ways to the lists one tile further on. What counts
//! is how many lists a level has, not how many words go through them.

use crate::graph::fault::GraphFault;
use crate::graph::query::count::Counts;
use crate::graph::read::Graph;
use crate::tiles::Tile;

/// The longest words that are told apart by length. No board comes near it,
/// and a file made to be slow is not.
pub const MAX_LENGTH: usize = 255;

/// How many words of each sort a graph's DAWG has.
///
/// ```
/// # use wordmill::graph::{Graph, GraphKind, GraphSpec, NodeFormat, Tally, build};
/// # use wordmill::lexicon::Words;
/// # let words = Words::from_unsorted([&[3, 1, 20][..], &[3, 1], &[20]])?;
/// # let bytes = build(&words, GraphSpec::default())?;
/// # let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap();
/// let tally = Tally::of(&graph).unwrap();
/// assert_eq!(tally.by_length, [0, 1, 1, 1]);
/// assert_eq!(tally.by_first_tile, [(3, 2), (20, 1)]);
/// # Ok::<(), wordmill::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Words in all.
    pub words: u32,
    /// Words of each length, from 0 to that of the longest, or [`MAX_LENGTH`].
    pub by_length: Vec<u32>,
    /// Words longer than [`MAX_LENGTH`].
    pub longer: u32,
    /// Words by their first tile, for each tile that words begin with.
    pub by_first_tile: Vec<(Tile, u32)>,
}

impl Tally {
    /// Counts the words of a graph; more than 2^32 - 1 are a fault.
    pub fn of(graph: &Graph) -> Result<Tally, GraphFault> {
        let counts = Counts::of(graph)?;
        let by_length = by_length(graph, counts.by_node().len());
        let told: u32 = by_length.iter().sum();
        Ok(Tally {
            words: counts.total(),
            longer: counts.total() - told,
            by_length,
            by_first_tile: by_first_tile(graph, &counts),
        })
    }
}

fn by_first_tile(graph: &Graph, counts: &Counts) -> Vec<(Tile, u32)> {
    let words = |node: &crate::graph::node::Node| {
        let after = match node.arc() {
            0 => 0,
            arc => counts.count(arc),
        };
        (node.tile(), after + u32::from(node.accepts()))
    };
    let root = graph.list(graph.dawg_root());
    root.iter().map(words).filter(|&(_, n)| n > 0).collect()
}

/// The words of each length. There are no more words than fit 32 bits, and so
/// no more ways to any list that has words.
fn by_length(graph: &Graph, nodes: usize) -> Vec<u32> {
    // By list: the ways to it with as many tiles as the level has.
    let mut ways = vec![0u32; nodes];
    let mut next = vec![0u32; nodes];
    let mut lists = vec![graph.dawg_root()];
    ways[graph.dawg_root() as usize] = 1;
    let mut by_length = vec![0];
    while !lists.is_empty() && by_length.len() <= MAX_LENGTH {
        let mut words = 0u32;
        let mut further = Vec::new();
        for list in lists {
            let here = std::mem::take(&mut ways[list as usize]);
            for node in graph.list(list) {
                words = words.saturating_add(if node.accepts() { here } else { 0 });
                if node.arc() == 0 {
                    continue;
                }
                let there = &mut next[node.arc() as usize];
                if *there == 0 {
                    further.push(node.arc());
                }
                *there = there.saturating_add(here);
            }
        }
        by_length.push(words);
        std::mem::swap(&mut ways, &mut next);
        lists = further;
    }
    while by_length.len() > 1 && by_length.last() == Some(&0) {
        by_length.pop();
    }
    by_length
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::build;
    use crate::graph::build::{Content, GraphSpec};
    use crate::graph::layout::Layout;
    use crate::graph::node::NodeFormat;
    use crate::graph::read::GraphKind;
    use crate::lexicon::Words;
    use proptest::prelude::*;

    fn tally(words: &Words, layout: Layout) -> Tally {
        let spec = GraphSpec {
            content: Content::Gaddawg,
            layout,
            format: NodeFormat::Kbwg,
        };
        let bytes = build(words, spec).unwrap();
        let graph = Graph::from_bytes(&bytes, NodeFormat::Kbwg, GraphKind::Gaddawg, 26).unwrap();
        Tally::of(&graph).unwrap()
    }

    #[test]
    fn very_long_words_are_counted_together() {
        let long: Vec<Vec<u8>> = (200..400).map(|length| vec![1; length]).collect();
        let words = Words::from_unsorted(long.iter().map(Vec::as_slice)).unwrap();
        let tally = tally(&words, Layout::Legacy);
        assert_eq!(tally.by_length.len(), MAX_LENGTH + 1);
        assert_eq!(tally.by_length.iter().sum::<u32>(), 56);
        assert_eq!(tally.longer, 144);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_tally_is_that_of_the_listing(
            list in prop::collection::vec(prop::collection::vec(1u8..5, 1..7), 0..60),
        ) {
            let words = Words::from_unsorted(list.iter().map(Vec::as_slice)).unwrap();
            let by_first_tile: Vec<(Tile, u32)> = (0..=26)
                .map(|t| (t, words.iter().filter(|w| w[0] == t).count() as u32))
                .filter(|&(_, n)| n > 0)
                .collect();
            let by_length: Vec<u32> = words.by_length().iter().map(|&n| n as u32).collect();
            for layout in Layout::ALL {
                let tally = tally(&words, layout);
                prop_assert_eq!(tally.words as usize, words.len());
                prop_assert_eq!(&tally.by_length, &by_length);
                prop_assert_eq!(&tally.by_first_tile, &by_first_tile);
                prop_assert_eq!(tally.longer, 0);
            }
        }
    }
}
