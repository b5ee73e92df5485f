//! `kwg-count`: counts words, and converts between words and numbers.

use crate::cli::args::kwg_count::{
    Arguments, Command, DASH, MapArgs, MapForm, MapOrder, PROGRAM, Source,
};
use crate::cli::args::parse_file_or_command;
use crate::cli::args::values::name_of;
use crate::cli::commands::build_recipes::say_written;
use crate::cli::exit::{Out, Stop, run};
use crate::cli::input::{
    File, Needs, Prepared, dashes, each_asked, one_from_input, read_all_members,
};
use crate::cli::render::counts::{AnswerWriter, LookUp, Map, Totals, write_totals};
use crate::error::{Error, Result, counted};
use crate::file::{Expected, read_file, refuse_stray};
use crate::graph::{Counts, Histogram, Matches};
use std::path::Path;
use std::process::ExitCode;

/// Runs the program.
pub fn main() -> ExitCode {
    let args: Arguments = parse_file_or_command();
    args.check();
    run(PROGRAM, args.quiet, |out| match &args.command {
        Some(Command::Index { source, words }) => look_up(source, words, false, out),
        Some(Command::Word { source, indices }) => look_up(source, indices, true, out),
        Some(Command::Map(args)) => map(args, out),
        None => count(&args, out),
    })
}

fn count(args: &Arguments, out: &mut Out) -> Result<(), Stop> {
    one_from_input(dashes(&args.files))?;
    let mut all = Vec::new();
    for path in &args.files {
        let file = File::read_as(path, &args.reading)?;
        all.push(totals(&file, args)?);
        file.say_if_assumed(out);
    }
    Ok(write_totals(&all, args.format.unwrap_or_default(), out)?)
}

/// The number of a file's words, or of those that meet the conditions.
fn totals(file: &File, args: &Arguments) -> Result<Totals, Stop> {
    let histogram = match args.conditions.is_empty() {
        true => Histogram::of(file.opened.entries()).map_err(|fault| file.fault(fault))?,
        false => {
            let prepared = Prepared::new(&args.conditions, Needs::Nothing, file.subject()?)?;
            let matches = file.lexicon()?.matches(prepared.filter(None)?);
            Histogram::of_matches(matches.map_err(|e| e.at_path(&file.shown))?)
        }
    };
    Ok(Totals::of(file, &histogram))
}

/// Answers each word with its number or, if `indices`, each number with its word.
fn look_up(source: &Source, asked: &[String], indices: bool, out: &mut Out) -> Result<(), Stop> {
    check_standard_input(source, asked)?;
    let file = File::read(&source.input)?;
    let mut look_up = open_look_up(source, &file)?;
    file.say_if_assumed(out);
    let mut writer = AnswerWriter {
        format: source.format,
        of_words: indices,
        written: false,
    };
    let mut hinted = false;
    each_asked(asked, out, |asked, out| {
        let answer = match indices {
            true => look_up.word(read_index(asked.text).map_err(|error| asked.place(error))?),
            false => look_up.index(asked.text),
        };
        out.differs_if(!answer.is_known());
        if !indices && !answer.is_known() && !hinted {
            hinted = file.hint_at_letters(asked.text, out);
        }
        Ok(writer.write(&answer, out)?)
    })?;
    Ok(writer.finish(out)?)
}

/// Reads a number without a sign.
fn read_index(text: &str) -> Result<u64> {
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    let index = text.parse().ok().filter(|_| digits);
    let expected = "a number from 0 to 2^64 - 1";
    index.ok_or_else(|| Error::mismatch("", expected, format!("`{text}`")))
}

/// Refuses to read two things from standard input.
fn check_standard_input(source: &Source, asked: &[String]) -> Result<()> {
    let files = [&source.input.file].into_iter();
    let files = files.chain(&source.counts).chain(&source.members);
    let way = "what to look up comes from there if no arguments follow the file";
    let found = one_from_input(dashes(files) + usize::from(asked.is_empty()));
    found.map_err(|error| error.advise(way))
}

