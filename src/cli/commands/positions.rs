//! `movegen-check positions`: tables of positions, checked or made.

use crate::check::{TableSums, check_endgames, check_positions, is_endgame_table, write_positions};
use crate::cli::args::movegen_check::{PROGRAM, Positions};
use crate::cli::exit::{Out, Stop};
use crate::cli::input::file::File;
use crate::cli::input::movegen::{open_leaves, open_word_graph};
use crate::cli::input::rules::{file_name, rules_for};
use crate::cli::render::positions::write_differences;
use crate::cli::voice::Voice;
use crate::digest::sha256;
use crate::error::{Result, counted};
use crate::file::{Expected, read_file, read_text};
use crate::leave::Leaves;
use crate::play::{Cgp, play_games};
use crate::recipe::check_not_source;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Finds the figures of a table again, or makes a table.
pub(crate) fn positions(args: &Positions, out: &mut Out) -> Result<(), Stop> {
    let voice = Voice::new(PROGRAM, args.files.quiet);
    let rules = rules_for(args.files.ruleset.as_deref(), &args.files.kwg)?;
    let file = open_word_graph(&args.files.kwg, rules, voice)?;
    let hint = |error| file.rules.hint(error);
    let leaves = open_leaves(args.klv.as_deref(), file.ruleset()).map_err(hint)?;
    let sums = sums(args, &file)?;
    if args.write {
        let ruleset = args.files.ruleset.as_ref().map(PathBuf::from);
        let others = [args.klv.clone(), args.from.clone(), ruleset].into_iter();
        let sources = [args.files.kwg.clone()].into_iter().chain(others.flatten());
        check_not_source(&args.table, &sources.collect::<Vec<_>>())?;
        let text = table(args, &file, leaves.as_ref(), &sums).map_err(hint)?;
        file.say_if_assumed(voice);
        let rows = text.lines().filter(|line| !line.starts_with('#')).count() - 1;
        out.write_result(&args.table, |out| {
            text.lines().try_for_each(|line| writeln!(out, "{line}"))
        })?;
        voice.say(&counted(rows as u64, "positions"));
        return Ok(());
    }
    let path = args.table.display().to_string();
    let text = read_text(&args.table, Expected::Positions)?;
    let (ruleset, graph) = (file.ruleset(), file.graph()?);
    let report = match is_endgame_table(&text) {
        true => check_endgames(&path, &text, graph, ruleset),
        false => check_positions(&path, &text, graph, ruleset, &leaves, &sums),
    };
    let report = report.map_err(hint)?;
    out.differs_if(!report.differences.is_empty());
    file.say_if_assumed(voice);
    write_differences(out, args.files.format, &path, &report)?;
    out.flush()?;
    let counts = [
        (report.positions, "positions"),
        (report.plays, "plays"),
        (report.differences.len() as u64, "differences"),
    ];
    let counts = counts.map(|(n, what)| counted(n, what));
    voice.say(&counts.join(", "));
    Ok(())
}

/// The names and sums of the files that positions are looked at with.
fn sums(args: &Positions, file: &File) -> Result<TableSums> {
    let kwg = (file_name(&args.files.kwg), sha256(&file.bytes));
    let klv = match &args.klv {
        Some(klv) => Some((file_name(klv), sha256(&read_file(klv)?))),
        None => None,
    };
    let ruleset = file.ruleset();
    let ruleset = (ruleset.name().to_string(), ruleset.digest()?);
    Ok(TableSums::new(kwg, klv, ruleset))
}

/// The table of the positions that the arguments ask for.
fn table(
    args: &Positions,
    file: &File,
    leaves: Option<&Leaves>,
    sums: &TableSums,
) -> Result<String> {
    let (ruleset, graph) = (file.ruleset(), file.graph()?);
    let (path, positions) = match &args.from {
        Some(lines) => (lines.display().to_string(), positions_of_lines(lines)?),
        None => {
            let games = play_games(graph, ruleset, &leaves, args.seed, args.games)?;
            let turns = games.into_iter().flat_map(|game| game.turns);
            let turns = (1..).zip(turns);
            let positions = turns.map(|(turn, t)| (turn, t.board, t.rack));
            ("games".to_string(), positions.collect())
        }
    };
    write_positions(&path, &positions, graph, ruleset, &leaves, sums)
}

/// The positions of a file with one in each line.
fn positions_of_lines(path: &Path) -> Result<Vec<(u64, String, String)>> {
    let text = read_text(path, Expected::WordColumn)?;
    let lines = Cgp::read_lines(&path.display().to_string(), &text)?;
    let positions = lines.into_iter().map(|(line, cgp)| {
        let [rack, _] = cgp.racks;
        (line, cgp.board, rack)
    });
    Ok(positions.collect())
}
