//! The journal of files that a build puts in place before a manifest lists them.
//!
//! A build that is killed between two renames leaves new files that no manifest lists,
//! or that the old manifest lists with other checksums. So a build first writes a
//! journal: the names and checksums of its artifacts, in a hidden file that stays until
//! everything is in place. The journal tells the next build such files from files that
//! someone else put there.

use crate::error::Result;
use crate::file::read_if_there_within;
use crate::limits::PAPER_BYTES;
use crate::recipe::names::check_output_name;
use crate::recipe::publish::sums::parse_lines;
use crate::recipe::publish::write::Held;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The name of the journal.
pub(crate) const JOURNAL: &str = ".wordmill-journal";

/// The advice for a journal with a bad line.
const ADVICE: &str = "remove the file, and then the files beside it that no manifest lists";

/// The names and checksums of files. A name may have several checksums.
pub(crate) type Entries = BTreeSet<(String, String)>;

/// Whether a build into a directory was interrupted or is in progress.
pub(crate) fn has_journal(directory: &Path) -> bool {
    fs::symlink_metadata(directory.join(JOURNAL)).is_ok()
}

/// The files that interrupted builds left in a directory and that have not changed
/// since.
pub(crate) fn left_files(directory: &Path, held: &Held) -> Result<Entries> {
    let path = directory.join(JOURNAL);
    let bytes = read_if_there_within(&path, PAPER_BYTES)?.unwrap_or_default();
    let mut entries = Entries::new();
    parse_lines(&path.display().to_string(), &bytes, ADVICE, |name, sum| {
        entries.insert((name.to_string(), sum.to_string()));
        check_output_name("name", name)
    })?;
    let mut left = Entries::new();
    // A name may have many checksums, but its file is read once.
    let names: BTreeSet<&String> = entries.iter().map(|(name, _)| name).collect();
    for name in names {
        let found = held.sum_of(name)?.map(|sum| (name.clone(), sum));
        left.extend(found.filter(|found| entries.contains(found)));
    }
    Ok(left)
}

/// The text of a journal.
pub(crate) fn journal_text(entries: &Entries) -> String {
    let lines = entries.iter();
    lines
        .map(|(name, sum)| format!("{sum}  {name}\n"))
        .collect()
}
