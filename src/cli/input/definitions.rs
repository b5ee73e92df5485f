//! The definitions that options name.

use crate::cli::input::rules::Rules;
use crate::error::Result;
use crate::file::{Expected, read_file, refuse_stray};
use crate::lexicon::Definitions;
use crate::source::{DefinitionReader, ListOptions};
use std::path::PathBuf;

/// Reads files of definitions with the ruleset of the words; none if no file is given.
pub(crate) fn read_definitions(paths: &[PathBuf], rules: &Rules) -> Result<Option<Definitions>> {
    if paths.is_empty() {
        return Ok(None);
    }
    let mut reader = DefinitionReader::new(&rules.ruleset);
    for path in paths {
        let bytes = read_file(path)?;
        refuse_stray(path, &bytes, Expected::Definitions)?;
        let shown = path.display().to_string();
        reader.read(&shown, &bytes, &ListOptions::default())?;
    }
    let (definitions, _) = reader.finish().map_err(|error| rules.hint(error))?;
    Ok(Some(definitions))
}
