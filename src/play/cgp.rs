//! Positions in CGP, the one-line notation of crossword games.
//!
//! A line has a board, two racks, two scores and the number of scoreless turns,
//! separated by spaces: `15/…/15 AEINRST/QUIZ 371/402 0`. Operations may follow, each
//! ended by a semicolon: `lex SCOWL80; ld english;`. The rack and score of the side on
//! turn come first. Operations are kept as text. Three of them have a meaning here:
//! `lex` names the lexicon, `ld` the letter distribution and `bdn` the board.

use crate::error::{Error, Problem, Result, shown};
use crate::movegen::Position;
use crate::play::spelling::{named_ruleset, names_of, tiles_text};
use crate::ruleset::Ruleset;
use crate::text;
use std::fmt;

/// The parts of a CGP line. The board and the racks are text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cgp {
    /// The board, in the form that [`Position::read`](crate::movegen::Position::read)
    /// accepts.
    pub board: String,
    /// The racks, that of the side on turn first. The opponent's may be empty.
    pub racks: [String; 2],
    /// The scores, in the same order.
    pub scores: [i32; 2],
    /// The number of scoreless turns so far.
    pub scoreless: u32,
    /// The operations that follow, as name and arguments.
    pub operations: Vec<(String, String)>,
}

fn fault(part: &str, expected: &str, found: &str) -> Error {
    let problem = Problem::mismatch(expected, format!("`{}`", shown(found)));
    Error::input("", problem.of(format!("CGP {part}")))
}

