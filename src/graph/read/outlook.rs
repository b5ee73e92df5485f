//! What each list of a DAWG leads to: which tiles, and how many at most.
//!
//! A search that still needs a tile abandons a path if no word past it has that tile.
//! One pass, from the ends of the paths up, computes this for every list.

use crate::graph::descend::ascend;
use crate::graph::node::Node;

/// What a list leads to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Below {
    /// The set of tiles on the paths from here.
    pub(crate) tiles: u64,
    /// The length of the longest path.
    pub(crate) longest: u32,
}

/// Computes what each list reachable from `root` in a valid graph leads to; nothing for
/// list 0.
pub(crate) fn outlook(nodes: &[Node], root: u32) -> Box<[Below]> {
    let mut by_list = vec![Below::default(); nodes.len()].into_boxed_slice();
    ascend(nodes, root, &mut |index, node| {
        let index = index as usize;
        let below = by_list[node.arc() as usize];
        let mut own = Below {
            tiles: below.tiles | 1 << node.tile(),
            longest: below.longest + 1,
        };
        if !node.is_end() {
            let next = by_list[index + 1];
            own.tiles |= next.tiles;
            own.longest = own.longest.max(next.longest);
        }
        by_list[index] = own;
    });
    by_list
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
            for word in words.iter() {
                for end in 0..word.len() {
                    let list = graph.follow(&word[..end]).unwrap();
                    let mut expected = Below::default();
                    let mut paths = graph.paths_from(list);
                    while let Some(path) = paths.next() {
                        expected.tiles = path.iter().fold(expected.tiles, |set, t| set | 1 << t);
                        expected.longest = expected.longest.max(path.len() as u32);
                    }
                    prop_assert_eq!(outlook[list as usize], expected);
                }
            }
        }
    }

    #[test]
    fn words_that_can_t_be_counted_have_an_outlook() {
        assert_eq!(doubling(70).outlook()[1].longest, 70);
    }
}
