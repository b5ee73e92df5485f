//! `kwg-build`: word graphs from recipes, or from word lists directly.

use clap::Parser;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wordmill::cli::{
    Out, Outcome, OutputArgs, RecipeArgs, Stop, build_and_show, grouped, one_of, read_length, run,
    say, write_result,
};
use wordmill::error::Error;
use wordmill::graph::{Content, GraphSpec, Layout, NodeFormat};
use wordmill::recipe::{
    DEFAULT_MIN_LENGTH, PartKind, build_graph, check_graph_name, check_not_source, load_ruleset,
    read_file,
};
use wordmill::ruleset::Ruleset;
use wordmill::source::{LengthBounds, ListOptions, ListReader, Outside};

const PROGRAM: &str = "kwg-build";

const EXAMPLES: &str = "\
Examples:
  kwg-build recipes/scowl80.yaml
      Builds what the recipe says into dist/, unless it is up to date.
  kwg-build --locked recipes/*.yaml
      The same for all recipes; fails if a file differs from its lock.
  kwg-build --ruleset english --words mylist.txt -o mylist.kwg
      One graph from one word list, without a recipe.

Exit codes: 0 fine; 1 an expectation or the lock failed; 2 usage, input or I/O error.";

/// Builds word graphs (KWG, KAD, KBWG) from word lists
#[derive(Parser)]
#[command(name = PROGRAM, version, after_help = EXAMPLES)]
struct Args {
    #[command(flatten)]
    recipes: RecipeArgs,
    #[command(flatten)]
    direct: Direct,
    #[command(flatten)]
    output: OutputArgs,
}

/// What takes the place of a recipe.
#[derive(clap::Args)]
#[command(next_help_heading = "Without a recipe")]
#[group(skip)]
struct Direct {
    /// Word lists, `-` for the standard input
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "output", conflicts_with = "recipes")]
    words: Vec<PathBuf>,
    /// The file to write, `-` for the standard output
    #[arg(short, long, value_name = "OUT", requires = "words")]
    output: Option<PathBuf>,
    /// A built-in ruleset's name, or a path to a ruleset (.yaml) or letter distribution (.csv)
    #[arg(
        long,
        value_name = "RULESET",
        default_value = "english",
        requires = "words"
    )]
    ruleset: String,
    /// What the graph holds
    #[arg(long, default_value = "gaddawg", requires = "words", value_parser = one_of(Content::ALL, Content::name))]
    content: Content,
    /// How its lists are arranged
    #[arg(long, default_value = "wolges", requires = "words", value_parser = one_of(Layout::ALL, Layout::name))]
    layout: Layout,
    /// How its nodes are written
    #[arg(long, default_value = "kwg", requires = "words", value_parser = one_of(NodeFormat::ALL, NodeFormat::name))]
    node: NodeFormat,
    /// How many tiles words may have: MIN..MAX, MIN.., or any [default: 2 to the board's longer side]
    #[arg(long, value_name = "MIN..MAX", requires = "words", value_parser = read_length)]
    length: Option<(usize, usize)>,
    /// What happens to other words
    #[arg(long, default_value = "reject", requires = "words", value_parser = one_of(Outside::ALL, Outside::name))]
    outside: Outside,
}

fn main() -> ExitCode {
    let args = Args::parse();
    run(PROGRAM, |out| {
        if args.direct.output.is_some() {
            directly(&args, out)?;
        } else {
            build_and_show(PROGRAM, PartKind::Words, &args.recipes, &args.output, out)?;
        }
        Ok(Outcome::Fine)
    })
}

fn directly(args: &Args, out: &mut Out) -> Result<(), Stop> {
    let direct = &args.direct;
    let spec = GraphSpec {
        content: direct.content,
        layout: direct.layout,
        format: direct.node,
    };
    let Some(target) = direct.output.as_deref() else {
        return Ok(());
    };
    let name = target.display().to_string();
    check_graph_name(&name, spec).map_err(|message| Error::input("", message))?;
    let ruleset = load_ruleset(&direct.ruleset, Path::new(""))?;
    let options = ListOptions {
        length: length_bounds(direct, &ruleset),
        ..ListOptions::default()
    };
    let (words, duplicates) = args.output.on_threads(|| -> wordmill::Result<_> {
        let mut reader = ListReader::new(ruleset.alphabet());
        for path in &direct.words {
            reader.read(&path.display().to_string(), &read_file(path)?, &options)?;
        }
        Ok(reader.finish()?.finish())
    })??;
    if words.is_empty() {
        return Err(Error::input(
            "",
            "found no words; an empty graph needs a recipe with `expect: {words: 0}`",
        )
        .into());
    }
    let letters = ruleset.alphabet().len();
    let bytes = args
        .output
        .on_threads(|| build_graph(&words, spec, letters))??;
    check_not_source(target, &direct.words)?;
    write_result(target, &bytes, out)?;
    if !args.output.quiet {
        let summary = format!(
            "{}: {} words ({} repeated), {} nodes, {} bytes",
            target.display(),
            grouped(words.len() as u64),
            grouped(duplicates),
            grouped(bytes.len() as u64 / 4),
            grouped(bytes.len() as u64)
        );
        say(PROGRAM, &summary);
    }
    Ok(())
}

fn length_bounds(direct: &Direct, ruleset: &Ruleset) -> LengthBounds {
    let longest = usize::from(ruleset.board().longer_side());
    let (min, max) = direct.length.unwrap_or((DEFAULT_MIN_LENGTH, longest));
    LengthBounds {
        min,
        max,
        outside: direct.outside,
    }
}
