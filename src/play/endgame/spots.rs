//! The spots where words can still be laid.
//!
//! A *spot* is a direction and the square where a word begins. The word lies in one
//! lane. It passes over tiles of the board, and its other letters come from the racks.
//! It ends where no tile follows. It touches the board, or tiles that are placed before
//! it join it to the board.

use crate::graph::{Graph, NodeWithSet, index_in};
use crate::movegen::{Direction, Position};
use crate::tiles::{PLAYED_BLANK, Tile};

/// Set in the letters of a square that is open: it has no tile and a tile can be placed
/// there. No letter has this number. The same bit means
/// [`END`](crate::play::endgame::spot_sets::END) in sets of the letters that words have
/// or that can follow a letter. No set uses the bit with both meanings.
pub(crate) const OPEN: u64 = 1;

/// By direction and square: the letters that a word in that direction can have there.
pub(crate) type LetterSets = [Vec<u64>; 2];

/// The board as seen by the words that are laid on it.
pub(crate) struct Squares {
    rows: usize,
    columns: usize,
    /// The column of each square. A lookup is faster than a division.
    column: Vec<usize>,
    /// The letter of the tile on each square; 0 if there is none.
    tiles: Vec<Tile>,
    /// Whether a tile can be placed on each square.
    is_open: Vec<bool>,
    /// The number of tiles, including one on the square itself, that must be placed to
    /// join each square to the board.
    tiles_to: Vec<usize>,
    /// The start square, if the board is empty.
    start: Option<usize>,
}

impl Squares {
    pub(crate) fn of(position: &Position<'_>) -> Squares {
        let board = position.ruleset().board();
        let (rows, columns) = (usize::from(board.rows()), usize::from(board.columns()));
        let tiles = position.squares().iter();
        let tiles: Vec<Tile> = tiles.map(|tile| tile & !PLAYED_BLANK & 63).collect();
        let is_open = (0..tiles.len()).map(|square| {
            let (row, column) = ((square / columns) as u8, (square % columns) as u8);
            position.is_open(row, column)
        });
        // The first play of a game covers the start square.
        let (row, column) = board.start();
        let start = usize::from(row) * columns + usize::from(column);
        let mut squares = Squares {
            rows,
            columns,
            column: (0..tiles.len()).map(|square| square % columns).collect(),
            is_open: is_open.collect(),
            tiles_to: Vec::new(),
            tiles,
            start: position.is_empty().then_some(start),
        };
        squares.measure();
        squares
    }

    /// Closes the squares that no word covers. Returns whether any covered square is
    /// now farther from the board.
    pub(crate) fn close_all_but(&mut self, covered: &[bool]) -> bool {
        let mut is_closed = false;
        for (is_open, covered) in self.is_open.iter_mut().zip(covered) {
            is_closed |= *is_open && !covered;
            *is_open &= covered;
        }
        if !is_closed {
            return false;
        }
        let before = std::mem::take(&mut self.tiles_to);
        self.measure();
        let both = before.iter().zip(&self.tiles_to).zip(covered);
        both.into_iter()
            .any(|((before, now), covered)| *covered && before != now)
    }

    /// Finds how far each square is from the tiles of the board, or from the start.
    fn measure(&mut self) {
        self.tiles_to = vec![usize::MAX; self.tiles.len()];
        let tiles = (0..self.tiles.len()).filter(|&square| self.tiles[square] != 0);
        let mut reached: Vec<usize> = tiles.collect();
        reached.iter().for_each(|&square| self.tiles_to[square] = 0);
        if let Some(start) = self.start {
            self.tiles_to[start] = 1;
            reached.push(start);
        }
        let mut at = 0;
        while let Some(&square) = reached.get(at) {
            at += 1;
            for direction in Direction::BOTH {
                for next in self.neighbours(direction, square).into_iter().flatten() {
                    if self.is_open[next] && self.tiles_to[next] == usize::MAX {
                        self.tiles_to[next] = self.tiles_to[square] + 1;
                        reached.push(next);
                    }
                }
            }
        }
    }

