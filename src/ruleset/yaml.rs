//! Rulesets in YAML: the schema, reading, writing and the digest.

use crate::digest::sha256;
use crate::error::{Diagnostic, Error, Faults, Problem, Result, SHOWN, did_you_mean};
use crate::ruleset::board::{Board, SquareName};
use crate::ruleset::rules::{Ruleset, TileFacts};
use crate::tiles::{Digraphs, Letter, Separator};
use crate::yaml::{Document, YamlValue, fields, is_null, map_faults, message_of};
use serde::{Deserialize, Serialize};
use std::marker::PhantomData;

#[derive(Deserialize, Serialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a ruleset: name, letters, blanks, board …"
)]
struct RulesetText {
    name: String,
    rack: u8,
    bonus: u16,
    exchange: u16,
    blanks: u8,
    /// How words spell the labels in brackets. Omitted if it makes no difference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    digraphs: Option<Digraphs>,
    /// The sign that separates letters that would form a digraph, if it is not `|`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    separator: Option<char>,
    letters: Vec<LetterText>,
    board: BoardChoice,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "a letter: tile, count, points …")]
struct LetterText {
    tile: String,
    /// The blank label, if it is not the lower case of `tile`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    blank: Option<String>,
    count: u8,
    points: u8,
    #[serde(default)]
    vowel: u8,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    also: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    read_as: Option<String>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum BoardChoice {
    Named(String),
    Drawn(BoardText),
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "a board: start and squares")]
struct BoardText {
    start: String,
    squares: String,
}

impl<'de> Deserialize<'de> for BoardChoice {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let what = "the name of a built-in board, or start and squares";
        crate::yaml::text_or_map(d, what, BoardChoice::Named, BoardChoice::Drawn)
    }
}

impl Ruleset {
    /// Reads a ruleset in YAML. Errors call it `path`.
    pub fn from_yaml(path: &str, text: &str) -> Result<Ruleset> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let document = Document { path, text };
        let parsed: RulesetText =
            crate::yaml::read(document).map_err(|first| all_faults(document, first))?;
        if is_null(text, "name", &parsed.name) {
            let problem = Problem::mismatch("a name", "nothing").of("name");
            return Err(Error::input(path, problem));
        }
        check_parts(path, &parsed)?;
        let mut builder = Ruleset::builder(parsed.name)
            .blanks(parsed.blanks)
            .board(read_board(path, &parsed.board)?)
            .rack_size(parsed.rack)
            .bonus(parsed.bonus)
            .exchange_limit(parsed.exchange)
            .digraphs(parsed.digraphs.unwrap_or_default());
        if let Some(sign) = parsed.separator {
            let separator = Separator::new(sign);
            builder = builder.separator(separator.map_err(|problem| Error::input(path, problem))?);
        }
        let mut places = Vec::with_capacity(parsed.letters.len());
        for (i, letter) in parsed.letters.into_iter().enumerate() {
            places.push(place_of(i, &letter));
            let facts = TileFacts {
                count: letter.count,
                points: letter.points,
                vowel: letter.vowel == 1,
            };
            builder = builder.letter(letter.spelling(), facts);
        }
        builder.build().map_err(|fault| {
            let mut problem = fault.problem.clone();
            if let Some(i) = fault.letter {
                problem = problem.of(&places[i]);
            }
            Error::input(path, problem).caused_by(fault)
        })
    }

    /// Writes the ruleset as YAML that reads back as an equal ruleset.
    pub fn to_yaml(&self) -> Result<String> {
        let alphabet = self.alphabet();
        let letters = alphabet.letters().iter().zip(&self.tiles()[1..]);
        // Rulesets that don't need these fields keep the digests they had before the
        // fields existed.
        let matters = alphabet.has_digraphs();
        let digraphs = Some(alphabet.digraphs());
        let separator = Some(alphabet.separator());
        let separator = separator.filter(|&sign| matters && sign != Separator::default());
        let text = RulesetText {
            name: self.name().to_string(),
            rack: self.rack_size(),
            bonus: self.bonus(),
            exchange: self.exchange_limit(),
            blanks: self.tiles()[0].count,
            digraphs: digraphs.filter(|&way| matters && way != Digraphs::default()),
            separator: separator.map(Separator::sign),
            letters: letters
                .map(|(letter, facts)| LetterText {
                    tile: letter.label.clone(),
                    blank: Some(letter.blank_label.clone()),
                    count: facts.count,
                    points: facts.points,
                    vowel: u8::from(facts.vowel),
                    also: letter.aliases.clone(),
                    read_as: letter.read_as.clone(),
                })
                .collect(),
            board: BoardChoice::Drawn(BoardText {
                start: SquareName(self.board().start().0, self.board().start().1).to_string(),
                squares: self.board().drawing(),
            }),
        };
        serde_yaml::to_string(&text)
            .map_err(|e| Error::input("", format!("can't write the ruleset: {e}")).caused_by(e))
    }

    /// The SHA-256 of everything that the ruleset defines. Equal rulesets have equal
    /// digests, however they are written.
    pub fn digest(&self) -> Result<String> {
        Ok(sha256(self.to_yaml()?.as_bytes()))
    }
}

