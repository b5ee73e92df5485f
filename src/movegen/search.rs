//! The search from one anchor: to the left, then to the right.
//!
//! The GADDAG's path begins at the anchor and takes in tiles leftwards. At each
//! step the word may end there, or the direction switch leads on to the tiles
//! right of the anchor. Runs of tiles to the left are passed in one step, so
//! that recursion is only as deep as there are tiles to place. To the right of
//! the anchor there are none, by the choice of anchors.

use super::anchors::Anchor;
use super::lanes::{Points, Slot};
use super::play::{Direction, Found, Play};
use super::rack::Rack;
use crate::graph::Node;
use crate::tiles::{BLANK, PLAYED_BLANK, Tile};

/// Where found plays go. `key` is the number of what is kept, see
/// [`KeptValues`](super::kept::KeptValues).
pub(super) trait Sink {
    fn found(&mut self, found: &Found<'_>, key: u32);
}

/// The score of the word so far.
#[derive(Clone, Copy)]
pub(super) struct Sums {
    /// The word's points.
    main: u32,
    /// The product of its word premiums.
    factor: u32,
    /// What the cross-words score.
    crosses: u32,
}

/// What a search needs to know and to change.
pub(super) struct Search<'a, S> {
    pub(super) nodes: &'a [Node],
    /// The squares of the anchor's lane.
    pub(super) slots: &'a [Slot],
    pub(super) points: &'a Points,
    pub(super) rack: &'a mut Rack,
    /// The placed tiles at their places in the lane, else 0.
    pub(super) tiles: &'a mut [u8],
    pub(super) anchor: Anchor,
    /// By how much `key` falls when a tile is taken from the rack.
    pub(super) strides: &'a [u32; 64],
    pub(super) key: u32,
    pub(super) placed: u8,
    /// The most tiles to place.
    pub(super) most: u8,
    /// What placing `rack_size` tiles adds.
    pub(super) bonus: u32,
    pub(super) rack_size: u8,
    pub(super) sink: &'a mut S,
}

