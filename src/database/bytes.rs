//! Converts study databases between words and bytes.

use crate::database::backend::{read_rows, write_rows};
use crate::database::notes::StudyNotes;
use crate::database::study::DatabaseRows;
use crate::database::tile_texts::TileTexts;
use crate::error::{Result, shown};
use crate::graph::{GraphFault, each_once};
use crate::lexicon::{WordCollector, Words};
use crate::ruleset::Ruleset;

/// Builds the bytes of a study database. Fails if a word has fewer than 2 or more than
/// 15 tiles, if there are too many ways to draw one, or without the feature `sqlite`.
pub fn build_database(words: &Words, ruleset: &Ruleset, notes: &StudyNotes) -> Result<Vec<u8>> {
    write_rows(&DatabaseRows::of(words, ruleset, notes)?)
}

/// Reads the words of a study database. Checks its pages, tables, indices and version,
/// and reads each word with the alphabet. The other columns are not compared with the
/// words. Fails without the feature `sqlite`.
pub fn read_database(bytes: &[u8], ruleset: &Ruleset) -> Result<Words, GraphFault> {
    let texts = TileTexts::new(ruleset.alphabet());
    let mut collector = WordCollector::default();
    for (i, row) in read_rows(bytes)?.words.iter().enumerate() {
        let place = || format!("words row {}: word", i + 1);
        let word = texts.read(&row.word).map_err(|unknown| {
            let fault = GraphFault::file(format!("{unknown} in `{}`", shown(&row.word)));
            fault.of(place()).past_alphabet()
        })?;
        if word.is_empty() {
            return Err(GraphFault::mismatch("a word", "nothing").of(place()));
        }
        collector.push(&word)?;
    }
    each_once(collector)
}