fn open_look_up<'f>(source: &Source, file: &'f File) -> Result<LookUp<'f>> {
    let entries = file.opened.entries();
    let counts = match &source.counts {
        Some(path) => {
            file.graph()?;
            let bytes = read_file(path)?;
            refuse_stray(path, &bytes, Expected::Counts)?;
            let counts = Counts::from_bytes(&bytes, entries);
            counts.map_err(|fault| fault.into_error(&path.display().to_string()))?
        }
        None => Counts::of(entries).map_err(|e| file.fault(e))?,
    };
    let mut look_up = LookUp::new(&file.opened, &counts, file.alphabet());
    let (index, subject) = (&look_up.index, file.entries_subject());
    look_up.lexicons = read_all_members(&source.members, index, &subject)?;
    Ok(look_up)
}

fn map(args: &MapArgs, out: &mut Out) -> Result<(), Stop> {
    let order = check_map(args)?;
    Out::check_result(&args.output, std::slice::from_ref(&args.input.file))?;
    let file = File::read(&args.input)?;
    let prepare = || Prepared::new(&args.conditions, Needs::Index, file.subject()?);
    let has_conditions = !args.conditions.is_empty();
    let prepared = has_conditions.then(prepare).transpose()?;
    let filter = prepared.as_ref().map(|p| p.filter(None)).transpose()?;
    let map = match (args.to, order, &prepared, filter) {
        (MapForm::Kwc, ..) => Map::counts(&file),
        (MapForm::Kwp, ..) => Map::ranks(file.lexicon()?, file.ruleset()),
        (MapForm::Csv, MapOrder::Index, Some(prepared), Some(filter)) => {
            let found = file.lexicon()?.matches(filter).and_then(Matches::collect);
            found.map(|found| Map::some(found, prepared.index.as_ref(), &file))
        }
        (MapForm::Csv, MapOrder::Index, ..) => Map::sorted(&file),
        (MapForm::Csv, MapOrder::Probability, prepared, filter) => {
            let bag = prepared.as_ref().map_or(file.ruleset(), |p| &p.bag);
            Map::ranked(file.lexicon()?, filter.as_ref(), bag)
        }
    };
    let map = map.map_err(|e| e.at_path(&file.shown))?;
    // Counts have no letters.
    if args.to != MapForm::Kwc {
        file.say_if_assumed(out);
    }
    match args.to {
        MapForm::Csv => out.write_result(&args.output, &map.write)?,
        _ => out.write_binary(&args.output, &map.write)?,
    }
    if args.output != Path::new(DASH) {
        let words = counted(map.words.into(), file.opened.noun());
        say_written(&args.output, &words, out);
    }
    Ok(())
}

/// The order of a map. Checks that the order fits the form, and the form fits the name
/// of the output.
fn check_map(args: &MapArgs) -> Result<MapOrder> {
    let to = name_of(args.to);
    let place = format!("--to {to}");
    if args.to != MapForm::Csv && !args.conditions.is_empty() {
        let found = "conditions on words, which go with csv";
        return Err(Error::mismatch(place, "all words", found));
    }
    for form in [MapForm::Kwc, MapForm::Kwp] {
        let extension = args.output.extension().unwrap_or_default();
        if form != args.to && extension == name_of(form).as_str() {
            let expected = format!("--to {} for this name", name_of(form));
            return Err(Error::mismatch(&args.output, expected, to));
        }
    }
    let fits = match args.to {
        MapForm::Csv => return Ok(args.order.unwrap_or(MapOrder::Index)),
        MapForm::Kwc => MapOrder::Index,
        MapForm::Kwp => MapOrder::Probability,
    };
    match args.order {
        Some(order) if order != fits => {
            let expected = format!("--order {}", name_of(fits));
            Err(Error::mismatch(place, expected, name_of(order)))
        }
        _ => Ok(fits),
    }
}
