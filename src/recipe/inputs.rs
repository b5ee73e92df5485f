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
use std::path::{Path, PathBuf};

/// An input file of a recipe, read but not yet parsed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct InputFile {
    /// The path as the recipe gives it; only the name if it is absolute.
    pub name: String,
    /// The path that was opened; diagnostics name it.
    pub path: PathBuf,
    /// The content, unpacked if the file is in gzip or zstd.
    pub bytes: Vec<u8>,
    /// The size of the file as it is.
    pub size: u64,
    /// The SHA-256 of the file as it is.
    pub sha256: String,
    role: &'static str,
}

impl InputFile {
    /// What the manifest says of the file.
    pub(crate) fn record(&self, lines: Option<ListStats>) -> InputRecord {
        InputRecord {
            file: self.name.clone(),
            role: self.role.to_string(),
            bytes: self.size,
            sha256: self.sha256.clone(),
            lines,
            compounds: None,
        }
    }
}

/// Reads all inputs of one part of a recipe, in the recipe's order, and compares
/// them with the digests that the recipe pins. The error lists every file that
/// is missing or wrong.
pub fn read_inputs(resolved: &ResolvedRecipe, part: PartKind) -> Result<Vec<InputFile>> {
    let mut inputs = Vec::new();
    let mut faults = Faults::default();
    for named in resolved.recipe.inputs_of(part) {
        let (field, name) = (&named.field, named.file);
        let path = resolved.base().join(name);
        // Finding the place of a field parses the whole recipe, so only faults that are
        // kept have one.
        if let Some(message) = missing(field, &path) {
            faults.add(|| resolved.fault_at(field, message));
            continue;
        }
        let read = || -> Result<_> {
            // Not `read_file`: an input named `-` is a file of that name.
            let bytes = read_named(&path)?;
            let (size, sha256) = (bytes.len() as u64, sha256(&bytes));
            let bytes = unpacked(&path, bytes)?;
            if let Some(expected) = expected(&named) {
                refuse_stray(&path, &bytes, expected)?;
            }
            Ok((bytes, size, sha256))
        };
        match read() {
            // A fault of the file as a whole is one of the field that names it.
            Err(e) => faults.add(|| {
                let mut fault = resolved.fault_at(field, format!("{field}: {e}"));
                fault.remedy = e.diagnostics().last().and_then(|d| d.remedy.clone());
                fault
            }),
            Ok((bytes, size, sha256)) => match named.sha256 {
                Some(pinned) if !pinned.eq_ignore_ascii_case(&sha256) => {
                    let field = &named.digest_field;
                    let problem = Problem::mismatch(pinned, sha256);
                    let problem = problem.of(format!("{field} of `{name}`"));
                    faults.add(|| resolved.fault_at(field, problem));
                }
                _ => inputs.push(InputFile {
                    name: portable(name),
                    path,
                    bytes,
                    size,
                    sha256,
                    role: named.role,
                }),
            },
        }
    }
    faults.into_result()?;
    Ok(inputs)
}

/// What an input has to be; none if its readers name what is wrong.
fn expected(named: &NamedInput<'_>) -> Option<Expected> {
    match named.list {
        None => Some(Expected::LeaveTable),
        Some(list) if list.hunspell.is_some() => None,
        Some(_) if named.role == DEFINITIONS => Some(Expected::Definitions),
        Some(list) if named.role == DIFFICULTY || list.separator.is_some() => {
            Some(Expected::WordColumn)
        }
        Some(_) => Some(Expected::WordList),
    }
}

/// A path without what differs between machines.
pub(crate) fn portable(path: &str) -> String {
    let name = Path::new(path).file_name();
    match name.filter(|_| Path::new(path).is_absolute()) {
        Some(name) => name.to_string_lossy().into_owned(),
        None => path.to_string(),
    }
}
