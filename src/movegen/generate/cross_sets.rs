//! Lanes: what the GADDAG generator knows of each row and column.
//!
//! A play lies in one lane. What it can place on a square of it depends on the
//! lane that crosses there: a run of tiles next to the square makes a
//! cross-word with the tile put on it, so that only some letters fit (the
//! cross-set) and some points are scored. All of that is kept in one [`Slot`] a
//! square and direction, next to each other for a lane, so that while playing
//! along a lane nothing else has to be looked at.
//!
//! Slots depend on the crossing lane's tiles alone. When a position comes in,
//! its lanes are compared with those of the one before, and only those that
//! differ are computed again.

use crate::graph::{Graph, Node, index_in};
use crate::movegen::best::anagram_filter::TileSums;
use crate::movegen::board::play::Direction;
use crate::movegen::board::position::Position;
use crate::movegen::generate::anchors::Anchor;
use crate::movegen::generate::search::List;
use crate::ruleset::Ruleset;
use crate::tiles::{BLANK, MAX_LETTERS, PLAYED_BLANK, Tile};

/// The set of all letters.
const ALL: u64 = u64::MAX << 1;

/// Points by played tile's letter, and 0 for blanks.
type Points = [u32; MAX_LETTERS + 1];

/// One square, as plays along one direction see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    /// Which letters can be put here: none on a blocked or taken square.
    pub(crate) allowed: u64,
    /// How often a tile's points count in the word, and, times 2³², how often
    /// in the cross-word.
    pub(crate) weights: u64,
    /// The points of the tile on it; on an empty square, those of the tiles of
    /// its cross-word times the word premium.
    pub(crate) points: u32,
    /// The tile on it, 0 for none.
    pub(crate) tile: u8,
    /// The letter premium.
    pub(crate) letter: u8,
    /// The word premium.
    pub(crate) word: u8,
    /// By how much a tile's points count in the cross-word; 0 if there is none.
    pub(crate) cross: u8,
}

impl Slot {
    /// Whether a tile put here makes a cross-word.
    #[inline]
    pub(crate) fn is_hook(&self) -> bool {
        self.cross != 0
    }
}

/// A run of tiles in a lane, with no tile before or after it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Run {
    pub(crate) start: u8,
    /// One past its last tile.
    pub(crate) end: u8,
    /// Its tiles' points.
    pub(crate) points: u32,
    /// Its tiles' sum.
    pub(crate) sum: u64,
    /// The GADDAG's list after the run read backwards; empty if there is none.
    pub(crate) list: List,
}

/// All lanes of one direction.
#[derive(Clone, Debug)]
struct Side {
    length: usize,
    /// Lane by lane.
    slots: Vec<Slot>,
    /// Lane by lane, with room for as many as there can be.
    runs: Vec<Run>,
    run_counts: Vec<u8>,
    /// The squares of each lane where a tile makes a cross-word, as bits.
    hooks: Vec<u64>,
}

impl Side {
    fn most_runs(&self) -> usize {
        self.length.div_ceil(2)
    }
}

/// The lanes of a board.
#[derive(Clone, Debug)]
pub(crate) struct Lanes {
    rows: usize,
    columns: usize,
    sides: [Side; 2],
    /// The squares that the slots were computed for.
    squares: Vec<u8>,
    points: Points,
    sums: TileSums,
    /// Whether nothing has been computed yet.
    fresh: bool,
}

impl Lanes {
    pub(crate) fn new(ruleset: &Ruleset) -> Lanes {
        let board = ruleset.board();
        let (rows, columns) = (board.rows(), board.columns());
        let side = |direction: Direction| {
            let (lanes, length) = direction.lane(rows, columns);
            let squares = (0..lanes).flat_map(|lane| (0..length).map(move |at| (lane, at)));
            let slots = squares.map(|(lane, at)| {
                let (row, column) = direction.lane(lane, at);
                let square = board.square(row, column);
                Slot {
                    allowed: 0,
                    weights: u64::from(square.letter),
                    points: 0,
                    tile: 0,
                    letter: square.letter,
                    word: square.word,
                    cross: 0,
                }
            });
            let mut side = Side {
                length: usize::from(length),
                slots: slots.collect(),
                runs: Vec::new(),
                run_counts: vec![0; usize::from(lanes)],
                hooks: vec![0; usize::from(lanes)],
            };
            side.runs = vec![Run::default(); usize::from(lanes) * side.most_runs()];
            side
        };
        let mut points = [0; MAX_LETTERS + 1];
        for (tile, points) in (0..).zip(&mut points) {
            *points = u32::from(ruleset.points(tile));
        }
        Lanes {
            rows: usize::from(rows),
            columns: usize::from(columns),
            sides: Direction::BOTH.map(side),
            squares: vec![0; usize::from(rows) * usize::from(columns)],
            points,
            sums: TileSums::default(),
            fresh: true,
        }
    }

