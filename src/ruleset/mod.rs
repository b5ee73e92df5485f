//! Rulesets: an alphabet with counts and points, a board, and the few numbers
//! in which games of this kind differ.
//!
//! A ruleset is read from YAML, or from a letter distribution CSV (which says
//! nothing of the board: the standard one is taken). The built-in ones are the
//! files in `rulesets/`, compiled in and read by the same code as anyone's own.
//! Everything is checked when it is read; a [`Ruleset`] that exists is sound.

mod board;
mod builtin;
mod distribution;
mod draws;
mod leaves;
mod yaml;

pub use board::{Board, ColumnName, MAX_SIDE, Square, SquareName, read_square};
pub use draws::Draws;
pub use leaves::{ImpossibleLeave, MAX_LEAVE};

use crate::error::{Diagnostic, Error, ErrorKind, Result, did_you_mean};
use crate::tiles::{Alphabet, Letter, Tile};
use sha2::{Digest, Sha256};

/// What a tile is worth and how many of it there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileFacts {
    /// How many the bag has.
    pub count: u8,
    /// Its points; 0 for the blank.
    pub points: u8,
    /// Whether it counts as a vowel.
    pub vowel: bool,
}

/// The rules of a game as far as its files depend on them.
#[derive(Clone, Debug)]
pub struct Ruleset {
    name: String,
    alphabet: Alphabet,
    /// By tile number; the blank first.
    tiles: Vec<TileFacts>,
    board: Board,
    rack_size: u8,
    bonus: u16,
    exchange_limit: u16,
}

/// The parts of a ruleset before they are checked together.
struct Parts {
    name: String,
    letters: Vec<(Letter, TileFacts)>,
    blanks: u8,
    board: Board,
    rack_size: u8,
    bonus: u16,
    exchange_limit: u16,
}

impl Ruleset {
    /// A ruleset of the given name among the built-in ones.
    ///
    /// ```
    /// let english = wordmill::ruleset::Ruleset::builtin("english")?;
    /// assert_eq!(english.alphabet().len(), 26);
    /// assert_eq!(english.bag_size(), 100);
    /// # Ok::<(), wordmill::error::Error>(())
    /// ```
    pub fn builtin(name: &str) -> Result<Ruleset> {
        match builtin::text(name) {
            Some(text) => Ruleset::from_yaml(&format!("rulesets/{name}.yaml"), text),
            None => {
                let known: Vec<_> = Ruleset::builtin_names().collect();
                let problem = format!(
                    "unknown ruleset `{name}`; expected one of {}, or a path to a ruleset (.yaml) \
                     or a letter distribution (.csv)",
                    known.join(", ")
                );
                let mut diagnostic = Diagnostic::new("", problem);
                diagnostic.advice = did_you_mean(name, known);
                Err(Error::new(ErrorKind::Input, diagnostic))
            }
        }
    }

