//! Shadow play: upper bounds of the equity of plays on a span of squares.
//!
//! Shadow play places squares, not tiles. For every span of squares around an anchor
//! that the rack can fill, the bound has two parts. The first is the best of all
//! subracks of that size: its leave, plus its points times the word premium. The second
//! is what the squares add: on each square that counts more than once, the tile with
//! the most points that fits is assumed. Engines such as MAGPIE call this shadow
//! playing.
//!
//! Spans with the highest bounds are searched first. Once enough good plays are known,
//! the remaining spans need not be searched.

use crate::graph::Graph;
use crate::movegen::best::anagram_filter::AnagramFilter;
use crate::movegen::best::bucket_queue::BucketQueue;
use crate::movegen::best::leave_map::MAX_TILES;
use crate::movegen::best::subracks::{NO_WORTH, SquareBound, Subrack, Subracks};
use crate::movegen::board::{Direction, Position};
use crate::movegen::generate::anchors::Anchor;
use crate::movegen::generate::cross_sets::LaneSquare;
use crate::tiles::{BLANK, PLAYED_BLANK};

/// A span of squares around an anchor: the empty squares that plays cover to its left
/// and right.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Span {
    /// A bound of the score without the worth of the placed tiles, in thousandths of a
    /// point.
    pub(crate) score: i64,
    /// The hash of the tiles that plays go through.
    pub(crate) through: u64,
    /// The word premium that subracks are weighed with.
    pub(crate) factor: u8,
    /// The number of the anchor.
    pub(crate) anchor: u16,
    pub(crate) left: u8,
    pub(crate) right: u8,
}

/// The data, besides the anchor, that the bounds depend on.
#[derive(Clone, Debug)]
pub(crate) struct Shadow {
    /// The rack's different letters as bits, and their points, the highest first.
    letters: Vec<(u64, u32)>,
    /// The highest of these points.
    highest: u32,
    playable: u64,
    /// The most tiles that a play may place.
    max_tiles: usize,
    /// The only subrack with that many tiles; `None` if there are several.
    whole: Option<Subrack>,
    /// What the squares right of an anchor add, by the number covered.
    rights: [SquareBound; MAX_TILES + 1],
}

impl Default for Shadow {
    fn default() -> Self {
        Shadow {
            letters: Vec::new(),
            highest: 0,
            playable: 0,
            max_tiles: 0,
            whole: None,
            rights: [SquareBound::NONE; MAX_TILES + 1],
        }
    }
}

impl Shadow {
    /// Prepares the bounds for a position.
    pub(crate) fn prepare(&mut self, position: &Position<'_>, subracks: &Subracks) {
        let rack = position.rack();
        let letters = subracks.letters.iter();
        let letters = letters.filter(|&&(tile, _)| tile != BLANK);
        self.letters.clear();
        self.letters
            .extend(letters.map(|&(tile, points)| (1 << tile, points)));
        self.highest = self.letters.first().map_or(0, |letter| letter.1);
        self.playable = rack.playable() & !1;
        let rack_size = usize::from(position.ruleset().rack_size());
        self.max_tiles = rack_size.min(rack.total() as usize).min(MAX_TILES);
        self.whole = match self.max_tiles {
            0 => None,
            most => subracks.only(most).copied(),
        };
    }

    /// The most tiles that plays through these tiles on the board can place: one less
    /// if the whole rack makes no word with them.
    #[inline(never)]
    fn limit(&self, filter: &AnagramFilter, through: u64) -> usize {
        match &self.whole {
            Some(whole) => {
                let hash = whole.played.hash.wrapping_add(through);
                let letters = filter.letters_for(hash, whole.played.placed, whole.played.blanks);
                self.max_tiles - usize::from(letters == 0)
            }
            None => self.max_tiles,
        }
    }

    /// Queues the spans of an anchor whose bound is at least the floor.
    pub(crate) fn queue_spans(
        &mut self,
        (graph, filter): (&Graph, &AnagramFilter),
        squares: &[LaneSquare],
        (number, anchor): (u16, &Anchor),
        (subracks, floor): (&mut Subracks, i64),
        queue: &mut BucketQueue<Span>,
    ) {
        let floor = floor.max(NO_WORTH / 2);
        let has_run = anchor.has_run();
        let right = &squares[usize::from(anchor.run.end)..usize::from(anchor.right)];
        // The letters that fit next to a run if no tile is placed on its other side.
        let (mut left_fits, mut right_fits) = (self.playable, 0);
        let mut limit = self.max_tiles;
        if has_run {
            left_fits &= anchor.run.arcs.set;
            right_fits = self.playable & anchor.run.arcs.switched(graph.letter_sets()).set;
            limit = self.limit(filter, anchor.run.hash);
        }
        let may_be_alone = |square: &LaneSquare| {
            has_run && (anchor.direction == Direction::Across || !square.is_hook())
        };
        let most_right = self.go_right(right);
        // The fewest and the most squares covered on the right.
        let mut least = 2 - usize::from(right.first().is_some_and(may_be_alone));
        let mut last = match right.first() {
            Some(square) if square.cross_set & right_fits != 0 => most_right,
            _ => 0,
        };
        let mut at = usize::from(anchor.run.start);
        let mut through = anchor.run.hash;
        let mut left = SquareBound {
            main: u64::from(anchor.run.points),
            ..SquareBound::NONE
        };
        for lefts in 0..self.max_tiles + 1 {
            let end = match limit.checked_sub(lefts) {
                Some(most) => last.min(most) + 1,
                None => 0,
            };
            for right in least..end {
                let squares = left.and(&self.rights[right & MAX_TILES]);
                let bound = subracks.bound(&squares, !has_run, lefts + right);
                if bound.total() >= floor {
                    let span = Span {
                        score: bound.score,
                        through,
                        factor: bound.factor,
                        anchor: number,
                        left: lefts as u8,
                        right: right as u8,
                    };
                    queue.push(bound.total(), span);
                }
            }
            if at <= usize::from(anchor.left) {
                return;
            }
            at -= 1;
            let square = &squares[at];
            if square.cross_set & left_fits == 0 {
                return;
            }
            least = 0;
            if lefts == 0 && !may_be_alone(square) {
                least = 1;
            }
            (left_fits, last) = (self.playable, most_right);
            if !square.is_plain() {
                left = left.and(&self.bound(square)).bounded();
            }
            let before = at;
            for square in squares[..at].iter().rev() {
                if square.tile == 0 {
                    break;
                }
                at -= 1;
                left.main += u64::from(square.points);
                through = through.wrapping_add(filter.hashes.of(square.tile & !PLAYED_BLANK));
            }
            if at < before {
                limit = self.limit(filter, through);
            }
        }
    }

    /// Computes what the squares right of an anchor add, and how many can be covered.
    fn go_right(&mut self, right: &[LaneSquare]) -> usize {
        let mut count = 0;
        for square in right {
            if count == self.max_tiles || square.cross_set & self.playable == 0 {
                break;
            }
            self.rights[count + 1] = match square.is_plain() {
                true => self.rights[count],
                false => self.rights[count].and(&self.bound(square)).bounded(),
            };
            count += 1;
        }
        count
    }

    /// The most that covering a square can add.
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
            main: u64::from(highest * u32::from(square.letter.saturating_sub(1))),
            crosses: u64::from(square.points + highest * u32::from(square.cross)),
            factor: u64::from(square.word),
        }
    }
}
