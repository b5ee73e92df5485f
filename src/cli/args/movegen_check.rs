//! The arguments of `movegen-check`.

use crate::cli::args::check::{CheckArgs, FilesToCheck};
use crate::cli::args::choice::RulesetName;
use crate::cli::args::endgame::{ENDGAME_EXAMPLES, EndgameArgs};
use crate::cli::args::format::MoveFormat;
use crate::cli::args::matches::{MATCH_EXAMPLES, MatchArgs};
use crate::cli::args::replay::{REPLAY_EXAMPLES, ReplayArgs};
use clap::{ArgGroup, Args, Parser, Subcommand};
use std::path::PathBuf;

/// The program's name.
pub(crate) const PROGRAM: &str = "movegen-check";

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
  movegen-check score --kwg dist/SCOWL80.kwg --play '8D WROOT'
      What a play scores, part by part, or why it is illegal.
  movegen-check positions table.tsv --kwg dist/SCOWL80.kwg
      Finds again all figures in a table of positions.
  movegen-check endgame --kwg dist/SCOWL80.kwg --board 15/15/…/15 --rack GRT --opponent NNQV
      The exact value of a game whose bag is empty, and a best line.
  movegen-check replay game.gcg --kwg dist/SCOWL80.kwg --klv dist/SCOWL80.klv2 --analyse
      Whether a recorded game was played by the rules, and what each turn lost.
  movegen-check match --kwg dist/SCOWL80.kwg --klv new.klv2 --against old.klv2
      Plays 2,000 games in mirrored pairs: which leave values are better, and how sure is that?

Passes: structure (the rules of the formats), words (as in the sources; manifest, sums and lock),
gaddag (every word at every split), counts (numbers of words, .kwc, .kwi, .kwp), bundle (files fit
each other and the rules), moves (the generators agree, over games and golden positions).

Exit codes: 0 fine; 1 something is wrong, a play is illegal, or figures differ; 2 usage, input or
I/O error; 130 a match or an endgame that Ctrl-C ended.";

const FILES_USAGE: &str = "\
movegen-check files [OPTIONS] <FILE|DIRECTORY>...
       movegen-check files [--kwg <FILE>] [--kad <FILE>] [--klv <FILE>] [OPTIONS]";

const FILES_EXAMPLES: &str = "\
Examples:
  movegen-check files dist/
      All lexicons of a directory. The bytes of a file say what it is, its name where it belongs.
  movegen-check files --kwg theirs.kwg
      Whether a file from elsewhere is sound in itself.
  movegen-check files --kwg theirs.kwg --words claimed.txt
      Whether it also has the words that it should have, and no others.
  movegen-check files --ruleset german --kwg theirs.kwg --kad theirs.kad --klv theirs.klv2
      Whether several files belong together.

A list X.txt beside X.kwg is compared with it.";

const MOVES_EXAMPLES: &str = "\
Examples:
  movegen-check moves --kwg dist/SCOWL80.kwg --klv dist/SCOWL80.klv2 \\
      --board 15/15/15/15/15/15/15/3WROOT7/15/15/15/15/15/15/15 --rack EFFNITU
      The 15 best moves. Rows are from the top; a number is that many empty squares.
  movegen-check moves --kwg dist/SCOWL80.kwg --rack 'QUIZ?AE' --all --format tsv
      All moves of a first turn, for a program. Without --board the board is empty.
  movegen-check moves --kwg dist/SCOWL80.kwg \\
      --cgp '15/15/15/15/15/15/15/3WROOT7/15/15/15/15/15/15/15 EFFNITU/ 0/24 0 ld english;'
      A position in one line, as other programs write it. `lex`, `ld` and `bdn` say what it is of.

A move's value is its score and what the tiles kept are worth, by --klv. On an empty board each
vowel beside a premium square takes 0.7. When the bag is empty, going out adds twice the unseen
tiles; any other play takes 10 and twice the tiles kept. `-AB` exchanges A and B, `-` passes.
In a play and on the board, a tile in lower case is a blank.";

