//! The data of a study database besides the words themselves.

use crate::lexicon::{Definitions, Words};
use crate::tiles::Tile;
use std::collections::BTreeMap;

/// The difficulty of alphagrams, by their sorted tiles; 1 for the easiest.
pub type Difficulties = BTreeMap<Vec<Tile>, u32>;

/// The data of a study database besides the words. Any of it may be missing.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct StudyNotes {
    /// Definitions of these words, or of others to which their links lead.
    pub definitions: Definitions,
    /// The words of the previous edition.
    pub previous: Option<Words>,
    /// The newest lexicon of the other family, and the symbol for words that it lacks.
    pub newest: Option<(LexiconSymbol, Words)>,
    /// The difficulty of alphagrams; 0 for those not listed.
    pub difficulties: Difficulties,
}

/// The symbol for words that the other family of lexicons lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "recipe", derive(serde::Deserialize))]
pub enum LexiconSymbol {
    /// `#`: a word of CSW that the newest TWL lacks.
    #[cfg_attr(feature = "recipe", serde(rename = "#"))]
    Hash,
    /// `$`: a word of TWL that the newest CSW lacks.
    #[cfg_attr(feature = "recipe", serde(rename = "$"))]
    Dollar,
}

impl LexiconSymbol {
    /// The character.
    pub const fn sign(self) -> char {
        match self {
            LexiconSymbol::Hash => '#',
            LexiconSymbol::Dollar => '$',
        }
    }
}
