//! The files that builds put in their places before a manifest lists them.
//!
//! If a build is killed between two renames, it leaves new files that no manifest
//! lists, or that the old manifest lists with other sums. So a build first writes a
//! journal: the names and sums of its artifacts, in a hidden file that stays until
//! all is in place. By the journal the next build knows such a file from one that
//! somebody put there.

use crate::error::Result;
use crate::file::read_if_there_within;
use crate::limits::PAPER_BYTES;
use crate::recipe::names::check_output_name;
use crate::recipe::publish::sums::parse_lines;
use crate::recipe::publish::write::Held;
use std::fs;
use std::path::Path;

/// The name of the journal.
pub(crate) const JOURNAL: &str = ".wordmill-journal";

/// What to do about a journal with a bad line.
const ADVICE: &str = "remove the file, and then the files beside it that no manifest lists";

/// A file's name and sum.
pub(crate) type Entry = (String, String);

/// Whether a build into a directory was interrupted, or is under way.
pub(crate) fn has_journal(directory: &Path) -> bool {
    fs::symlink_metadata(directory.join(JOURNAL)).is_ok()
}

/// The files that interrupted builds left in a directory, and that nobody changed.
pub(crate) fn left_files(directory: &Path, held: &Held) -> Result<Vec<Entry>> {
    let path = directory.join(JOURNAL);
    let Some(bytes) = read_if_there_within(&path, PAPER_BYTES)? else {
        return Ok(Vec::new());
    };
    let mut entries: Vec<Entry> = Vec::new();
    parse_lines(&path.display().to_string(), &bytes, ADVICE, |name, sum| {
        entries.push((name.to_string(), sum.to_string()));
        check_output_name("name", name)
    })?;
    let mut left = Vec::new();
    for same_name in sorted(entries).chunk_by(|a, b| a.0 == b.0) {
        let entry = |sum| (same_name[0].0.clone(), sum);
        let found = held.sum_of(&same_name[0].0)?.map(entry);
        left.extend(found.filter(|found| same_name.contains(found)));
    }
    Ok(left)
}

/// Entries in order, each once.
pub(crate) fn sorted(mut entries: Vec<Entry>) -> Vec<Entry> {
    entries.sort_unstable();
    entries.dedup();
    entries
}

/// The text of a journal.
pub(crate) fn journal_text(entries: Vec<Entry>) -> String {
    let entries = sorted(entries).into_iter();
    let lines = entries.map(|(name, sum)| format!("{sum}  {name}\n"));
    lines.collect()
}
