//! The brute-force generator: every word on every square, by the rules alone.
//!
//! It tries each word of the lexicon at each square in each direction, with
//! every choice of blanks, and asks [`validate`] each time. It is right if the
//! rules are, and far too slow for anything but checks: the other generators are
//! compared with it on small boards and lexicons.

use crate::lexicon::Words;
use crate::movegen::board::play::{Direction, Found, Play};
use crate::movegen::board::position::Position;
use crate::movegen::board::rack::Rack;
use crate::movegen::rules::score::run_through;
use crate::movegen::rules::validate::validate;
use crate::tiles::{BLANK, PLAYED_BLANK, Tile};

/// Finds all plays that the other generators must find.
pub fn plays(position: &Position<'_>, words: &Words, mut callback: impl FnMut(&Found<'_>)) {
    let board = position.ruleset().board();
    for &direction in position.directions() {
        let (lanes, length) = direction.lane(board.rows(), board.columns());
        let squares = (0..lanes).flat_map(|lane| (0..length).map(move |start| (lane, start)));
        for (lane, start) in squares {
            let room = usize::from(length - start);
            for word in words.iter().filter(|w| w.len() <= room) {
                let mut attempt = Attempt {
                    position,
                    words,
                    direction,
                    first: direction.lane(lane, start),
                    word,
                    tiles: Vec::new(),
                    rack: position.rack().clone(),
                };
                attempt.fill(&mut callback);
            }
        }
    }
}

/// One word at one square.
struct Attempt<'a, 'r> {
    position: &'a Position<'r>,
    words: &'a Words,
    direction: Direction,
    first: (u8, u8),
    word: &'a [Tile],
    tiles: Vec<u8>,
    rack: Rack,
}

impl Attempt<'_, '_> {
    /// Places the rest of the word in every way that the rack allows.
    fn fill(&mut self, callback: &mut impl FnMut(&Found<'_>)) {
        let Some(&letter) = self.word.get(self.tiles.len()) else {
            return self.offer(callback);
        };
        let step = self.tiles.len() as u8;
        let (row, column) = self.direction.advance(self.first.0, self.first.1, step);
        let on_board = self.position.tile(row, column);
        if on_board != 0 {
            if on_board & !PLAYED_BLANK == letter {
                self.tiles.push(0);
                self.fill(callback);
                self.tiles.pop();
            }
            return;
        }
        for (tile, played) in [(letter, letter), (BLANK, letter | PLAYED_BLANK)] {
            if self.rack.has(tile) {
                self.rack.take(tile);
                self.tiles.push(played);
                self.fill(callback);
                self.tiles.pop();
                self.rack.put(tile);
            }
        }
    }

    /// Hands on the play if it is legal.
    fn offer(&self, callback: &mut impl FnMut(&Found<'_>)) {
        let play = Play {
            direction: self.direction,
            row: self.first.0,
            column: self.first.1,
            tiles: &self.tiles,
        };
        if self.is_across_too(&play) {
            return;
        }
        if let Ok(parts) = validate(self.position, &play, |word| self.words.contains(word)) {
            callback(&Found {
                play,
                score: parts.total,
                leave: &self.rack,
            });
        }
    }

    /// Whether a single tile played down makes a word across as well.
    fn is_across_too(&self, play: &Play<'_>) -> bool {
        let mut placed = play.squares().filter(|&(_, _, tile)| tile != 0);
        match (play.direction, placed.next(), placed.next()) {
            (Direction::Down, Some((row, column, _)), None) => {
                run_through(self.position, Direction::Across, (row, column)).1 > 1
            }
            _ => false,
        }
    }
}
