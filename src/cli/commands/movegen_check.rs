//! `movegen-check`: whether a lexicon's files are what they claim to be; what
//! can be played, and what it scores.

use crate::check::{Referee, Report, check_positions};
use crate::cli::args::movegen_check::{
    Arguments, Command, Files, FilesCommand, Moves, PROGRAM, Positions, Score,
};
use crate::cli::args::parse_file_or_command;
use crate::cli::commands::check_lexicons::CheckArgs;
use crate::cli::commands::subject::{subject_of_files, subjects_of_recipes};
use crate::cli::file::File;
use crate::cli::page::report::write_report_page;
use crate::cli::render::moves::{write_comparison, write_moves};
use crate::cli::render::positions::write_positions;
use crate::cli::render::report::write_report;
use crate::cli::render::score::{placed_tiles, write_reasons, write_score};
use crate::cli::render::show_format::ShowFormat;
use crate::cli::render::table::counted;
use crate::cli::render::wording::summary;
use crate::cli::rules::rules_for;
use crate::cli::{Out, Outcome, Stop, Voice, run, say};
use crate::error::{Error, Result};
use crate::file::{Expected, FileKind, read_file, refuse_kind, refuse_stray};
use crate::graph::Content;
use crate::leave::Leaves;
use crate::movegen::{Move, Position, RankOptions, Ranker, picture, validate};
use crate::recipe::{read_text, write_file_with};
use crate::ruleset::Ruleset;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Runs the program.
pub fn main() -> ExitCode {
    let arguments: Arguments = parse_file_or_command();
    run(PROGRAM, |out| match &arguments.command {
        None => recipes(&arguments, out),
        Some(Command::Files(args)) => files(args, out),
        Some(Command::Moves(args)) => moves(args, out),
        Some(Command::Score(args)) => score(args, out),
        Some(Command::Positions(args)) => positions(args, out),
    })
}

fn recipes(args: &Arguments, out: &mut Out) -> Result<Outcome, Stop> {
    let check = &args.check;
    let report = check.check(|| subjects_of_recipes(&args.recipes, &args.out_dir))?;
    write_page(&report, check)?;
    check.show(report, out, |report, out| show(report, check, out))
}

fn files(args: &FilesCommand, out: &mut Out) -> Result<Outcome, Stop> {
    let files = &args.files;
    let given = [&files.kwg, &files.kad, &files.klv];
    let first = given.into_iter().flatten().next();
    let beside = first.map_or(Path::new(""), PathBuf::as_path);
    let rules = rules_for(args.ruleset.as_deref(), beside)?;
    let name = args.ruleset.as_deref().unwrap_or(rules.ruleset.name());
    let check = &args.check;
    let report = check.check(|| {
        let subject = subject_of_files(files, &rules, name);
        subject
            .map(|subject| vec![subject])
            .map_err(|e| rules.hint(e))
    })?;
    let voice = voice(check.output.quiet);
    rules.say_if_assumed(&[&beside.display().to_string()], voice);
    write_page(&report, check)?;
    check.show(report, out, |report, out| show(report, check, out))
}

fn write_page(report: &Report, check: &CheckArgs) -> Result<()> {
    match &check.report {
        Some(path) => write_file_with(path, |out| write_report_page(&mut &mut *out, report)),
        None => Ok(()),
    }
}

fn show(report: &Report, check: &CheckArgs, out: &mut Out) -> Result<(), Stop> {
    write_report(out, report, check.output.quiet)?;
    out.flush()?;
    if !check.output.quiet {
        say(PROGRAM, &summary(report));
    }
    Ok(())
}

/// Reads the word graph that moves are found with.
fn load(files: &Files) -> Result<File> {
    let rules = rules_for(files.ruleset.as_deref(), &files.kwg)?;
    let file = File::open(&files.kwg, rules, None)?;
    refuse_kind(&files.kwg, file.opened.sniffed.kind, Expected::WordGraph)?;
    if let FileKind::Graph(Content::Alphagrams, _) = file.opened.sniffed.kind {
        let message = "holds alphagrams, as far as can be seen; they are taken for words";
        say(PROGRAM, &format!("warning: {}: {message}", file.shown));
    }
    Ok(file)
}

fn voice(quiet: bool) -> Voice {
    Voice {
        program: PROGRAM,
        quiet,
    }
}

