//! The number of words added and removed.

use crate::error::{Error, Result};
use crate::graph::compare::diff::{Change, Diff};
use crate::graph::word_totals::{MAX_TILES, WordTotals};
use crate::tiles::Tile;

/// The number of words on each side of a difference, and of changes by length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// The words of the old side.
    pub old: WordTotals,
    /// The words of the new side.
    pub new: WordTotals,
    /// By length: the number of words that only the new side has.
    pub added: Vec<u64>,
    /// By length: the number of words that only the old side has.
    pub removed: Vec<u64>,
}

impl Summary {
    /// Counts the changes; fails if there are too many to list.
    pub fn of(diff: &Diff<'_>) -> Result<Summary> {
        let (old, new) = diff.totals();
        let mut summary = Summary {
            old,
            new,
            ..Summary::default()
        };
        each_change(diff, |change, word| {
            let counts = match change {
                Change::Added => &mut summary.added,
                Change::Removed => &mut summary.removed,
            };
            counts.resize(counts.len().max(word.len() + 1), 0);
            counts[word.len()] += 1;
        })?;
        Ok(summary)
    }

    /// The number of words added, and of words removed.
    pub fn totals(&self) -> (u64, u64) {
        (self.added.iter().sum(), self.removed.iter().sum())
    }

    /// The balance from the old side's words to the new side's, line by line.
    pub fn account(&self) -> [(&'static str, u64); 4] {
        let (added, removed) = self.totals();
        [
            ("before", self.old.words),
            ("new", added),
            ("deleted", removed),
            ("now", self.new.words),
        ]
    }

    /// The length, words added and words removed, for each length with changes.
    pub fn by_length(&self) -> impl Iterator<Item = (usize, u64, u64)> {
        let lengths = 0..self.added.len().max(self.removed.len());
        let count = |counts: &[u64], length| counts.get(length).copied().unwrap_or(0);
        lengths
            .map(move |n| (n, count(&self.added, n), count(&self.removed, n)))
            .filter(|&(_, added, removed)| added + removed > 0)
    }
}

/// Visits the changes; fails if they have too many tiles in total.
pub(crate) fn each_change(diff: &Diff<'_>, mut take: impl FnMut(Change, &[Tile])) -> Result<()> {
    let mut tiles = 0;
    let mut changes = diff.changes();
    while let Some((change, word)) = changes.next() {
        tiles += word.len() as u64;
        if tiles > MAX_TILES {
            let expected = format!("differing words of at most {MAX_TILES} tiles in all");
            return Err(Error::mismatch("", expected, "more"));
        }
        take(change, word);
    }
    Ok(())
}
