//! The empty squares around an anchor, with what each adds to a play.
//!
//! The search places tiles in a fixed order without gaps: leftwards from the anchor,
//! then rightwards. So what a square and all squares before it on its side add to the
//! score, whatever tiles are placed, is computed once for an anchor and not each time a
//! tile is tried.

use crate::movegen::board::Direction;
use crate::movegen::generate::anchors::Anchor;
use crate::movegen::generate::cross_sets::{LaneSquare, MAX_SIDE};
use crate::tiles::PLAYED_BLANK;

/// An empty square on one side of an anchor. It fills one cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub(crate) struct AnchorSquare {
    /// The letters that may be placed here.
    pub(crate) cross_set: u64,
    /// The letters that may be placed on the next square of the same side; empty if
    /// there is no such square.
    pub(crate) next: u64,
    /// On the left side: the letters that may be placed on the first square to the
    /// right.
    pub(crate) turn: u64,
    /// The bit of the direction switch if `turn` has letters, otherwise 0.
    pub(crate) switch: u64,
    /// How often a tile's points count, as in [`LaneSquare`].
    pub(crate) weights: u64,
    /// The bit of the tile left of the square; 0 if there is none.
    pub(crate) run: u64,
    /// If this is the last square covered on its side: the points of the tiles
    /// on the board that are part of the word (low 32 bits), and the
    /// cross-scores (high 32 bits). Neither can come near 2³².
    pub(crate) base: u64,
    /// The product of the word premiums of this square and those before it.
    pub(crate) factor: u32,
    pub(crate) at: u8,
    /// The first tile of the run left of the square; the square itself if there
    /// is no run.
    pub(crate) start: u8,
    /// Whether a single tile here is a play of this anchor. It must be part of a word,
    /// and if it makes words both ways it is an across play.
    pub(crate) alone: bool,
    /// The number of squares of the same side after which plays end, if that is one or
    /// two; otherwise 0. They end on a square without a next one, a turn or a run.
    pub(crate) ends_in: u8,
}

impl AnchorSquare {
    /// Sets this square to the one that follows `last` on its side.
    #[inline(always)]
    fn follow(&mut self, last: &mut AnchorSquare, anchor: &Anchor, square: &LaneSquare, at: u8) {
        let is_across = anchor.direction == Direction::Across;
        last.next = square.cross_set;
        self.cross_set = square.cross_set;
        self.next = 0;
        self.ends_in = 0;
        self.turn = last.turn;
        self.switch = last.switch;
        self.weights = square.weights;
        self.run = 0;
        self.base = last.base + (u64::from(square.points) << 32);
        self.factor = last.factor.saturating_mul(u32::from(square.word));
        (self.at, self.start) = (at, at);
        self.alone = anchor.has_run() & (is_across | !square.is_hook());
    }

    /// Adds the run of tiles that ends left of the square.
    #[inline]
    fn reach(&mut self, before: &[LaneSquare]) {
        for square in before.iter().rev() {
            if square.tile == 0 {
                return;
            }
            if self.run == 0 {
                self.run = 1 << (square.tile & !PLAYED_BLANK);
            }
            self.start -= 1;
            self.base += u64::from(square.points);
        }
    }
}

/// Marks the two squares before the last of `count` on a side with where plays end, if
/// they end there.
fn mark_end(side: &mut [AnchorSquare; MAX_SIDE], count: usize) {
    let last = &side[count & (MAX_SIDE - 1)];
    if last.switch == 0 && last.run == 0 {
        let before = side.iter_mut().take(count).rev();
        for (ends_in, square) in [1, 2].into_iter().zip(before) {
            square.ends_in = ends_in;
        }
    }
}

/// The empty squares around an anchor. The first entry of each side stands for no
/// square.
#[derive(Clone, Debug)]
pub(crate) struct AnchorSquares {
    lefts: [AnchorSquare; MAX_SIDE],
    rights: [AnchorSquare; MAX_SIDE],
}

impl Default for AnchorSquares {
    fn default() -> Self {
        AnchorSquares {
            lefts: [AnchorSquare::default(); MAX_SIDE],
            rights: [AnchorSquare::default(); MAX_SIDE],
        }
    }
}

impl AnchorSquares {
    /// Finds the squares of an anchor for plays of up to `max_tiles` tiles with
    /// the letters in `playable`.
    pub(crate) fn find(
        &mut self,
        squares: &[LaneSquare],
        anchor: &Anchor,
        max_tiles: u8,
        playable: u64,
    ) {
        let squares = &squares[..usize::from(anchor.right)];
        let limits = (usize::from(max_tiles), playable);
        self.find_right(squares, anchor, limits);
        self.find_left(squares, anchor, limits);
    }

