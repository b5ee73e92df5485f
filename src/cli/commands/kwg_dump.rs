//! `kwg-dump`: shows the content of files and their differences, finds words that meet
//! conditions, judges plays, and searches letter grids.

use crate::cli::args::kwg_dump::{
    Arguments, Column, Command, JudgeArgs, LeavesArgs, NodesArgs, PROGRAM, WordsArgs,
};
use crate::cli::args::parse;
use crate::cli::args::shared::{Format, TableFormat};
use crate::cli::args::wanted::QUESTIONS;
use crate::cli::commands::diff::diff;
use crate::cli::commands::grid::grid;
use crate::cli::exit::{Out, Stop, run};
use crate::cli::input::{
    File, Needs, Prepared, dashes, each_asked, one_from_input, option_fault, read_all_members,
    read_definitions,
};
use crate::cli::render::info::Info;
use crate::cli::render::json::write_json;
use crate::cli::render::listings::{
    write_all_words, write_asked_leave, write_dot, write_gaddag, write_leaves, write_nodes,
};
use crate::cli::render::table::write_lines;
use crate::cli::render::words::{Study, Verdict, WordWriter, count_anagrams};
use crate::error::{Error, Result};
use crate::graph::{Filter, Graph, Node, WordOrder};
use crate::text::is_space;
use crate::tiles::Tile;
use std::io;
use std::num::NonZeroUsize;
use std::process::ExitCode;

/// Runs the program.
pub fn main() -> ExitCode {
    let args: Arguments = parse();
    run(PROGRAM, args.quiet, |out| match &args.command {
        Command::Diff(args) => diff(args, out),
        Command::Grid(args) => grid(args, out),
        Command::Info { input, format } => info(&File::read(input)?, *format, out),
        Command::Words(args) => words(args, out),
        Command::Judge(args) => judge(args, out),
        Command::Gaddag { input, format } => {
            let file = File::read(input)?;
            // A fault of the file comes before the note.
            file.graph()?;
            file.say_if_assumed(out);
            write_gaddag(&file, *format, out)
        }
        Command::Nodes(args) => nodes(args, out),
        Command::Leaves(args) => leaves(args, out),
        Command::Dot {
            input,
            prefix,
            limit,
        } => dot(&File::read(input)?, prefix, *limit, out),
    })
}

/// Shows the facts about a file, including whether the ruleset was assumed.
fn info(file: &File, format: Format, out: &mut Out) -> Result<(), Stop> {
    file.say_if_other(out);
    file.say_if_damaged(out);
    let info = Info::of_file(file)?;
    match format {
        Format::Text => write_lines(info.lines, out)?,
        Format::Json => write_json(out, &info.json)?,
    }
    Ok(())
}

/// Lists all leaves, or looks some up.
fn leaves(args: &LeavesArgs, out: &mut Out) -> Result<(), Stop> {
    let file = File::read(&args.input)?;
    // A fault of the file comes before the note.
    let known = file.leaves()?;
    file.say_if_assumed(out);
    if args.leaves.is_empty() {
        let order = (args.sort, args.top.unwrap_or(usize::MAX));
        return write_leaves(&file, order, args.format, out);
    }
    let mut hinted = false;
    for asked in &args.leaves {
        let mut tiles = Vec::new();
        let (leave, value) = match file.alphabet().read_rack_into(asked, &mut tiles) {
            Ok(()) => {
                tiles.sort_unstable();
                (file.alphabet().labels_text(&tiles), known.get(&tiles))
            }
            Err(_) => {
                hinted = hinted || file.hint_at_letters(asked, out);
                (asked.clone(), None)
            }
        };
        out.differs_if(value.is_none());
        write_asked_leave((&leave, value), args.format, out)?;
    }
    Ok(())
}

/// Lists nodes.
fn nodes(args: &NodesArgs, out: &mut Out) -> Result<(), Stop> {
    let file = File::read(&args.input)?;
    let graph = file.graph()?;
    let range = match args.list {
        Some(list) => {
            let nodes = nodes_from(graph, "--list", list)?;
            let last = nodes.iter().position(|node| node.is_end());
            list..list + last.map_or(nodes.len(), |last| last + 1) as u32
        }
        None => {
            nodes_from(graph, "--from", args.from)?;
            let end = args.count.map(|count| args.from.saturating_add(count));
            args.from..end.unwrap_or(u32::MAX)
        }
    };
    file.say_if_assumed(out);
    write_nodes(&file, range, args.format, out)
}

