//! What the boards of a stage say of a leave, added up in whole numbers: the order
//! in which boards come does not matter.

/// Sums over the boards of a stage, for one leave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Moments {
    /// Boards on which the leave could be drawn: those of even slots, of odd ones.
    pub(crate) boards: [u32; 2],
    /// The sums of its advantage there, in thousandths.
    pub(crate) sums: [i64; 2],
    /// The sum of its squares.
    pub(crate) squares: i64,
}

impl Moments {
    /// Adds what a board says of the leave.
    #[inline]
    pub(crate) fn add(&mut self, half: usize, advantage: i64) {
        self.boards[half] += 1;
        self.sums[half] += advantage;
        self.squares = self.squares.saturating_add(advantage * advantage);
    }

    /// Adds what other boards say of the leave.
    #[cfg(feature = "recipe")]
    pub(crate) fn add_all(&mut self, other: &Moments) {
        for half in 0..2 {
            self.boards[half] += other.boards[half];
            self.sums[half] += other.sums[half];
        }
        self.squares = self.squares.saturating_add(other.squares);
    }

    /// The boards on which the leave could be drawn.
    pub(crate) fn count(&self) -> u32 {
        self.boards[0] + self.boards[1]
    }

    /// Its mean advantage, in thousandths; 0 if it was never drawable.
    pub(crate) fn mean(&self) -> f64 {
        (self.sums[0] + self.sums[1]) as f64 / f64::from(self.count().max(1))
    }

    /// The variance of its advantage from board to board; none from one board.
    pub(crate) fn variance(&self) -> Option<f64> {
        let count = f64::from(self.count());
        let sum = (self.sums[0] + self.sums[1]) as f64;
        (count > 1.0).then(|| {
            let about_mean = self.squares as f64 - sum * sum / count;
            (about_mean / (count - 1.0)).max(0.0)
        })
    }
}
