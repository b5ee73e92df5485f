//! The fields of a recipe for the sources of its words.

use crate::source::{ListOptions, OnBareDigraph, Outside};
use crate::tiles::Digraphs;
use serde::{Deserialize, Deserializer};

/// The fewest tiles of a word unless a recipe sets it.
pub const DEFAULT_MIN_LENGTH: usize = 2;

/// The sources of a recipe's words.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "word sources: include, exclude, keep, length, digraphs, bare_digraphs"
)]
#[non_exhaustive]
pub struct WordSources {
    /// Lists whose words go into the lexicon.
    pub include: Vec<WordFile>,
    /// Lists whose words are removed from the lexicon.
    #[serde(default)]
    pub exclude: Vec<WordFile>,
    /// A regular expression; lines that do not match are dropped.
    pub keep: Option<String>,
    /// How long words may be.
    #[serde(default)]
    pub length: Length,
    /// How digraphs are spelled; the ruleset's default if not given.
    pub digraphs: Option<Digraphs>,
    /// What to do with words that lack the brackets of a digraph.
    #[serde(default)]
    pub bare_digraphs: OnBareDigraph,
}

/// Bounds on the number of tiles of a word.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, expecting = "length bounds: min, max, outside")]
#[non_exhaustive]
pub struct Length {
    /// The fewest tiles; 2 if not given.
    pub min: Option<usize>,
    /// The most tiles; the board's longer side if not given.
    pub max: Option<usize>,
    /// What to do with other words.
    #[serde(default)]
    pub outside: Outside,
}

/// A word list: its path and the column of its words, or a Hunspell dictionary.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    remote = "Self",
    deny_unknown_fields,
    expecting = "a word list: file, sha256, column, separator, hunspell"
)]
#[non_exhaustive]
pub struct WordFile {
    /// The path, relative to the recipe. A list has either this or `hunspell`.
    pub file: Option<String>,
    /// The digest that the file must have.
    pub sha256: Option<String>,
    /// The column that holds the word, counted from 1.
    #[serde(default = "first_column")]
    pub column: usize,
    /// The separator of columns; white space if not given.
    pub separator: Option<char>,
    /// A Hunspell dictionary, whose forms are the words.
    pub hunspell: Option<HunspellFiles>,
}

fn first_column() -> usize {
    1
}

impl WordFile {
    /// The options of all lists, with the column and separator of this one.
    pub fn options(&self, all: &ListOptions) -> ListOptions {
        ListOptions {
            column: self.column,
            separator: self.separator,
            ..all.clone()
        }
    }

    /// Its files: one, or the affix file and the word file of a dictionary. For each,
    /// returns the field that pins its digest, its path, and the digest.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&'static str, &str, Option<&str>)> {
        let file = self.file.as_deref();
        let file = file.map(|file| ("sha256", file, self.sha256.as_deref()));
        let hunspell = self.hunspell.iter().flat_map(|files| {
            let aff = files.aff_sha256.as_deref();
            let dic = files.dic_sha256.as_deref();
            [
                ("hunspell.aff_sha256", &files.aff[..], aff),
                ("hunspell.dic_sha256", &files.dic[..], dic),
            ]
        });
        file.into_iter().chain(hunspell)
    }
}

/// A word list in the form of a map.
#[derive(Deserialize)]
#[serde(transparent)]
struct InFull(#[serde(with = "WordFile")] WordFile);

impl<'de> Deserialize<'de> for WordFile {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let what = "a path, or a word list: file, sha256, column, separator, hunspell";
        let from_path = |file| WordFile {
            file: Some(file),
            sha256: None,
            column: first_column(),
            separator: None,
            hunspell: None,
        };
        crate::yaml::text_or_map(d, what, from_path, |InFull(list)| list)
    }
}

/// The two files of a Hunspell dictionary; their paths are relative to the recipe.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    remote = "Self",
    deny_unknown_fields,
    expecting = "a dictionary: aff, dic, aff_sha256, dic_sha256"
)]
#[non_exhaustive]
pub struct HunspellFiles {
    /// The affix file.
    pub aff: String,
    /// The word file.
    pub dic: String,
    /// The digest that the affix file must have.
    pub aff_sha256: Option<String>,
    /// The digest that the word file must have.
    pub dic_sha256: Option<String>,
}

/// A dictionary in the form of a map.
#[derive(Deserialize)]
#[serde(transparent)]
struct Dictionary(#[serde(with = "HunspellFiles")] HunspellFiles);

impl<'de> Deserialize<'de> for HunspellFiles {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let what =
            "a path without `.aff` and `.dic`, or a dictionary: aff, dic, aff_sha256, dic_sha256";
        let from_path = |path: String| HunspellFiles {
            aff: format!("{path}.aff"),
            dic: format!("{path}.dic"),
            aff_sha256: None,
            dic_sha256: None,
        };
        crate::yaml::text_or_map(d, what, from_path, |Dictionary(files)| files)
    }
}
