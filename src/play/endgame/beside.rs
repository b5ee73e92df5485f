//! Finds the letters that fit beside tiles, given the tiles of the racks.
//!
//! A tile that is placed beside others makes a word with them. Letters with which no
//! word can be made there are dropped before the words are walked. This is a much
//! smaller search, since one word per letter is enough.

use crate::graph::{Graph, NodeWithSet, index_in};
use crate::movegen::Direction;
use crate::play::endgame::letters_left::{LettersLeft, PoolTiles};
use crate::play::endgame::spots::{LetterSets, OPEN, Squares};
use crate::tiles::Tile;

/// The number of steps after which all remaining letters are kept.
const MOST_STEPS: u64 = 20_000;

/// Drops letters beside tiles with which no word can be made. Without a GADDAG, keeps
/// all letters.
pub(crate) fn drop_beside(
    across: &mut LetterSets,
    graph: &Graph,
    squares: &Squares,
    pool: &[Tile],
    made: u64,
) {
    if graph.gaddag_root().is_none_or(|root| root == 0) {
        return;
    }
    let mut search = Search {
        nodes: graph.letter_sets(),
        squares,
        letters: squares.letters(made, across),
        pool: PoolTiles::new(pool),
        direction: Direction::Across,
        step: 1,
        lane: [0; 2],
        steps: 0,
    };
    for direction in Direction::BOTH {
        search.direction = direction;
        for square in (0..squares.count()).filter(|&s| squares.is_beside(direction, s)) {
            let fitting = search.fitting(square);
            across[direction as usize][square] &= fitting;
            search.letters[square] &= fitting | OPEN;
            if search.letters[square] == OPEN {
                search.letters[square] = 0;
            }
        }
    }
}

/// A search for a word that has a letter beside tiles.
struct Search<'s> {
    nodes: &'s [NodeWithSet],
    squares: &'s Squares,
    /// By square: as in [`Squares::letters`].
    letters: Vec<u64>,
    pool: PoolTiles,
    direction: Direction,
    /// The distance of neighbours in that direction.
    step: usize,
    /// The first and the last square of the lane.
    lane: [usize; 2],
    steps: u64,
}

impl Search<'_> {
    /// Returns the letters that fit on a square beside tiles.
    fn fitting(&mut self, square: usize) -> u64 {
        let [before, after] = [0, 1].map(|side| self.squares.run(self.direction, square, side));
        self.step = self.squares.step(self.direction);
        self.lane = self.squares.lane(self.direction, square);
        let ends = [
            square - before.len() * self.step,
            square + after.len() * self.step,
        ];
        let tiles = &mut after.iter().rev();
        let Some(end) = tiles.try_fold(self.nodes[1], |at, &tile| self.follow(at, 1 << tile))
        else {
            return 0;
        };
        let all = self.pool.all;
        let mut rest = self.letters[square] & !OPEN;
        let mut fitting = 0;
        while rest != 0 {
            let bit = rest & rest.wrapping_neg();
            rest ^= bit;
            let path = self.follow(end, bit);
            let path =
                path.and_then(|at| before.iter().try_fold(at, |at, &t| self.follow(at, 1 << t)));
            if let Some(at) = path
                && self.with(bit, all, |search, left| search.begins(at, ends, left))
            {
                fitting |= bit;
            }
        }
        fitting
    }

    fn follow(&self, at: NodeWithSet, bit: u64) -> Option<NodeWithSet> {
        (at.set() & bit != 0).then(|| self.nodes[index_in(at.node().arc(), at.set(), bit)])
    }

    /// Takes a letter, or else a blank, off the racks and returns whether `holds` is
    /// then true. Returns false if the racks have neither.
    #[inline(always)]
    fn with(
        &mut self,
        bit: u64,
        left: LettersLeft,
        holds: impl FnOnce(&mut Self, LettersLeft) -> bool,
    ) -> bool {
        if left.own & bit != 0 {
            let left = self.pool.without(left, bit);
            return holds(self, left);
        }
        if self.pool.blanks == 0 {
            return false;
        }
        self.pool.blanks -= 1;
        let result = holds(self, left);
        self.pool.blanks += 1;
        result
    }

    /// Returns whether a word has these letters from `first` to `last`, and possibly
    /// more on both sides.
    fn begins(&mut self, at: NodeWithSet, [first, last]: [usize; 2], left: LettersLeft) -> bool {
        let letters = match first == self.lane[0] {
            true => 0,
            false => self.letters[first - self.step],
        };
        if letters == 0 || letters & OPEN != 0 {
            let turn = self.follow(at, 1);
            if at.node().accepts() || turn.is_some_and(|at| self.ends(at, last, left)) {
                return true;
            }
        }
        self.any(at, letters, left, |search, at, left| {
            search.begins(at, [first - search.step, last], left)
        })
    }

    /// Returns whether a word has these letters up to `last`, and possibly more after
    /// it.
    fn ends(&mut self, at: NodeWithSet, last: usize, left: LettersLeft) -> bool {
        let letters = match last == self.lane[1] {
            true => 0,
            false => self.letters[last + self.step],
        };
        if at.node().accepts() && (letters == 0 || letters & OPEN != 0) {
            return true;
        }
        self.any(at, letters, left, |search, at, left| {
            search.ends(at, last + search.step, left)
        })
    }

    /// Returns whether `holds` is true after one of the letters of a square.
    #[inline(always)]
    fn any(
        &mut self,
        at: NodeWithSet,
        letters: u64,
        left: LettersLeft,
        mut holds: impl FnMut(&mut Self, NodeWithSet, LettersLeft) -> bool,
    ) -> bool {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return true;
        }
        if letters & OPEN == 0 {
            let next = self.follow(at, letters);
            return next.is_some_and(|at| holds(self, at, left));
        }
        // A blank may be needed later, so letters that the racks have come first.
        let letters = letters & at.set() & !OPEN;
        let mut rest = letters & left.own;
        while rest != 0 {
            let bit = rest & rest.wrapping_neg();
            rest ^= bit;
            let next = self.nodes[index_in(at.node().arc(), at.set(), bit)];
            let left = self.pool.without(left, bit);
            if holds(self, next, left) {
                return true;
            }
        }
        if self.pool.blanks == 0 {
            return false;
        }
        self.pool.blanks -= 1;
        let mut rest = letters & !left.own;
        let mut is_any = false;
        while rest != 0 && !is_any {
            let bit = rest & rest.wrapping_neg();
            rest ^= bit;
            let next = self.nodes[index_in(at.node().arc(), at.set(), bit)];
            is_any = holds(self, next, left);
        }
        self.pool.blanks += 1;
        is_any
    }
}
