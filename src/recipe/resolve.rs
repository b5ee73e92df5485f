//! A recipe ready to build: its text is valid, and its ruleset is loaded. The module
//! `validate` reads a recipe into this form.

use crate::error::{Diagnostic, Error, Problem, Result};
use crate::recipe::schema::Recipe;
use crate::ruleset::Ruleset;
use crate::source::ListOptions;
use crate::tiles::{Tile, UnknownTile};
use crate::yaml::Document;
use std::path::{Path, PathBuf};

/// A recipe whose own text is valid. Its inputs are not read yet.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ResolvedRecipe {
    /// The recipe's path as the user gave it.
    pub path: PathBuf,
    /// The SHA-256 of its text. [`digest`](Self::digest) is that of its meaning.
    pub sha256: String,
    /// The fields of the recipe.
    pub recipe: Recipe,
    /// Its ruleset.
    pub ruleset: Ruleset,
    /// How its included word lists are read.
    pub list_options: ListOptions,
    /// The recipe's text, for locating faults.
    pub(crate) text: String,
}

impl ResolvedRecipe {
    /// The path of the recipe's lock, whether the file exists or not.
    pub fn lock_path(&self) -> PathBuf {
        self.base().join(format!("{}.sha256", self.recipe.lexicon))
    }

    /// The directory to which paths in the recipe are relative.
    pub fn base(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new(""))
    }

    /// The recipe itself and every file that it reads.
    pub fn sources(&self) -> Vec<PathBuf> {
        let inputs = self.recipe.inputs().into_iter().map(|(_, file)| file);
        let named = inputs.chain([&self.recipe.ruleset[..]]);
        let named = named.map(|name| self.base().join(name));
        named.chain([self.path.clone()]).collect()
    }

    /// Reads a word as the recipe's word lists spell it.
    pub(crate) fn read_word(&self, text: &str) -> Result<Vec<Tile>, UnknownTile> {
        let alphabet = self.ruleset.alphabet();
        let digraphs = self.list_options.digraphs.unwrap_or(alphabet.digraphs());
        let mut word = Vec::new();
        alphabet.read_word_as(digraphs, text, &mut word)?;
        Ok(word)
    }

    /// Creates an error for the recipe as a whole.
    pub fn fault(&self, problem: impl Into<Problem>) -> Error {
        Error::input(&self.path, problem)
    }

    /// Creates a fault for one of the recipe's fields, with its line and column.
    pub(crate) fn fault_at(&self, field: &str, problem: impl Into<Problem>) -> Diagnostic {
        let (path, text) = (&self.path.display().to_string(), &self.text);
        Document { path, text }.fault_at(field, problem)
    }
}
