//! The words that an endgame can still make: a lexicon pruned to the board and both racks.
//!
//! Every word that is formed from now on lies at a [spot](crate::play::endgame::spots), and its
//! open squares take letters from the two racks. One walk through the DAWG finds the words of
//! all spots. Until the first tile of the board, spots differ only in which letters crossing
//! lanes allow, so they are walked together, as bits of a set. From there on a prefix fits at a few spots, and each is
//! walked alone. A letter is passed by if nothing that the racks or the board have can follow it.
//!
//! A square beside tiles of a lane takes only letters that a word of
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

/// The steps after which the walk is not done again. A step is a letter that is followed.
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
            let seen = walk.seen;
            let is_narrower = narrow(&mut across, &squares, &spots, &seen);
            let is_farther = squares.close_all_but(&spots.covered(&squares, &seen));
            if !is_narrower && !is_farther || steps > FEW_STEPS {
                let open = seen.iter().zip(&spots.letters);
                let open = open.filter(|(_, letters)| **letters & OPEN != 0);
                let open = open.fold(0, |set, (seen, _)| set | seen & !END);
                return Some(EndgameWords {
                    placed: walk.placed | open,
                    words: walk.words,
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
    /// A spot where it is the first tile of the board, plus 1; 0 if there is none.
    first_tile: usize,
}

/// What can follow a letter at a place.
#[derive(Clone, Copy, Default)]
struct After {
    /// Letters from the racks.
    open: u64,
    /// A tile of the board; [`END`] if a word can end there.
    fixed: u64,
}

/// The first tile of the board at a spot.
#[derive(Clone, Copy, Default)]
struct FirstTile {
    after: After,
    /// One more than the number of the next spot with the same tile at the same place.
    next: usize,
}

/// What the spots of a set have at a place in the word, until the first tile of the board.
struct Level {
    /// The letters that go to some open square.
    open: u64,
    /// The letters that are a first tile.
    tiles: u64,
    /// The spots where words without tiles of the board end.
    ends: Set,
    /// By letter.
    fitting: Vec<Fitting>,
}

/// What the spots of a set have in common.
struct Group {
    /// The number of the first spot.
    first: usize,
    /// By place in the word.
    levels: Vec<Level>,
    /// By spot.
    tiles: Vec<FirstTile>,
}

impl Group {
    fn new(spots: &Spots, after: &[After], first: usize, alphabet: usize) -> Group {
        let last = spots.list.len().min(first + GROUP);
        let level = |_| Level {
            open: 0,
            tiles: 0,
            ends: [0; 4],
            fitting: vec![Fitting::default(); alphabet],
        };
        let mut group = Group {
            first,
            levels: (0..=spots.stride).map(level).collect(),
            tiles: vec![FirstTile::default(); last - first],
        };
        for (number, spot) in spots.list[first..last].iter().enumerate() {
            let (word, bit) = (number / 64, 1 << (number % 64));
            let from = (first + number) * spots.stride;
            let longest = spot.ends.ilog2() as usize;
            for (place, level) in group.levels[..longest].iter_mut().enumerate() {
                let letters = spots.letters[from + place];
                let mut rest = letters & !OPEN;
                if letters & OPEN == 0 {
                    level.tiles |= rest;
                    let same = &mut level.fitting[rest.trailing_zeros() as usize].first_tile;
                    group.tiles[number] = FirstTile {
                        after: after[from + place],
                        next: std::mem::replace(same, number + 1),
                    };
                    break;
                }
                level.open |= rest;
                while rest != 0 {
                    level.fitting[rest.trailing_zeros() as usize].open[word] |= bit;
                    rest &= rest - 1;
                }
                level.ends[word] |= (after[from + place].fixed & END) << (number % 64);
            }
        }
        group
    }
}

/// By spot and place: what can follow.
fn all_after(spots: &Spots) -> Vec<After> {
    let mut all = vec![After::default(); spots.letters.len()];
    let letters = spots.letters.chunks(spots.stride);
    let of_spots = all.chunks_mut(spots.stride).zip(letters);
    for (spot, (all, letters)) in spots.list.iter().zip(of_spots) {
        let longest = spot.ends.ilog2() as usize;
        for (place, after) in all[..longest].iter_mut().enumerate() {
            let letters = letters[place + 1] * u64::from(place + 1 < longest);
            match letters & OPEN {
                0 => after.fixed = letters,
                _ => after.open = letters & !OPEN,
            }
            after.fixed |= (spot.ends >> (place + 1) & 1) * END;
        }
    }
    all
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

/// The letters that can follow a prefix, with [`END`] if it is a word.
#[inline(always)]
fn following(node: NodeWithSet) -> u64 {
    node.set() & !END | (u64::from(node.node().accepts()) * END)
}

struct Walk<'w> {
    nodes: &'w [NodeWithSet],
    spots: &'w Spots,
    /// By spot and place.
    after: Vec<After>,
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
    steps: u64,
    /// By length: the spots of the group that have words without tiles of the board.
    ended: Vec<Set>,
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
            after: all_after(spots),
            available: letters.fold(0, |set, letter| set | 1 << letter),
            left,
            blanks,
            word: [0; 64],
            words: WordSet::new(),
            seen: vec![0; spots.letters.len()],
            placed: 0,
            steps: 0,
            ended: vec![[0; 4]; spots.stride + 1],
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
        self.word[prefix.length & 63] = letter as Tile;
        Prefix {
            node,
            length: prefix.length + 1,
            hash: (prefix.hash ^ letter as u64).wrapping_mul(HASH.1),
        }
    }

    #[inline(never)]
    fn add(&mut self, prefix: &Prefix) {
        let word = &self.word[..prefix.length & 63];
        self.words.insert(word, prefix.hash);
    }

    /// The letters that the racks have now, and after a blank is taken.
    #[inline(always)]
    fn usable(&self) -> (u64, u64) {
        let any_if = |is_any: bool| u64::from(is_any).wrapping_neg();
        (
            self.available | any_if(self.blanks > 0),
            self.available | any_if(self.blanks > 1),
        )
    }

    /// Takes a letter off the racks, or a blank.
    #[inline(always)]
    fn take(&mut self, letter: usize, is_blank: bool) {
        if is_blank {
            self.blanks -= 1;
            return;
        }
        let left = &mut self.left[letter & 63];
        *left -= 1;
        self.available ^= u64::from(*left == 0) << letter;
    }

    #[inline(always)]
    fn put_back(&mut self, letter: usize, is_blank: bool) {
        if is_blank {
            self.blanks += 1;
            return;
        }
        self.left[letter & 63] += 1;
        self.available |= 1 << letter;
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
        let (usable, usable_after_blank) = self.usable();
        let after_own = next_level.open & usable | next_level.tiles | END;
        let after_blank = next_level.open & usable_after_blank | next_level.tiles | END;
        let made = level.open & usable;
        let mut rest = prefix.node.set() & (made | level.tiles);
        let mut is_found = false;
        while rest != 0 {
            self.steps += 1;
            let bit = rest & rest.wrapping_neg();
            rest ^= bit;
            let letter = bit.trailing_zeros() as usize;
            let node = self.follow(prefix, bit);
            let is_blank = self.available & bit == 0;
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
                self.take(letter, is_blank);
                is_live |= self.together(group, &on, &next);
                self.put_back(letter, is_blank);
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
            self.seen[place - 1] |= 1 << self.word[prefix.length - 2];
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
        let (usable, usable_after_blank) = self.usable();
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
            let is_blank = self.available & bit == 0;
            let following = following(node) & if is_blank { after_blank } else { after_own };
            if following == 0 {
                continue;
            }
            let letter = bit.trailing_zeros() as usize;
            let next = self.extend(prefix, letter, node);
            self.take(letter, is_blank);
            if self.go_on(place, &next, following) {
                live |= bit;
            }
            self.put_back(letter, is_blank);
        }
        self.seen[place] |= live;
        live != 0
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
