//! What a recipe may say. Unknown fields are refused.

use crate::graph::{Content, GraphSpec, Layout, NodeFormat};
use crate::source::Outside;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A recipe as it is written.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a recipe: lexicon, ruleset, words, graphs …"
)]
pub struct Recipe {
    /// The lexicon's name; the manifest and the lock are named after it.
    pub lexicon: String,
    /// A built-in ruleset's name, or a path.
    pub ruleset: String,
    /// The word lists; needed for graphs.
    pub words: Option<WordSources>,
    /// The graph files to make.
    #[serde(default)]
    pub graphs: Vec<GraphOutput>,
    /// What has to be true of the result.
    #[serde(default)]
    pub expect: Expect,
}

impl Recipe {
    /// The names of all files that the recipe makes.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.graphs.iter().map(|graph| graph.file.as_str())
    }

    /// Whether the recipe makes a file of this name.
    pub fn makes(&self, name: &str) -> bool {
        self.files().any(|file| file == name)
    }
}

/// Where the words come from.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "word sources: include, exclude, keep, length"
)]
pub struct WordSources {
    /// Lists that are united.
    pub include: Vec<WordFile>,
    /// Lists whose words are taken away.
    #[serde(default)]
    pub exclude: Vec<WordFile>,
    /// A regular expression; lines that do not match are dropped.
    pub keep: Option<String>,
    /// How long words may be.
    #[serde(default)]
    pub length: Length,
}

/// Bounds for the number of tiles of a word.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, expecting = "length bounds: min, max, outside")]
pub struct Length {
    /// The fewest tiles; 2 if not given.
    pub min: Option<usize>,
    /// The most tiles; the board's longer side if not given.
    pub max: Option<usize>,
    /// What happens to other words.
    #[serde(default)]
    pub outside: Outside,
}

/// One word list.
#[derive(Clone, Debug)]
pub struct WordFile {
    /// The path, relative to the recipe.
    pub file: String,
    /// The digest that the file has to have.
    pub sha256: Option<String>,
    /// The column that holds the word, from 1.
    pub column: usize,
    /// What separates columns; white space if not given.
    pub separator: Option<char>,
}

#[derive(Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a word list: file, sha256, column, separator"
)]
struct WordFileText {
    file: String,
    sha256: Option<String>,
    #[serde(default = "first_column")]
    column: usize,
    separator: Option<char>,
}

fn first_column() -> usize {
    1
}

impl<'de> Deserialize<'de> for WordFile {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let what = "a path, or a word list: file, sha256, column, separator";
        crate::yaml::text_or_map(
            d,
            what,
            |file| WordFile {
                file,
                sha256: None,
                column: first_column(),
                separator: None,
            },
            |full: WordFileText| WordFile {
                file: full.file,
                sha256: full.sha256,
                column: full.column,
                separator: full.separator,
            },
        )
    }
}

/// One graph file to make.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a graph: file, content, layout, node"
)]
pub struct GraphOutput {
    /// The file's name in the output directory.
    pub file: String,
    /// What the graph holds.
    #[serde(default)]
    pub content: Content,
    /// How its lists are arranged.
    #[serde(default)]
    pub layout: Layout,
    /// How its nodes are written.
    #[serde(default)]
    pub node: NodeFormat,
}

impl GraphOutput {
    /// What to build.
    pub fn spec(&self) -> GraphSpec {
        GraphSpec {
            content: self.content,
            layout: self.layout,
            format: self.node,
        }
    }
}

/// Assertions about the words.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "expectations: words, per_length, contains, lacks, all_tiles_used"
)]
pub struct Expect {
    /// How many words there are.
    pub words: Option<u64>,
    /// How many words there are of some lengths.
    #[serde(default)]
    pub per_length: BTreeMap<usize, u64>,
    /// Words that have to be there.
    #[serde(default)]
    pub contains: Vec<String>,
    /// Words that must not be there.
    #[serde(default)]
    pub lacks: Vec<String>,
    /// Whether every letter of the bag has to be in some word.
    #[serde(default)]
    pub all_tiles_used: bool,
}
