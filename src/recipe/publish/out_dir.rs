//! Replaces the files of an output directory: artifacts, manifests and checksums.
//!
//! All files are first written under temporary names and synced. Then they are renamed
//! in this order: the journal, which lists the new artifacts; the artifacts; the
//! manifests; `SHA256SUMS`. Artifacts that no recipe builds any more are removed before
//! the manifests are renamed, and the journal last. *Papers* are the journal, the
//! manifests and `SHA256SUMS`.

use crate::digest::sha256;
use crate::error::{Error, Result};
use crate::limits::PAPER_BYTES;
use crate::parallel;
use crate::recipe::make::{BuildReport, Staged};
use crate::recipe::manifest::{Manifest, OutputRecord};
use crate::recipe::manifest_read::{FoundManifest, manifests_in};
use crate::recipe::names::SUMS_FILE;
use crate::recipe::publish::journal::{Entries, JOURNAL, journal_text, left_files};
use crate::recipe::publish::settle::settled_sums;
use crate::recipe::publish::sums::Sums;
use crate::recipe::publish::write::{Pending, lock_directory, sweep, sweep_unless_held};
use crate::recipe::schema::PartKind;
use std::path::Path;

/// The most files that are open and synced at the same time, on threads that only wait.
/// Syncing several takes a disk hardly longer than syncing one, however few processors
/// there are. One after the other, each would wait for what the file system wrote for
/// the one before.
const SYNCS: usize = 8;

/// Writes new artifacts with their manifests and checksums into a directory, and
/// creates the directory if needed. Other programs wait until it is done. If anything
/// fails before the first file is put in place, all files stay as they were.
pub(crate) fn publish(directory: &Path, kind: PartKind, staged: &[Staged]) -> Result<()> {
    let staged: Vec<&Staged> = staged.iter().filter(|s| s.report.built).collect();
    if staged.is_empty() {
        sweep_unless_held(directory);
        return Ok(());
    }
    let held = lock_directory(directory)?;
    sweep(directory);
    let mut manifests = manifests_in(directory)?;
    check_owners(directory, &manifests, &staged)?;
    let sums = Sums::read(&directory.join(SUMS_FILE))?.unwrap_or_default();
    let (mut artifacts, mut papers) = (Vec::new(), Vec::new());
    let mut made = Entries::new();
    let mut left = left_files(directory, &held)?;
    let mut gone = left.clone();
    for staged in staged {
        let BuildReport { lexicon, part, .. } = &staged.report;
        let name = Manifest::file_name(lexicon);
        let path = directory.join(&name);
        let mut manifest = Manifest::read(&path)?.unwrap_or_default();
        gone.extend(manifest.outputs().map(entry));
        if !staged.has_other_part {
            manifest = Manifest::default();
        }
        manifest.lexicon = lexicon.clone();
        *manifest.part(kind) = Some(part.clone());
        for (output, bytes) in part.outputs.iter().zip(&staged.files) {
            artifacts.push((&output.file[..], &bytes[..]));
            made.insert(entry(output));
        }
        let text = manifest.to_json()?;
        check_length(&path, &text)?;
        let sha256 = sha256(text.as_bytes());
        let found = FoundManifest { manifest, sha256 };
        match manifests.binary_search_by(|(known, _)| known.cmp(&name)) {
            Ok(i) => manifests[i].1 = found,
            Err(i) => manifests.insert(i, (name.clone(), found)),
        }
        papers.push((name, text));
    }
    // Files that a recipe no longer builds and that no other lexicon lists.
    let all = manifests.iter();
    let listed = all.flat_map(|(_, found)| found.manifest.outputs());
    let listed: Entries = listed.map(entry).collect();
    let has = |entries: &Entries, name: &str| entries.iter().any(|(file, _)| file == name);
    gone.retain(|(name, _)| !has(&listed, name));
    let names: Vec<&str> = gone.iter().map(|(name, _)| &name[..]).collect();
    let sums = settled_sums(directory, &manifests, &sums, &names)?.to_string();
    check_length(&directory.join(SUMS_FILE), &sums)?;
    papers.push((SUMS_FILE.to_string(), sums));
    // Fails before anything is put in place if one of them can't be read.
    gone.iter()
        .try_for_each(|(name, _)| held.sum_of(name).map(drop))?;
    let journal = journal_text(&(&left | &made));
    // Files that an earlier build left for a lexicon that this build does not include,
    // and that its manifest lists with another checksum.
    left.retain(|entry| !listed.contains(entry) && has(&listed, &entry.0) && !has(&made, &entry.0));
    let last_journal = journal_text(&left);
    check_length(&directory.join(JOURNAL), &journal)?;
    papers.push((JOURNAL.to_string(), journal));
    let papers = papers.iter();
    let papers = papers.map(|(name, text)| (&name[..], text.as_bytes()));
    let count = artifacts.len();
    let files: Vec<(&str, &[u8])> = artifacts.into_iter().chain(papers).collect();
    let mut artifacts = Vec::with_capacity(files.len());
    let write = |i: usize| held.write(files[i].0, files[i].1);
    parallel::in_order_on(SYNCS, files.len(), write, |written| {
        artifacts.push(written?);
        Ok::<(), Error>(())
    })?;
    let mut papers = artifacts.split_off(count);
    let mut all = artifacts.iter().chain(&papers);
    all.try_for_each(Pending::check_target)?;
    held.check()?;
    let journal = papers.pop();
    let mut first = journal.into_iter().chain(artifacts);
    first.try_for_each(Pending::place)?;
    // Removed before the new manifest is in place: if the program ends here, the old
    // manifest still lists these files, and the next run removes them.
    for (name, sum) in &gone {
        // A file that was changed or replaced by a link stays, and so does one that is
        // listed under another name.
        let is_old = held.sum_of(name)?.is_some_and(|found| found == *sum);
        if is_old && !listed.iter().any(|(other, _)| held.is_same(name, other)) {
            held.remove(name)?;
        }
    }
    papers.into_iter().try_for_each(Pending::place)?;
    match &last_journal[..] {
        "" => held.remove(JOURNAL),
        text => held.write(JOURNAL, text.as_bytes())?.place(),
    }
}

fn entry(output: &OutputRecord) -> (String, String) {
    (output.file.clone(), output.sha256.clone())
}

/// Refuses to write a manifest or checksum file that would be too large to read.
fn check_length(path: &Path, text: &str) -> Result<()> {
    if text.len() as u64 <= PAPER_BYTES {
        return Ok(());
    }
    let expected = format!("at most {PAPER_BYTES} bytes to write");
    Err(Error::mismatch(path, expected, text.len()))
}

/// Refuses to overwrite a file that another lexicon's manifest lists.
fn check_owners(
    directory: &Path,
    manifests: &[(String, FoundManifest)],
    staged: &[&Staged],
) -> Result<()> {
    let owner = |file: &str| {
        let mut manifests = manifests.iter().rev().map(|(_, found)| &found.manifest);
        let owner = manifests.find(|manifest| manifest.outputs().any(|output| output.file == file));
        owner.map(|manifest| &manifest.lexicon)
    };
    for BuildReport { lexicon, part, .. } in staged.iter().map(|staged| &staged.report) {
        for OutputRecord { file, .. } in &part.outputs {
            if let Some(owner) = owner(file).filter(|owner| *owner != lexicon) {
                let message = format!("belongs to lexicon {owner}, as its manifest says");
                let message = format!("{message}; not replaced by {lexicon}'s");
                return Err(Error::input(directory.join(file), message));
            }
        }
    }
    Ok(())
}
