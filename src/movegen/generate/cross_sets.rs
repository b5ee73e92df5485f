//! Cross-sets and cross-scores of every square, for both directions.
//!
//! A play lies in one lane, a row or a column. A tile placed next to a run of tiles in
//! the crossing lane makes a cross-word there. The cross-set is the set of letters for
//! which that is a word (Appel and Jacobson, 1988). The cross-score is what the other
//! tiles of the cross-word score. [`CrossSets`] keeps both for each square and
//! direction, lane by lane, together with the tile and the premiums, so a search along
//! a lane reads nothing else.
//!
//! The squares of a lane depend only on the lanes that cross it. For a new position,
//! only the parts of lanes whose tiles changed are recomputed.

use crate::graph::Graph;
use crate::movegen::board::{Direction, Position};
use crate::movegen::generate::arcs::{Arcs, first};
use crate::movegen::generate::tile_hash::TileHashes;
use crate::ruleset::Ruleset;
use crate::tiles::PLAYED_BLANK;
use std::ops::Range;

/// One more than the longest lane, rounded up to a power of two.
pub(crate) const MAX_SIDE: usize = 64;

/// The set of all letters.
const ALL: u64 = u64::MAX << 1;

/// The number of squares that are compared at a time.
const PART: usize = 16;

/// The node that points to the GADDAG's root.
pub(crate) const GADDAG_NODE: usize = 1;

/// A square as plays along one direction see it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LaneSquare {
    /// The letters that may be placed here; empty on a blocked or occupied square.
    pub(crate) cross_set: u64,
    /// How often a placed tile's points count in the main word (low 32 bits)
    /// and in the cross-word (high 32 bits).
    pub(crate) weights: u64,
    /// The points of the tile here. On an empty square, the cross-score: the
    /// points of the cross-word's tiles times the word premium.
    pub(crate) points: u32,
    /// The tile here, or 0.
    pub(crate) tile: u8,
    /// The letter premium.
    pub(crate) letter: u8,
    /// The word premium; 0 on a blocked square.
    pub(crate) word: u8,
    /// How often a placed tile's points count in the cross-word; 0 if there is
    /// no cross-word.
    pub(crate) cross: u8,
}

impl LaneSquare {
    /// Whether a tile placed here makes a cross-word.
    #[inline]
    pub(crate) fn is_hook(&self) -> bool {
        self.cross != 0
    }

    /// Whether the square has no premium and a tile placed here makes no cross-word.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        self.weights == 1 && self.word == 1
    }
}

/// A maximal run of tiles in a lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) start: u8,
    /// One past its last tile.
    pub(crate) end: u8,
    /// The points of its tiles.
    pub(crate) points: u32,
    /// The hash of its tiles.
    pub(crate) hash: u64,
    /// The GADDAG node after the run read backwards; 0 if no word contains the run.
    pub(crate) node: u32,
    /// The arcs of that node; empty if no word contains the run.
    pub(crate) arcs: Arcs,
}

/// All lanes of one direction.
#[derive(Clone, Debug)]
struct Lanes {
    length: usize,
    /// All squares, lane by lane.
    squares: Vec<LaneSquare>,
    /// The runs of each lane, in order.
    runs: Vec<Vec<Run>>,
    /// For each lane, a bit for each square where a tile makes a cross-word.
    hooks: Vec<u64>,
}

/// The cross-sets of a board, and the runs of tiles they come from.
#[derive(Clone, Debug)]
pub(crate) struct CrossSets {
    columns: usize,
    lanes: [Lanes; 2],
    /// The tiles for which everything was computed, row by row. Before the first
    /// update, the values are not tiles.
    tiles: Vec<u8>,
    /// The points of each tile on the board. Blanks have none.
    points: [u32; 1 << u8::BITS],
    hashes: TileHashes,
    /// Temporary: the runs of a lane behind those being recomputed.
    later: Vec<Run>,
}

