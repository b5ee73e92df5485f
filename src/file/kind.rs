//! The kinds of files: their names and extensions, and which can be opened.

use crate::error::{Error, Problem, Result};
use crate::graph::{Content, NodeFormat};
use crate::lexicon::ValueFormat;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileKind {
    /// A graph of words or alphagrams.
    Graph(Content, NodeFormat),
    /// Leave values as 32-bit floats.
    Klv2,
    /// Leave values as 16-bit integers.
    Klv,
    /// A graph of the program Quackle.
    QuackleDawg,
    /// A leave table: leaves and their values as text.
    LeaveTable,
    /// A word list.
    Text,
    /// A recipe.
    Recipe,
    /// A ruleset.
    Ruleset,
    /// A table of positions.
    Positions,
    /// The manifest of a lexicon.
    Manifest,
    /// The word counts of a graph's nodes.
    Counts,
    /// The words of a graph that are in another lexicon.
    Members,
    /// The ranks of a graph's words.
    Ranks,
}

/// How the name of a manifest ends.
pub(crate) const MANIFEST_SUFFIX: &str = ".manifest.json";

impl FileKind {
    /// The kinds that [`open`](crate::file::open()) opens.
    pub const OPENED: [FileKind; 11] = [
        FileKind::Graph(Content::Gaddawg, NodeFormat::Kwg),
        FileKind::Graph(Content::Dawg, NodeFormat::Kwg),
        FileKind::Graph(Content::Alphagrams, NodeFormat::Kwg),
        FileKind::Graph(Content::Gaddawg, NodeFormat::Kbwg),
        FileKind::Graph(Content::Dawg, NodeFormat::Kbwg),
        FileKind::Graph(Content::Alphagrams, NodeFormat::Kbwg),
        FileKind::Klv2,
        FileKind::Klv,
        FileKind::QuackleDawg,
        FileKind::LeaveTable,
        FileKind::Text,
    ];

    /// The kinds that have no words or leaves of their own.
    pub const OTHERS: [FileKind; 7] = [
        FileKind::Recipe,
        FileKind::Ruleset,
        FileKind::Positions,
        FileKind::Manifest,
        FileKind::Counts,
        FileKind::Members,
        FileKind::Ranks,
    ];

    /// Whether [`open`](crate::file::open()) opens such a file.
    pub fn is_opened(self) -> bool {
        !FileKind::OTHERS.contains(&self)
    }

    /// The name that options use.
    pub const fn name(self) -> &'static str {
        match self {
            FileKind::Graph(Content::Gaddawg, NodeFormat::Kwg) => "gaddawg",
            FileKind::Graph(Content::Dawg, NodeFormat::Kwg) => "dawg",
            FileKind::Graph(Content::Alphagrams, NodeFormat::Kwg) => "alphagrams",
            FileKind::Graph(Content::Gaddawg, NodeFormat::Kbwg) => "kbwg-gaddawg",
            FileKind::Graph(Content::Dawg, NodeFormat::Kbwg) => "kbwg-dawg",
            FileKind::Graph(Content::Alphagrams, NodeFormat::Kbwg) => "kbwg-alphagrams",
            FileKind::Klv2 => "klv2",
            FileKind::Klv => "klv",
            FileKind::QuackleDawg => "quackle",
            FileKind::LeaveTable => "csv",
            FileKind::Text => "text",
            FileKind::Recipe => "recipe",
            FileKind::Ruleset => "ruleset",
            FileKind::Positions => "positions",
            FileKind::Manifest => "manifest",
            FileKind::Counts => "counts",
            FileKind::Members => "members",
            FileKind::Ranks => "ranks",
        }
    }

    /// The extension that such files have, if it says what they are.
    pub const fn extension(self) -> Option<&'static str> {
        Some(match self {
            FileKind::Graph(Content::Alphagrams, NodeFormat::Kwg) => "kad",
            FileKind::Graph(Content::Alphagrams, NodeFormat::Kbwg) => return None,
            FileKind::Graph(_, NodeFormat::Kwg) => "kwg",
            FileKind::Graph(_, NodeFormat::Kbwg) => "kbwg",
            FileKind::Klv2 => "klv2",
            FileKind::Klv => "klv",
            FileKind::QuackleDawg => "dawg",
            FileKind::LeaveTable => "csv",
            FileKind::Text => "txt",
            FileKind::Recipe | FileKind::Ruleset => "yaml",
            FileKind::Positions => "tsv",
            FileKind::Manifest => "json",
            FileKind::Counts => "kwc",
            FileKind::Members => "kwi",
            FileKind::Ranks => "kwp",
        })
    }

    /// The kind that a file's name alone decides: a manifest, or a side file of
    /// a graph, whose bytes could be anything.
    pub fn from_file_name(path: &Path) -> Option<FileKind> {
        if path.to_string_lossy().ends_with(MANIFEST_SUFFIX) {
            return Some(FileKind::Manifest);
        }
        let extension = path.extension()?.to_str();
        let mut kinds = [FileKind::Counts, FileKind::Members, FileKind::Ranks].into_iter();
        kinds.find(|kind| kind.extension() == extension)
    }

    /// What messages call such a file.
    pub fn title(self) -> String {
        let title = match self {
            FileKind::Graph(Content::Alphagrams, _) => "a graph of alphagrams",
            FileKind::Graph(..) => "a word graph",
            FileKind::Klv2 | FileKind::Klv => "leave values",
            FileKind::QuackleDawg => "a graph of Quackle's",
            FileKind::LeaveTable => "a leave table",
            FileKind::Text => "a word list",
            FileKind::Recipe => "a recipe",
            FileKind::Ruleset => "a ruleset",
            FileKind::Positions => "a table of positions",
            FileKind::Manifest => "a manifest",
            FileKind::Counts => "a count file",
            FileKind::Members => "a member file",
            FileKind::Ranks => "a rank file",
        };
        match self.name() {
            name if self.is_opened() && !title.ends_with(name) => format!("{title} ({name})"),
            _ => title.to_string(),
        }
    }
}

impl From<ValueFormat> for FileKind {
    fn from(values: ValueFormat) -> FileKind {
        match values {
            ValueFormat::F32 => FileKind::Klv2,
            ValueFormat::I16 => FileKind::Klv,
        }
    }
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for FileKind {
    type Err = Error;

    fn from_str(name: &str) -> Result<FileKind> {
        let mut kinds = FileKind::OPENED.into_iter().chain(FileKind::OTHERS);
        let found = kinds.find(|kind| kind.name() == name);
        found.ok_or_else(|| Error::input("", Problem::mismatch("a kind of file", name)))
    }
}
