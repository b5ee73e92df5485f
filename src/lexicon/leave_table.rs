//! Tables of leaves and their values, sorted by leave.

use crate::lexicon::packed_leave::{LeaveTiles, PackedLeave};
use crate::lexicon::words::Words;
use crate::ruleset::Ruleset;
use crate::tiles::Tile;

/// A table of leaves and their values, sorted by leave.
///
/// The tiles of a leave are sorted too, blanks first. Values are finite.
#[derive(Clone, Debug, Default)]
pub struct LeaveTable {
    leaves: TableLeaves,
    /// One value for each leave.
    values: Vec<f32>,
}

/// The leaves of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TableLeaves {
    /// Every leave fits a [`PackedLeave`].
    Packed(Vec<PackedLeave>),
    /// Some leaves have more tiles than can be packed.
    Words(Words),
}

impl Default for TableLeaves {
    fn default() -> Self {
        TableLeaves::Packed(Vec::new())
    }
}

impl LeaveTable {
    /// Creates a table of sorted leaves with one value each.
    pub(crate) fn from_sorted(leaves: TableLeaves, values: Vec<f32>) -> LeaveTable {
        LeaveTable { leaves, values }
    }

    /// The number of leaves.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are no leaves.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The leaves, without their values.
    pub(crate) fn leaves(&self) -> &TableLeaves {
        &self.leaves
    }

    /// The values in the order of the leaves.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// The leaves and values in sorted order.
    pub fn rows(&self) -> TableRows<'_> {
        TableRows {
            table: self,
            next: 0,
            tiles: LeaveTiles::default(),
        }
    }

    /// Counts the leaves that a rack of the ruleset can have.
    pub fn possible(&self, ruleset: &Ruleset) -> u64 {
        let mut rows = self.rows();
        let mut possible = 0;
        while let Some((leave, _)) = rows.next() {
            possible += u64::from(ruleset.check_leave(leave).is_ok());
        }
        possible
    }
}

/// Compares leaves, and the bits of their values.
impl PartialEq for LeaveTable {
    fn eq(&self, other: &LeaveTable) -> bool {
        let bits = |value: &f32| value.to_bits();
        let (ours, theirs) = (self.values.iter(), other.values.iter());
        self.leaves == other.leaves && ours.map(bits).eq(theirs.map(bits))
    }
}

impl Eq for LeaveTable {}

/// The leaves and values of a table in sorted order.
///
/// Each leave is borrowed until the next call.
pub struct TableRows<'t> {
    table: &'t LeaveTable,
    next: usize,
    /// The last leave, if it was packed.
    tiles: LeaveTiles,
}

impl TableRows<'_> {
    /// Returns the next leave and its value; `None` after the last.
    #[allow(clippy::should_implement_trait)] // the leave is borrowed from self
    pub fn next(&mut self) -> Option<(&[Tile], f32)> {
        let i = self.next;
        let value = *self.table.values.get(i)?;
        self.next += 1;
        let leave = match &self.table.leaves {
            TableLeaves::Words(words) => words.get(i),
            TableLeaves::Packed(leaves) => {
                self.tiles = leaves[i].tiles();
                self.tiles.as_ref()
            }
        };
        Some((leave, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_possible_leaves_count() {
        let english = Ruleset::builtin("english").unwrap();
        let rows: [(&[Tile], f32); 4] = [
            (&[0, 0], 1.0),
            (&[0, 0, 0], 1.0),
            (&[1; 6], 1.0),
            (&[1; 7], 1.0),
        ];
        let table = LeaveTable::from_unsorted(rows).unwrap();
        assert_eq!((table.len(), table.possible(&english)), (4, 2));
    }
}
