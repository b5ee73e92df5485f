//! The board of a search. Tiles are placed and taken back, and each lane has a hash of
//! everything that its plays depend on.
//!
//! The plays of a lane depend on the tiles in it and on its hooks. A hook is an empty
//! square next to tiles in the crossing lane, together with those tiles. A lane's hash
//! is the XOR of a random number for each of its tiles and of one for each hook.
//! Placing a tile changes the hashes of the two lanes of its square, and of the lanes
//! through both ends of each run that it joins.

use crate::movegen::{Direction, Position};
use crate::random::Random;
use crate::tiles::PLAYED_BLANK;

/// A tile and the index of the square that it is placed on.
pub(crate) type Placed = (u16, u8);

/// The number of keys of a square: one for each letter, and one for each blank that
/// stands for a letter.
const KEYS: usize = 128;

/// The largest odd number below 2⁶⁴ divided by the golden ratio.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

/// A position whose lanes have hashes.
pub(crate) struct Lanes<'r> {
    pub(crate) position: Position<'r>,
    rows: usize,
    columns: usize,
    /// By square, then tile.
    keys: Vec<u64>,
    /// Rows, then columns.
    hashes: Vec<u64>,
    /// A random number for each lane, so that two lanes with equal hashes have
    /// different states.
    salts: Vec<u64>,
    /// What the tiles next to a square add to the hash of its row and of its column; 0
    /// if there are no such tiles.
    hooks: [Vec<u64>; 2],
    /// The hooks that were replaced, each as the direction, the square, and the old
    /// hook.
    changes: Vec<(Direction, usize, u64)>,
    /// For each play that was made: the number of changes before it.
    marks: Vec<usize>,
    tiles: usize,
}

