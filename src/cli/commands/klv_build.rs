//! `klv-build`: leave files from recipes, from a leave table directly, or from
//! an estimate.

use crate::cli::args::klv_build::{Arguments, Command, PROGRAM};
use crate::cli::args::parse_file_or_command;
use crate::cli::commands::build_recipes::{build_and_show, write_built};
use crate::cli::commands::estimate::{estimate, merge};
use crate::cli::exit::{Out, Stop, run};
use crate::cli::input::Rules;
use crate::cli::threads::on_threads;
use crate::error::{Error, Result, counted, grouped};
use crate::leave::LeaveSpec;
use crate::recipe::{PartKind, build_leaves, check_leaves_name, parse_leaves_file};
use crate::source::LeaveOptions;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Runs the program.
pub fn main() -> ExitCode {
    let args: Arguments = parse_file_or_command();
    run(PROGRAM, args.output.quiet, |out| match &args.command {
        Some(Command::Estimate(args)) => estimate(args, out),
        Some(Command::Merge(args)) => merge(args, out),
        None => match (&args.direct.leaves, &args.direct.output) {
            (Some(table), Some(target)) => directly(&args, table, target, out),
            _ => build_and_show(PartKind::Leaves, &args.recipes, &args.output, out),
        },
    })
}

/// Builds one leave file from a table.
fn directly(args: &Arguments, table: &PathBuf, target: &Path, out: &mut Out) -> Result<(), Stop> {
    let direct = &args.direct;
    check_leaves_name(&target.display().to_string(), direct.values)
        .map_err(|message| Error::input("", message))?;
    let rules = Rules::chosen(direct.ruleset.as_deref())?;
    let ruleset = &rules.ruleset;
    let options = LeaveOptions::default()
        .with_beyond_bag(direct.beyond_bag)
        .with_beyond_rack(direct.beyond_rack)
        .with_values(direct.values);
    let spec = LeaveSpec::default()
        .with_values(direct.values)
        .with_layout(direct.layout);
    let path = table.display().to_string();
    let built = on_threads(args.output.threads, || -> Result<_> {
        let table = parse_leaves_file(table, ruleset, options)?;
        let (bytes, _) = build_leaves(&path, &table, ruleset, spec)?;
        let possible = options.count_possible(&table, ruleset);
        Ok((bytes, table.len() as u64, possible))
    })?;
    let (bytes, leaves, possible) = built.map_err(|e| rules.hint(e))?;
    let all = u64::try_from(ruleset.possible_leaves()).unwrap_or(u64::MAX);
    let leaves = counted(leaves, "leaves");
    let size = counted(bytes.len() as u64, "bytes");
    let (possible, all) = (grouped(possible), grouped(all));
    let summary = format!("{leaves}, {possible} of the {all} possible ones, {size}");
    let sources = std::slice::from_ref(table);
    write_built(target, &bytes, sources, &summary, out)
}
