//! Compares two leave files.

use crate::leave::read::Leaves;
use crate::tiles::Tile;
use std::cmp::Ordering;

/// The number of largest changes in a summary.
const LARGEST: usize = 10;

/// A leave with its values in the old and the new file.
#[derive(Clone, Debug, PartialEq)]
pub struct LeaveChange {
    /// The leave.
    pub leave: Vec<Tile>,
    /// Its value in the old file, if the file has it.
    pub old: Option<f32>,
    /// Its value in the new file, if the file has it.
    pub new: Option<f32>,
}

impl LeaveChange {
    /// The new value minus the old one; `None` unless both files have the leave.
    pub fn change(&self) -> Option<f64> {
        Some(f64::from(self.new?) - f64::from(self.old?))
    }
}

/// The difference between two files in numbers. Changes are those of leaves in both.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LeaveSummary {
    /// The number of leaves that only the new file has.
    pub added: u64,
    /// The number of leaves that only the old file has.
    pub removed: u64,
    /// The number of leaves in both whose values differ by more than the tolerance.
    pub changed: u64,
    /// The number of leaves in both.
    pub in_both: u64,
    /// The mean of the changes.
    pub mean: f64,
    /// Percentiles of the absolute changes: 50, 90, 99 and 100.
    pub percentiles: [f64; 4],
    /// The largest changes, the largest first.
    pub largest: Vec<LeaveChange>,
}

impl LeaveSummary {
    /// The percentages of `percentiles`.
    pub const PERCENTS: [usize; 4] = [50, 90, 99, 100];

    /// Compares two files. Values that differ by at most `tolerance` count as equal.
    pub fn of(old: &Leaves, new: &Leaves, tolerance: f64) -> LeaveSummary {
        let mut summary = LeaveSummary::default();
        let mut largest = Largest::new(LARGEST);
        let mut sizes = Vec::new();
        let mut sum = 0.0;
        for row in both_rows(old, new) {
            let Some(change) = row.change() else {
                match row.new {
                    Some(_) => summary.added += 1,
                    None => summary.removed += 1,
                }
                continue;
            };
            summary.in_both += 1;
            sum += change;
            sizes.push(change.abs());
            if change.abs() > tolerance {
                summary.changed += 1;
                largest.add(row);
            }
        }
        summary.largest = largest.rows();
        sizes.sort_unstable_by(f64::total_cmp);
        if let Some(last) = sizes.len().checked_sub(1) {
            summary.mean = sum / sizes.len() as f64;
            summary.percentiles = LeaveSummary::PERCENTS
                .map(|percent| sizes[(sizes.len() * percent).div_ceil(100).clamp(1, last + 1) - 1]);
        }
        summary
    }

    /// Whether the files are equal.
    pub fn is_empty(&self) -> bool {
        self.added + self.removed + self.changed == 0
    }
}

/// Collects the largest changes. For a leave that one file lacks, the change is its
/// value.
pub(crate) struct Largest {
    /// The number of all changes.
    pub(crate) count: u64,
    most: usize,
    rows: Vec<(f64, LeaveChange)>,
}

impl Largest {
    /// Keeps up to `most` changes.
    pub(crate) fn new(most: usize) -> Largest {
        let (count, rows) = (0, Vec::new());
        Largest { count, most, rows }
    }

    pub(crate) fn add(&mut self, row: LeaveChange) {
        let value = |value: Option<f32>| f64::from(value.unwrap_or(0.0));
        let size = (value(row.new) - value(row.old)).abs();
        self.count += 1;
        self.rows.push((size, row));
        // Sorts only once many rows have been added.
        if self.rows.len() > 2 * self.most {
            self.drop_small();
        }
    }

    fn drop_small(&mut self) {
        self.rows.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        self.rows.truncate(self.most);
    }

    /// The changes, the largest first. Ties keep their input order.
    pub(crate) fn rows(mut self) -> Vec<LeaveChange> {
        self.drop_small();
        self.rows.into_iter().map(|(_, row)| row).collect()
    }
}

