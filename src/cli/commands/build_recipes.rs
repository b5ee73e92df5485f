//! Building recipes, as `kwg-build` and `klv-build` do it.

use crate::cli::progress::ProgressLine;
use crate::cli::render::table::{Table, counted, grouped};
use crate::cli::{Format, Out, Stop, say, write_json};
use crate::error::{Error, Result};
use crate::recipe::{
    About, BuildOptions, Event, LockMode, OutputRecord, PartKind, Report, build_recipes,
};
use std::io::Write;
use std::path::PathBuf;

/// The arguments that are about recipes. Those of a program that take their
/// place are its group `direct`.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "With recipes")]
#[group(skip)]
pub struct RecipeArgs {
    /// Recipes to build: YAML files that say what is made from what
    #[arg(value_name = "RECIPE", help_heading = None)]
    #[arg(required_unless_present = "direct")]
    pub recipes: Vec<PathBuf>,
    /// Where the artifacts of recipes go
    #[arg(
        long,
        value_name = "DIR",
        default_value = "dist",
        conflicts_with = "output"
    )]
    pub out_dir: PathBuf,
    /// Fail if an artifact differs from the recipe's lock
    #[arg(long, conflicts_with_all = ["update_lock", "output"])]
    pub locked: bool,
    /// Rewrite the recipe's lock
    #[arg(long, conflicts_with = "output")]
    pub update_lock: bool,
    /// Build even what is up to date
    #[arg(long, conflicts_with = "output")]
    pub force: bool,
}

/// The arguments that all builds take.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub struct OutputArgs {
    /// Number of threads; the result does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// How to print what was made; only with recipes
    #[arg(long, value_enum, default_value_t, conflicts_with = "output")]
    pub format: Format,
    /// Print nothing but errors, and JSON if asked for
    #[arg(short, long)]
    pub quiet: bool,
}

impl OutputArgs {
    /// Runs something on so many threads.
    pub fn on_threads<T: Send>(&self, run: impl FnOnce() -> T + Send) -> Result<T> {
        on_threads(self.threads, run)
    }
}

/// Runs something on so many threads, or as many as the machine has.
pub(crate) fn on_threads<T: Send>(
    threads: Option<u16>,
    run: impl FnOnce() -> T + Send,
) -> Result<T> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.unwrap_or(0).into())
        .build()
        .map_err(|e| Error::input("", format!("can't start threads: {e}")))?;
    Ok(pool.install(run))
}

/// Builds one part of recipes and prints what was made.
pub fn build_and_show(
    program: &str,
    kind: PartKind,
    recipes: &RecipeArgs,
    output: &OutputArgs,
    out: &mut Out,
) -> Result<(), Stop> {
    let options = BuildOptions {
        out_dir: recipes.out_dir.clone(),
        lock: match (recipes.locked, recipes.update_lock) {
            (true, _) => LockMode::Check,
            (_, true) => LockMode::Update,
            _ => LockMode::Ignore,
        },
        force: recipes.force,
    };
    let line = ProgressLine::new(!output.quiet);
    let reports = output.on_threads(|| {
        build_recipes(&recipes.recipes, kind, &options, &|event| match event {
            Event::Building(lexicon, artifacts) => line.expect(artifacts, lexicon),
            Event::Built(file) => line.step(file),
        })
    });
    line.clear();
    let reports = reports??;
    let warnings = reports.iter().flat_map(|report| &report.warnings);
    for warning in warnings.filter(|_| !output.quiet) {
        say(program, &format!("warning: {warning}"));
    }
    match output.format {
        Format::Json => return write_json(out, &reports),
        Format::Text if output.quiet => return Ok(()),
        Format::Text => (),
    }
    table(&reports).write(out)?;
    out.flush()?;
    for line in reports.iter().filter_map(left_out) {
        say(program, &line);
    }
    let outputs = reports.iter().flat_map(|report| &report.part.outputs);
    for line in outputs.filter_map(absent) {
        say(program, &line);
    }
    say(program, &summary(recipes, &reports));
    Ok(())
}

/// What was left out of a recipe's lists, if anything was.
fn left_out(report: &Report) -> Option<String> {
    let (words, left_out) = report.part.words()?;
    let (lexicon, words) = (&report.lexicon, counted(words, "words"));
    let left_out = Some(left_out.behind(grouped)).filter(|text| !text.is_empty())?;
    Some(format!("{lexicon}: {words}{left_out}"))
}

/// How many words of a member file's lists its graph does not have, if any.
fn absent(output: &OutputRecord) -> Option<String> {
    let (file, of, words, absent) = match &output.about {
        About::Members {
            of, words, absent, ..
        } if *absent > 0 => (&output.file, of, *words, *absent),
        _ => return None,
    };
    let (words, absent) = (counted(words, "words"), grouped(absent));
    Some(format!("{file}: {words} ({absent} absent from {of})"))
}

fn summary(recipes: &RecipeArgs, reports: &[Report]) -> String {
    let built = reports.iter().filter(|report| report.built).count();
    let up_to_date = reports.len() - built;
    let locked = if recipes.locked { ", as locked" } else { "" };
    let directory = recipes.out_dir.display();
    format!("{built} built, {up_to_date} up to date in {directory}{locked}")
}

fn table(reports: &[Report]) -> Table {
    let mut table = Table::new(&[
        "file", "content", "layout", "entries", "nodes", "bytes", "sha256",
    ]);
    for output in reports.iter().flat_map(|report| &report.part.outputs) {
        table.row(row(output));
    }
    table
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
        About::Leaves {
            values,
            layout,
            leaves,
            nodes,
            ..
        } => (
            format!("leaves {values}"),
            layout.name(),
            *leaves,
            Some(*nodes),
        ),
    };
    vec![
        output.file.clone(),
        content,
        layout.to_string(),
        grouped(entries),
        nodes.map(grouped).unwrap_or_default(),
        grouped(output.bytes),
        output.sha256.clone(),
    ]
}
