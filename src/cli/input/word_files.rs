//! Files about the words of another file: member files, which mark words of another
//! lexicon, and definitions; and what manifests record of such files.

use crate::cli::input::rules::{Rules, Subject, listings};
use crate::cli::render::advice::READ_WITH_GRAPH;
use crate::digest::sha256;
use crate::error::{Error, Result};
use crate::file::{Expected, FileKind, read_file, refuse_stray};
use crate::graph::{Identity, Members, WordIndex};
use crate::lexicon::Definitions;
use crate::recipe::About;
use crate::source::{ListOptions, ListReader};
use std::path::{Path, PathBuf};

/// Reads member files of the words that `index` numbers, each with the name of its file.
pub(crate) fn read_all_members(
    paths: &[PathBuf],
    index: &WordIndex,
    of: &Subject<'_>,
) -> Result<Vec<(String, Members)>> {
    let read = |path: &PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        Ok((name.into_owned(), read_members(path, index, of)?))
    };
    paths.iter().map(read).collect()
}

/// Reads a member file of words that `index` numbers.
pub(crate) fn read_members(path: &Path, index: &WordIndex, of: &Subject<'_>) -> Result<Members> {
    let bytes = read_file(path)?;
    refuse_stray(path, &bytes, Expected::Members)?;
    let members = Members::from_bytes(&bytes, index);
    let members = members.map_err(|fault| fault.into_error(&path.display().to_string()))?;
    check_members_origin(path, &bytes, of).map_err(|e| e.at_path(of.shown))?;
    Ok(members)
}

/// Reads files of definitions with the ruleset of the words; `None` if no file is
/// given.
pub(crate) fn read_definitions(paths: &[PathBuf], rules: &Rules) -> Result<Option<Definitions>> {
    if paths.is_empty() {
        return Ok(None);
    }
    let mut reader = ListReader::for_definitions(&rules.ruleset);
    for path in paths {
        let bytes = read_file(path)?;
        refuse_stray(path, &bytes, Expected::Definitions)?;
        let shown = path.display().to_string();
        reader.read(&shown, &bytes, &ListOptions::default())?;
    }
    let (definitions, _) = reader
        .finish_definitions()
        .map_err(|error| rules.hint(error))?;
    Ok(Some(definitions))
}

/// Refuses a member file (`.kwi`) if a manifest beside it records that it was built for
/// other words than those of the graph, or that it has changed since. If a lexicon
/// swaps one word for another, the old file still has the right size but marks the
/// wrong words.
fn check_members_origin(path: &Path, bytes: &[u8], of: &Subject<'_>) -> Result<()> {
    for (manifest_path, manifest, record) in listings(path, true)? {
        let mismatch = |expected: String, found: String| {
            let expected = format!("{expected}, as {} says", manifest_path.display());
            Error::mismatch(path, expected, found)
        };
        let found = sha256(bytes);
        if found != record.sha256 {
            return Err(mismatch(format!("the SHA-256 {}", record.sha256), found));
        }
        if let About::Members { of: name, .. } = &record.about
            && let Some(graph) = manifest.outputs().find(|output| &output.file == name)
            && let About::Graph { identity, .. } = &graph.about
        {
            let found = Identity::sha256_of(&of.graph.to_words()?, of.rules.ruleset.alphabet());
            if found != *identity {
                let expected = format!("words of the identity {identity} ({name})");
                return Err(mismatch(expected, found).of_part("not of this graph"));
            }
        }
    }
    Ok(())
}

/// A warning if a manifest beside a file that was just written lists other bytes under
/// its name.
pub(crate) fn warning_of_claim(target: &Path) -> Option<String> {
    // A manifest that can't be read lists nothing.
    let listings = listings(target, true)
        .ok()
        .filter(|found| !found.is_empty())?;
    let sum = sha256(&read_file(target).ok()?);
    let (manifest, ..) = listings.iter().find(|(.., record)| record.sha256 != sum)?;
    Some(format!(
        "warning: {} is no longer what {} and SHA256SUMS say; build the recipe to have it back",
        target.display(),
        manifest.display()
    ))
}

/// Refuses a count or member file that a manifest beside it lists, since it can be read
/// only together with its graph.
pub(crate) fn refuse_side_file(path: &Path) -> Result<()> {
    let Some(kind @ (FileKind::Counts | FileKind::Members)) = FileKind::from_file_name(path) else {
        return Ok(());
    };
    for (manifest, _, record) in listings(path, true)? {
        if let About::Counts { of, .. } | About::Members { of, .. } = &record.about {
            let found = format!("{} of {of}, as {} says", kind.title(), manifest.display());
            let error = Error::mismatch(path, Expected::Entries.name(), found);
            return Err(error.advise(READ_WITH_GRAPH));
        }
    }
    Ok(())
}
