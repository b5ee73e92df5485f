//! Bounds: the most that can be had from the plays of one anchor.
//!
//! A play covers some squares left of the anchor and some right of it. For each
//! pair of counts there is a bound on its score and one on its worth. A search
//! that has placed some tiles can only come to pairs with as many or more, so
//! that for each pair the maximum over those is kept: one look tells whether
//! going on is worth it.

/// What a play can come to at most; `i64::MIN` if there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bound {
    /// The score, in thousandths of a point.
    pub(super) score: i64,
    /// The score and what is kept.
    pub(super) worth: i64,
}

impl Bound {
    /// No play.
    pub(super) const NONE: Bound = Bound {
        score: i64::MIN,
        worth: i64::MIN,
    };

    fn raise(&mut self, other: Bound) {
        self.score = self.score.max(other.score);
        self.worth = self.worth.max(other.worth);
    }
}

/// The bounds of an anchor's plays by the tiles placed on each side.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounds {
    /// How many counts there are: from 0 to the most tiles, and one more.
    counts: usize,
    /// By tiles on the left, then on the right: at first those of plays with
    /// just as many, then of those with at least as many on the right.
    cells: Vec<Bound>,
    /// For plays with at least so many tiles on the left.
    lefts: Vec<Bound>,
}

impl Bounds {
    /// Starts over for plays of up to so many tiles.
    pub(super) fn start(&mut self, most: usize) {
        self.counts = most + 2;
        self.cells.clear();
        self.cells.resize(self.counts * self.counts, Bound::NONE);
        self.lefts.clear();
        self.lefts.resize(self.counts, Bound::NONE);
    }

    /// Sets the bound of plays with just so many tiles on each side.
    pub(super) fn set(&mut self, left: usize, right: usize, bound: Bound) {
        self.cells[left * self.counts + right] = bound;
    }

    /// Finds the maxima, and gives that of all plays.
    pub(super) fn finish(&mut self) -> i64 {
        let mut best = Bound::NONE;
        for (row, left) in self
            .cells
            .chunks_mut(self.counts)
            .zip(&mut self.lefts)
            .rev()
        {
            let mut most = Bound::NONE;
            for cell in row.iter_mut().rev() {
                most.raise(*cell);
                *cell = most;
            }
            best.raise(most);
            *left = best;
        }
        best.worth
    }

    /// Of plays with so many tiles on the left, and at least so many on the
    /// right.
    #[inline]
    pub(super) fn right(&self, left: u8, right: u8) -> Bound {
        self.cells[usize::from(left) * self.counts + usize::from(right)]
    }

    /// Of plays with at least so many tiles on the left.
    #[inline]
    pub(super) fn left(&self, left: u8) -> Bound {
        self.lefts[usize::from(left)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_hold_for_all_that_can_follow() {
        let bound = |score, worth| Bound { score, worth };
        let mut bounds = Bounds::default();
        for _ in 0..2 {
            bounds.start(3);
            bounds.set(0, 2, bound(20, 5));
            bounds.set(1, 0, bound(10, 10));
            bounds.set(1, 2, bound(9, 12));
            bounds.set(2, 1, bound(11, 1));
            assert_eq!(bounds.finish(), 12);
            assert_eq!(bounds.right(0, 0), bound(20, 5));
            assert_eq!(bounds.right(0, 3), Bound::NONE);
            assert_eq!(bounds.right(1, 0), bound(10, 12));
            assert_eq!(bounds.right(1, 1), bound(9, 12));
            assert_eq!(bounds.left(0), bound(20, 12));
            assert_eq!(bounds.left(2), bound(11, 1));
            assert_eq!(bounds.left(3), Bound::NONE);
        }
    }
}
