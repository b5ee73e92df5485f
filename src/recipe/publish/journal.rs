//! The files that builds put in their places before a manifest lists them.
//!
//! If a build is killed between two renames, it leaves new files that no manifest
//! lists, or that the old manifest lists with other sums. So a build first writes a
//! journal: the names and sums of its artifacts, in a hidden file that stays until
//! all is in place. By the journal the next build knows such a file from one that
//! somebody put there.

use crate::digest::sha256;
use crate::error::Result;
use crate::file::{read_if_there_within, read_named};
use crate::limits::PAPER_BYTES;
use crate::recipe::publish::sums::parse_lines;
use crate::recipe::publish::write::remove_file;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The name of the journal.
pub(crate) const JOURNAL: &str = ".wordmill-journal";

/// A file's name and sum.
pub(crate) type Entry = (String, String);

/// Whether a build into a directory was interrupted, or is under way.
pub(crate) fn has_journal(directory: &Path) -> bool {
    fs::symlink_metadata(directory.join(JOURNAL)).is_ok()
}

/// The files that interrupted builds left in a directory, and that nobody changed.
pub(crate) fn left_files(directory: &Path) -> Result<BTreeSet<Entry>> {
    let path = directory.join(JOURNAL);
    let Some(bytes) = read_if_there_within(&path, PAPER_BYTES)? else {
        return Ok(BTreeSet::new());
    };
    let lines = parse_lines(&path.display().to_string(), &bytes)?.into_iter();
    let entries = lines.map(|line| (line.name, line.sum));
    Ok(entries
        .filter(|(name, sum)| has_sum(directory, name, sum))
        .collect())
}

/// The text of a journal.
pub(crate) fn journal_text<'a>(entries: impl Iterator<Item = &'a Entry>) -> String {
    let lines = entries.map(|(name, sum)| format!("{sum}  {name}\n"));
    lines.collect()
}

/// Removes a file that is no longer made, unless somebody changed it or put a link
/// in its place.
pub(crate) fn remove_unchanged(directory: &Path, (name, sum): &Entry) -> Result<()> {
    match has_sum(directory, name, sum) {
        true => remove_file(&directory.join(name)),
        false => Ok(()),
    }
}

/// Whether there is a file, and no link, with a sum.
fn has_sum(directory: &Path, name: &str, sum: &str) -> bool {
    let path = directory.join(name);
    fs::symlink_metadata(&path).is_ok_and(|found| found.is_file())
        && read_named(&path).is_ok_and(|bytes| sha256(&bytes) == sum)
}
