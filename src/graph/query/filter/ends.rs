//! Conditions that are looked at only when a word was found.

use crate::graph::read::graph::Graph;
use crate::tiles::Tile;
use std::fmt;
use std::sync::Arc;

/// Whether a word is another word with one tile more. A single tile has nothing
/// inside, so it never is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InnerHooks {
    /// Without its first tile it is a word.
    Front,
    /// Without its last tile it is a word.
    Back,
    /// Both are.
    Both,
    /// One of them is, or both are.
    Either,
    /// Neither is.
    None,
}

impl InnerHooks {
    /// Whether a word is a word without its first tile, and without its last.
    pub fn of(word: &[Tile], graph: &Graph) -> (bool, bool) {
        let (first, last) = match word {
            [_, first @ ..] if !first.is_empty() => (first, &word[..word.len() - 1]),
            _ => return (false, false),
        };
        (graph.has_word(first), graph.has_word(last))
    }

    /// Whether a word is such a one.
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

/// A condition on a word that was found; the graph has the words of which it may be a
/// hook.
#[derive(Clone)]
pub(crate) struct EndCondition<'f>(pub(super) Arc<Test<'f>>);

type Test<'f> = dyn Fn(&[Tile], &Graph) -> bool + Send + Sync + 'f;

impl fmt::Debug for EndCondition<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EndCondition(…)")
    }
}