/// Draws the graph after a prefix.
fn dot(file: &File, prefix: &str, most: usize, out: &mut Out) -> Result<(), Stop> {
    let graph = file.graph()?;
    let tiles = file.alphabet().read_word(prefix);
    let tiles = tiles.map_err(|e| file.rules.hint(option_fault("--prefix", e, prefix)))?;
    let Some(list) = graph.follow(&tiles).filter(|&list| list != 0) else {
        let message = format!("--prefix: nothing follows `{prefix}`");
        return Err(Error::input(&file.shown, message).into());
    };
    file.say_if_assumed(out);
    write_dot(file, list, most, out)
}

/// The nodes from the one that an option names.
fn nodes_from<'g>(graph: &'g Graph, option: &str, node: u32) -> Result<&'g [Node]> {
    let nodes = graph.nodes().get(node as usize..);
    nodes.filter(|nodes| !nodes.is_empty()).ok_or_else(|| {
        let last = graph.nodes().len() - 1;
        Error::mismatch(option, format!("a node up to {last}"), node)
    })
}

/// Lists the words of a file.
fn words(args: &WordsArgs, out: &mut Out) -> Result<(), Stop> {
    let is_many = check_standard_input(args)?;
    let file = File::read(&args.input)?;
    let has = |column| args.columns.contains(&column);
    let needs = match has(Column::Index) || has(Column::Members) {
        _ if has(Column::Rank) => Needs::Ranks,
        true => Needs::Index,
        false => Needs::Nothing,
    };
    let prepared = Prepared::new(&args.conditions, needs, file.subject()?)?;
    let study = study(args, &file, &prepared)?;
    // Conditions are parsed before the first answer, so that their faults come first.
    let filter = (!is_many).then(|| prepared.filter(None)).transpose()?;
    file.say_if_assumed(out);
    let is_plain = args.format == TableFormat::Text
        && args.columns.is_empty()
        && args.limit.is_none()
        && args.sort == WordOrder::Word
        && args.texts.definitions.is_empty()
        && !args.count;
    if is_plain && args.conditions.is_empty() {
        return write_all_words(&file, out);
    }
    let mut writer = WordWriter::new(args, &study, is_many);
    writer.begin(out)?;
    let mut answer = |asked: Option<&str>, filter: Filter<'_>, out: &mut Out| {
        let found = each_word(args, &study, filter, &mut |word| writer.word(word, out));
        let found = found.map_err(|stop| file.blame(stop))?;
        Ok(writer.end(asked, found, out)?)
    };
    match filter {
        Some(filter) => answer(None, filter, out),
        None => each_asked(&[], out, |asked, out| {
            let filter = prepared.filter(Some(asked.text));
            answer(Some(asked.text), filter.map_err(|e| asked.place(e))?, out)
        }),
    }
}

/// Receives the words found, one by one.
type Take<'t> = dyn FnMut(&[Tile]) -> io::Result<()> + 't;

/// Calls `take` with each word that passes the filter, in the chosen order. Returns
/// their number.
fn each_word(
    args: &WordsArgs,
    study: &Study<'_>,
    filter: Filter<'_>,
    take: &mut Take<'_>,
) -> Result<u64, Stop> {
    let most = args.limit.map_or(usize::MAX, NonZeroUsize::get);
    // All words, however many there are.
    if args.conditions.is_empty() && args.sort == WordOrder::Word {
        if args.count {
            return Ok(study.graph.totals().words);
        }
        let mut words = study.graph.words();
        let mut found = 0;
        while found < most
            && let Some(word) = words.next()
        {
            take(word)?;
            found += 1;
        }
        return Ok(found as u64);
    }
    let mut matches = study.graph.matches(filter)?;
    if args.count {
        return Ok(matches.count());
    }
    if args.sort == WordOrder::Word {
        let mut found = 0;
        while found < most
            && let Some(word) = matches.next()
        {
            take(word)?;
            found += 1;
        }
        return Ok(found as u64);
    }
    let words = matches.collect()?;
    let sequence = args.sort.sequence(&words, &study.prepared.bag)?;
    let shown = sequence.iter().take(most);
    for &place in shown.clone() {
        take(words.get(place as usize))?;
    }
    Ok(shown.len() as u64)
}

