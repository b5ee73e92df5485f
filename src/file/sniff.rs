//! A file in the place of another.
//!
//! One kind of file is easily given for another: a graph or a word list for a
//! recipe, leave values for a graph, a manifest for anything. Read as what it is
//! not, it has a thousand faults, and none of them is the one that was made. So
//! whoever takes a file asks here first, and all say it in the same way: what was
//! expected, what was found, and what takes it.
//!
//! Nothing is refused that could be what it should be: what is not known goes on
//! to its reader, which names the faults.

use crate::error::{Error, Result};
use crate::file::detect;
use crate::file::detect::FileKind;
use crate::file::read_file::read_named;
use crate::graph::{Content, Node};
use crate::recipe::Manifest;
use std::path::Path;

/// What a file should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A recipe.
    Recipe,
    /// A ruleset or a letter distribution.
    Ruleset,
    /// A list of words.
    WordList,
    /// A list of words in a column of a table.
    WordColumn,
    /// Leaves and their values, as text.
    LeaveTable,
    /// A table of positions.
    Positions,
    /// A graph of words.
    WordGraph,
    /// A graph of alphagrams.
    Alphagrams,
    /// A leave file.
    LeaveValues,
    /// The counts of a graph's nodes.
    Counts,
    /// Which words of a graph are in another lexicon.
    Members,
    /// The ranks of a graph's words.
    Ranks,
    /// Anything that has words or leaves.
    Entries,
}

impl Expected {
    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Expected::Recipe => "a recipe",
            Expected::Ruleset => "a ruleset (.yaml) or a letter distribution (.csv)",
            Expected::WordList | Expected::WordColumn => "a word list",
            Expected::LeaveTable => "a leave table",
            Expected::Positions => "a table of positions",
            Expected::WordGraph => "a word graph",
            Expected::Alphagrams => "a graph of alphagrams",
            Expected::LeaveValues => "leave values",
            Expected::Counts => "a count file",
            Expected::Members => "a member file",
            Expected::Ranks => "a rank file",
            Expected::Entries => "a graph, leave values or text",
        }
    }

    fn is_text(self) -> bool {
        use Expected::*;
        let lists = matches!(self, WordList | WordColumn);
        lists || matches!(self, Recipe | Ruleset | LeaveTable | Positions)
    }

    /// Whether a file can be this. Of two that are hard to tell apart, its name
    /// says which it is.
    fn takes(self, found: Look, path: &Path) -> bool {
        let is_named = |extension: &str| path.extension().is_some_and(|e| e == extension);
        match (self, found) {
            (Expected::WordGraph, Look::Kind(FileKind::Graph(Content::Alphagrams, _))) => {
                !is_named("kad")
            }
            (Expected::Alphagrams, Look::Kind(FileKind::Graph(Content::Gaddawg, _))) => {
                is_named("kad")
            }
            (Expected::WordGraph | Expected::Alphagrams, Look::Kind(FileKind::Graph(..)))
            | (Expected::LeaveValues, Look::Kind(FileKind::Klv | FileKind::Klv2))
            | (Expected::LeaveTable, Look::Kind(FileKind::LeaveTable))
            | (Expected::LeaveTable | Expected::Ruleset, Look::Words { columns: true })
            | (Expected::Entries, Look::Kind(_) | Look::Words { .. })
            | (Expected::WordList | Expected::WordColumn, Look::Words { .. })
            | (Expected::WordColumn, Look::Kind(FileKind::LeaveTable)) => true,
            // A fault of the line says more of a table that is meant as one.
            (Expected::LeaveTable, Look::Words { .. }) => is_named("csv"),
            (Expected::Positions, Look::Words { .. }) => is_named("tsv"),
            // Any bytes can be these; only a name that says something else does.
            (Expected::Counts | Expected::Members | Expected::Ranks, found) => {
                let is_plain = matches!(found, Look::Kind(_) | Look::Words { .. } | Look::Bytes);
                let named = ["kwg", "kbwg", "kad", "klv", "klv2", "txt", "csv", "dawg"];
                found == Look::Is(self) || is_plain && !named.into_iter().any(is_named)
            }
            (expected, found) => found == Look::Is(expected),
        }
    }
}

