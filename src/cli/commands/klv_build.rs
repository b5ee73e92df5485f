//! `klv-build`: builds leave files from tables, with recipes or directly, and estimates
//! leave values.

use crate::cli::args::klv_build::{
    Arguments, Command, EstimateArgs, MergeArgs, PROGRAM, ReportArgs,
};
use crate::cli::args::parse_file_or_command;
use crate::cli::args::shared::Format;
use crate::cli::commands::build_recipes::{build_and_show, write_built};
use crate::cli::exit::{Out, Stop, run};
use crate::cli::input::{File, Rules, check_listed, rules_for, same_letters};
use crate::cli::progress::ProgressLine;
use crate::cli::render::estimate::EstimateReport;
use crate::cli::render::json::write_json;
use crate::cli::threads::on_threads;
use crate::error::{Error, Result, counted, grouped};
use crate::estimate::{self, Estimator, Journal, StoredSums, Sums};
use crate::file::{Expected, read_file, read_if_there, refuse_kind};
use crate::leave::{LeaveSpec, write_csv_row};
use crate::lexicon::{LeaveTable, ValueFormat};
use crate::recipe::{
    PartKind, build_leaves, check_leaves_name, parse_leaves_file, write_file, write_file_with,
};
use crate::ruleset::Ruleset;
use crate::source::LeaveOptions;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

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
    Out::check_result(target, std::slice::from_ref(table))?;
    let rules = Rules::chosen(direct.ruleset.as_deref())?;
    let ruleset = &rules.ruleset;
    let options = LeaveOptions {
        beyond_bag: direct.beyond_bag,
        beyond_rack: direct.beyond_rack,
        values: direct.values,
    };
    let spec = LeaveSpec::default()
        .with_values(direct.values)
        .with_layout(direct.layout);
    let path = table.display().to_string();
    let built = on_threads(args.output.threads, || -> Result<_> {
        let table = parse_leaves_file(table, ruleset, options)?;
        let (bytes, _) = build_leaves(&path, &table, ruleset, spec)?;
        Ok((bytes, table))
    })?;
    let (bytes, table) = built.map_err(|e| rules.hint(e))?;
    let leaves = counted(table.len() as u64, "leaves");
    let possible = grouped(options.count_possible(&table, ruleset));
    let all = grouped(u64::try_from(ruleset.possible_leaves()).unwrap_or(u64::MAX));
    let size = counted(bytes.len() as u64, "bytes");
    let summary = format!("{leaves}, {possible} of the {all} possible ones, {size}");
    write_built(target, &bytes, &summary, out)
}

/// The number of boards between two records of a journal: some seconds of work.
const JOURNAL_EVERY: u64 = 16;

/// The value format that the name of an output implies; `None` for a CSV table.
fn values_of(target: &Path) -> Result<Option<ValueFormat>> {
    let extension = target.extension().unwrap_or_default().to_ascii_lowercase();
    match extension.to_str() {
        _ if target == Path::new("-") => Ok(None),
        Some("klv2") => Ok(Some(ValueFormat::F32)),
        Some("klv") => Ok(Some(ValueFormat::I16)),
        Some("csv") => Ok(None),
        _ => {
            let found = format!("`{}`", target.display());
            let expected = "a name that ends in .klv2, .klv or .csv";
            Err(Error::mismatch("--output", expected, found))
        }
    }
}

/// The bytes of a leave file or of a CSV table, as the name of the output implies.
fn table_bytes(table: &LeaveTable, ruleset: &Ruleset, target: &Path) -> Result<Vec<u8>> {
    if let Some(values) = values_of(target)? {
        let spec = LeaveSpec::default().with_values(values);
        return Ok(build_leaves("", table, ruleset, spec)?.0);
    }
    let mut text = String::new();
    let mut rows = table.rows();
    while let Some((leave, value)) = rows.next() {
        write_csv_row(ruleset.alphabet(), leave, value, &mut text);
    }
    Ok(text.into_bytes())
}

