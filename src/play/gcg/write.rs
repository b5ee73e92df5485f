//! Writes GCG files.
//!
//! The text begins with `#character-encoding UTF-8` and lines about the game, followed
//! by a line for each turn: the player, the rack, the square and the word with `.` for
//! tiles already on the board, the score, and the total so far. The last lines settle
//! the tiles left. Labels of several characters are in brackets.

use crate::error::plain;
use crate::movegen::Move;
use crate::play::gcg::record::{Gcg, GcgAction, GcgEvent, GcgPlayer};
use crate::play::selfplay::{Game, Turn};
use crate::play::spelling::{names_of, tiles_text};
use crate::ruleset::Ruleset;
use crate::tiles::Alphabet;
use std::fmt;

/// The names of the two players in the lines of turns, by side.
const NICKS: [&str; 2] = ["A", "B"];

/// The lines of a GCG file before the first turn.
#[derive(Clone, Copy, Debug)]
pub struct GcgHeader<'t> {
    /// The names of the sides A and B.
    pub sides: [&'t str; 2],
    /// The side that moves first: 0 for A, 1 for B.
    pub first: usize,
    /// The name of the lexicon.
    pub lexicon: &'t str,
    /// The origin of the game.
    pub description: &'t str,
}

impl Gcg {
    /// Creates the record of a game played here.
    pub fn of(game: &Game, ruleset: &Ruleset, header: &GcgHeader<'_>) -> Gcg {
        let alphabet = ruleset.alphabet();
        let players = [0, 1].map(|seat| {
            let side = (seat ^ header.first) & 1;
            GcgPlayer {
                nick: NICKS[side].to_string(),
                name: plain(header.sides[side]).into_owned(),
            }
        });
        let pragma = |name: &str, text: &str| (name.to_string(), plain(text).into_owned());
        let mut pragmas = vec![
            pragma("description", header.description),
            pragma("lexicon", header.lexicon),
        ];
        let [letters, board] = names_of(ruleset);
        pragmas.extend(letters.map(|name| pragma("tile-distribution", &name)));
        pragmas.extend(board.map(|name| pragma("board-layout", &name)));
        let mut gcg = Gcg {
            players,
            pragmas,
            events: Vec::new(),
        };
        let mut sums = [0i64; 2];
        for (turn, seat) in game.turns.iter().zip([0, 1].into_iter().cycle()) {
            let score = i64::from(turn.score);
            sums[seat] += score;
            let rack = bracketed(alphabet, &turn.rack);
            gcg.add(seat, rack, action_of(alphabet, turn), score, sums[seat]);
        }
        for seat in [0, 1] {
            let [own, other] = [seat, 1 - seat].map(|seat| bracketed(alphabet, &game.left[seat]));
            if !other.is_empty() {
                let left = if own.is_empty() { other } else { own.clone() };
                let (change, total) = (game.settlement[seat], game.scores[seat]);
                gcg.add(seat, own, GcgAction::Left(left), change, total);
            }
        }
        gcg
    }

    /// Adds a line to a game without notes.
    fn add(&mut self, player: usize, rack: String, action: GcgAction, score: i64, total: i64) {
        let before = 1 + self.players.len() + self.pragmas.len() + self.events.len();
        let bounded = |points: i64| points.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        self.events.push(GcgEvent {
            line: before as u64 + 1,
            player,
            rack,
            action,
            score: bounded(score),
            total: bounded(total),
            notes: Vec::new(),
        });
    }
}

/// Formats the tiles of a rack, with labels of several characters in brackets.
fn bracketed(alphabet: &Alphabet, rack: &str) -> String {
    let mut tiles = Vec::new();
    match alphabet.read_rack_into(rack, &mut tiles) {
        Ok(()) => tiles_text(alphabet, &tiles),
        Err(_) => rack.to_string(),
    }
}

fn action_of(alphabet: &Alphabet, turn: &Turn) -> GcgAction {
    match &turn.mv {
        Move::Play { tiles, .. } => {
            let square = turn.notation.split(' ').next().unwrap_or_default();
            let mut word = String::new();
            for &tile in tiles {
                match tile {
                    0 => word.push('.'),
                    _ => alphabet.write_played(tile, &mut word),
                }
            }
            GcgAction::Play {
                square: square.to_string(),
                word,
            }
        }
        Move::Exchange(tiles) => GcgAction::Exchange(tiles_text(alphabet, tiles)),
        Move::Pass => GcgAction::Pass,
    }
}

impl fmt::Display for GcgAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GcgAction::Play { square, word } => write!(f, "{square} {word}"),
            GcgAction::Pass => f.write_str("-"),
            GcgAction::Exchange(tiles) => write!(f, "-{tiles}"),
            GcgAction::Withdrawal => f.write_str("--"),
            GcgAction::Challenge => f.write_str("(challenge)"),
            GcgAction::Left(tiles) => write!(f, "({tiles})"),
            GcgAction::Time => f.write_str("(time)"),
        }
    }
}

/// Formats the text of the file, in UTF-8.
impl fmt::Display for Gcg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "#character-encoding UTF-8")?;
        for (number, player) in (1..).zip(&self.players) {
            let line = format!("#player{number} {} {}", player.nick, player.name);
            writeln!(f, "{}", line.trim_end())?;
        }
        for (name, text) in &self.pragmas {
            let mut lines = text.split('\n');
            let first = format!("#{name} {}", lines.next().unwrap_or_default());
            writeln!(f, "{}", first.trim_end())?;
            for more in lines {
                writeln!(f, "{}", format!("#- {more}").trim_end())?;
            }
        }
        for event in &self.events {
            let nick = &self.players[event.player & 1].nick;
            let rack = match event.rack.is_empty() {
                true => String::new(),
                false => format!("{} ", event.rack),
            };
            let (action, score, total) = (&event.action, event.score, event.total);
            writeln!(f, ">{nick}: {rack}{action} {score:+} {total}")?;
            for note in &event.notes {
                writeln!(f, "{}", format!("#note {note}").trim_end())?;
            }
        }
        Ok(())
    }
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
            #tile-distribution catalan\n>B: ?A[L·L] 8G a[L·L] +20 20\n>A: AA[L·L] -A[L·L] +0 0\n>B: A 8G ..A +11 31\n\
            >A: AA - +0 0\n>B: (AA) +4 35\n";
        let record = Gcg::of(&game, &catalan, &header);
        assert_eq!(record.to_string(), expected);
        assert_eq!(Gcg::read("x", expected.as_bytes()).unwrap(), record);
        header.first = 0;
        game.left = ["L·L".to_string(), "AA".to_string()];
        game.settlement = [-10, -2];
        game.scores = [21, -2];
        let text = Gcg::of(&game, &catalan, &header).to_string();
        assert!(
            text.ends_with(">B: AA - +0 0\n>A: [L·L] ([L·L]) -10 21\n>B: AA (AA) -2 -2\n"),
            "{text}"
        );
    }
}
