//! The number of words in a graph, and the check that they can be listed.

use crate::error::{Error, Result};
use crate::graph::node::Node;

/// The most tiles of all words together for which a graph's words may be listed.
pub const MAX_TILES: u64 = crate::limits::WORD_TILES;

/// The number of words in a graph, and of their tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WordTotals {
    /// The number of words; `u64::MAX` if there are as many or more.
    pub words: u64,
    /// The tiles of all words; `u64::MAX` if there are as many or more.
    pub tiles: u64,
    /// The length of the longest word.
    pub longest: u32,
}

impl WordTotals {
    /// Computes the totals from the number of words of each length.
    pub(crate) fn of_lengths(by_length: &[u32]) -> WordTotals {
        let counts = || by_length.iter().map(|&count| u64::from(count));
        WordTotals {
            words: counts().sum(),
            tiles: counts()
                .zip(0..)
                .map(|(count, length)| count * length)
                .sum(),
            longest: by_length.len().saturating_sub(1) as u32,
        }
    }

    /// Fails if the words are too many to be listed.
    pub fn check(&self) -> Result<()> {
        if self.tiles <= MAX_TILES {
            return Ok(());
        }
        let expected = format!("words of at most {MAX_TILES} tiles in all");
        Err(Error::mismatch("", expected, self.tiles_found()))
    }

    /// Formats the number of tiles.
    pub(crate) fn tiles_found(&self) -> String {
        match self.tiles {
            u64::MAX => "more than can be counted".to_string(),
            tiles => tiles.to_string(),
        }
    }

    /// The totals of a node and the rest of its list, where `known` has those
    /// of all nodes that follow it.
    #[inline]
    pub(crate) fn of_node(index: u32, node: Node, known: &[WordTotals]) -> WordTotals {
        let arc = known[node.arc() as usize];
        let rest = match node.is_end() {
            true => WordTotals::default(),
            false => known[index as usize + 1],
        };
        let words = arc.words.saturating_add(u64::from(node.accepts()));
        let tiles = arc.tiles.saturating_add(words);
        let longest = if words > 0 { arc.longest + 1 } else { 0 };
        WordTotals {
            words: words.saturating_add(rest.words),
            tiles: tiles.saturating_add(rest.tiles),
            longest: longest.max(rest.longest),
        }
    }
}
