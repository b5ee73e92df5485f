//! The formats other than word graphs that hold the words of a lexicon: word maps, the
//! files of Quackle and Zyzzyva, and study databases.
//!
//! Recipes, checks and programs treat them alike: words go in, and the same words come
//! out.

use crate::database::{StudyNotes, build_database, read_database};
use crate::error::{Error, Result, brief};
use crate::foreign::quackle::read_quackle_dawg;
use crate::foreign::quackle_dawg::build_quackle_dawg;
use crate::foreign::quackle_gaddag::{build_quackle_gaddag, read_quackle_gaddag};
use crate::foreign::zyzzyva::{build_zyzzyva, read_zyzzyva};
use crate::graph::GraphFault;
use crate::lexicon::Words;
use crate::limits::GADDAG_WORD_TILES;
use crate::ruleset::Ruleset;
use crate::tiles::Tile;
use crate::wordmap::{self, WordMap};
use std::fmt;

/// A format other than a word graph that holds the words of a lexicon: a word map, a
/// file of Quackle or Zyzzyva, or a study database. All of them belong to other
/// programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "recipe", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "recipe", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum WordFormat {
    /// A word map of the engines MAGPIE and macondo.
    #[cfg_attr(feature = "recipe", serde(rename = "wordmap"))]
    WordMap,
    /// A DAWG of the program Quackle.
    QuackleDawg,
    /// A GADDAG of the program Quackle.
    QuackleGaddag,
    /// A DAWG of the program Zyzzyva.
    Zyzzyva,
    /// A study database of word_db_server.
    Database,
}

impl WordFormat {
    /// All formats.
    pub const ALL: [WordFormat; 5] = [
        WordFormat::WordMap,
        WordFormat::QuackleDawg,
        WordFormat::QuackleGaddag,
        WordFormat::Zyzzyva,
        WordFormat::Database,
    ];

    /// Returns the name used in recipes and options, the extension, and the title used
    /// in messages.
    const fn facts(self) -> (&'static str, &'static str, &'static str) {
        match self {
            WordFormat::WordMap => ("wordmap", "wmp", "a word map"),
            WordFormat::QuackleDawg => ("quackle-dawg", "dawg", "a DAWG of Quackle's"),
            WordFormat::QuackleGaddag => ("quackle-gaddag", "gaddag", "a GADDAG of Quackle's"),
            WordFormat::Zyzzyva => ("zyzzyva", "dwg", "a DAWG of Zyzzyva's"),
            WordFormat::Database => ("database", "db", "a study database"),
        }
    }

    /// Returns the name used in recipes and options.
    pub const fn name(self) -> &'static str {
        self.facts().0
    }

    /// Returns the extension of its files.
    pub const fn extension(self) -> &'static str {
        self.facts().1
    }

    /// Returns the title used in messages.
    pub const fn title(self) -> &'static str {
        self.facts().2
    }

    /// Returns the fewest and the most tiles of a word in a file.
    pub(crate) fn word_lengths(self, ruleset: &Ruleset) -> (usize, usize) {
        match self {
            WordFormat::WordMap => wordmap::word_lengths(ruleset),
            WordFormat::QuackleGaddag => (1, GADDAG_WORD_TILES),
            _ => (1, usize::MAX),
        }
    }

    /// Builds the bytes of a file. Fails if the format can't hold the ruleset or the
    /// words.
    pub fn build(self, words: &Words, ruleset: &Ruleset) -> Result<Vec<u8>> {
        let alphabet = ruleset.alphabet();
        let (fewest, most) = self.word_lengths(ruleset);
        let fits = |word: &&[Tile]| (fewest..=most).contains(&word.len());
        if let Some(word) = words.iter().find(|word| !fits(word)) {
            let text = brief(&alphabet.word_text(word));
            let found = format!("`{text}` of {}", word.len());
            let expected = format!("words of {fewest} to {most} tiles");
            return Err(Error::mismatch("", expected, found).of_part(self.title()));
        }
        match self {
            WordFormat::WordMap => wordmap::build(words, ruleset),
            WordFormat::QuackleDawg => build_quackle_dawg(words, alphabet),
            WordFormat::QuackleGaddag => build_quackle_gaddag(words, alphabet.len()),
            WordFormat::Zyzzyva => build_zyzzyva(words, alphabet),
            WordFormat::Database => build_database(words, ruleset, &StudyNotes::default()),
        }
    }

    /// Reads the words of a file, with full validation.
    pub fn read(self, bytes: &[u8], ruleset: &Ruleset) -> Result<Words, GraphFault> {
        let alphabet = ruleset.alphabet();
        match self {
            WordFormat::WordMap => Ok(WordMap::from_bytes(bytes, alphabet.len())?.words()?),
            WordFormat::QuackleDawg => read_quackle_dawg(bytes, alphabet),
            WordFormat::QuackleGaddag => read_quackle_gaddag(bytes, alphabet.len()),
            WordFormat::Zyzzyva => read_zyzzyva(bytes, alphabet),
            WordFormat::Database => read_database(bytes, ruleset),
        }
    }
}

impl fmt::Display for WordFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
