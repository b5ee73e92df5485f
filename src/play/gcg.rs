//! Games as GCG files, the text format in which word games are exchanged.
//!
//! The text begins with `#character-encoding UTF-8` and lines about the game,
//! then has a line for each turn: the player, the rack, the square and the word
//! with `.` for tiles that were on the board, the score, and the sum so far.
//! Exchanges are `-` and the tiles, a pass is `-`. The last lines settle the
//! tiles that were left. Labels of several characters are in brackets.

use crate::error::plain;
use crate::movegen::Move;
use crate::play::selfplay::{Game, Turn};
use crate::play::spelling::tiles_text;
use crate::tiles::Alphabet;

/// The names of the two players in the lines of turns, by side.
const NICKS: [&str; 2] = ["A", "B"];

/// What a GCG file says of its game before the first turn.
#[derive(Clone, Copy, Debug)]
pub struct GcgHeader<'t> {
    /// What the sides A and B are called.
    pub sides: [&'t str; 2],
    /// The side that moves first: 0 for A, 1 for B.
    pub first: usize,
    /// The name of the lexicon.
    pub lexicon: &'t str,
    /// Where the game comes from.
    pub description: &'t str,
}

/// A game as the text of a GCG file.
pub fn gcg(game: &Game, alphabet: &Alphabet, header: &GcgHeader<'_>) -> String {
    let side_of = |seat: usize| (seat ^ header.first) & 1;
    let mut text = String::from("#character-encoding UTF-8\n");
    for seat in [0, 1] {
        let (number, side) = (seat + 1, side_of(seat));
        let name = plain(header.sides[side]);
        text += &format!("#player{number} {} {name}\n", NICKS[side]);
    }
    text += &format!("#description {}\n", plain(header.description));
    text += &format!("#lexicon {}\n", plain(header.lexicon));
    let mut sums = [0i64; 2];
    for (turn, seat) in game.turns.iter().zip([0, 1].into_iter().cycle()) {
        sums[seat] += i64::from(turn.score);
        let (nick, sum) = (NICKS[side_of(seat)], sums[seat]);
        let (rack, mv) = (bracketed(alphabet, &turn.rack), move_text(alphabet, turn));
        text += &format!(">{nick}: {rack} {mv} +{} {sum}\n", turn.score);
    }
    for seat in [0, 1] {
        let (nick, change, total) = (
            NICKS[side_of(seat)],
            game.settlement[seat],
            game.scores[seat],
        );
        let [own, other] = [&game.left[seat], &game.left[1 - seat]];
        let [own, other] = [own, other].map(|left| bracketed(alphabet, left));
        match (own.is_empty(), other.is_empty()) {
            (true, false) => text += &format!(">{nick}: ({other}) +{change} {total}\n"),
            (false, false) => {
                let paid = change.unsigned_abs();
                text += &format!(">{nick}: {own} ({own}) -{paid} {total}\n");
            }
            (_, true) => (),
        }
    }
    text
}

/// The tiles of a rack, with labels of several characters in brackets.
fn bracketed(alphabet: &Alphabet, rack: &str) -> String {
    let mut tiles = Vec::new();
    match alphabet.read_rack_into(rack, &mut tiles) {
        Ok(()) => tiles_text(alphabet, &tiles),
        Err(_) => rack.to_string(),
    }
}

fn move_text(alphabet: &Alphabet, turn: &Turn) -> String {
    let mut text = String::new();
    match &turn.mv {
        Move::Play { tiles, .. } => {
            let square = turn.notation.split(' ').next().unwrap_or_default();
            text.push_str(square);
            text.push(' ');
            for &tile in tiles {
                match tile {
                    0 => text.push('.'),
                    _ => alphabet.write_played(tile, &mut text),
                }
            }
        }
        Move::Exchange(tiles) => {
            text.push('-');
            text += &tiles_text(alphabet, tiles);
        }
        Move::Pass => text.push('-'),
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Ruleset;
    use crate::tiles::PLAYED_BLANK;

    fn turn(rack: &str, notation: &str, mv: Move, score: u32) -> Turn {
        Turn {
            board: String::new(),
            rack: rack.to_string(),
            mv,
            notation: notation.to_string(),
            score,
            equity: 0,
        }
    }

    fn play(tiles: &[u8]) -> Move {
        Move::Play {
            direction: Default::default(),
            row: 7,
            column: 6,
            tiles: tiles.to_vec(),
        }
    }

    #[test]
    fn turns_and_ends_have_their_lines() {
        let catalan = Ruleset::builtin("catalan").unwrap();
        let alphabet = catalan.alphabet();
        let double = alphabet.read_word("L·L").unwrap()[0];
        let a = alphabet.read_word("A").unwrap()[0];
        let mut game = Game {
            turns: vec![
                turn("?AL·L", "8G a[L·L]", play(&[a | PLAYED_BLANK, double]), 20),
                turn("AAL·L", "-A[L·L]", Move::Exchange(vec![a, double]), 0),
                turn("A", "8G (a[L·L])A", play(&[0, 0, a]), 11),
                turn("AA", "-", Move::Pass, 0),
            ],
            left: [String::new(), "AA".to_string()],
            settlement: [4, 0],
            scores: [35, 0],
        };
        let mut header = GcgHeader {
            sides: ["new\n.klv2", "old.klv2"],
            first: 1,
            lexicon: "TEST",
            description: "seed 1, pair 1, game 2",
        };
        let expected = "#character-encoding UTF-8\n#player1 B old.klv2\n\
            #player2 A new\\n.klv2\n#description seed 1, pair 1, game 2\n#lexicon TEST\n\
            >B: ?A[L·L] 8G a[L·L] +20 20\n>A: AA[L·L] -A[L·L] +0 0\n>B: A 8G ..A +11 31\n\
            >A: AA - +0 0\n>B: (AA) +4 35\n";
        assert_eq!(gcg(&game, alphabet, &header), expected);
        header.first = 0;
        game.left = ["L·L".to_string(), "AA".to_string()];
        game.settlement = [-10, -2];
        game.scores = [21, -2];
        let text = gcg(&game, alphabet, &header);
        assert!(
            text.ends_with(">B: AA - +0 0\n>A: [L·L] ([L·L]) -10 21\n>B: AA (AA) -2 -2\n"),
            "{text}"
        );
    }
}
