//! Is a play legal, and if not, why not.
//!
//! The rules stand here in their plainest form, one after the other, without
//! an eye on speed. The generators do not use them; the oracle does, and so
//! does whoever gives a play by hand.

use crate::movegen::board::play::{Direction, Play};
use crate::movegen::board::position::{Position, rack_tile};
use crate::movegen::rules::score::{Breakdown, breakdown, run_through};
use crate::ruleset::SquareName;
use crate::tiles::{MAX_LETTERS, PLAYED_BLANK, Tile};
use std::fmt;

/// A reason why a play is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// The rule that it breaks, as one word for programs.
    pub rule: &'static str,
    /// What is wrong and where.
    pub message: String,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

fn illegal(rule: &'static str, message: impl Into<String>) -> Illegal {
    Illegal {
        rule,
        message: message.into(),
    }
}

/// The parts of a play's score if it is legal, else all reasons why not.
///
/// `has_word` says what the lexicon has. A play that does not fit on the board
/// is told that alone; else its tiles, its place and its words are looked at.
///
/// ```
/// # use wordmill::ruleset::Ruleset;
/// # use wordmill::movegen::{Position, read_move};
/// # use wordmill::movegen::judge;
/// let english = Ruleset::builtin("english")?;
/// let empty = ["15"; 15].join("/");
/// let position = Position::read(&english, &empty, "QAT")?;
/// let play = read_move(&position, "7G QUA")?;
/// let reasons = judge(&position, &play.as_play().unwrap(), |_| false).unwrap_err();
/// let reasons: Vec<_> = reasons.iter().map(|r| r.message.as_str()).collect();
/// assert_eq!(reasons, [
///     "`U` is not on the rack",
///     "the first word has to cover the start square H8",
///     "`QUA` is not in the lexicon",
/// ]);
/// # Ok::<(), wordmill::error::Error>(())
/// ```
pub fn judge(
    position: &Position<'_>,
    play: &Play<'_>,
    has_word: impl Fn(&[Tile]) -> bool,
) -> Result<Breakdown, Vec<Illegal>> {
    check_squares(position, play).map_err(|one| vec![one])?;
    let mut reasons = Vec::new();
    check_rack(position, play, &mut reasons);
    reasons.extend(check_place(position, play).err());
    let parts = breakdown(position, play);
    for word in std::iter::once(&parts.main).chain(&parts.crosses) {
        let tiles = word.word();
        if tiles.len() > 1 && !has_word(&tiles) {
            let text = position.ruleset().alphabet().word_text(&tiles);
            reasons.push(illegal("word", format!("`{text}` is not in the lexicon")));
        }
    }
    match reasons.is_empty() {
        true => Ok(parts),
        false => Err(reasons),
    }
}

/// Every new tile on an open square, every other tile there, nothing missing
/// at the ends.
fn check_squares(position: &Position<'_>, play: &Play<'_>) -> Result<(), Illegal> {
    if play.placed() == 0 {
        return Err(illegal("no-tile", "the play places no tile"));
    }
    let board = position.ruleset().board();
    let (_, start) = play.direction.lane(play.row, play.column);
    let (rows, columns) = (board.rows(), board.columns());
    let (_, side) = play.direction.lane(rows, columns);
    let (lane, _) = play.direction.lane(play.row, play.column);
    let (lanes, _) = play.direction.lane(rows, columns);
    if lane >= lanes || usize::from(start) + play.tiles.len() > usize::from(side) {
        return Err(illegal(
            "off-board",
            format!("the play goes off the board of {rows} rows and {columns} columns"),
        ));
    }
    for (row, column, tile) in play.squares() {
        check_square(position, (row, column), tile)?;
    }
    check_ends(position, play)
}

fn check_square(position: &Position<'_>, at: (u8, u8), tile: u8) -> Result<(), Illegal> {
    let name = SquareName(at.0, at.1);
    let on_board = position.tile(at.0, at.1);
    let text = |tile| {
        let mut text = String::new();
        position.ruleset().alphabet().write_played(tile, &mut text);
        text
    };
    if tile == 0 {
        if on_board == 0 {
            return Err(illegal("gap", format!("there is no tile on {name}")));
        }
        return Ok(());
    }
    if !position.ruleset().alphabet().has(tile & !PLAYED_BLANK) || tile == PLAYED_BLANK {
        return Err(illegal(
            "unknown-tile",
            format!("{tile} on {name} is not a tile"),
        ));
    }
    if on_board != 0 {
        return Err(illegal(
            "taken",
            format!(
                "{name} has the tile `{0}` already; a tile played through is written `({0})`",
                text(on_board)
            ),
        ));
    }
    if !position.is_open(at.0, at.1) {
        return Err(illegal("blocked", format!("no tile may be put on {name}")));
    }
    Ok(())
}

/// The tiles next to the first and last one in the same lane are part of the
/// word and have to be written.
fn check_ends(position: &Position<'_>, play: &Play<'_>) -> Result<(), Illegal> {
    let direction = play.direction;
    let (lane, start) = direction.lane(play.row, play.column);
    let before = start.checked_sub(1);
    let after = u8::try_from(usize::from(start) + play.tiles.len()).ok();
    for at in [before, after].into_iter().flatten() {
        let (row, column) = direction.lane(lane, at);
        let tile = position.tile(row, column);
        if tile != 0 {
            let mut text = String::new();
            position.ruleset().alphabet().write_played(tile, &mut text);
            return Err(illegal(
                "incomplete",
                format!(
                    "`{text}` on {} is next to the word and has to be part of it",
                    SquareName(row, column)
                ),
            ));
        }
    }
    Ok(())
}

