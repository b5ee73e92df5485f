//! Hooks in a difference: those of new short words, and those that words on both sides
//! gained or lost.

use crate::error::Result;
use crate::graph::compare::diff::{Change, Diff};
use crate::graph::compare::summary::each_change;
use crate::graph::query::hooks::Hooks;
use crate::tiles::{Alphabet, Tile};
use std::collections::BTreeSet;

/// The length of the longest new words whose hooks are listed.
const SHORT: usize = 3;

/// A word on both sides, with the hooks that only one side has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookChange {
    /// The word.
    pub word: Vec<Tile>,
    /// The hooks that only the new side has.
    pub new: Hooks,
    /// The hooks that only the old side has.
    pub lost: Hooks,
}

impl HookChange {
    /// The names of the four kinds of hooks.
    pub const SORTS: [&'static str; 4] = ["new front", "new back", "lost front", "lost back"];

    /// The hooks of each kind, as text.
    pub fn texts(&self, alphabet: &Alphabet) -> [String; 4] {
        let (new_front, new_back) = self.new.text(alphabet);
        let (lost_front, lost_back) = self.lost.text(alphabet);
        [new_front, new_back, lost_front, lost_back]
    }
}

impl Diff<'_> {
    /// Finds the new words of two and three tiles, with their hooks, the shortest
    /// first.
    pub fn new_short_words(&self) -> Result<Vec<(Vec<Tile>, Hooks)>> {
        let mut short = vec![Vec::new(); SHORT + 1];
        each_change(self, |change, word| {
            if change == Change::Added && (2..=SHORT).contains(&word.len()) {
                short[word.len()].push((word.to_vec(), self.hooks(word).1));
            }
        })?;
        Ok(short.concat())
    }

    /// Finds the words on both sides whose hooks changed, the shortest first.
    ///
    /// Adding or removing a word changes the hooks of that word without its first tile,
    /// and of that word without its last tile.
    pub fn changed_hooks(&self) -> Result<Vec<HookChange>> {
        let mut words = BTreeSet::new();
        each_change(self, |_, word| {
            for base in [&word[1..], &word[..word.len() - 1]] {
                if self.both_have(base) {
                    words.insert((base.len(), base.to_vec()));
                }
            }
        })?;
        let change = |(_, word): (usize, Vec<Tile>)| {
            let (before, after) = self.hooks(&word);
            HookChange {
                word,
                new: after.without(&before),
                lost: before.without(&after),
            }
        };
        Ok(words.into_iter().map(change).collect())
    }
}