/// Iterates over the leaves that differ, in sorted order. Values that differ by at most
/// `tolerance` count as equal.
pub fn leave_changes(
    old: &Leaves,
    new: &Leaves,
    tolerance: f64,
) -> impl Iterator<Item = LeaveChange> {
    both_rows(old, new).filter(move |row| row.change().is_none_or(|c| c.abs() > tolerance))
}

/// Iterates over the rows of two files together. A leave in both is one row.
pub(crate) fn both_rows(old: &Leaves, new: &Leaves) -> impl Iterator<Item = LeaveChange> {
    let (mut old, mut new) = (owned_rows(old).peekable(), owned_rows(new).peekable());
    std::iter::from_fn(move || {
        let order = match (old.peek(), new.peek()) {
            (Some((a, _)), Some((b, _))) => a.cmp(b),
            (Some(_), None) => Ordering::Less,
            (None, _) => Ordering::Greater,
        };
        let old = if order.is_le() { old.next() } else { None };
        let new = if order.is_ge() { new.next() } else { None };
        Some(LeaveChange {
            old: old.as_ref().map(|&(_, value)| value),
            new: new.as_ref().map(|&(_, value)| value),
            leave: old.or(new)?.0,
        })
    })
}

fn owned_rows(leaves: &Leaves) -> impl Iterator<Item = (Vec<Tile>, f32)> {
    let mut rows = leaves.rows();
    std::iter::from_fn(move || rows.next().map(|(leave, value)| (leave.to_vec(), value)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::leave::testing::leaves_of;
    use crate::lexicon::LeaveTable;

    fn leaves(rows: &[(&[Tile], f32)]) -> Leaves {
        leaves_of(&LeaveTable::from_unsorted(rows.iter().copied()).unwrap())
    }

    #[test]
    fn added_removed_and_changed_leaves() {
        let old = leaves(&[(&[0], 20.0), (&[1], 1.0), (&[1, 2], 2.0), (&[3], 0.5)]);
        let new = leaves(&[(&[0], 25.0), (&[1], 1.0), (&[2], 3.0), (&[3], 0.25)]);
        let row = |leave: &[Tile], old, new| LeaveChange {
            leave: leave.to_vec(),
            old,
            new,
        };
        let changes: Vec<_> = leave_changes(&old, &new, 0.0).collect();
        assert_eq!(
            changes,
            [
                row(&[0], Some(20.0), Some(25.0)),
                row(&[1, 2], Some(2.0), None),
                row(&[2], None, Some(3.0)),
                row(&[3], Some(0.5), Some(0.25)),
            ]
        );
        let summary = LeaveSummary::of(&old, &new, 0.25);
        assert_eq!((summary.added, summary.removed), (1, 1));
        assert_eq!((summary.changed, summary.in_both), (1, 3));
        assert_eq!(summary.mean, 4.75 / 3.0);
        assert_eq!(summary.percentiles, [0.25, 5.0, 5.0, 5.0]);
        assert_eq!(summary.largest, [row(&[0], Some(20.0), Some(25.0))]);
        assert!(LeaveSummary::of(&old, &old, 0.0).is_empty());
        let none = leaves(&[]);
        assert!(LeaveSummary::of(&none, &none, 0.0).is_empty());
    }

    #[test]
    fn the_largest_changes_come_first() {
        let rows: Vec<([Tile; 1], f32)> = (1..=20).map(|t| ([t], f32::from(t))).collect();
        let zeros: Vec<_> = rows.iter().map(|(leave, _)| (&leave[..], 0.0)).collect();
        let rows: Vec<_> = rows.iter().map(|(leave, v)| (&leave[..], *v)).collect();
        let summary = LeaveSummary::of(&leaves(&zeros), &leaves(&rows), 0.0);
        let found: Vec<Tile> = summary.largest.iter().map(|row| row.leave[0]).collect();
        assert_eq!(found, [20, 19, 18, 17, 16, 15, 14, 13, 12, 11]);
        assert_eq!(summary.percentiles, [10.0, 18.0, 20.0, 20.0]);
    }
}
