//! `kwg-build`: word graphs from recipes, or from word lists directly.

use crate::cli::args::kwg_build::{Arguments, Direct, PROGRAM};
use crate::cli::args::parse;
use crate::cli::commands::build_recipes::build_and_show;
use crate::cli::render::table::{counted, grouped};
use crate::cli::rules::Rules;
use crate::cli::sidecar::warning_of_claim;
use crate::cli::{Out, Outcome, Stop, run, say, write_result};
use crate::error::Error;
use crate::file::{Expected, read_file, refuse_stray};
use crate::graph::GraphSpec;
use crate::recipe::{
    DEFAULT_MIN_LENGTH, PartKind, build_graph, check_graph_name, check_not_source,
};
use crate::ruleset::Ruleset;
use crate::source::{LeftOut, LengthBounds, ListOptions, ListReader};
use std::process::ExitCode;

/// Runs the program.
pub fn main() -> ExitCode {
    let args: Arguments = parse();
    run(PROGRAM, |out| {
        if args.direct.output.is_some() {
            directly(&args, out)?;
        } else {
            build_and_show(PROGRAM, PartKind::Words, &args.recipes, &args.output, out)?;
        }
        Ok(Outcome::Fine)
    })
}

fn directly(args: &Arguments, out: &mut Out) -> Result<(), Stop> {
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
    let rules = Rules::chosen(direct.ruleset.as_deref())?;
    let ruleset = &rules.ruleset;
    let options = ListOptions::default().with_length(length_bounds(direct, ruleset));
    let mut left_out = LeftOut::default();
    let read = args.output.on_threads(|| -> crate::error::Result<_> {
        let mut reader = ListReader::new(ruleset.alphabet());
        for path in &direct.words {
            let bytes = read_file(path)?;
            refuse_stray(path, &bytes, Expected::WordList)?;
            let stats = reader.read(&path.display().to_string(), &bytes, &options)?;
            left_out.add(&stats);
        }
        let way_out = "`--outside drop` leaves such words out";
        let words = reader.finish();
        Ok(words.map_err(|e| e.advise_bounds(way_out))?.finish())
    })?;
    let (words, repeated) = read.map_err(|e| rules.hint(e))?;
    left_out.repeated = repeated;
    let left_out = left_out.behind(grouped);
    if words.is_empty() {
        let message = format!(
            "found no words{left_out}; an empty graph needs a recipe with `expect: {{words: 0}}`"
        );
        return Err(Error::input("", message).into());
    }
    let letters = ruleset.alphabet().len();
    let bytes = args
        .output
        .on_threads(|| build_graph(&words, spec, letters))??;
    check_not_source(target, &direct.words)?;
    write_result(target, &bytes, out)?;
    if !args.output.quiet {
        if let Some(warning) = warning_of_claim(target) {
            say(PROGRAM, &warning);
        }
        let summary = format!(
            "{}: {}{left_out}, {}, {}",
            target.display(),
            counted(words.len() as u64, "words"),
            counted(bytes.len() as u64 / 4, "nodes"),
            counted(bytes.len() as u64, "bytes")
        );
        say(PROGRAM, &summary);
    }
    Ok(())
}

fn length_bounds(direct: &Direct, ruleset: &Ruleset) -> LengthBounds {
    let longest = usize::from(ruleset.board().longer_side());
    let (min, max) = direct.length.unwrap_or((DEFAULT_MIN_LENGTH, longest));
    LengthBounds::new(min, max).with_outside(direct.outside)
}
