//! What a recipe may say. Unknown fields are refused.

use crate::error::shown;
use crate::graph::{Content, GraphSpec, Layout, NodeFormat};
use crate::leave::LeaveSpec;
use crate::lexicon::ValueFormat;
use crate::source::{LeaveOptions, ListOptions, Outside};
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;

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
    /// The count files to make of graphs.
    #[serde(default)]
    pub counts: Vec<CountsOutput>,
    /// The member files to make of graphs.
    #[serde(default)]
    pub members: Vec<MembersOutput>,
    /// The leave files to make.
    #[serde(default)]
    pub leaves: Vec<LeavesOutput>,
    /// A table of positions that moves are checked with; its path is relative
    /// to the recipe.
    pub positions: Option<String>,
    /// What has to be true of the result.
    #[serde(default)]
    pub expect: Expect,
}

/// The two parts of a recipe, each made by a program of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// What is made from words: graphs, counts, members.
    Words,
    /// What is made from leave tables.
    Leaves,
}

impl PartKind {
    /// The other one.
    pub fn other(self) -> PartKind {
        match self {
            PartKind::Words => PartKind::Leaves,
            PartKind::Leaves => PartKind::Words,
        }
    }
}

impl Recipe {
    /// The names of the files that a part of the recipe makes, each with the
    /// field that names it.
    pub fn files_of(&self, part: PartKind) -> Vec<(String, &str)> {
        fn named<'a>(
            field: &str,
            files: impl Iterator<Item = &'a String>,
        ) -> Vec<(String, &'a str)> {
            let place = |(i, file): (usize, &'a String)| (format!("{field}[{i}]"), file.as_str());
            files.enumerate().map(place).collect()
        }
        match part {
            PartKind::Words => [
                named("graphs", self.graphs.iter().map(|g| &g.file)),
                named("counts", self.counts.iter().map(|c| &c.file)),
                named("members", self.members.iter().map(|m| &m.file)),
            ]
            .concat(),
            PartKind::Leaves => named("leaves", self.leaves.iter().map(|l| &l.file)),
        }
    }

    /// The names of all files that the recipe makes, with their fields.
    pub fn files(&self) -> Vec<(String, &str)> {
        [PartKind::Words, PartKind::Leaves]
            .map(|part| self.files_of(part))
            .concat()
    }

    /// Whether the recipe makes a file of this name.
    pub fn makes(&self, name: &str) -> bool {
        self.files().iter().any(|(_, file)| *file == name)
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

impl WordFile {
    /// How the list is read: as all are, and where its words stand.
    pub fn options(&self, all: &ListOptions) -> ListOptions {
        all.clone()
            .with_column(self.column)
            .with_separator(self.separator)
    }
}

#[derive(Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a word list: file, sha256, column, separator"
)]
struct WordFileText {
    file: String,
    #[serde(default, deserialize_with = "read_digest")]
    sha256: Option<String>,
    #[serde(default = "first_column")]
    column: usize,
    separator: Option<char>,
}

fn first_column() -> usize {
    1
}

/// Reads a SHA-256. One that is not whole could never be that of a file.
fn read_digest<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let digest = Option::<Digest>::deserialize(deserializer)?;
    Ok(digest.map(|Digest(digest)| digest))
}

struct Digest(String);

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(DigestVisitor)
    }
}

/// It is the visitor that says no, so that the fault has the place of the sum.
struct DigestVisitor;

impl Visitor<'_> for DigestVisitor {
    type Value = Digest;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("64 hexadecimal digits")
    }

    fn visit_str<E: de::Error>(self, digest: &str) -> Result<Digest, E> {
        let is_digits = digest.bytes().all(|byte| byte.is_ascii_hexdigit());
        match digest.len() {
            64 if is_digits => Ok(Digest(digest.to_string())),
            digits if is_digits => Err(E::custom(format!(
                "expected 64 hexadecimal digits, found {digits}"
            ))),
            _ => {
                let found = shown(digest);
                Err(E::custom(format!(
                    "expected 64 hexadecimal digits, found `{found}`"
                )))
            }
        }
    }
}

impl<'de> Deserialize<'de> for WordFile {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
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

/// The counts of a graph's nodes: a `.kwc` file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "counts: file, of")]
pub struct CountsOutput {
    /// The file's name in the output directory.
    pub file: String,
    /// The name of the graph, which the same recipe makes.
    pub of: String,
}

/// Which words of a graph are in another lexicon: a `.kwi` file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "members: file, of, words")]
pub struct MembersOutput {
    /// The file's name in the output directory.
    pub file: String,
    /// The name of the graph, which the same recipe makes.
    pub of: String,
    /// The other lexicon's word lists.
    pub words: Vec<WordFile>,
}

/// One leave file to make.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "leaves: file, source, sha256, values, layout, beyond_bag, beyond_rack"
)]
pub struct LeavesOutput {
    /// The file's name in the output directory.
    pub file: String,
    /// The CSV of the table; its path is relative to the recipe.
    pub source: String,
    /// The digest that the CSV has to have.
    #[serde(default, deserialize_with = "read_digest")]
    pub sha256: Option<String>,
    /// How values are written.
    #[serde(default)]
    pub values: ValueFormat,
    /// How the lists of its graph are arranged.
    #[serde(default)]
    pub layout: Layout,
    /// Whether a leave may have more of a tile than the bag.
    #[serde(default)]
    pub beyond_bag: bool,
    /// Whether a leave may have as many tiles as a rack, or more.
    #[serde(default)]
    pub beyond_rack: bool,
}

impl LeavesOutput {
    /// What to build.
    pub fn spec(&self) -> LeaveSpec {
        LeaveSpec {
            values: self.values,
            layout: self.layout,
        }
    }

    /// What leaves the table may have.
    pub fn options(&self) -> LeaveOptions {
        LeaveOptions::default()
            .with_beyond_bag(self.beyond_bag)
            .with_beyond_rack(self.beyond_rack)
            .with_values(self.values)
    }
}

/// How much of the possible leaves a table has to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Completeness {
    /// All of them.
    Complete,
}

/// Assertions about what is made.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "expectations: words, per_length, contains, lacks, all_tiles_used, leaves"
)]
pub struct Expect {
    /// How many words there are.
    pub words: Option<u64>,
    /// How many words there are of some lengths.
    #[serde(default, deserialize_with = "crate::yaml::distinct_keys")]
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
    /// How much of the possible leaves the leave tables have to have.
    pub leaves: Option<Completeness>,
}
