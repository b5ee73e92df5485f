//! Shadow play: upper bounds of the equity of plays on a span of squares.
//!
//! Shadow play places squares, not tiles. For every span of squares around an
//! anchor that the rack can fill, the score is bounded: the tiles with the most
//! points count once, and where a square counts more than once, the tile with
//! the most points that fits is there. Together with the best leave after that
//! many tiles this bounds the equity of all plays on the span. Engines such as
//! MAGPIE call this shadow playing.
//!
//! Spans with the highest bounds are searched first. Once enough good plays are
//! known, no other span needs to be searched.

use crate::graph::Graph;
use crate::movegen::best::bucket_queue::BucketQueue;
use crate::movegen::best::equity::THOUSANDTHS;
use crate::movegen::best::leave_map::MAX_TILES;
use crate::movegen::best::subracks::Subracks;
use crate::movegen::board::play::Direction;
use crate::movegen::board::position::Position;
use crate::movegen::generate::anchors::Anchor;
use crate::movegen::generate::cross_sets::LaneSquare;
use crate::movegen::generate::tile_hash::TileHashes;
use crate::tiles::{BLANK, PLAYED_BLANK};

/// The highest score in thousandths of a point: scores saturate there.
pub(crate) const MAX_SCORE: i64 = THOUSANDTHS * u32::MAX as i64;

/// A score in thousandths of a point, at most the highest.
#[inline]
pub(crate) fn in_bounds(score: u64) -> i64 {
    score.min(u64::from(u32::MAX)) as i64 * THOUSANDTHS
}

/// The leave value where there is no leave: less than any, but far from the
/// least number.
const NO_LEAVE: i64 = -(1 << 60);

/// A span of squares around an anchor: the empty squares that plays cover left
/// and right of it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Span {
    /// A bound of the score, in thousandths of a point.
    pub(crate) score: i64,
    /// The hash of the tiles that plays go through.
    pub(crate) through: u64,
    /// The product of the word premiums.
    pub(crate) factor: u32,
    /// The number of the anchor.
    pub(crate) anchor: u16,
    pub(crate) left: u8,
    pub(crate) right: u8,
}

/// What the bounds depend on besides the anchor.
#[derive(Clone, Debug)]
pub(crate) struct Shadow {
    /// The rack's different letters as bits, and their points, the highest first.
    letters: Vec<(u64, u32)>,
    /// The highest of these points.
    highest: u32,
    playable: u64,
    /// The most tiles to place.
    max_tiles: usize,
    /// By the number of tiles placed, if they make a word by themselves.
    alone: [TileBound; MAX_TILES + 1],
    /// By the number of tiles placed, if they go through tiles on the board.
    any: [TileBound; MAX_TILES + 1],
    /// What the squares right of an anchor add, by how many are covered.
    rights: [SquareBound; MAX_TILES + 1],
}

impl Default for Shadow {
    fn default() -> Self {
        Shadow {
            letters: Vec::new(),
            highest: 0,
            playable: 0,
            max_tiles: 0,
            alone: [TileBound::NONE; MAX_TILES + 1],
            any: [TileBound::NONE; MAX_TILES + 1],
            rights: [SquareBound::NONE; MAX_TILES + 1],
        }
    }
}

/// The most that placing a number of tiles can add.
#[derive(Clone, Copy, Debug)]
struct TileBound {
    /// The points of the tiles.
    points: u32,
    bonus: u32,
    /// The value of the leave.
    leave: i64,
}

impl TileBound {
    const NONE: TileBound = TileBound {
        points: 0,
        bonus: 0,
        leave: NO_LEAVE,
    };
}

/// The most that some squares add to a score, besides the points of the placed
/// tiles counted once.
#[derive(Clone, Copy, Debug)]
struct SquareBound {
    /// To the main word, before its premiums.
    main: u32,
    /// By cross-words.
    crosses: u32,
    /// The product of the word premiums.
    factor: u32,
}

impl SquareBound {
    const NONE: SquareBound = SquareBound {
        main: 0,
        crosses: 0,
        factor: 1,
    };

    #[inline]
    fn and(self, other: SquareBound) -> SquareBound {
        SquareBound {
            main: self.main + other.main,
            crosses: self.crosses + other.crosses,
            factor: self.factor.saturating_mul(other.factor),
        }
    }
}

