//! Reads the input files of a recipe: word lists and leave tables.

use crate::digest::sha256;
use crate::error::{Faults, Problem, Result};
use crate::file::{Expected, read_named, refuse_stray, unpacked};
use crate::recipe::databases::{DEFINITIONS, DIFFICULTY};
use crate::recipe::manifest::InputRecord;
use crate::recipe::resolve::ResolvedRecipe;
use crate::recipe::schema::{NamedInput, PartKind};
use crate::recipe::validate::missing;
use crate::source::ListStats;
use std::path::Path;

/// An input file of a recipe, read but not yet parsed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct InputFile {
    /// The path that was opened, as diagnostics name it.
    pub path: String,
    /// The content, decompressed if the file is in gzip or zstd.
    pub bytes: Vec<u8>,
    /// The manifest's record of the file, before its lines are counted.
    pub record: InputRecord,
}

impl InputFile {
    /// The manifest's record of the file, with the counts of its lines.
    pub(crate) fn counted(&self, lines: ListStats) -> InputRecord {
        let lines = Some(lines);
        InputRecord {
            lines,
            ..self.record.clone()
        }
    }
}

/// Reads all inputs of one part of a recipe, in the recipe's order, and compares them
/// with the digests that the recipe pins. The error lists every file that is missing or
/// wrong.
pub fn read_inputs(resolved: &ResolvedRecipe, part: PartKind) -> Result<Vec<InputFile>> {
    let mut inputs = Vec::new();
    let mut faults = Faults::default();
    for named in resolved.recipe.inputs_of(part) {
        let (field, name) = (&named.field, named.file);
        let path = resolved.base().join(name);
        // Locating a field parses the whole recipe, so only faults that are kept are
        // located.
        if let Some(message) = missing(field, &path) {
            faults.add(|| resolved.fault_at(field, message));
            continue;
        }
        match read(&named, &path) {
            // A fault of a whole file is reported at the field that names it.
            Err(e) => faults.add(|| {
                let mut fault = resolved.fault_at(field, format!("{field}: {e}"));
                fault.remedy = e.diagnostics().last().and_then(|d| d.remedy.clone());
                fault
            }),
            Ok(input) => match named.sha256 {
                Some(pinned) if !pinned.eq_ignore_ascii_case(&input.record.sha256) => {
                    let field = &named.digest_field;
                    let problem = Problem::mismatch(pinned, input.record.sha256);
                    let problem = problem.of(format!("{field} of `{name}`"));
                    faults.add(|| resolved.fault_at(field, problem));
                }
                _ => inputs.push(input),
            },
        }
    }
    faults.into_result()?;
    Ok(inputs)
}

/// Reads an input. Refuses a file that is clearly of another kind.
fn read(named: &NamedInput<'_>, path: &Path) -> Result<InputFile> {
    // Not `read_file`, since an input named `-` is a file of that name.
    let bytes = read_named(path)?;
    let record = InputRecord {
        file: portable(named.file),
        role: named.role.to_string(),
        bytes: bytes.len() as u64,
        sha256: sha256(&bytes),
        lines: None,
        compounds: None,
    };
    let bytes = unpacked(path, bytes)?;
    let expected = match named.list {
        None => Some(Expected::LeaveTable),
        // The reader of dictionaries reports what is wrong.
        Some(list) if list.hunspell.is_some() => None,
        Some(_) if named.role == DEFINITIONS => Some(Expected::Definitions),
        Some(list) if named.role == DIFFICULTY || list.separator.is_some() => {
            Some(Expected::WordColumn)
        }
        Some(_) => Some(Expected::WordList),
    };
    if let Some(expected) = expected {
        refuse_stray(path, &bytes, expected)?;
    }
    let path = path.display().to_string();
    Ok(InputFile {
        path,
        bytes,
        record,
    })
}

/// Removes the parts of a path that differ between machines.
pub(crate) fn portable(path: &str) -> String {
    let name = Path::new(path).file_name();
    match name.filter(|_| Path::new(path).is_absolute()) {
        Some(name) => name.to_string_lossy().into_owned(),
        None => path.to_string(),
    }
}