fn study<'s>(args: &WordsArgs, file: &'s File, prepared: &'s Prepared<'s>) -> Result<Study<'s>> {
    let has_members = args.columns.contains(&Column::Members);
    let one_alone = |what: &str| {
        let expected = format!("both of {what}");
        Error::mismatch("", expected, "one of them without the other")
    };
    if has_members == args.members.is_empty() {
        return Err(one_alone("--members and the column members"));
    }
    let definitions = read_definitions(&args.texts.definitions, &file.rules)?;
    let has_definitions = args.columns.contains(&Column::Definition);
    if has_definitions != definitions.is_some() && !args.columns.is_empty() {
        return Err(one_alone("--definitions and the column definition"));
    }
    let members = match &prepared.index {
        Some(index) => read_all_members(&args.members, index, &file.subject()?)?,
        None => Vec::new(),
    };
    let graph = file.lexicon()?;
    let anagrams = args.columns.contains(&Column::Anagrams);
    let anagrams = anagrams.then(|| count_anagrams(graph)).transpose();
    let anagrams = anagrams.map_err(|e| e.at_path(&file.shown))?;
    Ok(Study {
        graph,
        ruleset: file.ruleset(),
        prepared,
        members,
        definitions,
        anagrams: anagrams.unwrap_or_default(),
    })
}

/// Whether queries come from standard input. Refuses to read two things from there.
fn check_standard_input(args: &WordsArgs) -> Result<bool> {
    let wanted = &args.conditions.wanted;
    let texts = wanted.texts();
    let questions = texts.filter(|(_, text)| *text == QUESTIONS).count();
    let lists = wanted.also_in.iter().chain(&wanted.not_in);
    let texts = args.members.iter().chain(&args.texts.definitions);
    let files = lists.chain(texts).chain([&args.input.file]);
    one_from_input(questions + dashes(files))?;
    Ok(questions == 1)
}

/// Judges the play in the arguments or, without any, one play per line.
fn judge(args: &JudgeArgs, out: &mut Out) -> Result<(), Stop> {
    let files = args.texts.definitions.iter().chain([&args.input.file]);
    one_from_input(dashes(files) + usize::from(args.words.is_empty()))?;
    let file = File::read(&args.input)?;
    let graph = file.lexicon()?;
    let definitions = read_definitions(&args.texts.definitions, &file.rules)?;
    file.say_if_assumed(out);
    let tiles_if_valid = |word: &str| {
        let tiles = file.alphabet().read_word(word).ok()?;
        (!tiles.is_empty() && graph.has_word(&tiles)).then_some(tiles)
    };
    let answer = |words: Vec<&str>, out: &mut Out| {
        let invalid = words.iter().copied();
        let invalid: Vec<&str> = invalid
            .filter(|word| tiles_if_valid(word).is_none())
            .collect();
        let valid = !words.is_empty() && invalid.is_empty();
        // The definitions of an invalid play would reveal which of its words are valid.
        let shown = definitions.as_ref().filter(|_| valid || args.which);
        let defined = shown.map(|definitions| {
            let meaning = |&word| Some((word, definitions.get(&tiles_if_valid(word)?)?));
            words.iter().filter_map(meaning).collect()
        });
        out.differs_if(!valid);
        let verdict = Verdict {
            valid,
            words,
            invalid: args.which.then_some(invalid),
            definitions: defined,
        };
        verdict.write(args.format, out)
    };
    if !args.words.is_empty() {
        let play = args.words.join(" ");
        let mut words = words_of(&play);
        // An argument without a word counts as an empty word, since a variable of a
        // script was empty.
        let blank = args.words.iter().filter(|word| word.trim().is_empty());
        words.extend(blank.map(|_| ""));
        return Ok(answer(words, out)?);
    }
    each_asked(&[], out, |asked, out| {
        Ok(answer(words_of(asked.text), out)?)
    })
}

/// The words of a line, separated by white space or commas. Two commas without a word
/// between them give an empty word, since a word was lost there.
fn words_of(line: &str) -> Vec<&str> {
    let split = |text| str::split(text, is_space).filter(|word| !word.is_empty());
    if !line.contains(',') {
        return split(line).collect();
    }
    let words = line.split(',').flat_map(|part| {
        let mut words = split(part);
        let first = words.next().unwrap_or_default();
        std::iter::once(first).chain(words)
    });
    words.collect()
}
