//! The ruleset to read a file with, and the manifests that list the file.
//!
//! A graph stores tile numbers, not letters. The alphabet comes from `--ruleset`,
//! or from a manifest beside the file that lists it. Without either, English is
//! assumed, and the user is told.

use crate::cli::exit::Out;
use crate::cli::voice::named;
use crate::digest::sha256;
use crate::error::{Error, Result};
use crate::file::read_file;
use crate::graph::Graph;
use crate::recipe::{
    FoundManifest, Manifest, ManifestsIn, OutputRecord, PartRecord, RulesetRecord, load_ruleset,
    look_for_manifests,
};
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

/// The ruleset of the manifest that lists a file, if there is one. A manifest that can't be
/// read is an error if no other one lists the file.
pub(crate) fn listed_rules(file: &Path) -> Result<Option<Rules>> {
    rules_in(file, sure_listings(file)?)
}

/// Like [`listed_rules`], for a file whose ruleset the user named: manifests that can't be
/// read are passed over.
pub(crate) fn rules_if_listed(file: &Path) -> Result<Option<Rules>> {
    rules_in(file, listings(file)?)
}

/// The ruleset that the manifests which list a file name. The first one has the right sum,
/// if any has. Others must not contradict it, unless they are about another file.
fn rules_in(file: &Path, listings: Vec<Listing>) -> Result<Option<Rules>> {
    let mut listings = listings.iter();
    let Some((path, manifest, record)) = listings.next() else {
        return Ok(None);
    };
    let Some(named) = ruleset_of(manifest, record) else {
        return Ok(None);
    };
    let is_in_doubt = |other: &OutputRecord| {
        record.sha256 == other.sha256 || sum_of(file).as_ref() != Some(&record.sha256)
    };
    for (other_path, manifest, other) in listings {
        if let Some(second) = ruleset_of(manifest, other)
            && second != named
            && is_in_doubt(other)
        {
            let named = format!("`{}` in {}", named.name, path.display());
            let second = format!("`{}` in {}", second.name, other_path.display());
            let found = format!("{named} and {second}");
            let error = Error::mismatch(file, "one ruleset", found);
            return Err(error.advise("--ruleset settles it"));
        }
    }
    let mut rules = Rules::named(named.ruleset(path)?);
    rules.listed = Some(Listed {
        sha256: record.sha256.clone(),
        manifest: path.clone(),
    });
    Ok(Some(rules))
}

/// The ruleset of the part of a manifest that lists a file.
fn ruleset_of<'m>(manifest: &'m Manifest, record: &OutputRecord) -> Option<&'m RulesetRecord> {
    let has_it = |part: &&PartRecord| part.outputs.iter().any(|o| o.file == record.file);
    manifest
        .parts()
        .find(has_it)
        .map(|part| &part.origin.ruleset)
}

/// A manifest that lists a file, with its path and what it says of the file.
type Listing = (PathBuf, Manifest, OutputRecord);

/// The manifests in a file's folder that list the file. One that lists it with the sum that
/// it has comes first.
pub(crate) fn listings(file: &Path) -> Result<Vec<Listing>> {
    Ok(look_beside(file)?.0)
}

/// Like [`listings`], but if there are none, a manifest that can't be read is an error: it
/// may be the one that lists the file.
pub(crate) fn sure_listings(file: &Path) -> Result<Vec<Listing>> {
    match look_beside(file)? {
        (found, Some(fault)) if found.is_empty() => Err(fault),
        (found, _) => Ok(found),
    }
}

/// The manifests that list a file, and what is wrong with one that can't be read and may
/// list it: with that of its own name, or else with the first one.
fn look_beside(file: &Path) -> Result<(Vec<Listing>, Option<Error>)> {
    let folder = match file.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    if file == Path::new("-") || !folder.is_dir() {
        return Ok((Vec::new(), None));
    }
    let name = file_name(file);
    let ManifestsIn { found, mut broken } = look_for_manifests(folder)?;
    let found = found.into_iter();
    let listings = found.filter_map(|(paper, FoundManifest { manifest, .. })| {
        let record = manifest.outputs().find(|output| output.file == name)?;
        let record = record.clone();
        Some((folder.join(paper), manifest, record))
    });
    let mut listings: Vec<Listing> = listings.collect();
    if listings.len() > 1
        && let Some(sum) = sum_of(file)
    {
        listings.sort_by_key(|(.., record)| record.sha256 != sum);
    }
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let own = Manifest::file_name(&stem);
    broken.retain(|paper, broken| *paper == own || broken.may_list(&name));
    let broken = broken
        .remove(&own)
        .or_else(|| broken.into_values().next())
        .filter(|_| !is_never_listed(file));
    let advice = || format!("it may say how {name} is read, or else --ruleset does");
    let fault = broken.map(|broken| broken.fault.advise(advice()));
    Ok((listings, fault))
}

/// The SHA-256 of a file; none if it can't be read. The error is reported where the file is opened.
fn sum_of(file: &Path) -> Option<String> {
    read_file(file).ok().map(|bytes| sha256(&bytes))
}

/// Whether a file is of a kind that no recipe makes, by its name.
fn is_never_listed(file: &Path) -> bool {
    let extension = file.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| ["txt", "csv", "yaml", "json"].contains(&extension))
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
