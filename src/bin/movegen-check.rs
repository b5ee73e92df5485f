//! `movegen-check`: what can be played, what it scores, and whether tables of
//! positions are right.

use clap::{Args, Parser, Subcommand, ValueEnum};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wordmill::check::check_positions;
use wordmill::cli::{File, Out, Outcome, Stop, Table, grouped, ruleset_for, run, say, write_json};
use wordmill::dump::Holds;
use wordmill::error::{Error, Result};
use wordmill::graph::{Content, FileKind, Graph};
use wordmill::leave::Leaves;
use wordmill::movegen::{
    Breakdown, Choices, Direction, Illegal, Move, Play, Position, Ranked, Ranker, WordScore, judge,
    picture, read_move, value_text,
};
use wordmill::recipe::{read_file, read_text};
use wordmill::ruleset::{Ruleset, SquareName};
use wordmill::tiles::{BLANK, PLAYED_BLANK};

const PROGRAM: &str = "movegen-check";

const EXAMPLES: &str = "\
Examples:
  movegen-check moves --kwg dist/SCOWL80.kwg --klv dist/SCOWL80.klv2 \\
      --board 15/15/15/15/15/15/15/3WROOT7/15/15/15/15/15/15/15 --rack EFFNITU
      The best moves, with their values.
  movegen-check score --kwg dist/SCOWL80.kwg --board 15/15/…/15 --play '8D WROOT'
      What a play scores, part by part, or why it is illegal.
  movegen-check positions table.tsv --kwg dist/SCOWL80.kwg
      Finds again all figures in a table of positions.

Exit codes: 0 fine; 1 the play is illegal, or figures differ; 2 usage, input or I/O error.";

/// Finds, scores and checks moves
#[derive(Parser)]
#[command(name = PROGRAM, version, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Lists the best moves of a position
    Moves(Moves),
    /// Scores a play, or says why it is illegal
    Score(Score),
    /// Finds all figures of a table of positions again
    Positions(Positions),
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
    format: Format,
}

/// How results are printed.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For a person
    #[default]
    Text,
    /// For a program
    Json,
    /// For a program: columns separated by tabs
    Tsv,
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
        Command::Moves(args) => moves(args, out),
        Command::Score(args) => score(args, out),
        Command::Positions(args) => positions(args, out),
    })
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
    let n = if args.all { usize::MAX } else { args.top };
    let top = Ranker::new(&graph, &ruleset).top(&position, leaves.as_ref(), n, Choices::default());
    match args.files.format {
        Format::Json => write_json(out, &moves_json(&position, &top))?,
        Format::Tsv => {
            writeln!(out, "move\tscore\tvalue")?;
            for m in &top {
                writeln!(out, "{}\t{}\t{}", m.notation, m.score, value_text(m.value))?;
            }
        }
        Format::Text => {
            if args.board_picture {
                let play = top.first().and_then(|m| m.mv.as_play());
                write!(
                    out,
                    "{}\n{}\n\n",
                    picture(&position, play.as_ref()),
                    position.rack_text()
                )?;
            }
            let mut table = Table::new(&["", "move", "score", "value"]);
            for (i, m) in top.iter().enumerate() {
                table.row(vec![
                    (i + 1).to_string(),
                    m.notation.clone(),
                    m.score.to_string(),
                    value_text(m.value),
                ]);
            }
            table.write(out)?;
        }
    }
    Ok(Outcome::Fine)
}

fn moves_json(position: &Position<'_>, top: &[Ranked]) -> Value {
    let kind = |mv: &Move| match mv {
        Move::Play { .. } => "play",
        Move::Exchange(_) => "exchange",
        Move::Pass => "pass",
    };
    let moves: Vec<Value> = top
        .iter()
        .map(|m| {
            json!({
                "move": m.notation,
                "kind": kind(&m.mv),
                "score": m.score,
                "value": value_text(m.value),
            })
        })
        .collect();
    json!({
        "board": position.board_text(),
        "rack": position.rack_text(),
        "bag": position.bag(),
        "moves": moves,
    })
}

fn score(args: &Score, out: &mut Out) -> Result<Outcome, Stop> {
    let (ruleset, graph) = args.files.load()?;
    let rack = args.rack.as_deref().unwrap_or_default();
    let mut position = Position::read(&ruleset, &args.board, rack)?;
    let mv = read_move(&position, &args.play)?;
    let Some(play) = mv.as_play() else {
        return Err(Error::input(
            "",
            "play: expected tiles to place, found an exchange or a pass",
        )
        .into());
    };
    if args.rack.is_none() {
        position.set_rack(&placed_tiles(&play))?;
    }
    if args.board_picture && args.files.format == Format::Text {
        writeln!(out, "{}", picture(&position, Some(&play)))?;
    }
    let notation = position.move_text(&mv);
    match judge(&position, &play, |word| graph.has_word(word)) {
        Ok(parts) => {
            show_score(out, args.files.format, &ruleset, &notation, &parts)?;
            Ok(Outcome::Fine)
        }
        Err(reasons) => {
            out.differs();
            show_reasons(out, args.files.format, &notation, &reasons)?;
            Ok(Outcome::Differs)
        }
    }
}

