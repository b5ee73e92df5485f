//! What the file of sums in a directory must say.
//!
//! Sums are made from the manifests that are there. A line for a file that no
//! manifest lists stays only as long as it is right, so that nothing that an
//! interrupted build left in the file of sums stays there for good.

use crate::digest::sha256;
use crate::error::Result;
use crate::file::read_named;
use crate::recipe::manifest_read::{FoundManifest, manifests_in};
use crate::recipe::names::SUMS_FILE;
use crate::recipe::publish::journal::has_journal;
use crate::recipe::publish::sums::Sums;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

/// The sums that a directory with these manifests must have. `before` are those
/// that it has. Lines of files in `gone` are not kept.
pub(crate) fn settled_sums(
    directory: &Path,
    manifests: &BTreeMap<String, FoundManifest>,
    before: &Sums,
    gone: &[&str],
) -> Sums {
    let mut sums = Sums::default();
    for (name, found) in manifests {
        for output in found.manifest.outputs() {
            sums.set(&output.file, &output.sha256);
        }
        sums.set(name, &found.sha256);
    }
    for (name, sum) in before.iter() {
        let is_free = sums.get(name).is_none() && !gone.contains(&name);
        if is_free && is_backed(directory, name, sum) {
            sums.set(name, sum);
        }
    }
    sums
}

/// Whether a file is there and has a sum.
fn is_backed(directory: &Path, name: &str, sum: &str) -> bool {
    read_named(&directory.join(name)).is_ok_and(|bytes| sha256(&bytes) == sum)
}

/// Whether the file of sums in a directory says what its manifests say, and no build
/// was interrupted there.
pub(crate) fn is_settled(directory: &Path) -> Result<bool> {
    // While another program publishes, manifests and sums differ. Without locks
    // the worst is that something is built again.
    let handle = File::open(directory).ok();
    let _held = handle.filter(|handle| handle.lock_shared().is_ok());
    if has_journal(directory) {
        return Ok(false);
    }
    let Some(before) = Sums::read(&directory.join(SUMS_FILE))? else {
        return Ok(false);
    };
    let manifests = manifests_in(directory)?;
    Ok(settled_sums(directory, &manifests, &before, &[]) == before)
}

/// The lines of a directory's file of sums that are wrong and that no manifest
/// would mend: each is for a file that no manifest lists, and that is not there or
/// has another sum.
pub(crate) fn stray_lines(directory: &Path, sums: &Sums) -> Result<Vec<String>> {
    let settled = settled_sums(directory, &manifests_in(directory)?, sums, &[]);
    let strays = sums.iter().filter(|(name, _)| settled.get(name).is_none());
    Ok(strays.map(|(name, _)| name.to_string()).collect())
}
