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
//! What does not depend on the tile put on a square is found once for all tiles
//! that are tried there.

use super::anchors::Anchor;
use super::lanes::Slot;
use super::play::{Direction, Found, Play};
use super::position::Position;
use super::rack::Rack;
use crate::graph::{Graph, LetterSets, Node, index_in};
use crate::tiles::{BLANK, MAX_LETTERS, PLAYED_BLANK, Tile};

/// Where found plays go. `key` is the number of what is kept, see
/// [`KeptValues`](super::kept::KeptValues).
pub(super) trait Sink {
    fn found(&mut self, found: &Found<'_>, key: u32);

    /// Plays that are worth less than this are not wanted.
    fn floor(&self) -> i64 {
        i64::MIN
    }
}

/// What placing a tile changes.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    points: u32,
    /// By how much the number of what is kept falls.
    stride: u32,
}

/// The squares of a lane at most, and one: a power of two.
pub(super) const MAX_SIDE: usize = 64;

/// The steps by tile of the rack.
type Steps = [Step; MAX_LETTERS + 1];

/// How far a play has come.
#[derive(Clone, Copy)]
struct State {
    /// The points of the word, and, times 2³², those of its cross-words: one
    /// product adds to both. Neither can get near 2³², see [`Slot`].
    points: u64,
    /// The product of the word premiums.
    factor: u32,
    /// The number of what is kept.
    key: u32,
    /// How many tiles were placed.
    placed: u8,
    /// The first square of the word.
    start: u8,
}

/// What a search needs to know and to change. It is made for a position and
/// run for one anchor after the other.
///
/// The small tables are part of it, so that all of them are found from one
/// place.
pub(super) struct Search<'a, S> {
    nodes: &'a [Node],
    sets: &'a LetterSets,
    /// The squares of the anchor's lane, up to the last that may be covered.
    slots: &'a [Slot],
    anchor: Anchor,
    /// The number of the whole rack.
    key: u32,
    /// The most tiles to place.
    most: u8,
    rack_size: u8,
    /// What placing `rack_size` tiles adds.
    bonus: u32,
    sink: &'a mut S,
    /// The placed tiles at their places in the lane, else 0.
    tiles: [u8; MAX_SIDE],
    rack: Rack,
    steps: Steps,
}

/// Which way the tiles of a step go.
const LEFT: bool = true;
const RIGHT: bool = false;

/// A list to go on from: where it begins, and the set of its tiles.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct List {
    pub(super) start: u32,
    pub(super) set: u64,
}

/// A square that tiles are tried on, and what they have in common.
struct Trial<'s> {
    slot: &'s Slot,
    at: u8,
    /// How far the play has come but for the tile.
    after: State,
    /// Whether a play can end with the tile.
    may_end: bool,
    /// What fits on the square after it, on the same side of the anchor.
    next: u64,
    /// What fits on the first square right of the anchor.
    turn: u64,
}

impl Trial<'_> {
    /// The next square on the same side, if there is one.
    #[inline]
    fn next_square<const SIDE: bool>(&self) -> u8 {
        match SIDE {
            LEFT => self.after.start.wrapping_sub(1),
            RIGHT => self.at + 1,
        }
    }
}

