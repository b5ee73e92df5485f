//! Collects the rows of a leave table in any order and sorts them.
//!
//! A complete table has a million rows or more. Most tables are already sorted, and
//! then nothing has to move. The first tiles of a leave, packed into one number, decide
//! its order. Only longer leaves are also kept whole and compared tile by tile.

use crate::error::{Error, Problem, Result};
use crate::lexicon::leave_table::{LeaveTable, TableLeaves};
use crate::lexicon::packed_leave::{PACKED, PackedLeave};
use crate::lexicon::words::Words;
use crate::parallel;
use crate::ruleset::MAX_LEAVE;
use crate::tiles::{MAX_LETTERS, Tile};
use std::cmp::Ordering;

/// Collects rows in any order and sorts them.
#[derive(Default)]
pub(crate) struct LeaveCollector {
    /// The first tiles of each row's leave.
    leaves: Vec<PackedLeave>,
    values: Vec<f32>,
    /// The leaves with more tiles, and their rows.
    long: Vec<(usize, Box<[Tile]>)>,
    /// Whether a leave does not sort after the one before it, or is long.
    unsorted: bool,
}

impl LeaveCollector {
    /// Adds a leave of at least one tile, with its tiles sorted.
    pub(crate) fn push(&mut self, leave: &[Tile], value: f32) {
        debug_assert!(!leave.is_empty() && leave.is_sorted());
        if leave.len() > PACKED {
            self.long.push((self.leaves.len(), leave.into()));
            self.unsorted = true;
        }
        self.push_packed(PackedLeave::of(leave), value);
    }

    /// Adds a leave that fits a [`PackedLeave`].
    #[inline]
    pub(crate) fn push_packed(&mut self, leave: PackedLeave, value: f32) {
        self.unsorted |= self.leaves.last().is_some_and(|&last| last >= leave);
        self.leaves.push(leave);
        self.values.push(value);
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        self.leaves.len()
    }

    /// Moves the rows of another collector to the end of this one.
    pub(crate) fn append(&mut self, other: &mut LeaveCollector) {
        let ends = self.leaves.last().zip(other.leaves.first());
        self.unsorted |= ends.is_some_and(|(last, next)| last >= next);
        self.unsorted |= std::mem::take(&mut other.unsorted);
        let before = self.leaves.len();
        let long = other.long.drain(..);
        self.long
            .extend(long.map(|(row, leave)| (before + row, leave)));
        self.leaves.append(&mut other.leaves);
        self.values.append(&mut other.values);
    }

    /// Returns the table, and the leaves that occur more than once. The table has the
    /// first row of each.
    pub(crate) fn finish(self) -> Result<(LeaveTable, Words)> {
        if !self.unsorted {
            let leaves = TableLeaves::Packed(self.leaves);
            let table = LeaveTable::from_sorted(leaves, self.values);
            return Ok((table, Words::default()));
        }
        let mut order: Vec<(PackedLeave, usize)> = self.leaves.iter().copied().zip(0..).collect();
        parallel::sort(&mut order, |a, b| self.compare(a, b).then(a.1.cmp(&b.1)));
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

    /// Compares the leaves of two rows.
    #[inline]
    fn compare(&self, a: &(PackedLeave, usize), b: &(PackedLeave, usize)) -> Ordering {
        // Leaves with equal first tiles may differ in the rest. A leave without a rest
        // is not long, and sorts first.
        a.0.cmp(&b.0)
            .then_with(|| self.long(a.1).cmp(&self.long(b.1)))
    }

    /// The leave of a row, if it is long.
    fn long(&self, row: usize) -> Option<&[Tile]> {
        let found = self.long.binary_search_by_key(&row, |(row, _)| *row).ok()?;
        Some(&self.long[found].1)
    }

    /// Adds the leave of a row to a set in which it sorts last.
    fn append_to(&self, words: &mut Words, (packed, row): &(PackedLeave, usize)) -> Result<()> {
        match self.long(*row) {
            Some(leave) => words.append(leave),
            None => words.append(packed.tiles().as_ref()),
        }
    }
}

impl LeaveTable {
    /// Sorts leaves, and the tiles of each. Fails if a leave is empty, too long or
    /// repeated, or if its value is not finite.
    ///
    /// ```
    /// use wordmill::lexicon::LeaveTable;
    /// let table = LeaveTable::from_unsorted([(&[20, 0][..], 3.5), (&[1], -1.0)])?;
    /// let mut rows = table.rows();
    /// assert_eq!(rows.next(), Some((&[0, 20][..], 3.5)));
    /// assert_eq!(rows.next(), Some((&[1][..], -1.0)));
    /// # Ok::<(), wordmill::error::Error>(())
    /// ```
    pub fn from_unsorted<'a>(
        rows: impl IntoIterator<Item = (&'a [Tile], f32)>,
    ) -> Result<LeaveTable> {
        let mut collector = LeaveCollector::default();
        let mut sorted = Vec::new();
        for (leave, value) in rows {
            sorted.clear();
            sorted.extend_from_slice(leave);
            sorted.sort_unstable();
            check_row(&sorted, value)?;
            collector.push(&sorted, value);
        }
        let (table, repeated) = collector.finish()?;
        match repeated.iter().next() {
            None => Ok(table),
            Some(leave) => {
                let found = format!("{} again", numbers(leave));
                Err(Error::mismatch("", "each leave once", found))
            }
        }
    }
}

fn check_row(leave: &[Tile], value: f32) -> Result<()> {
    let problem = match leave.last() {
        None => "the empty leave can't be in a table".into(),
        Some(&tile) if usize::from(tile) > MAX_LETTERS => {
            Problem::mismatch(format!("tiles up to {MAX_LETTERS}"), tile)
        }
        Some(_) if leave.len() > MAX_LEAVE => Problem::mismatch(
            format!("leaves of up to {MAX_LEAVE} tiles"),
            format!("one of {}", leave.len()),
        ),
        Some(_) if !value.is_finite() => {
            let problem = Problem::mismatch("a finite number", value);
            problem.of(format!("value of {}", numbers(leave)))
        }
        Some(_) => return Ok(()),
    };
    Err(Error::input("", problem))
}

/// Names a leave by its tile numbers when there is no alphabet.
fn numbers(leave: &[Tile]) -> String {
    let numbers: Vec<String> = leave.iter().map(Tile::to_string).collect();
    format!("the leave of tiles {}", numbers.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn rows_that_no_table_has_are_refused() {
        let long = [1; 64];
        type Rows<'r> = &'r [(&'r [Tile], f32)];
        let cases: [(Rows<'_>, &str); 5] = [
            (&[(&[], 1.0)], "the empty leave can't be in a table"),
            (&[(&[64], 1.0)], "expected tiles up to 63, found 64"),
            (
                &[(&long, 1.0)],
                "expected leaves of up to 63 tiles, found one of 64",
            ),
            (
                &[(&[1], f32::NAN)],
                "value of the leave of tiles 1: expected a finite number, found NaN",
            ),
            (
                &[(&[1, 2], 1.0), (&[3], 2.0), (&[2, 1], 1.0)],
                "expected each leave once, found the leave of tiles 1, 2 again",
            ),
        ];
        for (rows, expected) in cases {
            let error = LeaveTable::from_unsorted(rows.iter().copied()).unwrap_err();
            assert_eq!(error.to_string(), expected);
        }
    }

    proptest! {
        /// Short and long leaves, with tiles at the ends of their range.
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
