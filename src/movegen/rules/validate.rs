//! The legality of a play, and the reasons if it is illegal.
//!
//! The rules are written in their plainest form, one after the other, without regard to
//! speed. The fast generators do not use them. Brute force does, and so do checks of
//! plays that a person enters.

use crate::movegen::board::{Play, Position};
use crate::movegen::rules::score::{Breakdown, breakdown, run_through};
use crate::ruleset::SquareName;
use crate::tiles::{MAX_LETTERS, PLAYED_BLANK, Tile};
use std::fmt;

/// A reason why a play is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "recipe", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Illegal {
    /// The rule that it breaks, as one word for programs.
    pub rule: &'static str,
    /// What is wrong, and where.
    pub message: String,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Illegal {}

fn illegal(rule: &'static str, message: impl Into<String>) -> Result<(), Illegal> {
    let message = message.into();
    Err(Illegal { rule, message })
}

/// Returns the score of a play, part by part, if it is legal; otherwise all reasons why
/// it is not.
///
/// `has_word` decides which words are in the lexicon. If a play does not fit on the
/// board, that is the only reason given. Otherwise its tiles, its place and its words
/// are checked.
///
/// ```
/// # use wordmill::ruleset::Ruleset;
/// # use wordmill::movegen::{Move, Position, validate};
/// let english = Ruleset::builtin("english")?;
/// let empty = ["15"; 15].join("/");
/// let position = Position::read(&english, &empty, "QAT")?;
/// let play = Move::read(&position, "7G QUA")?;
/// let reasons = validate(&position, &play.as_play().unwrap(), |_| false).unwrap_err();
/// let reasons: Vec<_> = reasons.iter().map(|r| r.message.as_str()).collect();
/// assert_eq!(reasons, [
///     "`U` is not on the rack",
///     "the first word has to cover the start square H8",
///     "`QUA` is not in the lexicon",
/// ]);
/// # Ok::<(), wordmill::error::Error>(())
/// ```
pub fn validate(
    position: &Position<'_>,
    play: &Play<'_>,
    has_word: impl Fn(&[Tile]) -> bool,
) -> Result<Breakdown, Vec<Illegal>> {
    check_squares(position, play).map_err(|reason| vec![reason])?;
    let mut reasons = Vec::new();
    check_rack(position, play, &mut reasons);
    reasons.extend(check_place(position, play).err());
    let parts = breakdown(position, play);
    for word in std::iter::once(&parts.main).chain(&parts.crosses) {
        let tiles = word.word();
        if tiles.len() > 1 && !has_word(&tiles) {
            let text = position.ruleset().alphabet().word_text(&tiles);
            let message = format!("`{text}` is not in the lexicon");
            reasons.extend(illegal("word", message).err());
        }
    }
    match reasons.is_empty() {
        true => Ok(parts),
        false => Err(reasons),
    }
}

/// Checks that placed tiles are on open squares, that all other squares have tiles, and
/// that the word is complete at both ends.
fn check_squares(position: &Position<'_>, play: &Play<'_>) -> Result<(), Illegal> {
    if play.placed() == 0 {
        return illegal("no-tile", "the play places no tile");
    }
    let board = position.ruleset().board();
    let (rows, columns) = (board.rows(), board.columns());
    let (lane, start) = play.direction.lane(play.row, play.column);
    let (lanes, length) = play.direction.lane(rows, columns);
    if lane >= lanes || usize::from(start) + play.tiles.len() > usize::from(length) {
        let size = format!("{rows} rows and {columns} columns");
        let message = format!("the play goes off the board of {size}");
        return illegal("off-board", message);
    }
    for square in play.squares() {
        check_square(position, square)?;
    }
    check_ends(position, play)
}

fn check_square(position: &Position<'_>, (row, column, tile): (u8, u8, u8)) -> Result<(), Illegal> {
    let name = SquareName(row, column);
    let alphabet = position.ruleset().alphabet();
    match (tile, position.tile(row, column)) {
        (0, 0) => illegal("gap", format!("there is no tile on {name}")),
        (0, _) => Ok(()),
        (tile, _) if !alphabet.has(tile & !PLAYED_BLANK) || tile == PLAYED_BLANK => {
            illegal("unknown-tile", format!("{tile} on {name} is not a tile"))
        }
        (_, 0) if position.is_open(row, column) => Ok(()),
        (_, 0) => illegal("blocked", format!("no tile may be put on {name}")),
        (_, on_board) => {
            let label = position.label(on_board);
            let advice = format!("a tile played through is written `({label})`");
            let message = format!("{name} has the tile `{label}` already; {advice}");
            illegal("taken", message)
        }
    }
}

/// Checks that no tile adjoins the first or last one in the same lane; it would be part
/// of the word.
fn check_ends(position: &Position<'_>, play: &Play<'_>) -> Result<(), Illegal> {
    let direction = play.direction;
    let (lane, start) = direction.lane(play.row, play.column);
    let before = start.checked_sub(1);
    let after = u8::try_from(usize::from(start) + play.tiles.len()).ok();
    for at in [before, after].into_iter().flatten() {
        let (row, column) = direction.lane(lane, at);
        let tile = position.tile(row, column);
        if tile != 0 {
            let (label, name) = (position.label(tile), SquareName(row, column));
            let message =
                format!("`{label}` on {name} is next to the word and has to be part of it");
            return illegal("incomplete", message);
        }
    }
    Ok(())
}

