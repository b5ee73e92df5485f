//! Shrinking: finds smaller positions that still show a fault.
//!
//! Tiles are removed from rack and board, first many at once and then one by one, as
//! long as the same fault remains (delta debugging, Zeller 1999). The result may not
//! occur in a game, but the generators must agree in every position.

use crate::check::moves::referee::{MoveFault, Referee};
use crate::movegen::{Direction, Play, Position};
use crate::tiles::Tile;

/// A tile of a position: on a square of the board, or on the rack.
#[derive(Clone, Copy)]
enum TileAt {
    Board(u8, u8, u8),
    Rack(Tile),
}

/// Shrinks a position as long as it has the same kind of fault. Returns the position
/// and its fault.
pub(crate) fn shrink<'r>(
    referee: &mut Referee<'r>,
    position: Position<'r>,
    fault: MoveFault,
) -> (Position<'r>, MoveFault) {
    let (ruleset, what) = (position.ruleset(), fault.what);
    // The position with some tiles and its fault, if it has one of the same kind.
    let mut still_fails = |tiles: &[TileAt]| {
        let mut position = Position::new(ruleset);
        let mut rack = Vec::new();
        for &tile in tiles {
            match tile {
                TileAt::Rack(tile) => rack.push(tile),
                TileAt::Board(row, column, tile) => position.apply(&Play {
                    direction: Direction::Across,
                    row,
                    column,
                    tiles: &[tile],
                }),
            }
        }
        position.set_rack(&rack).ok()?;
        let faults = referee.check(&position).faults;
        let fault = faults.into_iter().find(|fault| fault.what == what)?;
        Some((position, fault))
    };
    let mut smallest = (position, fault);
    let mut tiles = tiles_of(&smallest.0);
    let mut chunk = tiles.len().div_ceil(2);
    while chunk > 0 {
        let mut start = 0;
        let mut smaller = false;
        while start < tiles.len() {
            let end = (start + chunk).min(tiles.len());
            let kept = [&tiles[..start], &tiles[end..]].concat();
            match still_fails(&kept) {
                Some(found) => {
                    smallest = found;
                    tiles = kept;
                    smaller = true;
                }
                None => start = end,
            }
        }
        // Repeats with single tiles until none can be removed.
        if chunk > 1 || !smaller {
            chunk /= 2;
        }
    }
    smallest
}

fn tiles_of(position: &Position<'_>) -> Vec<TileAt> {
    let board = position.ruleset().board();
    let squares = (0..board.rows()).flat_map(|row| (0..board.columns()).map(move |c| (row, c)));
    let squares = squares.map(|(row, column)| (row, column, position.tile(row, column)));
    let placed = squares.filter(|&(_, _, tile)| tile != 0);
    let on_board = placed.map(|(row, column, tile)| TileAt::Board(row, column, tile));
    let rack = position.rack().tiles().into_iter().map(TileAt::Rack);
    on_board.chain(rack).collect()
}
