//! The position that an endgame begins with.

use crate::error::{Error, Problem, Result};
use crate::limits::ENDGAME_RACK;
use crate::movegen::Position;
use crate::ruleset::{Ruleset, SquareName};
use crate::tiles::{MAX_LETTERS, Tile};

/// A board and both racks. The bag is empty.
#[derive(Clone, Debug)]
pub struct Endgame<'r> {
    position: Position<'r>,
    racks: [Vec<Tile>; 2],
    after_pass: bool,
}

impl<'r> Endgame<'r> {
    /// Reads a board, the rack of the side on turn, and the rack of the opponent. All
    /// tiles of the ruleset must be on the board or the racks, and the tiles of the
    /// board must be joined to the start square.
    ///
    /// ```
    /// # use wordmill::ruleset::Ruleset;
    /// # use wordmill::play::Endgame;
    /// let english = Ruleset::builtin("english")?;
    /// let board = "15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15";
    /// let error = Endgame::read(&english, board, "QI", "ER").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "bag: expected no tiles, found 93; an endgame begins when all tiles are on the board \
    ///      and the racks"
    /// );
    /// # Ok::<(), wordmill::error::Error>(())
    /// ```
    pub fn read(
        ruleset: &'r Ruleset,
        board: &str,
        rack: &str,
        opponent: &str,
    ) -> Result<Endgame<'r>> {
        let mut position = Position::read(ruleset, board, "")?;
        if let Some(square) = position.loose_tile() {
            let start = ruleset.board().start();
            let expected = format!(
                "tiles joined to the start square, {}",
                SquareName(start.0, start.1)
            );
            let found = format!("one at {square} that is not");
            return Err(Error::mismatch("", expected, found).of_part("board"));
        }
        let own = Position::read(ruleset, board, rack)?.rack().tiles();
        let other = Position::read(ruleset, board, opponent).map_err(|e| e.of_part("opponent"))?;
        let other = other.rack().tiles();
        position.set_pool(&[&own[..], &other[..]].concat())?;
        let bag = position.unseen_total();
        if bag > 0 {
            let found =
                format!("{bag}; an endgame begins when all tiles are on the board and the racks");
            return Err(Error::mismatch("", "no tiles", found).of_part("bag"));
        }
        for (part, rack) in [("rack", &own), ("opponent's rack", &other)] {
            let problem = match rack.len() {
                0 => Problem::mismatch("tiles", "none: the game is over"),
                1..=ENDGAME_RACK => continue,
                count => Problem::mismatch(format!("at most {ENDGAME_RACK} tiles"), count),
            };
            return Err(Error::input("", problem.of(part)));
        }
        position.set_pool(&[])?;
        Ok(Endgame {
            position,
            racks: [own, other],
            after_pass: false,
        })
    }

    /// Sets whether the opponent has just passed, so that a pass ends the game.
    pub fn after_pass(mut self, after_pass: bool) -> Endgame<'r> {
        self.after_pass = after_pass;
        self
    }

    /// Returns whether the opponent has just passed.
    pub fn is_after_pass(&self) -> bool {
        self.after_pass
    }

    /// Returns the board, with an empty rack.
    pub fn position(&self) -> &Position<'r> {
        &self.position
    }

    /// Returns the racks, sorted: first that of the side on turn, then the opponent's.
    pub fn racks(&self) -> &[Vec<Tile>; 2] {
        &self.racks
    }

    /// Returns the number of tiles on both racks.
    pub fn tiles(&self) -> usize {
        self.racks.iter().map(Vec::len).sum()
    }
}

/// Returns the tiles that are on neither the board nor a rack, sorted. If the bag is
/// empty, the opponent holds them.
pub fn unseen_tiles(position: &Position<'_>) -> Vec<Tile> {
    let tiles = 0..=MAX_LETTERS as Tile;
    let copies = |tile| std::iter::repeat_n(tile, position.unseen(tile) as usize);
    tiles.flat_map(copies).collect()
}
