//! The ruleset that a file is looked at with.

use super::Voice;
use crate::error::Result;
use crate::recipe::{Manifest, load_ruleset};
use crate::ruleset::Ruleset;
use std::path::{Path, PathBuf};

/// What is taken where nothing says otherwise.
const DEFAULT: &str = "english";

/// A ruleset, and whether it is a guess.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The ruleset.
    pub ruleset: Ruleset,
    /// Whether neither the user nor a manifest named it.
    pub assumed: bool,
}

impl Rules {
    /// Says that the letters of files are a guess, if they are. Their tiles are
    /// but numbers, and in other letters they are other words.
    pub fn say_if_assumed(&self, files: &[&str], voice: Voice) {
        if self.assumed && !files.is_empty() {
            let (files, name) = (files.join(" and "), self.ruleset.name());
            voice.say(&format!(
                "{files}: read as {name}, since no manifest names the ruleset; --ruleset settles it"
            ));
        }
    }
}

/// The ruleset for a file: the one that was chosen, or that of the manifest
/// beside the file which lists it, or the English one, which is then assumed.
pub fn rules_for(choice: Option<&str>, file: &Path) -> Result<Rules> {
    let known = known_ruleset(choice, file)?;
    Ok(Rules {
        assumed: known.is_none(),
        ruleset: known.map_or_else(|| Ruleset::builtin(DEFAULT), Ok)?,
    })
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