const SCORE_EXAMPLES: &str = "\
Examples:
  movegen-check score --kwg dist/SCOWL80.kwg \\
      --board 15/15/15/15/15/15/15/3WROOT7/15/15/15/15/15/15/15 --play 'E8 (R)UFFIN'
      What it scores, part by part; if it is illegal, why. `E8 .UFFIN` is the same play.
  movegen-check score --kwg dist/SCOWL80.kwg --play '8D WROOT' --rack WROOTQZ --as-cgp
      The position after the play, for the next command. Without --board the board is empty.";

const POSITIONS_EXAMPLES: &str = "\
Examples:
  movegen-check positions table.tsv --kwg dist/SCOWL80.kwg --klv dist/SCOWL80.klv2
      Finds every figure of the table again; exit code 1 if any differs.
  movegen-check positions table.tsv --write --games 20 --kwg dist/SCOWL80.kwg --klv dist/SCOWL80.klv2
      Makes such a table of all positions of 20 games that the program plays with itself.
  movegen-check positions table.tsv --write --from positions.txt --kwg dist/SCOWL80.kwg
      Makes one of positions in CGP, one in each line, such as `replay --cgp` prints.

A table that was made here begins with the sums of the word graph, the leave values and the
ruleset. Reading compares them. The table has columns separated by tabs, and a first line with their names: board, rack, bag, plays,
sum_of_scores, best_score, best_value, best_play. A table of endgames, as for the command endgame,
is solved and its values are compared.";

/// Checks a lexicon's files; finds, scores and checks moves; plays matches
#[derive(Parser)]
#[command(
    name = PROGRAM,
    version,
    after_help = EXAMPLES,
    override_usage = USAGE,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// Recipes whose files to check
    #[arg(value_name = "RECIPE", required = true)]
    pub(crate) recipes: Vec<PathBuf>,
    /// Where the artifacts of recipes are
    #[arg(long, value_name = "DIR", default_value = "dist")]
    pub(crate) out_dir: PathBuf,
    #[command(flatten)]
    pub(crate) check: CheckArgs,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Checks files without a recipe
    #[command(after_help = FILES_EXAMPLES, override_usage = FILES_USAGE)]
    Files(Box<FilesCommand>),
    /// Lists the best moves of a position
    #[command(after_help = MOVES_EXAMPLES)]
    Moves(Moves),
    /// Scores a play, or says why it is illegal
    #[command(after_help = SCORE_EXAMPLES)]
    Score(Score),
    /// Finds all figures of a table of positions again, or makes such a table
    #[command(after_help = POSITIONS_EXAMPLES)]
    Positions(Positions),
    /// Solves endgames: the exact value and the best line when the bag is empty
    #[command(after_help = ENDGAME_EXAMPLES)]
    Endgame(EndgameArgs),
    /// Plays a recorded game (GCG) again: legality, scores, racks, and what each turn lost
    #[command(after_help = REPLAY_EXAMPLES)]
    Replay(ReplayArgs),
    /// Plays mirrored games to find out which leave values or words are better
    #[command(after_help = MATCH_EXAMPLES)]
    Match(MatchArgs),
}

#[derive(Args)]
pub(crate) struct FilesCommand {
    /// A built-in ruleset's name, or a path [default: as a manifest beside the graph says, or english]
    #[arg(long, value_name = "RULESET", value_parser = RulesetName, hide_possible_values = true)]
    pub(crate) ruleset: Option<String>,
    #[command(flatten)]
    pub(crate) files: FilesToCheck,
    #[command(flatten)]
    pub(crate) check: CheckArgs,
}

