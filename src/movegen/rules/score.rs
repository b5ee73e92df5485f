//! The scoring rules.
//!
//! A word scores the points of its tiles. Letter premiums multiply the points of
//! newly placed tiles on them, and word premiums under newly placed tiles
//! multiply the sum. A play scores its main word, each cross-word, and a bonus if
//! it places as many tiles as a rack holds. A blank has no points.
//!
//! Scores saturate at `u32::MAX`. A long rack on a board full of word premiums could
//! exceed any number, but no real game comes near.

use crate::movegen::board::{Direction, Play, Position};
use crate::tiles::PLAYED_BLANK;

/// The run of tiles through a square, including the square itself: its first square and
/// its length.
pub(crate) fn run_through(
    position: &Position<'_>,
    direction: Direction,
    (row, column): (u8, u8),
) -> ((u8, u8), u8) {
    let (lane, at) = direction.lane(row, column);
    let tile = |at: u8| {
        let (row, column) = direction.lane(lane, at);
        position.tile(row, column)
    };
    let mut first = at;
    while first > 0 && tile(first - 1) != 0 {
        first -= 1;
    }
    let mut last = at;
    while last < u8::MAX && tile(last + 1) != 0 {
        last += 1;
    }
    (direction.lane(lane, first), last - first + 1)
}

/// The squares of the cross-word that a placed tile makes, as [`Play::squares`] gives
/// them; `None` if there is no cross-word.
fn cross_word(
    position: &Position<'_>,
    direction: Direction,
    (row, column, tile): (u8, u8, u8),
) -> Option<impl Iterator<Item = (u8, u8, u8)> + use<>> {
    let (first, length) = run_through(position, direction, (row, column));
    let squares = (0..length).map(move |step| {
        let at = direction.advance(first.0, first.1, step);
        (at.0, at.1, if at == (row, column) { tile } else { 0 })
    });
    (length > 1).then_some(squares)
}

/// Computes the score of a legal play.
///
/// ```
/// # use wordmill::ruleset::Ruleset;
/// # use wordmill::movegen::{Move, Position, score};
/// let english = Ruleset::builtin("english")?;
/// let position = Position::new(&english);
/// let word = Move::read(&position, "8D WORD")?;
/// // The letter premium on D8 doubles the W, the word premium on H8 is not reached.
/// assert_eq!(score(&position, &word.as_play().unwrap()), 2 * 4 + 1 + 1 + 2);
/// # Ok::<(), wordmill::error::Error>(())
/// ```
pub fn score(position: &Position<'_>, play: &Play<'_>) -> u32 {
    breakdown(position, play).total
}

/// What one tile adds to a word, before the word's premiums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileScore {
    /// Its row, from 0.
    pub row: u8,
    /// Its column, from 0.
    pub column: u8,
    /// The tile as on the board.
    pub tile: u8,
    /// Whether the play places it.
    pub placed: bool,
    /// Its points, with the letter premium.
    pub points: u32,
}

/// A word that a play makes, and its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordScore {
    /// The direction in which it reads.
    pub direction: Direction,
    /// Its tiles, in order.
    pub tiles: Vec<TileScore>,
    /// The product of the word premiums.
    pub word_factor: u32,
    /// Its score.
    pub points: u32,
}

impl WordScore {
    /// The letters of the word.
    pub fn word(&self) -> Vec<u8> {
        self.tiles.iter().map(|t| t.tile & !PLAYED_BLANK).collect()
    }
}

/// The score of a play, part by part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakdown {
    /// The main word.
    pub main: WordScore,
    /// The cross-words, in the order of the play's tiles.
    pub crosses: Vec<WordScore>,
    /// The bonus for placing a whole rack.
    pub bonus: u32,
    /// The score.
    pub total: u32,
}

