//! Fills the squares of a span from the GADDAG.
//!
//! Tiles are tried on the squares in the order in which the GADDAG reads them:
//! leftwards from the anchor, then rightwards. This is the way for subracks with
//! several blanks, and for graphs with too many words to look up.

use crate::graph::index_in;
use crate::movegen::best::span_search::SpanSearch;
use crate::movegen::best::span_squares::SpanSquares;
use crate::movegen::generate::arcs::{Arcs, first};
use crate::movegen::generate::search::{PlaySink, pass_run};
use crate::tiles::{BLANK, PLAYED_BLANK};

impl<S: PlaySink> SpanSearch<'_, S> {
    /// Finds all plays on a span with the letters that its squares want.
    pub(crate) fn fill_span(&mut self, layout: &SpanSquares) {
        let arcs = match layout.lefts {
            0 => self.anchor.arcs.switched(self.steps),
            _ => self.anchor.arcs,
        };
        self.fill(layout, 0, arcs, layout.base);
    }

    /// Tries the tiles of some arcs on a square.
    fn fill(&mut self, layout: &SpanSquares, i: usize, arcs: Arcs, points: u64) {
        let square = layout.at(i);
        let set = self.rack.set();
        let mut rest = arcs.set & square.wanted & set;
        while rest != 0 {
            let (tile, bit) = first(&mut rest);
            let left = self.rack.set_without(tile, bit, self.doubles);
            if let Some(next) = self.step(layout, i, arcs, bit, left) {
                let own = u64::from(self.points[usize::from(tile & 63)]) * square.weights;
                self.tiles[usize::from(square.at & 63)] = tile;
                self.rack.take_to(tile, left);
                self.go_on(layout, i, next, points + own);
                self.rack.put_to(tile, set);
            }
        }
        if set & 1 == 0 {
            return;
        }
        self.rack.take(BLANK);
        let left = self.rack.set();
        let mut rest = arcs.set & square.blank;
        while rest != 0 {
            let (tile, bit) = first(&mut rest);
            if let Some(next) = self.step(layout, i, arcs, bit, left) {
                self.tiles[usize::from(square.at & 63)] = tile | PLAYED_BLANK;
                self.go_on(layout, i, next, points);
            }
        }
        self.rack.put(BLANK);
    }

    /// The arcs to go on with after a tile on a square, where `left` is the set
    /// of tiles then on the rack; none if that leads nowhere. On the last square
    /// the arcs do not matter.
    #[inline(always)]
    fn step(
        &self,
        layout: &SpanSquares,
        i: usize,
        arcs: Arcs,
        bit: u64,
        left: u64,
    ) -> Option<Arcs> {
        let square = layout.at(i);
        let mut index = index_in(arcs.start, arcs.set, bit);
        if square.start < square.at {
            index = pass_run(self.steps, index, self.squares, square.start..square.at)?;
        }
        let step = self.steps[index];
        if i + 1 == layout.count() {
            return step.node().accepts().then(Arcs::default);
        }
        let mut next = Arcs::after(step);
        if i + 1 == layout.lefts {
            next = next.switched(self.steps);
        }
        let ahead = layout.at(i + 1);
        let mut open = ahead.wanted & left;
        if left & 1 != 0 {
            open |= ahead.blank;
        }
        (next.set & open != 0).then_some(next)
    }

    /// Goes on to the next square, if there is one.
    #[inline(always)]
    fn go_on(&mut self, layout: &SpanSquares, i: usize, next: Arcs, points: u64) {
        match i + 1 == layout.count() {
            true => self.record(layout, points),
            false => self.fill(layout, i + 1, next, points),
        }
    }
}