impl Shadow {
    /// Prepares for a position and plays of up to `max_tiles` tiles.
    pub(crate) fn prepare(&mut self, position: &Position<'_>, max_tiles: u8, subracks: &Subracks) {
        let (ruleset, rack) = (position.ruleset(), position.rack());
        let letters = subracks.letters().iter();
        let letters = letters.filter(|&&(tile, _)| tile != BLANK);
        self.letters.clear();
        self.letters
            .extend(letters.map(|&(tile, points)| (1 << tile, points)));
        self.highest = self.letters.first().map_or(0, |letter| letter.1);
        self.playable = rack.playable() & !1;
        let max_tiles = usize::from(max_tiles).min(rack.total() as usize);
        self.max_tiles = max_tiles.min(MAX_TILES);
        let mut points = 0;
        for placed in 0..=self.max_tiles {
            let group = subracks.placing(placed);
            let alone = group.iter().find(|ranked| subracks.get(ranked).alone != 0);
            let any = TileBound {
                points,
                bonus: match placed == usize::from(ruleset.rack_size()) {
                    true => u32::from(ruleset.bonus()),
                    false => 0,
                },
                leave: group.first().map_or(NO_LEAVE, |ranked| ranked.value),
            };
            self.any[placed] = any;
            self.alone[placed] = TileBound {
                leave: alone.map_or(NO_LEAVE, |ranked| ranked.value),
                ..any
            };
            points += subracks.points().get(placed).copied().unwrap_or(0);
        }
    }

    /// Queues the spans of an anchor whose bound is at least the floor.
    pub(crate) fn queue_spans(
        &mut self,
        (graph, hashes): (&Graph, &TileHashes),
        squares: &[LaneSquare],
        (number, anchor): (u16, &Anchor),
        floor: i64,
        queue: &mut BucketQueue<Span>,
    ) {
        let floor = floor.max(NO_LEAVE / 2);
        let has_run = anchor.has_run();
        let right = &squares[usize::from(anchor.end)..usize::from(anchor.right)];
        // The letters that fit next to a run if none is placed on its other side.
        let (mut left_fits, mut right_fits) = (self.playable, 0);
        if has_run {
            left_fits &= anchor.arcs.set;
            right_fits = self.playable & anchor.arcs.switched(graph.letter_sets()).set;
        }
        let may_be_alone = |square: &LaneSquare| {
            has_run && (anchor.direction == Direction::Across || !square.is_hook())
        };
        let most_right = self.go_right(right);
        let tiles = match has_run {
            true => &self.any,
            false => &self.alone,
        };
        // How many squares are covered on the right, at least and at most.
        let mut least = 2 - usize::from(right.first().is_some_and(may_be_alone));
        let mut last = match right.first() {
            Some(square) if square.cross_set & right_fits != 0 => most_right,
            _ => 0,
        };
        let mut at = usize::from(anchor.start);
        let mut through = anchor.hash;
        let mut left = SquareBound {
            main: anchor.points,
            ..SquareBound::NONE
        };
        for lefts in 0.. {
            let end = (last.min(self.max_tiles - lefts) + 1).max(least);
            let bounds = self.rights[least..end].iter();
            let bounds = bounds.map(|&right| left.and(right));
            for ((right, bound), tiles) in (least as u8..).zip(bounds).zip(&tiles[lefts + least..])
            {
                let main = u64::from(bound.main + tiles.points);
                let crosses = u64::from(bound.crosses) + u64::from(tiles.bonus);
                let score = in_bounds(main * u64::from(bound.factor) + crosses);
                let equity = score + tiles.leave;
                if equity >= floor {
                    let span = Span {
                        score,
                        through,
                        factor: bound.factor,
                        anchor: number,
                        left: lefts as u8,
                        right,
                    };
                    queue.push(equity, span);
                }
            }
            if lefts == self.max_tiles || at <= usize::from(anchor.left) {
                return;
            }
            at -= 1;
            let square = &squares[at];
            if square.cross_set & left_fits == 0 {
                return;
            }
            least = usize::from(lefts == 0 && !may_be_alone(square));
            (left_fits, last) = (self.playable, most_right);
            left = left.and(self.bound(square));
            for square in squares[..at].iter().rev() {
                if square.tile == 0 {
                    break;
                }
                at -= 1;
                left.main += square.points;
                through = through.wrapping_add(hashes.of(square.tile & !PLAYED_BLANK));
            }
        }
    }

    /// Finds what the squares right of an anchor add, and how many can be
    /// covered.
    fn go_right(&mut self, right: &[LaneSquare]) -> usize {
        let mut count = 0;
        for square in right {
            if count == self.max_tiles || square.cross_set & self.playable == 0 {
                break;
            }
            self.rights[count + 1] = self.rights[count].and(self.bound(square));
            count += 1;
        }
        count
    }

    /// The most that covering a square adds.
    #[inline]
    fn bound(&self, square: &LaneSquare) -> SquareBound {
        let highest = match square.is_hook() {
            false => self.highest,
            true => {
                let mut letters = self.letters.iter();
                let fitting = letters.find(|l| l.0 & square.cross_set != 0);
                fitting.map_or(0, |l| l.1)
            }
        };
        SquareBound {
            main: highest * u32::from(square.letter.saturating_sub(1)),
            crosses: square.points + highest * u32::from(square.cross),
            factor: u32::from(square.word),
        }
    }
}
