//! The points of words, counted in one of three ways.

use crate::error::{Error, Problem, Result, shown};
use crate::grid::board::{Cell, Grid};
use crate::ruleset::Ruleset;
use crate::tiles::Tile;

/// The most points of an entry of a bonus table.
pub const MAX_BONUS: u32 = 10_000;

/// The longest bonus table. No grid that can be solved has more letters.
const MAX_BONUS_LENGTHS: usize = 64;

/// Bonus points by the length of a word. A word longer than the table can't be played
/// in a puzzle.
///
/// ```
/// use wordmill::grid::BonusTable;
/// let table = BonusTable::default();
/// assert_eq!((table.of(3), table.of(7), table.of(13)), (Some(0), Some(8), None));
/// assert_eq!(BonusTable::read("0,0,0,1,3")?.of(5), Some(3));
/// # Ok::<(), wordmill::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BonusTable(Vec<u32>);

impl Default for BonusTable {
    /// No points for up to 3 letters, then 1, 3, 5, 8, 10, 12, 14, 15 and 16 for 12.
    fn default() -> BonusTable {
        BonusTable(vec![0, 0, 0, 1, 3, 5, 8, 10, 12, 14, 15, 16])
    }
}

impl BonusTable {
    /// Creates a table from the points of words of 1, 2, 3 … tiles.
    pub fn new(points: Vec<u32>) -> Result<BonusTable> {
        let too_large = points.iter().find(|&&bonus| bonus > MAX_BONUS);
        let problem = if points.is_empty() || points.len() > MAX_BONUS_LENGTHS {
            let expected = format!("1 to {MAX_BONUS_LENGTHS} numbers");
            Problem::mismatch(expected, points.len())
        } else if let Some(bonus) = too_large {
            Problem::mismatch(format!("at most {MAX_BONUS} points"), bonus)
        } else {
            return Ok(BonusTable(points));
        };
        Err(Error::input("", problem.of("bonus table")))
    }

    /// Reads a table: numbers separated by commas, for words of 1, 2, 3 … tiles.
    pub fn read(text: &str) -> Result<BonusTable> {
        let number = |part: &str| {
            part.trim().parse::<u32>().map_err(|e| {
                let found = format!("`{}`", shown(part));
                let error = Error::mismatch("", "a number of points", found);
                error.of_part("bonus table").caused_by(e)
            })
        };
        BonusTable::new(text.split(',').map(number).collect::<Result<_>>()?)
    }

    /// The points of a word of this length; `None` if it can't be played.
    pub fn of(&self, length: usize) -> Option<u32> {
        self.0.get(length.checked_sub(1)?).copied()
    }

    /// The longest word that can be played.
    pub fn longest(&self) -> usize {
        self.0.len()
    }

    /// The points by length, from 1.
    pub fn points(&self) -> &[u32] {
        &self.0
    }
}

/// How to count the points of words in a grid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Points {
    /// By length, as in Boggle: 1 point for 3 and 4 tiles, 2 for 5, 3 for 6, 5 for 7,
    /// and 11 for more.
    #[default]
    Boggle,
    /// The points of the tiles in the ruleset. A blank has none.
    Ruleset,
    /// By length, from a table. A length missing from the table counts 0.
    Bonus(BonusTable),
}

impl Points {
    /// The points of a word on a path of a grid.
    pub fn of(&self, word: &[Tile], path: &[u16], grid: &Grid, ruleset: &Ruleset) -> u32 {
        match self {
            Points::Boggle => match word.len() {
                0..=2 => 0,
                3 | 4 => 1,
                5 => 2,
                6 => 3,
                7 => 5,
                _ => 11,
            },
            Points::Ruleset => {
                let tile_points =
                    |(&tile, &cell): (&Tile, &u16)| match grid.cells().get(usize::from(cell)) {
                        Some(Cell::Letter(_)) => u32::from(ruleset.points(tile)),
                        _ => 0,
                    };
                word.iter().zip(path).map(tile_points).sum()
            }
            Points::Bonus(table) => table.of(word.len()).unwrap_or(0),
        }
    }
}
