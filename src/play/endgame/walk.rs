//! A walk through the DAWG that finds the words of all spots at once.
//!
//! Before the first tile of the board, spots differ only in the letters that crossing
//! lanes allow and in where words can end. So they are walked together, as bits of a
//! set. After that tile a prefix fits at few spots, and each is walked alone.
//!
//! The walk skips a letter if no word ends with it and neither the racks nor the board
//! can supply a next one. The last letter of a node is handled in the loop instead of
//! by recursion. While the racks have a blank left, letters that they lack are tried
//! too, and the functions are compiled separately for this case (`BLANK`).

use crate::graph::{Graph, NodeWithSet, index_in};
use crate::play::endgame::letters_left::{LettersLeft, PoolTiles};
use crate::play::endgame::spot_sets::{
    ALL, END, GROUP, Group, Place, Set, and, has, is_none, places_of,
};
use crate::play::endgame::spots::{OPEN, Spots};
use crate::play::endgame::word_set::{BLOCK, WordSet, WordText};
use crate::tiles::Tile;

/// The number of steps after which the walk is not repeated. Up to then, the walk
/// records what is seen at each place. A step is a prefix that is followed.
pub(crate) const FEW_STEPS: u64 = 2_400;

/// Returns the letters that can follow a prefix, with [`END`] if the prefix is a word.
#[inline(always)]
fn following(node: NodeWithSet) -> u64 {
    node.set() & !END | u64::from(node.node().accepts())
}

pub(crate) struct Walk<'w> {
    nodes: &'w [NodeWithSet],
    spots: &'w Spots,
    /// By spot and place.
    pub(crate) places: Vec<Place>,
    pool: PoolTiles,
    /// The letters so far.
    text: WordText,
    /// The index in `places` of the first letter, at a spot that is walked alone.
    first_place: usize,
    /// By length of a prefix: the spots of the group where it fits, if all its letters
    /// come from the racks.
    sets: [Set; BLOCK],
    pub(crate) words: WordSet,
    /// The letters of words that come from the racks. Letters that only blanks stand
    /// for may be missing.
    pub(crate) placed: u64,
    pub(crate) steps: u64,
    /// By place of the last letter: the spots of the group where a word without tiles
    /// of the board ends there.
    ended: [Set; BLOCK],
    most_steps: u64,
}

