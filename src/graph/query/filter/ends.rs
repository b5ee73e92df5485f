//! Conditions that are looked at only when a word was found.

use crate::graph::query::filter::hook_set::HookSet;
use crate::graph::read::graph::Graph;
use crate::tiles::Tile;
use std::fmt;
use std::sync::Arc;

/// Whether a word is another word with one tile more. A single tile has nothing
/// inside, so it never is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
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

    fn fits(self, (front, back): (bool, bool)) -> bool {
        match self {
            InnerHooks::Front => front,
            InnerHooks::Back => back,
            InnerHooks::Both => front && back,
            InnerHooks::Either => front || back,
            InnerHooks::None => !front && !back,
        }
    }
}

/// A test of a word's tiles.
type Test<'f> = dyn Fn(&[Tile]) -> bool + Send + Sync + 'f;

/// A condition on a word that was found.
#[derive(Clone)]
pub(crate) enum EndCondition<'f> {
    Front(HookSet),
    Back(HookSet),
    Inner(InnerHooks),
    Palindrome,
    Reversible,
    That(Arc<Test<'f>>),
}

impl fmt::Debug for EndCondition<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndCondition::Front(hooks) => write!(f, "Front({hooks:?})"),
            EndCondition::Back(hooks) => write!(f, "Back({hooks:?})"),
            EndCondition::Inner(inner) => write!(f, "Inner({inner:?})"),
            EndCondition::Palindrome => f.write_str("Palindrome"),
            EndCondition::Reversible => f.write_str("Reversible"),
            EndCondition::That(_) => f.write_str("That(…)"),
        }
    }
}

impl EndCondition<'_> {
    /// Whether a word meets it; `graph` has the words of which it may be a hook.
    pub(crate) fn fits(&self, word: &[Tile], graph: &Graph) -> bool {
        match self {
            EndCondition::Front(hooks) => hooks.fits(graph.front_hooks(word, hooks.of_interest())),
            EndCondition::Back(hooks) => hooks.fits(graph.back_hooks(word)),
            EndCondition::Inner(inner) => inner.fits(InnerHooks::of(word, graph)),
            EndCondition::Palindrome => word.iter().eq(word.iter().rev()),
            EndCondition::Reversible => {
                let reversed: Vec<Tile> = word.iter().rev().copied().collect();
                graph.has_word(&reversed)
            }
            EndCondition::That(wanted) => wanted(word),
        }
    }
}