impl CrossSets {
    pub(crate) fn new(ruleset: &Ruleset) -> CrossSets {
        let board = ruleset.board();
        let (rows, columns) = (board.rows(), board.columns());
        let lanes = |direction: Direction| {
            let (lanes, length) = direction.lane(rows, columns);
            let (lanes, length) = (usize::from(lanes), usize::from(length));
            let squares = (0..lanes * length).map(|at| {
                let (row, column) = direction.lane((at / length) as u8, (at % length) as u8);
                let square = board.square(row, column);
                LaneSquare {
                    weights: u64::from(square.letter),
                    letter: square.letter,
                    word: square.word,
                    ..LaneSquare::default()
                }
            });
            Lanes {
                length,
                squares: squares.collect(),
                runs: (0..lanes)
                    .map(|_| Vec::with_capacity(length.div_ceil(2)))
                    .collect(),
                hooks: vec![0; lanes],
            }
        };
        CrossSets {
            columns: usize::from(columns),
            lanes: Direction::BOTH.map(lanes),
            tiles: vec![u8::MAX; usize::from(rows) * usize::from(columns)],
            points: std::array::from_fn(|tile| u32::from(ruleset.points(tile as u8))),
            hashes: TileHashes::default(),
            later: Vec::with_capacity(MAX_SIDE / 2),
        }
    }

    /// The number of lanes of a direction.
    pub(crate) fn count(&self, direction: Direction) -> usize {
        self.lanes[direction as usize].hooks.len()
    }

    /// The squares of a lane.
    #[inline]
    pub(crate) fn squares(&self, direction: Direction, lane: usize) -> &[LaneSquare] {
        let lanes = &self.lanes[direction as usize];
        &lanes.squares[lane * lanes.length..][..lanes.length]
    }

    /// The runs of a lane, in order.
    pub(crate) fn runs(&self, direction: Direction, lane: usize) -> &[Run] {
        &self.lanes[direction as usize].runs[lane]
    }

    /// The squares of a lane where a tile makes a cross-word, one bit each.
    pub(crate) fn hooks(&self, direction: Direction, lane: usize) -> u64 {
        self.lanes[direction as usize].hooks[lane]
    }

    /// Updates the cross-sets to a position on the same board.
    pub(crate) fn update(&mut self, graph: &Graph, position: &Position<'_>) {
        // For each lane, a bit for each square whose tile changed.
        let mut changed = [[0u64; MAX_SIDE]; 2];
        let (new, mut at) = (position.squares(), 0);
        while at < new.len() {
            let part = new[at..].first_chunk::<PART>();
            if part.is_some() && part == self.tiles[at..].first_chunk() {
                at += PART;
                continue;
            }
            if self.tiles[at] != new[at] {
                let (row, column) = (at / self.columns, at % self.columns);
                changed[0][row] |= 1 << column;
                changed[1][column] |= 1 << row;
                self.tiles[at] = new[at];
            }
            at += 1;
        }
        for (direction, changed) in Direction::BOTH.into_iter().zip(changed) {
            let lanes = changed.iter().take(self.count(direction)).enumerate();
            for (lane, &changed) in lanes.filter(|(_, changed)| **changed != 0) {
                self.recompute(graph, (direction, lane), changed);
            }
        }
    }

    fn tile(&self, direction: Direction, lane: usize, at: usize) -> u8 {
        match direction {
            Direction::Across => self.tiles[lane * self.columns + at],
            Direction::Down => self.tiles[at * self.columns + lane],
        }
    }

    /// The squares of a lane affected by changed tiles. Two adjacent empty squares
    /// separate what is left of them from what is right. So the range extends to the
    /// nearest such pair on each side, and includes one square of it.
    fn affected(&self, (direction, lane): (Direction, usize), changed: u64) -> Range<usize> {
        let length = self.lanes[direction as usize].length;
        let is_empty = |at| self.tile(direction, lane, at) == 0;
        let first = changed.trailing_zeros() as usize;
        let last = 63 - changed.leading_zeros() as usize;
        let starts = |&at: &usize| at == 0 || (at < first && is_empty(at) && is_empty(at - 1));
        let ends =
            |&at: &usize| at + 1 == length || (at > last && is_empty(at) && is_empty(at + 1));
        let start = (0..=first).rev().find(starts);
        let end = (last..length).find(ends);
        start.unwrap_or(0)..end.map_or(length, |at| at + 1)
    }

