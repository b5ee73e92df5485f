//! What records of games have in common: tiles as text, and the names of rulesets in
//! other programs.

use crate::ruleset::Ruleset;
use crate::tiles::{Alphabet, Tile};

/// The name of the board that most games use.
const STANDARD_BOARD: &str = "CrosswordGame";

/// The name of the larger board.
const SUPER_BOARD: &str = "SuperCrosswordGame";

/// The letter distribution of the larger game: its name in other programs and in this
/// one.
const SUPER: (&str, &str) = ("english_super", "super-english");

/// Formats tiles as on boards and racks of records: labels of several characters are in
/// brackets.
pub(crate) fn tiles_text(alphabet: &Alphabet, tiles: &[Tile]) -> String {
    let mut text = String::new();
    for &tile in tiles {
        alphabet.write_played(tile, &mut text);
    }
    text
}

/// The name of the ruleset with a letter distribution and a board, given by their names
/// in other programs; `None` if both are missing. There may be no such ruleset.
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

/// The names of a ruleset's letter distribution, and of its board if that is the larger
/// one. `None` for a name that is not one plain word.
pub(crate) fn names_of(ruleset: &Ruleset) -> [Option<String>; 2] {
    let name = ruleset.name();
    if name == SUPER.1 {
        return [SUPER.0, SUPER_BOARD].map(|name| Some(name.to_string()));
    }
    let is_plain = |c: char| c != ';' && !c.is_whitespace() && !c.is_control();
    let is_word = !name.is_empty() && name.chars().all(is_plain);
    [is_word.then(|| name.to_string()), None]
}
