//! Merges the sums of a stage's shards.

use crate::error::{Error, Result};
use crate::estimate::stage::{Stage, conclude};
use crate::estimate::stored::StoredSums;
use crate::lexicon::LeaveTable;
use crate::ruleset::Ruleset;
use std::ops::Range;

/// Merges the sums of shards, and computes the table of their stage.
///
/// The order of the shards makes no difference. Refuses a shard that is incomplete,
/// that was made from other inputs than the first, or that has slots in common with
/// another. Also fails if slots are missing.
pub fn merge(
    shards: impl IntoIterator<Item = Result<StoredSums>>,
) -> Result<(Stage, LeaveTable, Ruleset)> {
    let mut shards = shards.into_iter();
    let Some(first) = shards.next() else {
        return Err(Error::mismatch("", "the sums of a shard", "none"));
    };
    let mut merged = first?;
    check_done(&merged)?;
    // The slots of each shard, and its file.
    let mut taken = vec![(merged.sums.slots(), merged.path.clone())];
    for shard in shards {
        let shard = shard?;
        check_done(&shard)?;
        let (first, new) = (&mut merged.sums, &shard.sums);
        let is_same = first.inputs == new.inputs
            && (first.stage, first.boards) == (new.stage, new.boards)
            && first.before == new.before
            && merged.ruleset.digest()? == shard.ruleset.digest()?;
        if !is_same {
            let expected = format!("sums made from the same inputs as {}", merged.path);
            let found = "those of another graph, ruleset, seed, table or stage";
            return Err(Error::mismatch(shard.path, expected, found));
        }
        let slots = new.slots();
        let overlaps = |other: &Range<u64>| other.start < slots.end && slots.start < other.end;
        if let Some((other, path)) = taken.iter().find(|(other, _)| overlaps(other)) {
            let expected = format!("slots that no other file has: {}", shown(other));
            let found = format!("{}, and {path} has some of them", shown(&slots));
            return Err(Error::mismatch(shard.path, expected, found));
        }
        for (own, other) in first.moments.iter_mut().zip(&new.moments) {
            own.add_all(other);
        }
        taken.push((slots, shard.path));
        taken.sort_by_key(|(slots, _)| slots.start);
    }
    let boards = merged.sums.boards;
    taken.push((boards..boards, String::new()));
    let mut next = 0;
    for (slots, _) in taken {
        if slots.start != next {
            let expected = format!("all slots of the stage, {}", shown(&(0..boards)));
            let found = format!("none of {}", shown(&(next..slots.start)));
            return Err(Error::mismatch("", expected, found));
        }
        next = slots.end;
    }
    let (stage, values) = conclude(&merged.lattice, &merged.sums);
    Ok((stage, values.to_table()?, merged.ruleset))
}

fn check_done(StoredSums { path, sums, .. }: &StoredSums) -> Result<()> {
    if sums.is_complete() {
        return Ok(());
    }
    let expected = format!("the sums of {}", shown(&sums.slots()));
    let found = format!("only {} of them: the shard is not done", sums.done());
    Err(Error::mismatch(path, expected, found))
}

/// Formats slots for messages.
fn shown(slots: &Range<u64>) -> String {
    format!("slots {} to {}", slots.start, slots.end.saturating_sub(1))
}
