//! Refuses a file of one kind where another is expected.
//!
//! Files are easily mixed up: a graph or a word list instead of a recipe, leave values
//! instead of a graph, a manifest instead of anything. Read as the wrong kind, such a
//! file has a thousand faults, none of which is the point. So every program calls this
//! module before it reads a file. The error states the expected and the found kind; its
//! [remedy](crate::error::Remedy) names the found kind, so that a program can suggest
//! what to do with the file.
//!
//! A file is refused only if it can't be of the expected kind. All others go to their
//! reader, which reports their faults.

use crate::error::{Diagnostic, Error, Problem, Remedy, Result};
use crate::file::kind::FileKind;
use crate::file::read_file::{read_file, read_named};
use crate::file::sniff::{HEAD, as_text, first_row, sniff, sniff_text};
use crate::foreign::WordFormat;
use crate::graph::{Content, Node};
#[cfg(feature = "recipe")]
use crate::text::utf8 as utf8_text;
use crate::text::{check_encoding, check_line_ends};
use std::path::Path;

/// The expected kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// A recipe.
    Recipe,
    /// A ruleset or a letter distribution.
    Ruleset,
    /// A word list.
    WordList,
    /// A word list in a column of a table.
    WordColumn,
    /// A list of words with definitions.
    Definitions,
    /// A leave table.
    LeaveTable,
    /// A table of positions.
    Positions,
    /// Positions in CGP, one per line.
    Cgp,
    /// A graph of words.
    WordGraph,
    /// A graph of alphagrams.
    Alphagrams,
    /// A leave file.
    LeaveValues,
    /// The word counts of a graph's nodes.
    Counts,
    /// The words of a graph that are in another lexicon.
    Members,
    /// The ranks of a graph's words.
    Ranks,
    /// A file of another program that has words.
    Words(WordFormat),
    /// Any file that has words or leaves.
    Entries,
}

impl Expected {
    /// The name used in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Expected::Recipe => "a recipe",
            Expected::Ruleset => "a ruleset (.yaml) or a letter distribution (.csv)",
            Expected::WordList | Expected::WordColumn => "a word list",
            Expected::Definitions => "a list of words with definitions",
            Expected::LeaveTable => "a leave table",
            Expected::Positions => "a table of positions",
            Expected::Cgp => "positions in CGP, one per line",
            Expected::WordGraph => "a word graph",
            Expected::Alphagrams => "a graph of alphagrams",
            Expected::LeaveValues => "leave values",
            Expected::Counts => "a count file",
            Expected::Members => "a member file",
            Expected::Ranks => "a rank file",
            Expected::Words(format) => format.title(),
            Expected::Entries => "a graph, leave values or text",
        }
    }

    fn is_text(self) -> bool {
        use Expected::*;
        matches!(
            self,
            Recipe | Ruleset | WordList | WordColumn | Definitions | LeaveTable | Positions | Cgp
        )
    }

    /// Whether a file of a kind can be of the expected kind. `columns` tells whether a
    /// text has several columns. If two kinds are hard to tell apart, the file's name
    /// decides.
    fn takes(self, kind: FileKind, path: &Path, columns: bool) -> bool {
        use Expected::*;
        let extension = path.extension().and_then(|extension| extension.to_str());
        let is_named = |name: &str| extension == Some(name);
        match (self, kind) {
            (WordGraph, FileKind::Graph(Content::Alphagrams, _)) => !is_named("kad"),
            (Alphagrams, FileKind::Graph(Content::Gaddawg, _)) => is_named("kad"),
            // Words are also read from graphs.
            (WordGraph | Alphagrams | WordList, FileKind::Graph(..))
            | (WordList, FileKind::Words(_))
            | (LeaveValues, FileKind::Leaves(_))
            | (LeaveTable | WordColumn | Cgp, FileKind::LeaveTable)
            | (WordList | WordColumn | Definitions | Cgp, FileKind::Text)
            | (Recipe, FileKind::Recipe)
            | (Ruleset, FileKind::Ruleset)
            | (Positions, FileKind::Positions)
            | (Counts, FileKind::Counts)
            | (Members, FileKind::Members)
            | (Ranks, FileKind::Ranks) => true,
            // For a file meant as a table, the fault of a line is more helpful.
            (LeaveTable, FileKind::Text) => columns || is_named("csv"),
            (Ruleset, FileKind::Text) => columns,
            (Positions, FileKind::Text) => is_named("tsv"),
            (Words(expected), FileKind::Words(found)) => expected == found,
            (Entries, kind) => kind.is_opened(),
            // Any bytes can be these kinds, unless the name is that of another.
            (Counts | Members | Ranks, kind) => {
                let mut others = FileKind::OPENED.into_iter();
                kind.is_opened()
                    && !others.any(|k| k.extension().is_some() && k.extension() == extension)
            }
            _ => false,
        }
    }
}

