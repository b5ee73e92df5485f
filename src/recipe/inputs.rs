//! Reads the input files of a recipe: word lists and leave tables.

use crate::digest::sha256;
use crate::error::{Error, Faults, Problem, Remedy, Result};
use crate::file::{Expected, read_named, refuse_stray, unpacked};
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
        match read_input(resolved, &named) {
            Ok(input) => inputs.push(input),
            // Finding the place of a field parses the whole recipe, so only faults
            // that are kept have one.
            Err(fault) => faults.add(|| {
                let mut diagnostic = resolved.fault_at(&fault.field, fault.problem);
                diagnostic.remedy = fault.remedy;
                diagnostic
            }),
        }
    }
    faults.into_result()?;
    Ok(inputs)
}

/// What is wrong with an input, and the field that it is said of.
struct InputFault {
    field: String,
    problem: Problem,
    remedy: Option<Remedy>,
}

/// Reads one input. A fault of the file as a whole is one of the field that names
/// it.
fn read_input(
    resolved: &ResolvedRecipe,
    named: &NamedInput<'_>,
) -> std::result::Result<InputFile, Box<InputFault>> {
    let (field, name) = (&named.field, named.file);
    let expected = match named.list {
        None => Some(Expected::LeaveTable),
        // Its readers name what is wrong.
        Some(list) if list.hunspell.is_some() => None,
        Some(_) if named.has_definitions() => Some(Expected::Definitions),
        Some(_) if named.is_table() => Some(Expected::WordColumn),
        Some(_) => Some(Expected::WordList),
    };
    let path = resolved.base().join(name);
    let fault = |field: &str, problem: Problem| {
        Box::new(InputFault {
            field: field.to_string(),
            problem,
            remedy: None,
        })
    };
    if let Some(message) = missing(field, &path) {
        return Err(fault(field, message.into()));
    }
    let at_field = |e: Error| {
        let mut fault = fault(field, format!("{field}: {e}").into());
        fault.remedy = e.diagnostics().last().and_then(|d| d.remedy.clone());
        fault
    };
    // Not `read_file`: an input named `-` is a file of that name.
    let bytes = read_named(&path).map_err(at_field)?;
    let (size, found) = (bytes.len() as u64, sha256(&bytes));
    let bytes = unpacked(&path, bytes).map_err(at_field)?;
    if let Some(expected) = expected {
        refuse_stray(&path, &bytes, expected).map_err(at_field)?;
    }
    match named.sha256 {
        Some(pinned) if !pinned.eq_ignore_ascii_case(&found) => {
            let field = &named.digest_field;
            let problem = Problem::mismatch(pinned, found).of(format!("{field} of `{name}`"));
            Err(fault(field, problem))
        }
        _ => Ok(InputFile {
            name: portable(name),
            path,
            bytes,
            size,
            sha256: found,
            role: named.role,
        }),
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