impl Cgp {
    /// Reads a line. Board and racks are checked when a position is read from them.
    ///
    /// ```
    /// # use wordmill::play::Cgp;
    /// let cgp = Cgp::read("15/15 AB/C 10/-2 0 lex X; ld english;")?;
    /// assert_eq!(cgp.racks, ["AB", "C"]);
    /// assert_eq!((cgp.scores, cgp.scoreless), ([10, -2], 0));
    /// assert_eq!(cgp.operation("ld"), Some("english"));
    /// assert_eq!(cgp.to_string(), "15/15 AB/C 10/-2 0 lex X; ld english;");
    /// let error = Cgp::read("15/15 AB").unwrap_err();
    /// assert_eq!(error.to_string(), "CGP racks: expected two racks separated by /, found `AB`");
    /// # Ok::<(), wordmill::error::Error>(())
    /// ```
    pub fn read(text: &str) -> Result<Cgp> {
        let mut rest = text.trim();
        let mut next = || {
            let (field, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            rest = after.trim_start();
            field
        };
        let (board, racks, scores, scoreless) = (next(), next(), next(), next());
        let Some((own, other)) = racks.split_once('/').filter(|(_, o)| !o.contains('/')) else {
            return Err(fault("racks", "two racks separated by /", racks));
        };
        let read = |text: &str| text.parse::<i32>().ok();
        let scores = match scores.split_once('/').map(|(a, b)| (read(a), read(b))) {
            Some((Some(own), Some(other))) => [own, other],
            _ => return Err(fault("scores", "two numbers separated by /", scores)),
        };
        let no_number = |_| fault("turns without a score", "a number", scoreless);
        let scoreless = scoreless.parse().map_err(no_number)?;
        let operations = rest.split(';').map(str::trim).filter(|op| !op.is_empty());
        let operations = operations.map(|op| {
            let (name, arguments) = op.split_once(char::is_whitespace).unwrap_or((op, ""));
            (name.to_string(), arguments.trim().to_string())
        });
        Ok(Cgp {
            board: board.to_string(),
            racks: [own.to_string(), other.to_string()],
            scores,
            scoreless,
            operations: operations.collect(),
        })
    }

    /// Reads a text with a position on each line, and returns each with its line number,
    /// which counts from 1. Empty lines and lines that begin with `#` are skipped. `path`
    /// is the name of the text in errors.
    pub fn read_lines(path: &str, text: &str) -> Result<Vec<(u64, Cgp)>> {
        text::check(path, text.as_bytes())?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines = (1..).zip(text.lines());
        let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        let read = lines.map(|(line, text)| {
            let cgp = Cgp::read(text).map_err(|error| error.at_line_of(path, line))?;
            Ok((line, cgp))
        });
        read.collect()
    }

    /// Creates the line of a position: its board and rack, an empty opponent's rack, no
    /// points, and the operation that names its ruleset.
    ///
    /// ```
    /// # use wordmill::play::Cgp;
    /// # use wordmill::movegen::Position;
    /// # use wordmill::ruleset::Ruleset;
    /// let english = Ruleset::builtin("english")?;
    /// let empty = ["15"; 15].join("/");
    /// let position = Position::read(&english, &empty, "QUIZ?")?;
    /// let cgp = Cgp::of(&position);
    /// assert_eq!(cgp.to_string(), format!("{empty} ?IQUZ/ 0/0 0 ld english;"));
    /// assert_eq!(cgp.position(&english)?.rack(), position.rack());
    /// # Ok::<(), wordmill::error::Error>(())
    /// ```
    pub fn of(position: &Position<'_>) -> Cgp {
        let ruleset = position.ruleset();
        let rack = tiles_text(ruleset.alphabet(), &position.rack().tiles());
        let names = ["ld", "bdn"].into_iter().zip(names_of(ruleset));
        let operations = names.filter_map(|(name, of)| Some((name.to_string(), of?)));
        Cgp {
            board: position.board_text(),
            racks: [rack, String::new()],
            operations: operations.collect(),
            ..Cgp::default()
        }
    }

    /// Sets an operation, replacing one of the same name or following the others.
    /// Arguments that would end the operation or the line are dropped.
    #[must_use]
    pub fn with_operation(mut self, name: &str, arguments: &str) -> Cgp {
        let is_plain = |c: char| c != ';' && !c.is_control();
        if !arguments.is_empty() && arguments.chars().all(is_plain) {
            let arguments = arguments.to_string();
            match self.operations.iter_mut().find(|(known, _)| known == name) {
                Some((_, old)) => *old = arguments,
                None => self.operations.push((name.to_string(), arguments)),
            }
        }
        self
    }

    /// The arguments of the operation with a given name; of the last one if there are
    /// several.
    pub fn operation(&self, name: &str) -> Option<&str> {
        let mut named = self.operations.iter().rev();
        let found = named.find(|(known, _)| known == name);
        found.map(|(_, arguments)| arguments.as_str())
    }

    /// The name that this library would use for the ruleset in the operations `ld` and
    /// `bdn`; `None` if they are missing. There may be no such ruleset.
    pub fn ruleset_name(&self) -> Option<String> {
        named_ruleset(self.operation("ld"), self.operation("bdn"))
    }

    /// The position, with the rack of the side on turn. The opponent's rack must be
    /// possible beside it.
    pub fn position<'r>(&self, ruleset: &'r Ruleset) -> Result<Position<'r>> {
        let [own, other] = &self.racks;
        let mut position = Position::read(ruleset, &self.board, own)?;
        if !other.is_empty() {
            let of_opponent = |error: Error| error.of_part("opponent");
            let read = Position::read(ruleset, &self.board, other).map_err(of_opponent)?;
            let (own, other) = (position.rack().tiles(), read.rack().tiles());
            position.set_pool(&[&own[..], &other].concat())?;
            position.set_rack(&own)?;
        }
        Ok(position)
    }

    /// The same line with the board and the rack of a position, in canonical form.
    #[must_use]
    pub fn placed_in(&self, position: &Position<'_>) -> Cgp {
        let mut placed = Cgp::of(position);
        placed.racks[1].clone_from(&self.racks[1]);
        Cgp {
            board: placed.board,
            racks: placed.racks,
            ..self.clone()
        }
    }

    /// The line after a play by the side on turn. `position` is the board after it,
    /// with the tiles left on the rack. The other side is then on turn.
    #[must_use]
    pub fn after(&self, position: &Position<'_>, score: u32) -> Cgp {
        let mut next = self.placed_in(position);
        next.scores[0] = next.scores[0].saturating_add_unsigned(score);
        next.racks.swap(0, 1);
        next.scores.swap(0, 1);
        next.scoreless = match score {
            0 => next.scoreless.saturating_add(1),
            _ => 0,
        };
        next
    }
}

