//! Which letters fit beside tiles, with what the racks have.
//!
//! A tile that is placed beside others makes a word with them. Letters with which no
//! word can be made there are dropped before the words are walked: that is far less to look
//! for, since one word is enough for each letter.

use crate::graph::{Graph, NodeWithSet, index_in};
use crate::movegen::Direction;
use crate::play::endgame::letters_left::LettersLeft;
use crate::play::endgame::spots::{LetterSets, OPEN, Squares};
use crate::tiles::Tile;

/// The steps after which all letters that are left stay.
const MOST_STEPS: u64 = 20_000;

/// Drops letters beside tiles with which no word can be made. Without a GADDAG all stay.
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
        left: LettersLeft::new(pool),
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
    left: LettersLeft,
    direction: Direction,
    /// The distance of neighbours in that direction.
    step: usize,
    /// The first and the last square of the lane.
    lane: [usize; 2],
    steps: u64,
}

impl Search<'_> {
    /// The letters that fit on a square beside tiles.
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
        let mut rest = self.letters[square] & self.usable() & !OPEN;
        let mut fitting = 0;
        while rest != 0 {
            let bit = rest & rest.wrapping_neg();
            rest ^= bit;
            let path = self.follow(end, bit);
            let path =
                path.and_then(|at| before.iter().try_fold(at, |at, &t| self.follow(at, 1 << t)));
            if let Some(at) = path
                && self.with(bit, |search| search.is_part(at, ends, 0))
            {
                fitting |= bit;
            }
        }
        fitting
    }

    fn follow(&self, at: NodeWithSet, bit: u64) -> Option<NodeWithSet> {
        (at.set() & bit != 0).then(|| self.nodes[index_in(at.node().arc(), at.set(), bit)])
    }

    /// Whether something holds after a letter is taken off the racks, or a blank.
    #[inline(always)]
    fn with(&mut self, bit: u64, holds: impl FnOnce(&mut Self) -> bool) -> bool {
        let letter = bit.trailing_zeros() as usize;
        let is_blank = self.left.own() & bit == 0;
        self.left.take(letter, is_blank);
        let result = holds(self);
        self.left.put_back(letter, is_blank);
        result
    }

    /// The letters that the racks can make now.
    #[inline(always)]
    fn usable(&self) -> u64 {
        self.left.usable().0
    }

    /// Whether a word has these letters from one end to the other, and more before them (side
    /// 0) or only after them (side 1).
    fn is_part(&mut self, at: NodeWithSet, mut ends: [usize; 2], side: usize) -> bool {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return true;
        }
        let next = match (ends[side] == self.lane[side], side) {
            (true, _) => None,
            (_, 0) => Some(ends[0] - self.step),
            _ => Some(ends[1] + self.step),
        };
        let letters = next.map_or(0, |square| self.letters[square]);
        if letters == 0 || letters & OPEN != 0 {
            if at.node().accepts() {
                return true;
            }
            let turn = self.follow(at, 1).filter(|_| side == 0);
            if turn.is_some_and(|at| self.is_part(at, ends, 1)) {
                return true;
            }
        }
        let Some(square) = next else {
            return false;
        };
        ends[side] = square;
        let usable = match letters & OPEN {
            0 => u64::MAX,
            _ => self.usable(),
        };
        let mut rest = letters & at.set() & usable & !OPEN;
        while rest != 0 {
            // A blank may be wanted later, so the racks' own letters come first.
            let own = match rest & self.left.own() {
                0 => rest,
                own => own,
            };
            let bit = own & own.wrapping_neg();
            rest ^= bit;
            let Some(at) = self.follow(at, bit) else {
                continue;
            };
            let is_part = match letters & OPEN {
                0 => self.is_part(at, ends, side),
                _ => self.with(bit, |search| search.is_part(at, ends, side)),
            };
            if is_part {
                return true;
            }
        }
        false
    }
}