impl<'r> Lanes<'r> {
    pub(crate) fn new(position: Position<'r>, random: &mut Random) -> Lanes<'r> {
        let board = position.ruleset().board();
        let (rows, columns) = (usize::from(board.rows()), usize::from(board.columns()));
        let squares = rows * columns;
        let mut random_numbers = |count| {
            let mut numbers = vec![0; count];
            numbers.fill_with(|| random.next_u64());
            numbers
        };
        let mut lanes = Lanes {
            rows,
            columns,
            keys: random_numbers(squares * KEYS),
            hashes: vec![0; rows + columns],
            salts: random_numbers(rows + columns),
            hooks: [vec![0; squares], vec![0; squares]],
            changes: Vec::new(),
            marks: Vec::new(),
            tiles: position.squares().iter().filter(|&&t| t != 0).count(),
            position,
        };
        for square in 0..squares {
            let tile = lanes.position.squares()[square];
            if tile != 0 {
                lanes.toggle(square, tile);
                continue;
            }
            for direction in Direction::BOTH {
                lanes.set_hook(direction, square);
            }
        }
        lanes.changes.clear();
        lanes
    }

    /// Returns the number of lanes: rows and columns.
    pub(crate) fn count(&self) -> usize {
        self.hashes.len()
    }

    /// Returns a number that stands for everything that the plays of a lane depend on
    /// except the rack. Returns `None` if the lane has no plays with any rack.
    #[inline]
    pub(crate) fn state(&self, lane: usize) -> Option<u64> {
        // On an empty board the lanes of the start square have plays.
        let any = self.hashes[lane] != 0 || self.tiles == 0;
        any.then(|| self.hashes[lane] ^ self.salts[lane])
    }

    /// Returns the direction of a lane and its number.
    pub(crate) fn lane(&self, lane: usize) -> (Direction, u8) {
        match lane.checked_sub(self.rows) {
            None => (Direction::Across, lane as u8),
            Some(column) => (Direction::Down, column as u8),
        }
    }

    /// Returns the index of a square.
    pub(crate) fn square(&self, row: u8, column: u8) -> u16 {
        (usize::from(row) * self.columns + usize::from(column)) as u16
    }

    /// Returns the XOR of the keys of some tiles on their squares.
    pub(crate) fn hash(&self, placed: &[Placed]) -> u64 {
        let keys = placed.iter().map(|&(s, t)| self.key(usize::from(s), t));
        keys.fold(0, |hash, key| hash ^ key)
    }

    #[inline]
    fn key(&self, square: usize, tile: u8) -> u64 {
        let blank = usize::from(tile & PLAYED_BLANK != 0) * (KEYS / 2);
        self.keys[square * KEYS + blank + usize::from(tile & 63)]
    }

    /// Places a play's tiles on the board.
    pub(crate) fn place(&mut self, placed: &[Placed]) {
        self.marks.push(self.changes.len());
        self.tiles += placed.len();
        for &(square, tile) in placed {
            let square = usize::from(square);
            self.position.put(square, tile);
            self.toggle(square, tile);
        }
        for &(square, _) in placed {
            for direction in Direction::BOTH {
                self.set_hook(direction, usize::from(square));
                self.set_hooks_around(direction, usize::from(square));
            }
        }
    }

    /// Takes the tiles of the last play off the board.
    pub(crate) fn take_back(&mut self, placed: &[Placed]) {
        let mark = self.marks.pop().unwrap_or(0);
        self.tiles -= placed.len();
        while self.changes.len() > mark
            && let Some((direction, square, before)) = self.changes.pop()
        {
            self.change_hook(direction, square, before);
        }
        for &(square, tile) in placed {
            self.position.lift(usize::from(square));
            self.toggle(usize::from(square), tile);
        }
    }

    /// Adds a tile to the hashes of its row and column, or removes it from them.
    #[inline]
    fn toggle(&mut self, square: usize, tile: u8) {
        let key = self.key(square, tile);
        self.hashes[square / self.columns] ^= key;
        self.hashes[self.rows + square % self.columns] ^= key;
    }

    /// Returns the distance between neighbours in a direction, and the first and the
    /// last square of the lane through a square.
    #[inline]
    fn lane_through(&self, direction: Direction, square: usize) -> (usize, usize, usize) {
        let column = square % self.columns;
        match direction {
            Direction::Across => (1, square - column, square - column + self.columns - 1),
            Direction::Down => (
                self.columns,
                column,
                column + (self.rows - 1) * self.columns,
            ),
        }
    }

    /// Sets the hooks at both ends of the run through a square with a tile.
    #[inline]
    fn set_hooks_around(&mut self, direction: Direction, square: usize) {
        let (step, first, last) = self.lane_through(direction, square);
        let tiles = self.position.squares();
        let (mut before, mut after) = (square, square);
        while before != first && tiles[before] != 0 {
            before -= step;
        }
        while after != last && tiles[after] != 0 {
            after += step;
        }
        for end in [before, after] {
            if self.position.squares()[end] == 0 {
                self.set_hook(direction.other(), end);
            }
        }
    }

    /// Computes a square's hook for plays in a direction, from the tiles next to
    /// it in the other direction.
    #[inline]
    fn set_hook(&mut self, direction: Direction, square: usize) {
        let hook = self.hook(direction, square);
        let before = self.hooks[direction as usize][square];
        if hook != before {
            self.changes.push((direction, square, before));
            self.change_hook(direction, square, hook);
        }
    }

    fn hook(&self, direction: Direction, square: usize) -> u64 {
        let tiles = self.position.squares();
        if tiles[square] != 0 {
            return 0;
        }
        let (step, first, last) = self.lane_through(direction.other(), square);
        let mut hash = 0;
        let mut at = square;
        while at != first && tiles[at - step] != 0 {
            at -= step;
            hash ^= self.key(at, tiles[at]);
        }
        at = square;
        while at != last && tiles[at + step] != 0 {
            at += step;
            hash ^= self.key(at, tiles[at]);
        }
        match hash {
            0 => 0,
            _ => (hash ^ self.key(square, 0)).wrapping_mul(MIX),
        }
    }

    #[inline]
    fn change_hook(&mut self, direction: Direction, square: usize, hook: u64) {
        let lane = match direction {
            Direction::Across => square / self.columns,
            Direction::Down => self.rows + square % self.columns,
        };
        let before = std::mem::replace(&mut self.hooks[direction as usize][square], hook);
        self.hashes[lane] ^= before ^ hook;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Ruleset;

    #[test]
    fn hashes_follow_the_board() {
        let english = Ruleset::builtin("english").unwrap();
        let board = "15/15/15/15/15/15/7A7/4CAT8/7E7/15/15/15/15/15/15";
        let lanes = |board| {
            let position = Position::read(&english, board, "").unwrap();
            Lanes::new(position, &mut Random::new(3))
        };
        let mut made = lanes(board);
        let before = made.hashes.clone();
        // OX on H8: between the runs of its row and of its column.
        let placed = [(7 * 15 + 7, 15), (7 * 15 + 8, 24 | PLAYED_BLANK)];
        made.place(&placed);
        let after = lanes("15/15/15/15/15/15/7A7/4CATOx6/7E7/15/15/15/15/15/15");
        assert_eq!(made.hashes, after.hashes);
        assert_eq!(made.hooks, after.hooks);
        let changed = (0..30).filter(|&lane| before[lane] != made.hashes[lane]);
        // Rows 6, 7, 8, 9, 10 (ends of the column and X), columns H, I, J.
        assert_eq!(changed.collect::<Vec<_>>(), [5, 6, 7, 8, 9, 18, 22, 23, 24]);
        made.take_back(&placed);
        assert_eq!(made.hashes, before);
        assert_eq!(made.hooks, lanes(board).hooks);
    }
}