fn check_rack(position: &Position<'_>, play: &Play<'_>, reasons: &mut Vec<Illegal>) {
    let mut add = |rule, message| reasons.push(Illegal { rule, message });
    let mut needed = [0u32; MAX_LETTERS + 1];
    for tile in play.rack_tiles() {
        needed[usize::from(tile & 63)] += 1;
    }
    for (tile, &needed) in (0..).zip(&needed) {
        let label = || position.ruleset().alphabet().label(tile);
        match u32::from(position.rack().count(tile)) {
            have if needed <= have => (),
            0 => add("rack", format!("`{}` is not on the rack", label())),
            have => {
                let needs = format!("the play needs {needed} of `{}`", label());
                add("rack", format!("{needs}, the rack has {have}"));
            }
        }
    }
    let (placed, most) = (play.placed(), position.ruleset().rack_size());
    if placed > usize::from(most) {
        let message = format!("a play places at most {most} tiles, this one {placed}");
        add("too-many", message);
    }
}

/// Checks that the play makes a word in its direction, and that it touches a tile or
/// covers the start square.
fn check_place(position: &Position<'_>, play: &Play<'_>) -> Result<(), Illegal> {
    let direction = play.direction;
    if play.tiles.len() < 2 {
        let message = format!("the play makes no word of two or more tiles {direction}");
        return illegal("one-tile", message);
    }
    let mut squares = play.squares();
    if position.is_empty() {
        let start = position.ruleset().board().start();
        if squares.any(|(row, column, _)| (row, column) == start) {
            return Ok(());
        }
        let name = SquareName(start.0, start.1);
        let message = format!("the first word has to cover the start square {name}");
        return illegal("start", message);
    }
    let crosses = |at| run_through(position, direction.other(), at).1 > 1;
    match squares.any(|(row, column, tile)| tile == 0 || crosses((row, column))) {
        true => Ok(()),
        false => illegal("not-connected", "the play touches no tile on the board"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::board::cases;
    use crate::movegen::board::{Direction, Move};
    use crate::ruleset::Ruleset;

    const BOARD: &str = "15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15";

    fn reasons(board: &str, rack: &str, text: &str) -> Vec<(&'static str, String)> {
        let english = Ruleset::builtin("english").unwrap();
        let position = Position::read(&english, board, rack).unwrap();
        let play = Move::read(&position, text).unwrap();
        let read = |word| english.alphabet().read_word(word).unwrap();
        let words = ["CAT", "CATS", "SO", "AT", "TA"].map(read);
        let has_word = |word: &[Tile]| words.iter().any(|w| w == word);
        let reasons = validate(&position, &play.as_play().unwrap(), has_word).err();
        let reasons = reasons.into_iter().flatten();
        reasons.map(|r| (r.rule, r.message)).collect()
    }

    #[test]
    fn legal_plays_have_no_reasons() {
        let empty = ["15"; 15].join("/");
        for (board, rack, text) in [
            (BOARD, "S", "8G (CAT)S"),
            (BOARD, "SO", "J8 SO"),
            (BOARD, "?O", "J8 sO"),
            (BOARD, "T", "H8 (A)T"),
            // H8 A over H9 T is a word, and so is I8 T over I9 A.
            (BOARD, "TA", "9H TA"),
            (&empty, "CAT", "8F CAT"),
            (&empty, "CAT", "H8 CAT"),
        ] {
            assert_eq!(reasons(board, rack, text), [], "{text}");
        }
        let start = "the first word has to cover the start square H8";
        assert_eq!(
            reasons(&empty, "CAT", "8E CAT"),
            [("start", start.to_string())]
        );
    }

    #[test]
    fn each_rule_says_what_is_wrong() {
        let table = "
            S   | 8G (CAT) | no-tile       | the play places no tile
            SO  | 15O SO   | off-board     | the play goes off the board of 15 rows and 15 columns
            SO  | 8G SO    | taken         | G8 has the tile `C` already; a tile played through is written `(C)`
            S   | 8I (T)S  | incomplete    | `A` on H8 is next to the word and has to be part of it
            O   | J8 SO    | rack          | `S` is not on the rack
            O   | J8 sO    | rack          | `?` is not on the rack
            CAT | 1A CAT   | not-connected | the play touches no tile on the board
            T   | 9H T     | one-tile      | the play makes no word of two or more tiles across
            OS  | J8 OS    | word          | `OS` is not in the lexicon
        ";
        for [rack, text, rule, message] in cases(table) {
            let found = reasons(BOARD, rack, text);
            let is_expected = |(r, m): &(&str, String)| *r == rule && m == message;
            assert!(found.iter().any(is_expected), "{text}: {found:?}");
        }
    }

    #[test]
    fn plays_that_no_notation_gives_are_refused_too() {
        let english = Ruleset::builtin("english").unwrap();
        let position = Position::read(&english, BOARD, "SO").unwrap();
        for (row, column, tiles, rule) in [
            (7, 5, &[0, 0, 0, 0][..], "no-tile"),
            (7, 5, &[0, 0, 0, 0, 19], "gap"),
            (0, 0, &[200, 1], "unknown-tile"),
            (0, 0, &[0x80, 1], "unknown-tile"),
            (200, 0, &[1, 1], "off-board"),
            (0, 200, &[1, 1], "off-board"),
        ] {
            let play = Play {
                direction: Direction::Across,
                row,
                column,
                tiles,
            };
            let reasons = validate(&position, &play, |_| true).unwrap_err();
            assert_eq!(reasons[0].rule, rule);
        }
    }
}
