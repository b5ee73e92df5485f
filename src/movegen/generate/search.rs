//! The search for plays from one anchor, after Gordon's "A Faster Scrabble Move
//! Generation Algorithm" (1994).
//!
//! A GADDAG path begins at the anchor and takes in tiles leftwards. After each
//! tile the word may end, or the direction switch may lead on to the tiles right
//! of the anchor. Runs of tiles to the left are passed in one step, so recursion
//! is only as deep as the number of placed tiles. There are no tiles to the
//! right of an anchor, by the choice of anchors.
//!
//! Most paths lead nowhere. So a child list is entered only if it has a tile
//! that fits on the next square and that the rack can play: its letter set
//! tells. What does not depend on the placed tile is known before, from the
//! [`AnchorSquares`].

use crate::graph::{Graph, Node, NodeWithSet, index_in};
use crate::movegen::board::play::Found;
use crate::movegen::board::position::Position;
use crate::movegen::board::rack::Rack;
use crate::movegen::generate::anchor_squares::{AnchorSquare, AnchorSquares};
use crate::movegen::generate::anchors::Anchor;
use crate::movegen::generate::arcs::{Arcs, first};
use crate::movegen::generate::cross_sets::{LaneSquare, MAX_SIDE};
use crate::tiles::{BLANK, MAX_LETTERS, PLAYED_BLANK};
use std::ops::Range;

/// Takes the plays that a search finds.
pub(crate) trait PlaySink {
    fn found(&mut self, found: &Found<'_>);

    /// The least equity of a play that is still wanted.
    fn floor(&self) -> i64 {
        i64::MIN
    }
}

impl<F: FnMut(&Found<'_>)> PlaySink for F {
    #[inline]
    fn found(&mut self, found: &Found<'_>) {
        self(found);
    }
}

/// Follows a run of tiles from its right end, and gives the index of the last
/// node; none if there is no such path.
#[inline(never)]
pub(crate) fn pass_run(
    steps: &[NodeWithSet],
    mut index: usize,
    squares: &[LaneSquare],
    run: Range<u8>,
) -> Option<usize> {
    let run = &squares[usize::from(run.start)..usize::from(run.end)];
    for square in run.iter().rev() {
        index = Arcs::after(steps[index]).follow(square.tile & !PLAYED_BLANK)?;
    }
    Some(index)
}

/// The state of a search. It is made for a position and run for one anchor after
/// the other.
///
/// The small tables are part of it, so all of them are near each other.
pub(crate) struct AnchorSearch<'a, S> {
    steps: &'a [NodeWithSet],
    /// The squares of the anchor's lane.
    squares: &'a [LaneSquare],
    anchor: Anchor,
    rack_size: usize,
    /// The bonus for placing `rack_size` tiles.
    bonus: u32,
    /// While tiles are placed to the right: how many are on the left, where the word
    /// begins, and the product of the word premiums there.
    lefts: usize,
    start: u8,
    factor: u32,
    /// How many tiles may be placed on the right, if the rack has more than a
    /// play may place; else the rack runs out first.
    room: usize,
    is_capped: bool,
    /// The most tiles that a play may place.
    max_tiles: usize,
    sink: &'a mut S,
    /// The placed tiles by square of the lane, else 0. There are more than a lane
    /// has, so that any number of a square is an index.
    tiles: [u8; 1 << u8::BITS],
    /// The counts are those of the tiles that are left. The set is that of the last
    /// play that was found.
    rack: Rack,
    /// The set of the whole rack.
    whole: u64,
    /// The tiles that the whole rack has more than once.
    doubles: u64,
    /// Points by tile of the rack.
    points: [u32; MAX_LETTERS + 1],
}

/// Where a placed tile leads to.
struct Step {
    /// Whether a word ends here.
    accepts: bool,
    arcs: Arcs,
    /// The arcs behind the direction switch after a tile on the left; none if no
    /// letter of them fits on the first square to the right.
    turned: Arcs,
    /// The letters that can be placed on the next square of the same side.
    onward: u64,
}

const LEFT: bool = true;
const RIGHT: bool = false;

/// The letters that a rack with a set of tiles can play: all if there is a blank.
#[inline]
fn playable(set: u64) -> u64 {
    if set & 1 != 0 { u64::MAX } else { set }
}

