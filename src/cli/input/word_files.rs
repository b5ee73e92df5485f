//! Files about the words of another file: which of them are in another lexicon (member
//! files), and what they mean (definitions).

use crate::cli::input::file::Subject;
use crate::cli::input::rules::Rules;
use crate::cli::input::sidecar::check_members_origin;
use crate::error::Result;
use crate::file::{Expected, read_file, refuse_stray};
use crate::graph::{Members, WordIndex};
use crate::lexicon::Definitions;
use crate::source::{DefinitionReader, ListOptions};
use std::path::{Path, PathBuf};

/// Reads member files of the words that `index` numbers, each with the name of its file.
pub(crate) fn read_all_members(
    paths: &[PathBuf],
    index: &WordIndex,
    of: &Subject<'_>,
) -> Result<Vec<(String, Members)>> {
    let read = |path: &PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        Ok((name.into_owned(), read_members(path, index, of)?))
    };
    paths.iter().map(read).collect()
}

/// Reads a member file of words that `index` numbers.
pub(crate) fn read_members(path: &Path, index: &WordIndex, of: &Subject<'_>) -> Result<Members> {
    let bytes = read_file(path)?;
    refuse_stray(path, &bytes, Expected::Members)?;
    let members = Members::from_bytes(&bytes, index);
    let members = members.map_err(|fault| fault.into_error(&path.display().to_string()))?;
    check_members_origin(path, &bytes, of.graph, of.rules.ruleset.alphabet())
        .map_err(|e| e.at_path(of.shown))?;
    Ok(members)
}

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