/// The files that a position needs.
#[derive(Args)]
pub(crate) struct Files {
    /// A built-in ruleset's name, or a path [default: as a manifest beside the graph says, or english]
    #[arg(long, value_name = "RULESET", value_parser = RulesetName, hide_possible_values = true)]
    pub(crate) ruleset: Option<String>,
    /// The word graph (.kwg, .kbwg), with or without a GADDAG
    #[arg(long, value_name = "FILE")]
    pub(crate) kwg: PathBuf,
    /// How to print what was found
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: MoveFormat,
    /// Print nothing but errors and what was found
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// The position that a command looks at.
#[derive(Args)]
#[group(skip)]
pub(crate) struct PositionArgs {
    /// The board: rows from the top separated by /, numbers for empty squares [default: the empty board]
    #[arg(long)]
    pub(crate) board: Option<String>,
    /// Board, racks and scores in one line: `BOARD RACK/RACK SCORE/SCORE 0`
    #[arg(long, value_name = "CGP", conflicts_with_all = ["board", "rack"])]
    pub(crate) cgp: Option<String>,
}

#[derive(Args)]
#[command(group = ArgGroup::new("position").args(["rack", "cgp"]).required(true))]
pub(crate) struct Moves {
    #[command(flatten)]
    pub(crate) files: Files,
    /// Leave values (.klv2, .klv); without, every leave is worth 0
    #[arg(long, value_name = "FILE")]
    pub(crate) klv: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The rack, ? for a blank
    #[arg(long)]
    pub(crate) rack: Option<String>,
    /// How many moves to list
    #[arg(long, value_name = "N", default_value_t = 15)]
    pub(crate) top: usize,
    /// List all moves
    #[arg(long, conflicts_with = "top")]
    pub(crate) all: bool,
    /// List in what the generators differ, instead of moves
    #[arg(long, conflicts_with_all = ["top", "all", "board_picture"])]
    pub(crate) compare: bool,
    /// Draw the board, with the best play on it
    #[arg(long)]
    pub(crate) board_picture: bool,
    /// Print the position as CGP, instead of moves
    #[arg(long, conflicts_with_all = ["top", "all", "compare", "board_picture"])]
    pub(crate) as_cgp: bool,
}

#[derive(Args)]
pub(crate) struct Score {
    #[command(flatten)]
    pub(crate) files: Files,
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The play: `8D WORD` across, `D8 WORD` down, tiles on the board in parentheses or as dots
    #[arg(long)]
    pub(crate) play: String,
    /// The rack it is made from [default: the tiles that it places]
    #[arg(long)]
    pub(crate) rack: Option<String>,
    /// Draw the board with the play on it
    #[arg(long)]
    pub(crate) board_picture: bool,
    /// Print the position after the play as CGP, instead of the score
    #[arg(long, conflicts_with = "board_picture")]
    pub(crate) as_cgp: bool,
}

#[derive(Args)]
pub(crate) struct Positions {
    /// The table, `-` for the standard input, or output with --write
    #[arg(value_name = "FILE.tsv")]
    pub(crate) table: PathBuf,
    #[command(flatten)]
    pub(crate) files: Files,
    /// Leave values (.klv2, .klv); without, every leave is worth 0
    #[arg(long, value_name = "FILE")]
    pub(crate) klv: Option<PathBuf>,
    /// Make the table instead of checking it
    #[arg(long, conflicts_with = "format")]
    pub(crate) write: bool,
    /// With --write: a file of positions in CGP, one in each line [default: games of the program with itself]
    #[arg(long, value_name = "LINES.txt", requires = "write")]
    pub(crate) from: Option<PathBuf>,
    /// With --write: the number of games
    #[arg(long, value_name = "N", default_value_t = 10, requires = "write", conflicts_with = "from", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub(crate) games: u64,
    /// With --write: the seed of the games
    #[arg(
        long,
        value_name = "SEED",
        default_value_t = 1,
        requires = "write",
        conflicts_with = "from"
    )]
    pub(crate) seed: u64,
}
