//! The scoring rules.
//!
//! A word's score is the points of its tiles, those of newly placed tiles
//! times the letter premiums under them, all times the word premiums under
//! newly placed tiles. A play scores its main word, each cross-word, and the
//! bonus if it places as many tiles as a rack holds. A blank has no points.
//!
//! On a board full of word premiums, a long rack could make numbers of any
//! size. Scores stop at `u32::MAX`; no real game comes near.

use crate::movegen::board::play::{Direction, Play};
use crate::movegen::board::position::Position;
use crate::tiles::PLAYED_BLANK;

/// The points of a tile on the board: 0 for a blank.
#[inline]
fn face_points(position: &Position<'_>, tile: u8) -> u32 {
    if tile & PLAYED_BLANK != 0 {
        return 0;
    }
    u32::from(position.ruleset().points(tile))
}

/// A word's sum and its premiums, as its tiles are added.
#[derive(Clone, Copy)]
struct Sum {
    points: u32,
    word_factor: u32,
}

impl Sum {
    const NONE: Sum = Sum {
        points: 0,
        word_factor: 1,
    };

    fn add(&mut self, position: &Position<'_>, (row, column): (u8, u8), placed: u8) {
        if placed == 0 {
            self.points += face_points(position, position.tile(row, column));
            return;
        }
        let square = position.ruleset().board().square(row, column);
        self.points += face_points(position, placed) * u32::from(square.letter);
        self.word_factor = self.word_factor.saturating_mul(u32::from(square.word));
    }

    fn total(self) -> u32 {
        self.points.saturating_mul(self.word_factor)
    }
}

/// The first square of the run of tiles that a square is part of, and how many
/// squares the run has, if the square itself is counted as one of them.
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

/// The score of a legal play.
///
/// ```
/// # use wordmill::ruleset::Ruleset;
/// # use wordmill::movegen::{Position, read_move};
/// # use wordmill::movegen::rules::score;
/// let english = Ruleset::builtin("english")?;
/// let position = Position::new(&english);
/// let word = read_move(&position, "8D WORD")?;
/// // The letter premium on D8 doubles the W, the word premium on H8 is not reached.
/// assert_eq!(score(&position, &word.as_play().unwrap()), 2 * 4 + 1 + 1 + 2);
/// # Ok::<(), wordmill::error::Error>(())
/// ```
pub fn score(position: &Position<'_>, play: &Play<'_>) -> u32 {
    let across = play.direction.other();
    let mut main = Sum::NONE;
    let mut total = 0u32;
    let mut placed = 0;
    for (row, column, tile) in play.squares() {
        main.add(position, (row, column), tile);
        if tile == 0 {
            continue;
        }
        placed += 1;
        let (first, length) = run_through(position, across, (row, column));
        if length > 1 {
            total = total.saturating_add(cross_sum(position, across, first, length, tile).total());
        }
    }
    total
        .saturating_add(main.total())
        .saturating_add(bonus(position, placed))
}

fn bonus(position: &Position<'_>, placed: usize) -> u32 {
    match placed == usize::from(position.ruleset().rack_size()) {
        true => u32::from(position.ruleset().bonus()),
        false => 0,
    }
}

fn cross_sum(
    position: &Position<'_>,
    direction: Direction,
    first: (u8, u8),
    length: u8,
    placed: u8,
) -> Sum {
    let mut sum = Sum::NONE;
    for step in 0..length {
        let (row, column) = direction.advance(first.0, first.1, step);
        let placed = if position.tile(row, column) == 0 {
            placed
        } else {
            0
        };
        sum.add(position, (row, column), placed);
    }
    sum
}

/// What one tile adds to a word, before the word's premiums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileScore {
    /// Its row, from 0.
    pub row: u8,
    /// Its column, from 0.
    pub column: u8,
    /// The tile, as it stands on the board.
    pub tile: u8,
    /// Whether the play places it.
    pub placed: bool,
    /// Its points, the letter premium included.
    pub points: u32,
}

/// A word that a play makes, and what it scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordScore {
    /// Which way it reads.
    pub direction: Direction,
    /// Its tiles, in order.
    pub tiles: Vec<TileScore>,
    /// The product of the word premiums.
    pub word_factor: u32,
    /// What it scores.
    pub points: u32,
}

impl WordScore {
    /// The word.
    pub fn word(&self) -> Vec<u8> {
        self.tiles.iter().map(|t| t.tile & !PLAYED_BLANK).collect()
    }
}

/// A play's score, part by part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakdown {
    /// The word along the play.
    pub main: WordScore,
    /// The words across it, in the order of its tiles.
    pub crosses: Vec<WordScore>,
    /// What placing a whole rack adds.
    pub bonus: u32,
    /// The score.
    pub total: u32,
}

/// The parts of a legal play's score.
pub fn breakdown(position: &Position<'_>, play: &Play<'_>) -> Breakdown {
    let across = play.direction.other();
    let main = word_score(position, play.direction, play.squares());
    let crosses: Vec<WordScore> = play
        .squares()
        .filter(|&(_, _, tile)| tile != 0)
        .filter_map(|(row, column, tile)| {
            let (first, length) = run_through(position, across, (row, column));
            let squares = (0..length).map(|step| {
                let at = across.advance(first.0, first.1, step);
                (at.0, at.1, if at == (row, column) { tile } else { 0 })
            });
            (length > 1).then(|| word_score(position, across, squares))
        })
        .collect();
    let bonus = bonus(position, play.placed());
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
    let mut sum = Sum::NONE;
    let tiles = squares
        .map(|(row, column, placed)| {
            let before = sum.points;
            sum.add(position, (row, column), placed);
            let on_board = position.tile(row, column);
            TileScore {
                row,
                column,
                tile: if placed != 0 { placed } else { on_board },
                placed: placed != 0,
                points: sum.points - before,
            }
        })
        .collect();
    WordScore {
        direction,
        tiles,
        word_factor: sum.word_factor,
        points: sum.total(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::board::notation::read_move;
    use crate::ruleset::Ruleset;

    fn parts(board: &str, text: &str) -> (Breakdown, u32) {
        let english = Ruleset::builtin("english").unwrap();
        let position = Position::read(&english, board, "").unwrap();
        let play = read_move(&position, text).unwrap();
        let play = play.as_play().unwrap();
        (breakdown(&position, &play), score(&position, &play))
    }

    #[test]
    fn premiums_count_under_new_tiles_only() {
        let board = "15/15/15/15/15/15/15/3WORD8/15/15/15/15/15/15/15";
        // The S is new on H8, a double word square; the D8 premium is spent.
        let (b, total) = parts(board, "8D (WORD)S");
        assert_eq!((b.main.points, b.main.word_factor, total), (18, 2, 18));
        assert_eq!(b.main.tiles.iter().map(|t| t.points).sum::<u32>(), 9);
        // A blank scores nothing, whatever is under it.
        assert_eq!(parts(board, "8D (WORD)s").1, 16);
    }

    #[test]
    fn cross_words_score_by_themselves() {
        let board = "15/15/15/15/15/15/15/3WORD8/15/15/15/15/15/15/15";
        // H8 doubles both words.
        let (b, total) = parts(board, "H8 SAY");
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
        let play = read_move(&position, &format!("1A {}", "A".repeat(63))).unwrap();
        assert_eq!(score(&position, &play.as_play().unwrap()), u32::MAX);
    }
}
