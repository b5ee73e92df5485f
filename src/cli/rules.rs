//! The ruleset that a file is looked at with.

use crate::error::Result;
use crate::recipe::{Manifest, load_ruleset};
use crate::ruleset::Ruleset;
use std::path::{Path, PathBuf};

/// What is taken where nothing says otherwise.
const DEFAULT: &str = "english";

/// The ruleset for a file: the one that was chosen, or that of the manifest
/// beside the file which lists it, or the English one.
pub fn ruleset_for(choice: Option<&str>, file: &Path) -> Result<Ruleset> {
    match known_ruleset(choice, file)? {
        Some(ruleset) => Ok(ruleset),
        None => Ruleset::builtin(DEFAULT),
    }
}

/// Whether nothing says which ruleset a file is for.
pub fn is_ruleset_assumed(choice: Option<&str>, file: &Path) -> Result<bool> {
    Ok(known_ruleset(choice, file)?.is_none())
}

/// The ruleset for a file, unless it has to be assumed.
pub fn known_ruleset(choice: Option<&str>, file: &Path) -> Result<Option<Ruleset>> {
    if let Some(choice) = choice {
        return load_ruleset(choice, Path::new("")).map(Some);
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    for (path, manifest) in manifests_beside(file)? {
        for part in manifest.parts() {
            if part.outputs.iter().any(|output| output.file == name) {
                return part.origin.ruleset.ruleset(&path).map(Some);
            }
        }
    }
    Ok(None)
}

/// The manifests in a file's folder, by name.
pub(super) fn manifests_beside(file: &Path) -> Result<Vec<(PathBuf, Manifest)>> {
    let folder = match file.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    if file == Path::new("-") || !folder.is_dir() {
        return Ok(Vec::new());
    }
    Manifest::all_in(folder)
}
