//! Checks files against the manifests beside them, which know more than the bytes say.
//!
//! A member file (`.kwi`) is one bit for each word. If a lexicon swaps one word
//! for another, the old file still has the right size but speaks of the wrong
//! words. The manifest beside it has the identity of the words it was made for.

use crate::cli::input::rules::listings;
use crate::cli::render::advice::READ_WITH_GRAPH;
use crate::digest::sha256;
use crate::error::{Error, Problem, Result};
use crate::file::{Expected, FileKind, read_file};
use crate::graph::{Graph, Identity};
use crate::recipe::{About, Manifest, OutputRecord};
use crate::tiles::Alphabet;
use std::path::Path;

/// Refuses a member file if a manifest beside it says that it was made for other
/// words than those of `graph`, or that it has changed since.
pub(crate) fn check_members_origin(
    path: &Path,
    bytes: &[u8],
    graph: &Graph,
    alphabet: &Alphabet,
) -> Result<()> {
    for (manifest_path, manifest, record) in listings(path)? {
        let mismatch = |expected: String, found: String| {
            let expected = format!("{expected}, as {} says", manifest_path.display());
            Problem::mismatch(expected, found)
        };
        let refuse = |problem| Err(Error::input(path.display().to_string(), problem));
        let found = sha256(bytes);
        if found != record.sha256 {
            return refuse(mismatch(format!("the SHA-256 {}", record.sha256), found));
        }
        if let Some((of, identity)) = origin(&record, &manifest) {
            let found = Identity::sha256_of(&graph.to_words()?, alphabet);
            if found != identity {
                let expected = format!("words of the identity {identity} ({of})");
                return refuse(mismatch(expected, found).of("not of this graph"));
            }
        }
    }
    Ok(())
}

/// A warning if a manifest beside a file that was just written lists other bytes
/// under its name.
pub(crate) fn warning_of_claim(target: &Path) -> Option<String> {
    // A manifest that can't be read lists nothing.
    let listings = listings(target).ok().filter(|found| !found.is_empty())?;
    let sum = sha256(&read_file(target).ok()?);
    let (manifest, ..) = listings.iter().find(|(.., record)| record.sha256 != sum)?;
    Some(format!(
        "warning: {} is no longer what {} and SHA256SUMS say; build the recipe to have it back",
        target.display(),
        manifest.display()
    ))
}

/// Refuses a count or member file that a manifest beside it lists: it can only be
/// read together with its graph.
pub(crate) fn refuse_side_file(path: &Path) -> Result<()> {
    let Some(kind @ (FileKind::Counts | FileKind::Members)) = FileKind::from_file_name(path) else {
        return Ok(());
    };
    for (manifest, _, record) in listings(path)? {
        if let About::Counts { of, .. } | About::Members { of, .. } = &record.about {
            let found = format!("{} of {of}, as {} says", kind.title(), manifest.display());
            let path = path.display().to_string();
            let error = Error::mismatch(path, Expected::Entries.name(), found);
            return Err(error.advise(READ_WITH_GRAPH));
        }
    }
    Ok(())
}

/// The graph of a member file: its name, and the identity of its words.
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
