//! Plays and the other moves of a turn.

use crate::movegen::board::rack::Rack;
use crate::tiles::{BLANK, PLAYED_BLANK, Tile};
use std::fmt;

/// The rack tile of a played tile: the blank for any played blank.
#[inline]
pub(crate) fn rack_tile(played: u8) -> Tile {
    if played & PLAYED_BLANK != 0 {
        BLANK
    } else {
        played
    }
}

/// The direction of a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Along a row.
    #[default]
    Across,
    /// Along a column.
    Down,
}

impl Direction {
    /// Both directions, across first.
    pub const BOTH: [Direction; 2] = [Direction::Across, Direction::Down];

    /// The other direction.
    pub fn other(self) -> Direction {
        match self {
            Direction::Across => Direction::Down,
            Direction::Down => Direction::Across,
        }
    }

    /// The row and column `step` squares further on.
    #[inline]
    pub(crate) fn advance(self, row: u8, column: u8, step: u8) -> (u8, u8) {
        match self {
            Direction::Across => (row, column + step),
            Direction::Down => (row + step, column),
        }
    }

    /// The lane of a square and its index in the lane. Applied to these, the same call
    /// returns row and column.
    #[inline]
    pub(crate) fn lane(self, row: u8, column: u8) -> (u8, u8) {
        match self {
            Direction::Across => (row, column),
            Direction::Down => (column, row),
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::Across => "across",
            Direction::Down => "down",
        })
    }
}

/// Tiles placed in one lane, from the first to the last square of the main word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Play<'t> {
    /// The direction of the main word.
    pub direction: Direction,
    /// The row of its first square, from 0.
    pub row: u8,
    /// The column of its first square, from 0.
    pub column: u8,
    /// The placed tiles, 0 where the board has a tile already. Blanks have the
    /// bit [`PLAYED_BLANK`].
    pub tiles: &'t [u8],
}

impl<'t> Play<'t> {
    /// The squares of the word: row, column, and the placed tile or 0. Squares
    /// past row or column 255 are left out.
    pub fn squares(self) -> impl Iterator<Item = (u8, u8, u8)> + 't {
        let (direction, row, column) = (self.direction, self.row, self.column);
        let start = direction.lane(row, column).1;
        (start..=u8::MAX).zip(self.tiles).map(move |(at, &tile)| {
            let (row, column) = direction.advance(row, column, at - start);
            (row, column, tile)
        })
    }

    /// The number of placed tiles.
    pub fn placed(&self) -> usize {
        self.tiles.iter().filter(|&&t| t != 0).count()
    }

    /// The placed tiles as rack tiles.
    pub(crate) fn rack_tiles(self) -> impl Iterator<Item = Tile> + 't {
        let placed = self.tiles.iter().filter(|&&tile| tile != 0);
        placed.map(|&tile| rack_tile(tile))
    }

    /// The play as a move that owns its tiles.
    pub fn to_move(self) -> Move {
        let mut mv = Move::Pass;
        self.write_to(&mut mv);
        mv
    }

    /// Writes the play to a move, reusing its memory.
    pub(crate) fn write_to(self, mv: &mut Move) {
        let mut tiles = match std::mem::replace(mv, Move::Pass) {
            Move::Play { tiles, .. } | Move::Exchange(tiles) => tiles,
            Move::Pass => Vec::new(),
        };
        tiles.clear();
        tiles.extend_from_slice(self.tiles);
        *mv = Move::Play {
            direction: self.direction,
            row: self.row,
            column: self.column,
            tiles,
        };
    }
}

/// A play that a generator found. It is valid until the next one is found.
#[derive(Clone, Copy, Debug)]
pub struct Found<'t> {
    /// The play.
    pub play: Play<'t>,
    /// Its score.
    pub score: u32,
    /// The leave: the tiles that stay on the rack.
    pub leave: &'t Rack,
}

/// A player's move in one turn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Move {
    /// Places tiles, as a [`Play`] does.
    Play {
        /// The direction of the main word.
        direction: Direction,
        /// The row of its first square, from 0.
        row: u8,
        /// The column of its first square, from 0.
        column: u8,
        /// The tiles, as in [`Play`].
        tiles: Vec<u8>,
    },
    /// Exchanges these tiles, sorted.
    Exchange(Vec<Tile>),
    /// Passes.
    Pass,
}

impl Move {
    /// The play, if the move is a play.
    pub fn as_play(&self) -> Option<Play<'_>> {
        match self {
            Move::Play {
                direction,
                row,
                column,
                tiles,
            } => Some(Play {
                direction: *direction,
                row: *row,
                column: *column,
                tiles,
            }),
            Move::Exchange(_) | Move::Pass => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_run_along_the_direction() {
        let tiles = [3, 0, 0x81];
        let mut play = Play {
            direction: Direction::Down,
            row: 2,
            column: 5,
            tiles: &tiles,
        };
        let squares: Vec<_> = play.squares().collect();
        assert_eq!(squares, [(2, 5, 3), (3, 5, 0), (4, 5, 0x81)]);
        assert_eq!(play.placed(), 2);
        assert_eq!(play.to_move().as_play(), Some(play));
        play.row = 254;
        assert_eq!(play.squares().count(), 2);
    }
}
