//! The kinds of files: names, extensions, and which can be opened.

use crate::error::{Error, Result};
use crate::foreign::WordFormat;
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
    /// Leave values.
    Leaves(ValueFormat),
    /// Words in the format of another program.
    Words(WordFormat),
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
    /// The words of a graph that are also in another lexicon.
    Members,
    /// The ranks of a graph's words.
    Ranks,
}

/// The suffix of a manifest's name.
pub(crate) const MANIFEST_SUFFIX: &str = ".manifest.json";

impl FileKind {
    /// The kinds that [`open`](crate::file::open()) opens.
    pub const OPENED: [FileKind; 15] = [
        FileKind::Graph(Content::Gaddawg, NodeFormat::Kwg),
        FileKind::Graph(Content::Dawg, NodeFormat::Kwg),
        FileKind::Graph(Content::Alphagrams, NodeFormat::Kwg),
        FileKind::Graph(Content::Gaddawg, NodeFormat::Kbwg),
        FileKind::Graph(Content::Dawg, NodeFormat::Kbwg),
        FileKind::Graph(Content::Alphagrams, NodeFormat::Kbwg),
        FileKind::Leaves(ValueFormat::F32),
        FileKind::Leaves(ValueFormat::I16),
        FileKind::Words(WordFormat::WordMap),
        FileKind::Words(WordFormat::QuackleDawg),
        FileKind::Words(WordFormat::QuackleGaddag),
        FileKind::Words(WordFormat::Zyzzyva),
        FileKind::Words(WordFormat::Database),
        FileKind::LeaveTable,
        FileKind::Text,
    ];

    /// The kinds that hold no words or leaves themselves.
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

    /// The name, the extension if it identifies the kind, and the title used in
    /// messages.
    const fn facts(self) -> (&'static str, Option<&'static str>, &'static str) {
        const WORDS: &str = "a word graph";
        const ALPHAGRAMS: &str = "a graph of alphagrams";
        match self {
            FileKind::Graph(content, NodeFormat::Kwg) => match content {
                Content::Gaddawg => ("gaddawg", Some("kwg"), WORDS),
                Content::Dawg => ("dawg", Some("kwg"), WORDS),
                Content::Alphagrams => ("alphagrams", Some("kad"), ALPHAGRAMS),
            },
            FileKind::Graph(content, NodeFormat::Kbwg) => match content {
                Content::Gaddawg => ("kbwg-gaddawg", Some("kbwg"), WORDS),
                Content::Dawg => ("kbwg-dawg", Some("kbwg"), WORDS),
                Content::Alphagrams => ("kbwg-alphagrams", None, ALPHAGRAMS),
            },
            FileKind::Leaves(ValueFormat::F32) => ("klv2", Some("klv2"), "leave values"),
            FileKind::Leaves(ValueFormat::I16) => ("klv", Some("klv"), "leave values"),
            FileKind::Words(format) => {
                let name = match format {
                    WordFormat::QuackleDawg => "quackle",
                    other => other.name(),
                };
                (name, Some(format.extension()), format.title())
            }
            FileKind::LeaveTable => ("csv", Some("csv"), "a leave table"),
            FileKind::Text => ("text", Some("txt"), "a word list"),
            FileKind::Recipe => ("recipe", Some("yaml"), "a recipe"),
            FileKind::Ruleset => ("ruleset", Some("yaml"), "a ruleset"),
            FileKind::Positions => ("positions", Some("tsv"), "a table of positions"),
            FileKind::Manifest => ("manifest", Some("json"), "a manifest"),
            FileKind::Counts => ("counts", Some("kwc"), "a count file"),
            FileKind::Members => ("members", Some("kwi"), "a member file"),
            FileKind::Ranks => ("ranks", Some("kwp"), "a rank file"),
        }
    }

    /// The name used in options.
    pub const fn name(self) -> &'static str {
        self.facts().0
    }

    /// The extension of such files, if it identifies their kind.
    pub const fn extension(self) -> Option<&'static str> {
        self.facts().1
    }

    /// The kind that a file's name alone decides: a manifest, or a side file of a
    /// graph, whose bytes could be anything.
    pub fn from_file_name(path: &Path) -> Option<FileKind> {
        if path.to_string_lossy().ends_with(MANIFEST_SUFFIX) {
            return Some(FileKind::Manifest);
        }
        let extension = path.extension()?.to_str();
        let mut kinds = [FileKind::Counts, FileKind::Members, FileKind::Ranks].into_iter();
        kinds.find(|kind| kind.extension() == extension)
    }

    /// The title used in messages.
    pub fn title(self) -> String {
        match self.facts() {
            (name, _, title) if self.is_opened() && !title.ends_with(name) => {
                format!("{title} ({name})")
            }
            (_, _, title) => title.to_string(),
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
        found.ok_or_else(|| Error::mismatch("", "a kind of file", name))
    }
}
