//! What records of games have in common: tiles as text, and the names that other
//! programs have for rulesets.

use crate::ruleset::Ruleset;
use crate::tiles::{Alphabet, Tile};

/// The name of the board that most games are played on.
const STANDARD_BOARD: &str = "CrosswordGame";

/// The name of the larger board.
const SUPER_BOARD: &str = "SuperCrosswordGame";

/// The letter distribution of the larger game, by its name elsewhere and here.
const SUPER: (&str, &str) = ("english_super", "super-english");

/// Tiles as boards and racks of records show them: labels of several characters
/// are in brackets.
pub(crate) fn tiles_text(alphabet: &Alphabet, tiles: &[Tile]) -> String {
    let mut text = String::new();
    for &tile in tiles {
        alphabet.write_played(tile, &mut text);
    }
    text
}

/// The name of the ruleset with a letter distribution and a board, from the names
/// that other programs have for them; none if neither is named. There may be no
/// such ruleset.
pub(crate) fn named_ruleset(letters: Option<&str>, board: Option<&str>) -> Option<String> {
    let is = |name: &str, known: &str| name.eq_ignore_ascii_case(known);
    letters.or(board)?;
    let letters = letters.unwrap_or("english").to_lowercase();
    let is_super = |board| is(board, SUPER_BOARD);
    Some(match board {
        _ if letters == SUPER.0 && board.is_none_or(is_super) => SUPER.1.to_string(),
        Some(board) if is_super(board) => format!("super-{letters}"),
        Some(board) if !is(board, STANDARD_BOARD) => format!("{letters} on {board}"),
        _ => letters,
    })
}

/// The names of a ruleset's letter distribution, and of its board if that is the larger one.
/// A name that is not one plain word has none.
pub(crate) fn names_of(ruleset: &Ruleset) -> [Option<String>; 2] {
    let name = ruleset.name();
    if name == SUPER.1 {
        return [SUPER.0, SUPER_BOARD].map(|name| Some(name.to_string()));
    }
    let is_plain = |c: char| c != ';' && !c.is_whitespace() && !c.is_control();
    let is_word = !name.is_empty() && name.chars().all(is_plain);
    [is_word.then(|| name.to_string()), None]
}
