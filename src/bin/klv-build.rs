//! `klv-build`: leave files from recipes, or from a leave table directly.

use clap::Parser;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wordmill::cli::{
    Out, Outcome, OutputArgs, RecipeArgs, Stop, build_and_show, grouped, one_of, run, say,
    write_result,
};
use wordmill::error::Error;
use wordmill::graph::Layout;
use wordmill::leave::{LeaveSpec, ValueFormat};
use wordmill::recipe::{
    PartKind, build_leaves, check_leaves_name, check_not_source, load_ruleset, parse_leaves_file,
};
use wordmill::source::LeaveOptions;

const PROGRAM: &str = "klv-build";

const EXAMPLES: &str = "\
Examples:
  klv-build recipes/scowl80.yaml
      Builds the leave files of the recipe into dist/, unless they are up to date.
  klv-build --ruleset english --leaves leaves/english.csv -o english.klv2
      One leave file from one table, without a recipe.

Exit codes: 0 fine; 1 an expectation or the lock failed; 2 usage, input or I/O error.";

/// Builds leave value files (KLV2, KLV) from leave tables
#[derive(Parser)]
#[command(name = PROGRAM, version, after_help = EXAMPLES)]
struct Args {
    #[command(flatten)]
    recipes: RecipeArgs,
    #[command(flatten)]
    direct: Direct,
    #[command(flatten)]
    output: OutputArgs,
}

/// What takes the place of a recipe.
#[derive(clap::Args)]
#[command(next_help_heading = "Without a recipe")]
#[group(skip)]
struct Direct {
    /// A leave table (CSV: leave,value), `-` for the standard input
    #[arg(
        long,
        value_name = "FILE",
        requires = "output",
        conflicts_with = "recipes"
    )]
    leaves: Option<PathBuf>,
    /// The file to write, `-` for the standard output
    #[arg(short, long, value_name = "OUT", requires = "leaves")]
    output: Option<PathBuf>,
    /// A built-in ruleset's name, or a path to a ruleset (.yaml) or letter distribution (.csv)
    #[arg(
        long,
        value_name = "RULESET",
        default_value = "english",
        requires = "leaves"
    )]
    ruleset: String,
    /// How values are written: f32 makes KLV2, i16 makes KLV
    #[arg(long, default_value = "f32", requires = "leaves", value_parser = one_of(ValueFormat::ALL, ValueFormat::name))]
    values: ValueFormat,
    /// How the lists of its graph are arranged
    #[arg(long, default_value = "wolges", requires = "leaves", value_parser = one_of(Layout::ALL, Layout::name))]
    layout: Layout,
    /// Allow leaves with more of a tile than the bag has
    #[arg(long, requires = "leaves")]
    beyond_bag: bool,
    /// Allow leaves of as many tiles as a rack, or more
    #[arg(long, requires = "leaves")]
    beyond_rack: bool,
}

fn main() -> ExitCode {
    let args = Args::parse();
    run(PROGRAM, |out| {
        match (&args.direct.leaves, &args.direct.output) {
            (Some(table), Some(target)) => directly(&args, table, target, out)?,
            _ => build_and_show(PROGRAM, PartKind::Leaves, &args.recipes, &args.output, out)?,
        }
        Ok(Outcome::Fine)
    })
}

fn directly(args: &Args, table: &Path, target: &Path, out: &mut Out) -> Result<(), Stop> {
    let direct = &args.direct;
    check_leaves_name(&target.display().to_string(), direct.values)
        .map_err(|message| Error::input("", message))?;
    let ruleset = load_ruleset(&direct.ruleset, Path::new(""))?;
    let options = LeaveOptions {
        beyond_bag: direct.beyond_bag,
        beyond_rack: direct.beyond_rack,
        values: direct.values,
    };
    let spec = LeaveSpec {
        values: direct.values,
        layout: direct.layout,
    };
    let path = table.display().to_string();
    let (bytes, leaves, possible) = args.output.on_threads(|| -> wordmill::Result<_> {
        let table = parse_leaves_file(table, &ruleset, options)?;
        let (bytes, _) = build_leaves(&path, &table, &ruleset, spec)?;
        let possible = options.count_possible(&table, &ruleset);
        Ok((bytes, table.len() as u64, possible))
    })??;
    check_not_source(target, &[table.to_path_buf()])?;
    write_result(target, &bytes, out)?;
    if !args.output.quiet {
        let summary = format!(
            "{}: {} leaves, {} of the {} possible ones, {} bytes",
            target.display(),
            grouped(leaves),
            grouped(possible),
            ruleset.possible_leaves(),
            grouped(bytes.len() as u64)
        );
        say(PROGRAM, &summary);
    }
    Ok(())
}
