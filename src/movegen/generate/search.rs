//! The search for plays from one anchor, after Gordon's "A Faster Scrabble Move
//! Generation Algorithm" (1994).
//!
//! A GADDAG path begins at the anchor and takes in tiles leftwards. After each tile the
//! word may end, or the direction switch may lead to the tiles right of the anchor.
//! Runs of tiles to the left are passed in one step, so the recursion is only as deep
//! as the number of placed tiles. Anchors are chosen so that there are no tiles to
//! their right.
//!
//! Most paths lead nowhere. So the search enters a child list only if the letter set
//! shows a tile that fits the next square and that the rack can play. Where plays must
//! end on the next square, that tile must end a word, and no list is entered for it.
//! Everything that does not depend on the placed tile is precomputed in the
//! [`AnchorSquares`].

use crate::graph::{Graph, NodeWithSet, index_in};
use crate::movegen::board::{Found, Position, Rack};
use crate::movegen::generate::anchor_squares::{AnchorSquare, AnchorSquares};
use crate::movegen::generate::anchors::Anchor;
use crate::movegen::generate::arcs::{Arcs, first};
use crate::movegen::generate::cross_sets::{LaneSquare, MAX_SIDE};
use crate::tiles::{BLANK, MAX_LETTERS, PLAYED_BLANK, Tile};
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

/// The state of a search. It is created for a position and run for one anchor after
/// another.
///
/// The small tables are fields, so that they are close together in memory.
pub(crate) struct AnchorSearch<'a, S> {
    steps: &'a [NodeWithSet],
    /// By list: the tiles that end a word.
    accepted: &'a [u64],
    /// The squares of the anchor's lane.
    squares: &'a [LaneSquare],
    anchor: Anchor,
    rack_size: usize,
    /// The bonus for placing `rack_size` tiles, the most that a play may place.
    bonus: u32,
    /// While tiles are placed to the right: the number of tiles placed on the left, the
    /// first square of the word, and the product of the word premiums there.
    lefts: usize,
    start: u8,
    factor: u32,
    /// How many tiles may be placed on the right, if the rack has more than a play may
    /// place. Otherwise the rack runs out first.
    room: usize,
    is_capped: bool,
    /// The number of squares on the right after which plays end, as in
    /// [`AnchorSquare`].
    right_ends_in: u8,
    sink: &'a mut S,
    /// The placed tiles by square of the lane; 0 elsewhere. The array is longer than a
    /// lane, so that any `u8` is a valid index.
    tiles: [u8; 1 << u8::BITS],
    /// The counts are those of the tiles left. The set is that of the last play found.
    rack: Rack,
    /// The set of the whole rack.
    whole: u64,
    /// The tiles that the whole rack has more than once.
    doubles: u64,
    /// Points by tile of the rack.
    points: [u32; MAX_LETTERS + 1],
}

/// The result of placing a tile.
struct Step<'a> {
    /// Whether a word ends here.
    accepts: bool,
    node: &'a NodeWithSet,
    /// The direction switch after a tile on the left; `None` if no letter after it fits
    /// the first square to the right.
    switch: Option<&'a NodeWithSet>,
    /// The letters that can be placed on the next square of the same side.
    onward: u64,
}

const LEFT: bool = true;
const RIGHT: bool = false;

/// The letters that a rack with this set of tiles can play: all of them if there is a
/// blank.
#[inline]
fn playable(set: u64) -> u64 {
    if set & 1 != 0 { u64::MAX } else { set }
}