fn placed_tiles(play: &Play<'_>) -> Vec<u8> {
    let placed = play.tiles.iter().filter(|&&tile| tile != 0);
    let mut tiles: Vec<u8> = placed
        .map(|&tile| {
            if tile & PLAYED_BLANK != 0 {
                BLANK
            } else {
                tile
            }
        })
        .collect();
    tiles.sort_unstable();
    tiles
}

/// The words of a play with what they score, the main word first.
fn words(parts: &Breakdown) -> impl Iterator<Item = (&'static str, &WordScore)> {
    let crosses = parts.crosses.iter().map(|word| ("cross", word));
    std::iter::once(("main", &parts.main)).chain(crosses)
}

fn show_score(
    out: &mut Out,
    format: Format,
    ruleset: &Ruleset,
    notation: &str,
    parts: &Breakdown,
) -> Result<(), Stop> {
    let label = |tile| {
        let mut text = String::new();
        ruleset.alphabet().write_played(tile, &mut text);
        text
    };
    let spell = |word: &WordScore| word.tiles.iter().map(|t| label(t.tile)).collect::<String>();
    match format {
        Format::Json => {
            let word = |(part, word): (&str, &WordScore)| {
                let tiles: Vec<Value> = word
                    .tiles
                    .iter()
                    .map(|t| {
                        json!({
                            "tile": label(t.tile),
                            "square": SquareName(t.row, t.column).to_string(),
                            "placed": t.placed,
                            "points": t.points,
                        })
                    })
                    .collect();
                json!({
                    "part": part,
                    "word": spell(word),
                    "direction": direction_name(word.direction),
                    "tiles": tiles,
                    "word_factor": word.word_factor,
                    "points": word.points,
                })
            };
            let words: Vec<Value> = words(parts).map(word).collect();
            let report = json!({
                "play": notation,
                "legal": true,
                "words": words,
                "bonus": parts.bonus,
                "score": parts.total,
            });
            write_json(out, &report)
        }
        Format::Tsv => {
            writeln!(out, "part\tword\tpoints")?;
            for (part, word) in words(parts) {
                writeln!(out, "{part}\t{}\t{}", spell(word), word.points)?;
            }
            writeln!(out, "bonus\t\t{}\nscore\t\t{}", parts.bonus, parts.total)?;
            Ok(())
        }
        Format::Text => {
            writeln!(out, "{notation}: {} points", parts.total)?;
            for (_, word) in words(parts) {
                let points: Vec<String> = word
                    .tiles
                    .iter()
                    .map(|t| format!("{} {}", label(t.tile), t.points))
                    .collect();
                let sum = points.join(" + ");
                let sum = match word.word_factor {
                    1 => sum,
                    factor => format!("{factor} × ({sum})"),
                };
                writeln!(out, "  {:3}  {}: {sum}", word.points, spell(word))?;
            }
            if parts.bonus > 0 {
                writeln!(out, "  {:3}  for a whole rack", parts.bonus)?;
            }
            Ok(())
        }
    }
}

fn direction_name(direction: Direction) -> &'static str {
    match direction {
        Direction::Across => "across",
        Direction::Down => "down",
    }
}

fn show_reasons(
    out: &mut Out,
    format: Format,
    notation: &str,
    reasons: &[Illegal],
) -> Result<(), Stop> {
    match format {
        Format::Json => {
            let reason = |r: &Illegal| json!({"rule": r.rule, "message": r.message});
            let reasons: Vec<Value> = reasons.iter().map(reason).collect();
            write_json(
                out,
                &json!({"play": notation, "legal": false, "reasons": reasons}),
            )?;
        }
        Format::Tsv => {
            writeln!(out, "rule\tmessage")?;
            for reason in reasons {
                writeln!(out, "{}\t{reason}", reason.rule)?;
            }
        }
        Format::Text => {
            writeln!(out, "{notation}: illegal")?;
            for reason in reasons {
                writeln!(out, "  {reason}")?;
            }
        }
    }
    Ok(())
}

fn positions(args: &Positions, out: &mut Out) -> Result<Outcome, Stop> {
    let (ruleset, graph) = args.files.load()?;
    let leaves = load_leaves(args.klv.as_deref(), &ruleset)?;
    let path = args.table.display().to_string();
    let text = read_text(&args.table)?;
    let report = check_positions(&path, &text, &graph, &ruleset, &leaves)?;
    let differences = &report.differences;
    match args.files.format {
        Format::Json => write_json(out, &report)?,
        Format::Tsv => {
            writeln!(out, "line\tcolumn\texpected\tfound")?;
            for d in differences {
                writeln!(out, "{}\t{}\t{}\t{}", d.line, d.column, d.expected, d.found)?;
            }
        }
        Format::Text => {
            for d in differences {
                let (line, column) = (d.line, d.column);
                writeln!(
                    out,
                    "{path}:{line}: {column}: expected {}, found {}",
                    d.expected, d.found
                )?;
            }
        }
    }
    out.flush()?;
    if !args.quiet {
        let counts = [report.positions, report.plays, differences.len() as u64].map(grouped);
        let [positions, plays, count] = counts;
        let summary = format!("{positions} positions, {plays} plays, {count} differences");
        say(PROGRAM, &summary);
    }
    Ok(match differences.is_empty() {
        true => Outcome::Fine,
        false => Outcome::Differs,
    })
}
