//! The words that an endgame can still make: a lexicon pruned to the board and both racks.
//!
//! Every word that is formed from now on lies at a [spot](crate::play::endgame::spots), and its
//! open squares take letters from the two racks. One walk through the DAWG finds the words of
//! all spots. Until the first tile of the board, spots differ only in which letters crossing
//! lanes allow, so they are walked together, as bits of a set. From there on a prefix fits at a few spots, and each is
//! walked alone.
//!
//! A square beside tiles of the crossing lane takes only letters that a word of
//! that lane can have there. At first these are the letters that fit between the tiles in any word.
//! The walk then says which of them a word that can be made has there, and while it is short it is
//! done again with these. Nor is a tile ever placed on a square that no word covers, so words that only
//! such squares join to the board are dropped in the same way. There may still be words that can't be
//! made, but all that can be made are there.

use crate::error::{Error, Problem, Result};
use crate::graph::{Graph, NodeWithSet, index_in};
use crate::limits::ENDGAME_STEPS;
use crate::movegen::{Direction, Position};
use crate::play::endgame::position::Endgame;
use crate::play::endgame::spots::{LetterSets, OPEN, Spots, Squares};
use crate::play::endgame::word_set::WordSet;
use crate::tiles::{BLANK, Tile};

/// The steps after which the walk is not done again.
const FEW_STEPS: u64 = 20_000;

/// The words that an endgame can still make, and maybe a few others. They are words of the
/// DAWG: a GADDAG that does not match its DAWG could make others.
///
/// ```
/// use wordmill::graph::{Graph, GraphSpec, build};
/// use wordmill::lexicon::Words;
/// use wordmill::play::{Endgame, EndgameWords};
/// # use wordmill::ruleset::Ruleset;
/// # let rules = "name: tiny\nrack: 2\nbonus: 0\nexchange: 1\nblanks: 0\nletters:\n  \
/// #     - {tile: A, count: 2, points: 1, vowel: 1}\n  - {tile: B, count: 2, points: 3}\n\
/// #     board:\n  start: A1\n  squares: |\n    ...\n";
/// # let tiny = Ruleset::from_yaml("tiny.yaml", rules)?;
/// let words = Words::from_unsorted([&[1, 2][..], &[1, 2, 1], &[2, 1], &[1, 1]])?;
/// let graph = Graph::open(&build(&words, GraphSpec::new())?)?;
///
/// // A row of three squares: AB is on it, and a word has to pass over it.
/// let endgame = Endgame::read(&tiny, "AB1", "A", "B")?;
/// let words = EndgameWords::find(&graph, &endgame)?;
/// assert_eq!(words.iter().collect::<Vec<_>>(), [&[1, 2, 1]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct EndgameWords {
    words: WordSet,
    /// The letters that come from a rack in some word.
    placed: u64,
    spots: Spots,
}

impl EndgameWords {
    /// Finds the words. Only a graph that has almost any letters as a word takes
    /// too many steps.
    pub fn find(graph: &Graph, endgame: &Endgame<'_>) -> Result<EndgameWords> {
        let pool = endgame.racks().concat();
        let words = EndgameWords::within(graph, endgame.position(), &pool, ENDGAME_STEPS);
        words.ok_or_else(|| {
            let expected = format!("a graph whose words are found in {ENDGAME_STEPS} steps");
            Error::input("", Problem::mismatch(expected, "more"))
        })
    }