impl<'a, S: PlaySink> AnchorSearch<'a, S> {
    pub(crate) fn new(
        graph: &'a Graph,
        position: &Position<'_>,
        sink: &'a mut S,
    ) -> AnchorSearch<'a, S> {
        let (ruleset, rack) = (position.ruleset(), position.rack());
        let mut points = [0; MAX_LETTERS + 1];
        for tile in rack.different() {
            points[usize::from(tile)] = u32::from(ruleset.points(tile));
        }
        AnchorSearch {
            steps: graph.letter_sets(),
            accepted: graph.accepted_sets(),
            squares: &[],
            anchor: Anchor::default(),
            rack_size: usize::from(ruleset.rack_size()),
            bonus: u32::from(ruleset.bonus()),
            lefts: 0,
            start: 0,
            factor: 1,
            room: usize::MAX,
            right_ends_in: 0,
            is_capped: rack.total() > u32::from(ruleset.rack_size()),
            sink,
            tiles: [0; 1 << u8::BITS],
            rack: rack.clone(),
            whole: rack.set(),
            doubles: rack.doubles(),
            points,
        }
    }

    /// Finds the plays of an anchor. `squares` are those of its lane; `around` are
    /// those around the anchor.
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
        self.right_ends_in = around.at::<RIGHT>(0).ends_in;
        let node = &self.steps[anchor.run.node as usize];
        let next = (first.next, playable(set));
        if let Some(step) = self.step::<LEFT, false>((false, node), first, next) {
            self.go_on::<LEFT, false>((around, 0), step, 0, set);
        }
    }

    /// Tries all tiles of the list after a node on a square. `WITH_BLANK` says whether
    /// the rack has a blank, `NEXT_IS_LAST` whether plays end on the next square.
    fn fill<const SIDE: bool, const WITH_BLANK: bool, const NEXT_IS_LAST: bool>(
        &mut self,
        around: &AnchorSquares,
        n: usize,
        before: &'a NodeWithSet,
        points: u64,
        set: u64,
    ) {
        let square = around.at::<SIDE>(n);
        let next = self.next::<SIDE>(square, n);
        let arcs = Arcs::after(*before);
        let mut rest = arcs.set & square.cross_set & set;
        while rest != 0 {
            let (tile, bit) = first(&mut rest);
            let left = self.rack.set_without(set, tile, bit, self.doubles);
            let next = (next, if WITH_BLANK { u64::MAX } else { left });
            let node = &self.steps[index_in(arcs.start, arcs.set, bit)];
            if let Some(node) = self.pass::<SIDE>(node, square)
                && let Some(step) =
                    self.step::<SIDE, NEXT_IS_LAST>((node.node().accepts(), node), square, next)
            {
                let points = points + self.place(tile, square);
                self.follow::<SIDE, WITH_BLANK, NEXT_IS_LAST>((around, n), step, points, left);
                self.rack.put_count(tile);
            }
        }
        if WITH_BLANK {
            self.try_blank::<SIDE, NEXT_IS_LAST>(around, n, arcs.start, points, set);
        }
    }

    /// Places a tile of the rack on a square, and returns its points.
    #[inline(always)]
    fn place(&mut self, tile: Tile, square: &AnchorSquare) -> u64 {
        self.rack.take_count(tile);
        self.tiles[usize::from(square.at)] = tile;
        u64::from(self.points[usize::from(tile & 63)]) * square.weights
    }

    /// Tries a blank as every letter of a list that fits. It scores no points.
    #[inline(never)]
    fn try_blank<const SIDE: bool, const NEXT_IS_LAST: bool>(
        &mut self,
        around: &AnchorSquares,
        n: usize,
        list: u32,
        points: u64,
        set: u64,
    ) {
        let square = around.at::<SIDE>(n);
        let left = self.take_blank(set);
        let next = (self.next::<SIDE>(square, n), playable(left));
        // Scans all nodes of the list. The direction switch fits no square.
        for own in &self.steps[list as usize..] {
            let tile = own.node().tile();
            if square.cross_set >> tile & 1 != 0
                && let Some(node) = self.pass::<SIDE>(own, square)
                && let Some(step) =
                    self.step::<SIDE, NEXT_IS_LAST>((node.node().accepts(), node), square, next)
            {
                self.tiles[usize::from(square.at)] = tile | PLAYED_BLANK;
                self.go_on::<SIDE, NEXT_IS_LAST>((around, n), step, points, left);
            }
            if own.node().is_end() {
                break;
            }
        }
        self.rack.put_count(BLANK);
    }

    /// Takes a blank, and returns the remaining set of tiles.
    #[inline(always)]
    fn take_blank(&mut self, set: u64) -> u64 {
        self.rack.take_count(BLANK);
        set & !u64::from(self.rack.count(BLANK) == 0)
    }

    /// Continues after a tile on the n-th square of a side, with the tiles that are
    /// `left`.
    #[inline(always)]
    fn go_on<const SIDE: bool, const NEXT_IS_LAST: bool>(
        &mut self,
        place: (&AnchorSquares, usize),
        step: Step<'a>,
        points: u64,
        left: u64,
    ) {
        match left & 1 != 0 {
            true => self.follow::<SIDE, true, NEXT_IS_LAST>(place, step, points, left),
            false => self.follow::<SIDE, false, NEXT_IS_LAST>(place, step, points, left),
        }
    }

    /// Reports the play that ends with the tile just placed, and places further tiles.
    #[inline(always)]
    fn follow<const SIDE: bool, const WITH_BLANK: bool, const NEXT_IS_LAST: bool>(
        &mut self,
        (around, n): (&AnchorSquares, usize),
        step: Step<'a>,
        points: u64,
        left: u64,
    ) {
        let square = around.at::<SIDE>(n);
        if step.accepts {
            self.record::<SIDE>(square, n, points, left);
        }
        if let Some(node) = step.switch {
            self.turn(square, n);
            let points = points + square.base;
            match self.right_ends_in {
                1 => {
                    let letters = self.accepted_after(node) & square.turn;
                    self.finish::<RIGHT, WITH_BLANK>(around, 1, letters, points, left);
                }
                2 => self.fill::<RIGHT, WITH_BLANK, true>(around, 1, node, points, left),
                _ => self.fill::<RIGHT, WITH_BLANK, false>(around, 1, node, points, left),
            }
        }
        if step.onward != 0 {
            let (n, node) = (n + 1, step.node);
            match NEXT_IS_LAST {
                true => self.finish::<SIDE, WITH_BLANK>(around, n, step.onward, points, left),
                false if square.ends_in == 2 => {
                    self.fill::<SIDE, WITH_BLANK, true>(around, n, node, points, left);
                }
                false => self.fill::<SIDE, WITH_BLANK, false>(around, n, node, points, left),
            }
        }
    }

    /// Places the last tile of plays, on a square where they end. `letters` has the
    /// letters that fit there, end a word, and can be played.
    #[inline(never)]
    fn finish<const SIDE: bool, const WITH_BLANK: bool>(
        &mut self,
        around: &AnchorSquares,
        n: usize,
        letters: u64,
        points: u64,
        set: u64,
    ) {
        let square = around.at::<SIDE>(n);
        let mut rest = letters & set;
        while rest != 0 {
            let (tile, bit) = first(&mut rest);
            let left = self.rack.set_without(set, tile, bit, self.doubles);
            let points = points + self.place(tile, square);
            self.record::<SIDE>(square, n, points, left);
            self.rack.put_count(tile);
        }
        if WITH_BLANK {
            let left = self.take_blank(set);
            let mut rest = letters;
            while rest != 0 {
                let (tile, _) = first(&mut rest);
                self.tiles[usize::from(square.at)] = tile | PLAYED_BLANK;
                self.record::<SIDE>(square, n, points, left);
            }
            self.rack.put_count(BLANK);
        }
    }

    /// The step to a node by a tile on a square; `None` if no word ends there and no
    /// tile can follow. `next` has the letters that fit the next square.
    #[inline(always)]
    fn step<const SIDE: bool, const NEXT_IS_LAST: bool>(
        &self,
        (accepts, node): (bool, &'a NodeWithSet),
        square: &AnchorSquare,
        (next, playable): (u64, u64),
    ) -> Option<Step<'a>> {
        let mut switch = None;
        if SIDE == LEFT && node.set() & square.switch != 0 {
            // The switch is tile 0, so it is the first node of its list.
            let behind = &self.steps[node.node().arc() as usize];
            let mut letters = behind.set() & square.turn & playable;
            if self.right_ends_in == 1 {
                letters &= self.accepted_after(behind);
            }
            if letters != 0 {
                switch = Some(behind);
            }
        }
        let mut onward = node.set() & next & playable;
        if NEXT_IS_LAST && onward != 0 {
            onward &= self.accepted_after(node);
        }
        (accepts | (onward != 0) | switch.is_some()).then_some(Step {
            accepts,
            node,
            switch,
            onward,
        })
    }

    /// The tiles of the list after a node that end a word.
    #[inline(always)]
    fn accepted_after(&self, node: &NodeWithSet) -> u64 {
        self.accepted[node.node().arc() as usize]
    }

    /// The letters that fit the next square of the same side.
    #[inline(always)]
    fn next<const SIDE: bool>(&self, square: &AnchorSquare, n: usize) -> u64 {
        match SIDE == LEFT || n < self.room {
            true => square.next,
            false => 0,
        }
    }

    /// Turns to the right after placing `lefts` tiles on the left, the last of them on
    /// `last`.
    #[inline(always)]
    fn turn(&mut self, last: &AnchorSquare, lefts: usize) {
        (self.lefts, self.start, self.factor) = (lefts, last.start, last.factor);
        if self.is_capped {
            self.limit_room();
        }
    }

    /// Limits the tiles placed on the right. Kept out of line, as few racks have more
    /// tiles than a play may place.
    #[cold]
    #[inline(never)]
    fn limit_room(&mut self) {
        self.room = self.rack_size - self.lefts;
    }

    /// The node that a tile leads to. On the left, it is past the run of tiles next to
    /// the square, if there is one.
    #[inline(always)]
    fn pass<const SIDE: bool>(
        &self,
        node: &'a NodeWithSet,
        square: &AnchorSquare,
    ) -> Option<&'a NodeWithSet> {
        match SIDE == LEFT && square.run != 0 {
            true if node.set() & square.run == 0 => None,
            true => self.pass_run(node, square.start..square.at),
            false => Some(node),
        }
    }

    /// Follows a run of tiles from its right end, and returns the last node; `None` if
    /// there is no such path.
    #[inline(never)]
    fn pass_run(&self, mut node: &'a NodeWithSet, run: Range<u8>) -> Option<&'a NodeWithSet> {
        let run = &self.squares[usize::from(run.start)..usize::from(run.end)];
        for square in run.iter().rev() {
            node = &self.steps[Arcs::after(*node).follow(square.tile & !PLAYED_BLANK)?];
        }
        Some(node)
    }

    /// Reports the play whose last placed tile is on the n-th square of a side. `set`
    /// has the tiles left.
    #[inline(never)]
    fn record<const SIDE: bool>(&mut self, last: &AnchorSquare, n: usize, points: u64, set: u64) {
        let (count, start, end, factor) = match SIDE {
            LEFT => (n, last.start, self.anchor.run.end, last.factor),
            RIGHT => {
                let factor = last.factor.saturating_mul(self.factor);
                (self.lefts + n, self.start, last.at + 1, factor)
            }
        };
        // A single tile may be a play of another anchor, or no play.
        if count == 1 && !last.alone {
            return;
        }
        let bonus = self.bonus * u32::from(count == self.rack_size);
        self.rack.put_set(set);
        let tiles = &self.tiles[usize::from(start)..usize::from(end)];
        self.sink.found(&Found {
            play: self.anchor.play(start, tiles),
            score: total(points + last.base, factor, bonus),
            leave: &self.rack,
        });
    }
}

/// The score of a play from its points in the word (low 32 bits) and in cross-words
/// (high 32 bits).
#[inline(always)]
pub(crate) fn total(points: u64, factor: u32, bonus: u32) -> u32 {
    let main = (points as u32).saturating_mul(factor);
    main.saturating_add((points >> 32) as u32)
        .saturating_add(bonus)
}
