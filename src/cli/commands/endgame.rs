//! `movegen-check endgame`: exact values when the bag is empty.

use crate::check::read_endgames;
use crate::cli::args::movegen_check::EndgameArgs;
use crate::cli::exit::{Out, Stop};
use crate::cli::input::{File, Origin, read_cgp};
use crate::cli::interrupt::watch_interrupt;
use crate::cli::page::endgame::{endgame_page, endgames_page};
use crate::cli::page::{check_report, write_report};
use crate::cli::render::endgame::{Solved, SolvedRow, SolvedTable};
use crate::cli::threads::{on_threads, threads_of};
use crate::error::{Error, Result};
use crate::file::{Expected, read_text};
use crate::movegen::Position;
use crate::parallel;
use crate::play::{Cgp, Endgame, EndgameOptions, EndgameStatus, solve_endgame, unseen_tiles};
use crate::ruleset::Ruleset;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The largest score accepted, so that sums of scores can't overflow.
const MOST_SCORE: i32 = 99_999;

/// Solves one endgame, or a table of them.
pub(crate) fn endgame(args: &EndgameArgs, out: &mut Out) -> Result<(), Stop> {
    out.quiet = args.quiet;
    let files = args.table.iter().chain([&args.kwg]);
    let cgp = read_cgp(args.cgp.as_deref(), files.clone())?;
    let origin = Origin::of_cgp(cgp.as_ref());
    let file = origin.open(args.ruleset.as_deref(), &args.kwg, out)?;
    let ruleset = args.ruleset.as_ref().map(Path::new);
    let sources = files.map(PathBuf::as_path).chain(ruleset);
    check_report(args.report.as_deref(), sources)?;
    let interrupt = watch_interrupt();
    let options = EndgameOptions {
        memory: (args.memory as usize) << 20,
        top: args.top as usize,
        time: args.seconds.map(Duration::from_secs_f64),
        interrupt: Some(interrupt),
        ..EndgameOptions::default()
    };
    let is_interrupted = || interrupt.load(Ordering::Relaxed);
    match &args.table {
        Some(table) => solve_table(args, table, &file, &options, &is_interrupted, out)?,
        None => solve_one(args, cgp, &file, options, out)?,
    }
    if is_interrupted() {
        out.interrupted();
    }
    Ok(())
}

fn solve_one(
    args: &EndgameArgs,
    cgp: Option<Cgp>,
    file: &File,
    mut options: EndgameOptions,
    out: &mut Out,
) -> Result<(), Stop> {
    let read = read(args, cgp, file.ruleset());
    let (endgame, scores) = read.map_err(|error| file.rules.hint(error))?;
    file.say_if_assumed(out);
    if args.win {
        let [own, other] = scores.unwrap_or_default();
        options.win = Some(own - other);
    }
    options.threads = threads_of(args.threads);
    let solution = solve_endgame(file.graph()?, &endgame, &options)?;
    let solved = Solved {
        args,
        endgame: &endgame,
        scores,
        solution: &solution,
    };
    write_report(args.report.as_deref(), || endgame_page(&solved))?;
    Ok(solved.write(out)?)
}

/// The position that the arguments describe, and the scores if they are given.
fn read<'r>(
    args: &EndgameArgs,
    cgp: Option<Cgp>,
    ruleset: &'r Ruleset,
) -> Result<(Endgame<'r>, Option<[i32; 2]>)> {
    let (board, rack, opponent, scores) = match cgp {
        Some(cgp) => {
            if let Some(score) = cgp.scores.iter().find(|s| s.abs() > MOST_SCORE) {
                let expected = format!("scores of at most {MOST_SCORE}");
                return Err(Error::mismatch("", expected, score).of_part("CGP scores"));
            }
            let [rack, opponent] = cgp.racks;
            let opponent = Some(opponent).filter(|rack| !rack.is_empty());
            (cgp.board, rack, opponent, Some(cgp.scores))
        }
        None => {
            let [board, rack] = [&args.board, &args.rack].map(|t| t.clone().unwrap_or_default());
            (board, rack, args.opponent.clone(), args.scores)
        }
    };
    let opponent = match opponent {
        Some(opponent) => opponent,
        None => {
            let position = Position::read(ruleset, &board, &rack)?;
            // Tiles that the rack has no room for are in the bag, which is refused below.
            let mut unseen = unseen_tiles(&position);
            unseen.truncate(usize::from(ruleset.rack_size()));
            ruleset.alphabet().word_text(&unseen)
        }
    };
    let endgame = Endgame::read(ruleset, &board, &rack, &opponent)?;
    Ok((endgame.after_pass(args.after_pass), scores))
}

fn solve_table(
    args: &EndgameArgs,
    table: &Path,
    file: &File,
    options: &EndgameOptions,
    is_interrupted: &(dyn Fn() -> bool + Sync),
    out: &mut Out,
) -> Result<(), Stop> {
    let path = table.display().to_string();
    let text = read_text(table, Expected::Positions)?;
    let rows = read_endgames(&path, &text, file.ruleset());
    let rows = rows.map_err(|error| file.rules.hint(error))?;
    file.say_if_assumed(out);
    let graph = file.graph()?;
    let solved = on_threads(args.threads, || {
        // As many rows as there are threads share the memory.
        let mut options = options.clone();
        options.memory /= parallel::current_num_threads();
        parallel::try_map(rows, |row| {
            let is_begun = !is_interrupted();
            let (solution, differences, undecided) = row.solve(graph, &options)?;
            Ok(SolvedRow {
                line: row.line,
                endgame: row.endgame,
                is_begun: is_begun || solution.status == EndgameStatus::Solved,
                solution,
                differences,
                undecided,
            })
        })
    });
    let solved = solved??;
    let table = SolvedTable {
        args,
        path: &path,
        rows: &solved,
        interrupted: is_interrupted(),
    };
    out.differs_if(!table.is_confirmed());
    write_report(args.report.as_deref(), || endgames_page(&table))?;
    table.write(out)?;
    out.say(&table.summary());
    Ok(())
}
