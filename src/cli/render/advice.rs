//! Advice in terms of the programs and their options.
//!
//! The library says what may put a fault right; this module says which command
//! or option does it.

use crate::error::Remedy;
use crate::file::FileKind;
use crate::graph::Content;

/// The advice for a remedy that needs nothing but itself to be put in words.
/// Other remedies depend on the command, which gives its own advice.
pub(crate) fn advice_of(remedy: &Remedy) -> Option<String> {
    match remedy {
        Remedy::StandardInput => Some("the standard input is read with `-`".into()),
        Remedy::OtherKind { kind, path } => use_of(kind.parse().ok()?, path),
        _ => None,
    }
}

/// What a file of a kind is good for.
fn use_of(kind: FileKind, path: &str) -> Option<String> {
    let shows = format!("`kwg-dump info {path}` shows it");
    let checks = |option| format!("{shows}, `movegen-check files {option} {path}` checks it");
    Some(match kind {
        FileKind::Recipe => format!("`kwg-build {path}` builds it"),
        FileKind::Ruleset => format!("`--ruleset {path}` takes it"),
        FileKind::Positions => "`movegen-check positions` takes it".into(),
        FileKind::Counts | FileKind::Members => READ_WITH_GRAPH.into(),
        FileKind::Ranks => "`movegen-check files` reads it together with the graph".into(),
        FileKind::Manifest => "it is found by itself beside the files that it tells of".into(),
        FileKind::Text => format!("`kwg-build --words {path} -o OUT.kwg` makes a graph of it"),
        FileKind::LeaveTable => {
            format!("`klv-build --leaves {path} -o OUT.klv2` makes a leave file of it")
        }
        FileKind::Graph(Content::Alphagrams, _) => checks("--kad"),
        FileKind::Graph(..) => checks("--kwg"),
        FileKind::Klv2 | FileKind::Klv => checks("--klv"),
        FileKind::QuackleDawg => shows,
    })
}

/// What reads a count or member file.
pub(crate) const READ_WITH_GRAPH: &str = "kwg-count reads it together with the graph";
