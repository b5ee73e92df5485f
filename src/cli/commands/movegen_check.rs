//! `movegen-check`: checks a lexicon's files; finds, scores and checks moves; plays
//! matches.

use crate::check::{
    Event, FileSet, GivenFile, Pass, Subject, check, subject_of_files, subjects_of_recipes,
};
use crate::cli::args::check::CheckArgs;
use crate::cli::args::movegen_check::{Arguments, Command, FilesCommand, PROGRAM};
use crate::cli::args::parse_file_or_command;
use crate::cli::args::shared::Format;
use crate::cli::commands::endgame::endgame;
use crate::cli::commands::matches;
use crate::cli::commands::moves::{moves, positions, score};
use crate::cli::commands::replay::replay_game;
use crate::cli::exit::{Out, Stop, run};
use crate::cli::input::{GivenLexicon, Rules, lexicons_of, listings, rules_for};
use crate::cli::page;
use crate::cli::page::report::report_page;
use crate::cli::progress::ProgressLine;
use crate::cli::render::advice::{fill_advice, fill_commands};
use crate::cli::render::json::write_json;
use crate::cli::render::report::{summary, write_report};
use crate::cli::threads::on_threads;
use crate::error::{Error, Result, counted};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// Runs the program.
pub fn main() -> ExitCode {
    let args: Arguments = parse_file_or_command();
    run(PROGRAM, args.check.quiet, |out| match &args.command {
        None => {
            let read = || subjects_of_recipes(&args.recipes, &args.out_dir);
            check_and_show(&args.check, read, |_| (), out)
        }
        Some(Command::Files(args)) => files(args, out),
        Some(Command::Moves(args)) => moves(args, out),
        Some(Command::Score(args)) => score(args, out),
        Some(Command::Positions(args)) => positions(args, out),
        Some(Command::Endgame(args)) => endgame(args, out),
        Some(Command::Replay(args)) => replay_game(args, out),
        Some(Command::Match(args)) => matches::play(args, out),
    })
}

fn files(args: &FilesCommand, out: &mut Out) -> Result<(), Stop> {
    out.quiet = args.check.quiet;
    let given = &args.files;
    let lexicons = match given.files.is_empty() {
        true => vec![GivenLexicon::of_options(given)],
        false => lexicons_of(&given.files, out)?,
    };
    if !lexicons.iter().any(|lexicon| !lexicon.files.is_empty()) {
        let message = "expected a file to check, found none; name files or a directory";
        return Err(Error::input("", message).into());
    }
    if lexicons.len() > 1 && !given.words.is_empty() {
        let found = counted(lexicons.len() as u64, "lexicons");
        return Err(Error::mismatch("--words", "files of one lexicon", found).into());
    }
    let sets = lexicons.iter().map(|lexicon| file_set(lexicon, args));
    let sets = sets.collect::<Result<Vec<(FileSet, Rules)>>>()?;
    let read = || {
        let subjects = sets.iter();
        let subject = |(set, rules): &(FileSet, Rules)| {
            subject_of_files(set).map_err(|error| rules.hint(error))
        };
        subjects.map(subject).collect()
    };
    let say = |out: &Out| {
        for (set, rules) in &sets {
            let first = set.files.iter().take(1);
            let first: Vec<String> = first.map(|file| file.path.display().to_string()).collect();
            rules.say_if_assumed(&first, out);
        }
    };
    check_and_show(&args.check, read, say, out)
}

/// The files of a lexicon with all that is known of them, and their ruleset.
fn file_set(lexicon: &GivenLexicon, args: &FilesCommand) -> Result<(FileSet, Rules)> {
    let given = &args.files;
    let first = lexicon.files.first();
    let first = first.map_or(Path::new(""), |(path, _)| path);
    let rules = rules_for(args.ruleset.as_deref(), first)?;
    let mut set = FileSet::new(rules.ruleset.clone());
    set.subject.lexicon = lexicon.name.clone();
    set.subject.ruleset_assumed = rules.assumed;
    set.ruleset_listed = rules.listed.is_some();
    if let Some(name) = &args.ruleset {
        set.subject.ruleset_name = name.clone();
    }
    if let Some(length) = given.length {
        (set.subject.length, set.subject.length_assumed) = (length, false);
    }
    for (path, expected) in &lexicon.files {
        let mut file = GivenFile::new(path, *expected);
        let listing = listings(path)?.into_iter().next();
        file.listed = listing.map(|(path, manifest, _)| (path, manifest));
        file.content = given.content;
        set.files.push(file);
    }
    set.words = [&lexicon.lists[..], &given.words].concat();
    set.digraphs = given.digraphs;
    set.positions = given.positions.clone();
    Ok((set, rules))
}

/// Reads subjects, checks them, and writes the report in all forms that the user
/// asks for; `say` prints notes before it.
fn check_and_show(
    args: &CheckArgs,
    read: impl FnOnce() -> Result<Vec<Subject>> + Send,
    say: impl FnOnce(&Out),
    out: &mut Out,
) -> Result<(), Stop> {
    let options = args.options();
    let line = ProgressLine::new(!args.quiet);
    let report = on_threads(args.threads, || {
        let subjects = read()?;
        let plays = options.passes.contains(&Pass::Moves);
        let games = if plays { options.games } else { 0 };
        let steps = games.saturating_add(options.passes.len() as u64);
        line.expect(steps.saturating_mul(subjects.len() as u64), "reading");
        check(&subjects, &options, &|event| match event {
            Event::Pass(lexicon, pass) => line.say(&format!("{lexicon}: {pass}")),
            Event::Game(_) | Event::Done => line.advance(),
        })
    });
    line.clear();
    let mut report = report??;
    fill_advice(&mut report);
    fill_commands(&mut report);
    say(out);
    page::write_report(args.report.as_deref(), || report_page(&report))?;
    out.differs_if(!report.is_fine());
    match args.format {
        Format::Json if args.times => write_json(out, &report.with_times())?,
        Format::Json => write_json(out, &report)?,
        Format::Text => {
            write_report(out, &report, args.quiet)?;
            out.flush()?;
            out.say(&summary(&report));
        }
    }
    Ok(())
}
