//! Side files: what they are, and which graph they were made for, as far as a
//! manifest knows.
//!
//! Count, member and rank files say nothing without their graph, and nothing in
//! their bytes says what they are; but their names do. A `.kwi` file is nothing
//! but bits, one for each word. If a lexicon swaps one word for another, the old
//! file still has the right size, and would tell of the wrong words. The manifest
//! beside it knows better.

use crate::cli::input::rules::manifests_beside;
use crate::cli::render::advice::READ_WITH_GRAPH;
use crate::digest::sha256;
use crate::error::{Diagnostic, Error, ErrorKind, Problem, Result};
use crate::file::{Expected, FileKind, read_file};
use crate::graph::{Graph, Identity};
use crate::recipe::{About, Manifest, OutputRecord};
use crate::tiles::Alphabet;
use std::path::Path;

/// Refuses a member file that a manifest beside it says is of other words than
/// those of `graph`, or is not as it was made.
pub(crate) fn check_members_origin(
    path: &Path,
    bytes: &[u8],
    graph: &Graph,
    alphabet: &Alphabet,
) -> Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    for (manifest_path, manifest) in manifests_beside(path)? {
        let Some(record) = manifest.outputs().find(|output| output.file == name) else {
            continue;
        };
        let refuse = |expected: String, found: &str| {
            let says = manifest_path.display();
            let message = format!("{expected}, as {says} says, found {found}");
            Error::input(path.display().to_string(), message)
        };
        let found = sha256(bytes);
        if found != record.sha256 {
            let expected = format!("expected the SHA-256 {}", record.sha256);
            return Err(refuse(expected, &found));
        }
        if let Some((of, expected)) = origin(record, &manifest) {
            let found = Identity::sha256_of(&graph.to_words()?, alphabet);
            if found != expected {
                let message =
                    format!("not of this graph: expected words of the identity {expected} ({of})");
                return Err(refuse(message, &found));
            }
        }
    }
    Ok(())
}

/// What to say of a file just written if a manifest beside it has another one
/// of that name: the manifest and its sums are then wrong.
pub(crate) fn warning_of_claim(target: &Path) -> Option<String> {
    // A manifest that can't be read claims nothing.
    let manifests = manifests_beside(target).ok()?;
    let name = target.file_name()?.to_string_lossy();
    if manifests.is_empty() {
        return None;
    }
    let sum = sha256(&read_file(target).ok()?);
    let is_claim = |output: &OutputRecord| output.file == name && output.sha256 != sum;
    let claimed = |(_, manifest): &&(_, Manifest)| manifest.outputs().any(is_claim);
    let (manifest, _) = manifests.iter().find(claimed)?;
    Some(format!(
        "warning: {} is no longer what {} and SHA256SUMS say; build the recipe to have it back",
        target.display(),
        manifest.display()
    ))
}

/// Refuses a side file that a manifest beside it knows: there is nothing to be
/// seen in it without its graph.
pub(crate) fn refuse_side_file(path: &Path) -> Result<()> {
    let Some(kind @ (FileKind::Counts | FileKind::Members)) = FileKind::from_file_name(path) else {
        return Ok(());
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    for (manifest_path, manifest) in manifests_beside(path)? {
        let record = manifest.outputs().find(|output| output.file == name);
        if let Some(About::Counts { of: graph, .. } | About::Members { of: graph, .. }) =
            record.map(|record| &record.about)
        {
            let says = manifest_path.display();
            let found = format!("{} of {graph}, as {says} says", kind.title());
            let problem = Problem::mismatch(Expected::Entries.name(), found);
            let mut diagnostic = Diagnostic::new(path.display().to_string(), problem);
            diagnostic.advise(READ_WITH_GRAPH);
            return Err(Error::new(ErrorKind::Input, diagnostic));
        }
    }
    Ok(())
}

/// The graph that a member file is of: its name, and the identity of its words.
fn origin<'m>(record: &'m OutputRecord, manifest: &'m Manifest) -> Option<(&'m str, &'m str)> {
    let About::Members { of, .. } = &record.about else {
        return None;
    };
    let graph = manifest.outputs().find(|output| &output.file == of)?;
    match &graph.about {
        About::Graph { identity, .. } => Some((of, identity)),
        _ => None,
    }
}