impl<'a, S: Sink> Search<'a, S> {
    pub(super) fn new(
        graph: &'a Graph,
        position: &Position<'_>,
        strides: &[u32; MAX_LETTERS + 1],
        key: u32,
        sink: &'a mut S,
    ) -> Search<'a, S> {
        let (ruleset, rack) = (position.ruleset(), position.rack());
        let mut steps = [Step::default(); MAX_LETTERS + 1];
        for tile in rack.different() {
            steps[usize::from(tile)] = Step {
                points: u32::from(ruleset.points(tile)),
                stride: strides[usize::from(tile)],
            };
        }
        Search {
            nodes: graph.nodes(),
            sets: graph.letter_sets(),
            slots: &[],
            anchor: Anchor::default(),
            key,
            most: 0,
            rack_size: ruleset.rack_size(),
            bonus: u32::from(ruleset.bonus()),
            sink,
            tiles: [0; MAX_SIDE],
            rack: rack.clone(),
            steps,
        }
    }

    /// Finds the plays of an anchor with up to so many tiles.
    pub(super) fn run(&mut self, slots: &'a [Slot], anchor: &Anchor, most: u8) {
        self.slots = &slots[..usize::from(anchor.right)];
        self.anchor = *anchor;
        self.most = most.min(self.rack_size);
        if self.most == 0 {
            return;
        }
        self.tiles = [0; MAX_SIDE];
        let state = State {
            points: u64::from(anchor.points),
            factor: 1,
            key: self.key,
            placed: 0,
            start: anchor.start,
        };
        let (list, playable) = (anchor.list, self.rack.playable());
        let turned = self.turned(list, self.allowed_at(anchor.end));
        if turned.set & self.allowed_at(anchor.end) & playable != 0 {
            self.fill::<RIGHT>(turned, anchor.end, &state);
        }
        if list.set & self.allowed_left(state.start) & playable != 0 {
            self.fill::<LEFT>(list, state.start - 1, &state);
        }
    }

    /// What fits on the square before `at`.
    #[inline]
    fn allowed_left(&self, at: u8) -> u64 {
        match at > self.anchor.left {
            true => self.slots[usize::from(at) - 1].allowed,
            false => 0,
        }
    }

    /// What fits on a square right of the anchor.
    #[inline]
    fn allowed_at(&self, at: u8) -> u64 {
        self.slots.get(usize::from(at)).map_or(0, |s| s.allowed)
    }

    /// The list that follows the direction switch of a list, if it has one and
    /// anything fits there.
    #[inline]
    fn turned(&self, list: List, turn: u64) -> List {
        if turn == 0 || list.set & 1 == 0 {
            return List::default();
        }
        // The switch is tile 0, so that it is the first of its list.
        let index = list.start as usize;
        List {
            start: self.nodes[index].arc(),
            set: self.sets.after(index),
        }
    }

    /// Tries all tiles of a list on the square `at`.
    fn fill<const SIDE: bool>(&mut self, list: List, at: u8, before: &State) {
        let trial = self.trial::<SIDE>(at, before);
        let letters = list.set & trial.slot.allowed & self.rack.set();
        if letters != 0 {
            self.try_letters::<SIDE>(&trial, list, letters);
        }
        if self.rack.has(BLANK) {
            self.try_blank::<SIDE>(trial, list);
        }
    }

    #[inline(always)]
    fn trial<const SIDE: bool>(&self, at: u8, before: &State) -> Trial<'a> {
        let slot = &self.slots[usize::from(at)];
        let mut after = State {
            points: before.points + (u64::from(slot.points) << 32),
            factor: before.factor.saturating_mul(u32::from(slot.word)),
            placed: before.placed + 1,
            ..*before
        };
        if SIDE == LEFT {
            after.start = at;
            while after.start > 0 {
                let through = &self.slots[usize::from(after.start) - 1];
                if through.tile == 0 {
                    break;
                }
                after.points += u64::from(through.points);
                after.start -= 1;
            }
        }
        let (mut next, mut turn) = (0, 0);
        if after.placed < self.most {
            if SIDE == LEFT {
                next = self.allowed_left(after.start);
                turn = self.allowed_at(self.anchor.end);
            } else {
                next = self.allowed_at(at + 1);
            }
        }
        Trial {
            slot,
            at,
            after,
            may_end: after.placed > 1 || self.may_be_alone(slot),
            next,
            turn,
        }
    }

    /// Tries letters of the rack, which are all in the list.
    #[inline(always)]
    fn try_letters<const SIDE: bool>(&mut self, trial: &Trial<'_>, list: List, letters: u64) {
        let weights = trial.slot.weights;
        let set = self.rack.set();
        let any = if set & 1 != 0 { u64::MAX } else { 0 };
        let mut rest = letters;
        while rest != 0 {
            let tile = rest.trailing_zeros() as Tile;
            let left = match self.rack.count(tile) {
                1 => set ^ (rest & rest.wrapping_neg()),
                _ => set,
            };
            rest &= rest - 1;
            let index = index_in(list.start, list.set, tile);
            let Some((node, list)) = self.pass::<SIDE>(index, trial) else {
                continue;
            };
            let turned = match SIDE {
                LEFT => self.turned(list, trial.turn),
                RIGHT => List::default(),
            };
            let ends = node.accepts() & trial.may_end;
            let onward = list.set & trial.next & (left | any);
            let turning = turned.set & trial.turn & (left | any);
            if !ends && onward | turning == 0 {
                continue;
            }
            let step = self.steps[usize::from(tile & 63)];
            let mut after = trial.after;
            after.points += u64::from(step.points) * weights;
            after.key = after.key.wrapping_sub(step.stride);
            self.rack.take_to(tile, left);
            self.tiles[usize::from(trial.at & 63)] = tile;
            if ends {
                self.record::<SIDE>(trial.at, &after);
            }
            if turning != 0 {
                self.fill::<RIGHT>(turned, self.anchor.end, &after);
            }
            if onward != 0 {
                self.fill::<SIDE>(list, trial.next_square::<SIDE>(), &after);
            }
            self.rack.put_to(tile, set);
        }
    }

    /// Tries the blank as all letters that are open. It has no points, so that
    /// all of them are the same but for the way they lead on.
    #[inline(never)]
    fn try_blank<const SIDE: bool>(&mut self, mut trial: Trial<'_>, list: List) {
        let stride = self.steps[usize::from(BLANK)].stride;
        trial.after.key = trial.after.key.wrapping_sub(stride);
        self.rack.take(BLANK);
        let playable = self.rack.playable();
        let mut rest = list.set & trial.slot.allowed;
        while rest != 0 {
            let tile = rest.trailing_zeros() as Tile;
            rest &= rest - 1;
            let index = index_in(list.start, list.set, tile);
            let Some((node, list)) = self.pass::<SIDE>(index, &trial) else {
                continue;
            };
            let turned = match SIDE {
                LEFT => self.turned(list, trial.turn),
                RIGHT => List::default(),
            };
            self.tiles[usize::from(trial.at & 63)] = tile | PLAYED_BLANK;
            if node.accepts() & trial.may_end {
                self.record::<SIDE>(trial.at, &trial.after);
            }
            if turned.set & trial.turn & playable != 0 {
                self.fill::<RIGHT>(turned, self.anchor.end, &trial.after);
            }
            if list.set & trial.next & playable != 0 {
                self.fill::<SIDE>(list, trial.next_square::<SIDE>(), &trial.after);
            }
        }
        self.rack.put(BLANK);
    }

    /// The node that a tile leads to, and the list that follows it. On the left
    /// that is past the run of tiles next to the square, if there is one.
    #[inline(always)]
    fn pass<const SIDE: bool>(&self, mut index: usize, trial: &Trial<'_>) -> Option<(Node, List)> {
        if SIDE == LEFT && trial.after.start < trial.at {
            index = self.pass_run(index, trial.after.start, trial.at)?;
        }
        let node = self.nodes[index];
        let list = List {
            start: node.arc(),
            set: self.sets.after(index),
        };
        Some((node, list))
    }

    #[inline(never)]
    fn pass_run(&self, mut index: usize, start: u8, end: u8) -> Option<usize> {
        for slot in self.slots[usize::from(start)..usize::from(end)]
            .iter()
            .rev()
        {
            let tile = slot.tile & !PLAYED_BLANK;
            let set = self.sets.after(index);
            if set >> tile & 1 == 0 {
                return None;
            }
            index = index_in(self.nodes[index].arc(), set, tile);
        }
        Some(index)
    }

    /// Whether a single tile is a play: it must be part of a word, and where
    /// it makes one across too, that one is recorded.
    fn may_be_alone(&self, slot: &Slot) -> bool {
        let across = self.anchor.direction == Direction::Across;
        self.anchor.has_run() && (across || !slot.is_hook())
    }

    /// Hands on the play whose last placed tile is at `at`.
    #[inline(never)]
    fn record<const SIDE: bool>(&mut self, at: u8, state: &State) {
        let end = match SIDE {
            LEFT => self.anchor.end,
            RIGHT => at + 1,
        };
        let bonus = if state.placed == self.rack_size {
            self.bonus
        } else {
            0
        };
        let score = (state.points as u32).saturating_mul(state.factor);
        let crosses = (state.points >> 32) as u32;
        let score = score.saturating_add(crosses).saturating_add(bonus);
        let (row, column) = self.anchor.direction.lane(self.anchor.lane, state.start);
        let found = Found {
            play: Play {
                direction: self.anchor.direction,
                row,
                column,
                tiles: &self.tiles[usize::from(state.start)..usize::from(end)],
            },
            score,
            kept: &self.rack,
        };
        self.sink.found(&found, state.key);
    }
}
