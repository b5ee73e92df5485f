//! Leaves and their values, sorted by tile, in little memory.

use crate::error::{Error, Result};
use crate::lexicon::leave_collector::LeaveCollector;
use crate::lexicon::packed_leave::{PACKED, PackedLeave};
use crate::lexicon::words::Words;
use crate::ruleset::{MAX_LEAVE, Ruleset};
use crate::tiles::Tile;

/// A table of leaves and their values, sorted by leave, each leave once.
///
/// The tiles of a leave are sorted too, blanks first. Values are finite.
#[derive(Clone, Debug, Default)]
pub struct LeaveTable {
    leaves: TableLeaves,
    /// By leave.
    values: Vec<f32>,
}

/// The leaves of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TableLeaves {
    /// All of them have few tiles.
    Packed(Vec<PackedLeave>),
    /// Some have more than can be packed.
    Words(Words),
}

impl Default for TableLeaves {
    fn default() -> Self {
        TableLeaves::Packed(Vec::new())
    }
}

impl LeaveTable {
    /// Sorts leaves, and the tiles of each.
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
            Some(leave) => Err(Error::input(
                "",
                format!("expected each leave once, found {} again", numbers(leave)),
            )),
        }
    }

    /// A table of sorted leaves and their values, as many.
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
            tiles: [0; PACKED],
        }
    }

    /// How many of a ruleset's possible leaves the table has.
    pub fn possible(&self, ruleset: &Ruleset) -> u64 {
        let mut rows = self.rows();
        let mut possible = 0;
        while let Some((leave, _)) = rows.next() {
            possible += u64::from(ruleset.check_leave(leave).is_ok());
        }
        possible
    }
}

/// Equal tables have the same leaves with the same values, bit by bit.
impl PartialEq for LeaveTable {
    fn eq(&self, other: &LeaveTable) -> bool {
        let bits = |table: &LeaveTable| -> Vec<u32> {
            table.values.iter().map(|value| value.to_bits()).collect()
        };
        self.leaves == other.leaves && bits(self) == bits(other)
    }
}

impl Eq for LeaveTable {}

/// The leaves and values of a table in sorted order.
///
/// A leave is lent, not given: it is overwritten by the next one.
pub struct TableRows<'t> {
    table: &'t LeaveTable,
    next: usize,
    /// The last leave, if it was packed.
    tiles: [Tile; PACKED],
}

impl TableRows<'_> {
    /// The next leave and its value; none after the last one.
    #[allow(clippy::should_implement_trait)] // the leave is borrowed from self
    pub fn next(&mut self) -> Option<(&[Tile], f32)> {
        let i = self.next;
        let value = *self.table.values.get(i)?;
        self.next += 1;
        let leave = match &self.table.leaves {
            TableLeaves::Words(words) => words.get(i),
            TableLeaves::Packed(leaves) => {
                self.tiles = leaves[i].tiles();
                &self.tiles[..leaves[i].len()]
            }
        };
        Some((leave, value))
    }
}

fn check_row(leave: &[Tile], value: f32) -> Result<()> {
    let largest = crate::tiles::MAX_LETTERS;
    let fault = match leave.last() {
        None => "the empty leave can't be in a table".to_string(),
        Some(&tile) if usize::from(tile) > largest => {
            format!("expected tiles up to {largest}, found {tile}")
        }
        Some(_) if leave.len() > MAX_LEAVE => format!(
            "expected leaves of up to {MAX_LEAVE} tiles, found one of {}",
            leave.len()
        ),
        Some(_) if !value.is_finite() => {
            format!(
                "value of {}: expected a finite number, found {value}",
                numbers(leave)
            )
        }
        Some(_) => return Ok(()),
    };
    Err(Error::input("", fault))
}

/// A leave by its tile numbers, for want of an alphabet.
fn numbers(leave: &[Tile]) -> String {
    let numbers: Vec<String> = leave.iter().map(Tile::to_string).collect();
    format!("the leave of tiles {}", numbers.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(rows: &[(&[Tile], f32)]) -> String {
        LeaveTable::from_unsorted(rows.iter().copied())
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn rows_that_no_table_has_are_refused() {
        assert_eq!(
            message(&[(&[], 1.0)]),
            "the empty leave can't be in a table"
        );
        assert_eq!(
            message(&[(&[64], 1.0)]),
            "expected tiles up to 63, found 64"
        );
        assert_eq!(
            message(&[(&[1; 64], 1.0)]),
            "expected leaves of up to 63 tiles, found one of 64"
        );
        assert_eq!(
            message(&[(&[1], f32::NAN)]),
            "value of the leave of tiles 1: expected a finite number, found NaN"
        );
        assert_eq!(
            message(&[(&[1, 2], 1.0), (&[3], 2.0), (&[2, 1], 1.0)]),
            "expected each leave once, found the leave of tiles 1, 2 again"
        );
    }

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
