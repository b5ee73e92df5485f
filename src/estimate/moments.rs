//! What the boards of a stage say of each leave, added up in whole numbers: the
//! order in which boards come does not matter.

/// Sums over the boards of a stage, by number in the lattice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Moments {
    /// Boards on which a leave could be drawn: those of even slots, of odd ones.
    pub(crate) boards: [Vec<u32>; 2],
    /// The sums of its advantage there, in thousandths.
    pub(crate) sums: [Vec<i64>; 2],
    /// The sum of its squares.
    pub(crate) squares: Vec<i64>,
}

impl Moments {
    pub(crate) fn new(leaves: usize) -> Moments {
        Moments {
            boards: [vec![0; leaves], vec![0; leaves]],
            sums: [vec![0; leaves], vec![0; leaves]],
            squares: vec![0; leaves],
        }
    }

    /// Adds what a board says of a leave.
    #[inline]
    pub(crate) fn add(&mut self, half: usize, number: usize, advantage: i64) {
        self.boards[half][number] += 1;
        self.sums[half][number] += advantage;
        let squares = &mut self.squares[number];
        *squares = squares.saturating_add(advantage * advantage);
    }

    /// Adds what other boards say of all leaves.
    #[cfg(feature = "recipe")]
    pub(crate) fn add_all(&mut self, other: &Moments) {
        for half in 0..2 {
            let boards = self.boards[half].iter_mut().zip(&other.boards[half]);
            boards.for_each(|(sum, &n)| *sum += n);
            let sums = self.sums[half].iter_mut().zip(&other.sums[half]);
            sums.for_each(|(sum, &n)| *sum += n);
        }
        let squares = self.squares.iter_mut().zip(&other.squares);
        squares.for_each(|(sum, &n)| *sum = sum.saturating_add(n));
    }

    /// The boards on which a leave could be drawn.
    pub(crate) fn count(&self, number: usize) -> u32 {
        self.boards[0][number] + self.boards[1][number]
    }

    /// The mean advantage of a leave, in thousandths; 0 if it was never drawable.
    pub(crate) fn mean(&self, number: usize) -> f64 {
        let sum = self.sums[0][number] + self.sums[1][number];
        sum as f64 / f64::from(self.count(number).max(1))
    }

    /// The variance of its advantage from board to board; none from one board.
    pub(crate) fn variance(&self, number: usize) -> Option<f64> {
        let count = f64::from(self.count(number));
        let sum = (self.sums[0][number] + self.sums[1][number]) as f64;
        (count > 1.0).then(|| {
            let about_mean = self.squares[number] as f64 - sum * sum / count;
            (about_mean / (count - 1.0)).max(0.0)
        })
    }
}
