//! The search from one anchor: to the left, then to the right.
//!
//! The GADDAG's path begins at the anchor and takes in tiles leftwards. At each
//! step the word may end there, or the direction switch leads on to the tiles
//! right of the anchor. Runs of tiles to the left are passed in one step, so
//! that recursion is only as deep as there are tiles to place. To the right of
//! the anchor there are none, by the choice of anchors.
//!
//! Most ways lead nowhere. So a list is entered only if it has a tile that fits
//! on the next square and that the rack can make: one look at its letter set.
//! What does not depend on the tile put on a square is known before, as one of
//! the anchor's [`Places`].

use crate::graph::{Graph, Node, Step, index_in};
use crate::movegen::board::play::{Found, Play};
use crate::movegen::board::position::Position;
use crate::movegen::board::rack::Rack;
use crate::movegen::generate::anchor_squares::{Place, Places};
use crate::movegen::generate::anchors::Anchor;
use crate::movegen::generate::cross_sets::Slot;
use crate::tiles::{BLANK, MAX_LETTERS, PLAYED_BLANK, Tile};
use std::ops::Range;

/// Where found plays go.
pub(crate) trait Sink {
    fn found(&mut self, found: &Found<'_>);

    /// Plays that are worth less than this are not wanted.
    fn floor(&self) -> i64 {
        i64::MIN
    }
}

/// The squares of a lane at most, and one: a power of two.
pub(crate) const MAX_SIDE: usize = 64;

/// A list to go on from: where it begins, and the set of its tiles.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct List {
    pub(crate) start: u32,
    pub(crate) set: u64,
}

impl List {
    /// The list that follows a node.
    #[inline]
    pub(crate) fn after(step: Step) -> List {
        List {
            start: step.node().arc(),
            set: step.set(),
        }
    }
}

/// From a node through a run of tiles on some slots, from the right: the node of
/// the last one, if there is such a path.
#[inline(never)]
pub(crate) fn pass_run(
    steps: &[Step],
    mut index: usize,
    slots: &[Slot],
    run: Range<u8>,
) -> Option<usize> {
    let run = &slots[usize::from(run.start)..usize::from(run.end)];
    for slot in run.iter().rev() {
        let tile = slot.tile & !PLAYED_BLANK;
        let list = List::after(steps[index]);
        if list.set >> tile & 1 == 0 {
            return None;
        }
        index = index_in(list.start, list.set, 1 << tile);
    }
    Some(index)
}

/// What a search needs to know and to change. It is made for a position and
/// run for one anchor after the other.
///
/// The small tables are part of it, so that all of them are found from one
/// place.
pub(crate) struct Search<'a, S> {
    steps: &'a [Step],
    /// The squares of the anchor's lane.
    slots: &'a [Slot],
    anchor: Anchor,
    rack_size: usize,
    /// What placing `rack_size` tiles adds.
    bonus: u32,
    /// While tiles are put to the right: how many are on the left.
    lefts: usize,
    /// How many may be on the right, if there are more tiles than a play may
    /// place; else they run out by themselves.
    room: usize,
    is_capped: bool,
    sink: &'a mut S,
    /// The placed tiles at their places in the lane, else 0.
    tiles: [u8; MAX_SIDE],
    rack: Rack,
    /// The tiles of which there were several at first.
    doubles: u64,
    /// By tile of the rack.
    points: [u32; MAX_LETTERS + 1],
}

/// Takes the first tile of a set: its number and its bit.
#[inline(always)]
pub(crate) fn first(set: &mut u64) -> (Tile, u64) {
    let (tile, bit) = (set.trailing_zeros() as Tile, *set & set.wrapping_neg());
    *set &= set.wrapping_sub(1);
    (tile, bit)
}

/// Which way the tiles of a step go.
const LEFT: bool = true;
const RIGHT: bool = false;