    /// Finds the runs of a lane and, from them, updates the squares of all crossing
    /// lanes, as far as the changed tiles affect them.
    fn recompute(&mut self, graph: &Graph, (direction, lane): (Direction, usize), changed: u64) {
        let affected = self.affected((direction, lane), changed);
        self.clear_hooks((direction, lane), affected.clone());
        let mut runs = std::mem::take(&mut self.lanes[direction as usize].runs[lane]);
        let later = runs.partition_point(|run| usize::from(run.start) < affected.end);
        self.later.extend_from_slice(&runs[later..]);
        runs.truncate(runs.partition_point(|run| usize::from(run.end) <= affected.start));
        let mut at = affected.start;
        while at < affected.end {
            if self.tile(direction, lane, at) == 0 {
                at += 1;
                continue;
            }
            let run = self.read_run(graph, direction, lane, at);
            at = usize::from(run.end);
            self.hook_before(graph, direction, lane, &run, runs.last());
            self.hook_after(graph, direction, lane, &run);
            runs.push(run);
        }
        runs.append(&mut self.later);
        self.lanes[direction as usize].runs[lane] = runs;
    }

    /// Resets squares of a lane, as the crossing lanes see them, to squares without a
    /// cross-word.
    fn clear_hooks(&mut self, (direction, lane): (Direction, usize), affected: Range<usize>) {
        for at in affected {
            let tile = self.tile(direction, lane, at);
            let crossing = &mut self.lanes[direction.other() as usize];
            let square = &mut crossing.squares[at * crossing.length + lane];
            square.tile = tile;
            square.cross = 0;
            square.weights = u64::from(square.letter);
            square.points = self.points[usize::from(tile)];
            square.cross_set = match tile != 0 || square.word == 0 {
                true => 0,
                false => ALL,
            };
            crossing.hooks[at] &= !(1 << lane);
        }
    }

    fn read_run(&self, graph: &Graph, direction: Direction, lane: usize, start: usize) -> Run {
        let length = self.lanes[direction as usize].length;
        let tile = |at| self.tile(direction, lane, at);
        let end = (start..length).find(|&at| tile(at) == 0).unwrap_or(length);
        let (mut points, mut hash) = (0, 0u64);
        let steps = graph.letter_sets();
        let mut node = GADDAG_NODE;
        let mut arcs = Arcs::after(steps[node]);
        for at in (start..end).rev() {
            points += self.points[usize::from(tile(at))];
            let tile = tile(at) & !PLAYED_BLANK;
            hash = hash.wrapping_add(self.hashes.of(tile));
            node = arcs.follow(tile).unwrap_or(0);
            arcs = match node {
                0 => Arcs::default(),
                _ => Arcs::after(steps[node]),
            };
        }
        Run {
            start: start as u8,
            end: end as u8,
            points,
            hash,
            node: node as u32,
            arcs,
        }
    }

    /// Sets the cross-set of the square before a run: the letters that make a word with
    /// the run, and with the run before the square if there is one.
    fn hook_before(
        &mut self,
        graph: &Graph,
        direction: Direction,
        lane: usize,
        run: &Run,
        before: Option<&Run>,
    ) {
        let Some(at) = run.start.checked_sub(1) else {
            return;
        };
        let Some(before) = before.filter(|before| before.end == at) else {
            let set = graph.accepted_sets()[run.arcs.start as usize];
            return self.set_hook(direction, lane, at, set, run.points);
        };
        let steps = graph.letter_sets();
        let ends_word = |tile| {
            let mut index = run.arcs.follow(tile)?;
            for at in (before.start..before.end).rev() {
                let tile = self.tile(direction, lane, usize::from(at)) & !PLAYED_BLANK;
                index = Arcs::after(steps[index]).follow(tile)?;
            }
            steps[index].node().accepts().then_some(())
        };
        // Only letters that can follow the earlier run are tried.
        let mut letters = run.arcs.set & before.arcs.switched(steps).set & !1;
        let mut set = 0;
        while letters != 0 {
            let (tile, bit) = first(&mut letters);
            if ends_word(tile).is_some() {
                set |= bit;
            }
        }
        self.set_hook(direction, lane, at, set, run.points + before.points);
    }

