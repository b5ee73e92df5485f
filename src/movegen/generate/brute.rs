//! The brute-force generator: every word on every square, by the rules alone.
//!
//! It tries each word of the lexicon at each square in each direction, with every
//! choice of blanks, and calls [`validate`] each time. It is correct if the rules are,
//! and far too slow for anything but checks. The other generators are compared with it
//! on small boards and lexicons.

use crate::lexicon::Words;
use crate::movegen::board::{Direction, Found, Play, Position, Rack};
use crate::movegen::rules::score::run_through;
use crate::movegen::rules::validate::validate;
use crate::tiles::{BLANK, PLAYED_BLANK, Tile};

/// Finds all plays, as the reference for the other generators.
pub fn plays(position: &Position<'_>, words: &Words, mut callback: impl FnMut(&Found<'_>)) {
    let board = position.ruleset().board();
    for &direction in position.directions() {
        let (lanes, length) = direction.lane(board.rows(), board.columns());
        let starts = (0..lanes).flat_map(|lane| (0..length).map(move |start| (lane, start)));
        for (lane, start) in starts {
            let (row, column) = direction.lane(lane, start);
            let squares = (start..length).map(|at| direction.lane(lane, at));
            let squares: Vec<u8> = squares.map(|(r, c)| position.tile(r, c)).collect();
            let mut offer = |tiles: &[u8], leave: &Rack| {
                let play = Play {
                    direction,
                    row,
                    column,
                    tiles,
                };
                if is_across_too(position, &play) {
                    return;
                }
                if let Ok(parts) = validate(position, &play, |word| words.contains(word)) {
                    let score = parts.total;
                    callback(&Found { play, score, leave });
                }
            };
            for word in words.iter().filter(|word| word.len() <= squares.len()) {
                let mut rack = position.rack().clone();
                lay(word, &squares, &mut Vec::new(), &mut rack, &mut offer);
            }
        }
    }
}

/// Lays the rest of a word on the board, in every way that the rack allows.
fn lay(
    word: &[Tile],
    squares: &[u8],
    tiles: &mut Vec<u8>,
    rack: &mut Rack,
    offer: &mut impl FnMut(&[u8], &Rack),
) {
    let Some(&letter) = word.get(tiles.len()) else {
        return offer(tiles, rack);
    };
    match squares[tiles.len()] {
        0 => {
            for (tile, played) in [(letter, letter), (BLANK, letter | PLAYED_BLANK)] {
                if rack.has(tile) {
                    rack.take(tile);
                    tiles.push(played);
                    lay(word, squares, tiles, rack, offer);
                    tiles.pop();
                    rack.put(tile);
                }
            }
        }
        on_board if on_board & !PLAYED_BLANK == letter => {
            tiles.push(0);
            lay(word, squares, tiles, rack, offer);
            tiles.pop();
        }
        _ => (),
    }
}

/// Whether a single tile played down also makes a word across.
fn is_across_too(position: &Position<'_>, play: &Play<'_>) -> bool {
    let mut placed = play.squares().filter(|&(_, _, tile)| tile != 0);
    match (play.direction, placed.next(), placed.next()) {
        (Direction::Down, Some((row, column, _)), None) => {
            run_through(position, Direction::Across, (row, column)).1 > 1
        }
        _ => false,
    }
}
