//! Places: the squares around an anchor that tiles can be put on.
//!
//! Tiles are put on squares in a fixed order: from the anchor to the left, then
//! from it to the right, with no gap. So all that a square adds whatever tile
//! is on it, with all squares before it on its side, is found once for an
//! anchor, and not each time that a tile is tried there.

use super::anchors::Anchor;
use super::lanes::Slot;
use super::play::Direction;
use super::search::MAX_SIDE;

/// A square that a tile can be put on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Which letters can be put here.
    pub(super) allowed: u64,
    /// Which ones on the next place of the same side; none if there is no
    /// place.
    pub(super) next: u64,
    /// Which ones on the first place to the right, seen from one to the left.
    pub(super) turn: u64,
    /// How often a tile's points count, as in [`Slot`].
    pub(super) weights: u64,
    /// The points of all tiles on the board that are part of the word when
    /// this place is the last one on its side, and, times 2³², what all
    /// cross-words score but for the tiles that are put there. Neither can get
    /// near 2³², see [`Slot`].
    pub(super) base: u64,
    /// The product of the word premiums of this place and those before it.
    pub(super) factor: u32,
    pub(super) at: u8,
    /// The first tile of the run left of it that it reaches; the square itself
    /// if there is none.
    pub(super) start: u8,
    /// Whether a tile here is a play by itself: it must be part of a word, and
    /// where it makes one across too, that one is recorded.
    pub(super) alone: bool,
}

const NO_PLACE: Place = Place {
    allowed: 0,
    next: 0,
    turn: 0,
    weights: 0,
    base: 0,
    factor: 1,
    at: 0,
    start: 0,
    alone: false,
};

/// The places of an anchor.
#[derive(Clone, Debug)]
pub(super) struct Places {
    lefts: [Place; MAX_SIDE],
    rights: [Place; MAX_SIDE],
    first_left: u64,
    first_right: u64,
    most: usize,
}

impl Default for Places {
    fn default() -> Self {
        Places {
            lefts: [NO_PLACE; MAX_SIDE],
            rights: [NO_PLACE; MAX_SIDE],
            first_left: 0,
            first_right: 0,
            most: 0,
        }
    }
}

impl Places {
    /// Finds the places of an anchor for plays of up to so many tiles, with
    /// these letters.
    pub(super) fn find(&mut self, slots: &[Slot], anchor: &Anchor, most: u8, playable: u64) {
        self.most = usize::from(most);
        let alone = |slot: &Slot| {
            let is_across = anchor.direction == Direction::Across;
            anchor.has_run() && (is_across || !slot.is_hook())
        };
        let slots = &slots[..usize::from(anchor.right)];
        self.first_right = 0;
        let (mut base, mut factor) = (0, 1u32);
        let mut count = 0;
        for (at, slot) in (anchor.end..).zip(&slots[usize::from(anchor.end)..]) {
            if count == self.most || slot.allowed & playable == 0 {
                break;
            }
            match count.checked_sub(1) {
                Some(last) => self.rights[last].next = slot.allowed,
                None => self.first_right = slot.allowed,
            }
            base += u64::from(slot.points) << 32;
            factor = factor.saturating_mul(u32::from(slot.word));
            self.rights[count] = Place {
                allowed: slot.allowed,
                next: 0,
                turn: 0,
                weights: slot.weights,
                base,
                factor,
                at,
                start: at,
                alone: alone(slot),
            };
            count += 1;
        }
        self.first_left = 0;
        let (mut base, mut factor) = (u64::from(anchor.points), 1u32);
        let mut start = anchor.start;
        count = 0;
        while count < self.most && start > anchor.left {
            let at = start - 1;
            let slot = &slots[usize::from(at)];
            if slot.allowed & playable == 0 {
                break;
            }
            match count.checked_sub(1) {
                Some(last) => self.lefts[last].next = slot.allowed,
                None => self.first_left = slot.allowed,
            }
            base += u64::from(slot.points) << 32;
            factor = factor.saturating_mul(u32::from(slot.word));
            start = at;
            while start > 0 && slots[usize::from(start) - 1].tile != 0 {
                start -= 1;
                base += u64::from(slots[usize::from(start)].points);
            }
            let last = count + 1 == self.most;
            self.lefts[count] = Place {
                allowed: slot.allowed,
                next: 0,
                turn: if last { 0 } else { self.first_right },
                weights: slot.weights,
                base,
                factor,
                at,
                start,
                alone: alone(slot),
            };
            count += 1;
        }
    }

    /// The n-th place to the left or to the right.
    #[inline(always)]
    pub(super) fn at<const LEFT: bool>(&self, n: usize) -> &Place {
        match LEFT {
            true => &self.lefts[n & (MAX_SIDE - 1)],
            false => &self.rights[n & (MAX_SIDE - 1)],
        }
    }

    /// The letters that can be put on the first place to the left.
    pub(super) fn first_left(&self) -> u64 {
        self.first_left
    }

    /// The letters that can be put on the first place to the right.
    pub(super) fn first_right(&self) -> u64 {
        self.first_right
    }

    /// The most tiles of a play.
    pub(super) fn most(&self) -> usize {
        self.most
    }
}
