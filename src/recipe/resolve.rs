//! From a recipe's text to what it means: files read, names checked.

use crate::digest::sha256;
use crate::error::{Diagnostic, Error, ErrorKind, Faults, Problem, Result};
use crate::file::{Expected, read_file, read_named, refuse_stray, stray_or};
use crate::recipe::schema::{Expect, Recipe, WordFile, WordSources};
use crate::recipe::validate::{Outline, RecipeFaults, missing};
use crate::ruleset::Ruleset;
use crate::source::{Keep, LengthBounds, ListOptions};
use regex::Regex;
use std::path::{Path, PathBuf};

/// The fewest tiles of a word where nothing else is said.
pub const DEFAULT_MIN_LENGTH: usize = 2;

/// A recipe whose own text is sound; its inputs are not read yet.
#[derive(Clone, Debug)]
pub struct ResolvedRecipe {
    /// The recipe's path as the user gave it.
    pub path: PathBuf,
    /// The SHA-256 of its text.
    pub sha256: String,
    /// What it says.
    pub recipe: Recipe,
    /// The rules it is for.
    pub ruleset: Ruleset,
    /// Its text, for the places of faults.
    text: String,
}

/// An input file, read.
#[derive(Clone, Debug)]
pub struct Input {
    /// The path as the recipe gives it; of an absolute one only the name.
    pub name: String,
    /// The path to open, and the one diagnostics name.
    pub path: PathBuf,
    /// What the file holds.
    pub bytes: Vec<u8>,
    /// Its SHA-256.
    pub sha256: String,
}

/// Reads a text; `expected` says what is in it.
pub fn read_text(path: &Path, expected: Expected) -> Result<String> {
    let bytes = read_file(path)?;
    refuse_stray(path, &bytes, expected)?;
    as_text(path, bytes)
}

fn as_text(path: &Path, bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|e| {
        let valid = &e.as_bytes()[..e.utf8_error().valid_up_to()];
        let line = valid.iter().filter(|&&b| b == b'\n').count() as u64 + 1;
        Error::new(
            ErrorKind::Input,
            Diagnostic::new(path.display().to_string(), "expected UTF-8").at_line(line),
        )
    })
}

/// A ruleset by its built-in name or by a path, relative to `base`.
pub fn load_ruleset(choice: &str, base: &Path) -> Result<Ruleset> {
    let is = |extension: &str| choice.to_ascii_lowercase().ends_with(extension);
    let is_csv = is(".csv");
    let path = base.join(choice);
    if !is_csv && !is(".yaml") && !is(".yml") {
        let ruleset = Ruleset::builtin(choice);
        return ruleset.map_err(|unknown| stray_or(&path, Expected::Ruleset, unknown));
    }
    let text = read_text(&path, Expected::Ruleset)?;
    let shown = path.display().to_string();
    if is_csv {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        Ruleset::from_distribution(&shown, &stem, &text)
    } else {
        Ruleset::from_yaml(&shown, &text)
    }
}

impl ResolvedRecipe {
    /// Reads a recipe and its ruleset.
    pub fn read(path: &Path) -> Result<ResolvedRecipe> {
        ResolvedRecipe::parse(path, &read_text(path, Expected::Recipe)?)
    }

    /// Reads a recipe's text; its ruleset is read if it is a file. All that is
    /// wrong is named at once.
    pub fn parse(path: &Path, text: &str) -> Result<ResolvedRecipe> {
        let shown = path.display().to_string();
        let base = path.parent().unwrap_or(Path::new(""));
        let mut faults = RecipeFaults::new(&shown, text, base);
        let (recipe, outline) = faults.read();
        let ruleset = outline.ruleset.as_deref();
        let ruleset = ruleset.and_then(|choice| faults.load_ruleset(choice));
        // An unknown ruleset hides nothing but how long its words may be.
        if let Some(sources) = recipe.as_ref().and_then(|recipe| recipe.words.as_ref()) {
            let longest = ruleset.as_ref().map_or(usize::MAX, longest_word);
            for (field, message) in list_options(sources, longest).err().into_iter().flatten() {
                faults.add(field, message);
            }
        }
        let resolved = recipe.zip(ruleset).map(|(recipe, ruleset)| ResolvedRecipe {
            path: path.to_path_buf(),
            sha256: sha256(text.as_bytes()),
            recipe,
            ruleset,
            text: text.to_string(),
        });
        faults.name_missing(&outline.inputs);
        faults.into_result()?;
        resolved.ok_or_else(|| Error::input(shown, "expected a recipe"))
    }

    /// Where the recipe's lock is, if it has one.
    pub fn lock_path(&self) -> PathBuf {
        self.base().join(format!("{}.sha256", self.recipe.lexicon))
    }

