//! `kwg-build`: word graphs from recipes, or from word lists directly.

use crate::cli::args::kwg_build::{Arguments, PROGRAM};
use crate::cli::args::parse;
use crate::cli::commands::build_recipes::{build_and_show, write_built};
use crate::cli::exit::{Out, Stop, run};
use crate::cli::input::rules::Rules;
use crate::cli::threads::on_threads;
use crate::cli::voice::say;
use crate::error::{Error, Result, counted, grouped};
use crate::file::{Expected, read_file, refuse_stray};
use crate::graph::GraphSpec;
use crate::recipe::{DEFAULT_MIN_LENGTH, PartKind, build_graph, check_graph_name};
use crate::source::{LeftOut, LengthBounds, ListOptions, ListReader};
use std::path::Path;
use std::process::ExitCode;

/// Runs the program.
pub fn main() -> ExitCode {
    let args: Arguments = parse();
    run(PROGRAM, |out| match &args.direct.output {
        Some(target) => directly(&args, target, out),
        None => build_and_show(PROGRAM, PartKind::Words, &args.recipes, &args.output, out),
    })
}

/// Builds one graph from word lists.
fn directly(args: &Arguments, target: &Path, out: &mut Out) -> Result<(), Stop> {
    let direct = &args.direct;
    let spec = GraphSpec::new()
        .content(direct.content)
        .layout(direct.layout)
        .format(direct.node);
    let name = target.display().to_string();
    check_graph_name(&name, spec).map_err(|message| Error::input("", message))?;
    let rules = Rules::chosen(direct.ruleset.as_deref())?;
    let ruleset = &rules.ruleset;
    let longest = usize::from(ruleset.board().longer_side());
    let (min, max) = direct.length.unwrap_or((DEFAULT_MIN_LENGTH, longest));
    let length = LengthBounds::new(min, max).with_outside(direct.outside);
    let options = ListOptions::default()
        .with_length(length)
        .with_digraphs(direct.digraphs)
        .with_column(direct.column)
        .with_separator(direct.separator);
    let expected = match direct.separator {
        Some(_) => Expected::WordColumn,
        None => Expected::WordList,
    };
    let mut left_out = LeftOut::default();
    let read = on_threads(args.output.threads, || -> Result<_> {
        let mut reader = ListReader::for_ruleset(ruleset);
        for path in &direct.words {
            let bytes = read_file(path)?;
            refuse_stray(path, &bytes, expected)?;
            let stats = reader.read(&path.display().to_string(), &bytes, &options)?;
            left_out.add(&stats);
        }
        let way_out = "`--outside drop` leaves such words out";
        let bare = reader.bare_digraphs().clone();
        let words = reader.finish();
        let words = words.map_err(|e| e.advise_bounds(way_out))?;
        Ok((words.finish(), bare))
    })?;
    let ((words, repeated), bare) = read.map_err(|e| rules.hint(e))?;
    if !bare.is_empty() && !args.output.quiet {
        let way_out = "`--digraphs longest` reads them as one tile";
        say(PROGRAM, &format!("warning: {bare}; {way_out}"));
    }
    left_out.repeated = repeated;
    let left_out = left_out.behind(grouped);
    if words.is_empty() {
        let message = format!(
            "found no words{left_out}; an empty graph needs a recipe with `expect: {{words: 0}}`"
        );
        return Err(Error::input("", message).into());
    }
    let letters = ruleset.alphabet().len();
    let build = || build_graph(&words, spec, letters);
    let bytes = on_threads(args.output.threads, build)??;
    let summary = format!(
        "{}{left_out}, {}, {}",
        counted(words.len() as u64, "words"),
        counted(bytes.len() as u64 / 4, "nodes"),
        counted(bytes.len() as u64, "bytes")
    );
    write_built(
        PROGRAM,
        target,
        &bytes,
        &direct.words,
        &summary,
        args.output.quiet,
        out,
    )
}
