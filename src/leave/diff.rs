//! What changed between two leave files.

use crate::leave::read::{LeaveRows, Leaves};
use crate::tiles::Tile;
use std::cmp::Ordering;

/// How many of the largest changes a summary has.
const LARGEST: usize = 10;

/// A leave whose value is not the same on both sides.
#[derive(Clone, Debug, PartialEq)]
pub struct LeaveChange {
    /// The leave.
    pub leave: Vec<Tile>,
    /// Its value on the old side, if it is there.
    pub old: Option<f32>,
    /// Its value on the new side, if it is there.
    pub new: Option<f32>,
}

impl LeaveChange {
    /// How much more it is worth now; none unless it is on both sides.
    pub fn change(&self) -> Option<f64> {
        Some(f64::from(self.new?) - f64::from(self.old?))
    }
}

/// The numbers of a difference. Changes are those of leaves on both sides.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LeaveSummary {
    /// Leaves that only the new side has.
    pub added: u64,
    /// Leaves that only the old side has.
    pub removed: u64,
    /// Leaves on both sides whose values differ by more than the tolerance.
    pub changed: u64,
    /// Leaves on both sides.
    pub in_both: u64,
    /// The mean of the changes.
    pub mean: f64,
    /// The sizes of the changes, sign aside, that 50, 90, 99 and 100 of 100
    /// changes do not exceed.
    pub percentiles: [f64; 4],
    /// The largest changes, the largest first.
    pub largest: Vec<LeaveChange>,
}

impl LeaveSummary {
    /// The shares that `percentiles` are for.
    pub const PERCENTS: [usize; 4] = [50, 90, 99, 100];

    /// Compares two files; values that differ by no more than `tolerance` are
    /// the same.
    pub fn of(old: &Leaves, new: &Leaves, tolerance: f64) -> LeaveSummary {
        let mut summary = LeaveSummary::default();
        let mut sizes = Vec::new();
        let mut sum = 0.0;
        let mut both = BothRows::new(old, new);
        while let Some(row) = both.next() {
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
                keep_largest(&mut summary.largest, row);
            }
        }
        sizes.sort_unstable_by(f64::total_cmp);
        if let Some(last) = sizes.len().checked_sub(1) {
            summary.mean = sum / sizes.len() as f64;
            summary.percentiles = LeaveSummary::PERCENTS
                .map(|percent| sizes[(sizes.len() * percent).div_ceil(100).clamp(1, last + 1) - 1]);
        }
        summary
    }

    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.added + self.removed + self.changed == 0
    }
}

/// Puts a change among the largest, after those that are as large.
fn keep_largest(largest: &mut Vec<LeaveChange>, row: LeaveChange) {
    let size = |row: &LeaveChange| row.change().map_or(0.0, f64::abs);
    let at = largest.partition_point(|other| size(other) >= size(&row));
    if at < LARGEST {
        largest.insert(at, row);
        largest.truncate(LARGEST);
    }
}

/// The leaves that differ, in sorted order.
pub struct LeaveChanges<'l> {
    both: BothRows<'l>,
    tolerance: f64,
}

impl<'l> LeaveChanges<'l> {
    /// Compares two files; values that differ by no more than `tolerance` are
    /// the same.
    pub fn new(old: &'l Leaves, new: &'l Leaves, tolerance: f64) -> LeaveChanges<'l> {
        LeaveChanges {
            both: BothRows::new(old, new),
            tolerance,
        }
    }
}

impl Iterator for LeaveChanges<'_> {
    type Item = LeaveChange;

    fn next(&mut self) -> Option<LeaveChange> {
        loop {
            let row = self.both.next()?;
            if row.change().is_none_or(|c| c.abs() > self.tolerance) {
                return Some(row);
            }
        }
    }
}

/// The rows of two files side by side.
struct BothRows<'l> {
    old: Ahead<'l>,
    new: Ahead<'l>,
}

/// Rows, of which the next one is known.
struct Ahead<'l> {
    rows: LeaveRows<'l>,
    first: Option<(Vec<Tile>, f32)>,
}

impl<'l> Ahead<'l> {
    fn new(leaves: &'l Leaves) -> Ahead<'l> {
        let mut ahead = Ahead {
            rows: leaves.rows(),
            first: None,
        };
        ahead.take();
        ahead
    }

    /// Takes the next row.
    fn take(&mut self) -> Option<(Vec<Tile>, f32)> {
        let next = self
            .rows
            .next()
            .map(|(leave, value)| (leave.to_vec(), value));
        std::mem::replace(&mut self.first, next)
    }
}

impl<'l> BothRows<'l> {
    fn new(old: &'l Leaves, new: &'l Leaves) -> BothRows<'l> {
        BothRows {
            old: Ahead::new(old),
            new: Ahead::new(new),
        }
    }

    fn next(&mut self) -> Option<LeaveChange> {
        let order = match (&self.old.first, &self.new.first) {
            (Some((a, _)), Some((b, _))) => a.cmp(b),
            (Some(_), None) => Ordering::Less,
            (None, _) => Ordering::Greater,
        };
        let old = if order.is_le() { self.old.take() } else { None };
        let new = if order.is_ge() { self.new.take() } else { None };
        let value = |row: &Option<(Vec<Tile>, f32)>| row.as_ref().map(|&(_, value)| value);
        Some(LeaveChange {
            old: value(&old),
            new: value(&new),
            leave: old.or(new)?.0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::leave::build;
    use crate::leave::build::LeaveSpec;
    use crate::lexicon::LeaveTable;
    use crate::ruleset::Ruleset;

    fn leaves(rows: &[(&[Tile], f32)]) -> Leaves {
        let english = Ruleset::builtin("english").unwrap();
        let table = LeaveTable::from_unsorted(rows.iter().copied()).unwrap();
        let bytes = build(&table, english.alphabet(), LeaveSpec::default()).unwrap();
        Leaves::from_bytes(&bytes, 26).unwrap()
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
        let changes: Vec<_> = LeaveChanges::new(&old, &new, 0.0).collect();
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
