//! `kwg-count`: how many words, and which number is which.

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wordmill::cli::{
    File, FileArgs, Format, Out, Outcome, ReadingArgs, Stop, check_members_origin, each_asked,
    grouped, run, say, write_result_with,
};
use wordmill::count::{Answer, AnswerWriter, CountFormat, LookUp, Map, Totals};
use wordmill::error::{Error, Result};
use wordmill::recipe::{check_not_source, read_file};

const PROGRAM: &str = "kwg-count";

/// The standard input or output in place of a file.
const DASH: &str = "-";

const USAGE: &str = "\
kwg-count [OPTIONS] <FILE>
       kwg-count [--quiet] <COMMAND>";

const EXAMPLES: &str = "\
Examples:
  kwg-count dist/SCOWL80.kwg
      How many words there are: in all, by length, by first tile.
  kwg-count index dist/SCOWL80.kwg ZEBRA QI
      The numbers of two words.
  kwg-count word dist/SCOWL80.kwg < numbers.txt
      The words of many numbers.
  kwg-count index dist/SCOWL80.kwg --members dist/CORE.kwi < words.txt
      The numbers of many words, and whether they are in CORE.
  kwg-count map dist/SCOWL80.kwg --order probability > study.csv
      All words of each length, those first that are drawn in most ways.

A word's number is its rank in sorted order, from 0. The leaves of a leave file are counted and
numbered as words are. A file called index, word or map is written ./index, ./word or ./map.

CSV columns: by (all, length or first_tile), value (the length or tile), count.

Exit codes: 0 fine; 1 a word or number is unknown; 2 usage, input or I/O error.";

const INDEX_HELP: &str = "\
A line for each word: its number, or - if it is unknown. With --members a tab follows, and the names
of the member files that have the word (without .kwi), with commas between them, or - for none.
JSON: an array of {word, index}, with --members also lexica; index is null if the word is unknown.";

const WORD_HELP: &str = "\
A line for each number: its word, or - if there are not so many. With --members a tab follows, and
the names of the member files that have the word (without .kwi), with commas between them, or - for
none. JSON: an array of {word, index}, with --members also lexica; word is null if there are not so
many.";

const MAP_HELP: &str = "\
CSV columns, by --order:
  index        index,word: the number of each word, and the word
  probability  index,word,length,rank,ways: also its tiles, its rank among the words of this length
               from 1 on, and the number of ways to draw it from the full bag, blanks counted; words
               with the same ways are ranked by alphagram, then word
Rows are in this order, for probability by length first. The other forms are of little-endian u32:
  kwc          for each node of the graph how many words there are from it on in its list
  kwp          for each number the rank of its word, as in the CSV";

/// Counts the words of graphs and leave files (KWG, KAD, KBWG, KLV, KLV2), and numbers them
#[derive(Parser)]
#[command(name = PROGRAM, version, after_help = EXAMPLES)]
#[command(subcommand_negates_reqs = true, subcommand_precedence_over_arg = true)]
#[command(override_usage = USAGE)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// The file whose words are counted, `-` for the standard input
    #[arg(required = true)]
    file: Option<PathBuf>,
    #[command(flatten)]
    reading: ReadingArgs,
    /// How to print the counts [default: text]
    #[arg(long, value_enum)]
    format: Option<CountFormat>,
    /// Print nothing but results and errors
    #[arg(short, long, global = true)]
    quiet: bool,
}

#[derive(Subcommand)]
enum Command {
    /// The numbers of words
    #[command(after_help = INDEX_HELP)]
    Index {
        #[command(flatten)]
        source: Source,
        /// The words; without any, the lines of the standard input
        #[arg(value_name = "WORD")]
        words: Vec<String>,
    },
    /// The words of numbers
    #[command(after_help = WORD_HELP)]
    Word {
        #[command(flatten)]
        source: Source,
        /// The numbers, from 0 on; without any, the lines of the standard input
        #[arg(value_name = "INDEX")]
        indices: Vec<String>,
    },
    /// All words and their numbers
    #[command(after_help = MAP_HELP)]
    Map(MapArgs),
}

