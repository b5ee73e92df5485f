//! What is made from leave tables.

use crate::error::{Error, Faults, Result};
use crate::file::{Expected, check_is_file, read_file, refuse_stray, stray_or};
use crate::leave::{LeaveSpec, Leaves, build};
use crate::lexicon::LeaveTable;
use crate::recipe::build::{Event, Made, Progress};
use crate::recipe::expect;
use crate::recipe::manifest::{About, InputRecord, OutputRecord};
use crate::recipe::resolve::{Input, ResolvedRecipe};
use crate::recipe::schema::LeavesOutput;
use crate::ruleset::Ruleset;
use crate::source::{LeaveOptions, read_leaves, read_leaves_from};
use std::fs::File;
use std::path::Path;

/// The leave tables of a recipe, read but not yet parsed.
pub(crate) fn read_inputs(resolved: &ResolvedRecipe) -> Result<Vec<Input>> {
    let mut inputs = Vec::new();
    let mut faults = Faults::default();
    for (i, output) in resolved.recipe.leaves.iter().enumerate() {
        let field = format!("leaves[{i}].source");
        match resolved.read_input(&field, &output.source, output.sha256.as_deref()) {
            Ok(input) => inputs.push(input),
            Err(error) => faults.take(error),
        }
    }
    faults.into_result()?;
    Ok(inputs)
}

/// Builds everything that a recipe makes from its leave tables.
pub(crate) fn make(
    resolved: &ResolvedRecipe,
    inputs: &[Input],
    progress: Progress<'_>,
) -> Result<Made> {
    let mut made = Made::default();
    for (output, input) in resolved.recipe.leaves.iter().zip(inputs) {
        let (about, bytes) = make_leaves(output, input, &resolved.ruleset)?;
        made.warnings.extend(incomplete(&output.file, &about));
        made.outputs
            .push(OutputRecord::with_bytes(&output.file, about, bytes));
        made.inputs.push(InputRecord {
            file: input.name.clone(),
            role: "leaves".to_string(),
            bytes: input.bytes.len() as u64,
            sha256: input.sha256.clone(),
            lines: None,
        });
        progress(Event::Built(&output.file));
    }
    expect::check_leaves(resolved, made.outputs.iter().map(|(record, _)| record))?;
    Ok(made)
}

/// Parses a leave table; one without leaves is refused, since nobody means it.
pub fn parse_leaves(
    path: &str,
    text: &[u8],
    ruleset: &Ruleset,
    options: LeaveOptions,
) -> Result<LeaveTable> {
    not_empty(path, read_leaves(path, text, ruleset, options)?)
}

/// Reads and parses the leave table at a path, `-` for the standard input; one
/// without leaves is refused.
pub fn parse_leaves_file(
    path: &Path,
    ruleset: &Ruleset,
    options: LeaveOptions,
) -> Result<LeaveTable> {
    let shown = path.display().to_string();
    if path == Path::new("-") {
        let bytes = read_file(path)?;
        refuse_stray(path, &bytes, Expected::LeaveTable)?;
        return parse_leaves(&shown, &bytes, ruleset, options);
    }
    check_is_file(path)?;
    let table = read_leaves_from(&shown, || File::open(path), ruleset, options);
    let table = table.map_err(|error| stray_or(path, Expected::LeaveTable, error))?;
    not_empty(&shown, table)
}

fn not_empty(path: &str, table: LeaveTable) -> Result<LeaveTable> {
    match table.is_empty() {
        true => Err(Error::input(path, "expected leaves, found none")),
        false => Ok(table),
    }
}

/// Builds the bytes of a leave file, and reads them back as any user would.
/// `path` is what errors call the table.
pub fn build_leaves(
    path: &str,
    table: &LeaveTable,
    ruleset: &Ruleset,
    spec: LeaveSpec,
) -> Result<(Vec<u8>, Leaves)> {
    let bytes = build(table, ruleset.alphabet(), spec).map_err(|e| e.at_path(path))?;
    let read = Leaves::from_bytes(&bytes, ruleset.alphabet().len())
        .map_err(|fault| Error::input(path, format!("the file just built is faulty: {fault}")))?;
    Ok((bytes, read))
}

/// Builds a leave file of a recipe.
fn make_leaves(
    output: &LeavesOutput,
    input: &Input,
    ruleset: &Ruleset,
) -> Result<(About, Vec<u8>)> {
    let path = input.path.display().to_string();
    let table = parse_leaves(&path, &input.bytes, ruleset, output.options())?;
    let (bytes, read) = build_leaves(&path, &table, ruleset, output.spec())?;
    let about = About::Leaves {
        values: output.values,
        layout: output.layout,
        leaves: table.len() as u64,
        possible: output.options().count_possible(&table, ruleset),
        possible_in_all: u64::try_from(ruleset.possible_leaves()).unwrap_or(u64::MAX),
        nodes: read.graph().nodes().len() as u64,
    };
    Ok((about, bytes))
}

/// What to say of a table that lacks leaves.
pub(crate) fn incomplete(file: &str, about: &About) -> Option<String> {
    match about {
        About::Leaves {
            possible,
            possible_in_all,
            ..
        } if possible < possible_in_all => Some(format!(
            "{file}: has {possible} of {possible_in_all} possible leaves; the others are worth 0"
        )),
        _ => None,
    }
}
