//! Places: the squares around an anchor that tiles can be put on.
//!
//! Tiles are put on squares in a fixed order: from the anchor to the left, then
//! from it to the right, with no gap. So all that a square adds whatever tile
//! is on it, with all squares before it on its side, is found once for an
//! anchor, and not each time that a tile is tried there.

use crate::movegen::board::play::Direction;
use crate::movegen::generate::anchors::Anchor;
use crate::movegen::generate::cross_sets::Slot;
use crate::movegen::generate::search::MAX_SIDE;
use crate::tiles::PLAYED_BLANK;

/// A square that a tile can be put on. It has a cache line to itself.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Place {
    /// Which letters can be put here.
    pub(crate) allowed: u64,
    /// Which ones on the next place of the same side; none if there is no
    /// place.
    pub(crate) next: u64,
    /// Which ones on the first place to the right, seen from one to the left.
    pub(crate) turn: u64,
    /// How often a tile's points count, as in [`Slot`].
    pub(crate) weights: u64,
    /// The bit of the tile left of it; 0 if there is none.
    pub(crate) run: u64,
    /// The points of all tiles on the board that are part of the word when
    /// this place is the last one on its side, and, times 2³², what all
    /// cross-words score but for the tiles that are put there. Neither can get
    /// near 2³², see [`Slot`].
    pub(crate) base: u64,
    /// The product of the word premiums of this place and those before it.
    pub(crate) factor: u32,
    pub(crate) at: u8,
    /// The first tile of the run left of it that it reaches; the square itself
    /// if there is none.
    pub(crate) start: u8,
    /// Whether a tile here is a play by itself: it must be part of a word, and
    /// where it makes one across too, that one is recorded.
    pub(crate) alone: bool,
}

const NO_PLACE: Place = Place {
    allowed: 0,
    next: 0,
    turn: 0,
    weights: 0,
    run: 0,
    base: 0,
    factor: 1,
    at: 0,
    start: 0,
    alone: false,
};

impl Place {
    /// The square after this place.
    #[inline]
    fn and(self, anchor: &Anchor, slot: &Slot, at: u8) -> Place {
        let is_across = anchor.direction == Direction::Across;
        Place {
            allowed: slot.allowed,
            next: 0,
            turn: self.turn,
            weights: slot.weights,
            run: 0,
            base: self.base + (u64::from(slot.points) << 32),
            factor: self.factor.saturating_mul(u32::from(slot.word)),
            at,
            start: at,
            alone: anchor.has_run() && (is_across || !slot.is_hook()),
        }
    }

    /// Takes in the run of tiles that ends before it.
    #[inline]
    fn reach(&mut self, before: &[Slot]) {
        for slot in before.iter().rev() {
            if slot.tile == 0 {
                return;
            }
            if self.run == 0 {
                self.run = 1 << (slot.tile & !PLAYED_BLANK);
            }
            self.start -= 1;
            self.base += u64::from(slot.points);
        }
    }
}

/// The places of an anchor. The first one of each side stands for none.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    lefts: [Place; MAX_SIDE],
    rights: [Place; MAX_SIDE],
    most: usize,
}

impl Default for Places {
    fn default() -> Self {
        Places {
            lefts: [NO_PLACE; MAX_SIDE],
            rights: [NO_PLACE; MAX_SIDE],
            most: 0,
        }
    }
}

impl Places {
    /// Finds the places of an anchor for plays of up to so many tiles, with
    /// these letters.
    pub(crate) fn find(&mut self, slots: &[Slot], anchor: &Anchor, most: u8, playable: u64) {
        self.most = usize::from(most);
        let slots = &slots[..usize::from(anchor.right)];
        self.find_right(slots, anchor, playable);
        self.find_left(slots, anchor, playable);
    }

    fn find_right(&mut self, slots: &[Slot], anchor: &Anchor, playable: u64) {
        let mut last = NO_PLACE;
        let mut count = 0;
        self.rights[0] = last;
        for (at, slot) in (anchor.end..).zip(&slots[usize::from(anchor.end)..]) {
            if count == self.most || slot.allowed & playable == 0 {
                break;
            }
            self.rights[count].next = slot.allowed;
            count += 1;
            last = last.and(anchor, slot, at);
            self.rights[count] = last;
        }
    }

