//! `kwg-build`: builds word graphs and word maps, with recipes or directly from word
//! lists.

use crate::cli::args::kwg_build::{Arguments, Direct, FileContent, PROGRAM};
use crate::cli::args::parse;
use crate::cli::commands::build_recipes::{build_and_show, say_written, write_built};
use crate::cli::exit::{Out, Stop, run};
use crate::cli::input::Rules;
use crate::cli::threads::on_threads;
use crate::error::{Error, Result, counted, grouped};
use crate::file::{Expected, read_file, read_words, refuse_stray};
use crate::foreign::WordFormat;
use crate::graph::{Content, GraphSpec};
use crate::lexicon::Words;
use crate::recipe::{
    DEFAULT_MIN_LENGTH, PartKind, build_graph, check_extension, check_graph_name,
    check_not_foreign, write_large_file,
};
use crate::ruleset::Ruleset;
use crate::source::{LeftOut, LengthBounds, ListOptions, ListReader, Outside};
use crate::wordmap::build_to;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// Runs the program.
pub fn main() -> ExitCode {
    let args: Arguments = parse();
    run(PROGRAM, args.output.quiet, |out| {
        match &args.direct.output {
            Some(target) => directly(&args, target, out),
            None => build_and_show(PartKind::Words, &args.recipes, &args.output, out),
        }
    })
}

/// The graph that the arguments request.
fn graph_spec(direct: &Direct, content: Content) -> GraphSpec {
    GraphSpec::new()
        .content(content)
        .layout(direct.layout.unwrap_or_default())
        .format(direct.node.unwrap_or_default())
}

/// Refuses a name or options that do not fit the content.
fn check_target(direct: &Direct, target: &Path) -> Result<()> {
    let name = target.display().to_string();
    let suits = match direct.content {
        FileContent::Graph(content) => {
            let option = |format: WordFormat| format!("--content {format}");
            check_not_foreign(&name, content, option)
                .and_then(|()| check_graph_name(&name, graph_spec(direct, content)))
        }
        FileContent::Words(format) if direct.layout.is_some() || direct.node.is_some() => {
            let (expected, found) = ("--layout and --node with a word graph", format.name());
            return Err(Error::mismatch("", expected, format!("--content {found}")));
        }
        FileContent::Words(format) => check_extension(&name, &[format.extension()])
            .map_err(|problem| problem.of(format.title())),
    };
    suits.map_err(|problem| Error::input("", problem))
}

/// Writes a word map while it is built, because it is many times as large as its list.
fn write_map(target: &Path, words: &Words, ruleset: &Ruleset) -> Result<u64> {
    let (mut size, mut refused) = (0, None);
    let written = write_large_file(target, |file| match build_to(words, ruleset, file)? {
        Ok(bytes) => {
            size = bytes;
            Ok(())
        }
        Err(error) => {
            refused = Some(error);
            Err(io::ErrorKind::InvalidInput.into())
        }
    });
    match refused {
        Some(error) => Err(error),
        None => written.map(|()| size),
    }
}

/// The lengths to read, and the advice for words of other lengths. A requested length
/// that the format can't hold is refused while reading, when the line is known. If
/// words of other lengths are dropped, the builder refuses it instead, since it must
/// not be dropped silently.
fn bounds_of(direct: &Direct, asked: LengthBounds, ruleset: &Ruleset) -> (LengthBounds, String) {
    if let (FileContent::Words(format), Outside::Reject) = (direct.content, asked.outside) {
        let (fewest, most) = format.word_lengths(ruleset);
        let (min, max) = (asked.min.max(fewest), asked.max.min(most));
        let held = LengthBounds::new(min, max);
        if min <= max && held != asked {
            let (title, lengths) = (format.title(), LengthBounds::new(fewest, most).expected());
            let option = format!("`--length {min}..{max} --outside drop`");
            let way_out = format!("{title} has words of {lengths}; {option} leaves others out");
            return (held, way_out);
        }
    }
    (asked, "`--outside drop` leaves such words out".to_string())
}

/// Builds one file from word lists.
fn directly(args: &Arguments, target: &Path, out: &mut Out) -> Result<(), Stop> {
    let direct = &args.direct;
    check_target(direct, target)?;
    Out::check_result(target, &direct.words)?;
    let rules = Rules::chosen(direct.ruleset.as_deref())?;
    let ruleset = &rules.ruleset;
    let longest = usize::from(ruleset.board().longer_side());
    let (min, max) = direct.length.unwrap_or((DEFAULT_MIN_LENGTH, longest));
    let asked = LengthBounds::new(min, max).with_outside(direct.outside);
    let (length, way_out) = bounds_of(direct, asked, ruleset);
    let options = ListOptions {
        length,
        digraphs: direct.digraphs,
        column: direct.column,
        separator: direct.separator,
        ..ListOptions::default()
    };
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
            let name = path.display().to_string();
            let stats = read_words(&mut reader, &name, &bytes, ruleset, &options)?;
            left_out.add(&stats);
        }
        let bare = reader.bare_digraphs().clone();
        let words = reader.finish().map_err(|e| e.advise_bounds(&way_out))?;
        Ok((words.finish(), bare))
    })?;
    let ((words, repeated), bare) = read.map_err(|e| rules.hint(e))?;
    if !bare.is_empty() {
        out.say(&format!(
            "warning: {bare}; `--digraphs longest` reads them as one tile"
        ));
    }
    left_out.repeated = repeated;
    let left_out = left_out.behind(grouped);
    if words.is_empty() {
        let message = format!(
            "found no words{left_out}; an empty graph needs a recipe with `expect: {{words: 0}}`"
        );
        return Err(Error::input("", message).into());
    }
    let summary = |nodes: &str, bytes: u64| {
        let words = counted(words.len() as u64, "words");
        format!("{words}{left_out}{nodes}, {}", counted(bytes, "bytes"))
    };
    if let FileContent::Words(WordFormat::WordMap) = direct.content
        && target != Path::new("-")
    {
        let write = || write_map(target, &words, ruleset);
        let size = on_threads(args.output.threads, write)??;
        say_written(target, &summary("", size), out);
        return Ok(());
    }
    let build = || match direct.content {
        FileContent::Graph(content) => {
            let spec = graph_spec(direct, content);
            build_graph(&words, spec, ruleset.alphabet().len())
        }
        FileContent::Words(format) => format.build(&words, ruleset),
    };
    let bytes = on_threads(args.output.threads, build)??;
    let nodes = match direct.content {
        FileContent::Graph(_) => format!(", {}", counted(bytes.len() as u64 / 4, "nodes")),
        FileContent::Words(_) => String::new(),
    };
    let summary = summary(&nodes, bytes.len() as u64);
    write_built(target, &bytes, &summary, out)
}
