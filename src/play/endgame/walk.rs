//! A walk through the DAWG that finds the words of all spots at once.
//!
//! Until the first tile of the board, spots differ only in which letters crossing lanes allow, so
//! they are walked together, as bits of a set. From there on a prefix fits at a few spots, and
//! each is walked alone. A letter is passed by if nothing that the racks or the board have can
//! follow it.

use crate::graph::{Graph, NodeWithSet, index_in};
use crate::play::endgame::letters_left::LettersLeft;
use crate::play::endgame::spot_sets::{
    ALL, After, END, GROUP, Group, Set, all_after, and, is_none,
};
use crate::play::endgame::spots::Spots;
use crate::play::endgame::word_set::{BLOCK, Block, WordSet};
use crate::tiles::Tile;

/// The start of all hashes of words, and what they are multiplied by.
const HASH: (u64, u64) = (0x2545_f491_4f6c_dd1d, 0x9e37_79b9_7f4a_7c15);

/// A prefix: the node that its last letter leads to, how many letters it has, and its hash.
#[derive(Clone, Copy)]
struct Prefix {
    node: NodeWithSet,
    length: usize,
    hash: u64,
}

/// The letters that can follow a prefix, with [`END`] if it is a word.
#[inline(always)]
fn following(node: NodeWithSet) -> u64 {
    node.set() & !END | (u64::from(node.node().accepts()) * END)
}