impl<'w> Walk<'w> {
    pub(crate) fn new(
        graph: &'w Graph,
        spots: &'w Spots,
        pool: &[Tile],
        most_steps: u64,
    ) -> Walk<'w> {
        Walk {
            nodes: graph.letter_sets(),
            spots,
            places: places_of(spots),
            pool: PoolTiles::new(pool),
            text: WordText::new(),
            first_place: 0,
            sets: [ALL; BLOCK],
            words: WordSet::new(),
            placed: 0,
            steps: 0,
            ended: [[0; 4]; BLOCK],
            most_steps,
        }
    }

    /// Returns whether steps and words together exceed the limit.
    pub(crate) fn is_too_long(&self) -> bool {
        self.steps + self.words.len() as u64 > self.most_steps
    }

    pub(crate) fn run(&mut self, alphabet: usize) {
        let Some(&root) = self.nodes.first() else {
            return;
        };
        let is_one_group = self.spots.list.len() <= GROUP;
        for first in (0..self.spots.list.len()).step_by(GROUP) {
            let mut group = Group::new(self.spots, &self.places, first, alphabet);
            let (open, tiles) = (group.levels[0].open, group.levels[0].tiles);
            let mut rest = root.set() & (open | tiles);
            while rest != 0 {
                let bit = rest & rest.wrapping_neg();
                rest ^= bit;
                if is_one_group {
                    // No later word begins with the letter before this one.
                    self.words.forget();
                }
                group.levels[0].open = open & bit;
                group.levels[0].tiles = tiles & bit;
                match self.pool.blanks {
                    0 => self.together::<false>(&group, 0, root, self.pool.all),
                    _ => self.together::<true>(&group, 0, root, self.pool.all),
                };
            }
            for (place, set) in self.ended.iter_mut().enumerate() {
                for (word, spots) in set.iter_mut().enumerate() {
                    while *spots != 0 {
                        let spot = first + 64 * word + spots.trailing_zeros() as usize - 1;
                        *spots &= *spots - 1;
                        self.places[spot * self.spots.stride + place].seen |= END;
                    }
                }
            }
        }
    }

    /// Returns the node that a letter leads to from another node.
    #[inline(always)]
    fn follow(&self, node: NodeWithSet, bit: u64) -> NodeWithSet {
        self.nodes[index_in(node.node().arc(), node.set(), bit)]
    }

    /// Continues a prefix at all spots of its set. The prefix leads to `node`, and all
    /// its letters come from the racks. `BLANK` says whether the racks have a blank
    /// left.
    fn together<const BLANK: bool>(
        &mut self,
        group: &Group,
        mut length: usize,
        mut node: NodeWithSet,
        mut left: LettersLeft,
    ) {
        'prefix: while let Some(level) = group.levels.get(length) {
            self.steps += 1;
            if self.is_too_long() {
                return;
            }
            let mut tiles = node.set() & level.tiles;
            while tiles != 0 {
                let bit = tiles & tiles.wrapping_neg();
                tiles ^= bit;
                self.pass_first_tiles::<BLANK>(group, length, node, bit, left);
            }
            let made = node.set() & level.open;
            let rest = made & !left.own;
            if BLANK && rest != 0 {
                self.pool.blanks -= 1;
                match self.pool.blanks {
                    0 => self.together_by_blank::<false>(group, length, node, rest, left),
                    _ => self.together_by_blank::<true>(group, length, node, rest, left),
                }
                self.pool.blanks += 1;
            }
            let mut rest = made & left.own;
            while rest != 0 {
                let bit = rest & rest.wrapping_neg();
                rest ^= bit;
                let next = self.follow(node, bit);
                if !self.is_longer::<BLANK>(group, length, next, bit, left.own) {
                    continue;
                }
                let next_left = self.pool.without(left, bit);
                if rest == 0 {
                    (length, node, left) = (length + 1, next, next_left);
                    continue 'prefix;
                }
                self.together::<BLANK>(group, length + 1, next, next_left);
            }
            return;
        }
    }

    /// Continues a prefix with a blank, which is already taken off the racks. `BLANK`
    /// says whether another one is left.
    #[inline(always)]
    fn together_by_blank<const BLANK: bool>(
        &mut self,
        group: &Group,
        length: usize,
        node: NodeWithSet,
        letters: u64,
        left: LettersLeft,
    ) {
        let mut rest = letters;
        while rest != 0 {
            let bit = rest & rest.wrapping_neg();
            rest ^= bit;
            let next = self.follow(node, bit);
            if self.is_longer::<BLANK>(group, length, next, bit, left.own) {
                self.together::<BLANK>(group, length + 1, next, left);
            }
        }
    }

    /// Adds the prefix with one more letter if it is a word. Returns whether it can be
    /// part of longer words.
    #[inline(always)]
    fn is_longer<const BLANK: bool>(
        &mut self,
        group: &Group,
        length: usize,
        node: NodeWithSet,
        bit: u64,
        own: u64,
    ) -> bool {
        let level = &group.levels[length];
        let usable = if BLANK { u64::MAX } else { own };
        let following = following(node) & (level.after.open & usable | level.after.fixed);
        if following == 0 {
            return false;
        }
        let letter = bit.trailing_zeros() as usize;
        let on = and(&self.sets[length % BLOCK], &level.fitting[letter]);
        self.text.set(length, letter);
        if following & END != 0 {
            let ended = and(&on, &level.ends);
            if !is_none(&ended) {
                self.add_together(length, &ended);
            }
        }
        self.sets[(length + 1) % BLOCK] = on;
        following > END && !is_none(&on)
    }

    /// Returns whether the letters of words still have to be recorded: because the walk
    /// may be repeated, or because some letter of the racks is in no word yet.
    #[inline(always)]
    fn is_recording(&self) -> bool {
        self.steps <= FEW_STEPS || self.pool.all.own & !self.placed != 0
    }

    /// Adds a word without tiles of the board.
    #[inline(always)]
    fn add_together(&mut self, last: usize, ended: &Set) {
        if self.is_recording() {
            self.record_together(last, ended);
        }
        self.words.insert(&mut self.text, last + 1);
    }

    /// Records where the word ends, and that the racks supply its letters.
    #[inline(never)]
    fn record_together(&mut self, last: usize, ended: &Set) {
        let all = self.ended[last % BLOCK].iter_mut().zip(ended);
        all.for_each(|(all, ended)| *all |= ended);
        let word = self.text.letters(last + 1).iter();
        word.for_each(|letter| self.placed |= 1 << letter);
    }

    /// Adds a word at a spot that is walked alone.
    #[inline(always)]
    fn add_alone(&mut self, last: usize) {
        if self.is_recording() {
            self.record_alone(last);
        }
        self.words
            .insert(&mut self.text, last + 1 - self.first_place);
    }

    /// Records where the word ends, and which letters it has at the open places of the
    /// spot.
    #[inline(never)]
    fn record_alone(&mut self, last: usize) {
        let places = &mut self.places[self.first_place..=last];
        let word = self.text.letters(places.len());
        for (place, letter) in places.iter_mut().zip(word) {
            if place.letters & OPEN != 0 {
                place.seen |= 1 << letter;
                self.placed |= 1 << letter;
            }
        }
        self.places[last].seen |= END;
    }

    /// Continues with a letter at the spots of the set where it is the first tile of
    /// the board.
    #[inline(always)]
    fn pass_first_tiles<const BLANK: bool>(
        &mut self,
        group: &Group,
        length: usize,
        node: NodeWithSet,
        bit: u64,
        left: LettersLeft,
    ) {
        let letter = bit.trailing_zeros() as usize;
        let mut number = group.levels[length].first_tile[letter % 64];
        while number != 0 {
            let (spot, tile) = (number, &group.tiles[usize::from(number)]);
            number = tile.next;
            if !has(&self.sets[length % BLOCK], spot) {
                continue;
            }
            let next = self.follow(node, bit);
            let usable = if BLANK { u64::MAX } else { left.own };
            let following = following(next) & (tile.after.open & usable | tile.after.fixed);
            if following == 0 {
                continue;
            }
            self.text.set(length, letter);
            let place = usize::from(spot) * self.spots.stride;
            self.first_place = group.before.wrapping_add(place);
            let place = self.first_place + length;
            if following & END != 0 {
                self.add_alone(place);
            }
            if following > END {
                self.alone::<BLANK>(place + 1, next, left);
            }
        }
    }

    /// Continues at one spot. `at` is the place of the next letter.
    fn alone<const BLANK: bool>(
        &mut self,
        mut at: usize,
        mut node: NodeWithSet,
        mut left: LettersLeft,
    ) {
        'prefix: loop {
            self.steps += 1;
            if self.is_too_long() {
                return;
            }
            let place = self.places[at];
            let letters = node.set() & place.letters;
            if place.letters & OPEN == 0 {
                // A tile of the board.
                let next = self.follow(node, letters);
                if !self.is_longer_alone::<BLANK>(at, &place, next, letters, left.own) {
                    return;
                }
                (at, node) = (at + 1, next);
                continue;
            }
            let rest = letters & !left.own;
            if BLANK && rest != 0 {
                self.pool.blanks -= 1;
                match self.pool.blanks {
                    0 => self.alone_by_blank::<false>(at, node, rest, left),
                    _ => self.alone_by_blank::<true>(at, node, rest, left),
                }
                self.pool.blanks += 1;
            }
            let mut rest = letters & left.own;
            while rest != 0 {
                let bit = rest & rest.wrapping_neg();
                rest ^= bit;
                let next = self.follow(node, bit);
                if !self.is_longer_alone::<BLANK>(at, &place, next, bit, left.own) {
                    continue;
                }
                let next_left = self.pool.without(left, bit);
                if rest == 0 {
                    (at, node, left) = (at + 1, next, next_left);
                    continue 'prefix;
                }
                self.alone::<BLANK>(at + 1, next, next_left);
            }
            return;
        }
    }

    /// Continues at one spot with a blank, which is already taken off the racks.
    /// `BLANK` says whether another one is left.
    #[inline(always)]
    fn alone_by_blank<const BLANK: bool>(
        &mut self,
        at: usize,
        node: NodeWithSet,
        letters: u64,
        left: LettersLeft,
    ) {
        let place = self.places[at];
        let mut rest = letters;
        while rest != 0 {
            let bit = rest & rest.wrapping_neg();
            rest ^= bit;
            let next = self.follow(node, bit);
            if self.is_longer_alone::<BLANK>(at, &place, next, bit, left.own) {
                self.alone::<BLANK>(at + 1, next, left);
            }
        }
    }

    /// Adds the prefix with one more letter at a spot if it is a word. Returns whether
    /// it can be part of longer words there.
    #[inline(always)]
    fn is_longer_alone<const BLANK: bool>(
        &mut self,
        at: usize,
        place: &Place,
        node: NodeWithSet,
        bit: u64,
        own: u64,
    ) -> bool {
        let usable = if BLANK { u64::MAX } else { own };
        let following = following(node) & (place.after.open & usable | place.after.fixed);
        if following == 0 {
            return false;
        }
        self.text
            .set(at - self.first_place, bit.trailing_zeros() as usize);
        if following & END != 0 {
            self.add_alone(at);
        }
        following > END
    }
}