/// Estimates leave values, or the sums of a share of them.
fn estimate(args: &EstimateArgs, out: &mut Out) -> Result<(), Stop> {
    out.quiet = args.report.quiet;
    if let Some(target) = &args.output {
        check_output(target, &args.report)?;
    }
    let rules = rules_for(args.ruleset.as_deref(), &args.kwg)?;
    let file = File::open(&args.kwg, rules, None)?;
    refuse_kind(&args.kwg, file.opened.sniffed.kind, Expected::WordGraph)?;
    check_listed(&args.kwg, &file.rules, same_letters)?;
    file.check_whole()?;
    let (graph, ruleset) = (file.graph()?, file.ruleset());
    file.say_if_assumed(out);
    let open = |path: &PathBuf| File::open(path, Rules::named(ruleset.clone()), None);
    let from = args.from.as_ref().map(open).transpose()?;
    let leaves = from.as_ref().map(File::leaves).transpose()?;
    let sources: Vec<PathBuf> = [&args.kwg].into_iter().chain(&args.from).cloned().collect();
    for target in args.output.iter().chain(&args.sums).chain(&args.journal) {
        Out::check_result(target, &sources)?;
    }
    if let Some(journal) = &args.journal {
        let place = |path: &PathBuf| std::path::absolute(path).ok();
        let mut results = args.output.iter().chain(&args.sums);
        if results.any(|result| place(result) == place(journal)) {
            let problem = "can't be the journal and the result at once";
            return Err(Error::input(journal, problem).into());
        }
    }
    let estimator =
        Estimator::new(graph, ruleset, args.seed).map_err(|e| e.at_path(&file.shown))?;
    let lacks_table = leaves.is_none() && Estimator::stages(args.boards).len() > 1;
    let place = if lacks_table { "--from" } else { "--shard" };
    let begun = estimator.begin(args.boards, leaves.map(|leaves| leaves as _), args.shard);
    let begun = begun.map_err(|e| e.at_path(place))?;
    let (mut sums, mut record) = resume(args, &estimator, begun, out)?;
    let left = sums.slots().end - sums.slots().start - sums.done();
    let stages = Estimator::stages(args.boards).into_iter();
    let boards = left + stages.skip(sums.stage() as usize + 1).sum::<u64>();
    let line = ProgressLine::new(!args.report.quiet, true);
    line.expect(boards, "boards");
    let every = args.journal.as_ref().map_or(u64::MAX, |_| JOURNAL_EVERY);
    let mut stages = Vec::new();
    let table = on_threads(args.threads, || -> Result<Option<LeaveTable>> {
        loop {
            let begun = Instant::now();
            let mut keep = |sums: &Sums| {
                let Some(journal) = &args.journal else {
                    return Ok(());
                };
                let newer = estimator.store(sums)?;
                write_file_with(journal, |out| Journal::write(out, &[&record, &newer]))?;
                record = newer;
                Ok(())
            };
            estimator.take(&mut sums, every, &|| line.advance(), &mut keep)?;
            if let Some(target) = &args.sums {
                write_file(target, &estimator.store(&sums)?)?;
                return Ok(None);
            }
            let (stage, next) = estimator.conclude(args.boards, sums)?;
            stages.push((stage, Some(begun.elapsed().as_secs_f64())));
            match next {
                ControlFlow::Continue(next) => sums = next,
                ControlFlow::Break(table) => return Ok(Some(table)),
            }
        }
    });
    line.clear();
    let table = table??;
    if let Some(target) = &args.sums {
        let boards = counted(boards, "boards");
        out.say(&format!("{}: the sums of {boards}", target.display()));
    }
    let (Some(table), Some(target)) = (table, &args.output) else {
        return Ok(());
    };
    let report = EstimateReport {
        table: &table,
        ruleset,
        output: target,
        seed: Some(args.seed),
        stages,
    };
    finish(&report, &args.report, out)
}

/// Adds up the sums of shards.
fn merge(args: &MergeArgs, out: &mut Out) -> Result<(), Stop> {
    out.quiet = args.report.quiet;
    check_output(&args.output, &args.report)?;
    Out::check_result(&args.output, &args.sums)?;
    let read =
        |path: &PathBuf| StoredSums::from_bytes(&path.display().to_string(), &read_file(path)?);
    let (stage, table, ruleset) = estimate::merge(args.sums.iter().map(read))?;
    let report = EstimateReport {
        table: &table,
        ruleset: &ruleset,
        output: &args.output,
        seed: None,
        stages: vec![(stage, None)],
    };
    finish(&report, &args.report, out)
}

/// Writes a table to its target and prints its statistics.
fn finish(report: &EstimateReport<'_>, args: &ReportArgs, out: &mut Out) -> Result<(), Stop> {
    let target = report.output;
    let bytes = table_bytes(report.table, report.ruleset, target)?;
    match args.format {
        Format::Json => write_json(out, &report.json())?,
        Format::Text if args.quiet || target == Path::new("-") => (),
        Format::Text => report.write(out)?,
    }
    let leaves = counted(report.table.len() as u64, "leaves");
    let summary = format!("{leaves}, {} bytes", grouped(bytes.len() as u64));
    write_built(target, &bytes, &summary, out)
}

/// Refuses a name without a known format, and a table and JSON together on standard
/// output.
fn check_output(target: &Path, report: &ReportArgs) -> Result<()> {
    values_of(target)?;
    if target == Path::new("-") && report.format == Format::Json {
        let both = "--format json and --output - both write to the standard output";
        return Err(Error::input("", format!("{both}; choose one of them")));
    }
    Ok(())
}

/// The sums to continue with, and their record in the journal, which is empty without a
/// journal. Sums in the journal are resumed. If it has none, new sums are written to it
/// at once, so that an unwritable journal fails before the work. A truncated journal
/// has lost only its last record.
fn resume(
    args: &EstimateArgs,
    estimator: &Estimator<'_>,
    begun: Sums,
    out: &Out,
) -> Result<(Sums, Vec<u8>)> {
    let Some(path) = args.journal.as_deref() else {
        return Ok((begun, Vec::new()));
    };
    let shown = path.display().to_string();
    let advise = |error: Error| error.advise(format!("to begin anew, remove {shown}"));
    let read = |bytes: Vec<u8>| Journal::read(&shown, &bytes).map_err(advise);
    let journal = read_if_there(path)?.map(read).transpose()?;
    let was_cut = journal.as_ref().is_some_and(|journal| journal.cut);
    let (sums, record) = match journal.and_then(|journal| journal.last) {
        Some((stored, record)) => {
            let sums = estimator.resume(args.boards, &begun, stored);
            (sums.map_err(advise)?, record)
        }
        None => {
            let record = estimator.store(&begun)?;
            write_file_with(path, |out| Journal::write(out, &[&record]))?;
            (begun, record)
        }
    };
    if was_cut {
        let (boards, stage) = (counted(sums.done(), "boards"), sums.stage() + 1);
        out.say(&format!(
            "{shown}: was cut short; going on after {boards} of stage {stage}"
        ));
    }
    Ok((sums, record))
}
