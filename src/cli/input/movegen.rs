//! Opens the word graph and the leave values that moves are found with.

use crate::cli::exit::Out;
use crate::cli::input::file::File;
use crate::cli::input::rules::Rules;
use crate::error::Result;
use crate::file::{Expected, FileKind, read_file, refuse_kind, refuse_stray};
use crate::graph::Content;
use crate::leave::Leaves;
use crate::ruleset::Ruleset;
use std::path::Path;

/// Opens a word graph. Refuses one with more words than can be listed: a small file may
/// hold any number of them, and its plays would have no end.
pub(crate) fn open_word_graph(path: &Path, rules: Rules, out: &Out) -> Result<File> {
    let file = File::open(path, rules, None)?;
    refuse_kind(path, file.opened.sniffed.kind, Expected::WordGraph)?;
    let totals = file.lexicon()?.totals();
    totals.check().map_err(|error| error.at_path(&file.shown))?;
    if let FileKind::Graph(Content::Alphagrams, _) = file.opened.sniffed.kind {
        let message = "holds alphagrams, as far as can be seen; they are taken for words";
        out.say(&format!("warning: {}: {message}", file.shown));
    }
    Ok(file)
}

/// Opens leave values; none if there is no path.
pub(crate) fn open_leaves(path: Option<&Path>, ruleset: &Ruleset) -> Result<Option<Leaves>> {
    let Some(path) = path else { return Ok(None) };
    let bytes = read_file(path)?;
    refuse_stray(path, &bytes, Expected::LeaveValues)?;
    let leaves = Leaves::from_bytes(&bytes, ruleset.alphabet().len());
    let leaves = leaves.map_err(|fault| fault.into_error(&path.display().to_string()))?;
    Ok(Some(leaves))
}
