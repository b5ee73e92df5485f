//! The search for plays on one span of squares.
//!
//! For one span, most subracks are out of the question: with their leave they
//! are worth too little whatever they score there, or their tiles make no word
//! with those on the span. Only tiles of the other subracks are tried, on all
//! squares of the span, in the order in which the GADDAG reads them: leftwards
//! from the anchor, then rightwards.

use crate::graph::{Graph, NodeWithSet, index_in};
use crate::movegen::best::anagram_filter::AnagramFilter;
use crate::movegen::best::equity::THOUSANDTHS;
use crate::movegen::best::shadow::{MAX_SCORE, Span, in_bounds};
use crate::movegen::best::subracks::{Subrack, Subracks};
use crate::movegen::board::play::Found;
use crate::movegen::board::position::Position;
use crate::movegen::board::rack::Rack;
use crate::movegen::generate::anchors::Anchor;
use crate::movegen::generate::arcs::Arcs;
use crate::movegen::generate::cross_sets::{LaneSquare, MAX_SIDE};
use crate::movegen::generate::search::{PlaySink, first, pass_run, total};
use crate::tiles::{BLANK, MAX_LETTERS, PLAYED_BLANK};

/// A square to be covered.
#[derive(Clone, Copy, Debug, Default)]
struct SpanSquare {
    /// The letters that may be placed here.
    cross_set: u64,
    /// Those of them that are tried as tiles of the rack.
    wanted: u64,
    /// Those of them that are tried as blanks.
    blank: u64,
    /// As in [`LaneSquare`].
    weights: u64,
    at: u8,
    /// The first tile of the run left of the square, which is passed with it;
    /// the square itself if there is no run.
    start: u8,
}

impl SpanSquare {
    /// Makes this a square of the lane, and gives its cross-score in the high
    /// 32 bits.
    #[inline]
    fn cover(&mut self, square: &LaneSquare, at: u8, start: u8) -> u64 {
        self.cross_set = square.cross_set;
        self.weights = square.weights;
        (self.at, self.start) = (at, start);
        u64::from(square.points) << 32
    }
}

/// The squares of a span.
pub(crate) struct SpanSquares {
    /// Those to be covered: left of the anchor, then right of it.
    covered: [SpanSquare; MAX_SIDE],
    count: usize,
    lefts: usize,
    /// The first square of the word.
    start: u8,
    /// One past its last square.
    end: u8,
    /// The product of the word premiums.
    factor: u32,
    /// What covering the span scores with tiles that have no points: in the
    /// word before its premiums (low 32 bits) and in cross-words (high 32 bits).
    base: u64,
}

impl Default for SpanSquares {
    fn default() -> Self {
        SpanSquares {
            covered: [SpanSquare::default(); MAX_SIDE],
            count: 0,
            lefts: 0,
            start: 0,
            end: 0,
            factor: 1,
            base: 0,
        }
    }
}

impl SpanSquares {
    /// How often the points of a tile count on each square, the most first.
    fn weights(&self) -> [u64; MAX_SIDE] {
        let mut weights = [0; MAX_SIDE];
        for (i, square) in self.covered[..self.count].iter().enumerate() {
            let main = square.weights & u64::from(u32::MAX);
            let weight = main * u64::from(self.factor) + (square.weights >> 32);
            let mut at = i;
            while at > 0 && weights[at - 1] < weight {
                weights[at] = weights[at - 1];
                at -= 1;
            }
            weights[at] = weight;
        }
        weights
    }
}

/// The state of a search, made for a position and run for one span after the
/// other.
pub(crate) struct SpanSearch<'a, S> {
    steps: &'a [NodeWithSet],
    subracks: &'a Subracks,
    filter: &'a AnagramFilter,
    sink: &'a mut S,
    points: [u32; MAX_LETTERS + 1],
    rack_size: usize,
    bonus: u32,
    rack: Rack,
    /// The tiles that the whole rack has more than once.
    doubles: u64,
    squares: &'a [LaneSquare],
    anchor: Anchor,
    /// The subracks that may make a word, each with the value of its leave and
    /// the letters for a blank.
    candidates: Vec<(i64, &'a Subrack, u64)>,
    /// The placed tiles by square of the lane, else 0.
    tiles: [u8; MAX_SIDE],
}

