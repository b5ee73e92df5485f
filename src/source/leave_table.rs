//! Leaves and their values, sorted by tile, in little memory.
//!
//! A complete table has a million rows and more. Most are sorted as they come:
//! then nothing has to move. Whether they are, and their order if they are not,
//! is seen from the first eight tiles of each leave, packed into one number
//! whose order is the order of leaves: eight bytes, each a tile plus 1, or 0
//! where the leave has ended. No common rack can hold more.

use super::words::{Words, end_of};
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
            collector.push(&sorted, value)?;
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
pub(super) const PACKED: usize = 8;

/// The first tiles of a leave as a number.
#[inline]
fn pack(leave: &[Tile]) -> u64 {
    let mut bytes = [0; PACKED];
    for (byte, &tile) in bytes.iter_mut().zip(leave) {
        *byte = tile + 1;
    }
    u64::from_be_bytes(bytes)
}

/// The tiles of a packed leave, and how many there are.
#[inline]
pub(super) fn unpack(packed: u64) -> ([Tile; PACKED], usize) {
    let unused = packed.trailing_zeros() as usize / 8;
    let tiles = packed.to_be_bytes().map(|byte| byte.wrapping_sub(1));
    (tiles, PACKED - unused)
}

/// Gathers rows in any order until they are sorted.
pub(super) struct LeaveCollector {
    /// The tiles of all leaves, one after the other.
    tiles: Vec<Tile>,
    /// Where each leave ends in `tiles`.
    ends: Vec<u32>,
    values: Vec<f32>,
    /// The first tiles of the last leave, packed; 0 if there is none.
    last: u64,
    /// Whether every leave sorts after the one before it.
    rising: bool,
}

impl Default for LeaveCollector {
    fn default() -> Self {
        LeaveCollector {
            tiles: Vec::new(),
            ends: Vec::new(),
            values: Vec::new(),
            last: 0,
            rising: true,
        }
    }
}

impl LeaveCollector {
    /// Adds a leave, which has tiles, in sorted order.
    pub(super) fn push(&mut self, leave: &[Tile], value: f32) -> Result<()> {
        debug_assert!(!leave.is_empty() && leave.is_sorted());
        let packed = pack(leave);
        self.rising &= match self.len() {
            0 => true,
            n if packed == self.last => self.get(n - 1) < leave,
            _ => packed > self.last,
        };
        self.last = packed;
        self.tiles.extend_from_slice(leave);
        self.end_leave(value)
    }

    /// Adds a leave that is packed, and has all its tiles there.
    #[inline]
    pub(super) fn push_packed(&mut self, leave: u64, value: f32) -> Result<()> {
        // If the last one has the same first tiles, it is longer or the same.
        self.rising &= leave > self.last;
        self.last = leave;
        // A copy of a known length is faster, even of more than is wanted.
        let (tiles, count) = unpack(leave);
        let end = self.tiles.len() + count;
        self.tiles.extend_from_slice(&tiles);
        self.tiles.truncate(end);
        self.end_leave(value)
    }

    #[inline]
    fn end_leave(&mut self, value: f32) -> Result<()> {
        self.ends.push(end_of(self.tiles.len())?);
        self.values.push(value);
        Ok(())
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    /// Leave `i` in the order of adding.
    fn get(&self, i: usize) -> &[Tile] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.tiles[start as usize..self.ends[i] as usize]
    }

    /// Adds all that another one has gathered.
    pub(super) fn append(&mut self, other: LeaveCollector) -> Result<()> {
        if other.len() == 0 {
            return Ok(());
        }
        let before = end_of(self.tiles.len())?;
        end_of(self.tiles.len() + other.tiles.len())?;
        let n = self.len();
        self.rising &= other.rising && (n == 0 || self.get(n - 1) < other.get(0));
        self.last = other.last;
        self.tiles.extend_from_slice(&other.tiles);
        self.ends.extend(other.ends.iter().map(|end| before + end));
        self.values.extend_from_slice(&other.values);
        Ok(())
    }

    /// The table, and the leaves that were there more than once. Of these the
    /// table has the first row.
    pub(super) fn finish(self) -> Result<(LeaveTable, Words)> {
        if !self.rising {
            return self.sort();
        }
        let table = LeaveTable {
            leaves: Words::from_sorted(self.tiles, self.ends),
            values: self.values,
        };
        Ok((table, Words::default()))
    }

    fn sort(self) -> Result<(LeaveTable, Words)> {
        // There are no more rows than tiles, so that 32 bits number them.
        let mut order: Vec<(u64, u32)> = (0..self.len())
            .map(|i| (pack(self.get(i)), i as u32))
            .collect();
        let whole = |row: &(u64, u32)| self.get(row.1 as usize);
        order.par_sort_unstable_by(|a, b| {
            let by_first = a.0.cmp(&b.0);
            by_first.then_with(|| (whole(a), a.1).cmp(&(whole(b), b.1)))
        });
        let mut table = LeaveTable {
            leaves: Words::with_capacity(self.len(), self.tiles.len()),
            values: Vec::with_capacity(self.len()),
        };
        let mut repeated = Words::default();
        for same in order.chunk_by(|a, b| a.0 == b.0 && whole(a) == whole(b)) {
            let leave = whole(&same[0]);
            table.append(leave, self.values[same[0].1 as usize])?;
            if same.len() > 1 {
                repeated.append(leave)?;
            }
        }
        Ok((table, repeated))
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
                collector.push(&leave, value).unwrap();
            }
            let (table, found) = collector.finish().unwrap();
            prop_assert!(found.iter().eq(repeated.iter().map(Vec::as_slice)));
            let expected: Vec<_> = expected.iter().map(|(l, &v)| (l.as_slice(), v)).collect();
            prop_assert_eq!(table.iter().collect::<Vec<_>>(), expected);
        }
    }
}
