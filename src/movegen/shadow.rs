//! Shadow play: the most that the plays of an anchor can be worth.
//!
//! Instead of tiles, places are played. For every stretch of squares around
//! the anchor that the rack's tiles can fill, the score is at most what the
//! best order gives: the tile with the most points where points count most.
//! With the best that can be kept of the rack after so many tiles, if the others
//! make a word at all, it bounds the worth of all plays on the stretch. Anchors with the highest bounds are searched first,
//! and when enough good plays are known the others need no search at all.

use super::anagrams::Anagrams;
use super::anchors::Anchor;
use super::bounds::{Bound, Bounds};
use super::kept::KeptValues;
use super::lanes::Slot;
use super::position::Position;
use super::valuation::THOUSANDTHS;
use crate::graph::{Graph, Node};
use crate::tiles::{BLANK, MAX_LETTERS, PLAYED_BLANK};
use std::cmp::Reverse;

/// The most tiles in a play.
const MOST: usize = MAX_LETTERS;

/// What is known of the words.
#[derive(Clone, Copy)]
pub(super) struct Lexicon<'a> {
    pub(super) graph: &'a Graph,
    pub(super) words: &'a Anagrams,
}

/// What bounds depend on besides the anchor.
#[derive(Clone, Debug)]
pub(super) struct Shadow {
    /// The points of the rack's tiles, the highest first; 0 past its end.
    points: [u32; MOST],
    /// The rack's different letters and their points, the highest first.
    letters: Vec<(u64, u32)>,
    playable: u64,
    /// The most tiles to place.
    most: usize,
    rack_size: usize,
    bonus: u32,
    /// The squares left of the anchor, and those with some to its right.
    left: Stretch,
    both: Stretch,
    /// The most that keeping can be worth, by the number of tiles placed, and
    /// the sum of the tiles passed through that this holds for.
    kept: [i64; MOST + 1],
    kept_with: Option<u64>,
    /// The points of the best so many tiles.
    sums: [u32; MOST + 1],
    /// The most that keeping can be worth, by the number of tiles placed: if
    /// these make a word by themselves, and if they need not.
    kept_alone: [i64; MOST + 1],
    kept_any: [i64; MOST + 1],
}

impl Default for Shadow {
    fn default() -> Self {
        Shadow {
            points: [0; MOST],
            letters: Vec::with_capacity(MOST),
            playable: 0,
            most: 0,
            rack_size: 0,
            bonus: 0,
            left: Stretch::default(),
            both: Stretch::default(),
            kept: [i64::MIN; MOST + 1],
            kept_with: None,
            sums: [0; MOST + 1],
            kept_alone: [i64::MIN; MOST + 1],
            kept_any: [i64::MIN; MOST + 1],
        }
    }
}

/// A stretch of squares that are to be filled.
///
/// A square that does not take the tile with the most points has the most
/// that it does take counted for it. On the others, which are free, the tiles
/// are put in the best order.
#[derive(Clone, Debug)]
struct Stretch {
    placed: usize,
    /// The points in the word but for free squares.
    main: u32,
    /// The points in cross-words but for tiles on free squares.
    crosses: u32,
    /// The product of the word premiums.
    factor: u32,
    free: usize,
    /// For each free square the letter premium and what counts across.
    premiums: [(u8, u8); MOST],
    /// How often a tile's points count on each free square, the highest first.
    weights: [u32; MOST],
}

impl Default for Stretch {
    fn default() -> Self {
        Stretch {
            placed: 0,
            main: 0,
            crosses: 0,
            factor: 1,
            free: 0,
            premiums: [(0, 0); MOST],
            weights: [0; MOST],
        }
    }
}

/// A stretch of squares for a rough guess: every tile counts once, and where
/// it counts more often, the tile with the most points that fits is there.
#[derive(Clone, Copy)]
struct Guess {
    placed: usize,
    main: u32,
    crosses: u32,
    factor: u32,
}

impl Guess {
    #[inline]
    fn add(&mut self, slot: &Slot, highest: u32) {
        self.placed += 1;
        self.main += highest * u32::from(slot.letter.saturating_sub(1));
        self.crosses += slot.points + highest * u32::from(slot.cross);
        self.factor = self.factor.saturating_mul(u32::from(slot.word));
    }
}

impl Stretch {
    /// Starts over with some tiles that are on the board.
    fn start(&mut self, points: u32) {
        self.placed = 0;
        self.main = points;
        self.crosses = 0;
        self.factor = 1;
        self.free = 0;
    }

    /// Becomes the same as another one.
    fn copy(&mut self, other: &Stretch) {
        self.placed = other.placed;
        self.main = other.main;
        self.crosses = other.crosses;
        self.factor = other.factor;
        self.free = other.free;
        let free = other.free;
        self.premiums[..free].copy_from_slice(&other.premiums[..free]);
        self.weights[..free].copy_from_slice(&other.weights[..free]);
    }

