//! `klv-build`: leave files from recipes, or from a leave table directly.

use crate::cli::args::klv_build::{Arguments, PROGRAM};
use crate::cli::args::parse;
use crate::cli::commands::build_recipes::build_and_show;
use crate::cli::render::table::grouped;
use crate::cli::rules::Rules;
use crate::cli::sidecar::warning_of_claim;
use crate::cli::{Out, Outcome, Stop, run, say, write_result};
use crate::error::Error;
use crate::leave::LeaveSpec;
use crate::recipe::{
    PartKind, build_leaves, check_leaves_name, check_not_source, parse_leaves_file,
};
use crate::source::LeaveOptions;
use std::path::Path;
use std::process::ExitCode;

/// Runs the program.
pub fn main() -> ExitCode {
    let args: Arguments = parse();
    run(PROGRAM, |out| {
        match (&args.direct.leaves, &args.direct.output) {
            (Some(table), Some(target)) => directly(&args, table, target, out)?,
            _ => build_and_show(PROGRAM, PartKind::Leaves, &args.recipes, &args.output, out)?,
        }
        Ok(Outcome::Fine)
    })
}

fn directly(args: &Arguments, table: &Path, target: &Path, out: &mut Out) -> Result<(), Stop> {
    let direct = &args.direct;
    check_leaves_name(&target.display().to_string(), direct.values)
        .map_err(|message| Error::input("", message))?;
    let rules = Rules::chosen(direct.ruleset.as_deref())?;
    let ruleset = &rules.ruleset;
    let options = LeaveOptions::default()
        .with_beyond_bag(direct.beyond_bag)
        .with_beyond_rack(direct.beyond_rack)
        .with_values(direct.values);
    let spec = LeaveSpec {
        values: direct.values,
        layout: direct.layout,
    };
    let path = table.display().to_string();
    let built = args.output.on_threads(|| -> crate::error::Result<_> {
        let table = parse_leaves_file(table, ruleset, options)?;
        let (bytes, _) = build_leaves(&path, &table, ruleset, spec)?;
        let possible = options.count_possible(&table, ruleset);
        Ok((bytes, table.len() as u64, possible))
    })?;
    let (bytes, leaves, possible) = built.map_err(|e| rules.hint(e))?;
    check_not_source(target, &[table.to_path_buf()])?;
    write_result(target, &bytes, out)?;
    if !args.output.quiet {
        if let Some(warning) = warning_of_claim(target) {
            say(PROGRAM, &warning);
        }
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