/// What a file looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    /// A kind that its name or its first lines give away.
    Is(Expected),
    Manifest,
    /// A word a line, it seems; whether something separates fields.
    Words {
        columns: bool,
    },
    Kind(FileKind),
    /// Neither text nor anything else that is known.
    Bytes,
}

impl Look {
    fn name(self) -> String {
        match self {
            Look::Is(Expected::Ruleset) => "a ruleset".into(),
            Look::Is(Expected::Counts | Expected::Members | Expected::Ranks) => {
                format!("{} of a graph, going by its name", self.short_name())
            }
            Look::Kind(kind) => name_of(kind),
            _ => self.short_name().into(),
        }
    }

    fn short_name(self) -> &'static str {
        match self {
            Look::Is(expected) => expected.name(),
            Look::Manifest => "a manifest",
            Look::Words { .. } => "a word list (text)",
            Look::Kind(kind) => kind.name(),
            Look::Bytes => "bytes that are no text in UTF-8",
        }
    }

    /// What takes such a file; nothing if that is not known.
    fn advice(self, path: &str) -> String {
        let shows = |option: Option<&str>| {
            let check = option.map(|o| format!(", `movegen-check files {o} {path}` checks it"));
            let check = check.unwrap_or_default();
            format!("; `kwg-dump info {path}` shows it{check}")
        };
        match self {
            Look::Is(Expected::Recipe) => format!("; `kwg-build {path}` builds it"),
            Look::Is(Expected::Ruleset) => format!("; `--ruleset {path}` takes it"),
            Look::Is(Expected::Positions) => "; `movegen-check positions` takes it".into(),
            Look::Is(Expected::Counts | Expected::Members) => {
                "; kwg-count reads it together with the graph".into()
            }
            Look::Is(Expected::Ranks) => {
                "; `movegen-check files` reads it together with the graph".into()
            }
            Look::Manifest => "; it is found by itself beside the files that it tells of".into(),
            Look::Words { .. } | Look::Kind(FileKind::Text) => {
                format!("; `kwg-build --words {path} -o OUT.kwg` makes a graph of it")
            }
            Look::Kind(FileKind::LeaveTable) => {
                format!("; `klv-build --leaves {path} -o OUT.klv2` makes a leave file of it")
            }
            Look::Kind(FileKind::Graph(Content::Alphagrams, _)) => shows(Some("--kad")),
            Look::Kind(FileKind::Graph(..)) => shows(Some("--kwg")),
            Look::Kind(FileKind::Klv2 | FileKind::Klv) => shows(Some("--klv")),
            Look::Kind(FileKind::QuackleDawg) => shows(None),
            Look::Is(_) | Look::Bytes => String::new(),
        }
    }
}

/// What a kind of file is called in messages.
pub(crate) fn name_of(kind: FileKind) -> String {
    let what = match kind {
        FileKind::Graph(Content::Alphagrams, _) => "a graph of alphagrams",
        FileKind::Graph(..) => "a word graph",
        FileKind::Klv2 | FileKind::Klv => "leave values",
        FileKind::QuackleDawg => "a graph of Quackle's",
        FileKind::LeaveTable => "a leave table",
        FileKind::Text => "a word list",
    };
    match kind.name() {
        name if what.ends_with(name) => what.to_string(),
        name => format!("{what} ({name})"),
    }
}

/// Refuses a file that is another kind of file than it should be.
pub fn refuse_stray(path: &Path, bytes: &[u8], expected: Expected) -> Result<()> {
    match look(path, bytes, expected) {
        Some(found) => refuse(path, found, expected),
        None => Ok(()),
    }
}

