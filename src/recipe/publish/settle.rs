//! Checks whether an output directory is as a build would leave it. Digests decide, not
//! times.
//!
//! Checksums are computed from the manifests present. A line for a file that no
//! manifest lists stays only while it is correct, so that nothing an interrupted build
//! left in the checksum file stays forever.

use crate::digest::sha256_of;
use crate::error::{Error, Result};
use crate::recipe::inputs::InputFile;
use crate::recipe::manifest::{Manifest, Origin, OutputRecord, PartRecord};
use crate::recipe::manifest_read::{FoundManifest, manifests_in};
use crate::recipe::names::SUMS_FILE;
use crate::recipe::publish::journal::has_journal;
use crate::recipe::publish::sums::Sums;
use crate::recipe::schema::{PartKind, Recipe};
use std::fs::{self, File};
use std::io;
use std::path::Path;

/// The checksums that a directory with these manifests must have. `before` are its
/// current ones. Lines of files in `gone` are dropped.
pub(crate) fn settled_sums(
    directory: &Path,
    manifests: &[(String, FoundManifest)],
    before: &Sums,
    gone: &[&str],
) -> Result<Sums> {
    let mut sums = Sums::default();
    for (name, found) in manifests {
        for output in found.manifest.outputs() {
            sums.set(&output.file, &output.sha256);
        }
        sums.set(name, &found.sha256);
    }
    for (name, sum) in before.iter() {
        let is_free = sums.get(name).is_none() && !gone.contains(&name);
        if is_free && is_backed(directory, name, sum)? {
            sums.set(name, sum);
        }
    }
    Ok(sums)
}

/// Whether a file exists and has this checksum.
fn is_backed(directory: &Path, name: &str, sum: &str) -> Result<bool> {
    let path = directory.join(name);
    let found = match fs::metadata(&path) {
        Ok(found) if !found.is_file() => return Ok(false),
        Err(e) if e.kind() == io::ErrorKind::NotFound || path.is_symlink() => return Ok(false),
        found => found.and_then(|_| File::open(&path)).and_then(sha256_of),
    };
    let found = found.map_err(|e| Error::io(&path, "can't read", e))?;
    Ok(found == sum)
}

/// Whether the checksum file of a directory agrees with its manifests, and no build was
/// interrupted there.
pub(crate) fn is_settled(directory: &Path) -> Result<bool> {
    // While another program publishes, manifests and checksums differ. Without locks,
    // the worst case is an unnecessary build.
    let handle = File::open(directory).ok();
    let _held = handle.filter(|handle| handle.lock_shared().is_ok());
    if has_journal(directory) {
        return Ok(false);
    }
    let Some(before) = Sums::read(&directory.join(SUMS_FILE))? else {
        return Ok(false);
    };
    let manifests = manifests_in(directory)?;
    Ok(settled_sums(directory, &manifests, &before, &[])? == before)
}

/// The wrong lines of a directory's checksum file that no manifest would correct: lines
/// for files that no manifest lists and that are missing or have another checksum.
pub(crate) fn stray_lines(directory: &Path, sums: &Sums) -> Result<Vec<String>> {
    let settled = settled_sums(directory, &manifests_in(directory)?, sums, &[])?;
    let strays = sums.iter().filter(|(name, _)| settled.get(name).is_none());
    Ok(strays.map(|(name, _)| name.to_string()).collect())
}

/// The part of a lexicon in a directory, if it is what a build would produce now: by
/// the same tool, from the same recipe, ruleset and inputs, and with the correct
/// checksums of all files and of the manifest. `inputs` replaces the inputs in
/// `origin`, which are ignored.
pub(crate) fn up_to_date(
    directory: &Path,
    recipe: &Recipe,
    kind: PartKind,
    origin: &Origin,
    inputs: &[InputFile],
) -> Result<Option<PartRecord>> {
    let manifest_name = Manifest::file_name(&recipe.lexicon);
    let mut manifest = Manifest::read(&directory.join(&manifest_name))?.unwrap_or_default();
    let Some(part) = manifest.part(kind).take() else {
        return Ok(None);
    };
    // A build would remove a part that the recipe does not have.
    if manifest.part(kind.other()).is_some() && recipe.files_of(kind.other()).is_empty() {
        return Ok(None);
    }
    let made_from = &part.origin;
    let now = inputs.iter().map(|input| &input.record);
    let now = now.map(|input| (&input.file, &input.sha256));
    let then = made_from.inputs.iter();
    let files = recipe.files_of(kind).into_iter().map(|(_, file)| file);
    let is_same = made_from.made_by == origin.made_by
        && made_from.recipe == origin.recipe
        && made_from.ruleset == origin.ruleset
        && then.map(|input| (&input.file, &input.sha256)).eq(now)
        && part.outputs.iter().map(|output| &output.file[..]).eq(files);
    let Some(sums) = Sums::read(&directory.join(SUMS_FILE))?.filter(|_| is_same) else {
        return Ok(None);
    };
    // A file that can't be read is built again.
    let is_intact = |name: &str| {
        let sum = sums.get(name);
        sum.is_some_and(|sum| is_backed(directory, name, sum).unwrap_or(false))
    };
    let is_as_listed = |output: &OutputRecord| {
        sums.get(&output.file) == Some(&output.sha256) && is_intact(&output.file)
    };
    let all = part.outputs.iter().all(is_as_listed) && is_intact(&manifest_name);
    Ok(all.then_some(part))
}
