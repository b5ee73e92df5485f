//! Adds up the sums of a stage's shards.

use crate::error::{Error, Result};
use crate::estimate::stage::{Stage, conclude};
use crate::estimate::stored::StoredSums;
use crate::lexicon::LeaveTable;
use crate::ruleset::Ruleset;
use std::ops::Range;

/// The sums of the shards that were added so far.
///
/// The order in which shards are added makes no difference.
pub struct Merge {
    stored: StoredSums,
    /// The slots of each shard and the file that has them, sorted.
    shards: Vec<(Range<u64>, String)>,
}

impl Merge {
    /// Begins with a shard. Refuses one that is not done.
    pub fn new(first: StoredSums) -> Result<Merge> {
        check_done(&first)?;
        let shards = vec![(first.sums.slots(), first.path.clone())];
        Ok(Merge {
            stored: first,
            shards,
        })
    }

    /// Adds a shard. Refuses one that is not done, that was made from other inputs
    /// than the first, or that has slots in common with another.
    pub fn add(&mut self, shard: StoredSums) -> Result<()> {
        check_done(&shard)?;
        let (first, new) = (&mut self.stored.sums, &shard.sums);
        let is_same = first.inputs == new.inputs
            && (first.stage, first.boards) == (new.stage, new.boards)
            && first.before == new.before
            && self.stored.ruleset.digest()? == shard.ruleset.digest()?;
        if !is_same {
            let expected = format!("sums made from the same inputs as {}", self.stored.path);
            let found = "those of another graph, ruleset, seed, table or stage";
            return Err(Error::mismatch(shard.path, expected, found));
        }
        let slots = new.slots();
        let overlaps = |other: &Range<u64>| other.start < slots.end && slots.start < other.end;
        if let Some((other, path)) = self.shards.iter().find(|(other, _)| overlaps(other)) {
            let expected = format!("slots that no other file has: {}", shown(other));
            let found = format!("{}, and {path} has some of them", shown(&slots));
            return Err(Error::mismatch(shard.path, expected, found));
        }
        for (own, other) in first.moments.iter_mut().zip(&new.moments) {
            own.add_all(other);
        }
        self.shards.push((slots, shard.path));
        self.shards.sort_by_key(|(slots, _)| slots.start);
        Ok(())
    }

    /// The ruleset of the sums.
    pub fn ruleset(&self) -> &Ruleset {
        &self.stored.ruleset
    }

    /// Makes the table of the stage. Refuses if slots are missing.
    pub fn finish(&self) -> Result<(Stage, LeaveTable)> {
        let StoredSums { lattice, sums, .. } = &self.stored;
        let ends = self.shards.iter().map(|(slots, _)| slots.end);
        let starts = self.shards.iter().map(|(slots, _)| slots.start);
        let mut pairs = [0].into_iter().chain(ends).zip(starts.chain([sums.boards]));
        if let Some((end, start)) = pairs.find(|(end, start)| end != start) {
            let expected = format!("all slots of the stage, {}", shown(&(0..sums.boards)));
            let found = format!("none of {}", shown(&(end..start)));
            return Err(Error::mismatch("", expected, found));
        }
        let (stage, values) = conclude(lattice, sums);
        Ok((stage, values.to_table()?))
    }
}

fn check_done(shard: &StoredSums) -> Result<()> {
    let sums = &shard.sums;
    if sums.is_complete() {
        return Ok(());
    }
    let expected = format!("the sums of {}", shown(&sums.slots()));
    let found = format!("only {} of them: the shard is not done", sums.done());
    Err(Error::mismatch(shard.path.clone(), expected, found))
}

/// Slots as messages put them.
fn shown(slots: &Range<u64>) -> String {
    format!("slots {} to {}", slots.start, slots.end.saturating_sub(1))
}