impl<S: Sink> Search<'_, S> {
    /// Finds all plays of the anchor.
    pub(super) fn run(&mut self) {
        let sums = Sums {
            main: self.anchor.points,
            factor: 1,
            crosses: 0,
        };
        if self.anchor.list != 0 && self.most > 0 {
            self.left(self.anchor.list, self.anchor.start, sums);
        }
    }

    /// Goes on from a list when the squares from `at` to the anchor's end are
    /// covered and the one before `at` is not taken.
    fn left(&mut self, list: u32, at: u8, sums: Sums) {
        let mut index = list as usize;
        let first = self.nodes[index];
        if first.tile() == BLANK {
            if self.anchor.end < self.anchor.right {
                self.right(first.arc(), at, self.anchor.end, sums);
            }
            if first.is_end() {
                return;
            }
            index += 1;
        }
        if at <= self.anchor.left {
            return;
        }
        let at = at - 1;
        let slot = self.slots[usize::from(at)];
        let fitting = slot.allowed & self.rack.playable();
        if fitting == 0 {
            return;
        }
        loop {
            let node = self.nodes[index];
            let rest = fitting >> node.tile();
            if rest & 1 != 0 {
                self.place_left(node, at, &slot, sums);
            }
            // Tiles rise: past the last one that fits there is nothing.
            if rest <= 1 || node.is_end() {
                return;
            }
            index += 1;
        }
    }

    fn place_left(&mut self, mut node: Node, at: u8, slot: &Slot, mut sums: Sums) {
        let tile = node.tile();
        let mut start = at;
        while start > 0 && self.slots[usize::from(start - 1)].tile != 0 {
            start -= 1;
            let through = &self.slots[usize::from(start)];
            match find(self.nodes, node.arc(), through.tile & !PLAYED_BLANK) {
                Some(next) => node = next,
                None => return,
            }
            sums.main += through.points;
        }
        if self.rack.has(tile) {
            let sums = self.take(tile, tile, at, slot, sums);
            self.go_on_left(node, start, slot, sums);
            self.put_back(tile);
        }
        if self.rack.has(BLANK) {
            let sums = self.take(BLANK, tile | PLAYED_BLANK, at, slot, sums);
            self.go_on_left(node, start, slot, sums);
            self.put_back(BLANK);
        }
        self.tiles[usize::from(at)] = 0;
    }

    #[inline]
    fn go_on_left(&mut self, node: Node, start: u8, slot: &Slot, sums: Sums) {
        if node.accepts() && (self.placed > 1 || self.may_be_alone(slot)) {
            self.record(start, self.anchor.end, sums);
        }
        if node.arc() != 0 && self.placed < self.most {
            self.left(node.arc(), start, sums);
        }
    }

    fn right(&mut self, list: u32, start: u8, at: u8, sums: Sums) {
        let slot = self.slots[usize::from(at)];
        let fitting = slot.allowed & self.rack.playable();
        if fitting == 0 {
            return;
        }
        let mut index = list as usize;
        loop {
            let node = self.nodes[index];
            let rest = fitting >> node.tile();
            if rest & 1 != 0 {
                self.place_right(node, start, at, &slot, sums);
            }
            // Tiles rise: past the last one that fits there is nothing.
            if rest <= 1 || node.is_end() {
                return;
            }
            index += 1;
        }
    }

    fn place_right(&mut self, node: Node, start: u8, at: u8, slot: &Slot, sums: Sums) {
        let tile = node.tile();
        if self.rack.has(tile) {
            let sums = self.take(tile, tile, at, slot, sums);
            self.go_on_right(node, start, at, slot, sums);
            self.put_back(tile);
        }
        if self.rack.has(BLANK) {
            let sums = self.take(BLANK, tile | PLAYED_BLANK, at, slot, sums);
            self.go_on_right(node, start, at, slot, sums);
            self.put_back(BLANK);
        }
        self.tiles[usize::from(at)] = 0;
    }

    #[inline]
    fn go_on_right(&mut self, node: Node, start: u8, at: u8, slot: &Slot, sums: Sums) {
        if node.accepts() && (self.placed > 1 || self.may_be_alone(slot)) {
            self.record(start, at + 1, sums);
        }
        if node.arc() != 0 && self.placed < self.most && at + 1 < self.anchor.right {
            self.right(node.arc(), start, at + 1, sums);
        }
    }

    /// Moves a tile from the rack to a square, as `played`.
    #[inline]
    fn take(&mut self, tile: Tile, played: u8, at: u8, slot: &Slot, sums: Sums) -> Sums {
        self.rack.take(tile);
        self.key = self.key.wrapping_sub(self.strides[usize::from(tile & 63)]);
        self.tiles[usize::from(at)] = played;
        self.placed += 1;
        let points = self.points[usize::from(tile & 63)];
        Sums {
            main: sums.main + points * u32::from(slot.letter),
            factor: sums.factor.saturating_mul(u32::from(slot.word)),
            crosses: sums.crosses + slot.points + points * u32::from(slot.cross),
        }
    }

    #[inline]
    fn put_back(&mut self, tile: Tile) {
        self.rack.put(tile);
        self.key = self.key.wrapping_add(self.strides[usize::from(tile & 63)]);
        self.placed -= 1;
    }

    /// Whether a single tile is a play: it must be part of a word, and where
    /// it makes one across too, that one is recorded.
    fn may_be_alone(&self, slot: &Slot) -> bool {
        let has_run = self.anchor.start < self.anchor.end;
        has_run && (self.anchor.direction == Direction::Across || !slot.is_hook())
    }

    fn record(&mut self, start: u8, end: u8, sums: Sums) {
        let bonus = if self.placed == self.rack_size {
            self.bonus
        } else {
            0
        };
        let score = sums.main.saturating_mul(sums.factor);
        let score = score.saturating_add(sums.crosses).saturating_add(bonus);
        let (row, column) = self.anchor.direction.lane(self.anchor.lane, start);
        let found = Found {
            play: Play {
                direction: self.anchor.direction,
                row,
                column,
                tiles: &self.tiles[usize::from(start)..usize::from(end)],
            },
            score,
            kept: self.rack,
        };
        self.sink.found(&found, self.key);
    }
}

#[inline]
fn find(nodes: &[Node], list: u32, tile: Tile) -> Option<Node> {
    if list == 0 {
        return None;
    }
    for &node in &nodes[list as usize..] {
        if node.tile() >= tile {
            return (node.tile() == tile).then_some(node);
        }
        if node.is_end() {
            break;
        }
    }
    None
}