    /// Adds a square; `limit` is the most points that it takes, if not all.
    fn add(&mut self, slot: &Slot, limit: Option<u32>) {
        self.placed += 1;
        self.crosses += slot.points;
        if slot.word > 1 {
            self.factor = self.factor.saturating_mul(u32::from(slot.word));
            for i in 0..self.free {
                self.insert(i);
            }
        }
        match limit {
            Some(points) => {
                self.main += points * u32::from(slot.letter);
                self.crosses += points * u32::from(slot.cross);
            }
            None => {
                self.premiums[self.free] = (slot.letter, slot.cross);
                self.insert(self.free);
                self.free += 1;
            }
        }
    }

    /// Puts free square `i` among the weights of those before it.
    fn insert(&mut self, i: usize) {
        let (letter, cross) = self.premiums[i];
        let weight = u32::from(letter)
            .saturating_mul(self.factor)
            .saturating_add(u32::from(cross));
        let mut at = i;
        while at > 0 && self.weights[at - 1] < weight {
            self.weights[at] = self.weights[at - 1];
            at -= 1;
        }
        self.weights[at] = weight;
    }
}

impl Shadow {
    /// Makes ready for a position and plays of up to so many tiles.
    pub(super) fn prepare(
        &mut self,
        position: &Position<'_>,
        most: u8,
        words: &Anagrams,
        kept: &KeptValues,
    ) {
        let (ruleset, rack) = (position.ruleset(), position.rack());
        self.points = [0; MOST];
        self.letters.clear();
        for tile in rack.different().filter(|&tile| tile != BLANK) {
            let points = u32::from(ruleset.points(tile));
            self.letters.push((1 << tile, points));
        }
        self.letters
            .sort_unstable_by_key(|&(_, points)| Reverse(points));
        let tiles = self.letters.iter().flat_map(|&(letter, points)| {
            let count = rack.count(letter.trailing_zeros() as u8);
            std::iter::repeat_n(points, usize::from(count))
        });
        for (place, points) in self.points.iter_mut().zip(tiles) {
            *place = points;
        }
        self.playable = rack.playable() & !1;
        self.most = usize::from(most).min(rack.total() as usize).min(MOST);
        self.rack_size = usize::from(ruleset.rack_size());
        self.bonus = u32::from(ruleset.bonus());
        for placed in 0..self.most {
            self.sums[placed + 1] = self.sums[placed] + self.points[placed];
        }
        self.kept_with = None;
        self.keep_with(0, words, kept);
        for placed in 0..=self.most {
            self.kept_alone[placed] = self.kept[placed];
            self.kept_any[placed] = kept.best_without(placed);
        }
    }

    /// The most that any play of the anchor can be worth, at a rough guess:
    /// never too low. It takes far less than the bounds do, and is enough to
    /// leave out most anchors.
    pub(super) fn promise(&self, slots: &[Slot], anchor: &Anchor) -> i64 {
        let has_run = anchor.start < anchor.end;
        let kept = if has_run {
            &self.kept_any
        } else {
            &self.kept_alone
        };
        let right = &slots[usize::from(anchor.end)..usize::from(anchor.right)];
        let mut best = i64::MIN;
        let mut at = usize::from(anchor.start);
        let mut left = Guess {
            placed: 0,
            main: anchor.points,
            crosses: 0,
            factor: 1,
        };
        loop {
            if left.placed > usize::from(!has_run) {
                best = best.max(self.guess(&left, kept));
            }
            if has_run || left.placed > 0 {
                let mut both = left;
                for slot in right {
                    if both.placed == self.most || slot.allowed & self.playable == 0 {
                        break;
                    }
                    both.add(slot, self.highest(slot));
                    best = best.max(self.guess(&both, kept));
                }
            }
            if left.placed == self.most || at <= usize::from(anchor.left) {
                return best;
            }
            at -= 1;
            let slot = &slots[at];
            if slot.allowed & self.playable == 0 {
                return best;
            }
            left.add(slot, self.highest(slot));
            while at > 0 && slots[at - 1].tile != 0 {
                at -= 1;
                left.main += slots[at].points;
            }
        }
    }

    fn guess(&self, guess: &Guess, kept: &[i64; MOST + 1]) -> i64 {
        let kept = kept[guess.placed];
        if kept == i64::MIN {
            return i64::MIN;
        }
        let main = u64::from(guess.main + self.sums[guess.placed]);
        let score = main * u64::from(guess.factor) + u64::from(guess.crosses);
        self.total(score, guess.placed).saturating_add(kept)
    }

