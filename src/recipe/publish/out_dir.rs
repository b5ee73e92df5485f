//! Replaces the files of an output directory: artifacts, manifests and sums.

use crate::digest::sha256;
use crate::error::{Error, Problem, Result};
use crate::file::read_named;
use crate::limits::PAPER_BYTES;
use crate::parallel;
use crate::parallel::prelude::*;
use crate::recipe::manifest::{Manifest, OutputRecord, PartRecord};
use crate::recipe::manifest_read::{FoundManifest, manifests_in};
use crate::recipe::names::SUMS_FILE;
use crate::recipe::publish::settle::settled_sums;
use crate::recipe::publish::sums::Sums;
use crate::recipe::publish::write::{Pending, lock_directory, remove_file, sweep};
use crate::recipe::schema::PartKind;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A lexicon's new artifacts, not yet written.
pub(crate) struct Staged {
    pub(crate) lexicon: String,
    /// The part of the lexicon that they are.
    pub(crate) kind: PartKind,
    /// What the manifest will say.
    pub(crate) part: PartRecord,
    /// The bytes of `part.outputs`, in the same order.
    pub(crate) files: Vec<Vec<u8>>,
    /// Whether the recipe has the other part too.
    pub(crate) has_other_part: bool,
}

/// Writes new artifacts with their manifests and sums into a directory, which is
/// made if need be. Other programs wait until all is done. If anything fails
/// before the first file is put in its place, everything stays as it was.
pub(crate) fn publish(directory: &Path, staged: &[Staged]) -> Result<()> {
    if staged.is_empty() {
        return Ok(());
    }
    let existed = directory.exists();
    let result = replace_files(directory, staged);
    if result.is_err() && !existed {
        // This fails, as it should, if the directory has files by now.
        let _ = fs::remove_dir(directory);
    }
    result
}

fn replace_files(directory: &Path, staged: &[Staged]) -> Result<()> {
    let _held = lock_directory(directory)?;
    sweep(directory);
    let mut manifests = manifests_in(directory)?;
    check_owners(directory, &manifests, staged)?;
    let sums = Sums::read(&directory.join(SUMS_FILE))?.unwrap_or_default();
    let (mut artifacts, mut papers) = (Vec::new(), Vec::new());
    let mut gone = Vec::new();
    for staged in staged {
        let name = Manifest::file_name(&staged.lexicon);
        let path = directory.join(&name);
        let mut manifest = Manifest::read(&path)?.unwrap_or_default();
        gone.extend(manifest.outputs().cloned());
        if !staged.has_other_part {
            manifest = Manifest::default();
        }
        manifest.lexicon = staged.lexicon.clone();
        *manifest.part(staged.kind) = Some(staged.part.clone());
        for (output, bytes) in staged.part.outputs.iter().zip(&staged.files) {
            artifacts.push((&output.file[..], &bytes[..]));
        }
        let text = manifest.to_json()?;
        check_length(&path, &text)?;
        let sha256 = sha256(text.as_bytes());
        manifests.insert(name.clone(), FoundManifest { manifest, sha256 });
        papers.push((name, text));
    }
    // Files that a recipe no longer makes, and that no other lexicon has.
    gone.retain(|old: &OutputRecord| {
        let mut outputs = manifests
            .values()
            .flat_map(|found| found.manifest.outputs());
        outputs.all(|output| output.file != old.file)
    });
    let names: Vec<String> = gone.iter().map(|old| old.file.clone()).collect();
    let sums = settled_sums(directory, &manifests, &sums, &names).to_string();
    check_length(&directory.join(SUMS_FILE), &sums)?;
    papers.push((SUMS_FILE.to_string(), sums));
    let papers = papers.iter();
    let papers = papers.map(|(name, text)| (&name[..], text.as_bytes()));
    let (artifacts, papers) = parallel::join(
        || write_all(directory, artifacts),
        || write_all(directory, papers.collect()),
    );
    let (artifacts, papers) = (artifacts?, papers?);
    let mut all = artifacts.iter().chain(&papers);
    all.try_for_each(Pending::check_target)?;
    artifacts.into_iter().try_for_each(Pending::place)?;
    // Before the new manifest: if the program ends here, the old one still names
    // these files, and the next run removes them.
    for old in gone {
        remove_unchanged(directory, &old)?;
    }
    papers.into_iter().try_for_each(Pending::place)
}

/// Refuses to write a manifest or sums that could not be read again.
fn check_length(path: &Path, text: &str) -> Result<()> {
    if text.len() as u64 <= PAPER_BYTES {
        return Ok(());
    }
    let expected = format!("at most {PAPER_BYTES} bytes to write");
    let problem = Problem::mismatch(expected, text.len().to_string());
    Err(Error::input(path.display().to_string(), problem))
}

/// Writes files that are not put in their places yet. They are synced at the same
/// time, which takes a disk hardly longer than syncing one.
fn write_all(directory: &Path, files: Vec<(&str, &[u8])>) -> Result<Vec<Pending>> {
    let written: Vec<Result<Pending>> = files
        .into_par_iter()
        .map(|(name, bytes)| Pending::write(&directory.join(name), |out| out.write_all(bytes)))
        .collect();
    written.into_iter().collect()
}

/// Removes a file that its recipe no longer makes, unless somebody changed it or
/// put a link in its place.
fn remove_unchanged(directory: &Path, old: &OutputRecord) -> Result<()> {
    let path = directory.join(&old.file);
    if !fs::symlink_metadata(&path).is_ok_and(|found| found.is_file()) {
        return Ok(());
    }
    match read_named(&path) {
        Ok(bytes) if sha256(&bytes) == old.sha256 => remove_file(&path),
        _ => Ok(()),
    }
}

/// Refuses to overwrite a file that another lexicon's manifest lists.
fn check_owners(
    directory: &Path,
    manifests: &BTreeMap<String, FoundManifest>,
    staged: &[Staged],
) -> Result<()> {
    let mut owners: BTreeMap<&str, &str> = BTreeMap::new();
    for FoundManifest { manifest, .. } in manifests.values() {
        for output in manifest.outputs() {
            owners.insert(&output.file, &manifest.lexicon);
        }
    }
    for Staged { lexicon, part, .. } in staged {
        for output in &part.outputs {
            let owner = owners
                .get(&output.file[..])
                .filter(|owner| *owner != lexicon);
            if let Some(owner) = owner {
                return Err(Error::input(
                    directory.join(&output.file).display().to_string(),
                    format!(
                        "belongs to lexicon {owner}, as its manifest says; not replaced by {lexicon}'s"
                    ),
                ));
            }
        }
    }
    Ok(())
}