impl<'a, S: PlaySink> AnchorSearch<'a, S> {
    /// A search for plays of up to `max_tiles` tiles.
    pub(crate) fn new(
        graph: &'a Graph,
        position: &Position<'_>,
        max_tiles: u8,
        sink: &'a mut S,
    ) -> AnchorSearch<'a, S> {
        let (ruleset, rack) = (position.ruleset(), position.rack());
        let mut points = [0; MAX_LETTERS + 1];
        for tile in rack.different() {
            points[usize::from(tile)] = u32::from(ruleset.points(tile));
        }
        AnchorSearch {
            steps: graph.letter_sets(),
            squares: &[],
            anchor: Anchor::default(),
            rack_size: usize::from(ruleset.rack_size()),
            bonus: u32::from(ruleset.bonus()),
            lefts: 0,
            start: 0,
            factor: 1,
            room: usize::MAX,
            is_capped: rack.total() > u32::from(max_tiles),
            max_tiles: usize::from(max_tiles),
            sink,
            tiles: [0; 1 << u8::BITS],
            rack: rack.clone(),
            whole: rack.set(),
            doubles: rack.doubles(),
            points,
        }
    }

    /// Finds the plays of an anchor. `squares` are those of its lane, `around`
    /// those found for the anchor.
    pub(crate) fn run(
        &mut self,
        squares: &'a [LaneSquare],
        anchor: &Anchor,
        around: &AnchorSquares,
    ) {
        self.squares = squares;
        self.anchor = *anchor;
        self.tiles[..MAX_SIDE].fill(0);
        let (first, set) = (around.at::<LEFT>(0), self.whole);
        let next = (first.next, playable(set));
        if let Some(step) = self.step::<LEFT>(false, anchor.arcs, first, next) {
            self.go_on::<LEFT>((around, 0), step, 0, set);
        }
    }

    /// Tries all tiles on a square; `WITH_BLANK` says whether the rack has one.
    fn fill<const SIDE: bool, const WITH_BLANK: bool>(
        &mut self,
        around: &AnchorSquares,
        n: usize,
        arcs: Arcs,
        points: u64,
        set: u64,
    ) {
        let square = around.at::<SIDE>(n);
        let next = self.next::<SIDE>(square, n);
        let mut rest = arcs.set & square.cross_set & set;
        while rest != 0 {
            let (tile, bit) = first(&mut rest);
            let left = self.rack.set_without(set, tile, bit, self.doubles);
            let playable = if WITH_BLANK { u64::MAX } else { left };
            let index = index_in(arcs.start, arcs.set, bit);
            if let Some((node, arcs)) = self.pass::<SIDE>(index, square)
                && let Some(step) =
                    self.step::<SIDE>(node.accepts(), arcs, square, (next, playable))
            {
                let own = u64::from(self.points[usize::from(tile & 63)]) * square.weights;
                self.rack.take_count(tile);
                self.tiles[usize::from(square.at)] = tile;
                self.follow::<SIDE, WITH_BLANK>((around, n), step, points + own, left);
                self.rack.put_count(tile);
            }
        }
        if WITH_BLANK {
            self.try_blank::<SIDE>(around, n, arcs, points, set);
        }
    }

    /// Tries a blank as every letter that fits. It has no points.
    #[inline(never)]
    fn try_blank<const SIDE: bool>(
        &mut self,
        around: &AnchorSquares,
        n: usize,
        arcs: Arcs,
        points: u64,
        set: u64,
    ) {
        let square = around.at::<SIDE>(n);
        self.rack.take_count(BLANK);
        let left = set & !u64::from(self.rack.count(BLANK) == 0);
        let next = (self.next::<SIDE>(square, n), playable(left));
        // All nodes of the list; the direction switch fits nowhere.
        for index in arcs.start as usize.. {
            let own = self.steps[index].node();
            if square.cross_set >> own.tile() & 1 != 0
                && let Some((node, arcs)) = self.pass::<SIDE>(index, square)
                && let Some(step) = self.step::<SIDE>(node.accepts(), arcs, square, next)
            {
                self.tiles[usize::from(square.at)] = own.tile() | PLAYED_BLANK;
                self.go_on::<SIDE>((around, n), step, points, left);
            }
            if own.is_end() {
                break;
            }
        }
        self.rack.put_count(BLANK);
    }

    /// Goes on after a tile on the n-th square of a side, with the tiles that are `left`.
    #[inline(always)]
    fn go_on<const SIDE: bool>(
        &mut self,
        place: (&AnchorSquares, usize),
        step: Step,
        points: u64,
        left: u64,
    ) {
        match left & 1 != 0 {
            true => self.follow::<SIDE, true>(place, step, points, left),
            false => self.follow::<SIDE, false>(place, step, points, left),
        }
    }

    /// Hands on the play that ends with the tile just placed, and places further tiles.
    #[inline(always)]
    fn follow<const SIDE: bool, const WITH_BLANK: bool>(
        &mut self,
        (around, n): (&AnchorSquares, usize),
        step: Step,
        points: u64,
        left: u64,
    ) {
        let square = around.at::<SIDE>(n);
        if step.accepts {
            self.record::<SIDE>(square, n, points, left);
        }
        if step.turned.set != 0 {
            self.turn(square, n);
            let points = points + square.base;
            self.fill::<RIGHT, WITH_BLANK>(around, 1, step.turned, points, left);
        }
        if step.onward != 0 {
            self.fill::<SIDE, WITH_BLANK>(around, n + 1, step.arcs, points, left);
        }
    }

    /// The step to a node with some arcs by a tile on a square; none if no word ends
    /// there and no tile can follow. `next` has the letters that fit on the next square.
    #[inline(always)]
    fn step<const SIDE: bool>(
        &self,
        accepts: bool,
        arcs: Arcs,
        square: &AnchorSquare,
        (next, playable): (u64, u64),
    ) -> Option<Step> {
        let mut turned = Arcs::default();
        if SIDE == LEFT && arcs.set & square.switch != 0 {
            // The switch is tile 0, so it is the first of its list.
            let behind = Arcs::after(self.steps[arcs.start as usize]);
            if behind.set & square.turn & playable != 0 {
                turned = behind;
            }
        }
        let onward = arcs.set & next & playable;
        (accepts | (onward | turned.set != 0)).then_some(Step {
            accepts,
            arcs,
            turned,
            onward,
        })
    }

    /// The letters that fit on the next square of the same side.
    #[inline(always)]
    fn next<const SIDE: bool>(&self, square: &AnchorSquare, n: usize) -> u64 {
        match SIDE == LEFT || n < self.room {
            true => square.next,
            false => 0,
        }
    }

    /// Turns to the right with `lefts` tiles placed on the left, the last of them on
    /// a square.
    #[inline(always)]
    fn turn(&mut self, last: &AnchorSquare, lefts: usize) {
        (self.lefts, self.start, self.factor) = (lefts, last.start, last.factor);
        if self.is_capped {
            self.limit_room();
        }
    }

    /// Few racks have more tiles than a play may place.
    #[cold]
    #[inline(never)]
    fn limit_room(&mut self) {
        self.room = self.max_tiles - self.lefts;
    }

    /// The node that a tile leads to, and its arcs. On the left that is past
    /// the run of tiles next to the square, if there is one.
    #[inline(always)]
    fn pass<const SIDE: bool>(
        &self,
        mut index: usize,
        square: &AnchorSquare,
    ) -> Option<(Node, Arcs)> {
        if SIDE == LEFT && square.run != 0 {
            if self.steps[index].set() & square.run == 0 {
                return None;
            }
            index = pass_run(self.steps, index, self.squares, square.start..square.at)?;
        }
        let step = self.steps[index];
        Some((step.node(), Arcs::after(step)))
    }

    /// Hands on the play whose last placed tile is on the n-th square of a side. `set`
    /// has the tiles that are left.
    #[inline(never)]
    fn record<const SIDE: bool>(&mut self, last: &AnchorSquare, n: usize, points: u64, set: u64) {
        let (count, start, end, factor) = match SIDE {
            LEFT => (n, last.start, self.anchor.end, last.factor),
            RIGHT => {
                let factor = last.factor.saturating_mul(self.factor);
                (self.lefts + n, self.start, last.at + 1, factor)
            }
        };
        // A single tile may be the play of another anchor, or none.
        if count == 1 && !last.alone {
            return;
        }
        let bonus = if count == self.rack_size {
            self.bonus
        } else {
            0
        };
        self.rack.put_set(set);
        let tiles = &self.tiles[usize::from(start)..usize::from(end)];
        self.sink.found(&Found {
            play: self.anchor.play(start, tiles),
            score: total(points + last.base, factor, bonus),
            leave: &self.rack,
        });
    }
}

/// The score of a play from its points: in the word (low 32 bits) and in
/// cross-words (high 32 bits).
#[inline(always)]
pub(crate) fn total(points: u64, factor: u32, bonus: u32) -> u32 {
    let main = (points as u32).saturating_mul(factor);
    main.saturating_add((points >> 32) as u32)
        .saturating_add(bonus)
}