    /// A score with the bonus for so many tiles, in thousandths of a point. It
    /// stops at the largest number, as a play's own score does.
    #[inline]
    fn total(&self, mut score: u64, placed: usize) -> i64 {
        if placed == self.rack_size {
            score += u64::from(self.bonus);
        }
        score.min(u64::from(u32::MAX)) as i64 * THOUSANDTHS
    }

    /// The most points that a tile of the rack can have on a square.
    #[inline]
    fn highest(&self, slot: &Slot) -> u32 {
        self.limit(slot).unwrap_or(self.points[0])
    }

    /// The most points that a tile of the rack can have on a square; none if
    /// the square takes the one that has most.
    fn limit(&self, slot: &Slot) -> Option<u32> {
        if !slot.is_hook() {
            return None;
        }
        let fitting = self.letters.iter().find(|l| l.0 & slot.allowed != 0);
        let points = fitting.map_or(0, |l| l.1);
        (points < self.points[0]).then_some(points)
    }

    /// Finds the most that plays of the anchor can be worth.
    pub(super) fn bounds(
        &mut self,
        lexicon: Lexicon<'_>,
        slots: &[Slot],
        anchor: &Anchor,
        kept: &KeptValues,
        bounds: &mut Bounds,
    ) {
        bounds.start(self.most);
        self.left.start(anchor.points);
        let has_run = anchor.start < anchor.end;
        let (mut left_fits, mut right_fits) = (u64::MAX, u64::MAX);
        if has_run {
            // What the run takes in next to it, if nothing is put left of it
            // before what is right of it.
            let list = lexicon.graph.list(anchor.list.start);
            let switch = list.first().filter(|n| n.tile() == BLANK);
            right_fits = letters(lexicon.graph.list(switch.map_or(0, |n| n.arc())));
            left_fits = letters(list);
        }
        let sums = lexicon.words.sums();
        let letter_sum = |slot: &Slot| sums.of(slot.tile & !PLAYED_BLANK);
        let run = &slots[usize::from(anchor.start)..usize::from(anchor.end)];
        let mut through = run.iter().map(letter_sum).fold(0, u64::wrapping_add);
        let mut at = usize::from(anchor.start);
        loop {
            self.keep_with(through, lexicon.words, kept);
            if self.left.placed > usize::from(!has_run) {
                bounds.set(self.left.placed, 0, self.bound(&self.left));
            }
            if has_run || self.left.placed > 0 {
                self.bound_right(slots, anchor, right_fits, bounds);
            }
            if self.left.placed == self.most || at <= usize::from(anchor.left) {
                break;
            }
            at -= 1;
            let slot = &slots[at];
            if slot.allowed & self.playable & left_fits == 0 {
                break;
            }
            let limit = self.limit(slot);
            self.left.add(slot, limit);
            while at > 0 && slots[at - 1].tile != 0 {
                at -= 1;
                self.left.main += slots[at].points;
                through = through.wrapping_add(letter_sum(&slots[at]));
            }
            (left_fits, right_fits) = (u64::MAX, u64::MAX);
        }
    }

    /// Finds what can be kept if tiles with this sum are passed through.
    fn keep_with(&mut self, through: u64, words: &Anagrams, kept: &KeptValues) {
        if self.kept_with != Some(through) {
            self.kept_with = Some(through);
            kept.best_with(through, words, &mut self.kept[..=self.most]);
        }
    }

    /// Finds the bounds with the squares to the left and one or more to the
    /// right.
    fn bound_right(&mut self, slots: &[Slot], anchor: &Anchor, mut fits: u64, bounds: &mut Bounds) {
        self.both.copy(&self.left);
        for slot in &slots[usize::from(anchor.end)..usize::from(anchor.right)] {
            if self.both.placed == self.most || slot.allowed & self.playable & fits == 0 {
                break;
            }
            let limit = self.limit(slot);
            self.both.add(slot, limit);
            let right = self.both.placed - self.left.placed;
            bounds.set(self.left.placed, right, self.bound(&self.both));
            fits = u64::MAX;
        }
    }

    fn bound(&self, stretch: &Stretch) -> Bound {
        let kept = self.kept[stretch.placed];
        if kept == i64::MIN {
            return Bound::NONE;
        }
        let mut score = u64::from(stretch.main) * u64::from(stretch.factor);
        for (&weight, &points) in stretch.weights[..stretch.free].iter().zip(&self.points) {
            score += u64::from(weight) * u64::from(points);
        }
        score += u64::from(stretch.crosses);
        let score = self.total(score, stretch.placed);
        Bound {
            score,
            worth: score.saturating_add(kept),
        }
    }
}

fn letters(list: &[Node]) -> u64 {
    list.iter().fold(0, |set, node| set | 1 << node.tile())
}