impl fmt::Display for Cgp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([own, other], [a, b]) = (&self.racks, self.scores);
        write!(f, "{} {own}/{other} {a}/{b} {}", self.board, self.scoreless)?;
        for (name, arguments) in &self.operations {
            match arguments.is_empty() {
                true => write!(f, " {name};")?,
                false => write!(f, " {name} {arguments};")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    const EMPTY: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";

    #[test]
    fn operations_name_rulesets() {
        for (operations, expected) in [
            ("lex X; mcnz 6;", None),
            ("ld german", Some("german")),
            ("ld Polish; bdn CrosswordGame;", Some("polish")),
            ("bdn CrosswordGame;", Some("english")),
            ("bdn SuperCrosswordGame; ld english;", Some("super-english")),
            ("ld english_super;", Some("super-english")),
            ("ld klingon;", Some("klingon")),
            ("ld english; bdn Round;", Some("english on Round")),
        ] {
            let cgp = Cgp::read(&format!("15 A/ 0/0 0 {operations}")).unwrap();
            assert_eq!(cgp.ruleset_name().as_deref(), expected);
        }
    }

    #[test]
    fn positions_of_all_rulesets_come_back() {
        for name in Ruleset::builtin_names() {
            let ruleset = Ruleset::builtin(name).unwrap();
            let mut position = Position::new(&ruleset);
            // The last letters are the rarest and have the longest labels.
            let letters = (1..=ruleset.alphabet().len() as u8).rev();
            let mut rack: Vec<u8> = letters.filter(|&t| ruleset.count(t) > 0).take(3).collect();
            rack.push(0);
            position.set_rack(&rack).unwrap();
            let text = Cgp::of(&position).to_string();
            let cgp = Cgp::read(&text).unwrap();
            assert_eq!(cgp.to_string(), text);
            assert_eq!(cgp.ruleset_name().as_deref(), Some(name), "{text}");
            let again = cgp.position(&ruleset).unwrap();
            assert_eq!(again.rack(), position.rack());
        }
    }

    #[test]
    fn the_opponents_rack_has_to_be_possible() {
        let english = Ruleset::builtin("english").unwrap();
        let read = |racks: &str| {
            let cgp = Cgp::read(&format!("{EMPTY} {racks} 0/0 0")).unwrap();
            cgp.position(&english).map(|position| position.rack_text())
        };
        assert_eq!(read("QI/ZA").unwrap(), "IQ");
        assert_eq!(read("/ZA").unwrap(), "");
        for (racks, expected) in [
            ("Q/Q", "board and rack: expected at most 1 of `Q`, found 2"),
            (
                "Q/ABCDEFGH",
                "opponent: rack: expected at most 7 tiles, found 8",
            ),
            ("Q/A%", "opponent: rack: unknown tile `%` at character 2"),
        ] {
            let error = read(racks).unwrap_err();
            assert_eq!(error.to_string(), expected);
            assert_eq!(error.kind(), ErrorKind::Input);
        }
        assert!(Cgp::read("15 A/B/C 0/0 0").is_err());
    }

    #[test]
    fn operations_stay_within_their_line() {
        let cgp = Cgp::read("15 A/ 0/0 0 lex OLD;").unwrap();
        let cgp = cgp
            .with_operation("lex", "NEW")
            .with_operation("gid", "a;b\n");
        assert_eq!(cgp.to_string(), "15 A/ 0/0 0 lex NEW;");
    }
}