    /// How many lanes a direction has.
    pub(crate) fn count(&self, direction: Direction) -> usize {
        match direction {
            Direction::Across => self.rows,
            Direction::Down => self.columns,
        }
    }

    /// The squares of a lane.
    #[inline]
    pub(crate) fn slots(&self, direction: Direction, lane: usize) -> &[Slot] {
        let side = &self.sides[direction as usize];
        &side.slots[lane * side.length..][..side.length]
    }

    /// The squares of an anchor's lane.
    #[inline]
    pub(crate) fn of(&self, anchor: &Anchor) -> &[Slot] {
        self.slots(anchor.direction, usize::from(anchor.lane))
    }

    /// The runs of a lane, in order.
    pub(crate) fn runs(&self, direction: Direction, lane: usize) -> &[Run] {
        let side = &self.sides[direction as usize];
        let count = usize::from(side.run_counts[lane]);
        &side.runs[lane * side.most_runs()..][..count]
    }

    /// The squares of a lane where a tile makes a cross-word, as bits.
    pub(crate) fn hooks(&self, direction: Direction, lane: usize) -> u64 {
        self.sides[direction as usize].hooks[lane]
    }

    /// Makes the lanes those of a position on the same board.
    pub(crate) fn update(&mut self, graph: &Graph, position: &Position<'_>) {
        let (mut rows, mut columns) = (0u64, 0u64);
        let new = position.squares();
        for row in 0..self.rows {
            let range = row * self.columns..(row + 1) * self.columns;
            if !self.fresh && self.squares[range.clone()] == new[range.clone()] {
                continue;
            }
            rows |= 1 << row;
            for column in 0..self.columns {
                let at = range.start + column;
                columns |= u64::from(self.fresh || self.squares[at] != new[at]) << column;
                self.squares[at] = new[at];
            }
        }
        self.fresh = false;
        for (direction, mut lanes) in Direction::BOTH.into_iter().zip([rows, columns]) {
            while lanes != 0 {
                self.recompute(graph, direction, lanes.trailing_zeros() as usize);
                lanes &= lanes - 1;
            }
        }
    }

    fn tile(&self, direction: Direction, lane: usize, at: usize) -> u8 {
        match direction {
            Direction::Across => self.squares[lane * self.columns + at],
            Direction::Down => self.squares[at * self.columns + lane],
        }
    }

    fn face_points(&self, tile: u8) -> u32 {
        match tile & PLAYED_BLANK {
            0 => self.points[usize::from(tile & 63)],
            _ => 0,
        }
    }

    /// The slot that a lane's square has in the lane across it.
    fn crossing(&mut self, direction: Direction, lane: usize, at: usize) -> &mut Slot {
        let side = &mut self.sides[direction.other() as usize];
        &mut side.slots[at * side.length + lane]
    }

    /// Finds a lane's runs, and from them the slots of all lanes across it.
    fn recompute(&mut self, graph: &Graph, direction: Direction, lane: usize) {
        let length = self.sides[direction as usize].length;
        let (first, step) = match direction {
            Direction::Across => (lane * self.columns, 1),
            Direction::Down => (lane, self.columns),
        };
        let tiles = self.squares[first..].iter().step_by(step).take(length);
        let across = &mut self.sides[direction.other() as usize];
        let slots = across.slots[lane..].iter_mut().step_by(across.length);
        for ((slot, hooks), &tile) in slots.zip(&mut across.hooks).zip(tiles) {
            slot.tile = tile;
            slot.cross = 0;
            slot.weights = u64::from(slot.letter);
            slot.points = match tile & PLAYED_BLANK {
                0 => self.points[usize::from(tile & 63)],
                _ => 0,
            };
            slot.allowed = if tile != 0 || slot.word == 0 { 0 } else { ALL };
            *hooks &= !(1 << lane);
        }
        let mut at = 0;
        let mut count = 0;
        let mut before = None;
        while at < length {
            if self.tile(direction, lane, at) == 0 {
                at += 1;
                continue;
            }
            let run = self.read_run(graph, direction, lane, at);
            at = usize::from(run.end);
            self.hook_before(graph, direction, lane, &run, before);
            self.hook_after(graph, direction, lane, &run);
            before = Some(run);
            let side = &mut self.sides[direction as usize];
            let first = lane * side.most_runs();
            side.runs[first + count] = run;
            count += 1;
        }
        self.sides[direction as usize].run_counts[lane] = count as u8;
    }