impl<'a, S: PlaySink> SpanSearch<'a, S> {
    pub(crate) fn new(
        graph: &'a Graph,
        position: &Position<'_>,
        subracks: &'a Subracks,
        filter: &'a AnagramFilter,
        sink: &'a mut S,
    ) -> SpanSearch<'a, S> {
        let ruleset = position.ruleset();
        let mut points = [0; MAX_LETTERS + 1];
        for &(tile, own) in subracks.letters() {
            points[usize::from(tile)] = own;
        }
        SpanSearch {
            steps: graph.letter_sets(),
            subracks,
            filter,
            sink,
            points,
            rack_size: usize::from(ruleset.rack_size()),
            bonus: u32::from(ruleset.bonus()),
            rack: position.rack().clone(),
            doubles: position.rack().doubles(),
            squares: &[],
            anchor: Anchor::default(),
            candidates: Vec::new(),
            tiles: [0; MAX_SIDE],
        }
    }

    /// The least equity of a play that is still wanted.
    pub(crate) fn floor(&self) -> i64 {
        self.sink.floor()
    }

    /// Finds the plays on a span whose equity can reach the floor. `squares`
    /// are those of the anchor's lane; `layout` is overwritten.
    pub(crate) fn run(
        &mut self,
        squares: &'a [LaneSquare],
        anchor: &Anchor,
        span: &Span,
        layout: &mut SpanSquares,
    ) {
        self.squares = squares;
        self.anchor = *anchor;
        self.find_candidates(span);
        if self.candidates.is_empty() {
            return;
        }
        self.lay_out(span, layout);
        let (wanted, blank) = self.choose(layout);
        if wanted == 0 {
            return;
        }
        for square in &mut layout.covered[..layout.count] {
            square.wanted = square.cross_set & wanted;
            square.blank = square.cross_set & blank;
        }
        self.tiles = [0; MAX_SIDE];
        let arcs = match layout.lefts {
            0 => anchor.arcs.switched(self.steps),
            _ => anchor.arcs,
        };
        match wanted & self.rack.set() & 1 {
            0 => self.fill::<false>(layout, 0, arcs, layout.base),
            _ => self.fill::<true>(layout, 0, arcs, layout.base),
        }
    }

    /// Finds the subracks that can reach the floor on a span by a rough bound,
    /// and may make a word with the tiles there.
    fn find_candidates(&mut self, span: &Span) {
        // What each point less takes from the bound. Nothing is known where
        // scores saturate.
        let step = match span.score < MAX_SCORE {
            true => i64::from(span.factor) * THOUSANDTHS,
            false => 0,
        };
        let count = usize::from(span.left + span.right);
        let most_points: u32 = self.subracks.points()[..count].iter().sum();
        let most_points = i64::from(most_points);
        let through = self.anchor.has_run().then_some(span.through);
        // The least value that a leave must have.
        let least = self.sink.floor().saturating_sub(span.score);
        self.candidates.clear();
        for ranked in self.subracks.placing(count) {
            // All that follow have leaves of less value.
            if ranked.value < least {
                break;
            }
            let less = (most_points - i64::from(ranked.points)) * step;
            if ranked.value - less < least {
                continue;
            }
            let subrack = self.subracks.get(ranked);
            let letters = match through {
                None => subrack.alone,
                Some(through) => {
                    let hash = subrack.hash.wrapping_add(through);
                    self.filter
                        .letters_for(hash, subrack.placed, subrack.blanks)
                }
            };
            if letters != 0 {
                self.candidates.push((ranked.value, subrack, letters));
            }
        }
    }

    /// Finds the squares of a span and what they have in common.
    fn lay_out(&self, span: &Span, layout: &mut SpanSquares) {
        let lefts = usize::from(span.left);
        let count = lefts + usize::from(span.right);
        let (mut base, mut start) = (u64::from(self.anchor.points), self.anchor.start);
        for square in &mut layout.covered[..lefts] {
            let at = start - 1;
            start = at;
            for before in self.squares[..usize::from(at)].iter().rev() {
                if before.tile == 0 {
                    break;
                }
                base += u64::from(before.points);
                start -= 1;
            }
            base += square.cover(&self.squares[usize::from(at)], at, start);
        }
        let rights = layout.covered[lefts..count].iter_mut();
        for (square, at) in rights.zip(self.anchor.end..) {
            base += square.cover(&self.squares[usize::from(at)], at, at);
        }
        layout.count = count;
        layout.lefts = lefts;
        layout.start = start;
        layout.end = self.anchor.end + span.right;
        layout.factor = span.factor;
        layout.base = base;
    }

    /// Chooses the tiles to try, and the letters to try for a blank: those of
    /// all subracks that can reach the floor and have a tile for each square.
    fn choose(&self, layout: &SpanSquares) -> (u64, u64) {
        let (mut wanted, mut blank) = (0, 0);
        let floor = self.sink.floor();
        let weights = layout.weights();
        for &(value, subrack, letters) in &self.candidates {
            let fitting = subrack.set | if subrack.blanks > 0 { letters } else { 0 };
            let mut squares = layout.covered[..layout.count].iter();
            if squares.all(|square| square.cross_set & fitting != 0)
                && self.max_score(subrack, layout, &weights) + value >= floor
            {
                wanted |= subrack.set;
                blank |= letters;
            }
        }
        (wanted, blank)
    }

    /// A bound of a subrack's score: the tiles with the most points are where
    /// they count most.
    fn max_score(&self, subrack: &Subrack, layout: &SpanSquares, weights: &[u64; MAX_SIDE]) -> i64 {
        let main = layout.base & u64::from(u32::MAX);
        let mut score = main * u64::from(layout.factor) + (layout.base >> 32);
        let mut rest = subrack.tiles;
        for &weight in &weights[..layout.count] {
            let tile = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            let points = self.subracks.points().get(tile).copied().unwrap_or(0);
            score = score.saturating_add(u64::from(points) * weight);
        }
        in_bounds(score.saturating_add(u64::from(self.bonus_for(layout))))
    }

    #[inline]
    fn bonus_for(&self, layout: &SpanSquares) -> u32 {
        match layout.count == self.rack_size {
            true => self.bonus,
            false => 0,
        }
    }

    /// Tries the tiles of some arcs on a square. Without `WITH_BLANK`, no blank
    /// is tried.
    fn fill<const WITH_BLANK: bool>(
        &mut self,
        layout: &SpanSquares,
        i: usize,
        arcs: Arcs,
        points: u64,
    ) {
        let square = &layout.covered[i & (MAX_SIDE - 1)];
        let set = self.rack.set();
        let mut rest = arcs.set & square.wanted & set;
        while rest != 0 {
            let (tile, bit) = first(&mut rest);
            let left = self.rack.set_without(tile, bit, self.doubles);
            if let Some(next) = self.step::<WITH_BLANK>(layout, i, arcs, bit, left) {
                let own = u64::from(self.points[usize::from(tile & 63)]) * square.weights;
                self.tiles[usize::from(square.at & 63)] = tile;
                self.rack.take_to(tile, left);
                self.go_on::<WITH_BLANK>(layout, i, next, points + own);
                self.rack.put_to(tile, set);
            }
        }
        if !WITH_BLANK || set & 1 == 0 {
            return;
        }
        self.rack.take(BLANK);
        let left = self.rack.set();
        let mut rest = arcs.set & square.blank;
        while rest != 0 {
            let (tile, bit) = first(&mut rest);
            if let Some(next) = self.step::<WITH_BLANK>(layout, i, arcs, bit, left) {
                self.tiles[usize::from(square.at & 63)] = tile | PLAYED_BLANK;
                self.go_on::<WITH_BLANK>(layout, i, next, points);
            }
        }
        self.rack.put(BLANK);
    }

    /// The arcs to go on with after a tile on a square, where `left` is the set
    /// of tiles then on the rack; none if that leads nowhere. On the last square
    /// the arcs do not matter.
    #[inline(always)]
    fn step<const WITH_BLANK: bool>(
        &self,
        layout: &SpanSquares,
        i: usize,
        arcs: Arcs,
        bit: u64,
        left: u64,
    ) -> Option<Arcs> {
        let square = &layout.covered[i & (MAX_SIDE - 1)];
        let mut index = index_in(arcs.start, arcs.set, bit);
        if square.start < square.at {
            index = pass_run(self.steps, index, self.squares, square.start..square.at)?;
        }
        let step = self.steps[index];
        if i + 1 == layout.count {
            return step.node().accepts().then(Arcs::default);
        }
        let mut next = Arcs::after(step);
        if i + 1 == layout.lefts {
            next = next.switched(self.steps);
        }
        let ahead = &layout.covered[(i + 1) & (MAX_SIDE - 1)];
        let mut open = ahead.wanted & left;
        if WITH_BLANK && left & 1 != 0 {
            open |= ahead.blank;
        }
        (next.set & open != 0).then_some(next)
    }

    /// Goes on to the next square, if there is one.
    #[inline(always)]
    fn go_on<const WITH_BLANK: bool>(
        &mut self,
        layout: &SpanSquares,
        i: usize,
        next: Arcs,
        points: u64,
    ) {
        match i + 1 == layout.count {
            true => self.record(layout, points),
            false => self.fill::<WITH_BLANK>(layout, i + 1, next, points),
        }
    }

    /// Hands on the play that covers the span.
    #[inline(never)]
    fn record(&mut self, layout: &SpanSquares, points: u64) {
        let tiles = &self.tiles[usize::from(layout.start)..usize::from(layout.end)];
        self.sink.found(&Found {
            play: self.anchor.play(layout.start, tiles),
            score: total(points, layout.factor, self.bonus_for(layout)),
            leave: &self.rack,
        });
    }
}
