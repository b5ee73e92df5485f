//! What follows each list of a DAWG: which tiles, and how many at most.
//!
//! A search that still needs a tile leaves a path if no word past it has that
//! tile. One pass from the ends of the paths up finds this for every list.

use crate::graph::descend::ascend;
use crate::graph::node::Node;

/// What follows a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Below {
    /// The tiles on the paths from here, as a set.
    pub(crate) tiles: u64,
    /// The tiles of the longest path.
    pub(crate) longest: u32,
}

/// What follows each list of a DAWG.
#[derive(Clone, Debug)]
pub(crate) struct Outlook {
    by_list: Box<[Below]>,
    /// The number of tiles of all words together; `u64::MAX` for more than fit.
    pub(crate) all_tiles: u64,
}

impl Outlook {
    /// Looks at all that a list of a valid graph leads to.
    pub(crate) fn of(nodes: &[Node], root: u32) -> Outlook {
        let mut by_list = vec![Below::default(); nodes.len()];
        // By list: the words from it on, and their tiles.
        let mut sums = vec![(0u64, 0u64); nodes.len()];
        ascend(nodes, root, |index, node| {
            let index = index as usize;
            let (arc, next) = (node.arc() as usize, index + 1);
            let below = by_list[arc];
            let (words, tiles) = sums[arc];
            let words = words.saturating_add(u64::from(node.accepts()));
            let mut own = Below {
                tiles: below.tiles | 1 << node.tile(),
                longest: below.longest + 1,
            };
            let mut sum = (words, tiles.saturating_add(words));
            if !node.is_end() {
                own.tiles |= by_list[next].tiles;
                own.longest = own.longest.max(by_list[next].longest);
                sum.0 = sum.0.saturating_add(sums[next].0);
                sum.1 = sum.1.saturating_add(sums[next].1);
            }
            by_list[index] = own;
            sums[index] = sum;
        });
        Outlook {
            all_tiles: sums[root as usize].1,
            by_list: by_list.into_boxed_slice(),
        }
    }

    /// What follows a list; nothing for list 0.
    #[inline]
    pub(crate) fn below(&self, list: u32) -> Below {
        self.by_list.get(list as usize).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::spec::GraphSpec;
    use crate::graph::testing::{any_words, doubling, graph_of};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_is_what_the_paths_show(words in any_words(1..=5, 1..6, 60)) {
            let graph = graph_of(&words, GraphSpec::new());
            let outlook = graph.outlook();
            prop_assert_eq!(outlook.all_tiles, words.tiles().len() as u64);
            for word in words.iter() {
                for end in 0..word.len() {
                    let list = graph.follow(&word[..end]).unwrap();
                    let mut expected = Below::default();
                    let mut paths = graph.paths_from(list);
                    while let Some(path) = paths.next() {
                        expected.tiles = path.iter().fold(expected.tiles, |set, t| set | 1 << t);
                        expected.longest = expected.longest.max(path.len() as u32);
                    }
                    prop_assert_eq!(outlook.below(list), expected);
                }
            }
        }
    }

    #[test]
    fn more_tiles_than_fit_are_the_most_that_fit() {
        assert_eq!(doubling(70).outlook().all_tiles, u64::MAX);
        assert_eq!(doubling(70).outlook().below(1).longest, 70);
    }
}
