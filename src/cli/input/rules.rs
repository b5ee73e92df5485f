//! The ruleset to read a file with, and the manifests that list the file.
//!
//! A graph stores tile numbers, not letters. The alphabet comes from `--ruleset`,
//! or from a manifest beside the file that lists it. Without either, English is
//! assumed, and the user is told.

use crate::cli::exit::Out;
use crate::cli::voice::named;
use crate::digest::sha256;
use crate::error::{Error, Result};
use crate::graph::Graph;
use crate::recipe::{Manifest, OutputRecord, load_ruleset};
use crate::ruleset::Ruleset;
use std::path::{Path, PathBuf};

/// The ruleset that is assumed if nothing names one.
const DEFAULT: &str = "english";

/// A ruleset, and how it was found.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) ruleset: Ruleset,
    /// Whether neither the user nor a manifest named the ruleset.
    pub(crate) assumed: bool,
    /// The entry of the manifest that named the ruleset, if one did.
    pub(crate) listed: Option<Listed>,
}

/// A file as a manifest lists it.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    pub(crate) manifest: PathBuf,
    /// The SHA-256 that the file should have.
    pub(crate) sha256: String,
}

impl Rules {
    /// A ruleset that the user or a recipe named.
    pub(crate) fn named(ruleset: Ruleset) -> Rules {
        Rules {
            ruleset,
            assumed: false,
            listed: None,
        }
    }

    /// The chosen ruleset; without a choice the English one, which is then assumed.
    pub(crate) fn chosen(choice: Option<&str>) -> Result<Rules> {
        match choice {
            Some(choice) => load_ruleset(choice, Path::new("")).map(Rules::named),
            None => Ok(Rules {
                assumed: true,
                ..Rules::named(Ruleset::builtin(DEFAULT)?)
            }),
        }
    }

    /// Adds advice to an error about letters that an assumed ruleset lacks.
    pub(crate) fn hint(&self, error: Error) -> Error {
        error.advise_alphabet(|| {
            let name = self.ruleset.name();
            let advice = "since nothing names another ruleset: --ruleset settles it";
            self.assumed
                .then(|| format!("it was read as {name}, {advice}"))
        })
    }

    /// Like [`hint`](Self::hint), for an error of a file with these bytes. If it is
    /// not the file that the manifest lists, it may have another ruleset.
    pub(crate) fn hint_of_file(&self, error: Error, bytes: &[u8]) -> Error {
        self.hint(error)
            .advise_alphabet(|| self.doubt(|| sha256(bytes)))
    }

    /// The message for a file with another SHA-256 than the manifest that named the ruleset
    /// lists; none if it is the same, or if no manifest named the ruleset.
    pub(crate) fn doubt<S: AsRef<str>>(&self, sum: impl FnOnce() -> S) -> Option<String> {
        let listed = self.listed.as_ref()?;
        let (name, manifest) = (self.ruleset.name(), listed.manifest.display());
        (sum().as_ref() != listed.sha256).then(|| {
            format!(
                "not the file that {manifest} lists (another sha256); \
                 read as {name} all the same, --ruleset settles it"
            )
        })
    }

    /// Says so if the ruleset of these files is assumed.
    pub(crate) fn say_if_assumed(&self, files: &[String], out: &Out) {
        if self.assumed && !files.is_empty() {
            let files: Vec<&str> = files.iter().map(|file| named(file)).collect();
            let (files, name) = (files.join(" and "), self.ruleset.name());
            out.say(&format!(
                "{files}: read as {name}, since no manifest names the ruleset; --ruleset settles it"
            ));
        }
    }
}

/// The words that conditions apply to.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'s> {
    pub(crate) graph: &'s Graph,
    pub(crate) rules: &'s Rules,
    /// Where the words are from, as the user typed it.
    pub(crate) shown: &'s str,
}

/// Whether two rulesets have the same letters in the same order.
pub(crate) fn same_letters(one: &Ruleset, other: &Ruleset) -> bool {
    let labels = |ruleset: &Ruleset| -> Vec<String> {
        let letters = ruleset.alphabet().letters().iter();
        letters.map(|letter| letter.label.clone()).collect()
    };
    labels(one) == labels(other)
}

/// The ruleset for a file: the chosen one, or that of a manifest which lists the
/// file, or the English one, which is then assumed.
pub(crate) fn rules_for(choice: Option<&str>, file: &Path) -> Result<Rules> {
    match choice {
        Some(_) => Rules::chosen(choice),
        None => listed_rules(file)?.map_or_else(|| Rules::chosen(None), Ok),
    }
}

/// The ruleset of the first manifest that lists a file, if there is one.
pub(crate) fn listed_rules(file: &Path) -> Result<Option<Rules>> {
    let Some((path, manifest, record)) = listings(file)?.into_iter().next() else {
        return Ok(None);
    };
    let mut parts = manifest.parts();
    let part = parts.find(|part| part.outputs.iter().any(|o| o.file == record.file));
    let Some(part) = part else { return Ok(None) };
    let mut rules = Rules::named(part.origin.ruleset.ruleset(&path)?);
    rules.listed = Some(Listed {
        sha256: record.sha256,
        manifest: path,
    });
    Ok(Some(rules))
}

/// The manifests in a file's folder that list the file, with their paths and what they
/// say of it.
pub(crate) fn listings(file: &Path) -> Result<Vec<(PathBuf, Manifest, OutputRecord)>> {
    let folder = match file.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    if file == Path::new("-") || !folder.is_dir() {
        return Ok(Vec::new());
    }
    let name = file_name(file);
    let manifests = Manifest::all_in(folder)?.into_iter();
    let listings = manifests.filter_map(|(path, manifest)| {
        let record = manifest.outputs().find(|output| output.file == name)?;
        let record = record.clone();
        Some((path, manifest, record))
    });
    Ok(listings.collect())
}

/// A file's name, without its folder.
pub(crate) fn file_name(file: &Path) -> String {
    let name = file.file_name().unwrap_or(file.as_os_str());
    name.to_string_lossy().into_owned()
}

/// What readers know a file by: the lexicon's name if a manifest lists the file,
/// or else the file's name without folder and extension.
pub(crate) fn title_of(file: &Path) -> Result<String> {
    if file == Path::new("-") {
        return Ok("the standard input".to_string());
    }
    Ok(match listings(file)?.into_iter().next() {
        Some((_, manifest, _)) => manifest.lexicon,
        None => file.file_stem().unwrap_or_default().display().to_string(),
    })
}
