//! Leaves and their values, sorted by tile, in little memory.
//!
//! A complete table has a million rows and more, and people keep them in any
//! order. While they are gathered, a leave of up to eight tiles is packed into
//! one number, whose order is the order of leaves: eight bytes, each a tile
//! plus 1, or 0 where the leave has ended. Longer leaves, which no common rack
//! can hold, are kept apart and merged in at the end.

use super::words::Words;
use crate::error::{Error, Result};
use crate::ruleset::{MAX_LEAVE, Ruleset};
use crate::tiles::Tile;
use rayon::prelude::*;

/// A table of leaves and their values, sorted by leave, each leave once.
///
/// The tiles of a leave are sorted too, blanks first. Values are finite.
#[derive(Clone, Debug, Default)]
pub struct LeaveTable {
    leaves: Words,
    /// By leave.
    values: Vec<f32>,
}

impl LeaveTable {
    /// Sorts leaves, and the tiles of each.
    ///
    /// ```
    /// use wordmill::source::LeaveTable;
    /// let table = LeaveTable::from_unsorted([(&[20, 0][..], 3.5), (&[1], -1.0)])?;
    /// let rows: Vec<_> = table.iter().collect();
    /// assert_eq!(rows, [(&[0, 20][..], 3.5), (&[1], -1.0)]);
    /// # Ok::<(), wordmill::Error>(())
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

    /// The number of leaves.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are no leaves.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The leaves, without their values.
    pub fn leaves(&self) -> &Words {
        &self.leaves
    }

    /// The values in the order of the leaves.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// The leaves and values in sorted order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&[Tile], f32)> {
        self.leaves.iter().zip(self.values.iter().copied())
    }

    /// How many of a ruleset's possible leaves the table has.
    pub fn possible(&self, ruleset: &Ruleset) -> u64 {
        let possible = |leave: &&[Tile]| ruleset.check_leave(leave).is_ok();
        self.leaves.iter().filter(possible).count() as u64
    }

    /// Adds a row that sorts after all others.
    #[inline]
    pub(crate) fn append(&mut self, leave: &[Tile], value: f32) -> Result<()> {
        self.leaves.append(leave)?;
        self.values.push(value);
        Ok(())
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

/// How many tiles are packed into one number.
const PACKED: usize = 8;

/// A leave of few tiles and its value. The leave's number is kept as bytes, so
/// that a row takes 12 of them and not 16.
#[derive(Clone, Copy)]
struct Packed {
    key: [u8; PACKED],
    value: f32,
}

impl Packed {
    #[inline]
    fn new(leave: &[Tile], value: f32) -> Packed {
        let mut key = [0; PACKED];
        for (byte, &tile) in key.iter_mut().zip(leave) {
            *byte = tile + 1;
        }
        Packed { key, value }
    }

    #[inline]
    fn number(&self) -> u64 {
        u64::from_be_bytes(self.key)
    }

    /// The tiles, and how many there are.
    #[inline]
    fn unpack(&self) -> ([Tile; PACKED], usize) {
        let unused = self.number().trailing_zeros() as usize / 8;
        (
            self.key.map(|byte| byte.wrapping_sub(1)),
            PACKED.saturating_sub(unused),
        )
    }
}

/// Gathers rows in any order until they are sorted.
#[derive(Default)]
pub(super) struct LeaveCollector {
    short: Vec<Packed>,
    long: Vec<(Box<[Tile]>, f32)>,
    /// How many tiles all leaves have.
    tiles: usize,
}

impl LeaveCollector {
    /// Adds a leave, which has tiles, in sorted order.
    #[inline]
    pub(super) fn push(&mut self, leave: &[Tile], value: f32) {
        debug_assert!(!leave.is_empty() && leave.is_sorted());
        self.tiles += leave.len();
        if leave.len() <= PACKED {
            self.short.push(Packed::new(leave, value));
        } else {
            self.long.push((leave.into(), value));
        }
    }

    /// Adds all that another one has gathered.
    pub(super) fn append(&mut self, mut other: LeaveCollector) {
        self.short.append(&mut other.short);
        self.long.append(&mut other.long);
        self.tiles += other.tiles;
    }

    /// The table, and the leaves that were there more than once. Of these the
    /// table has one row, it is not said which.
    pub(super) fn finish(mut self) -> Result<(LeaveTable, Words)> {
        self.short.par_sort_unstable_by_key(Packed::number);
        self.long.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        let rows = self.short.len() + self.long.len();
        let mut merged = Merged {
            table: LeaveTable {
                leaves: Words::with_capacity(rows, self.tiles),
                values: Vec::with_capacity(rows),
            },
            repeated: Words::default(),
        };
        let mut long = self.long.chunk_by(|(a, _), (b, _)| a == b).peekable();
        for same in self.short.chunk_by(|a, b| a.number() == b.number()) {
            let (tiles, length) = same[0].unpack();
            let leave = &tiles[..length];
            while let Some(same) = long.next_if(|same| same[0].0[..] < *leave) {
                merged.add(&same[0].0, same[0].1, same.len())?;
            }
            merged.add(leave, same[0].value, same.len())?;
        }
        for same in long {
            merged.add(&same[0].0, same[0].1, same.len())?;
        }
        Ok((merged.table, merged.repeated))
    }
}

/// The rows in order, as far as they are merged.
struct Merged {
    table: LeaveTable,
    repeated: Words,
}

impl Merged {
    /// Adds a leave that was there so many times.
    #[inline]
    fn add(&mut self, leave: &[Tile], value: f32, times: usize) -> Result<()> {
        if times > 1 {
            self.repeated.append(leave)?;
        }
        self.table.append(leave, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

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

    proptest! {
        /// Short and long leaves, the tiles at the ends of their range.
        #[test]
        fn rows_come_out_in_the_order_of_leaves(
            rows in prop::collection::vec(
                (prop::collection::vec(prop_oneof![Just(0u8), Just(1), Just(63)], 1..12), any::<i16>()),
                0..60,
            )
        ) {
            let mut expected = BTreeMap::new();
            let mut collector = LeaveCollector::default();
            let mut repeated = std::collections::BTreeSet::new();
            for (mut leave, value) in rows {
                leave.sort_unstable();
                if expected.contains_key(&leave) {
                    repeated.insert(leave.clone());
                }
                let value = *expected.entry(leave.clone()).or_insert(f32::from(value));
                collector.push(&leave, value);
            }
            let (table, found) = collector.finish().unwrap();
            prop_assert!(found.iter().eq(repeated.iter().map(Vec::as_slice)));
            let expected: Vec<_> = expected.iter().map(|(l, &v)| (l.as_slice(), v)).collect();
            prop_assert_eq!(table.iter().collect::<Vec<_>>(), expected);
        }
    }
}