/// Computes the score of a legal play, part by part.
pub fn breakdown(position: &Position<'_>, play: &Play<'_>) -> Breakdown {
    let across = play.direction.other();
    let main = word_score(position, play.direction, play.squares());
    let placed = play.squares().filter(|&(_, _, tile)| tile != 0);
    let crosses = placed.filter_map(|square| {
        let squares = cross_word(position, across, square)?;
        Some(word_score(position, across, squares))
    });
    let crosses: Vec<WordScore> = crosses.collect();
    let ruleset = position.ruleset();
    let is_full = play.placed() == usize::from(ruleset.rack_size());
    let bonus = u32::from(ruleset.bonus()) * u32::from(is_full);
    let words = crosses.iter().map(|w| w.points);
    let words = words.fold(main.points, u32::saturating_add);
    Breakdown {
        main,
        crosses,
        bonus,
        total: words.saturating_add(bonus),
    }
}

fn word_score(
    position: &Position<'_>,
    direction: Direction,
    squares: impl Iterator<Item = (u8, u8, u8)>,
) -> WordScore {
    let ruleset = position.ruleset();
    let (mut sum, mut word_factor) = (0, 1u32);
    let mut tiles = Vec::new();
    for (row, column, placed) in squares {
        let mut tile = TileScore {
            row,
            column,
            tile: placed,
            placed: placed != 0,
            points: u32::from(ruleset.points(placed)),
        };
        if tile.placed {
            let square = ruleset.board().square(row, column);
            tile.points *= u32::from(square.letter);
            word_factor = word_factor.saturating_mul(u32::from(square.word));
        } else {
            tile.tile = position.tile(row, column);
            tile.points = u32::from(ruleset.points(tile.tile));
        }
        sum += tile.points;
        tiles.push(tile);
    }
    WordScore {
        direction,
        tiles,
        word_factor,
        points: u32::saturating_mul(sum, word_factor),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::board::Move;
    use crate::ruleset::Ruleset;

    const BOARD: &str = "15/15/15/15/15/15/15/3WORD8/15/15/15/15/15/15/15";

    fn parts(board: &str, text: &str) -> (Breakdown, u32) {
        let english = Ruleset::builtin("english").unwrap();
        let position = Position::read(&english, board, "").unwrap();
        let play = Move::read(&position, text).unwrap();
        let play = play.as_play().unwrap();
        (breakdown(&position, &play), score(&position, &play))
    }

    #[test]
    fn premiums_count_under_new_tiles_only() {
        // The S is new on H8, a double word square; the D8 premium is spent.
        let (b, total) = parts(BOARD, "8D (WORD)S");
        assert_eq!((b.main.points, b.main.word_factor, total), (18, 2, 18));
        assert_eq!(b.main.tiles.iter().map(|t| t.points).sum::<u32>(), 9);
        // A blank scores nothing on any premium.
        assert_eq!(parts(BOARD, "8D (WORD)s").1, 16);
    }

    #[test]
    fn cross_words_score_by_themselves() {
        // H8 doubles both words.
        let (b, total) = parts(BOARD, "H8 SAY");
        assert_eq!(b.main.points, 2 * (1 + 1 + 4));
        assert_eq!(b.crosses.len(), 1);
        assert_eq!(b.crosses[0].points, 2 * (4 + 1 + 1 + 2 + 1));
        assert_eq!((b.bonus, b.total, total), (0, 30, 30));
    }

    #[test]
    fn a_whole_rack_earns_the_bonus() {
        let (b, total) = parts("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15", "8B RETINAS");
        assert_eq!((b.bonus, total), (50, 50 + 2 * 8));
    }

    #[test]
    fn scores_stop_at_the_largest_number() {
        let row = "~".repeat(63);
        let text = format!(
            "name: x\nrack: 63\nbonus: 9\nexchange: 1\nblanks: 0\nletters:\n  \
             - {{tile: A, count: 255, points: 255}}\nboard:\n  start: A1\n  squares: |\n    {row}\n"
        );
        let ruleset = Ruleset::from_yaml("x.yaml", &text).unwrap();
        let position = Position::new(&ruleset);
        let play = Move::read(&position, &format!("1A {}", "A".repeat(63))).unwrap();
        assert_eq!(score(&position, &play.as_play().unwrap()), u32::MAX);
    }
}
