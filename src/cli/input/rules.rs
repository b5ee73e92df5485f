//! The ruleset that a file is looked at with.

use crate::cli::voice::Voice;
use crate::digest::sha256;
use crate::error::{Error, Result};
use crate::recipe::{Manifest, load_ruleset};
use crate::ruleset::Ruleset;
use std::path::{Path, PathBuf};

/// What is taken where nothing says otherwise.
const DEFAULT: &str = "english";

/// A ruleset, and whether it is a guess.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    /// The ruleset.
    pub(crate) ruleset: Ruleset,
    /// Whether neither the user nor a manifest named it.
    pub(crate) assumed: bool,
    /// The file as the manifest has it that named the ruleset, if one did.
    pub(crate) listed: Option<Listed>,
}

/// What a manifest says of a file.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    /// The manifest.
    pub(crate) manifest: PathBuf,
    /// The SHA-256 that the file should have.
    pub(crate) sha256: String,
}

impl Rules {
    /// A ruleset that was named.
    pub(crate) fn named(ruleset: Ruleset) -> Rules {
        Rules {
            ruleset,
            assumed: false,
            listed: None,
        }
    }

    /// The ruleset that was chosen, or the English one, which is then assumed.
    pub(crate) fn chosen(choice: Option<&str>) -> Result<Rules> {
        match choice {
            Some(choice) => load_ruleset(choice, Path::new("")).map(Rules::named),
            None => Ok(Rules {
                assumed: true,
                ..Rules::named(Ruleset::builtin(DEFAULT)?)
            }),
        }
    }

    /// The same error, with what to do about it if it is about letters that the
    /// ruleset does not have, and that was but assumed.
    pub(crate) fn hint(&self, error: Error) -> Error {
        error.advise_alphabet(|| {
            let name = self.ruleset.name();
            self.assumed.then(|| {
                format!(
                    "it was read as {name}, since nothing names another ruleset: \
                     --ruleset settles it"
                )
            })
        })
    }

    /// The same for an error of a file. If it is another one than the manifest
    /// lists, its ruleset may be another one too.
    pub(crate) fn hint_of_file(&self, error: Error, bytes: &[u8]) -> Error {
        self.hint(error).advise_alphabet(|| self.doubt(bytes))
    }

    /// What is to be said of a file that is not the one which the manifest lists
    /// that named the ruleset; none if it is, or if no manifest did.
    pub(crate) fn doubt(&self, bytes: &[u8]) -> Option<String> {
        let listed = self.listed.as_ref()?;
        let (name, manifest) = (self.ruleset.name(), listed.manifest.display());
        (sha256(bytes) != listed.sha256).then(|| {
            format!(
                "not the file that {manifest} lists (another sha256); \
                 read as {name} all the same, --ruleset settles it"
            )
        })
    }

    /// Says that the letters of files are a guess, if they are. Their tiles are
    /// but numbers, and in other letters they are other words.
    pub(crate) fn say_if_assumed(&self, files: &[&str], voice: Voice) {
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
pub(crate) fn rules_for(choice: Option<&str>, file: &Path) -> Result<Rules> {
    match choice {
        Some(_) => Rules::chosen(choice),
        None => listed_rules(file)?.map_or_else(|| Rules::chosen(None), Ok),
    }
}

/// The ruleset of the manifest beside a file which lists it, if there is one.
pub(crate) fn listed_rules(file: &Path) -> Result<Option<Rules>> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    for (path, manifest) in manifests_beside(file)? {
        for part in manifest.parts() {
            if let Some(output) = part.outputs.iter().find(|output| output.file == name) {
                let listed = Listed {
                    sha256: output.sha256.clone(),
                    manifest: path.clone(),
                };
                return Ok(Some(Rules {
                    listed: Some(listed),
                    ..Rules::named(part.origin.ruleset.ruleset(&path)?)
                }));
            }
        }
    }
    Ok(None)
}

/// The manifests in a file's folder, by name.
pub(crate) fn manifests_beside(file: &Path) -> Result<Vec<(PathBuf, Manifest)>> {
    let folder = match file.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    if file == Path::new("-") || !folder.is_dir() {
        return Ok(Vec::new());
    }
    Manifest::all_in(folder)
}
