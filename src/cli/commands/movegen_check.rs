//! `movegen-check`: checks a lexicon's files; finds, scores and checks moves; solves
//! endgames, replays games and plays matches.

use crate::check::{
    Event, FileSet, GivenFile, Pass, Referee, Subject, TableSums, check, check_endgames,
    check_positions, is_endgame_table, subject_of_files, subjects_of_recipes, write_positions,
};
use crate::cli::args::check::CheckArgs;
use crate::cli::args::movegen_check::{
    Arguments, Command, FilesCommand, Moves, PROGRAM, Positions, Score,
};
use crate::cli::args::parse_file_or_command;
use crate::cli::args::shared::{Format, MoveFormat};
use crate::cli::commands::endgame::endgame;
use crate::cli::commands::matches;
use crate::cli::commands::replay::replay_games;
use crate::cli::exit::{Out, Stop, run};
use crate::cli::input::{
    Asked, File, GivenLexicon, Rules, cgp_lines, dashes, file_name, lexicons_of, listings,
    one_from_input, open_leaves, open_word_graph, rules_for,
};
use crate::cli::page;
use crate::cli::page::report::report_page;
use crate::cli::progress::ProgressLine;
use crate::cli::render::advice::fill_in;
use crate::cli::render::json::write_json;
use crate::cli::render::moves::{MoveWriter, used_tiles};
use crate::cli::render::report::{summary, write_report};
use crate::cli::render::table::write_lines;
use crate::cli::threads::on_threads;
use crate::digest::sha256;
use crate::error::{Error, Result, counted};
use crate::file::{Expected, read_file, read_text};
use crate::leave::Leaves;
use crate::limits::CHECKED_RACK;
use crate::movegen::{Move, RankOptions, Ranker, check_exchange, picture, validate};
use crate::play::play_games;
use crate::tiles::BLANK;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Runs the program.
pub fn main() -> ExitCode {
    let args: Arguments = parse_file_or_command();
    run(PROGRAM, args.check.quiet, |out| match &args.command {
        None => {
            let read = || subjects_of_recipes(&args.recipes, &args.out_dir);
            check_and_show(&args.check, read, &[], out)
        }
        Some(Command::Files(args)) => files(args, out),
        Some(Command::Moves(args)) => moves(args, out),
        Some(Command::Score(args)) => score(args, out),
        Some(Command::Positions(args)) => positions(args, out),
        Some(Command::Endgame(args)) => endgame(args, out),
        Some(Command::Replay(args)) => replay_games(args, out),
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
    let sets: Vec<(FileSet, Rules)> = sets.collect::<Result<_>>()?;
    let subject = |(set, rules): &(_, Rules)| subject_of_files(set).map_err(|e| rules.hint(e));
    check_and_show(
        &args.check,
        || sets.iter().map(subject).collect(),
        &sets,
        out,
    )
}

/// The files of a lexicon, with everything known of them, and their ruleset.
fn file_set(lexicon: &GivenLexicon, args: &FilesCommand) -> Result<(FileSet, Rules)> {
    let given = &args.files;
    let first = lexicon
        .files
        .first()
        .map_or(Path::new(""), |(path, _)| path);
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
        let listing = listings(path, args.ruleset.is_some())?.into_iter().next();
        file.listed = listing.map(|(path, manifest, _)| (path, manifest));
        file.content = given.content;
        set.files.push(file);
    }
    set.words = [&lexicon.lists[..], &given.words].concat();
    set.digraphs = given.digraphs;
    set.positions = given.positions.clone();
    Ok((set, rules))
}

/// Reads subjects, checks them, and writes the report in all requested forms. First
/// reports which sets have an assumed ruleset.
fn check_and_show(
    args: &CheckArgs,
    read: impl FnOnce() -> Result<Vec<Subject>> + Send,
    sets: &[(FileSet, Rules)],
    out: &mut Out,
) -> Result<(), Stop> {
    let options = args.options();
    let line = ProgressLine::new(!args.quiet, false);
    let report = on_threads(args.threads, || {
        let subjects = read()?;
        let sources: Vec<PathBuf> = subjects.iter().flat_map(sources_of).collect();
        let lists = sets.iter().flat_map(|(set, _)| &set.words);
        let sources = sources.iter().chain(lists).map(PathBuf::as_path);
        page::check_report(args.report.as_deref(), sources)?;
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
    fill_in(&mut report);
    for (set, rules) in sets {
        if let Some(first) = set.files.first() {
            rules.say_if_assumed(&[first.path.display().to_string()], out);
        }
    }
    page::write_report(args.report.as_deref(), || report_page(&report))?;
    out.differs_if(!report.is_fine());
    match args.format {
        Format::Json if args.times => write_json(out, &report)?,
        Format::Json => write_json(out, &report.without_times())?,
        Format::Text => {
            write_report(out, &report, args.quiet)?;
            out.flush()?;
            out.say(&summary(&report));
        }
    }
    Ok(())
}

/// The files that a subject was read from, as far as they are known.
fn sources_of(subject: &Subject) -> Vec<PathBuf> {
    let artifacts = subject.artifacts.iter().map(|file| &file.path);
    let tables = subject.positions.iter().map(|(path, _)| path);
    let mut sources: Vec<PathBuf> = artifacts.chain(tables).map(PathBuf::from).collect();
    if let Some(resolved) = &subject.recipe {
        let inputs = resolved.recipe.inputs().into_iter();
        sources.extend(inputs.map(|(_, file)| resolved.base().join(file)));
        sources.push(resolved.path.clone());
    }
    sources
}

/// Lists the best moves of a position.
fn moves(args: &Moves, out: &mut Out) -> Result<(), Stop> {
    out.quiet = args.files.quiet;
    let (rack, klv) = (args.rack.as_deref(), args.klv.as_ref());
    let asked = Asked::read(&args.files, &args.position, rack, klv, out)?;
    let file = &asked.file;
    let (ruleset, graph) = (file.ruleset(), file.graph()?);
    let leaves = open_leaves(args.klv.as_deref(), &file.rules)?;
    let position = asked.position()?;
    let tiles = position.rack().total();
    if tiles > u32::from(CHECKED_RACK) {
        let expected = format!("at most {CHECKED_RACK} tiles to find moves with");
        return Err(Error::mismatch("rack", expected, tiles).into());
    }
    if args.compare && graph.gaddag_root().is_none() {
        let error = Error::mismatch(&file.shown, "a DAWG and a GADDAG", "a DAWG alone");
        return Err(error.of_part("--compare").into());
    }
    file.say_if_assumed(out);
    if args.as_cgp {
        return Ok(writeln!(out, "{}", asked.cgp.placed_in(&position))?);
    }
    let format = args.files.format;
    if args.compare {
        let verdict = Referee::new(graph, ruleset, leaves.as_ref(), None).check(&position);
        out.differs_if(!verdict.faults.is_empty());
        return Ok(MoveWriter { out, format }.comparison(&verdict)?);
    }
    let n = if args.all { usize::MAX } else { args.top };
    // `--all` lists every move that the generator finds, even one that the words of a
    // damaged graph exclude.
    let options = RankOptions {
        shadow: !args.all,
        ..RankOptions::default()
    };
    let top = Ranker::new(graph, ruleset).top(&position, &leaves.as_ref(), n, options);
    Ok(MoveWriter { out, format }.moves(&position, &top, args.board_picture)?)
}

/// Scores a play, an exchange or a pass, or reports why it is illegal.
fn score(args: &Score, out: &mut Out) -> Result<(), Stop> {
    out.quiet = args.files.quiet;
    let asked = Asked::read(&args.files, &args.position, args.rack.as_deref(), None, out)?;
    let file = &asked.file;
    let graph = file.graph()?;
    let mut position = asked.position()?;
    let mv = Move::read(&position, &args.play).map_err(|error| file.rules.hint(error))?;
    let play = mv.as_play();
    let used = used_tiles(&mv);
    if play.is_some() && used.len() > 1 && used.iter().all(|&tile| tile == BLANK) {
        let hint = "all its tiles are blanks, as lower case means; letters are in upper case";
        out.say(&format!("play `{}`: {hint}", args.play));
    }
    if args.rack.is_none() && position.rack().total() == 0 {
        position.set_rack(&used)?;
    }
    file.say_if_assumed(out);
    let format = args.files.format;
    let judged = match (&mv, &play) {
        (_, Some(play)) => validate(&position, play, |word| graph.has_word(word)).map(Some),
        (Move::Exchange(given), _) => check_exchange(&position, given).map(|()| None),
        _ => Ok(None),
    };
    out.differs_if(judged.is_err());
    if args.board_picture && format == MoveFormat::Text {
        write_lines(picture(&position, play.as_ref()).lines(), out)?;
        writeln!(out)?;
    }
    let notation = position.move_text(&mv);
    match judged {
        Ok(parts) if args.as_cgp => {
            match &play {
                Some(play) => position.apply(play),
                None => {
                    let mut kept = position.rack().clone();
                    kept.take_all(used);
                    position.set_rack(&kept.tiles())?;
                }
            }
            let score = parts.map_or(0, |parts| parts.total);
            writeln!(out, "{}", asked.cgp.after(&position, score))?;
        }
        Ok(parts) => MoveWriter { out, format }.score(&position, &notation, parts.as_ref())?,
        Err(reasons) => MoveWriter { out, format }.reasons(&notation, &reasons)?,
    }
    Ok(())
}

/// Recomputes the values of a table, or writes a table.
fn positions(args: &Positions, out: &mut Out) -> Result<(), Stop> {
    out.quiet = args.files.quiet;
    let read = (!args.write).then_some(&args.table);
    let sources = [&args.klv, &args.from]
        .into_iter()
        .flatten()
        .chain([&args.files.kwg]);
    one_from_input(dashes(sources.clone().chain(read)))?;
    let rules = rules_for(args.files.ruleset.as_deref(), &args.files.kwg)?;
    let file = open_word_graph(&args.files.kwg, rules, out)?;
    let hint = |error| file.rules.hint(error);
    let leaves = open_leaves(args.klv.as_deref(), &file.rules)?;
    let sums = sums(args, &file)?;
    if args.write {
        let ruleset = args.files.ruleset.as_ref().map(PathBuf::from);
        let sources: Vec<PathBuf> = sources.cloned().chain(ruleset).collect();
        Out::check_result(&args.table, &sources)?;
        let text = table(args, &file, leaves.as_ref(), &sums).map_err(hint)?;
        file.say_if_assumed(out);
        let rows = text.lines().filter(|line| !line.starts_with('#')).count() - 1;
        out.write_result(&args.table, &|out| write_lines(text.lines(), out))?;
        out.say(&counted(rows as u64, "positions"));
        return Ok(());
    }
    let path = args.table.display().to_string();
    let text = read_text(&args.table, Expected::Positions)?;
    let (ruleset, graph) = (file.ruleset(), file.graph()?);
    let report = match is_endgame_table(&text) {
        true => check_endgames(&path, &text, graph, ruleset),
        false => check_positions(&path, &text, graph, ruleset, &leaves.as_ref(), &sums),
    };
    let report = report.map_err(hint)?;
    out.differs_if(!report.differences.is_empty());
    file.say_if_assumed(out);
    let format = args.files.format;
    MoveWriter { out, format }.differences(&path, &report)?;
    out.flush()?;
    let positions = counted(report.positions, "positions");
    let plays = counted(report.plays, "plays");
    let differences = counted(report.differences.len() as u64, "differences");
    out.say(&format!("{positions}, {plays}, {differences}"));
    Ok(())
}

/// The names and SHA-256 of the files that the values of a table depend on.
fn sums(args: &Positions, file: &File) -> Result<TableSums> {
    let kwg = (file_name(&args.files.kwg), sha256(&file.bytes));
    let klv = match &args.klv {
        Some(klv) => Some((file_name(klv), sha256(&read_file(klv)?))),
        None => None,
    };
    let ruleset = (file.ruleset().name().to_string(), file.ruleset().digest()?);
    Ok(TableSums::new(kwg, klv, ruleset))
}

/// The table of the requested positions.
fn table(
    args: &Positions,
    file: &File,
    leaves: Option<&Leaves>,
    sums: &TableSums,
) -> Result<String> {
    let (ruleset, graph) = (file.ruleset(), file.graph()?);
    let (path, positions): (_, Vec<_>) = match &args.from {
        Some(path) => {
            let lines = cgp_lines(path)?.into_iter();
            let positions = lines.map(|(line, cgp)| {
                let [rack, _] = cgp.racks;
                (line, cgp.board, rack)
            });
            (path.display().to_string(), positions.collect())
        }
        None => {
            let games = play_games(graph, ruleset, &leaves, args.seed, args.games)?;
            let turns = (1..).zip(games.into_iter().flat_map(|game| game.turns));
            let positions = turns.map(|(number, turn)| (number, turn.board, turn.rack));
            ("games".to_string(), positions.collect())
        }
    };
    write_positions(&path, &positions, graph, ruleset, &leaves, sums)
}