/// Where words and numbers are looked up.
#[derive(Args)]
struct Source {
    #[command(flatten)]
    input: FileArgs,
    /// The file's counts (.kwc); those of another graph are refused
    #[arg(long, value_name = "KWC")]
    counts: Option<PathBuf>,
    /// Show if words are in the lexicon of a member file (.kwi); may be given more than once
    #[arg(long, value_name = "KWI")]
    members: Vec<PathBuf>,
    /// How to print the answers
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Args)]
struct MapArgs {
    #[command(flatten)]
    input: FileArgs,
    /// The file to write, `-` for the standard output
    #[arg(short, long, value_name = "OUT", default_value = DASH)]
    output: PathBuf,
    /// What to write
    #[arg(long, value_name = "FORM", value_enum, default_value_t)]
    to: MapForm,
    /// The order of the words [default: index, but probability for kwp]
    #[arg(long, value_enum)]
    order: Option<MapOrder>,
}

/// What a mapping is written as.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum MapForm {
    /// A table
    #[default]
    Csv,
    /// The counts of the nodes
    Kwc,
    /// The ranks by probability
    Kwp,
}

impl MapForm {
    const fn name(self) -> &'static str {
        match self {
            MapForm::Csv => "csv",
            MapForm::Kwc => "kwc",
            MapForm::Kwp => "kwp",
        }
    }
}

/// The order of a mapping.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MapOrder {
    /// By number, which is sorted order
    Index,
    /// By length, then from the words that are drawn in most ways on
    Probability,
}

impl MapOrder {
    const fn name(self) -> &'static str {
        match self {
            MapOrder::Index => "index",
            MapOrder::Probability => "probability",
        }
    }
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    cli.check();
    run(PROGRAM, |out| match (&cli.command, &cli.file) {
        (Some(Command::Index { source, words }), _) => index(source, words, out),
        (Some(Command::Word { source, indices }), _) => word(source, indices, out),
        (Some(Command::Map(args)), _) => map(args, cli.quiet, out),
        (None, Some(file)) => count(file, &cli, out),
        (None, None) => Err(Error::input("", "expected a file to count, found none").into()),
    })
}

impl Cli {
    /// A command has a file and options of its own; those in front of it would
    /// be for nothing.
    fn check(&self) {
        let Cli { file, reading, .. } = self;
        let options = reading.ruleset.is_some() || reading.kind.is_some() || self.format.is_some();
        if self.command.is_some() && (file.is_some() || options) {
            let message = "expected FILE, --ruleset, --as and --format after the command, \
                           found one of them in front of it";
            let fault = clap::error::ErrorKind::ArgumentConflict;
            Cli::command().error(fault, message).exit();
        }
    }
}

fn count(path: &Path, cli: &Cli, out: &mut Out) -> Result<Outcome, Stop> {
    let file = File::read_as(path, &cli.reading)?;
    let totals = Totals::of(&file.shown, &file.opened, &file.ruleset);
    let totals = totals.map_err(|fault| file.fault(fault))?;
    totals.write(cli.format.unwrap_or_default(), out)?;
    Ok(Outcome::Fine)
}

fn index(source: &Source, words: &[String], out: &mut Out) -> Result<Outcome, Stop> {
    source.check_standard_input(words)?;
    let file = File::read(&source.input)?;
    let mut look_up = source.look_up(&file)?;
    let mut writer = AnswerWriter::new(source.format);
    let mut outcome = Outcome::Fine;
    each_asked(words, out, |asked, out| {
        let answer = look_up.index(asked.text);
        note(&answer, &mut outcome, out);
        Ok(writer.index(&answer, out)?)
    })?;
    writer.finish(out)?;
    Ok(outcome)
}

fn word(source: &Source, indices: &[String], out: &mut Out) -> Result<Outcome, Stop> {
    source.check_standard_input(indices)?;
    let file = File::read(&source.input)?;
    let mut look_up = source.look_up(&file)?;
    let mut writer = AnswerWriter::new(source.format);
    let mut outcome = Outcome::Fine;
    each_asked(indices, out, |asked, out| {
        let index = read_index(asked.text).map_err(|message| asked.fault(message))?;
        let answer = look_up.word(index);
        note(&answer, &mut outcome, out);
        Ok(writer.word(&answer, out)?)
    })?;
    writer.finish(out)?;
    Ok(outcome)
}

