//! The ruleset to read a file with, and the manifests that list the file.
//!
//! A graph stores tile numbers, not letters. The alphabet comes from `--ruleset`, or
//! from a manifest beside the file that lists it. Without either, English is assumed
//! and the program prints a note.

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
use std::ffi::OsStr;
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

/// A file as listed in a manifest.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    pub(crate) manifest: PathBuf,
    /// The SHA-256 that the file should have.
    pub(crate) sha256: String,
}

impl Rules {
    /// Creates the rules for a ruleset that the user or a recipe named.
    pub(crate) fn named(ruleset: Ruleset) -> Rules {
        Rules {
            ruleset,
            assumed: false,
            listed: None,
        }
    }

    /// The chosen ruleset; without a choice, English, marked as assumed.
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

    /// The message for a file whose SHA-256 differs from that in the manifest that
    /// named the ruleset; `None` if it is the same, or if no manifest named the
    /// ruleset.
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

    /// Prints a note if the ruleset of these files is assumed.
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
    /// The source of the words, as typed.
    pub(crate) shown: &'s str,
}

/// Whether two rulesets have the same letters in the same order.
pub(crate) fn same_letters(one: &Ruleset, other: &Ruleset) -> bool {
    let letters = one.alphabet().letters().iter().map(|letter| &letter.label);
    letters.eq(other
        .alphabet()
        .letters()
        .iter()
        .map(|letter| &letter.label))
}

/// The ruleset for a file: the chosen one, or that of a manifest that lists the file,
/// or otherwise English, marked as assumed.
pub(crate) fn rules_for(choice: Option<&str>, file: &Path) -> Result<Rules> {
    match choice {
        Some(_) => Rules::chosen(choice),
        None => listed_rules(file, false)?.map_or_else(|| Rules::chosen(None), Ok),
    }
}

/// Refuses a file that a manifest lists with another ruleset than the one it is to be
/// read with, as far as `is_same` distinguishes them.
pub(crate) fn check_listed(
    file: &Path,
    rules: &Rules,
    is_same: fn(&Ruleset, &Ruleset) -> bool,
) -> Result<()> {
    let is_named = !rules.assumed && rules.listed.is_none();
    if let Some(found) = listed_rules(file, is_named)?
        && let Some(listed) = &found.listed
        && !is_same(&found.ruleset, &rules.ruleset)
    {
        let (name, manifest) = (found.ruleset.name(), listed.manifest.display());
        let expected = format!("a file for the ruleset {}", rules.ruleset.name());
        let found = format!("one for {name}, as {manifest} says");
        return Err(Error::mismatch(file, expected, found));
    }
    Ok(())
}

/// The ruleset named by the manifests that list a file. A manifest with the right
/// checksum comes first. Others must not contradict it, unless they are about another
/// file. For `lenient` see [`listings`].
pub(crate) fn listed_rules(file: &Path, lenient: bool) -> Result<Option<Rules>> {
    let listings = listings(file, lenient)?;
    let [(path, manifest, record), others @ ..] = &listings[..] else {
        return Ok(None);
    };
    let Some(named) = ruleset_of(manifest, record) else {
        return Ok(None);
    };
    for (other_path, manifest, other) in others {
        if let Some(second) = ruleset_of(manifest, other)
            && second != named
            && (record.sha256 == other.sha256 || sum_of(file).as_ref() != Some(&record.sha256))
        {
            let named = format!("`{}` in {}", named.name, path.display());
            let second = format!("`{}` in {}", second.name, other_path.display());
            let error = Error::mismatch(file, "one ruleset", format!("{named} and {second}"));
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
    Some(&manifest.parts().find(has_it)?.origin.ruleset)
}

/// A manifest that lists a file, with its path and its record of the file.
type Listing = (PathBuf, Manifest, OutputRecord);

/// The manifests in a file's folder that list the file. One that lists it with its
/// actual checksum comes first. If there are none, an unreadable manifest that may list
/// the file is an error, unless `lenient`: the one with the file's own name, or
/// otherwise the first.
pub(crate) fn listings(file: &Path, lenient: bool) -> Result<Vec<Listing>> {
    let folder = match file.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    if file == Path::new("-") || !folder.is_dir() {
        return Ok(Vec::new());
    }
    let name = file_name(file);
    let ManifestsIn { found, broken } = look_for_manifests(folder)?;
    let listing = |(paper, FoundManifest { manifest, .. })| {
        let record = manifest.outputs().find(|output| output.file == name);
        let record = record?.clone();
        Some((folder.join(paper), manifest, record))
    };
    let mut listings: Vec<Listing> = found.into_iter().filter_map(listing).collect();
    if listings.len() > 1
        && let Some(sum) = sum_of(file)
    {
        listings.sort_by_key(|(.., record)| record.sha256 != sum);
    }
    // No recipe builds files with these names.
    let unlisted = ["txt", "csv", "yaml", "json"].map(OsStr::new);
    let is_unlisted = file.extension().is_some_and(|e| unlisted.contains(&e));
    if lenient || !listings.is_empty() || is_unlisted {
        return Ok(listings);
    }
    let own = Manifest::file_name(&file.file_stem().unwrap_or_default().to_string_lossy());
    let is_own = broken.iter().position(|(paper, _)| *paper == own);
    let may_list = || broken.iter().position(|(_, broken)| broken.may_list(&name));
    let index = is_own.or_else(may_list);
    match index.and_then(|i| broken.into_iter().nth(i)) {
        None => Ok(listings),
        Some((_, broken)) => {
            let advice = format!("it may say how {name} is read, or else --ruleset does");
            Err(broken.fault.advise(advice))
        }
    }
}

/// The SHA-256 of a file; `None` if it can't be read. The error is reported when the
/// file is opened.
fn sum_of(file: &Path) -> Option<String> {
    read_file(file).ok().map(|bytes| sha256(&bytes))
}

/// A file's name, without its folder.
pub(crate) fn file_name(file: &Path) -> String {
    let name = file.file_name().unwrap_or(file.as_os_str());
    name.to_string_lossy().into_owned()
}

/// The title of a file: the lexicon's name if a manifest lists the file, or otherwise
/// the file's name without folder and extension.
pub(crate) fn title_of(file: &Path) -> Result<String> {
    if file == Path::new("-") {
        return Ok("the standard input".to_string());
    }
    Ok(match listings(file, true)?.into_iter().next() {
        Some((_, manifest, _)) => manifest.lexicon,
        None => file.file_stem().unwrap_or_default().display().to_string(),
    })
}