    /// Finds the words that a board and the tiles of both racks can make; none if that takes
    /// more than some steps.
    pub(crate) fn within(
        graph: &Graph,
        position: &Position<'_>,
        pool: &[Tile],
        most_steps: u64,
    ) -> Option<EndgameWords> {
        let mut squares = Squares::of(position);
        let alphabet = position.ruleset().alphabet().len();
        let all = u64::MAX >> (63 - alphabet.min(63)) & !1;
        let made = match pool.contains(&BLANK) {
            true => all,
            false => pool.iter().fold(0, |set, tile| set | 1 << (tile & 63)),
        };
        let mut across = squares.letters_between(graph);
        let mut steps = 0;
        loop {
            let spots = Spots::find(&squares, pool.len(), made, &across);
            let mut walk = Walk::new(graph, &spots, pool, most_steps);
            walk.run(alphabet + 1);
            steps += walk.steps;
            if steps > most_steps {
                return None;
            }
            let Walk {
                words,
                seen,
                placed,
                ..
            } = walk;
            let is_narrower = narrow(&mut across, &squares, &spots, &seen);
            let is_farther = squares.close_all_but(&spots.covered(&squares, &seen));
            if !is_narrower && !is_farther || steps > FEW_STEPS {
                let open = seen.iter().zip(&spots.letters);
                let open = open.filter(|(_, letters)| **letters & OPEN != 0);
                return Some(EndgameWords {
                    words,
                    placed: open.fold(placed, |set, (seen, _)| set | seen & !END),
                    spots,
                });
            }
        }
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether no word can be made.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The words, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = &[Tile]> {
        self.words.iter()
    }

    /// Whether a tile of a rack is in none of the words, so that it can never be placed.
    pub(crate) fn is_stuck(&self, tile: Tile) -> bool {
        match tile {
            BLANK => self.placed == 0,
            tile => self.placed >> (tile & 63) & 1 == 0,
        }
    }

    /// Where words can be laid.
    pub(crate) fn spots(&self) -> &Spots {
        &self.spots
    }
}

/// Drops letters that no word of their lane has beside tiles. Says whether there were any.
fn narrow(across: &mut LetterSets, squares: &Squares, spots: &Spots, seen: &[u64]) -> bool {
    let none = || vec![0; squares.count()];
    let mut found = [none(), none()];
    for (spot, seen) in spots.list.iter().zip(seen.chunks(spots.stride)) {
        for (place, letters) in seen
            .iter()
            .enumerate()
            .filter(|(_, letters)| **letters != 0)
        {
            found[spot.direction as usize][spot.first + place * spot.step] |= letters & !END;
        }
    }
    let mut is_narrower = false;
    for direction in Direction::BOTH {
        let sets = across[direction as usize].iter_mut();
        for (square, (set, found)) in sets.zip(&found[direction as usize]).enumerate() {
            if *set & !found != 0 && squares.is_beside(direction, square) {
                *set &= found;
                is_narrower = true;
            }
        }
    }
    is_narrower
}

/// Some spots, as bits.
type Set = [u64; 4];

/// The spots that a set has.
const GROUP: usize = 256;

const ALL: Set = [u64::MAX; 4];

/// Set in what is seen at a place if a word ends there. No letter has this number.
const END: u64 = 1;

/// The spots that a letter can go to.
#[derive(Clone, Copy, Default)]
struct Fitting {
    /// Those where its square is open.
    open: Set,
    /// One more than the number of the first one where it is the first tile of the board.
    first_tile: usize,
}

/// The first tile of the board at a spot.
#[derive(Clone, Copy, Default)]
struct FirstTile {
    /// What can follow: letters from the racks, or a tile, with [`END`] if nothing needs to.
    open: u64,
    fixed: u64,
    /// One more than the number of the next spot with the same tile at the same place.
    next: usize,
}

/// What the spots of a set have in common.
struct Group {
    /// The number of the first spot.
    first: usize,
    /// By place in the word, then letter.
    fitting: Vec<Fitting>,
    /// By spot.
    tiles: Vec<FirstTile>,
    /// By place in the word: the letters that go to some open square, and those that are a
    /// first tile.
    letters: Vec<(u64, u64)>,
    /// By length: the spots where such a word without tiles of the board ends.
    ends: Vec<Set>,
    /// The number of letters, with the blank.
    alphabet: usize,
}

impl Group {
    fn new(spots: &Spots, first: usize, alphabet: usize) -> Group {
        let last = spots.list.len().min(first + GROUP);
        let mut group = Group {
            first,
            fitting: vec![Fitting::default(); spots.stride * alphabet],
            tiles: vec![FirstTile::default(); last - first],
            letters: vec![(0, 0); spots.stride + 1],
            ends: vec![[0; 4]; spots.stride + 1],
            alphabet,
        };
        for (number, spot) in spots.list[first..last].iter().enumerate() {
            let (word, bit) = (number / 64, 1 << (number % 64));
            let places = &spots.letters[(first + number) * spots.stride..][..spots.stride];
            let longest = spot.ends.ilog2() as usize;
            for (place, &letters) in places[..longest].iter().enumerate() {
                let fitting = &mut group.fitting[place * alphabet..][..alphabet];
                let ends = spot.ends >> (place + 1) & 1;
                let mut rest = letters & !OPEN;
                if letters & OPEN == 0 {
                    group.letters[place].1 |= rest;
                    let (open, fixed) = following(&places[..longest], place + 1);
                    let next = &mut fitting[rest.trailing_zeros() as usize].first_tile;
                    group.tiles[number] = FirstTile {
                        open,
                        fixed: fixed | ends * END,
                        next: std::mem::replace(next, number + 1),
                    };
                    break;
                }
                group.letters[place].0 |= rest;
                while rest != 0 {
                    fitting[rest.trailing_zeros() as usize].open[word] |= bit;
                    rest &= rest - 1;
                }
                group.ends[place + 1][word] |= ends << (number % 64);
            }
        }
        group
    }
}

/// The letters that a place can have: if it is open, and if it has a tile.
#[inline(always)]
fn following(letters: &[u64], place: usize) -> (u64, u64) {
    match letters.get(place) {
        Some(letters) if letters & OPEN != 0 => (letters & !OPEN, 0),
        Some(tile) => (0, *tile),
        None => (0, 0),
    }
}

/// The start of all hashes of words, and what they are multiplied by.
const HASH: (u64, u64) = (0x2545_f491_4f6c_dd1d, 0x9e37_79b9_7f4a_7c15);

/// A prefix: the node that its last letter leads to, how many letters it has, and its hash.
#[derive(Clone, Copy)]
struct Prefix {
    node: NodeWithSet,
    length: usize,
    hash: u64,
}

impl Prefix {
    /// The letters that can follow, with [`END`] if it is a word.
    #[inline(always)]
    fn following(&self) -> u64 {
        self.node.set() | u64::from(self.node.node().accepts()) * END
    }
}

struct Walk<'w> {
    nodes: &'w [NodeWithSet],
    spots: &'w Spots,
    /// How many of each letter are left on the racks.
    left: [u8; 64],
    /// The letters of which there are some left.
    available: u64,
    blanks: u8,
    word: [Tile; 64],
    words: WordSet,
    /// By spot and place: the letters that some word has there, if it is open and not before the
    /// place in front of the first tile of the board. With [`END`] if a word ends there.
    seen: Vec<u64>,
    /// The letters of words at places before that.
    placed: u64,
    /// By length: the spots of the group that have words without tiles of the board.
    ended: Vec<Set>,
    steps: u64,
    most_steps: u64,
}