    /// Returns the number of squares.
    pub(crate) fn count(&self) -> usize {
        self.tiles.len()
    }

    /// Returns the first and the last square of the lane through a square.
    pub(crate) fn lane(&self, direction: Direction, square: usize) -> [usize; 2] {
        let column = self.column[square];
        match direction {
            Direction::Across => [square - column, square - column + self.columns - 1],
            Direction::Down => [column, column + (self.rows - 1) * self.columns],
        }
    }

    /// Returns the distance between neighbours in a direction.
    pub(crate) fn step(&self, direction: Direction) -> usize {
        match direction {
            Direction::Across => 1,
            Direction::Down => self.columns,
        }
    }

    /// Returns the squares before and after a square in a direction.
    fn neighbours(&self, direction: Direction, square: usize) -> [Option<usize>; 2] {
        let step = self.step(direction);
        let (has_before, has_after) = match direction {
            Direction::Across => (
                self.column[square] > 0,
                self.column[square] + 1 < self.columns,
            ),
            Direction::Down => (square >= step, square + step < self.count()),
        };
        [
            has_before.then(|| square - step),
            has_after.then(|| square + step),
        ]
    }

    /// Returns the letters of the tiles next to a square on one side, the nearest
    /// first. Side 0 is before the square, side 1 after it.
    pub(crate) fn run(&self, direction: Direction, square: usize, side: usize) -> Vec<Tile> {
        let mut run = Vec::new();
        let mut at = square;
        while let Some(next) = self.neighbours(direction, at)[side] {
            if self.tiles[next] == 0 {
                break;
            }
            run.push(self.tiles[next]);
            at = next;
        }
        run
    }

    /// Returns whether a square has no tile but a neighbour in a direction has one.
    pub(crate) fn is_beside(&self, direction: Direction, square: usize) -> bool {
        let neighbours = self.neighbours(direction, square).into_iter().flatten();
        self.tiles[square] == 0 && neighbours.into_iter().any(|next| self.tiles[next] != 0)
    }

    /// Returns the letters that each square can have, with [`OPEN`], or the tile on it.
    /// 0 means that the square is closed: no word covers it. A letter must be in both
    /// sets of `across`, since a tile placed on the square makes words with the tiles
    /// beside it in both directions.
    pub(crate) fn letters(&self, made: u64, across: &LetterSets) -> Vec<u64> {
        let letters = |(square, &tile): (usize, &Tile)| match tile {
            0 if self.is_open[square] => match made & across[0][square] & across[1][square] {
                0 => 0,
                letters => OPEN | letters,
            },
            0 => 0,
            tile => 1 << tile,
        };
        self.tiles.iter().enumerate().map(letters).collect()
    }

    /// Returns which of the letters `made` a word can have between the tiles beside
    /// each square. A GADDAG has every part of a word, read backwards, as a path.
    /// Without a GADDAG, allows every letter.
    pub(crate) fn letters_between(&self, graph: &Graph, made: u64) -> LetterSets {
        let any = || vec![u64::MAX; self.count()];
        let mut letters = [any(), any()];
        if graph.gaddag_root().is_none_or(|root| root == 0) {
            return letters;
        }
        let steps = graph.letter_sets();
        let follow = |at: NodeWithSet, tile: &Tile| {
            let bit = 1 << tile;
            (at.set() & bit != 0).then(|| steps[index_in(at.node().arc(), at.set(), bit)])
        };
        for direction in Direction::BOTH {
            for square in (0..self.count()).filter(|&s| self.is_beside(direction, s)) {
                let run = |side| self.run(direction, square, side);
                let (before, after) = (run(0), run(1));
                let end = after.iter().rev().try_fold(steps[1], follow);
                let mut set = end.map_or(0, |end| end.set() & made & !1);
                let mut possible = 0;
                while let (Some(end), 1..) = (end, set) {
                    let tile = set.trailing_zeros() as Tile;
                    set &= set - 1;
                    let path = follow(end, &tile).and_then(|at| before.iter().try_fold(at, follow));
                    possible |= u64::from(path.is_some()) << tile;
                }
                letters[direction as usize][square] = possible;
            }
        }
        letters
    }
}