impl<'a, S: Sink> Search<'a, S> {
    /// A search for plays of up to so many tiles.
    pub(crate) fn new(
        graph: &'a Graph,
        position: &Position<'_>,
        most: u8,
        sink: &'a mut S,
    ) -> Search<'a, S> {
        let (ruleset, rack) = (position.ruleset(), position.rack());
        let mut points = [0; MAX_LETTERS + 1];
        for tile in rack.different() {
            points[usize::from(tile)] = u32::from(ruleset.points(tile));
        }
        Search {
            steps: graph.steps(),
            slots: &[],
            anchor: Anchor::default(),
            rack_size: usize::from(ruleset.rack_size()),
            bonus: u32::from(ruleset.bonus()),
            lefts: 0,
            room: usize::MAX,
            is_capped: rack.total() > u32::from(most),
            sink,
            tiles: [0; MAX_SIDE],
            rack: rack.clone(),
            doubles: rack.doubles(),
            points,
        }
    }

    /// Finds the plays of an anchor, whose places are given.
    pub(crate) fn run(&mut self, slots: &'a [Slot], anchor: &Anchor, places: &Places) {
        self.slots = slots;
        self.anchor = *anchor;
        self.tiles = [0; MAX_SIDE];
        let (list, playable) = (anchor.list, self.rack.playable());
        let turned = self.turned(list, places.first_right());
        if turned.set & places.first_right() & playable != 0 {
            self.turn(places, 0);
            self.enter::<RIGHT>(places, 1, turned, 0);
        }
        if list.set & places.first_left() & playable != 0 {
            self.enter::<LEFT>(places, 1, list, 0);
        }
    }

    /// The list that follows the direction switch of a list, if it has one and
    /// anything fits there.
    #[inline]
    fn turned(&self, list: List, turn: u64) -> List {
        if turn == 0 || list.set & 1 == 0 {
            return List::default();
        }
        // The switch is tile 0, so that it is the first of its list.
        List::after(self.steps[list.start as usize])
    }

    /// Tries all tiles of a list on the n-th place of a side. `points` are those of the placed
    /// tiles so far: in the word, and, times 2³², in cross-words.
    #[inline(always)]
    fn enter<const SIDE: bool>(&mut self, places: &Places, n: usize, list: List, points: u64) {
        match self.rack.has(BLANK) {
            true => self.fill::<SIDE, true>(places, n, list, points),
            false => self.fill::<SIDE, false>(places, n, list, points),
        }
    }

    /// Tries all tiles on a place, if the rack has a blank or none.
    fn fill<const SIDE: bool, const WITH_BLANK: bool>(
        &mut self,
        places: &Places,
        n: usize,
        list: List,
        points: u64,
    ) {
        let place = places.at::<SIDE>(n);
        let (next, turn) = self.onward::<SIDE>(place, n);
        let set = self.rack.set();
        let mut rest = list.set & place.allowed & set;
        while rest != 0 {
            let (tile, bit) = first(&mut rest);
            let left = self.rack.set_without(tile, bit, self.doubles);
            let index = index_in(list.start, list.set, bit);
            let Some((node, list)) = self.pass::<SIDE>(index, places, n) else {
                continue;
            };
            let turned = match SIDE {
                LEFT => self.turned(list, turn),
                RIGHT => List::default(),
            };
            let playable = if WITH_BLANK { u64::MAX } else { left };
            let onward = list.set & next & playable;
            let turning = turned.set & turn & playable;
            if !node.accepts() & (onward | turning == 0) {
                continue;
            }
            let own = u64::from(self.points[usize::from(tile & 63)]) * place.weights;
            self.rack.take_to(tile, left);
            self.tiles[usize::from(place.at & 63)] = tile;
            if node.accepts() {
                self.record::<SIDE>(places, place, n, points + own);
            }
            if turning != 0 {
                self.turn(places, n);
                self.fill::<RIGHT, WITH_BLANK>(places, 1, turned, points + own);
            }
            if onward != 0 {
                self.fill::<SIDE, WITH_BLANK>(places, n + 1, list, points + own);
            }
            self.rack.put_to(tile, set);
        }
        if WITH_BLANK {
            self.try_blank::<SIDE>(places, n, list, points);
        }
    }

    /// Tries the blank as all letters that are open. It has no points, so that
    /// all of them are the same but for the way they lead on.
    #[inline(never)]
    fn try_blank<const SIDE: bool>(&mut self, places: &Places, n: usize, list: List, points: u64) {
        let place = places.at::<SIDE>(n);
        let (next, turn) = self.onward::<SIDE>(place, n);
        self.rack.take(BLANK);
        let playable = self.rack.playable();
        // All nodes of the list; the direction switch fits nowhere.
        for index in list.start as usize.. {
            let own = self.steps[index].node();
            if place.allowed >> own.tile() & 1 != 0
                && let Some((node, list)) = self.pass::<SIDE>(index, places, n)
            {
                let turned = match SIDE {
                    LEFT => self.turned(list, turn),
                    RIGHT => List::default(),
                };
                self.tiles[usize::from(place.at & 63)] = own.tile() | PLAYED_BLANK;
                if node.accepts() {
                    self.record::<SIDE>(places, place, n, points);
                }
                if turned.set & turn & playable != 0 {
                    self.turn(places, n);
                    self.enter::<RIGHT>(places, 1, turned, points);
                }
                if list.set & next & playable != 0 {
                    self.enter::<SIDE>(places, n + 1, list, points);
                }
            }
            if own.is_end() {
                break;
            }
        }
        self.rack.put(BLANK);
    }

    /// What fits on the next place on the same side, and on the first one to
    /// the right.
    #[inline(always)]
    fn onward<const SIDE: bool>(&self, place: &Place, n: usize) -> (u64, u64) {
        match SIDE {
            LEFT => (place.next, place.turn),
            RIGHT => (if n < self.room { place.next } else { 0 }, 0),
        }
    }

    /// Turns to the right with so many tiles on the left.
    #[inline(always)]
    fn turn(&mut self, places: &Places, lefts: usize) {
        self.lefts = lefts;
        if self.is_capped {
            self.limit_room(places);
        }
    }

    /// Few racks have more tiles than a play may place.
    #[cold]
    fn limit_room(&mut self, places: &Places) {
        self.room = places.most() - self.lefts;
    }

    /// The node that a tile leads to, and the list that follows it. On the left
    /// that is past the run of tiles next to the square, if there is one.
    #[inline(always)]
    fn pass<const SIDE: bool>(
        &self,
        mut index: usize,
        places: &Places,
        n: usize,
    ) -> Option<(Node, List)> {
        let run = places.at::<LEFT>(n).run;
        if SIDE == LEFT && run != 0 {
            if self.steps[index].set() & run == 0 {
                return None;
            }
            let place = places.at::<LEFT>(n);
            index = pass_run(self.steps, index, self.slots, place.start..place.at)?;
        }
        let step = self.steps[index];
        Some((step.node(), List::after(step)))
    }

    /// Hands on the play whose last placed tile is on the n-th place of a side.
    #[inline(never)]
    fn record<const SIDE: bool>(&mut self, places: &Places, last: &Place, n: usize, points: u64) {
        let (left, count) = match SIDE {
            LEFT => (last, n),
            RIGHT => (places.at::<LEFT>(self.lefts), self.lefts + n),
        };
        // A lone tile may be the play of another anchor, or none.
        if count == 1 && !last.alone {
            return;
        }
        let (mut points, mut factor) = (points + last.base, last.factor);
        let mut end = self.anchor.end;
        if SIDE == RIGHT {
            points += left.base;
            factor = factor.saturating_mul(left.factor);
            end = last.at + 1;
        }
        let bonus = if count == self.rack_size {
            self.bonus
        } else {
            0
        };
        let score = (points as u32).saturating_mul(factor);
        let crosses = (points >> 32) as u32;
        let score = score.saturating_add(crosses).saturating_add(bonus);
        let (row, column) = self.anchor.direction.lane(self.anchor.lane, left.start);
        let found = Found {
            play: Play {
                direction: self.anchor.direction,
                row,
                column,
                tiles: &self.tiles[usize::from(left.start)..usize::from(end)],
            },
            score,
            kept: &self.rack,
        };
        self.sink.found(&found);
    }
}
