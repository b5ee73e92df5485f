//! The squares of a span: those to cover, and those of the whole word.

use crate::movegen::best::shadow::Span;
use crate::movegen::generate::anchors::Anchor;
use crate::movegen::generate::cross_sets::{LaneSquare, MAX_SIDE};
use crate::tiles::{PLAYED_BLANK, Tile};

/// A square to cover.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SpanSquare {
    /// The letters that may be placed here.
    pub(crate) cross_set: u64,
    /// The weights of a tile's points, as in [`LaneSquare`].
    pub(crate) weights: u64,
    pub(crate) at: u8,
}

/// The squares of a span.
#[derive(Clone, Debug)]
pub(crate) struct SpanSquares {
    /// The squares to cover: left of the anchor, then right of it.
    covered: [SpanSquare; MAX_SIDE],
    count: usize,
    /// The letters that may be on each square of the word. A square with a tile allows
    /// only its letter.
    letters: [u64; MAX_SIDE],
    weights: [u64; MAX_SIDE],
    /// The first square of the word.
    pub(crate) start: u8,
    /// One past its last square.
    pub(crate) end: u8,
    /// The product of the word premiums.
    pub(crate) factor: u32,
    /// What covering the span scores with tiles of no points: in the word before its
    /// premiums (low 32 bits) and in cross-words (high 32 bits).
    pub(crate) base: u64,
}

impl Default for SpanSquares {
    fn default() -> Self {
        SpanSquares {
            covered: [SpanSquare::default(); MAX_SIDE],
            count: 0,
            letters: [0; MAX_SIDE],
            weights: [0; MAX_SIDE],
            start: 0,
            end: 0,
            factor: 1,
            base: 0,
        }
    }
}

impl SpanSquares {
    /// Finds the squares of a span in the lane of its anchor.
    pub(crate) fn find(&mut self, squares: &[LaneSquare], anchor: &Anchor, span: &Span) {
        let lefts = usize::from(span.left);
        self.count = lefts + usize::from(span.right);
        self.factor = 1;
        self.base = u64::from(anchor.run.points);
        let mut start = anchor.run.start;
        for i in 0..lefts {
            let at = start - 1;
            start = at;
            for before in squares[..usize::from(at)].iter().rev() {
                if before.tile == 0 {
                    break;
                }
                self.base += u64::from(before.points);
                start -= 1;
            }
            self.cover(i, squares, at);
        }
        for i in lefts..self.count {
            self.cover(i, squares, anchor.run.end + (i - lefts) as u8);
        }
        (self.start, self.end) = (start, anchor.run.end + span.right);
    }

    /// Finds the letters that may be on each square of the word. `squares` are
    /// those of the lane.
    pub(crate) fn find_letters(&mut self, squares: &[LaneSquare]) {
        let word = &squares[usize::from(self.start)..usize::from(self.end)];
        for (i, square) in word.iter().enumerate() {
            self.letters[i] = match square.tile {
                0 => square.cross_set,
                tile => 1 << (tile & !PLAYED_BLANK),
            };
        }
    }

    /// Sets the i-th square to cover.
    #[inline]
    fn cover(&mut self, i: usize, squares: &[LaneSquare], at: u8) {
        let square = &squares[usize::from(at)];
        self.covered[i] = SpanSquare {
            cross_set: square.cross_set,
            weights: square.weights,
            at,
        };
        self.base += u64::from(square.points) << 32;
        self.factor = self.factor.saturating_mul(u32::from(square.word));
    }

    /// The squares to cover: left of the anchor, then right of it.
    #[inline]
    pub(crate) fn covered(&self) -> &[SpanSquare] {
        &self.covered[..self.count]
    }

    /// The number of squares of the word.
    #[inline]
    pub(crate) fn length(&self) -> usize {
        usize::from(self.end - self.start)
    }

    /// Whether a word of the right length fits the tiles and the cross-sets. Requires
    /// [`find_letters`](Self::find_letters).
    #[inline]
    pub(crate) fn fits(&self, word: &[Tile]) -> bool {
        let mut tiles = word.iter().enumerate();
        tiles.all(|(i, tile)| self.letters[i] >> (tile & 63) & 1 != 0)
    }

    /// Sorts the squares by how often a tile's points count there, the most first.
    pub(crate) fn weigh(&mut self) {
        for (i, square) in self.covered[..self.count].iter().enumerate() {
            let main = square.weights & u64::from(u32::MAX);
            let weight = main * u64::from(self.factor) + (square.weights >> 32);
            let mut at = i;
            while at > 0 && self.weights[at - 1] < weight {
                self.weights[at] = self.weights[at - 1];
                at -= 1;
            }
            self.weights[at] = weight;
        }
    }

    /// How often a tile's points count on each square, the most first. Requires
    /// [`weigh`](Self::weigh).
    #[inline]
    pub(crate) fn weights(&self) -> &[u64] {
        &self.weights[..self.count]
    }
}
