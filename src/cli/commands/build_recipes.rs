//! Builds recipes and reports the result, for `kwg-build` and `klv-build`.

use crate::cli::args::shared::{Format, OutputArgs, RecipeArgs};
use crate::cli::exit::{Out, Stop};
use crate::cli::input::warning_of_claim;
use crate::cli::progress::ProgressLine;
use crate::cli::render::json::write_json;
use crate::cli::render::table::{Table, short_sums};
use crate::cli::threads::on_threads;
use crate::error::{counted, grouped};
use crate::recipe::{
    About, BuildEvent, BuildOptions, BuildReport, LockMode, OutputRecord, PartKind, build_recipes,
};
use std::io::Write;
use std::path::Path;

/// Builds one part of recipes and prints the result.
pub(crate) fn build_and_show(
    kind: PartKind,
    recipes: &RecipeArgs,
    output: &OutputArgs,
    out: &mut Out,
) -> Result<(), Stop> {
    let lock = match (recipes.locked, recipes.update_lock) {
        (true, _) => LockMode::Check,
        (_, true) => LockMode::Update,
        _ => LockMode::Ignore,
    };
    let mut options = BuildOptions::new(&recipes.out_dir);
    (options.lock, options.force) = (lock, recipes.force);
    let line = ProgressLine::new(!output.quiet, false);
    let reports = on_threads(output.threads, || {
        build_recipes(&recipes.recipes, kind, &options, &|event| match event {
            BuildEvent::Building(lexicon, artifacts) => line.expect(artifacts as u64, lexicon),
            BuildEvent::Estimating(file, boards) => line.expect(boards, file),
            BuildEvent::Board => line.advance(),
            BuildEvent::Built(file) => {
                line.say(file);
                line.advance();
            }
        })
    });
    line.clear();
    let reports = reports??;
    for warning in reports.iter().flat_map(|report| &report.warnings) {
        out.say(&format!("warning: {warning}"));
    }
    match output.format {
        Format::Json => return Ok(write_json(out, &reports)?),
        Format::Text if output.quiet => return Ok(()),
        Format::Text => (),
    }
    let titles = [
        "file", "content", "layout", "entries", "nodes", "bytes", "sha256",
    ];
    let outputs = || reports.iter().flat_map(|report| &report.part.outputs);
    Table::of(&titles, outputs().map(row)).write(out)?;
    out.flush()?;
    let notes = reports.iter().filter_map(left_out);
    let notes = notes.chain(outputs().filter_map(absent));
    notes.for_each(|line| out.say(&line));
    out.say(&summary(recipes, &reports));
    Ok(())
}

/// Writes a file that was built without a recipe, and reports its size.
pub(crate) fn write_built(
    target: &Path,
    bytes: &[u8],
    summary: &str,
    out: &mut Out,
) -> Result<(), Stop> {
    out.write_binary(target, &|out| out.write_all(bytes))?;
    say_written(target, summary, out);
    Ok(())
}

/// Reports what was written without a recipe, and warns if a manifest lists another
/// file of that name.
pub(crate) fn say_written(target: &Path, summary: &str, out: &Out) {
    if !out.quiet {
        warning_of_claim(target).inspect(|warning| out.say(warning));
        out.say(&format!("{}: {summary}", target.display()));
    }
}

/// The line about words left out of a recipe's lists, if there are any.
fn left_out(report: &BuildReport) -> Option<String> {
    let (words, left_out) = report.part.words()?;
    let (words, left_out) = (counted(words, "words"), left_out.behind(grouped));
    (!left_out.is_empty()).then(|| format!("{}: {words}{left_out}", report.lexicon))
}

/// The line about words that an output's graph or lexicon lacks, and about definitions
/// that were joined, if there are any.
fn absent(output: &OutputRecord) -> Option<String> {
    let file = &output.file;
    match &output.about {
        About::Members {
            of, words, absent, ..
        } if *absent > 0 => {
            let (words, absent) = (counted(*words, "words"), grouped(*absent));
            Some(format!("{file}: {words} ({absent} absent from {of})"))
        }
        About::Definitions {
            words,
            absent,
            joined,
        } if *absent + *joined > 0 => {
            let counts = [
                (*absent, "of other words, left out"),
                (*joined, "joined to another of the same word"),
            ];
            let counts = counts.iter().filter(|(count, _)| *count > 0);
            let counts = counts.map(|(count, what)| format!("{} {what}", grouped(*count)));
            let counts = counts.collect::<Vec<_>>().join("; ");
            Some(format!(
                "{file}: {} ({counts})",
                counted(*words, "definitions")
            ))
        }
        _ => None,
    }
}

fn summary(recipes: &RecipeArgs, reports: &[BuildReport]) -> String {
    let built = reports.iter().filter(|report| report.built).count();
    let up_to_date = reports.len() - built;
    let locked = if recipes.locked { ", as locked" } else { "" };
    let directory = recipes.out_dir.display();
    format!("{built} built, {up_to_date} up to date in {directory}{locked}")
}

fn row(output: &OutputRecord) -> Vec<String> {
    let (content, layout, entries, nodes) = match &output.about {
        About::Graph {
            content,
            layout,
            words,
            nodes,
            ..
        } => (content.to_string(), layout.name(), *words, Some(*nodes)),
        About::Counts { words, .. } => ("counts".into(), "", *words, None),
        About::Members { words, .. } => ("members".into(), "", *words, None),
        About::Definitions { words, .. } => ("definitions".into(), "", *words, None),
        About::WordMap { words, .. } => ("wordmap".into(), "", *words, None),
        About::Database { words, .. } => ("database".into(), "", *words, None),
        About::Foreign { content, words, .. } => (content.to_string(), "", *words, None),
        About::Leaves {
            values,
            layout,
            leaves,
            nodes,
            ..
        } => {
            let content = format!("leaves {values}");
            (content, layout.name(), *leaves, Some(*nodes))
        }
    };
    vec![
        output.file.clone(),
        content,
        layout.to_string(),
        grouped(entries),
        nodes.map(grouped).unwrap_or_default(),
        grouped(output.bytes),
        short_sums(&output.sha256),
    ]
}