    /// Sets the cross-set of the square after a run, unless another run follows that
    /// square; it then belongs to that run.
    fn hook_after(&mut self, graph: &Graph, direction: Direction, lane: usize, run: &Run) {
        let end = usize::from(run.end);
        let length = self.lanes[direction as usize].length;
        if end >= length || (end + 1 < length && self.tile(direction, lane, end + 1) != 0) {
            return;
        }
        let after = run.arcs.switched(graph.letter_sets());
        let set = graph.accepted_sets()[after.start as usize];
        self.set_hook(direction, lane, run.end, set, run.points);
    }

    fn set_hook(&mut self, direction: Direction, lane: usize, at: u8, set: u64, points: u32) {
        let crossing = &mut self.lanes[direction.other() as usize];
        let square = &mut crossing.squares[usize::from(at) * crossing.length + lane];
        if square.word != 0 {
            square.cross_set = set;
            square.points = points * u32::from(square.word);
            square.cross = square.letter * square.word;
            square.weights |= u64::from(square.cross) << 32;
            crossing.hooks[usize::from(at)] |= u64::from(square.is_hook()) << lane;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{GraphKind, GraphSpec, NodeFormat, build};
    use crate::lexicon::Words;
    use proptest::prelude::*;

    /// A ruleset of three letters, with enough of each to fill a board of 9 × 9
    /// squares.
    fn ruleset() -> Ruleset {
        let letter = |tile| format!("  - {{tile: {tile}, count: 81, points: 1}}\n");
        let letters: String = ["A", "B", "C"].map(letter).concat();
        let squares = "    .........\n".repeat(9);
        let text = format!(
            "name: tiny\nrack: 2\nbonus: 5\nexchange: 1\nblanks: 0\nletters:\n{letters}\
             board:\n  start: B2\n  squares: |\n{squares}"
        );
        Ruleset::from_yaml("tiny.yaml", &text).unwrap()
    }

    /// A board with these tiles; 0 for none.
    fn board(rows: &[[u8; 9]; 9]) -> String {
        let part = |squares: &[u8]| match squares[0] {
            0 => squares.len().to_string(),
            tile => char::from(b'@' + tile).to_string(),
        };
        let row = |row: &[u8; 9]| -> String { row.chunk_by(|a, b| a | b == 0).map(part).collect() };
        rows.each_ref().map(row).join("/")
    }

    proptest! {
        /// After tiles come and go, the updated cross-sets equal those computed from
        /// scratch.
        #[test]
        fn what_is_kept_is_as_good_as_new(
            turns in prop::collection::vec(
                prop::collection::vec((0..9usize, 0..9usize, 0..4u8), 0..30),
                1..6,
            ),
        ) {
            let ruleset = ruleset();
            let words: [&[u8]; 6] =
                [&[1, 2], &[2, 1], &[1, 1], &[1, 3, 2], &[3, 3, 1, 2, 1], &[1, 2, 1, 2, 1]];
            let words = Words::from_unsorted(words).unwrap();
            let bytes = build(&words, GraphSpec::new()).unwrap();
            let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 3).unwrap();
            let mut rows = [[0; 9]; 9];
            let mut kept = CrossSets::new(&ruleset);
            for turn in turns {
                for (row, column, tile) in turn {
                    rows[row][column] = tile;
                }
                let position = Position::read(&ruleset, &board(&rows), "").unwrap();
                kept.update(&graph, &position);
                let mut new = CrossSets::new(&ruleset);
                new.update(&graph, &position);
                for (direction, lane) in Direction::BOTH.into_iter().flat_map(|d| (0..9).map(move |l| (d, l))) {
                    prop_assert_eq!(kept.squares(direction, lane), new.squares(direction, lane));
                    prop_assert_eq!(kept.runs(direction, lane), new.runs(direction, lane));
                    prop_assert_eq!(kept.hooks(direction, lane), new.hooks(direction, lane));
                }
            }
        }
    }
}
