//! `movegen-check`: whether a lexicon's files are what they claim to be; what
//! can be played, and what it scores.

use clap::{Args, Parser, Subcommand};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wordmill::check::{Referee, Report, check_positions};
use wordmill::cli::{
    CheckArgs, File, FilesToCheck, Out, Outcome, Stop, grouped, ruleset_for, run, say,
    subject_of_files, subject_of_recipe,
};
use wordmill::dump::Holds;
use wordmill::error::{Error, Result};
use wordmill::graph::{Content, FileKind, Graph};
use wordmill::leave::Leaves;
use wordmill::movegen::{Choices, Position, Ranker, judge, picture, read_move};
use wordmill::recipe::{read_file, read_text};
use wordmill::ruleset::Ruleset;
use wordmill::show::{
    ShowFormat, placed_tiles, summary, write_comparison, write_moves, write_positions,
    write_reasons, write_report, write_score,
};

const PROGRAM: &str = "movegen-check";

const USAGE: &str = "\
movegen-check [OPTIONS] <RECIPE>...
       movegen-check <COMMAND>";

const EXAMPLES: &str = "\
Examples:
  movegen-check recipes/*.yaml
      Proves that what is in dist/ is what the recipes say, or names what is not.
  movegen-check --thorough recipes/scowl80.yaml
      The same with many games, before a release.
  movegen-check files --kwg theirs.kwg --words theirs.txt
      Checks files that someone else made.
  movegen-check moves --kwg dist/SCOWL80.kwg --klv dist/SCOWL80.klv2 \\
      --board 15/15/15/15/15/15/15/3WROOT7/15/15/15/15/15/15/15 --rack EFFNITU
      The best moves, with their values.
  movegen-check score --kwg dist/SCOWL80.kwg --board 15/15/…/15 --play '8D WROOT'
      What a play scores, part by part, or why it is illegal.
  movegen-check positions table.tsv --kwg dist/SCOWL80.kwg
      Finds again all figures in a table of positions.

Passes: structure (the rules of the formats), words (as in the sources; manifest, sums and lock),
gaddag (every word at every split), counts (numbers of words, .kwc, .kwi, .kwp), bundle (files fit
each other and the rules), moves (the generators agree, over games and golden positions).

Exit codes: 0 fine; 1 something is wrong, a play is illegal, or figures differ; 2 usage, input or
I/O error.";

/// Checks a lexicon's files; finds, scores and checks moves
#[derive(Parser)]
#[command(
    name = PROGRAM,
    version,
    after_help = EXAMPLES,
    override_usage = USAGE,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Recipes whose files to check
    #[arg(value_name = "RECIPE", required = true)]
    recipes: Vec<PathBuf>,
    /// Where the artifacts of recipes are
    #[arg(long, value_name = "DIR", default_value = "dist")]
    out_dir: PathBuf,
    #[command(flatten)]
    check: CheckArgs,
}

#[derive(Subcommand)]
enum Command {
    /// Checks files without a recipe
    Files(FilesCommand),
    /// Lists the best moves of a position
    Moves(Moves),
    /// Scores a play, or says why it is illegal
    Score(Score),
    /// Finds all figures of a table of positions again
    Positions(Positions),
}

#[derive(Args)]
struct FilesCommand {
    /// A built-in ruleset's name, or a path [default: as a manifest beside the graph says, or english]
    #[arg(long, value_name = "RULESET")]
    ruleset: Option<String>,
    #[command(flatten)]
    files: FilesToCheck,
    #[command(flatten)]
    check: CheckArgs,
}

/// The files that a position needs.
#[derive(Args)]
struct Files {
    /// A built-in ruleset's name, or a path [default: as a manifest beside the graph says, or english]
    #[arg(long, value_name = "RULESET")]
    ruleset: Option<String>,
    /// The word graph (.kwg, .kbwg), with or without a GADDAG
    #[arg(long, value_name = "FILE")]
    kwg: PathBuf,
    /// How to print what was found
    #[arg(long, value_enum, default_value_t)]
    format: ShowFormat,
}

#[derive(Args)]
struct Moves {
    #[command(flatten)]
    files: Files,
    /// Leave values (.klv2, .klv); without, every leave is worth 0
    #[arg(long, value_name = "FILE")]
    klv: Option<PathBuf>,
    /// The board: rows from the top separated by /, numbers for empty squares
    #[arg(long)]
    board: String,
    /// The rack, ? for a blank
    #[arg(long)]
    rack: String,
    /// How many moves to list
    #[arg(long, value_name = "N", default_value_t = 15)]
    top: usize,
    /// List all moves
    #[arg(long, conflicts_with = "top")]
    all: bool,
    /// List in what the generators differ, instead of moves
    #[arg(long, conflicts_with_all = ["top", "all", "board_picture"])]
    compare: bool,
    /// Draw the board, with the best play on it
    #[arg(long)]
    board_picture: bool,
}

#[derive(Args)]
struct Score {
    #[command(flatten)]
    files: Files,
    /// The board, as for moves
    #[arg(long)]
    board: String,
    /// The play: `8D WORD` across, `D8 WORD` down, tiles on the board in parentheses
    #[arg(long)]
    play: String,
    /// The rack it is made from [default: the tiles that it places]
    #[arg(long)]
    rack: Option<String>,
    /// Draw the board with the play on it
    #[arg(long)]
    board_picture: bool,
}

#[derive(Args)]
struct Positions {
    /// The table, `-` for the standard input
    #[arg(value_name = "FILE.tsv")]
    table: PathBuf,
    #[command(flatten)]
    files: Files,
    /// Leave values (.klv2, .klv); without, every leave is worth 0
    #[arg(long, value_name = "FILE")]
    klv: Option<PathBuf>,
    /// Print nothing but errors and differences
    #[arg(short, long)]
    quiet: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    run(PROGRAM, |out| match &arguments.command {
        None => recipes(&arguments, out),
        Some(Command::Files(args)) => files(args, out),
        Some(Command::Moves(args)) => moves(args, out),
        Some(Command::Score(args)) => score(args, out),
        Some(Command::Positions(args)) => positions(args, out),
    })
}

fn recipes(args: &Arguments, out: &mut Out) -> Result<Outcome, Stop> {
    let read = |path: &PathBuf| subject_of_recipe(path, &args.out_dir);
    let check = &args.check;
    let report = check.check(|| args.recipes.iter().map(read).collect())?;
    check.show(report, out, |report, out| show(report, check, out))
}

fn files(args: &FilesCommand, out: &mut Out) -> Result<Outcome, Stop> {
    let files = &args.files;
    let given = [&files.kwg, &files.kad, &files.klv];
    let first = given.into_iter().flatten().next();
    let beside = first.map_or(Path::new(""), PathBuf::as_path);
    let ruleset = ruleset_for(args.ruleset.as_deref(), beside)?;
    let name = args
        .ruleset
        .as_deref()
        .unwrap_or(ruleset.name())
        .to_string();
    let check = &args.check;
    let report = check.check(|| Ok(vec![subject_of_files(files, ruleset, &name)?]))?;
    check.show(report, out, |report, out| show(report, check, out))
}

fn show(report: &Report, check: &CheckArgs, out: &mut Out) -> Result<(), Stop> {
    write_report(out, report, check.output.quiet)?;
    out.flush()?;
    if !check.output.quiet {
        say(PROGRAM, &summary(report));
    }
    Ok(())
}

impl Files {
    fn load(&self) -> Result<(Ruleset, Graph)> {
        let ruleset = ruleset_for(self.ruleset.as_deref(), &self.kwg)?;
        let file = File::open(&self.kwg, ruleset, None)?;
        if let FileKind::Graph(Content::Alphagrams, _) = file.opened.detected.kind {
            let message = "holds alphagrams, as far as can be seen; they are taken for words";
            say(PROGRAM, &format!("warning: {}: {message}", file.shown));
        }
        match file.opened.holds {
            Holds::Graph(graph) => Ok((file.ruleset, graph)),
            Holds::Words(_) | Holds::Leaves(_) => {
                let kind = file.opened.detected.kind;
                let message = format!("expected a word graph, found a file of kind {kind}");
                Err(Error::input(file.shown, message))
            }
        }
    }
}

fn load_leaves(path: Option<&Path>, ruleset: &Ruleset) -> Result<Option<Leaves>> {
    let Some(path) = path else { return Ok(None) };
    let leaves = Leaves::from_bytes(&read_file(path)?, ruleset.alphabet().len());
    let leaves = leaves.map_err(|fault| fault.into_error(&path.display().to_string()))?;
    Ok(Some(leaves))
}

fn moves(args: &Moves, out: &mut Out) -> Result<Outcome, Stop> {
    let (ruleset, graph) = args.files.load()?;
    let leaves = load_leaves(args.klv.as_deref(), &ruleset)?;
    let position = Position::read(&ruleset, &args.board, &args.rack)?;
    let format = args.files.format;
    if args.compare {
        let verdict = Referee::new(&graph, &ruleset, leaves.as_ref(), None).judge(&position);
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
    let top = Ranker::new(&graph, &ruleset).top(&position, leaves.as_ref(), n, Choices::default());
    write_moves(out, format, &position, &top, args.board_picture)?;
    Ok(Outcome::Fine)
}

fn score(args: &Score, out: &mut Out) -> Result<Outcome, Stop> {
    let (ruleset, graph) = args.files.load()?;
    let rack = args.rack.as_deref().unwrap_or_default();
    let mut position = Position::read(&ruleset, &args.board, rack)?;
    let mv = read_move(&position, &args.play)?;
    let Some(play) = mv.as_play() else {
        let message = "play: expected tiles to place, found an exchange or a pass";
        return Err(Error::input("", message).into());
    };
    if args.rack.is_none() {
        position.set_rack(&placed_tiles(&play))?;
    }
    let format = args.files.format;
    if args.board_picture && format == ShowFormat::Text {
        writeln!(out, "{}", picture(&position, Some(&play)))?;
    }
    let notation = position.move_text(&mv);
    match judge(&position, &play, |word| graph.has_word(word)) {
        Ok(parts) => {
            write_score(out, format, &ruleset, &notation, &parts)?;
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
    let (ruleset, graph) = args.files.load()?;
    let leaves = load_leaves(args.klv.as_deref(), &ruleset)?;
    let path = args.table.display().to_string();
    let text = read_text(&args.table)?;
    let report = check_positions(&path, &text, &graph, &ruleset, &leaves)?;
    let is_fine = report.differences.is_empty();
    if !is_fine {
        out.differs();
    }
    write_positions(out, args.files.format, &path, &report)?;
    out.flush()?;
    if !args.quiet {
        let differences = report.differences.len() as u64;
        let [positions, plays, count] = [report.positions, report.plays, differences].map(grouped);
        let summary = format!("{positions} positions, {plays} plays, {count} differences");
        say(PROGRAM, &summary);
    }
    Ok(if is_fine {
        Outcome::Fine
    } else {
        Outcome::Differs
    })
}
