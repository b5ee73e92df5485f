//! The leave values of an estimate: whole thousandths of a point, one for every number
//! of the lattice below a full rack.

use crate::error::Result;
use crate::estimate::lattice::Lattice;
use crate::lexicon::LeaveTable;
use crate::movegen::LeaveValues;
use crate::tiles::Tile;

/// The largest absolute value of a leave, in thousandths.
pub(crate) const MAX_VALUE: i32 = 100_000_000;

/// Rounds a value in thousandths, with halves away from zero.
pub(crate) fn rounded(thousandths: f64) -> i32 {
    let most = f64::from(MAX_VALUE);
    let bounded = thousandths.clamp(-most, most);
    (bounded + 0.5_f64.copysign(bounded)) as i32
}

/// Leave values by number in the lattice. The empty leave is worth 0.
#[derive(Clone, Debug)]
pub(crate) struct Values<'l> {
    pub(crate) lattice: &'l Lattice,
    pub(crate) thousandths: Vec<i32>,
}

impl<'l> Values<'l> {
    /// Creates values in which no leave is worth anything.
    pub(crate) fn none(lattice: &'l Lattice) -> Values<'l> {
        let leaves = lattice.below(lattice.size);
        Values {
            lattice,
            thousandths: vec![0; leaves],
        }
    }

    /// Takes the values of any leaves; those without one are worth 0.
    pub(crate) fn of(lattice: &'l Lattice, leaves: &dyn LeaveValues) -> Self {
        let mut values = Values::none(lattice);
        lattice.each_leave(|leave, number| {
            values.thousandths[number] = rounded(f64::from(leaves.value(leave)) * 1000.0);
        });
        values
    }

    /// Converts all possible leaves and their values to a table.
    pub(crate) fn to_table(&self) -> Result<LeaveTable> {
        let mut rows: Vec<(Vec<Tile>, f32)> = Vec::new();
        self.lattice.each_leave(|leave, number| {
            let value = f64::from(self.thousandths[number]) / 1000.0;
            rows.push((leave.to_vec(), value as f32));
        });
        LeaveTable::from_unsorted(rows.iter().map(|(leave, value)| (leave.as_slice(), *value)))
    }

    /// For every full rack, the best leave that can be kept of it, by number in the
    /// lattice. Smaller multisets have the best of their own subracks.
    pub(crate) fn best_kept(&self) -> Vec<i32> {
        let lattice = self.lattice;
        let mut best = vec![i32::MIN / 4; lattice.len()];
        best[..self.thousandths.len()].copy_from_slice(&self.thousandths);
        // Each multiset passes its best on to all multisets with one more tile. The
        // terms of the lattice give the number with a tile inserted in the middle.
        for size in 0..lattice.size {
            lattice.each_of_size(size, |tiles, number| {
                let value = best[number as usize];
                for tile in 0..lattice.tiles() as Tile {
                    let child = with_tile(lattice, tiles, tile);
                    best[child] = best[child].max(value);
                }
            });
        }
        best
    }
}

/// The number of sorted tiles and one more.
fn with_tile(lattice: &Lattice, tiles: &[Tile], tile: Tile) -> usize {
    let mut number = lattice.last(tiles.len() + 1);
    let mut is_placed = false;
    let mut r = 1;
    for &held in tiles.iter().rev() {
        if !is_placed && held <= tile {
            number -= lattice.term(r, usize::from(tile));
            r += 1;
            is_placed = true;
        }
        number -= lattice.term(r, usize::from(held));
        r += 1;
    }
    if !is_placed {
        number -= lattice.term(r, usize::from(tile));
    }
    number as usize
}

impl LeaveValues for Values<'_> {
    fn value(&self, leave: &[Tile]) -> f32 {
        let number = self.lattice.find(leave);
        let value = number.and_then(|number| self.thousandths.get(number));
        value.map_or(0.0, |&value| (f64::from(value) / 1000.0) as f32)
    }
}
