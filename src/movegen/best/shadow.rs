//! Shadow play: the most that plays on a stretch of squares can be worth.
//!
//! Instead of tiles, places are played. For every stretch of squares around an
//! anchor that the rack's tiles can fill, the score is at most this: each of
//! the tiles with the most points counts once, and where a square counts more
//! than once, the tile with the most points that fits is there. With the best
//! that can be kept of the rack after so many tiles, it bounds the worth of all
//! plays on the stretch.
//!
//! The stretches that promise most come first. When enough good plays are
//! known, no other stretch needs to be looked at.

use crate::graph::Graph;
use crate::movegen::best::anagram_filter::TileSums;
use crate::movegen::best::bucket_queue::Queue;
use crate::movegen::best::equity::THOUSANDTHS;
use crate::movegen::best::leave_map::MOST_TILES;
use crate::movegen::best::subracks::Ways;
use crate::movegen::board::play::Direction;
use crate::movegen::board::position::Position;
use crate::movegen::generate::anchors::Anchor;
use crate::movegen::generate::cross_sets::Slot;
use crate::tiles::{BLANK, PLAYED_BLANK};

/// The highest score in thousandths of a point: there plays' own scores stop.
pub(crate) const MOST_SCORE: i64 = THOUSANDTHS * u32::MAX as i64;

/// A score in thousandths of a point, which is the highest at most.
#[inline]
pub(crate) fn in_bounds(score: u64) -> i64 {
    score.min(u64::from(u32::MAX)) as i64 * THOUSANDTHS
}

/// What is kept if nothing is: less than anything, but far from the end of
/// numbers.
const NOTHING: i64 = -(1 << 60);

/// Squares around an anchor that plays cover: those left of it and those right
/// of it that have no tile.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stretch {
    /// The most that a play can be worth.
    pub(crate) promise: i64,
    /// The most that one can score, in thousandths of a point.
    pub(crate) score: i64,
    /// The sum of the tiles passed through.
    pub(crate) through: u64,
    /// The product of the word premiums.
    pub(crate) factor: u32,
    /// The number of the anchor.
    pub(crate) anchor: u16,
    pub(crate) left: u8,
    pub(crate) right: u8,
}

/// What guesses depend on besides the anchor.
#[derive(Clone, Debug)]
pub(crate) struct Shadow {
    /// The rack's different letters and their points, the highest first.
    letters: Vec<(u64, u32)>,
    /// The highest of these points.
    highest: u32,
    playable: u64,
    /// The most tiles to place.
    most: usize,
    /// By the number of tiles placed: if these make a word by themselves, and
    /// if they need not.
    alone: [Best; MOST_TILES + 1],
    any: [Best; MOST_TILES + 1],
    /// What the squares right of an anchor add, by how many are covered.
    rights: [Sum; MOST_TILES + 1],
}

impl Default for Shadow {
    fn default() -> Self {
        Shadow {
            letters: Vec::new(),
            highest: 0,
            playable: 0,
            most: 0,
            alone: [Best::NONE; MOST_TILES + 1],
            any: [Best::NONE; MOST_TILES + 1],
            rights: [Sum::NONE; MOST_TILES + 1],
        }
    }
}

/// The best that placing a number of tiles can come to.
#[derive(Clone, Copy, Debug)]
struct Best {
    /// The points of so many tiles.
    points: u32,
    bonus: u32,
    /// What keeping the others is worth.
    kept: i64,
}

impl Best {
    const NONE: Best = Best {
        points: 0,
        bonus: 0,
        kept: NOTHING,
    };
}

/// What some squares add to a score, but for the points of the tiles that are
/// put there counted once.
#[derive(Clone, Copy, Debug)]
struct Sum {
    /// To the word, before its premiums.
    main: u32,
    /// By cross-words.
    crosses: u32,
    /// The product of the word premiums.
    factor: u32,
}

impl Sum {
    const NONE: Sum = Sum {
        main: 0,
        crosses: 0,
        factor: 1,
    };

    #[inline]
    fn and(self, other: Sum) -> Sum {
        Sum {
            main: self.main + other.main,
            crosses: self.crosses + other.crosses,
            factor: self.factor.saturating_mul(other.factor),
        }
    }
}