    fn find_left(&mut self, slots: &[Slot], anchor: &Anchor, playable: u64) {
        let mut last = Place {
            base: u64::from(anchor.points),
            start: anchor.start,
            turn: self.rights[0].next,
            ..NO_PLACE
        };
        let mut count = 0;
        self.lefts[0] = last;
        // What is next to the anchor has to be in its list too.
        let mut fitting = playable & anchor.list.set;
        while count < self.most && last.start > anchor.left {
            let at = last.start - 1;
            let slot = &slots[usize::from(at)];
            if slot.allowed & fitting == 0 {
                break;
            }
            fitting = playable;
            self.lefts[count].next = slot.allowed;
            count += 1;
            last = last.and(anchor, slot, at);
            last.reach(&slots[..usize::from(at)]);
            self.lefts[count] = last;
        }
        if count == self.most {
            self.lefts[count].turn = 0;
        }
    }

    /// The n-th place to the left or to the right, from 1.
    #[inline(always)]
    pub(crate) fn at<const LEFT: bool>(&self, n: usize) -> &Place {
        match LEFT {
            true => &self.lefts[n & (MAX_SIDE - 1)],
            false => &self.rights[n & (MAX_SIDE - 1)],
        }
    }

    /// The letters that can be put on the first place to the left.
    pub(crate) fn first_left(&self) -> u64 {
        self.lefts[0].next
    }

    /// The letters that can be put on the first place to the right.
    pub(crate) fn first_right(&self) -> u64 {
        self.rights[0].next
    }

    /// The most tiles of a play.
    #[inline]
    pub(crate) fn most(&self) -> usize {
        self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Graph, GraphKind, GraphSpec, NodeFormat, build};
    use crate::lexicon::Words;
    use crate::movegen::board::position::Position;
    use crate::movegen::generate::anchors::find_anchors;
    use crate::movegen::generate::cross_sets::Lanes;
    use crate::movegen::generate::search::List;
    use crate::ruleset::Ruleset;

    #[test]
    fn places_add_up_from_the_anchor_on() {
        let english = Ruleset::builtin("english").unwrap();
        let word = |text| english.alphabet().read_word(text).unwrap();
        let words = ["AB", "CAB", "ABCAB"].map(word);
        let words = Words::from_unsorted(words.iter().map(Vec::as_slice)).unwrap();
        let bytes = build(&words, GraphSpec::default()).unwrap();
        let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap();
        // AB, an empty square with a triple word, AB; C is all that is held.
        let board = "AB1AB10/15/15/15/15/15/15/15/15/15/15/15/15/15/15";
        let board = board.replacen("AB1AB10", "5AB1AB5", 1);
        let position = Position::read(&english, &board, "CC").unwrap();
        let mut lanes = Lanes::new(&english);
        lanes.update(&graph, &position);
        let mut anchors = Vec::new();
        let lane = (Direction::Across, 0);
        let playable = position.rack().playable();
        let root = List::after(graph.steps()[1]);
        find_anchors(&lanes, lane, root, None, playable, &mut anchors);
        let last = anchors.iter().find(|a| a.start == 8).unwrap();
        let mut places = Places::default();
        places.find(lanes.of(last), last, 2, playable);
        let between = places.at::<true>(1);
        assert_eq!((between.at, between.start, between.factor), (7, 5, 3));
        assert_eq!((between.base, between.run), (2 * (1 + 3), 1 << 2));
        assert!(between.alone && between.turn != 0);
        // The next one is the last: there is none to turn with.
        let further = places.at::<true>(2);
        assert_eq!((further.at, further.start, further.turn), (4, 4, 0));
        assert_eq!((further.base, further.next), (between.base, 0));
        assert_eq!(places.first_left(), between.allowed);
        assert_eq!(between.next, further.allowed);
        let right = places.at::<false>(2);
        assert_eq!((right.at, right.base, right.factor), (11, 0, 1));
    }
}
