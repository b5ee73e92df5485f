//! Plays and the other moves a player can make.

use crate::movegen::board::rack::Rack;
use crate::tiles::Tile;

/// Which way a word reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Along a row.
    #[default]
    Across,
    /// Along a column.
    Down,
}

impl Direction {
    /// Both, across first.
    pub const BOTH: [Direction; 2] = [Direction::Across, Direction::Down];

    /// The other one.
    pub fn other(self) -> Direction {
        match self {
            Direction::Across => Direction::Down,
            Direction::Down => Direction::Across,
        }
    }

    /// The row and column `step` squares on from a square.
    #[inline]
    pub(crate) fn advance(self, row: u8, column: u8, step: u8) -> (u8, u8) {
        match self {
            Direction::Across => (row, column + step),
            Direction::Down => (row + step, column),
        }
    }

    /// The lane of a square and its place in that lane. The same call turns
    /// them back into row and column.
    #[inline]
    pub(crate) fn lane(self, row: u8, column: u8) -> (u8, u8) {
        match self {
            Direction::Across => (row, column),
            Direction::Down => (column, row),
        }
    }
}

/// The directions to look for plays in.
///
/// A single tile that makes words both ways is an across play. The mirror
/// images of the first plays on an empty board that is symmetric are left out.
/// So the plays of both directions are those of the one and those of the
/// other, each once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Directions {
    /// Across plays alone.
    Across,
    /// Down plays alone.
    Down,
    /// Across and down plays.
    #[default]
    Both,
}

impl Directions {
    /// Whether a direction is one of them.
    pub fn include(self, direction: Direction) -> bool {
        match self {
            Directions::Both => true,
            Directions::Across => direction == Direction::Across,
            Directions::Down => direction == Direction::Down,
        }
    }
}

/// What to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// In which directions.
    pub directions: Directions,
    /// The most tiles a play may place; the ruleset's rack size is a limit in
    /// any case.
    pub most_tiles: u8,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            directions: Directions::Both,
            most_tiles: u8::MAX,
        }
    }
}

/// Tiles placed in one row or column, from the first to the last tile of the
/// word they make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Play<'t> {
    /// Which way the word reads.
    pub direction: Direction,
    /// The row of its first tile, from 0.
    pub row: u8,
    /// The column of its first tile, from 0.
    pub column: u8,
    /// The tiles: 0 for one that is on the board already, with
    /// [`PLAYED_BLANK`](crate::tiles::PLAYED_BLANK) for a blank.
    pub tiles: &'t [u8],
}

impl<'t> Play<'t> {
    /// The squares of the word and what is placed on them, 0 for nothing.
    /// Squares past row or column 255 are left out.
    pub fn squares(self) -> impl Iterator<Item = (u8, u8, u8)> + 't {
        let (direction, row, column) = (self.direction, self.row, self.column);
        let start = direction.lane(row, column).1;
        (start..=u8::MAX).zip(self.tiles).map(move |(at, &tile)| {
            let (row, column) = direction.advance(row, column, at - start);
            (row, column, tile)
        })
    }

    /// How many tiles it places.
    pub fn placed(&self) -> usize {
        self.tiles.iter().filter(|&&t| t != 0).count()
    }

    /// The play as a move that stands alone.
    pub fn to_move(self) -> Move {
        let mut mv = Move::Pass;
        self.write_to(&mut mv);
        mv
    }

    /// Makes a move this play, in the memory it has.
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

/// A play just found, lent to the caller until the next one.
#[derive(Clone, Copy, Debug)]
pub struct Found<'t> {
    /// The play.
    pub play: Play<'t>,
    /// Its score.
    pub score: u32,
    /// What stays on the rack.
    pub kept: &'t Rack,
}

/// What a player does in one turn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Move {
    /// Places tiles, as a [`Play`] does.
    Play {
        /// Which way the word reads.
        direction: Direction,
        /// The row of its first tile, from 0.
        row: u8,
        /// The column of its first tile, from 0.
        column: u8,
        /// As in [`Play`].
        tiles: Vec<u8>,
    },
    /// Exchanges these tiles, which are sorted.
    Exchange(Vec<Tile>),
    /// Does nothing.
    Pass,
}

impl Move {
    /// The play, if it is one.
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
