//! Bounds: the most that can be had from the plays of one anchor.
//!
//! A play covers some squares left of the anchor and some right of it. From
//! where a search is, it can cover more on the same side, or, from the left,
//! turn to the right. For each such way, the most that a play can be worth is
//! kept, and the most that the squares still to be covered can add to the score
//! so far. So one look tells whether going on is worth it.

/// The most that covering a square adds, but for the points of the tile.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Square {
    /// The word premium.
    pub(super) factor: u32,
    /// What it adds to the word: to a tile's points, and those of tiles that
    /// it reaches.
    pub(super) extra: u32,
    /// What its cross-word scores.
    pub(super) crosses: u32,
}

/// What a way on can come to at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bound {
    /// What a play is worth, its kept tiles included, if nothing is known of
    /// those placed so far; `i64::MIN` if there is no play.
    pub(super) worth: i64,
    /// The product of the word premiums to come.
    factor: u32,
    /// What the squares to come add to the word, times their premiums.
    extra: u32,
    /// What their cross-words score, and the bonus.
    crosses: u32,
}

impl Bound {
    /// No play.
    pub(super) const NONE: Bound = Bound {
        worth: i64::MIN,
        factor: 0,
        extra: 0,
        crosses: 0,
    };

    /// The end of a play: nothing comes after it but the bonus.
    pub(super) fn end(worth: i64, bonus: u32) -> Bound {
        Bound {
            worth,
            factor: 1,
            extra: 0,
            crosses: bonus,
        }
    }

    /// Either of two.
    fn or(self, other: Bound) -> Bound {
        Bound {
            worth: self.worth.max(other.worth),
            factor: self.factor.max(other.factor),
            extra: self.extra.max(other.extra),
            crosses: self.crosses.max(other.crosses),
        }
    }

    /// A square, and then this.
    fn after(self, square: Square) -> Bound {
        let own = self.factor.saturating_mul(square.extra);
        Bound {
            worth: self.worth,
            factor: self.factor.saturating_mul(square.factor),
            extra: own.saturating_add(self.extra).saturating_mul(square.factor),
            crosses: self.crosses.saturating_add(square.crosses),
        }
    }

    /// The most that a play can score that goes on this way: `main` are the
    /// points of the word so far and of all tiles on the rack, `factor` the
    /// premiums of the word so far, `crosses` what its cross-words score.
    #[inline]
    pub(super) fn score(&self, main: u32, factor: u32, crosses: u32) -> u32 {
        let factor = u64::from(factor);
        let word = (factor * u64::from(self.factor)).saturating_mul(u64::from(main));
        let rest = factor * u64::from(self.extra);
        let crosses = u64::from(crosses) + u64::from(self.crosses);
        let score = word.saturating_add(rest).saturating_add(crosses);
        score.min(u64::from(u32::MAX)) as u32
    }
}

/// The bounds of an anchor's plays by the tiles placed on each side.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounds {
    /// One more than the most tiles.
    counts: usize,
    /// How many counts on the left there are, and the last square of each but
    /// the first.
    lefts: Vec<Square>,
    /// The squares on the right.
    rights: Vec<Square>,
    /// By the tiles on the left, then on the right. At first those of plays
    /// with just as many, then of those with more on the right.
    cells: Vec<Bound>,
    /// For each count on the left, those of plays with more.
    further: Vec<Bound>,
}

impl Bounds {
    /// Starts over for plays of up to so many tiles.
    pub(super) fn start(&mut self, most: usize) {
        self.counts = most + 1;
        self.lefts.clear();
        self.rights.clear();
        self.cells.clear();
        self.further.clear();
    }

    /// Goes on to plays with one more tile on the left, or with none at first;
    /// `end` is that of plays with none on the right.
    pub(super) fn go_left(&mut self, square: Square, end: Bound) {
        self.lefts.push(square);
        self.further.push(Bound::NONE);
        let start = self.cells.len();
        self.cells.resize(start + self.counts, Bound::NONE);
        self.cells[start] = end;
    }

    /// Adds plays with so many tiles on the right, and as many on the left as
    /// were gone to.
    pub(super) fn add_right(&mut self, count: usize, square: Square, end: Bound) {
        if self.rights.len() < count {
            self.rights.push(square);
        }
        let start = self.cells.len() - self.counts;
        self.cells[start + count] = end;
    }

    /// Finds the maxima, and gives that of all plays.
    pub(super) fn finish(&mut self) -> i64 {
        let mut further = Bound::NONE;
        let rows = self.cells.chunks_exact_mut(self.counts).rev();
        let lefts = self.lefts.iter().zip(&mut self.further).rev();
        for (row, (&square, place)) in rows.zip(lefts) {
            *place = further;
            let (end, row) = (row[0], row);
            let mut more = Bound::NONE;
            for (count, &square) in self.rights.iter().enumerate().rev() {
                let Some(cell) = row.get_mut(count + 1) else {
                    continue;
                };
                let here = cell.or(more);
                *cell = more;
                more = match here.worth {
                    i64::MIN => Bound::NONE,
                    _ => here.after(square),
                };
            }
            row[0] = more;
            further = end.or(more).or(further);
            if further.worth > i64::MIN {
                further = further.after(square);
            }
        }
        further.worth
    }

    /// Of plays with so many tiles on the left, and more than so many on the
    /// right.
    #[inline]
    pub(super) fn right(&self, left: u8, right: u8) -> &Bound {
        &self.cells[usize::from(left) * self.counts + usize::from(right)]
    }

    /// Of plays with more than so many tiles on the left.
    #[inline]
    pub(super) fn further(&self, left: u8) -> &Bound {
        &self.further[usize::from(left)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_hold_for_all_that_can_follow() {
        let square = |factor, extra, crosses| Square {
            factor,
            extra,
            crosses,
        };
        let mut bounds = Bounds::default();
        for _ in 0..2 {
            bounds.start(3);
            // Nothing on the left: two words to the right.
            bounds.go_left(square(1, 0, 0), Bound::NONE);
            bounds.add_right(1, square(2, 3, 4), Bound::end(10, 0));
            bounds.add_right(2, square(1, 0, 5), Bound::end(20, 50));
            // One on the left: a word with one on the right.
            bounds.go_left(square(3, 1, 0), Bound::NONE);
            bounds.add_right(1, square(2, 3, 4), Bound::end(15, 0));
            assert_eq!(bounds.finish(), 20);
            assert_eq!(bounds.further(1).worth, i64::MIN);
            assert_eq!(bounds.further(0).worth, 15);
            assert_eq!(bounds.right(0, 0).worth, 20);
            assert_eq!(bounds.right(0, 1).worth, 20);
            assert_eq!(bounds.right(0, 2), &Bound::NONE);
            // From the left square: its own premium, and the one to the right.
            assert_eq!(bounds.further(0).score(10, 1, 7), 6 * (10 + 1 + 3) + 7 + 4);
            assert_eq!(bounds.right(1, 0).score(10, 3, 0), 3 * 2 * (10 + 3) + 4);
            assert_eq!(bounds.right(0, 0).score(1, 1, 0), 2 * (1 + 3) + 4 + 5 + 50);
        }
    }

    #[test]
    fn sums_stop_at_the_largest_score() {
        let end = Bound::end(0, u32::MAX);
        let square = Square {
            factor: u32::MAX,
            extra: u32::MAX,
            crosses: u32::MAX,
        };
        let bound = end.after(square).after(square);
        assert_eq!(bound.score(u32::MAX, u32::MAX, u32::MAX), u32::MAX);
    }
}
