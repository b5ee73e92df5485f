//! Shadow play: the most that the plays of an anchor can be worth.
//!
//! Instead of tiles, places are played. For every stretch of squares around
//! the anchor that the rack's tiles can fill, the score is at most this: each of
//! the tiles with the most points counts once, and where a square counts more
//! than once, the tile with the most points that fits is there. With the best
//! that can be kept of the rack after so many tiles, it bounds the worth of all
//! plays on the stretch.
//!
//! All anchors get a rough guess of that kind, and those that promise most come
//! first. When it is an anchor's turn, a closer look leaves out stretches whose
//! tiles make no word at all, and finds the [`Bounds`] that the search goes by.
//! When enough good plays are known, the other anchors need no search at all.

use super::anagrams::Anagrams;
use super::anchors::Anchor;
use super::bounds::{Bound, Bounds, Square};
use super::kept::KeptValues;
use super::lanes::Slot;
use super::position::Position;
use super::valuation::THOUSANDTHS;
use crate::graph::Graph;
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
            kept: [i64::MIN; MOST + 1],
            kept_with: None,
            sums: [0; MOST + 1],
            kept_alone: [i64::MIN; MOST + 1],
            kept_any: [i64::MIN; MOST + 1],
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
    fn start(points: u32) -> Guess {
        Guess {
            placed: 0,
            main: points,
            crosses: 0,
            factor: 1,
        }
    }

    #[inline]
    fn add(&mut self, square: Square) {
        self.placed += 1;
        self.main += square.extra;
        self.crosses += square.crosses;
        self.factor = self.factor.saturating_mul(square.factor);
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
        let mut left = Guess::start(anchor.points);
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
                    both.add(self.square(slot));
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
            left.add(self.square(slot));
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

    /// The most that covering a square adds.
    #[inline]
    fn square(&self, slot: &Slot) -> Square {
        let highest = match slot.is_hook() {
            false => self.points[0],
            true => {
                let fitting = self.letters.iter().find(|l| l.0 & slot.allowed != 0);
                fitting.map_or(0, |l| l.1)
            }
        };
        Square {
            factor: u32::from(slot.word),
            extra: highest * u32::from(slot.letter.saturating_sub(1)),
            crosses: slot.points + highest * u32::from(slot.cross),
        }
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
        let has_run = anchor.start < anchor.end;
        let (mut left_fits, mut right_fits) = (u64::MAX, u64::MAX);
        if has_run {
            // What the run takes in next to it, if nothing is put left of it
            // before what is right of it.
            left_fits = anchor.list.set;
            right_fits = match anchor.list.set & 1 {
                0 => 0,
                _ => lexicon
                    .graph
                    .letter_sets()
                    .after(anchor.list.start as usize),
            };
        }
        let sums = lexicon.words.sums();
        let letter_sum = |slot: &Slot| sums.of(slot.tile & !PLAYED_BLANK);
        let run = &slots[usize::from(anchor.start)..usize::from(anchor.end)];
        let mut through = run.iter().map(letter_sum).fold(0, u64::wrapping_add);
        let mut at = usize::from(anchor.start);
        let mut guess = Guess::start(anchor.points);
        let mut square = Square::default();
        loop {
            self.keep_with(through, lexicon.words, kept);
            let ends = guess.placed > usize::from(!has_run);
            let end = if ends { self.end(&guess) } else { Bound::NONE };
            bounds.go_left(square, end);
            if has_run || guess.placed > 0 {
                let right = &slots[usize::from(anchor.end)..usize::from(anchor.right)];
                self.bounds_right(guess, right, right_fits, bounds);
            }
            if guess.placed == self.most || at <= usize::from(anchor.left) {
                return;
            }
            at -= 1;
            let slot = &slots[at];
            if slot.allowed & self.playable & left_fits == 0 {
                return;
            }
            square = self.square(slot);
            while at > 0 && slots[at - 1].tile != 0 {
                at -= 1;
                square.extra += slots[at].points;
                through = through.wrapping_add(letter_sum(&slots[at]));
            }
            guess.add(square);
            (left_fits, right_fits) = (u64::MAX, u64::MAX);
        }
    }

    /// Adds the bounds with one or more squares to the right of the guess.
    fn bounds_right(&self, mut guess: Guess, right: &[Slot], mut fits: u64, bounds: &mut Bounds) {
        for (count, slot) in (1..).zip(right) {
            if guess.placed == self.most || slot.allowed & self.playable & fits == 0 {
                return;
            }
            let square = self.square(slot);
            guess.add(square);
            bounds.add_right(count, square, self.end(&guess));
            fits = u64::MAX;
        }
    }

    /// The bound of plays that cover just the squares of a guess.
    fn end(&self, guess: &Guess) -> Bound {
        match self.guess(guess, &self.kept) {
            i64::MIN => Bound::NONE,
            worth if guess.placed == self.rack_size => Bound::end(worth, self.bonus),
            worth => Bound::end(worth, 0),
        }
    }

    /// Finds what can be kept if tiles with this sum are passed through.
    fn keep_with(&mut self, through: u64, words: &Anagrams, kept: &KeptValues) {
        if self.kept_with != Some(through) {
            self.kept_with = Some(through);
            kept.best_with(through, words, &mut self.kept[..=self.most]);
        }
    }
}
