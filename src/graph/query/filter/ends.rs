//! Conditions that are tested only once a word is found.

use crate::graph::read::graph::Graph;
use crate::tiles::Tile;
use std::fmt;
use std::sync::Arc;

/// Which shorter words a word contains: the word without its first tile or without its
/// last. A single tile contains none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InnerHooks {
    /// It is a word without its first tile.
    Front,
    /// It is a word without its last tile.
    Back,
    /// It is a word without its first tile, and without its last.
    Both,
    /// At least one of the two is a word.
    Either,
    /// Neither is a word.
    None,
}

impl InnerHooks {
    /// Whether a word remains one without its first tile, and without its last.
    pub fn of(word: &[Tile], graph: &Graph) -> (bool, bool) {
        let (first, last) = match word {
            [_, first @ ..] if !first.is_empty() => (first, &word[..word.len() - 1]),
            _ => return (false, false),
        };
        (graph.has_word(first), graph.has_word(last))
    }

    /// Whether a word meets the condition.
    pub(super) fn fits(self, word: &[Tile], graph: &Graph) -> bool {
        let (front, back) = InnerHooks::of(word, graph);
        match self {
            InnerHooks::Front => front,
            InnerHooks::Back => back,
            InnerHooks::Both => front && back,
            InnerHooks::Either => front || back,
            InnerHooks::None => !front && !back,
        }
    }
}

/// A condition on a word that was found. The graph provides the words for hooks.
#[derive(Clone)]
pub(crate) struct EndCondition<'f>(pub(super) Arc<Test<'f>>);

type Test<'f> = dyn Fn(&[Tile], &Graph) -> bool + Send + Sync + 'f;

impl fmt::Debug for EndCondition<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EndCondition(…)")
    }
}
