//! Shadow play: the most that the plays of an anchor can be worth.
//!
//! Instead of tiles, places are played. For every stretch of squares around
//! the anchor that the rack's tiles can fill, the score is at most what the
//! best order gives: the tile with the most points where points count most.
//! With the best that can be kept after that many tiles it bounds the worth of
//! all plays on the stretch. Anchors with the highest bounds are searched first,
//! and when enough good plays are known the others need no search at all.

use super::anchors::Anchor;
use super::lanes::Slot;
use super::rack::Rack;
use super::valuation::THOUSANDTHS;
use crate::graph::{Graph, Node};
use crate::ruleset::Ruleset;
use crate::tiles::{BLANK, MAX_LETTERS};

/// The most tiles in a play.
const MOST: usize = MAX_LETTERS;

/// What bounds depend on besides the anchor.
#[derive(Clone, Debug)]
pub(super) struct Shadow {
    /// The points of the rack's tiles, the highest first; 0 past its end.
    points: [u32; MOST],
    playable: u64,
    /// The most tiles to place.
    most: usize,
    rack_size: usize,
    bonus: u32,
}

impl Default for Shadow {
    fn default() -> Self {
        Shadow {
            points: [0; MOST],
            playable: 0,
            most: 0,
            rack_size: 0,
            bonus: 0,
        }
    }
}

/// A stretch of squares that are to be filled.
#[derive(Clone)]
struct Stretch {
    placed: usize,
    /// The points of tiles passed through.
    through: u32,
    /// The points of the tiles in cross-words.
    crosses: u32,
    /// The product of the word premiums.
    factor: u32,
    /// For each square to fill the letter premium and what counts across.
    premiums: [(u8, u8); MOST],
    /// How often a tile's points count on each square, the highest first.
    weights: [u32; MOST],
}

impl Stretch {
    fn add(&mut self, slot: &Slot) {
        self.premiums[self.placed] = (slot.letter, slot.cross);
        self.placed += 1;
        self.crosses += slot.points;
        if slot.word > 1 {
            self.factor = self.factor.saturating_mul(u32::from(slot.word));
            for i in 0..self.placed {
                self.insert(i);
            }
        } else {
            self.insert(self.placed - 1);
        }
    }

    /// Puts square `i` among the weights of those before it.
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
    pub(super) fn prepare(&mut self, ruleset: &Ruleset, rack: &Rack, most: u8) {
        self.points = [0; MOST];
        let mut count = 0;
        for tile in 0..=MAX_LETTERS as u8 {
            let points = u32::from(ruleset.points(tile));
            for _ in 0..rack.count(tile) {
                // Past the end only the lowest points are known so far.
                let mut at = count.min(MOST);
                while at > 0 && self.points[at - 1] < points {
                    if at < MOST {
                        self.points[at] = self.points[at - 1];
                    }
                    at -= 1;
                }
                if at < MOST {
                    self.points[at] = points;
                }
                count += 1;
            }
        }
        self.playable = rack.playable() & !1;
        self.most = usize::from(most).min(rack.total() as usize).min(MOST);
        self.rack_size = usize::from(ruleset.rack_size());
        self.bonus = u32::from(ruleset.bonus());
    }

    /// The most that a play of the anchor can be worth; `i64::MIN` if it has
    /// none. `best` is the most that what is kept can be worth, by the number
    /// of tiles placed.
    pub(super) fn bound(
        &self,
        graph: &Graph,
        slots: &[Slot],
        anchor: &Anchor,
        best: &[i64],
    ) -> i64 {
        let mut bound = i64::MIN;
        let mut stretch = Stretch {
            placed: 0,
            through: anchor.points,
            crosses: 0,
            factor: 1,
            premiums: [(0, 0); MOST],
            weights: [0; MOST],
        };
        let has_run = anchor.start < anchor.end;
        let list = graph.list(anchor.list);
        let after = list
            .first()
            .filter(|n| n.tile() == BLANK)
            .map_or(0, |n| n.arc());
        // What the squares right of the anchor take in if nothing is put left
        // of it, and what the first square to the left takes in.
        let mut right_fits = letters(graph.list(after));
        let mut left_fits = letters(list);
        let mut at = usize::from(anchor.start);
        loop {
            if has_run || stretch.placed > 0 {
                bound = bound.max(self.bound_right(slots, anchor, &stretch, right_fits, best));
            }
            if stretch.placed == self.most || at <= usize::from(anchor.left) {
                return bound;
            }
            at -= 1;
            let slot = &slots[at];
            if slot.allowed & self.playable & left_fits == 0 {
                return bound;
            }
            stretch.add(slot);
            while at > 0 && slots[at - 1].tile != 0 {
                at -= 1;
                stretch.through += slots[at].points;
            }
            if has_run || stretch.placed > 1 {
                bound = bound.max(self.worth(&stretch, best));
            }
            (left_fits, right_fits) = (u64::MAX, u64::MAX);
        }
    }

    /// The bound of the stretch and one or more squares right of the anchor.
    fn bound_right(
        &self,
        slots: &[Slot],
        anchor: &Anchor,
        stretch: &Stretch,
        mut fits: u64,
        best: &[i64],
    ) -> i64 {
        let mut bound = i64::MIN;
        let mut stretch = stretch.clone();
        for slot in &slots[usize::from(anchor.end)..usize::from(anchor.right)] {
            if stretch.placed == self.most || slot.allowed & self.playable & fits == 0 {
                break;
            }
            stretch.add(slot);
            bound = bound.max(self.worth(&stretch, best));
            fits = u64::MAX;
        }
        bound
    }

    fn worth(&self, stretch: &Stretch, best: &[i64]) -> i64 {
        let mut score = i64::from(stretch.through) * i64::from(stretch.factor);
        for (&weight, &points) in stretch.weights[..stretch.placed].iter().zip(&self.points) {
            score = score.saturating_add(i64::from(weight) * i64::from(points));
        }
        score += i64::from(stretch.crosses);
        if stretch.placed == self.rack_size {
            score += i64::from(self.bonus);
        }
        let kept = best.get(stretch.placed).copied().unwrap_or(i64::MIN);
        // A play's own score stops at the largest number, too.
        score
            .min(i64::from(u32::MAX))
            .saturating_mul(THOUSANDTHS)
            .saturating_add(kept)
    }
}

fn letters(list: &[Node]) -> u64 {
    list.iter().fold(0, |set, node| set | 1 << node.tile())
}
