//! `klv-build`: leave files from tables, by recipes or directly, and leave values from
//! nothing.

use crate::cli::args::klv_build::{
    Arguments, Command, EstimateArgs, MergeArgs, PROGRAM, ReportArgs,
};
use crate::cli::args::parse_file_or_command;
use crate::cli::args::shared::Format;
use crate::cli::commands::build_recipes::{build_and_show, write_built};
use crate::cli::exit::{Out, Stop, run};
use crate::cli::input::{File, Rules, rules_for, rules_if_listed, same_letters};
use crate::cli::progress::ProgressLine;
use crate::cli::render::estimate::{EstimateReport, StageReport, write_report};
use crate::cli::render::json::write_json;
use crate::cli::threads::on_threads;
use crate::error::{Error, Result, counted, grouped};
use crate::estimate::{Estimator, Journal, Merge, Stage, StoredSums, Sums, Watch};
use crate::file::{Expected, read_file, read_if_there, refuse_kind};
use crate::leave::{LeaveSpec, write_csv_row};
use crate::lexicon::{LeaveTable, ValueFormat};
use crate::recipe::{
    PartKind, build_leaves, check_leaves_name, parse_leaves_file, write_file, write_file_with,
};
use crate::ruleset::Ruleset;
use crate::source::LeaveOptions;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
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
        let possible = options.count_possible(&table, ruleset);
        Ok((bytes, table.len() as u64, possible))
    })?;
    let (bytes, leaves, possible) = built.map_err(|e| rules.hint(e))?;
    let all = u64::try_from(ruleset.possible_leaves()).unwrap_or(u64::MAX);
    let leaves = counted(leaves, "leaves");
    let size = counted(bytes.len() as u64, "bytes");
    let (possible, all) = (grouped(possible), grouped(all));
    let summary = format!("{leaves}, {possible} of the {all} possible ones, {size}");
    write_built(target, &bytes, &summary, out)
}

/// How many boards are done between two records of a journal: some seconds of work.
const JOURNAL_EVERY: u64 = 16;

/// The value format that the name of an output asks for; none for a table in CSV.
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

/// The bytes of a leave file or of a table in CSV, as the name of the output asks.
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
    check_alphabet(&args.kwg, file.ruleset())?;
    file.check_whole()?;
    let graph = file.graph()?;
    file.say_if_assumed(out);
    let ruleset = file.ruleset();
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
            return Err(Error::input(journal.display().to_string(), problem).into());
        }
    }
    let estimator =
        Estimator::new(graph, ruleset, args.seed).map_err(|e| e.at_path(&file.shown))?;
    let begun = match args.shard {
        Some(shard) => {
            let lacks_table = leaves.is_none() && Estimator::stages(args.boards).len() > 1;
            let place = if lacks_table { "--from" } else { "--shard" };
            let begun = estimator.begin_shard(args.boards, leaves, shard);
            begun.map_err(|e| e.at_path(place))?
        }
        None => estimator.begin(args.boards, leaves)?,
    };
    let (sums, record) = resume(args, &estimator, begun, out)?;
    let watcher = Watcher::new(&estimator, args, &sums, record);
    let table = on_threads(args.threads, || match &args.sums {
        None => estimator.run(args.boards, sums, &watcher).map(Some),
        Some(target) => {
            let mut sums = sums;
            estimator.take(&mut sums, &watcher)?;
            write_file(target, &estimator.store(&sums)?)?;
            Ok(None)
        }
    });
    watcher.line.clear();
    let (Some(table), Some(target)) = (table??, &args.output) else {
        if let Some(target) = &args.sums {
            let (name, boards) = (target.display(), counted(watcher.boards, "boards"));
            out.say(&format!("{name}: the sums of {boards}"));
        }
        return Ok(());
    };
    let stages = watcher.stages.into_inner();
    let mut report = EstimateReport::new(&table, ruleset, target);
    report.seed = Some(args.seed);
    report.stages = stages.unwrap_or_else(|e| e.into_inner());
    finish(&table, ruleset, target, &report, &args.report, out)
}

/// Adds up the sums of shards.
fn merge(args: &MergeArgs, out: &mut Out) -> Result<(), Stop> {
    out.quiet = args.report.quiet;
    check_output(&args.output, &args.report)?;
    Out::check_result(&args.output, &args.sums)?;
    let mut merge: Option<Merge> = None;
    for path in &args.sums {
        let stored = StoredSums::from_bytes(&path.display().to_string(), &read_file(path)?)?;
        match &mut merge {
            None => merge = Some(Merge::new(stored)?),
            Some(merge) => merge.add(stored)?,
        }
    }
    // The arguments always have a file.
    let Some(merge) = merge else { return Ok(()) };
    let (stage, table) = merge.finish()?;
    let ruleset = merge.ruleset();
    let mut report = EstimateReport::new(&table, ruleset, &args.output);
    report.stages = vec![StageReport::new(&stage, None)];
    finish(&table, ruleset, &args.output, &report, &args.report, out)
}

