//! Positions as CGP, the one-line notation of crossword games.
//!
//! A line has a board, two racks, two scores and the number of scoreless turns,
//! separated by spaces: `15/…/15 AEINRST/QUIZ 371/402 0`. Operations may follow,
//! each ended by a semicolon: `lex SCOWL80; ld english;`. The rack and score of the
//! side on turn come first. Operations are kept as text; this reader needs none.

use crate::error::{Error, Problem, Result, shown};

/// The parts of a CGP line. The board and the racks are still text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cgp {
    /// The board, in the form that [`Position::read`](crate::movegen::Position::read) takes.
    pub board: String,
    /// The racks: that of the side on turn first. The opponent's may be empty.
    pub racks: [String; 2],
    /// The scores, in the same order.
    pub scores: [i32; 2],
    /// The number of scoreless turns so far.
    pub scoreless: u32,
    /// The operations that follow: name and arguments.
    pub operations: Vec<(String, String)>,
}

fn fault(part: &str, expected: &str, found: &str) -> Error {
    let problem = Problem::mismatch(expected, format!("`{}`", shown(found)));
    Error::input("", problem.of(format!("CGP {part}")))
}

impl Cgp {
    /// Reads a line. Board and racks are checked when a position is read from
    /// them.
    ///
    /// ```
    /// # use wordmill::play::Cgp;
    /// let cgp = Cgp::read("15/15 AB/C 10/-2 0 lex X; ld english;")?;
    /// assert_eq!(cgp.racks, ["AB", "C"]);
    /// assert_eq!((cgp.scores, cgp.scoreless), ([10, -2], 0));
    /// assert_eq!(cgp.operations[1], ("ld".to_string(), "english".to_string()));
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
        let racks = racks
            .split_once('/')
            .ok_or_else(|| fault("racks", "two racks separated by /", racks))?;
        let read = |text: &str| text.parse::<i32>().ok();
        let scores = match scores.split_once('/').map(|(a, b)| (read(a), read(b))) {
            Some((Some(own), Some(other))) => [own, other],
            _ => return Err(fault("scores", "two numbers separated by /", scores)),
        };
        let scoreless = scoreless
            .parse()
            .map_err(|_| fault("turns without a score", "a number", scoreless))?;
        let operations = rest.split(';').map(str::trim).filter(|op| !op.is_empty());
        let operations = operations.map(|op| {
            let (name, arguments) = op.split_once(char::is_whitespace).unwrap_or((op, ""));
            (name.to_string(), arguments.trim().to_string())
        });
        Ok(Cgp {
            board: board.to_string(),
            racks: [racks.0.to_string(), racks.1.to_string()],
            scores,
            scoreless,
            operations: operations.collect(),
        })
    }
}