fn load_leaves(path: Option<&Path>, ruleset: &Ruleset) -> Result<Option<Leaves>> {
    let Some(path) = path else { return Ok(None) };
    let bytes = read_file(path)?;
    refuse_stray(path, &bytes, Expected::LeaveValues)?;
    let leaves = Leaves::from_bytes(&bytes, ruleset.alphabet().len());
    let leaves = leaves.map_err(|fault| fault.into_error(&path.display().to_string()))?;
    Ok(Some(leaves))
}

fn moves(args: &Moves, out: &mut Out) -> Result<Outcome, Stop> {
    let file = load(&args.files)?;
    let (ruleset, graph) = (file.ruleset(), file.graph()?);
    let hint = |error| file.rules.hint(error);
    let leaves = load_leaves(args.klv.as_deref(), ruleset).map_err(hint)?;
    let position = Position::read(ruleset, &args.board, &args.rack).map_err(hint)?;
    let format = args.files.format;
    if args.compare {
        if graph.gaddag_root().is_none() {
            let shown = args.files.kwg.display().to_string();
            let message = "--compare: expected a DAWG and a GADDAG, found a DAWG alone";
            return Err(Error::input(shown, message).into());
        }
        file.say_if_assumed(voice(false));
        let verdict = Referee::new(graph, ruleset, leaves.as_ref(), None).check(&position);
        let is_fine = verdict.faults.is_empty();
        if !is_fine {
            out.differs();
        }
        write_comparison(out, format, &verdict)?;
        return Ok(if is_fine {
            Outcome::Fine
        } else {
            Outcome::Differs
        });
    }
    let n = if args.all { usize::MAX } else { args.top };
    // All moves are all that the generator finds, even those that the words of
    // a damaged graph say can't be there.
    let options = RankOptions::default().with_shadow(!args.all);
    let top = Ranker::new(graph, ruleset).top(&position, leaves.as_ref(), n, options);
    file.say_if_assumed(voice(false));
    write_moves(out, format, &position, &top, args.board_picture)?;
    Ok(Outcome::Fine)
}

fn score(args: &Score, out: &mut Out) -> Result<Outcome, Stop> {
    let file = load(&args.files)?;
    let (ruleset, graph) = (file.ruleset(), file.graph()?);
    let hint = |error| file.rules.hint(error);
    let rack = args.rack.as_deref().unwrap_or_default();
    let mut position = Position::read(ruleset, &args.board, rack).map_err(hint)?;
    let mv = Move::read(&position, &args.play).map_err(hint)?;
    let Some(play) = mv.as_play() else {
        let message = "play: expected tiles to place, found an exchange or a pass";
        return Err(Error::input("", message).into());
    };
    if args.rack.is_none() {
        position.set_rack(&placed_tiles(&play))?;
    }
    file.say_if_assumed(voice(false));
    let format = args.files.format;
    if args.board_picture && format == ShowFormat::Text {
        writeln!(out, "{}", picture(&position, Some(&play)))?;
    }
    let notation = position.move_text(&mv);
    match validate(&position, &play, |word| graph.has_word(word)) {
        Ok(parts) => {
            write_score(out, format, ruleset, &notation, &parts)?;
            Ok(Outcome::Fine)
        }
        Err(reasons) => {
            out.differs();
            write_reasons(out, format, &notation, &reasons)?;
            Ok(Outcome::Differs)
        }
    }
}

fn positions(args: &Positions, out: &mut Out) -> Result<Outcome, Stop> {
    let file = load(&args.files)?;
    let (ruleset, graph) = (file.ruleset(), file.graph()?);
    let hint = |error| file.rules.hint(error);
    let leaves = load_leaves(args.klv.as_deref(), ruleset).map_err(hint)?;
    let path = args.table.display().to_string();
    let text = read_text(&args.table, Expected::Positions)?;
    let report = check_positions(&path, &text, graph, ruleset, &leaves).map_err(hint)?;
    let is_fine = report.differences.is_empty();
    if !is_fine {
        out.differs();
    }
    file.say_if_assumed(voice(args.quiet));
    write_positions(out, args.files.format, &path, &report)?;
    out.flush()?;
    if !args.quiet {
        let counts = [
            (report.positions, "positions"),
            (report.plays, "plays"),
            (report.differences.len() as u64, "differences"),
        ];
        say(
            PROGRAM,
            &counts.map(|(n, what)| counted(n, what)).join(", "),
        );
    }
    Ok(if is_fine {
        Outcome::Fine
    } else {
        Outcome::Differs
    })
}