/// Writes a table to its target and prints its figures.
fn finish(
    table: &LeaveTable,
    ruleset: &Ruleset,
    target: &Path,
    report: &EstimateReport,
    args: &ReportArgs,
    out: &mut Out,
) -> Result<(), Stop> {
    let bytes = table_bytes(table, ruleset, target)?;
    match args.format {
        Format::Json => write_json(out, report)?,
        Format::Text if args.quiet || target == Path::new("-") => (),
        Format::Text => write_report(report, out)?,
    }
    let leaves = counted(table.len() as u64, "leaves");
    let summary = format!("{leaves}, {} bytes", grouped(bytes.len() as u64));
    write_built(target, &bytes, &summary, out)
}

/// Refuses a name that no format has, and to write a table and JSON to the standard output
/// together.
fn check_output(target: &Path, report: &ReportArgs) -> Result<()> {
    values_of(target)?;
    if target == Path::new("-") && report.format == Format::Json {
        let both = "--format json and --output - both write to the standard output";
        return Err(Error::input("", format!("{both}; choose one of them")));
    }
    Ok(())
}

/// Refuses a graph that a manifest beside it lists with another alphabet than
/// that of the ruleset.
fn check_alphabet(graph: &Path, ruleset: &Ruleset) -> Result<()> {
    let listed = rules_if_listed(graph)?;
    let other = listed.filter(|listed| !same_letters(&listed.ruleset, ruleset));
    let Some(listed) = other else { return Ok(()) };
    let expected = format!("a graph with the alphabet of `{}`", ruleset.name());
    let by = listed.listed.map(|listed| listed.manifest);
    let (by, name) = (by.unwrap_or_default(), listed.ruleset.name());
    let found = format!("one of `{name}`, as {} says", by.display());
    let path = graph.display().to_string();
    Err(Error::mismatch(path, expected, found))
}

/// The sums to continue with, and their record in the journal; the record is empty without
/// a journal. Sums in the journal are taken up. If it has none, those just begun are written
/// to it at once, so that a journal that can't be written fails before the work. A journal
/// that was cut short has lost only its last record.
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
    let found = read_if_there(path)?;
    let found = found.map(|bytes| Journal::read(&shown, &bytes).map_err(advise));
    let found = found.transpose()?;
    let was_cut = found.as_ref().is_some_and(|journal| journal.cut);
    let (sums, record) = match found.and_then(|journal| journal.last) {
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

/// Shows the progress of an estimate and writes its journal.
struct Watcher<'w> {
    estimator: &'w Estimator<'w>,
    line: ProgressLine,
    journal: Option<&'w Path>,
    /// The last record of the journal.
    record: Mutex<Vec<u8>>,
    /// The boards that are to be done.
    boards: u64,
    stages: Mutex<Vec<StageReport>>,
    begun: Mutex<Instant>,
}

impl<'w> Watcher<'w> {
    fn new(
        estimator: &'w Estimator<'w>,
        args: &'w EstimateArgs,
        sums: &Sums,
        record: Vec<u8>,
    ) -> Watcher<'w> {
        let left = sums.slots().end - sums.slots().start - sums.done();
        let stages = Estimator::stages(args.boards);
        let later = stages.iter().skip(sums.stage() as usize + 1);
        let boards = left + later.sum::<u64>();
        let line = ProgressLine::timed(!args.report.quiet);
        line.expect(boards, "boards");
        Watcher {
            estimator,
            line,
            journal: args.journal.as_deref(),
            record: Mutex::new(record),
            boards,
            stages: Mutex::default(),
            begun: Mutex::new(Instant::now()),
        }
    }
}

impl Watch for Watcher<'_> {
    fn board(&self) {
        self.line.advance();
    }

    fn pause_every(&self) -> u64 {
        self.journal.map_or(u64::MAX, |_| JOURNAL_EVERY)
    }

    fn pause(&self, sums: &Sums) -> Result<()> {
        let Some(journal) = self.journal else {
            return Ok(());
        };
        let newer = self.estimator.store(sums)?;
        let mut older = self.record.lock().unwrap_or_else(|e| e.into_inner());
        write_file_with(journal, |out| Journal::write(out, &[&older, &newer]))?;
        *older = newer;
        Ok(())
    }

    fn stage(&self, stage: &Stage) {
        let mut begun = self.begun.lock().unwrap_or_else(|e| e.into_inner());
        let seconds = begun.elapsed().as_secs_f64();
        *begun = Instant::now();
        let mut stages = self.stages.lock().unwrap_or_else(|e| e.into_inner());
        stages.push(StageReport::new(stage, Some(seconds)));
    }
}
