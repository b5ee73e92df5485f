//! Builds the artifacts of leave tables.

use crate::error::{Error, Problem, Result, grouped};
use crate::estimate::Estimator;
use crate::file::{
    Expected, check_is_file, is_open_pipe, is_packed, read_file, refuse_stray, stray_or,
};
use crate::leave::{LeaveSpec, Leaves, build};
use crate::lexicon::{LeaveTable, Words};
use crate::recipe::inputs::InputFile;
use crate::recipe::make::expect::{check_leaves, check_words};
use crate::recipe::make::made::{BuildEvent, BuildProgress, Made};
use crate::recipe::make::words::read_graph;
use crate::recipe::manifest::{About, OutputRecord};
use crate::recipe::resolve::ResolvedRecipe;
use crate::recipe::schema::Estimate;
use crate::recipe::words::RecipeWords;
use crate::ruleset::Ruleset;
use crate::source::{LeaveOptions, read_leaves, read_leaves_from};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

/// Builds everything that a recipe builds from its leave tables.
pub(crate) fn make_leaves(
    resolved: &ResolvedRecipe,
    inputs: &[InputFile],
    progress: BuildProgress<'_>,
) -> Result<Made> {
    let mut made = Made::default();
    let (recipe, ruleset) = (&resolved.recipe, &resolved.ruleset);
    let outputs = recipe.leaves.iter();
    let tables = outputs.filter(|leaves| leaves.source.is_some());
    // Word lists follow the tables if anything is estimated.
    let (tables, lists) = inputs.split_at(tables.count().min(inputs.len()));
    let records = tables.iter().map(|input| input.record.clone());
    made.inputs.extend(records);
    let estimates = recipe.leaves.iter().any(|leaves| leaves.estimate.is_some());
    let words = match estimates {
        true => {
            let parsed = RecipeWords::parse(resolved, lists)?;
            check_words(resolved, &parsed.words, parsed.left_out())?;
            made.inputs.extend(parsed.inputs);
            parsed.words
        }
        false => Words::default(),
    };
    let mut tables = tables.iter();
    for output in &recipe.leaves {
        let (path, table) = match &output.estimate {
            Some(estimate) => {
                let table = estimated(resolved, &words, &output.file, estimate, progress)?;
                (resolved.path.display().to_string(), table)
            }
            None => {
                // Every source has a file.
                let Some(input) = tables.next() else { continue };
                let table = parse_leaves(&input.path, &input.bytes, ruleset, output.options())?;
                (input.path.clone(), table)
            }
        };
        let (bytes, read) = build_leaves(&path, &table, ruleset, output.spec())?;
        let about = About::Leaves {
            values: output.values,
            layout: output.layout,
            leaves: table.len() as u64,
            possible: output.options().count_possible(&table, ruleset),
            possible_in_all: u64::try_from(ruleset.possible_leaves()).unwrap_or(u64::MAX),
            nodes: read.graph().nodes().len() as u64,
            estimate: output.estimate.clone(),
        };
        let file = OutputRecord::with_bytes(&output.file, about, bytes);
        made.warnings.extend(incomplete(&file.0));
        made.outputs.push(file);
        progress(BuildEvent::Built(&output.file));
    }
    check_leaves(resolved, made.outputs.iter().map(|(record, _)| record))?;
    Ok(made)
}

/// Estimates the leave values for a graph of a recipe.
fn estimated(
    resolved: &ResolvedRecipe,
    words: &Words,
    file: &str,
    estimate: &Estimate,
    progress: BuildProgress<'_>,
) -> Result<LeaveTable> {
    let boards = Estimator::stages(estimate.boards).iter().sum();
    progress(BuildEvent::Estimating(file, boards));
    let missing = || Problem::mismatch("a file of `graphs:`", format!("`{}`", estimate.of));
    let output = resolved.recipe.graph(&estimate.of);
    let output = output.ok_or_else(|| resolved.fault(missing()))?;
    let fault = |e: Error| resolved.fault(format!("{file}: {e}"));
    let graph = read_graph(words, output.spec(), &resolved.ruleset).map_err(fault)?;
    let estimator = Estimator::new(&graph, &resolved.ruleset, estimate.seed).map_err(fault)?;
    let begun = estimator.begin(estimate.boards, None, None)?;
    estimator.run(estimate.boards, begun, &|| progress(BuildEvent::Board))
}

/// Parses a leave table, and refuses one without leaves.
pub fn parse_leaves(
    path: &str,
    text: &[u8],
    ruleset: &Ruleset,
    options: LeaveOptions,
) -> Result<LeaveTable> {
    not_empty(path, read_leaves(path, text, ruleset, options)?)
}

/// Reads and parses the leave table at a path, or standard input for `-`, and refuses
/// one without leaves. A file with faults is opened a second time, so an input that can
/// be read only once is kept in memory.
pub fn parse_leaves_file(
    path: &Path,
    ruleset: &Ruleset,
    options: LeaveOptions,
) -> Result<LeaveTable> {
    let shown = path.display().to_string();
    let is_whole = || check_is_file(path).is_ok() && (is_packed(path) || ends_in_return(path));
    if path == Path::new("-") || is_open_pipe(path) || is_whole() {
        let bytes = read_file(path)?;
        refuse_stray(path, &bytes, Expected::LeaveTable)?;
        return parse_leaves(&shown, &bytes, ruleset, options);
    }
    check_is_file(path)?;
    let open = || Ok(Box::new(File::open(path)?) as _);
    let table = read_leaves_from(&shown, &open, ruleset, options);
    let table = table.map_err(|error| stray_or(path, Expected::LeaveTable, error))?;
    not_empty(&shown, table)
}

/// Whether a file ends in a carriage return, which is refused. The reader would take it
/// for half of a line end.
fn ends_in_return(path: &Path) -> bool {
    let mut last = [0];
    let file = File::open(path);
    let read = file.and_then(|mut file| {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)
    });
    read.is_ok() && last == *b"\r"
}

fn not_empty(path: &str, table: LeaveTable) -> Result<LeaveTable> {
    match table.is_empty() {
        true => Err(Error::mismatch(path, "leaves", "none")),
        false => Ok(table),
    }
}

/// Builds the bytes of a leave file, and reads them back with full validation. Errors
/// call the table `path`.
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

/// A warning about a table that lacks leaves; `None` if it is complete.
pub(crate) fn incomplete(output: &OutputRecord) -> Option<String> {
    let (possible, in_all) = output.about.lacks_leaves()?;
    let (file, possible, in_all) = (&output.file, grouped(possible), grouped(in_all));
    Some(format!(
        "{file}: has {possible} of {in_all} possible leaves; the others are worth 0"
    ))
}
