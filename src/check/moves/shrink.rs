//! Smaller positions that still show a fault.
//!
//! Tiles are taken away, first many at once and then one by one, from the rack
//! and from the board, as long as the same fault stays. What is left may be no
//! position of a game, but the generators have to agree in every position.

use crate::check::moves::referee::{Fault, Referee};
use crate::movegen::{Direction, Play, Position};
use crate::ruleset::Ruleset;
use crate::tiles::Tile;

/// A tile of a position: on a square of the board, or on the rack.
#[derive(Clone, Copy)]
enum At {
    Board(u8, u8, u8),
    Rack(Tile),
}

/// Makes a position smaller as long as it has the same kind of fault; gives
/// the position, and the fault as it is there.
pub(crate) fn shrink<'r>(
    referee: &mut Referee<'r>,
    position: Position<'r>,
    fault: Fault,
) -> (Position<'r>, Fault) {
    let mut smallest = (position, fault);
    let mut tiles = tiles_of(&smallest.0);
    let mut chunk = tiles.len().div_ceil(2);
    while chunk > 0 {
        let mut start = 0;
        let mut smaller = false;
        while start < tiles.len() {
            let end = (start + chunk).min(tiles.len());
            let kept = [&tiles[..start], &tiles[end..]].concat();
            let tried = still_fails(referee, smallest.0.ruleset(), &kept, smallest.1.what);
            match tried {
                Some(found) => {
                    smallest = found;
                    tiles = kept;
                    smaller = true;
                }
                None => start = end,
            }
        }
        // Once more with single tiles, until none can go.
        if chunk > 1 || !smaller {
            chunk /= 2;
        }
    }
    smallest
}

fn tiles_of(position: &Position<'_>) -> Vec<At> {
    let board = position.ruleset().board();
    let mut tiles: Vec<At> = Vec::new();
    for row in 0..board.rows() {
        for column in 0..board.columns() {
            let tile = position.tile(row, column);
            if tile != 0 {
                tiles.push(At::Board(row, column, tile));
            }
        }
    }
    tiles.extend(position.rack().tiles().into_iter().map(At::Rack));
    tiles
}

/// The position of some tiles, and its fault, if it has one of the same kind.
fn still_fails<'r>(
    referee: &mut Referee<'r>,
    ruleset: &'r Ruleset,
    tiles: &[At],
    what: &str,
) -> Option<(Position<'r>, Fault)> {
    let mut position = Position::new(ruleset);
    let mut rack = Vec::new();
    for &tile in tiles {
        match tile {
            At::Rack(tile) => rack.push(tile),
            At::Board(row, column, tile) => position.apply(&Play {
                direction: Direction::Across,
                row,
                column,
                tiles: &[tile],
            }),
        }
    }
    position.set_rack(&rack).ok()?;
    let faults = referee.judge(&position).faults;
    let fault = faults.into_iter().find(|fault| fault.what == what)?;
    Some((position, fault))
}
