//! Builds study databases.

use crate::database::backend::write_rows;
use crate::database::notes::StudyNotes;
use crate::database::study::DatabaseRows;
use crate::error::Result;
use crate::lexicon::Words;
use crate::ruleset::Ruleset;

/// Builds the bytes of a study database. Fails if a word has fewer than 2 or more than 15
/// tiles, if there are too many ways to draw one, or without the feature `sqlite`.
pub fn build_database(words: &Words, ruleset: &Ruleset, notes: &StudyNotes) -> Result<Vec<u8>> {
    write_rows(&DatabaseRows::of(words, ruleset, notes)?)
}
