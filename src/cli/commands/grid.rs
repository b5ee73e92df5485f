//! `kwg-dump grid`: the words of letter grids, and puzzles.

use crate::cli::args::kwg_dump::{GridArgs, PointsArg, PuzzleArgs};
use crate::cli::args::shared::TableFormat;
use crate::cli::exit::{Out, Stop};
use crate::cli::input::{File, Needs, Prepared, Rules, check_listable, dashes, one_from_input};
use crate::cli::page::grid::GridPage;
use crate::cli::page::{check_report, write_report};
use crate::cli::render::grid::{GridStyle, GridWords, write_titles};
use crate::cli::threads::threads_of;
use crate::cli::voice::named;
use crate::error::{Error, Result};
use crate::file::read_file;
use crate::graph::{Filter, Graph};
use crate::grid::{
    BonusTable, FindOptions, Found, Goal, Gravity, Grid, Keep, MadeGrid, MakeOptions, Points,
    SolveOptions, find, make, solve,
};
use crate::ruleset::Ruleset;
use crate::text;
use crate::tiles::Alphabet;
use std::io::{IsTerminal, stdout};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The argument that means standard input instead of a grid.
const DASH: &str = "-";

/// The suffixes of names of grid files. Such a name could be a row with a hole, but
/// rows are written in upper case.
const FILE_ENDS: [&str; 3] = [".txt", ".text", ".grid"];

/// Finds the words of grids, solves them as puzzles, or makes one.
pub(crate) fn grid(args: &GridArgs, out: &mut Out) -> Result<(), Stop> {
    check_standard_input(args)?;
    let read = |path| File::read_as(path, &args.reading);
    let file = args.file.as_deref().map(read).transpose()?;
    let rules = match &file {
        Some(file) => file.rules.clone(),
        None => Rules::chosen(args.reading.ruleset.as_deref())?,
    };
    let graph = file.as_ref().map(File::lexicon).transpose()?;
    // A small file may hold any number of words, and a grid could contain all of them.
    if let (Some(graph), Some(file)) = (graph, &file) {
        check_listable(graph, &file.shown)?;
    }
    let alphabet = rules.ruleset.alphabet();
    let is_task = args.puzzle.solve || args.make.make.is_some();
    if is_task && !args.wanted.is_empty() {
        let message = "expected no conditions on words with --solve and --make, which are played \
                       with all words";
        return Err(Error::input("", message).into());
    }
    let prepared = match &file {
        Some(file) if !args.wanted.is_empty() => {
            let subject = file.subject()?;
            Some(Prepared::of_wanted(&args.wanted, Needs::Nothing, subject)?)
        }
        _ => None,
    };
    let filter = prepared.as_ref().map(|p| p.filter(None)).transpose()?;
    let lists = args.wanted.also_in.iter().chain(&args.wanted.not_in);
    let files = args.file.iter().chain(lists).map(PathBuf::as_path);
    let texts = args.grids.iter().chain(&args.reading.ruleset);
    check_report(args.report.as_deref(), files.chain(texts.map(Path::new)))?;
    if let Some(file) = &file {
        file.say_if_assumed(out);
    }
    let mut style = GridStyle {
        alphabet,
        args,
        picture: args.picture || stdout().is_terminal(),
        several: false,
    };
    let mut page = GridPage {
        ruleset: &rules.ruleset,
        sections: Vec::new(),
    };
    if let Some(sides) = args.make.make {
        let options = SolveOptions {
            goal: Goal::Clear,
            ..solve_options(args)?
        };
        let made = make_grid(args, sides, &rules.ruleset, graph, &options)?;
        page.add_made(&made, args.make.seed, &options);
        write_report(args.report.as_deref(), || page.html())?;
        return Ok(style.write_made(&made, &options, out)?);
    }
    // Without --make, the arguments always include a file.
    let Some(graph) = graph else { return Ok(()) };
    let grids = grids(&args.grids, alphabet).map_err(|e| rules.hint(e))?;
    style.several = grids.len() > 1;
    if args.format == TableFormat::Csv && !args.count {
        write_titles(args.puzzle.solve, out)?;
    }
    for grid in &grids {
        if args.puzzle.solve {
            let options = solve_options(args)?;
            let solution = solve(graph, grid, &options)?;
            if args.report.is_some() {
                page.add_solution(grid, &solution, &options);
            }
            style.write_solution(grid, &solution, &options, out)?;
            continue;
        }
        let words = GridWords {
            grid,
            found: &found(args, graph, grid, filter.as_ref(), &rules.ruleset)?,
            points: &points(args)?,
            ruleset: &rules.ruleset,
        };
        if args.report.is_some() {
            page.add_found(&words);
        }
        style.write_found(&words, out)?;
    }
    Ok(write_report(args.report.as_deref(), || page.html())?)
}

