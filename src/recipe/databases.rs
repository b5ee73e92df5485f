//! The fields of a recipe for study databases.

use crate::database::LexiconSymbol;
use crate::recipe::word_sources::WordFile;
use serde::Deserialize;

/// A study database to build (`.db`).
#[derive(Clone, Debug, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a study database: file, definitions, previous, newest, difficulty"
)]
#[non_exhaustive]
pub struct DatabaseOutput {
    /// The file's name in the output directory.
    pub file: String,
    /// Word lists with a definition after each word.
    #[serde(default)]
    pub definitions: Vec<WordFile>,
    /// Files with the words of the previous edition.
    #[serde(default)]
    pub previous: Vec<WordFile>,
    /// The newest lexicon of the other family.
    pub newest: Option<NewestLexicon>,
    /// Tables with the difficulty of alphagrams.
    #[serde(default)]
    pub difficulty: Vec<WordFile>,
}

/// The newest lexicon of another family, and the symbol for words that it lacks.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "the newest lexicon of the other family: symbol, words"
)]
#[non_exhaustive]
pub struct NewestLexicon {
    /// The symbol for words that it lacks.
    pub symbol: LexiconSymbol,
    /// Files with its words.
    pub words: Vec<WordFile>,
}

impl DatabaseOutput {
    /// The files it is built from besides the words: for each list its field, its role
    /// in manifests, and its files.
    pub(crate) fn inputs(&self) -> Vec<(&'static str, &'static str, &[WordFile])> {
        let newest = self.newest.as_ref().map(|newest| &newest.words[..]);
        vec![
            ("definitions", DEFINITIONS, &self.definitions),
            ("previous", PREVIOUS, &self.previous),
            ("newest.words", NEWEST, newest.unwrap_or_default()),
            ("difficulty", DIFFICULTY, &self.difficulty),
        ]
    }
}

/// The role of lists of definitions.
pub(crate) const DEFINITIONS: &str = "definitions";
/// The roles of the other files that study databases are built from.
pub(crate) const PREVIOUS: &str = "previous";
pub(crate) const NEWEST: &str = "newest";
pub(crate) const DIFFICULTY: &str = "difficulty";