pub(crate) struct Walk<'w> {
    nodes: &'w [NodeWithSet],
    spots: &'w Spots,
    /// By spot and place.
    after: Vec<After>,
    left: LettersLeft,
    /// The letters so far.
    word: Block,
    pub(crate) words: WordSet,
    /// By spot and place: the letters that some word has there, if it is open and not before the
    /// place in front of the first tile of the board. With [`END`] if a word ends there.
    pub(crate) seen: Vec<u64>,
    /// The letters of words at places before that.
    pub(crate) placed: u64,
    pub(crate) steps: u64,
    /// By length: the spots of the group that have words without tiles of the board.
    ended: Vec<Set>,
    most_steps: u64,
    /// Whether one set has all spots.
    is_one_group: bool,
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
            after: all_after(spots),
            left: LettersLeft::new(pool),
            word: [0; BLOCK],
            words: WordSet::new(),
            seen: vec![0; spots.letters.len()],
            placed: 0,
            steps: 0,
            ended: vec![[0; 4]; spots.stride + 1],
            most_steps,
            is_one_group: spots.list.len() <= GROUP,
        }
    }

    pub(crate) fn run(&mut self, alphabet: usize) {
        let Some(&node) = self.nodes.first() else {
            return;
        };
        let root = Prefix {
            node,
            length: 0,
            hash: HASH.0,
        };
        for first in (0..self.spots.list.len()).step_by(GROUP) {
            let group = Group::new(self.spots, &self.after, first, alphabet);
            self.together(&group, &ALL, &root);
            for (place, set) in self.ended.iter_mut().enumerate() {
                for (word, spots) in set.iter_mut().enumerate() {
                    while *spots != 0 {
                        let spot = first + 64 * word + spots.trailing_zeros() as usize;
                        *spots &= *spots - 1;
                        self.seen[spot * self.spots.stride + place] |= END;
                    }
                }
            }
        }
    }

    /// The node that a letter leads to after a prefix.
    #[inline(always)]
    fn follow(&self, prefix: &Prefix, bit: u64) -> NodeWithSet {
        self.nodes[index_in(prefix.node.node().arc(), prefix.node.set(), bit)]
    }

    /// A prefix with one more letter.
    #[inline(always)]
    fn extend(&mut self, prefix: &Prefix, letter: usize, node: NodeWithSet) -> Prefix {
        self.word[(prefix.length + 1) % BLOCK] = letter as Tile;
        Prefix {
            node,
            length: prefix.length + 1,
            hash: (prefix.hash ^ letter as u64).wrapping_mul(HASH.1),
        }
    }

    #[inline(never)]
    fn add(&mut self, prefix: &Prefix) {
        self.word[0] = prefix.length as Tile;
        self.words.insert(&self.word, prefix.hash);
    }

    /// Goes on at all spots of a set. All letters so far come from the racks. Says whether a
    /// word was found.
    fn together(&mut self, group: &Group, set: &Set, prefix: &Prefix) -> bool {
        let [level, next_level, ..] = &group.levels[prefix.length..] else {
            return false;
        };
        if self.steps > self.most_steps {
            return false;
        }
        let (usable, usable_after_blank) = self.left.usable();
        let after_own = next_level.open & usable | next_level.tiles | END;
        let after_blank = next_level.open & usable_after_blank | next_level.tiles | END;
        let made = level.open & usable;
        let mut rest = prefix.node.set() & (made | level.tiles);
        let mut is_found = false;
        while rest != 0 {
            self.steps += 1;
            if prefix.length == 0 && self.is_one_group {
                // Words with the letter before do not come again.
                self.words.forget();
            }
            let bit = rest & rest.wrapping_neg();
            rest ^= bit;
            let letter = bit.trailing_zeros() as usize;
            let node = self.follow(prefix, bit);
            let is_blank = self.left.own() & bit == 0;
            let next = self.extend(prefix, letter, node);
            let following = following(node);
            let fitting = &level.fitting[letter];
            let mut number = fitting.first_tile;
            while let Some(tile) = group.tiles.get(number.wrapping_sub(1)) {
                let following = following & (tile.after.open & usable | tile.after.fixed);
                let at = number - 1;
                if following != 0 && set[(at / 64) & 3] >> (at % 64) & 1 != 0 {
                    is_found |= self.pass_first_tile(group.first + at, &next, following);
                }
                number = tile.next;
            }
            let following = following & if is_blank { after_blank } else { after_own };
            if made & bit == 0 || following == 0 {
                continue;
            }
            let on = and(set, &fitting.open);
            let mut is_live = false;
            if following & END != 0 {
                let ended = and(&on, &level.ends);
                if !is_none(&ended) {
                    self.add(&next);
                    let all = self.ended[prefix.length].iter_mut().zip(ended);
                    all.for_each(|(all, ended)| *all |= ended);
                    is_live = true;
                }
            }
            if following > END && !is_none(&on) {
                self.left.take(letter, is_blank);
                is_live |= self.together(group, &on, &next);
                self.left.put_back(letter, is_blank);
            }
            if is_live {
                self.placed |= bit;
                is_found = true;
            }
        }
        is_found
    }

    /// Goes on at a spot whose first tile of the board is the last letter of a prefix. Says
    /// whether a word was found.
    #[inline(never)]
    fn pass_first_tile(&mut self, spot: usize, prefix: &Prefix, following: u64) -> bool {
        let place = spot * self.spots.stride + prefix.length - 1;
        let is_found = self.go_on(place, prefix, following);
        if is_found && prefix.length > 1 {
            self.seen[place - 1] |= 1 << self.word[prefix.length - 1];
        }
        is_found
    }

    /// Goes on at one spot, after a prefix whose last letter has this place. `following` says
    /// what can follow it there. Says whether a word was found.
    #[inline(always)]
    fn go_on(&mut self, place: usize, prefix: &Prefix, following: u64) -> bool {
        let is_word = following & END != 0;
        if is_word {
            self.add(prefix);
            self.seen[place] |= END;
        }
        let letters = following & !END;
        let is_longer = letters != 0
            && match self.after[place].open {
                0 => self.pass_tile(place + 1, prefix, letters),
                _ => self.alone(place + 1, prefix, letters),
            };
        is_word | is_longer
    }

    /// Goes on at one spot with a tile of the board.
    #[inline(never)]
    fn pass_tile(&mut self, place: usize, prefix: &Prefix, bit: u64) -> bool {
        let node = self.follow(prefix, bit);
        let next = self.extend(prefix, bit.trailing_zeros() as usize, node);
        let After { open, fixed } = self.after[place];
        self.go_on(place, &next, following(node) & (open | fixed))
    }

    /// Goes on at one spot with letters from the racks.
    fn alone(&mut self, place: usize, prefix: &Prefix, letters: u64) -> bool {
        if self.steps > self.most_steps {
            return false;
        }
        let (usable, usable_after_blank) = self.left.usable();
        let After { open, fixed } = self.after[place];
        let after_own = open & usable | fixed;
        let after_blank = open & usable_after_blank | fixed;
        let mut rest = letters & usable;
        let mut live = 0;
        while rest != 0 {
            self.steps += 1;
            let bit = rest & rest.wrapping_neg();
            rest ^= bit;
            let node = self.follow(prefix, bit);
            let is_blank = self.left.own() & bit == 0;
            let following = following(node) & if is_blank { after_blank } else { after_own };
            if following == 0 {
                continue;
            }
            let letter = bit.trailing_zeros() as usize;
            let next = self.extend(prefix, letter, node);
            self.left.take(letter, is_blank);
            if self.go_on(place, &next, following) {
                live |= bit;
            }
            self.left.put_back(letter, is_blank);
        }
        self.seen[place] |= live;
        live != 0
    }
}