fn check_rack(position: &Position<'_>, play: &Play<'_>, reasons: &mut Vec<Illegal>) {
    let mut needed = [0u32; MAX_LETTERS + 1];
    for &tile in play.tiles.iter().filter(|&&t| t != 0) {
        needed[usize::from(rack_tile(tile) & 63)] += 1;
    }
    for (tile, &needed) in (0..).zip(&needed) {
        let have = u32::from(position.rack().count(tile));
        if needed <= have {
            continue;
        }
        let label = position.ruleset().alphabet().label(tile);
        reasons.push(illegal(
            "rack",
            match have {
                0 => format!("`{label}` is not on the rack"),
                _ => format!("the play needs {needed} of `{label}`, the rack has {have}"),
            },
        ));
    }
    let (placed, most) = (play.placed(), position.ruleset().rack_size());
    if placed > usize::from(most) {
        reasons.push(illegal(
            "too-many",
            format!("a play places at most {most} tiles, this one {placed}"),
        ));
    }
}

/// The play makes a word along its direction and touches what it has to.
fn check_place(position: &Position<'_>, play: &Play<'_>) -> Result<(), Illegal> {
    if play.tiles.len() < 2 {
        let way = match play.direction {
            Direction::Across => "across",
            Direction::Down => "down",
        };
        return Err(illegal(
            "one-tile",
            format!("the play makes no word of two or more tiles {way}"),
        ));
    }
    if position.is_empty() {
        let start = position.ruleset().board().start();
        if play
            .squares()
            .any(|(row, column, _)| (row, column) == start)
        {
            return Ok(());
        }
        return Err(illegal(
            "start",
            format!(
                "the first word has to cover the start square {}",
                SquareName(start.0, start.1)
            ),
        ));
    }
    let across = play.direction.other();
    let touches =
        |(row, column, tile)| tile == 0 || run_through(position, across, (row, column)).1 > 1;
    match play.squares().any(touches) {
        true => Ok(()),
        false => Err(illegal(
            "not-connected",
            "the play touches no tile on the board",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::board::notation::read_move;
    use crate::ruleset::Ruleset;

    const BOARD: &str = "15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15";

    fn reasons(board: &str, rack: &str, text: &str) -> Vec<(&'static str, String)> {
        let english = Ruleset::builtin("english").unwrap();
        let position = Position::read(&english, board, rack).unwrap();
        let play = read_move(&position, text).unwrap();
        let words =
            ["CAT", "CATS", "SO", "AT", "TA"].map(|w| english.alphabet().read_word(w).unwrap());
        match judge(&position, &play.as_play().unwrap(), |w| {
            words.iter().any(|x| x == w)
        }) {
            Ok(_) => Vec::new(),
            Err(reasons) => reasons.into_iter().map(|r| (r.rule, r.message)).collect(),
        }
    }

    #[test]
    fn legal_plays_have_no_reasons() {
        assert!(reasons(BOARD, "S", "8G (CAT)S").is_empty());
        assert!(reasons(BOARD, "SO", "J8 SO").is_empty());
        assert!(reasons(BOARD, "?O", "J8 sO").is_empty());
        assert!(reasons(BOARD, "T", "H8 (A)T").is_empty());
    }

    #[test]
    fn each_rule_says_what_is_wrong() {
        for (rack, text, rule, message) in [
            ("S", "8G (CAT)", "no-tile", "the play places no tile"),
            (
                "SO",
                "15O SO",
                "off-board",
                "the play goes off the board of 15 rows and 15 columns",
            ),
            (
                "SO",
                "8G SO",
                "taken",
                "G8 has the tile `C` already; a tile played through is written `(C)`",
            ),
            (
                "S",
                "8I (T)S",
                "incomplete",
                "`A` on H8 is next to the word and has to be part of it",
            ),
            ("O", "J8 SO", "rack", "`S` is not on the rack"),
            ("O", "J8 sO", "rack", "`?` is not on the rack"),
            (
                "CAT",
                "1A CAT",
                "not-connected",
                "the play touches no tile on the board",
            ),
            (
                "T",
                "9H T",
                "one-tile",
                "the play makes no word of two or more tiles across",
            ),
            ("OS", "J8 OS", "word", "`OS` is not in the lexicon"),
        ] {
            let found = reasons(BOARD, rack, text);
            assert!(
                found.contains(&(rule, message.to_string())),
                "{text}: {found:?}"
            );
        }
        // H8 A over H9 T is a word, I8 T over I9 A too: all three are there.
        assert!(reasons(BOARD, "TA", "9H TA").is_empty());
    }

    #[test]
    fn the_first_word_covers_the_start() {
        let empty = ["15"; 15].join("/");
        assert!(reasons(&empty, "CAT", "8F CAT").is_empty());
        assert!(reasons(&empty, "CAT", "H8 CAT").is_empty());
        assert_eq!(
            reasons(&empty, "CAT", "8E CAT"),
            [(
                "start",
                "the first word has to cover the start square H8".to_string()
            )]
        );
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
            assert_eq!(judge(&position, &play, |_| true).unwrap_err()[0].rule, rule);
        }
    }
}
