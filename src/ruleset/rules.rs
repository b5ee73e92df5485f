//! The ruleset, and the builder that every reader of rulesets uses.

use crate::error::{Problem, is_unseen, shown};
use crate::ruleset::board::{Board, MAX_SIDE};
use crate::tiles::{Alphabet, Digraphs, Letter, RulesetFault, Separator, Tile};

/// The count, points and class of a tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TileFacts {
    /// The number in the bag.
    pub count: u8,
    /// Its points; 0 for the blank.
    pub points: u8,
    /// Whether it counts as a vowel.
    pub vowel: bool,
}

impl TileFacts {
    /// Creates the facts of a consonant from its count in the bag and its points.
    pub const fn new(count: u8, points: u8) -> TileFacts {
        TileFacts {
            count,
            points,
            vowel: false,
        }
    }
}

/// The rules of a game, as far as its files depend on them.
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

/// Builds a [`Ruleset`] from its parts.
///
/// The defaults are those of most games of this kind: 2 blanks, the standard board, 7
/// tiles on a rack, 50 points for playing all of them, exchanges while the bag has 7
/// tiles, and digraphs in brackets.
///
/// ```
/// use wordmill::ruleset::{Board, Ruleset, TileFacts};
///
/// let ruleset = Ruleset::builder("tiny")
///     .letter("A", TileFacts { vowel: true, ..TileFacts::new(9, 1) })
///     .letter("B", TileFacts::new(2, 3))
///     .board(Board::new("B2", "...\n.-.\n...\n")?)
///     .rack_size(3)
///     .build()?;
/// assert_eq!((ruleset.bag_size(), ruleset.points(2)), (13, 3));
/// # Ok::<(), wordmill::ruleset::RulesetFault>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct RulesetBuilder {
    name: String,
    letters: Vec<Letter>,
    /// By tile number; the blank first.
    tiles: Vec<TileFacts>,
    /// `None` for the standard board.
    board: Option<Board>,
    rack_size: u8,
    bonus: u16,
    exchange_limit: u16,
    digraphs: Digraphs,
    separator: Separator,
}

impl RulesetBuilder {
    /// Adds the next letter of the alphabet.
    pub fn letter(mut self, letter: impl Into<Letter>, facts: TileFacts) -> Self {
        self.letters.push(letter.into());
        self.tiles.push(facts);
        self
    }

    /// Sets the number of blanks in the bag.
    pub fn blanks(mut self, count: u8) -> Self {
        self.tiles[0].count = count;
        self
    }

    /// Sets the board.
    pub fn board(mut self, board: Board) -> Self {
        self.board = Some(board);
        self
    }

    /// Sets the number of tiles that a player holds.
    pub fn rack_size(mut self, tiles: u8) -> Self {
        self.rack_size = tiles;
        self
    }

    /// Sets the bonus for playing a whole rack.
    pub fn bonus(mut self, points: u16) -> Self {
        self.bonus = points;
        self
    }

    /// Sets the number of tiles that the bag must hold for an exchange.
    pub fn exchange_limit(mut self, tiles: u16) -> Self {
        self.exchange_limit = tiles;
        self
    }

    /// Sets how words spell the tiles whose labels are in brackets.
    pub fn digraphs(mut self, digraphs: Digraphs) -> Self {
        self.digraphs = digraphs;
        self
    }

    /// Sets the sign that separates letters that would form a digraph.
    pub fn separator(mut self, separator: Separator) -> Self {
        self.separator = separator;
        self
    }

    /// Checks the parts together and creates the ruleset.
    pub fn build(self) -> Result<Ruleset, RulesetFault> {
        let ruleset = Ruleset {
            name: self.name,
            alphabet: Alphabet::new(self.letters)?.with_digraphs(self.digraphs, self.separator)?,
            tiles: self.tiles,
            board: self.board.map_or_else(Board::standard, Ok)?,
            rack_size: self.rack_size,
            bonus: self.bonus,
            exchange_limit: self.exchange_limit,
        };
        if ruleset.name.is_empty() {
            return Err(Problem::mismatch("a name", "nothing").of("name").into());
        }
        if ruleset.name.contains(is_unseen) {
            let found = format!("`{}`", shown(&ruleset.name));
            let problem = Problem::mismatch("a name that can be seen in one line", found);
            return Err(problem.of("name").into());
        }
        let bag = ruleset.bag_size();
        if bag == 0 {
            return Err(Problem::mismatch("tiles", "none").of("bag").into());
        }
        let most = (MAX_SIDE as u32).min(bag);
        if !(1..=most).contains(&u32::from(ruleset.rack_size)) {
            let expected =
                format!("1 to {most} tiles (at most {MAX_SIDE}, and no more than the bag's {bag})");
            let problem = Problem::mismatch(expected, ruleset.rack_size);
            return Err(problem.of("rack").into());
        }
        Ok(ruleset)
    }
}

impl Ruleset {
    /// Starts a ruleset with the given name.
    pub fn builder(name: impl Into<String>) -> RulesetBuilder {
        RulesetBuilder {
            name: name.into(),
            letters: Vec::new(),
            tiles: vec![TileFacts::new(2, 0)],
            board: None,
            rack_size: 7,
            bonus: 50,
            exchange_limit: 7,
            digraphs: Digraphs::default(),
            separator: Separator::default(),
        }
    }

    /// The name, as in a recipe or manifest.
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

    /// The number of copies of a tile in the bag; 0 for a number that is not a tile.
    #[inline]
    pub fn count(&self, tile: Tile) -> u8 {
        self.tiles.get(usize::from(tile)).map_or(0, |t| t.count)
    }

    /// A tile's points; 0 for a number that is not a tile.
    #[inline]
    pub fn points(&self, tile: Tile) -> u8 {
        self.tiles.get(usize::from(tile)).map_or(0, |t| t.points)
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The number of tiles that a player holds.
    pub fn rack_size(&self) -> u8 {
        self.rack_size
    }

    /// The bonus for playing a whole rack.
    pub fn bonus(&self) -> u16 {
        self.bonus
    }

    /// The number of tiles that the bag must hold for an exchange.
    pub fn exchange_limit(&self) -> u16 {
        self.exchange_limit
    }

    /// The number of tiles in the game.
    pub fn bag_size(&self) -> u32 {
        self.tiles.iter().map(|t| u32::from(t.count)).sum()
    }
}
