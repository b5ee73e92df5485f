//! A word list as a recipe names it.

use crate::source::ListOptions;
use serde::{Deserialize, Deserializer};

/// A word list: its path, and where in its lines the words are.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    remote = "Self",
    deny_unknown_fields,
    expecting = "a word list: file, sha256, column, separator"
)]
#[non_exhaustive]
pub struct WordFile {
    /// The path, relative to the recipe.
    pub file: String,
    /// The digest that the file has to have.
    pub sha256: Option<String>,
    /// The column that holds the word, counted from 1.
    #[serde(default = "first_column")]
    pub column: usize,
    /// The character between columns; white space if not given.
    pub separator: Option<char>,
}

fn first_column() -> usize {
    1
}

impl WordFile {
    /// The options of all lists, with the column and separator of this one.
    pub fn options(&self, all: &ListOptions) -> ListOptions {
        all.clone()
            .with_column(self.column)
            .with_separator(self.separator)
    }
}

/// A word list that is written as a map.
#[derive(Deserialize)]
#[serde(transparent)]
struct InFull(#[serde(with = "WordFile")] WordFile);

impl<'de> Deserialize<'de> for WordFile {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let what = "a path, or a word list: file, sha256, column, separator";
        let from_path = |file| WordFile {
            file,
            sha256: None,
            column: first_column(),
            separator: None,
        };
        crate::yaml::text_or_map(d, what, from_path, |InFull(list)| list)
    }
}
