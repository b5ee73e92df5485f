//! The number of words of each length, counted without listing them.
//!
//! Lengths are counted level by level: the number of paths to each list with `n` tiles
//! gives the number of paths to the lists one tile further on. The time depends on the
//! lists of each level, not on the words that pass through them. The lists of a level
//! are read in file order.

use crate::graph::node_set::{NodeSet, PER_WORD, bits};
use crate::graph::read::graph::Graph;

/// The longest words that are counted by length. No board comes near it. The limit
/// bounds the time for a file designed to be slow.
pub const MAX_LENGTH: usize = 255;

/// The most nodes to visit on all levels, as a multiple of the nodes in words. A list
/// can be on many levels, but few lists of real graphs are.
const MAX_VISITS: usize = 8;

impl Graph {
    /// The number of words of each length, counted on the first call. `None` if some
    /// words are longer than [`MAX_LENGTH`], if more than 2^32 - 1 have one length, or
    /// if counting would take too long.
    pub(crate) fn lengths(&self) -> Option<&[u32]> {
        let count = || {
            let visits = MAX_VISITS * self.dawg_nodes().len();
            let (by_length, is_all) = by_length(self, visits)?;
            is_all.then_some(by_length)
        };
        self.lengths.get_or_init(count).as_deref()
    }
}

/// Counts the words of each length up to [`MAX_LENGTH`], and reports whether none are
/// longer. `None` if a number overflows, or after `visits` visits to nodes.
pub(crate) fn by_length(graph: &Graph, mut visits: usize) -> Option<(Vec<u32>, bool)> {
    let (nodes, root) = (graph.dawg_nodes(), graph.dawg_root());
    // By list: the number of paths to it with as many tiles as the level, and with one
    // more.
    let mut paths = vec![[0u32; 2]; nodes.len()];
    let (mut level, mut next) = (NodeSet::none_of(nodes.len()), NodeSet::none_of(nodes.len()));
    if root != 0 {
        paths[root as usize][0] = 1;
        level.insert(root);
    }
    let mut by_length = vec![0];
    let mut is_all = root == 0;
    while !is_all && by_length.len() <= MAX_LENGTH {
        let (now, then) = ((by_length.len() + 1) % 2, by_length.len() % 2);
        let (mut words, mut read, mut visited) = (0u32, 0, 0);
        is_all = true;
        for word in 0..level.words().len() {
            for bit in bits(std::mem::take(&mut level.words_mut()[word])) {
                let list = word * PER_WORD + bit as usize;
                if list < read {
                    continue; // the end of a list that was read
                }
                let mut here = 0u32;
                for (node, at) in nodes[list..].iter().zip(list..) {
                    visited += 1;
                    here = here.checked_add(std::mem::take(&mut paths[at][now]))?;
                    if node.accepts() {
                        words = words.checked_add(here)?;
                    }
                    if node.arc() != 0 {
                        let there = &mut paths[node.arc() as usize][then];
                        *there = there.checked_add(here)?;
                        next.insert(node.arc());
                        is_all = false;
                    }
                    if node.is_end() {
                        read = at + 1;
                        break;
                    }
                }
            }
        }
        visits = visits.checked_sub(visited)?;
        by_length.push(words);
        std::mem::swap(&mut level, &mut next);
    }
    while by_length.len() > 1 && by_length.last() == Some(&0) {
        by_length.pop();
    }
    Some((by_length, is_all))
}
