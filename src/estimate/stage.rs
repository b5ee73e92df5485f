//! The end of a stage: values from its sums, and statistics of their precision.

use crate::estimate::lattice::Lattice;
use crate::estimate::shrink::shrink;
use crate::estimate::sums::Sums;
use crate::estimate::table::Values;
use crate::tiles::Tile;

/// The results of a stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// The number of its boards.
    pub boards: u64,
    /// The root mean square of the standard errors of leaves, in points, by size from
    /// one tile. `None` if no leave was on two boards.
    pub errors: Vec<Option<f64>>,
    /// The correlation of the means of even and odd slots, by size.
    pub correlations: Vec<Option<f64>>,
    /// The root mean square change of values from the previous stage, in points, by
    /// size. Each leave is weighted by the number of ways to draw it.
    pub changes: Vec<f64>,
}

/// The statistics of a stage, and the values from its sums.
pub(crate) fn conclude<'l>(lattice: &'l Lattice, sums: &Sums) -> (Stage, Values<'l>) {
    let after = shrink(lattice, &sums.moments);
    let sizes = lattice.size - 1;
    let mut errors = vec![(0.0, 0.0); sizes];
    let mut halves = vec![Correlation::default(); sizes];
    let mut changes = vec![(0.0, 0.0); sizes];
    lattice.each_leave(|leave, number| {
        let size = leave.len() - 1;
        let own = &sums.moments[number];
        if let Some(variance) = own.variance() {
            let (sum, count) = &mut errors[size];
            *sum += variance / f64::from(own.count());
            *count += 1.0;
        }
        let [even, odd] = [0, 1].map(|half| {
            let boards = own.boards[half];
            (boards > 0).then(|| own.sums[half] as f64 / f64::from(boards))
        });
        if let (Some(even), Some(odd)) = (even, odd) {
            halves[size].add(even, odd);
        }
        let weight = ways(lattice, leave);
        let change = f64::from(after.thousandths[number]) - f64::from(sums.before[number]);
        let (sum, weights) = &mut changes[size];
        *sum += weight * change * change;
        *weights += weight;
    });
    let points = |(sum, count): &(f64, f64)| (sum / count.max(f64::MIN_POSITIVE)).sqrt() / 1000.0;
    let error = |error: &(f64, f64)| (error.1 > 0.0).then(|| points(error));
    let stage = Stage {
        boards: sums.boards,
        errors: errors.iter().map(error).collect(),
        correlations: halves.iter().map(Correlation::value).collect(),
        changes: changes.iter().map(points).collect(),
    };
    (stage, after)
}

/// The number of ways to draw a leave from the full bag.
fn ways(lattice: &Lattice, leave: &[Tile]) -> f64 {
    let mut ways = 1.0;
    for equal in leave.chunk_by(|a, b| a == b) {
        let of = f64::from(lattice.counts[usize::from(equal[0])]);
        for i in 0..equal.len() {
            ways *= (of - i as f64) / (i as f64 + 1.0);
        }
    }
    ways
}

/// The correlation of pairs, from their sums.
#[derive(Clone, Copy, Default)]
struct Correlation {
    count: f64,
    x: f64,
    y: f64,
    xx: f64,
    yy: f64,
    xy: f64,
}

impl Correlation {
    fn add(&mut self, x: f64, y: f64) {
        self.count += 1.0;
        self.x += x;
        self.y += y;
        self.xx += x * x;
        self.yy += y * y;
        self.xy += x * y;
    }

    fn value(&self) -> Option<f64> {
        let n = self.count;
        let spread = (n * self.xx - self.x * self.x) * (n * self.yy - self.y * self.y);
        (spread > 0.0).then(|| (n * self.xy - self.x * self.y) / spread.sqrt())
    }
}