    /// The directory that paths in the recipe start from.
    pub fn base(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new(""))
    }

    /// The recipe itself and every file that it is made from.
    pub fn sources(&self) -> Vec<PathBuf> {
        let inputs = Outline::of(&self.recipe).inputs;
        let named = inputs.iter().map(|(_, name)| name.as_str());
        let named = named.chain([self.recipe.ruleset.as_str()]);
        let named = named.map(|name| self.base().join(name));
        named.chain([self.path.clone()]).collect()
    }

    /// An error of the recipe itself.
    pub fn fault(&self, message: impl Into<Problem>) -> Error {
        Error::input(self.path.display().to_string(), message)
    }

    /// What is wrong with a field of the recipe, with its place.
    pub(crate) fn fault_at(&self, field: &str, problem: impl Into<Problem>) -> Diagnostic {
        let path = self.path.display().to_string();
        crate::yaml::fault_at(&path, &self.text, field, problem)
    }

    /// Reads the word list that a field names.
    pub fn read_list(&self, field: &str, list: &WordFile) -> Result<Input> {
        let expected = match list.separator {
            Some(_) => Expected::WordColumn,
            None => Expected::WordList,
        };
        self.read_as(field, &list.file, list.sha256.as_deref(), expected)
    }

    /// Reads the leave table that a field names.
    pub fn read_input(&self, field: &str, name: &str, pinned: Option<&str>) -> Result<Input> {
        self.read_as(field, name, pinned, Expected::LeaveTable)
    }

    /// Reads the input that a field names, and compares it with the digest that
    /// the recipe may pin. What is wrong with the file as a whole has the place
    /// of the field.
    fn read_as(
        &self,
        field: &str,
        name: &str,
        pinned: Option<&str>,
        expected: Expected,
    ) -> Result<Input> {
        let path = self.base().join(name);
        if let Some(message) = missing(field, &path) {
            return Err(Error::new(ErrorKind::Io, self.fault_at(field, message)));
        }
        let at_field = |e: Error| {
            let mut fault = self.fault_at(field, format!("{field}: {e}"));
            fault.remedy = e.diagnostics().last().and_then(|d| d.remedy.clone());
            Error::new(e.kind(), fault).caused_by(e)
        };
        // Not `read_file`: no input of a recipe is the standard input.
        let bytes = read_named(&path).map_err(at_field)?;
        refuse_stray(&path, &bytes, expected).map_err(at_field)?;
        let found = sha256(&bytes);
        match pinned {
            Some(expected) if !expected.eq_ignore_ascii_case(&found) => {
                let field = format!("{}.sha256", field.trim_end_matches(".source"));
                let message = format!("{field} of `{name}`: expected {expected}, found {found}");
                Err(Error::new(ErrorKind::Input, self.fault_at(&field, message)))
            }
            _ => Ok(Input {
                name: portable(name),
                path,
                bytes,
                sha256: found,
            }),
        }
    }

    /// How the recipe's included word lists are to be read.
    pub fn list_options(&self, sources: &WordSources) -> Result<ListOptions> {
        list_options(sources, longest_word(&self.ruleset)).map_err(|wrong| {
            let mut faults = Faults::default();
            for (field, message) in wrong {
                faults.add(|| self.fault_at(field, message));
            }
            faults.into_error()
        })
    }

    /// What has to be true of the words.
    pub fn expect(&self) -> &Expect {
        &self.recipe.expect
    }
}

/// The most tiles of a word where nothing else is said.
fn longest_word(ruleset: &Ruleset) -> usize {
    usize::from(ruleset.board().longer_side())
}

/// How word lists are to be read; `longest` is the most tiles of a word where
/// they say nothing else. Else all that is wrong, each with its field.
fn list_options(
    sources: &WordSources,
    longest: usize,
) -> Result<ListOptions, Vec<(&'static str, String)>> {
    let min = sources.length.min.unwrap_or(DEFAULT_MIN_LENGTH);
    let max = sources.length.max.unwrap_or(longest);
    let length = LengthBounds::new(min, max).with_outside(sources.length.outside);
    let mut wrong = Vec::new();
    if min == 0 || min > max {
        let message =
            format!("words.length: expected min from 1 to max, found min {min} and max {max}");
        wrong.push(("words.length", message));
    }
    let keep = sources.keep.as_deref().map(Regex::new).transpose();
    let keep = keep.unwrap_or_else(|e| {
        let message = format!("words.keep: expected a regular expression: {e}");
        wrong.push(("words.keep", message));
        None
    });
    match wrong.is_empty() {
        true => {
            let keep = keep.map(|keep| Keep::new(move |line| keep.is_match(line)));
            Ok(ListOptions::default().with_length(length).with_keep(keep))
        }
        false => Err(wrong),
    }
}

/// A path that means the same on every machine.
fn portable(path: &str) -> String {
    let name = Path::new(path).file_name();
    match name.filter(|_| Path::new(path).is_absolute()) {
        Some(name) => name.to_string_lossy().into_owned(),
        None => path.to_string(),
    }
}
