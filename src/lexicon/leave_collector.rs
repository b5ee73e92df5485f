//! Gathering the rows of a leave table.
//!
//! A complete table has a million rows and more. Most are sorted as they come:
//! then nothing has to move. Whether they are, and their order if they are not,
//! is seen from the first tiles of each leave, [packed](crate::lexicon::packed_leave). Leaves
//! that have more are kept beside them; only they are ever compared in whole.

use crate::error::Result;
use crate::lexicon::leave_table::{LeaveTable, TableLeaves};
use crate::lexicon::packed_leave::{PACKED, PackedLeave};
use crate::lexicon::words::Words;
use crate::parallel::prelude::*;
use crate::tiles::Tile;
use std::cmp::Ordering;

/// Gathers rows in any order until they are sorted.
pub(crate) struct LeaveCollector {
    /// By row: the first tiles of its leave.
    leaves: Vec<PackedLeave>,
    values: Vec<f32>,
    /// The leaves of more tiles, with their rows.
    long: Vec<(usize, Box<[Tile]>)>,
    /// Whether every leave sorts after the one before it, and none is long.
    rising: bool,
}

impl Default for LeaveCollector {
    fn default() -> Self {
        LeaveCollector {
            leaves: Vec::new(),
            values: Vec::new(),
            long: Vec::new(),
            rising: true,
        }
    }
}

impl LeaveCollector {
    /// Adds a leave, which has tiles, in sorted order.
    pub(crate) fn push(&mut self, leave: &[Tile], value: f32) {
        debug_assert!(!leave.is_empty() && leave.is_sorted());
        if leave.len() > PACKED {
            self.long.push((self.leaves.len(), leave.into()));
            self.rising = false;
        }
        self.push_packed(PackedLeave::of(leave), value);
    }

    /// Adds a leave that is packed, and has all its tiles there.
    #[inline]
    pub(crate) fn push_packed(&mut self, leave: PackedLeave, value: f32) {
        self.rising &= self.leaves.last().is_none_or(|&last| last < leave);
        self.leaves.push(leave);
        self.values.push(value);
    }

    /// Moves all that another one has gathered to the end of this one.
    pub(crate) fn append(&mut self, other: &mut LeaveCollector) {
        let rises = match (self.leaves.last(), other.leaves.first()) {
            (Some(last), Some(next)) => last < next,
            _ => true,
        };
        self.rising &= rises && other.rising;
        other.rising = true;
        let before = self.leaves.len();
        let long = other.long.drain(..);
        self.long
            .extend(long.map(|(row, leave)| (before + row, leave)));
        self.leaves.append(&mut other.leaves);
        self.values.append(&mut other.values);
    }

    /// The table, and the leaves that were there more than once. Of these the
    /// table has the first row.
    pub(crate) fn finish(self) -> Result<(LeaveTable, Words)> {
        if self.rising {
            let leaves = TableLeaves::Packed(self.leaves);
            let table = LeaveTable::from_sorted(leaves, self.values);
            return Ok((table, Words::default()));
        }
        let mut order: Vec<(PackedLeave, usize)> = self.leaves.iter().copied().zip(0..).collect();
        order.par_sort_unstable_by(|a, b| self.compare(a, b).then(a.1.cmp(&b.1)));
        let same_rows = || order.chunk_by(|a, b| self.compare(a, b).is_eq());
        let mut repeated = Words::default();
        let mut values = Vec::with_capacity(order.len());
        for same in same_rows() {
            values.push(self.values[same[0].1]);
            if same.len() > 1 {
                self.append_to(&mut repeated, &same[0])?;
            }
        }
        let leaves = if self.long.is_empty() {
            TableLeaves::Packed(same_rows().map(|same| same[0].0).collect())
        } else {
            let mut words = Words::default();
            same_rows().try_for_each(|same| self.append_to(&mut words, &same[0]))?;
            TableLeaves::Words(words)
        };
        Ok((LeaveTable::from_sorted(leaves, values), repeated))
    }

    /// The order of two rows' leaves.
    #[inline]
    fn compare(&self, a: &(PackedLeave, usize), b: &(PackedLeave, usize)) -> Ordering {
        // Those that begin alike with as many tiles as there can be may differ
        // in the others; one that has no others comes first.
        a.0.cmp(&b.0)
            .then_with(|| self.long(a.1).cmp(&self.long(b.1)))
    }

    /// The leave of a row, if it is long.
    fn long(&self, row: usize) -> Option<&[Tile]> {
        let found = self.long.binary_search_by_key(&row, |(row, _)| *row).ok()?;
        Some(&self.long[found].1)
    }

    /// Adds the leave of a row to a set in which it is the last one.
    fn append_to(&self, words: &mut Words, (packed, row): &(PackedLeave, usize)) -> Result<()> {
        match self.long(*row) {
            Some(leave) => words.append(leave),
            None => words.append(&packed.tiles()[..packed.len()]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    proptest! {
        /// Short and long leaves, the tiles at the ends of their range.
        #[test]
        fn rows_come_out_in_the_order_of_leaves(
            cut in 0..60usize,
            rows in prop::collection::vec(
                (prop::collection::vec(prop_oneof![Just(0u8), Just(1), Just(63)], 1..12), any::<i16>()),
                0..60,
            )
        ) {
            let mut expected = BTreeMap::new();
            let mut collector = LeaveCollector::default();
            let mut second = LeaveCollector::default();
            let mut repeated = BTreeSet::new();
            for (i, (mut leave, value)) in rows.into_iter().enumerate() {
                leave.sort_unstable();
                if expected.contains_key(&leave) {
                    repeated.insert(leave.clone());
                }
                let value = *expected.entry(leave.clone()).or_insert(f32::from(value));
                let part = if i < cut { &mut collector } else { &mut second };
                part.push(&leave, value);
            }
            collector.append(&mut second);
            collector.append(&mut second);
            let (table, found) = collector.finish().unwrap();
            prop_assert!(found.iter().eq(repeated.iter().map(Vec::as_slice)));
            let mut rows = table.rows();
            for (leave, &value) in &expected {
                prop_assert_eq!(rows.next(), Some((leave.as_slice(), value)));
            }
            prop_assert_eq!(rows.next(), None);
            let is_long = expected.keys().any(|leave| leave.len() > PACKED);
            prop_assert_eq!(matches!(table.leaves(), TableLeaves::Words(_)), is_long);
        }
    }
}