/// Refuses a file that is of another kind than expected.
pub fn refuse_stray(path: &Path, bytes: &[u8], expected: Expected) -> Result<()> {
    let head = &bytes[..bytes.len().min(HEAD)];
    let shown = path.display().to_string();
    let kind = FileKind::from_file_name(path);
    let text = utf8(head).and_then(|text| as_text(text.as_bytes()));
    let found = match text {
        _ if kind.is_some() => kind,
        Some(text) => kind_of_text(text),
        None if expected == Expected::Entries => None,
        None => match sniff(path, bytes, usize::from(Node::MAX_TILE)) {
            Ok(sniffed) => Some(sniffed.kind),
            // A text with an invalid byte goes to its reader, which reports the line. A
            // text in another encoding has no byte 0.
            Err(_) if expected.is_text() && check_encoding(&shown, bytes).is_err() => {
                return check_encoding(&shown, bytes);
            }
            Err(_) if expected.is_text() && head.contains(&0) && utf8(head).is_none() => {
                let found = "bytes that are no text in UTF-8";
                return Err(Error::mismatch(shown, expected.name(), found));
            }
            Err(_) => None,
        },
    };
    if text.is_some() && expected.is_text() {
        check_line_ends(&shown, bytes)?;
    }
    let columns = text.and_then(first_row);
    let columns = columns.is_some_and(|row| row.contains([',', ';', '\t']));
    match found {
        Some(kind) if !expected.takes(kind, path, columns) => Err(stray(path, kind, expected)),
        _ => Ok(()),
    }
}

/// Reads a text file, or standard input for `-`. Refuses a file that is clearly of
/// another kind than `expected`.
#[cfg(feature = "recipe")]
pub fn read_text(path: &Path, expected: Expected) -> Result<String> {
    let bytes = read_file(path)?;
    refuse_stray(path, &bytes, expected)?;
    utf8_text(&path.display().to_string(), bytes)
}

/// Refuses a file whose kind is known, if another is expected.
pub fn refuse_kind(path: &Path, kind: FileKind, expected: Expected) -> Result<()> {
    match expected.takes(kind, path, false) {
        true => Ok(()),
        false => Err(stray(path, kind, expected)),
    }
}

/// Replaces the error of a file that could not be read as the expected kind, if the
/// file is of another kind.
pub(crate) fn stray_or(path: &Path, expected: Expected, error: Error) -> Error {
    let stray = read_named(path).map(|bytes| refuse_stray(path, &bytes, expected));
    match stray {
        Ok(Err(stray)) => stray,
        _ => error,
    }
}

/// Creates the error for a file of the wrong kind.
fn stray(path: &Path, kind: FileKind, expected: Expected) -> Error {
    let found = match kind {
        FileKind::Counts | FileKind::Members | FileKind::Ranks => {
            format!("{} of a graph, going by its name", kind.title())
        }
        kind => kind.title(),
    };
    let path = path.display().to_string();
    let problem = Problem::mismatch(expected.name(), found);
    let kind = kind.name();
    let fault = Diagnostic::new(&path, problem);
    Error::from(fault.with_remedy(Remedy::OtherKind { kind, path }))
}

/// Whether a file begins like text.
pub(crate) fn is_text(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(HEAD)];
    utf8(head).is_some_and(|text| as_text(text.as_bytes()).is_some())
}

/// Returns the beginning of a file as UTF-8. Its last character may be incomplete.
fn utf8(head: &[u8]) -> Option<&str> {
    match std::str::from_utf8(head) {
        Ok(text) => Some(text),
        Err(e) if e.error_len().is_none() => std::str::from_utf8(&head[..e.valid_up_to()]).ok(),
        Err(_) => None,
    }
}

/// The kind of a text, if it is reasonably clear: a leave table has a number, and a
/// word list begins with a letter.
fn kind_of_text(text: &str) -> Option<FileKind> {
    let row = first_row(text)?;
    let kind = sniff_text(text).kind;
    if !matches!(kind, FileKind::LeaveTable | FileKind::Text) {
        return Some(kind);
    }
    if let Some((_, value)) = row.split_once(',')
        && (row == "leave,value" || value.trim().parse::<f64>().is_ok())
    {
        return Some(FileKind::LeaveTable);
    }
    // In a YAML file a colon follows the first word.
    let mut parts = row.split_whitespace();
    let (word, second) = (parts.next()?, parts.next().unwrap_or(""));
    let is_word = word.starts_with(char::is_alphabetic) && !word.contains([':', '=']);
    (is_word && !second.starts_with(':')).then_some(FileKind::Text)
}