impl Shadow {
    /// Makes ready for a position and plays of up to so many tiles.
    pub(crate) fn prepare(&mut self, position: &Position<'_>, most: u8, ways: &Ways) {
        let (ruleset, rack) = (position.ruleset(), position.rack());
        let letters = ways.letters().iter().filter(|&&(tile, _)| tile != BLANK);
        self.letters.clear();
        self.letters
            .extend(letters.map(|&(tile, points)| (1 << tile, points)));
        self.highest = self.letters.first().map_or(0, |letter| letter.1);
        self.playable = rack.playable() & !1;
        self.most = usize::from(most).min(rack.total() as usize).min(MOST_TILES);
        let mut points = 0;
        for placed in 0..=self.most {
            let group = ways.placing(placed);
            let alone = group.iter().find(|ranked| ways.way(ranked).alone != 0);
            let best = Best {
                points,
                bonus: match placed == usize::from(ruleset.rack_size()) {
                    true => u32::from(ruleset.bonus()),
                    false => 0,
                },
                kept: group.first().map_or(NOTHING, |ranked| ranked.value),
            };
            self.any[placed] = best;
            self.alone[placed] = Best {
                kept: alone.map_or(NOTHING, |ranked| ranked.value),
                ..best
            };
            points += ways.points().get(placed).copied().unwrap_or(0);
        }
    }

    /// Adds the stretches of an anchor where plays can be worth the floor, at
    /// a rough guess, which is never too low.
    pub(crate) fn guess(
        &mut self,
        (graph, letters): (&Graph, &TileSums),
        slots: &[Slot],
        (number, anchor): (u16, &Anchor),
        floor: i64,
        queue: &mut Queue,
    ) {
        let floor = floor.max(NOTHING / 2);
        let has_run = anchor.has_run();
        let right = &slots[usize::from(anchor.end)..usize::from(anchor.right)];
        // What fits next to a run, if nothing was put on its other side.
        let (mut left_fits, mut right_fits) = (self.playable, 0);
        if has_run {
            left_fits &= anchor.list.set;
            if anchor.list.set & 1 != 0 {
                let switch = anchor.list.start as usize;
                right_fits = self.playable & graph.steps()[switch].set();
            }
        }
        let may_be_alone =
            |slot: &Slot| has_run && (anchor.direction == Direction::Across || !slot.is_hook());
        let most_right = self.go_right(right);
        let best = match has_run {
            true => &self.any,
            false => &self.alone,
        };
        // How many squares are covered on the right, at least and at most.
        let mut least = 2 - usize::from(right.first().is_some_and(may_be_alone));
        let mut last = match right.first() {
            Some(slot) if slot.allowed & right_fits != 0 => most_right,
            _ => 0,
        };
        let mut at = usize::from(anchor.start);
        let mut through = anchor.sum;
        let mut left = Sum {
            main: anchor.points,
            ..Sum::NONE
        };
        for lefts in 0.. {
            let end = (last.min(self.most - lefts) + 1).max(least);
            let sums = self.rights[least..end].iter().map(|&right| left.and(right));
            let best = &best[lefts + least..];
            for ((right, sum), best) in (least as u8..).zip(sums).zip(best) {
                let main = u64::from(sum.main + best.points);
                let crosses = u64::from(sum.crosses) + u64::from(best.bonus);
                let score = in_bounds(main * u64::from(sum.factor) + crosses);
                let promise = score + best.kept;
                if promise >= floor {
                    queue.push(Stretch {
                        promise,
                        score,
                        through,
                        factor: sum.factor,
                        anchor: number,
                        left: lefts as u8,
                        right,
                    });
                }
            }
            if lefts == self.most || at <= usize::from(anchor.left) {
                return;
            }
            at -= 1;
            let slot = &slots[at];
            if slot.allowed & left_fits == 0 {
                return;
            }
            least = usize::from(lefts == 0 && !may_be_alone(slot));
            (left_fits, last) = (self.playable, most_right);
            left = left.and(self.square(slot));
            for slot in slots[..at].iter().rev() {
                if slot.tile == 0 {
                    break;
                }
                at -= 1;
                left.main += slot.points;
                through = through.wrapping_add(letters.of(slot.tile & !PLAYED_BLANK));
            }
        }
    }

    /// Finds what squares right of an anchor add, and how many can be covered.
    fn go_right(&mut self, right: &[Slot]) -> usize {
        let mut count = 0;
        for slot in right {
            if count == self.most || slot.allowed & self.playable == 0 {
                break;
            }
            self.rights[count + 1] = self.rights[count].and(self.square(slot));
            count += 1;
        }
        count
    }

    /// The most that covering a square adds.
    #[inline]
    fn square(&self, slot: &Slot) -> Sum {
        let highest = match slot.is_hook() {
            false => self.highest,
            true => {
                let fitting = self.letters.iter().find(|l| l.0 & slot.allowed != 0);
                fitting.map_or(0, |l| l.1)
            }
        };
        Sum {
            main: highest * u32::from(slot.letter.saturating_sub(1)),
            crosses: slot.points + highest * u32::from(slot.cross),
            factor: u32::from(slot.word),
        }
    }
}