impl<'w> Walk<'w> {
    fn new(graph: &'w Graph, spots: &'w Spots, pool: &[Tile], most_steps: u64) -> Walk<'w> {
        let mut left = [0; 64];
        pool.iter()
            .for_each(|tile| left[usize::from(tile & 63)] += 1);
        let blanks = std::mem::take(&mut left[usize::from(BLANK)]);
        let letters = (1..64).filter(|&letter| left[letter] > 0);
        Walk {
            nodes: graph.letter_sets(),
            spots,
            available: letters.fold(0, |set, letter| set | 1 << letter),
            left,
            blanks,
            word: [0; 64],
            words: WordSet::new(),
            seen: vec![0; spots.letters.len()],
            placed: 0,
            ended: vec![[0; 4]; spots.stride + 1],
            steps: 0,
            most_steps,
        }
    }

    fn run(&mut self, alphabet: usize) {
        let Some(&node) = self.nodes.first() else {
            return;
        };
        let root = Prefix {
            node,
            length: 0,
            hash: HASH.0,
        };
        for first in (0..self.spots.list.len()).step_by(GROUP) {
            let group = Group::new(self.spots, first, alphabet);
            self.together(&group, &ALL, &root);
            for (length, set) in self.ended.iter_mut().enumerate().skip(1) {
                for (word, spots) in set.iter_mut().enumerate() {
                    while *spots != 0 {
                        let spot = first + 64 * word + spots.trailing_zeros() as usize;
                        *spots &= *spots - 1;
                        self.seen[spot * self.spots.stride + length - 1] |= END;
                    }
                }
            }
        }
    }

    /// A prefix with one more letter.
    #[inline(always)]
    fn extend(&mut self, prefix: &Prefix, letter: usize, bit: u64) -> Prefix {
        self.steps += 1;
        self.word[prefix.length & 63] = letter as Tile;
        let at = index_in(prefix.node.node().arc(), prefix.node.set(), bit);
        Prefix {
            node: self.nodes[at],
            length: prefix.length + 1,
            hash: (prefix.hash ^ letter as u64).wrapping_mul(HASH.1),
        }
    }

    fn add(&mut self, prefix: &Prefix) {
        self.words
            .insert(&self.word[..prefix.length & 63], prefix.hash);
    }

    /// The letters that the racks have now, and after a blank is taken.
    #[inline(always)]
    fn usable(&self) -> (u64, u64) {
        match self.blanks {
            0 => (self.available, 0),
            1 => (u64::MAX, self.available),
            _ => (u64::MAX, u64::MAX),
        }
    }

    /// Takes a letter off the racks, or a blank. Says whether it is one.
    #[inline(always)]
    fn take(&mut self, letter: usize, bit: u64) -> bool {
        let left = &mut self.left[letter & 63];
        if *left == 0 {
            self.blanks -= 1;
            return true;
        }
        *left -= 1;
        if *left == 0 {
            self.available &= !bit;
        }
        false
    }

    #[inline(always)]
    fn put_back(&mut self, letter: usize, bit: u64, is_blank: bool) {
        if is_blank {
            self.blanks += 1;
            return;
        }
        self.left[letter & 63] += 1;
        self.available |= bit;
    }

    /// Goes on at all spots of a set. All letters so far come from the racks. Says whether a
    /// word was found.
    fn together(&mut self, group: &Group, set: &Set, prefix: &Prefix) -> bool {
        if self.steps > self.most_steps {
            return false;
        }
        let (usable, after_blank) = self.usable();
        let (open, first_tiles) = group.letters[prefix.length];
        let (next_open, next_tiles) = group.letters[prefix.length + 1];
        let after_own = next_open & usable | next_tiles;
        let after_blank = next_open & after_blank | next_tiles;
        let made = open & usable;
        let fitting = &group.fitting[prefix.length * group.alphabet..][..group.alphabet];
        let mut rest = prefix.node.set() & (made | first_tiles);
        let mut is_found = false;
        while rest != 0 {
            let (letter, bit) = (rest.trailing_zeros() as usize, rest & rest.wrapping_neg());
            rest &= rest - 1;
            let next = self.extend(prefix, letter, bit);
            let fitting = &fitting[letter];
            let following = next.following();
            let mut number = fitting.first_tile;
            while number != 0 {
                let tile = &group.tiles[number - 1];
                let fits = set[(number - 1) / 64 & 3] >> ((number - 1) % 64) & 1 != 0;
                if following & (tile.open & usable | tile.fixed) != 0 && fits {
                    is_found |= self.pass_tile(group.first + number - 1, &next);
                }
                number = tile.next;
            }
            if made & bit == 0 {
                continue;
            }
            let on = and(set, &fitting.open);
            let mut is_live = false;
            if following & END != 0 {
                let ended = and(&on, &group.ends[next.length]);
                if !is_none(&ended) {
                    self.add(&next);
                    let all = self.ended[next.length].iter_mut().zip(ended);
                    all.for_each(|(all, ended)| *all |= ended);
                    is_live = true;
                }
            }
            let after = match self.available & bit {
                0 => after_blank,
                _ => after_own,
            };
            if following & after != 0 && !is_none(&on) {
                let is_blank = self.take(letter, bit);
                is_live |= self.together(group, &on, &next);
                self.put_back(letter, bit, is_blank);
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
    fn pass_tile(&mut self, spot: usize, prefix: &Prefix) -> bool {
        let ends = self.spots.list[spot].ends >> prefix.length;
        let place = spot * self.spots.stride + prefix.length;
        let mut is_live = self.end(place - 1, ends, prefix);
        if ends > 1 && prefix.node.set() & self.spots.letters[place] != 0 {
            is_live |= self.alone(place, ends >> 1, *prefix);
        }
        if is_live && prefix.length > 1 {
            self.seen[place - 2] |= 1 << self.word[prefix.length - 2];
        }
        is_live
    }

    /// Adds a prefix that is a word, if the lowest of `ends` says that it can end at this place.
    #[inline(always)]
    fn end(&mut self, place: usize, ends: u64, prefix: &Prefix) -> bool {
        let is_word = ends & 1 != 0 && prefix.node.node().accepts();
        if is_word {
            self.add(prefix);
            self.seen[place] |= END;
        }
        is_word
    }

    /// Goes on at one spot, whose next letter has this place. `ends` has the lengths from there
    /// on. Says whether a word was found.
    fn alone(&mut self, mut place: usize, mut ends: u64, mut prefix: Prefix) -> bool {
        if self.steps > self.most_steps {
            return false;
        }
        let mut is_found = false;
        let mut letters = self.spots.letters[place];
        while letters & OPEN == 0 {
            prefix = self.extend(&prefix, letters.trailing_zeros() as usize, letters);
            is_found |= self.end(place, ends, &prefix);
            place += 1;
            ends >>= 1;
            letters = self.spots.letters[place];
            if ends == 0 || prefix.node.set() & letters == 0 {
                return is_found;
            }
        }
        let (usable, after_blank) = self.usable();
        let (next_open, next_tile) = match ends {
            1 => (0, 0),
            _ => following(&self.spots.letters, place + 1),
        };
        let fixed = next_tile | (ends & 1) * END;
        let after_own = next_open & usable | fixed;
        let after_blank = next_open & after_blank | fixed;
        let mut rest = prefix.node.set() & letters & usable;
        let mut live = 0;
        while rest != 0 {
            let (letter, bit) = (rest.trailing_zeros() as usize, rest & rest.wrapping_neg());
            rest &= rest - 1;
            let next = self.extend(&prefix, letter, bit);
            let after = match self.available & bit {
                0 => after_blank,
                _ => after_own,
            };
            let following = next.following() & after;
            if following == 0 {
                continue;
            }
            let mut is_live = self.end(place, ends, &next);
            if following > END {
                let is_blank = self.take(letter, bit);
                is_live |= self.alone(place + 1, ends >> 1, next);
                self.put_back(letter, bit, is_blank);
            }
            live |= u64::from(is_live) << letter;
        }
        self.seen[place] |= live;
        is_found || live != 0
    }
}

#[inline(always)]
fn and(a: &Set, b: &Set) -> Set {
    [a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]]
}

#[inline(always)]
fn is_none(set: &Set) -> bool {
    set[0] | set[1] | set[2] | set[3] == 0
}

#[cfg(test)]
mod tests;