/// Refuses arguments that need standard input for more than one thing.
fn check_standard_input(args: &GridArgs) -> Result<()> {
    let grids = match (args.grids.len(), args.make.make) {
        (0, None) => 1,
        _ => args.grids.iter().filter(|grid| *grid == DASH).count(),
    };
    let lists = args.wanted.also_in.iter().chain(&args.wanted.not_in);
    one_from_input(grids + dashes(lists.chain(&args.file)))
}

/// The grids that the arguments name.
fn grids(arguments: &[String], alphabet: &Alphabet) -> Result<Vec<Grid>> {
    let from_file = |path: &str| {
        let shown = named(path);
        let bytes = read_file(Path::new(path))?;
        let grids = Grid::read_all(shown, &text::utf8(shown, bytes)?, alphabet)?;
        match grids.is_empty() {
            true => Err(Error::mismatch(shown, "a grid", "none")),
            false => Ok(grids),
        }
    };
    if arguments.is_empty() {
        return from_file(DASH);
    }
    let mut grids = Vec::new();
    for argument in arguments {
        let is_named = FILE_ENDS.iter().any(|end| argument.ends_with(end));
        let is_row = !argument.contains('/');
        let path = Path::new(argument);
        // An argument such as `grids/daily` names a file if there is such a folder. A
        // row of dots is a row of holes.
        let is_in_folder = path.parent().is_some_and(|folder| {
            let dots = folder.to_str().unwrap_or_default().trim_matches('.');
            !is_row && !dots.is_empty() && folder.is_dir()
        });
        if argument == DASH || path.is_file() || (is_named && is_row) || is_in_folder {
            grids.extend(from_file(argument)?);
            continue;
        }
        match Grid::read(argument, alphabet) {
            Ok(grid) => grids.push(grid),
            // It is not a grid, so it is a path, in which `/` separates folders.
            Err(_) if is_named => grids.extend(from_file(argument)?),
            Err(error) => return Err(error),
        }
    }
    Ok(grids)
}

fn points(args: &GridArgs) -> Result<Points> {
    Ok(match args.points {
        PointsArg::Boggle => Points::Boggle,
        PointsArg::Ruleset => Points::Ruleset,
        PointsArg::Bonus => Points::Bonus(bonus(&args.puzzle)?),
    })
}

fn bonus(args: &PuzzleArgs) -> Result<BonusTable> {
    BonusTable::read(&args.bonus).map_err(|fault| Error::input("", format!("--bonus: {fault}")))
}

/// The words of a grid that pass the filter.
fn found(
    args: &GridArgs,
    graph: &Graph,
    grid: &Grid,
    filter: Option<&Filter<'_>>,
    ruleset: &Ruleset,
) -> Result<Found> {
    let keep = match (args.count && filter.is_none(), args.paths) {
        (true, _) => Keep::Count,
        (_, true) => Keep::All,
        _ => Keep::Best,
    };
    let mut options = FindOptions {
        min_length: args.min_length.into(),
        keep,
        ..FindOptions::default()
    };
    if args.points == PointsArg::Ruleset {
        options.tile_points = ruleset.tiles().iter().map(|t| t.points).collect();
    }
    let mut found = find(graph, grid, &options)?;
    if let Some(filter) = filter {
        found.retain(|word| filter.fits(word, graph));
    }
    Ok(found)
}

fn solve_options(args: &GridArgs) -> Result<SolveOptions> {
    let puzzle = &args.puzzle;
    let gravity = match puzzle.still {
        true => Gravity::Still,
        false => Gravity::Fall,
    };
    Ok(SolveOptions {
        gravity,
        goal: puzzle.goal,
        bonus: bonus(puzzle)?,
        left: puzzle.left,
        empty: puzzle.empty,
        min_length: args.min_length.into(),
        time: puzzle.seconds.map(Duration::from_secs_f64),
        max_states: puzzle.states,
        memory: (puzzle.memory as usize) << 20,
        threads: threads_of(puzzle.threads),
        ..SolveOptions::default()
    })
}

fn make_grid(
    args: &GridArgs,
    (rows, columns): (usize, usize),
    ruleset: &Ruleset,
    graph: Option<&Graph>,
    rules: &SolveOptions,
) -> Result<MadeGrid> {
    // One thread, so that the result is the same on every machine.
    let rules = || SolveOptions {
        threads: 1,
        ..rules.clone()
    };
    let options = MakeOptions {
        words_at_least: args.make.words_at_least,
        min_length: args.min_length.into(),
        clearable: args.make.clearable.then(rules),
        ..MakeOptions::new(rows, columns, args.make.seed)
    };
    make(ruleset, graph, &options).map_err(|e| Error::input("", format!("--make: {e}")))
}