    /// The names of the built-in rulesets.
    pub fn builtin_names() -> impl Iterator<Item = &'static str> {
        builtin::names()
    }

    /// Reads a ruleset in YAML; `path` is what errors call it.
    pub fn from_yaml(path: &str, text: &str) -> Result<Ruleset> {
        yaml::read(path, text)
    }

    /// Reads a letter distribution; `name` becomes the ruleset's name.
    pub fn from_distribution(path: &str, name: &str, text: &str) -> Result<Ruleset> {
        distribution::read(path, name, text)
    }

    /// The ruleset as YAML that reads back to the same.
    pub fn to_yaml(&self) -> Result<String> {
        yaml::write(self)
    }

    /// Checks the parts together. `place` names a letter for errors.
    fn assemble(parts: Parts, fail: impl Fn(Option<usize>, String) -> Error) -> Result<Ruleset> {
        let (letters, facts): (Vec<_>, Vec<_>) = parts.letters.into_iter().unzip();
        let alphabet = Alphabet::new(letters).map_err(|fault| fail(fault.letter, fault.message))?;
        let blank = TileFacts {
            count: parts.blanks,
            points: 0,
            vowel: false,
        };
        let ruleset = Ruleset {
            name: parts.name,
            alphabet,
            tiles: std::iter::once(blank).chain(facts).collect(),
            board: parts.board,
            rack_size: parts.rack_size,
            bonus: parts.bonus,
            exchange_limit: parts.exchange_limit,
        };
        if ruleset.name.is_empty() {
            return Err(fail(None, "name: expected a name, found nothing".into()));
        }
        let most = u32::from(MAX_SIDE as u8).min(ruleset.bag_size());
        if ruleset.rack_size == 0 || u32::from(ruleset.rack_size) > most {
            return Err(fail(
                None,
                format!(
                    "rack: expected 1 to {most} tiles (at most {MAX_SIDE}, and no more than the bag's {}), found {}",
                    ruleset.bag_size(),
                    ruleset.rack_size
                ),
            ));
        }
        Ok(ruleset)
    }

    /// The name, as a recipe or manifest gives it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The letters.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// The facts of every tile, by tile number; the blank is tile 0.
    pub fn tiles(&self) -> &[TileFacts] {
        &self.tiles
    }

    /// How many of a tile the bag has; 0 for a number that is not a tile.
    pub fn count(&self, tile: Tile) -> u8 {
        self.tiles.get(usize::from(tile)).map_or(0, |t| t.count)
    }

    /// A tile's points; 0 for a number that is not a tile.
    pub fn points(&self, tile: Tile) -> u8 {
        self.tiles.get(usize::from(tile)).map_or(0, |t| t.points)
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How many tiles a player holds.
    pub fn rack_size(&self) -> u8 {
        self.rack_size
    }

    /// The points added for playing a whole rack.
    pub fn bonus(&self) -> u16 {
        self.bonus
    }

    /// How many tiles the bag has to hold for an exchange.
    pub fn exchange_limit(&self) -> u16 {
        self.exchange_limit
    }

    /// All tiles of the game.
    pub fn bag_size(&self) -> u32 {
        self.tiles.iter().map(|t| u32::from(t.count)).sum()
    }

    /// A digest of everything a ruleset says: equal rulesets have equal
    /// digests, however they are written.
    pub fn digest(&self) -> Result<String> {
        Ok(crate::digest::hex(&Sha256::digest(self.to_yaml()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Letters, tiles in the bag, bonus, exchange limit, board side.
    const FACTS: [(&str, usize, u32, u16, u16, u8); 14] = [
        ("english", 26, 100, 50, 7, 15),
        ("french", 26, 102, 50, 7, 15),
        ("german", 29, 102, 50, 7, 15),
        ("spanish", 28, 100, 50, 1, 15),
        ("catalan", 26, 100, 50, 7, 15),
        ("polish", 32, 100, 50, 7, 15),
        ("norwegian", 32, 100, 50, 7, 15),
        ("swedish", 31, 100, 50, 7, 15),
        ("dutch", 26, 102, 50, 7, 15),
        ("slovene", 29, 100, 50, 7, 15),
        ("super-english", 26, 200, 50, 7, 21),
        ("russian", 33, 104, 50, 7, 15),
        ("erudit", 33, 131, 15, 7, 15),
        ("greek", 24, 104, 50, 7, 15),
    ];

    #[test]
    fn the_builtin_rulesets_are_what_they_claim() {
        let names: Vec<_> = Ruleset::builtin_names().collect();
        assert_eq!(names.len(), FACTS.len());
        for (name, letters, tiles, bonus, exchange, side) in FACTS {
            let r = Ruleset::builtin(name).unwrap();
            assert_eq!(r.name(), name);
            assert_eq!(r.alphabet().len(), letters, "{name}");
            assert_eq!(r.bag_size(), tiles, "{name}");
            assert_eq!(
                (r.rack_size(), r.bonus(), r.exchange_limit()),
                (7, bonus, exchange),
                "{name}"
            );
            assert_eq!((r.board().rows(), r.board().columns()), (side, side));
            assert_eq!(r.board().start(), (side / 2, side / 2));
            let doubles = if name == "erudit" { 1 } else { 2 };
            assert_eq!(r.board().square(side / 2, side / 2).word, doubles, "{name}");
        }
    }

    #[test]
    fn yaml_round_trip_keeps_the_digest() {
        for name in Ruleset::builtin_names() {
            let ruleset = Ruleset::builtin(name).unwrap();
            let text = ruleset.to_yaml().unwrap();
            let again = Ruleset::from_yaml("again.yaml", &text).unwrap();
            assert_eq!(ruleset.digest().unwrap(), again.digest().unwrap(), "{name}");
            assert_eq!(ruleset.tiles(), again.tiles());
            assert_eq!(ruleset.board(), again.board());
        }
    }

    #[test]
    fn aliases_read_as_the_letters_they_stand_for() {
        for (name, text, same) in [
            ("erudit", "ЁЛКА", "ЕЛКА"),
            ("greek", "Λόγος", "ΛΟΓΟΣ"),
            ("greek", "ΐΰϊ", "ΙΥΙ"),
            ("spanish", "1a2a3a", "[CH]A[LL]A[RR]A"),
            ("catalan", "WAYAQAKA", "L·LANYAQUAÇA"),
        ] {
            let r = Ruleset::builtin(name).unwrap();
            assert_eq!(
                r.alphabet().read_word(text).unwrap(),
                r.alphabet().read_word(same).unwrap(),
                "{name} {text}"
            );
        }
        let spanish = Ruleset::builtin("spanish").unwrap();
        assert_eq!(spanish.alphabet().read_word("CHA").unwrap().len(), 3);
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let error = Ruleset::builtin("klingon").unwrap_err().to_string();
        assert!(error.contains("unknown ruleset `klingon`"), "{error}");
        assert!(error.contains("english"), "{error}");
    }
}