fn note(answer: &Answer, outcome: &mut Outcome, out: &mut Out) {
    if !answer.is_known() {
        out.differs();
        *outcome = Outcome::Differs;
    }
}

/// Reads a number that has no sign.
fn read_index(text: &str) -> Result<u64, String> {
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    let index = text.parse().ok().filter(|_| digits);
    index.ok_or_else(|| format!("expected a number from 0 to 2^64 - 1, found `{text}`"))
}

impl Source {
    /// The standard input can be only one of all that is read.
    fn check_standard_input(&self, asked: &[String]) -> Result<()> {
        let files = [&self.input.file].into_iter();
        let files = files.chain(&self.counts).chain(&self.members);
        let dashes = files.filter(|path| path.as_path() == Path::new(DASH));
        let found = dashes.count() + usize::from(asked.is_empty());
        if found > 1 {
            let message = format!(
                "expected one thing from the standard input, found {found}; \
                 what to look up comes from there if no arguments follow the file"
            );
            return Err(Error::input("", message));
        }
        Ok(())
    }

    fn look_up<'f>(&self, file: &'f File) -> Result<LookUp<'f>> {
        let mut look_up = match &self.counts {
            Some(path) => {
                file.graph()?;
                let bytes = read_file(path)?;
                LookUp::with_counts(&file.opened, &bytes, file.alphabet())
                    .map_err(|fault| fault.into_error(&shown(path)))?
            }
            None => LookUp::new(&file.opened, file.alphabet()).map_err(|e| file.fault(e))?,
        };
        for path in &self.members {
            let bytes = read_file(path)?;
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let added = look_up.add_lexicon(&name, &bytes);
            added.map_err(|fault| fault.into_error(&shown(path)))?;
            check_members_origin(path, &bytes, file.opened.entries(), file.alphabet())
                .map_err(|e| e.at_path(&file.shown))?;
        }
        Ok(look_up)
    }
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn map(args: &MapArgs, quiet: bool, out: &mut Out) -> Result<Outcome, Stop> {
    let order = check_map(args)?;
    let file = File::read(&args.input)?;
    let map = match (args.to, order) {
        (MapForm::Csv, MapOrder::Index) => {
            Map::sorted(file.opened.entries(), file.alphabet()).map_err(|e| file.fault(e))?
        }
        (MapForm::Csv, MapOrder::Probability) => {
            Map::ranked(file.lexicon()?, &file.ruleset).map_err(|e| e.at_path(&file.shown))?
        }
        (MapForm::Kwc, _) => Map::counts(file.graph()?).map_err(|e| file.fault(e))?,
        (MapForm::Kwp, _) => {
            Map::ranks(file.lexicon()?, &file.ruleset).map_err(|e| e.at_path(&file.shown))?
        }
    };
    check_not_source(&args.output, std::slice::from_ref(&args.input.file))?;
    write_result_with(&args.output, out, |out| map.write(out))?;
    if !quiet && args.output != Path::new(DASH) {
        let (target, words) = (args.output.display(), grouped(map.words().into()));
        say(
            PROGRAM,
            &format!("{target}: {words} {}", file.opened.noun()),
        );
    }
    Ok(Outcome::Fine)
}

/// The order that is wanted, if it goes with the form, and the form with the
/// name of the output.
fn check_map(args: &MapArgs) -> Result<MapOrder> {
    let to = args.to.name();
    for form in [MapForm::Kwc, MapForm::Kwp] {
        let extension = args.output.extension().unwrap_or_default();
        if form != args.to && extension == form.name() {
            let message = format!("expected --to {} for this name, found {to}", form.name());
            return Err(Error::input(shown(&args.output), message));
        }
    }
    let fits = match args.to {
        MapForm::Csv => return Ok(args.order.unwrap_or(MapOrder::Index)),
        MapForm::Kwc => MapOrder::Index,
        MapForm::Kwp => MapOrder::Probability,
    };
    match args.order {
        Some(order) if order != fits => {
            let (fits, order) = (fits.name(), order.name());
            let message = format!("--to {to}: expected --order {fits}, found {order}");
            Err(Error::input("", message))
        }
        _ => Ok(fits),
    }
}