/// The error of a file that could not be read as what it should be: that it is
/// something else, if it is.
pub(crate) fn stray_or(path: &Path, expected: Expected, error: Error) -> Error {
    let stray = read_named(path).map(|bytes| refuse_stray(path, &bytes, expected));
    match stray {
        Ok(Err(stray)) => stray,
        _ => error,
    }
}

/// Refuses a kind of file, which was found out already, where another belongs.
pub fn refuse_kind(path: &Path, found: FileKind, expected: Expected) -> Result<()> {
    refuse(path, Look::Kind(found), expected)
}

fn refuse(path: &Path, found: Look, expected: Expected) -> Result<()> {
    if expected.takes(found, path) {
        return Ok(());
    }
    let shown = path.display().to_string();
    let (name, advice) = (found.name(), found.advice(&shown));
    let message = format!("expected {}, found {name}{advice}", expected.name());
    Err(Error::input(shown, message))
}

/// How many bytes of a text are looked at.
const HEAD: usize = 4096;

/// What a file looks like; none if nothing can be said that helps.
fn look(path: &Path, bytes: &[u8], expected: Expected) -> Option<Look> {
    if Manifest::is_named_so(path) {
        return Some(Look::Manifest);
    }
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("kwc") => return Some(Look::Is(Expected::Counts)),
        Some("kwi") => return Some(Look::Is(Expected::Members)),
        Some("kwp") => return Some(Look::Is(Expected::Ranks)),
        _ => (),
    }
    let head = &bytes[..bytes.len().min(HEAD)];
    if let Some(text) = text(head) {
        return look_at_text(text);
    }
    if expected == Expected::Entries {
        return None;
    }
    match detect(bytes, usize::from(Node::MAX_TILE)) {
        Ok(found) => Some(Look::Kind(found.kind)),
        // The lines of a text with a wrong byte can be named. A text in another
        // encoding has no byte 0.
        Err(_) if expected.is_text() && head.contains(&0) && utf8(head).is_none() => {
            Some(Look::Bytes)
        }
        Err(_) => None,
    }
}

/// The first bytes of a file as text, if they are some; the last character may
/// be cut.
fn text(head: &[u8]) -> Option<&str> {
    let text = utf8(head)?;
    let control = |c: char| c.is_control() && !"\n\r\t".contains(c);
    (!text.contains(control)).then_some(text)
}

fn utf8(head: &[u8]) -> Option<&str> {
    match std::str::from_utf8(head) {
        Ok(text) => Some(text),
        Err(e) if e.error_len().is_none() => std::str::from_utf8(&head[..e.valid_up_to()]).ok(),
        Err(_) => None,
    }
}

fn look_at_text(text: &str) -> Option<Look> {
    let lines = || text.trim_start_matches('\u{feff}').lines();
    let has_field = |field: &str| lines().any(|line| line.starts_with(field));
    let line = lines().find(|line| !line.trim().is_empty() && !line.starts_with('#'))?;
    let mut parts = line.split_whitespace();
    let (word, second) = (parts.next()?, parts.next().unwrap_or(""));
    if has_field("lexicon:") {
        return Some(Look::Is(Expected::Recipe));
    }
    if has_field("letters:") && has_field("rack:") {
        return Some(Look::Is(Expected::Ruleset));
    }
    if line.starts_with("board\track\t") {
        return Some(Look::Is(Expected::Positions));
    }
    if let Some((_, value)) = line.split_once(',')
        && (line == "leave,value" || value.trim().parse::<f64>().is_ok())
    {
        return Some(Look::Kind(FileKind::LeaveTable));
    }
    // What a word begins with, in any language; in a YAML file a colon follows.
    let is_word = word.starts_with(|c: char| c.is_alphabetic()) && !word.contains([':', '=']);
    let is_word = is_word && !second.starts_with(':');
    let columns = line.contains([',', ';', '\t']);
    is_word.then_some(Look::Words { columns })
}