    fn find_right(&mut self, squares: &[LaneSquare], anchor: &Anchor, limits: (usize, u64)) {
        let (max_tiles, playable) = limits;
        let [last, rights @ ..] = &mut self.rights;
        let mut last = last;
        *last = AnchorSquare {
            factor: 1,
            ..AnchorSquare::default()
        };
        let mut count = 0;
        let squares = (anchor.run.end..).zip(&squares[usize::from(anchor.run.end)..]);
        for (here, (at, square)) in rights[..max_tiles].iter_mut().zip(squares) {
            if square.cross_set & playable == 0 {
                break;
            }
            here.follow(last, anchor, square, at);
            last = here;
            count += 1;
        }
        mark_end(&mut self.rights, count);
    }

    fn find_left(&mut self, squares: &[LaneSquare], anchor: &Anchor, limits: (usize, u64)) {
        let (max_tiles, playable) = limits;
        let turn = self.rights[0].next;
        let [last, lefts @ ..] = &mut self.lefts;
        let mut last = last;
        *last = AnchorSquare {
            base: u64::from(anchor.run.points),
            start: anchor.run.start,
            turn,
            switch: u64::from(turn != 0),
            factor: 1,
            ..AnchorSquare::default()
        };
        // A letter next to the anchor must also be one of its arcs.
        let mut fitting = playable & anchor.run.arcs.set;
        let mut count = 0;
        for here in &mut lefts[..max_tiles] {
            if last.start <= anchor.left {
                break;
            }
            let at = last.start - 1;
            let square = &squares[usize::from(at)];
            if square.cross_set & fitting == 0 {
                break;
            }
            fitting = playable;
            here.follow(last, anchor, square, at);
            here.reach(&squares[..usize::from(at)]);
            last = here;
            count += 1;
        }
        if count == max_tiles {
            (last.turn, last.switch) = (0, 0);
        }
        mark_end(&mut self.lefts, count);
    }

    /// The n-th square to the left or to the right, from 1.
    #[inline(always)]
    pub(crate) fn at<const LEFT: bool>(&self, n: usize) -> &AnchorSquare {
        match LEFT {
            true => &self.lefts[n & (MAX_SIDE - 1)],
            false => &self.rights[n & (MAX_SIDE - 1)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Graph, GraphKind, GraphSpec, NodeFormat, build};
    use crate::lexicon::Words;
    use crate::movegen::board::Position;
    use crate::movegen::generate::anchors::find_anchors;
    use crate::movegen::generate::arcs::Arcs;
    use crate::movegen::generate::cross_sets::CrossSets;
    use crate::ruleset::Ruleset;

    #[test]
    fn squares_add_up_from_the_anchor_on() {
        let english = Ruleset::builtin("english").unwrap();
        let word = |text| english.alphabet().read_word(text).unwrap();
        let words = ["AB", "CAB", "ABCAB"].map(word);
        let words = Words::from_unsorted(words.iter().map(Vec::as_slice)).unwrap();
        let bytes = build(&words, GraphSpec::new()).unwrap();
        let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap();
        // AB, an empty triple word square, AB; the rack has only C.
        let board = "5AB1AB5/15/15/15/15/15/15/15/15/15/15/15/15/15/15";
        let position = Position::read(&english, board, "CC").unwrap();
        let mut cross_sets = CrossSets::new(&english);
        cross_sets.update(&graph, &position);
        let mut anchors = Vec::new();
        let lane = (Direction::Across, 0);
        let playable = position.rack().playable();
        let root = Arcs::after(graph.letter_sets()[1]);
        find_anchors(&cross_sets, lane, root, None, playable, &mut anchors);
        let last = anchors.iter().find(|a| a.run.start == 8).unwrap();
        let mut squares = AnchorSquares::default();
        squares.find(last.squares(&cross_sets), last, 2, playable);
        let between = squares.at::<true>(1);
        assert_eq!((between.at, between.start, between.factor), (7, 5, 3));
        assert_eq!((between.base, between.run), (2 * (1 + 3), 1 << 2));
        assert!(between.alone && between.turn != 0);
        // The next square is the last: no tile is left for a turn.
        let further = squares.at::<true>(2);
        assert_eq!((further.at, further.start, further.turn), (4, 4, 0));
        assert_eq!((further.base, further.next), (between.base, 0));
        assert_eq!(squares.at::<true>(0).next, between.cross_set);
        assert_eq!(between.next, further.cross_set);
        let right = squares.at::<false>(2);
        assert_eq!((right.at, right.base, right.factor), (11, 0, 1));
        let ends_in = [0, 1, 2].map(|n| (squares.at::<true>(n), squares.at::<false>(n)));
        let ends_in = ends_in.map(|(left, right)| (left.ends_in, right.ends_in));
        assert_eq!(ends_in, [(2, 2), (1, 1), (0, 0)]);
    }
}