/// Collects every fault of a text that can't be read as a ruleset. The parser stops at
/// the first.
fn all_faults(document: Document<'_>, first: Error) -> Error {
    let mut faults = Faults::default();
    faults.take(first);
    let Some(ruleset) = fields(document.text) else {
        return faults.into_error();
    };
    let mut found = map_faults(document, "", &ruleset, PhantomData::<RulesetText>);
    let a_letter = PhantomData::<LetterText>;
    let letters = ruleset.get("letters").and_then(YamlValue::as_sequence);
    for (i, letter) in letters.into_iter().flatten().enumerate() {
        if found.len() <= SHOWN && message_of(a_letter, letter.clone()).is_some() {
            let field = format!("letters[{i}]");
            found.extend(map_faults(document, &field, letter, a_letter));
        }
    }
    faults.add_new(found);
    faults.by_line(document.path).into_error()
}

/// Checks each letter and the board separately, so that one error lists all faults.
fn check_parts(path: &str, parsed: &RulesetText) -> Result<()> {
    let mut faults = Faults::default();
    for (i, letter) in parsed.letters.iter().enumerate() {
        let mut add = |problem: Problem| {
            faults.add(|| Diagnostic::new(path, problem.of(place_of(i, letter))));
        };
        if letter.vowel > 1 {
            add(Problem::mismatch("0 or 1", letter.vowel).of("vowel"));
        }
        if let Err(problem) = letter.spelling().check() {
            add(problem);
        }
    }
    if let Err(error) = read_board(path, &parsed.board) {
        faults.take(error);
    }
    faults.into_result()
}

fn place_of(i: usize, letter: &LetterText) -> String {
    format!("letters[{i}] `{}`", letter.tile)
}

impl LetterText {
    fn spelling(&self) -> Letter {
        let mut spelling = Letter::new(self.tile.clone());
        if let Some(blank) = &self.blank {
            spelling.blank_label = blank.clone();
        }
        spelling.aliases = self.also.clone();
        spelling.read_as = self.read_as.clone();
        spelling
    }
}

fn read_board(path: &str, choice: &BoardChoice) -> Result<Board> {
    let board = match choice {
        BoardChoice::Drawn(text) => Board::new(&text.start, &text.squares),
        BoardChoice::Named(name) => Board::builtin(name).unwrap_or_else(|| {
            let expected = "`standard`, `super`, or start and squares";
            let problem = Problem::mismatch(expected, format!("`{name}`"));
            Err(problem.of("board").into())
        }),
    };
    board.map_err(|fault| {
        let mut diagnostic = Diagnostic::new(path, fault.problem.clone());
        if let BoardChoice::Named(name) = choice {
            diagnostic.advice = did_you_mean(name, Board::builtin_names());
        }
        Error::from(diagnostic).caused_by(fault)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TINY: &str = "name: tiny\nrack: 2\nbonus: 5\nexchange: 1\nblanks: 1\nletters:\n  \
                        - {tile: A, count: 2, points: 1, vowel: 1}\n  \
                        - {tile: B, count: 2, points: 3}\nboard:\n  start: B2\n  squares: |\n    \
                        ...\n    .-.\n    ...\n";

    fn error(from: &str, to: &str) -> String {
        assert!(TINY.contains(from));
        let read = Ruleset::from_yaml("tiny.yaml", &TINY.replace(from, to));
        read.unwrap_err().to_string()
    }

    #[test]
    fn a_small_ruleset_reads() {
        let r = Ruleset::from_yaml("tiny.yaml", TINY).unwrap();
        assert_eq!(r.bag_size(), 5);
        assert_eq!(r.board().start(), (1, 1));
        assert!(r.tiles()[1].vowel && !r.tiles()[2].vowel);
    }

    #[test]
    fn lint_names_the_place() {
        for (from, to, expected) in [
            (
                "vowel: 1",
                "vowel: 10",
                "tiny.yaml: letters[0] `A`: vowel: expected 0 or 1, found 10",
            ),
            (
                "tile: B",
                "tile: A",
                "tiny.yaml: letters[1] `A`: `A` stands for `A` and for `A`",
            ),
            (
                "    .-.",
                "    .-",
                "tiny.yaml: board row 2: expected 3 squares as in row 1, found 2",
            ),
            (
                "start: B2",
                "start: B4",
                "tiny.yaml: start square B4 is off the board of 3 rows and 3 columns",
            ),
            (
                "rack: 2",
                "rack: 6",
                "tiny.yaml: rack: expected 1 to 5 tiles (at most 63, and no more than the bag's 5), found 6",
            ),
            (
                "name: tiny",
                "name: ''",
                "tiny.yaml: name: expected a name, found nothing",
            ),
            (
                "count: 2, points: 3",
                "count: 2, point: 3",
                "tiny.yaml:8:25: letters[1]: unknown field `point`, expected one of `tile`, `blank`, \
                 `count`, `points`, `vowel`, `also`, `read_as`; did you mean `points`?",
            ),
        ] {
            assert_eq!(error(from, to), expected);
        }
    }

    #[test]
    fn an_unknown_board_is_named() {
        let text = TINY.split("board:").next().unwrap().to_string() + "board: round\n";
        assert_eq!(
            Ruleset::from_yaml("tiny.yaml", &text)
                .unwrap_err()
                .to_string(),
            "tiny.yaml: board: expected `standard`, `super`, or start and squares, found `round`"
        );
    }
}