    fn read_run(&self, graph: &Graph, direction: Direction, lane: usize, start: usize) -> Run {
        let length = self.sides[direction as usize].length;
        let tile = |at| self.tile(direction, lane, at);
        let end = (start..length).find(|&at| tile(at) == 0).unwrap_or(length);
        let (mut points, mut sum) = (0, 0u64);
        // The node that points to the GADDAG's root.
        let mut index = Some(1);
        for at in (start..end).rev() {
            points += self.face_points(tile(at));
            let tile = tile(at) & !PLAYED_BLANK;
            sum = sum.wrapping_add(self.sums.of(tile));
            index = index.and_then(|index| follow(graph, index, tile));
        }
        let list = index.map_or(List::default(), |index| List::after(graph.steps()[index]));
        Run {
            start: start as u8,
            end: end as u8,
            points,
            sum,
            list,
        }
    }

    /// The square before a run: what makes a word with the run after it, and
    /// with the run before it where that is next to the square too.
    fn hook_before(
        &mut self,
        graph: &Graph,
        direction: Direction,
        lane: usize,
        run: &Run,
        before: Option<Run>,
    ) {
        let Some(at) = run.start.checked_sub(1) else {
            return;
        };
        match before.filter(|before| before.end == at) {
            None => self.set_hook(
                direction,
                lane,
                at,
                accepted(graph, run.list.start),
                run.points,
            ),
            Some(before) => {
                let ends_word = |first: &Node| {
                    let mut node = Some(*first);
                    for at in (before.start..before.end).rev() {
                        let tile = self.tile(direction, lane, usize::from(at)) & !PLAYED_BLANK;
                        node = node.and_then(|n| graph.find(n.arc(), tile));
                    }
                    node.is_some_and(Node::accepts)
                };
                // Only what can follow the run before is worth a look.
                let after = match before.list.set & 1 {
                    0 => 0,
                    _ => graph.steps()[before.list.start as usize].set(),
                };
                let letters = graph.list(run.list.start).iter();
                let letters = letters.filter(|n| after & !1 & 1 << n.tile() != 0);
                let fitting = letters.filter(|node| ends_word(node));
                let set = fitting.fold(0, |set, node| set | 1 << node.tile());
                self.set_hook(direction, lane, at, set, run.points + before.points);
            }
        }
    }

    /// The square after a run, unless the next run begins past it.
    fn hook_after(&mut self, graph: &Graph, direction: Direction, lane: usize, run: &Run) {
        let end = usize::from(run.end);
        let length = self.sides[direction as usize].length;
        if end >= length || (end + 1 < length && self.tile(direction, lane, end + 1) != 0) {
            return;
        }
        let after = graph.find(run.list.start, BLANK).map_or(0, Node::arc);
        self.set_hook(direction, lane, run.end, accepted(graph, after), run.points);
    }

    fn set_hook(&mut self, direction: Direction, lane: usize, at: u8, set: u64, points: u32) {
        let slot = self.crossing(direction, lane, usize::from(at));
        if slot.word != 0 {
            slot.allowed = set;
            slot.points = points * u32::from(slot.word);
            slot.cross = slot.letter * slot.word;
            slot.weights |= u64::from(slot.cross) << 32;
            let is_hook = u64::from(slot.is_hook());
            let side = &mut self.sides[direction.other() as usize];
            side.hooks[usize::from(at)] |= is_hook << lane;
        }
    }
}

/// The node that a tile leads to from another node.
fn follow(graph: &Graph, index: usize, tile: Tile) -> Option<usize> {
    let list = List::after(graph.steps()[index]);
    (list.set >> tile & 1 != 0).then(|| index_in(list.start, list.set, 1 << tile))
}

/// The tiles of a list that end a word.
fn accepted(graph: &Graph, list: u32) -> u64 {
    let mut set = 0;
    if list == 0 {
        return set;
    }
    for node in &graph.nodes()[list as usize..] {
        set |= u64::from(node.accepts()) << node.tile();
        if node.is_end() {
            break;
        }
    }
    set
}