/// A direction and the square where words begin.
#[derive(Debug)]
pub(crate) struct Spot {
    pub(crate) direction: Direction,
    pub(crate) first: usize,
    /// The distance between neighbours in that direction.
    pub(crate) step: usize,
    /// The possible lengths of words, as bits.
    pub(crate) ends: u64,
}

/// All spots of a board.
#[derive(Debug)]
pub(crate) struct Spots {
    pub(crate) list: Vec<Spot>,
    /// The number of entries that each spot has in `letters`.
    pub(crate) stride: usize,
    /// By spot, then place in the word: the letters that the word can have there, with
    /// [`OPEN`], or the tile of the board. The last entry of a spot is 0.
    pub(crate) letters: Vec<u64>,
}

impl Spots {
    /// Finds the spots of a board. The racks have `tiles` tiles, which can stand for
    /// the letters `made`. `across` has the letters that the words of each lane allow.
    pub(crate) fn find(squares: &Squares, tiles: usize, made: u64, across: &LetterSets) -> Spots {
        let mut spots = Spots {
            list: Vec::new(),
            stride: squares.rows.max(squares.columns) + 1,
            letters: Vec::new(),
        };
        let letters = squares.letters(made, across);
        for row in 0..squares.rows {
            for column in 0..squares.columns {
                let first = row * squares.columns + column;
                let lanes = [
                    (Direction::Across, squares.columns - column),
                    (Direction::Down, squares.rows - row),
                ];
                for (direction, longest) in lanes {
                    spots.add(squares, &letters, tiles, (direction, first, longest));
                }
            }
        }
        spots
    }

    /// Returns which squares words cover. In `seen`,
    /// [`END`](crate::play::endgame::spot_sets::END) marks the places where a word
    /// ends.
    pub(crate) fn covered(&self, squares: &Squares, seen: &[u64]) -> Vec<bool> {
        let mut covered = vec![false; squares.count()];
        for (spot, seen) in self.list.iter().zip(seen.chunks(self.stride)) {
            let longest = seen.iter().rposition(|seen| seen & 1 != 0);
            let places = 0..longest.map_or(0, |last| last + 1);
            places.for_each(|place| covered[spot.first + place * spot.step] = true);
        }
        covered
    }

    /// Adds a spot if words can be laid there. `letters` has the letters of each
    /// square. The lane has `longest` squares from the first one on.
    fn add(
        &mut self,
        squares: &Squares,
        letters: &[u64],
        tiles: usize,
        (direction, first, longest): (Direction, usize, usize),
    ) {
        let [before, _] = squares.neighbours(direction, first);
        if before.is_some_and(|before| squares.tiles[before] != 0) {
            return;
        }
        let step = squares.step(direction);
        let from = self.letters.len();
        let (mut ends, mut placed, mut tiles_to) = (0, 0, usize::MAX);
        for length in 1..=longest {
            let square = first + (length - 1) * step;
            let letters = letters[square];
            placed += (letters & OPEN) as usize;
            if letters == 0 || placed > tiles {
                break;
            }
            self.letters.push(letters);
            tiles_to = tiles_to.min(squares.tiles_to[square].saturating_sub(1));
            let ends_here = length == longest || squares.tiles[square + step] == 0;
            if ends_here && length > 1 && placed > 0 && tiles_to.saturating_add(placed) <= tiles {
                ends |= 1 << length;
            }
        }
        if ends == 0 {
            self.letters.truncate(from);
            return;
        }
        self.letters.resize(from + self.stride, 0);
        self.list.push(Spot {
            direction,
            first,
            step,
            ends,
        });
    }
}
