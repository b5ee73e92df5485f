//! Looks up the words that plays make in the source list.
//!
//! The generators take words from the graph. This module spells them from the board and
//! looks them up in a list that does not come from a graph.

use crate::check::moves::tile_hash::TileHasher;
use crate::movegen::{Direction, Play, Position};
use crate::tiles::{PLAYED_BLANK, Tile};
use std::collections::HashSet;
use std::hash::BuildHasherDefault;

/// The words of the source list.
pub(crate) type WordSet<'w> = HashSet<&'w [u8], BuildHasherDefault<TileHasher>>;

/// Looks up the words of the plays of one position.
pub(crate) struct Formed<'w> {
    words: &'w WordSet<'w>,
    /// For each square, tile and direction: whether the cross-word is known to be in
    /// the list.
    crosses: Vec<bool>,
    word: Vec<Tile>,
}

impl<'w> Formed<'w> {
    pub(crate) fn new(words: &'w WordSet<'w>, position: &Position<'_>) -> Formed<'w> {
        let board = position.ruleset().board();
        let squares = usize::from(board.rows()) * usize::from(board.columns());
        Formed {
            words,
            crosses: vec![false; squares << 7],
            word: Vec::new(),
        }
    }

    /// The first word that a play makes and that the list lacks.
    pub(crate) fn unknown(&mut self, position: &Position<'_>, play: &Play<'_>) -> Option<&[Tile]> {
        self.word.clear();
        self.word
            .extend(play.squares().map(|(row, column, tile)| match tile {
                0 => position.tile(row, column) & !PLAYED_BLANK,
                placed => placed & !PLAYED_BLANK,
            }));
        if !self.words.contains(&self.word[..]) {
            return Some(&self.word);
        }
        let across = play.direction.other();
        let columns = usize::from(position.ruleset().board().columns());
        for (row, column, tile) in play.squares().filter(|&(.., tile)| tile != 0) {
            let tile = tile & !PLAYED_BLANK;
            let square = usize::from(row) * columns + usize::from(column);
            let at = square << 6 | usize::from(tile & 63);
            let at = at << 1 | usize::from(across == Direction::Down);
            if self.crosses.get(at) == Some(&true) {
                continue;
            }
            self.spell(position, across, (row, column), tile);
            // A tile alone makes no word.
            let known = self.word.len() < 2 || self.words.contains(&self.word[..]);
            if let Some(cross) = self.crosses.get_mut(at) {
                *cross = known;
            }
            if !known {
                return Some(&self.word);
            }
        }
        None
    }

    /// Spells the run of tiles through a square on which a tile is placed.
    fn spell(&mut self, position: &Position<'_>, direction: Direction, at: (u8, u8), tile: Tile) {
        let step = |(row, column): (u8, u8), by: i8| {
            let (row, column) = match direction {
                Direction::Across => (row, column.checked_add_signed(by)?),
                Direction::Down => (row.checked_add_signed(by)?, column),
            };
            let is_taken = (row, column) == at || position.tile(row, column) != 0;
            is_taken.then_some((row, column))
        };
        let mut first = at;
        while let Some(before) = step(first, -1) {
            first = before;
        }
        let run = std::iter::successors(Some(first), |&square| step(square, 1));
        self.word.clear();
        self.word
            .extend(run.map(|(row, column)| match (row, column) == at {
                true => tile,
                false => position.tile(row, column) & !PLAYED_BLANK,
            }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Ruleset;

    /// A cross-word is the whole run: tiles before the placed tile, the tile,
    /// and tiles after it.
    #[test]
    fn cross_words_are_spelled_through_the_new_tile() {
        let english = Ruleset::builtin("english").unwrap();
        let tiles = |word: &str| english.alphabet().read_word(word).unwrap();
        let [ai, fra, fr, frame] = ["AI", "FRA", "FR", "FRAME"].map(tiles);
        let play = Play {
            direction: Direction::Across,
            row: 7,
            column: 5,
            tiles: &[1 | PLAYED_BLANK, 9],
        };
        for (below, lists) in [
            ("15/15", [vec![&fra], vec![&fr]]),
            ("5M9/5E9", [vec![&frame], vec![&fra, &fr]]),
        ] {
            let board = format!("15/15/15/15/15/5F9/5R9/15/{below}/15/15/15/15/15");
            let position = Position::read(&english, &board, "?I").unwrap();
            let [enough, too_few] = lists.map(|list| {
                let words = list.into_iter().chain([&ai]).map(Vec::as_slice);
                words.collect::<WordSet<'_>>()
            });
            let unknown = |words| {
                let mut formed = Formed::new(words, &position);
                formed.unknown(&position, &play).map(<[Tile]>::to_vec)
            };
            assert_eq!(unknown(&enough), None, "{board}");
            let expected = if below == "15/15" { &fra } else { &frame };
            assert_eq!(unknown(&too_few).as_ref(), Some(expected), "{board}");
        }
    }
}
