//! `kwg-count`: how many words, and which number is which.

use crate::cli::args::kwg_count::{
    Arguments, Command, DASH, MapArgs, MapForm, MapOrder, PROGRAM, Source,
};
use crate::cli::args::parse_file_or_command;
use crate::cli::asked::each_asked;
use crate::cli::file::File;
use crate::cli::render::look_up::{Answer, AnswerWriter, LookUp};
use crate::cli::render::map::Map;
use crate::cli::render::table::grouped;
use crate::cli::render::totals::Totals;
use crate::cli::sidecar::{check_members_origin, warning_of_claim};
use crate::cli::{Out, Outcome, Stop, Voice, run, write_result_with};
use crate::error::{Error, Result};
use crate::file::{Expected, read_file, refuse_stray};
use crate::recipe::check_not_source;
use std::path::Path;
use std::process::ExitCode;

/// Runs the program.
pub fn main() -> ExitCode {
    let cli: Arguments = parse_file_or_command();
    cli.check();
    let voice = Voice {
        program: PROGRAM,
        quiet: cli.quiet,
    };
    run(PROGRAM, |out| match (&cli.command, &cli.file) {
        (Some(Command::Index { source, words }), _) => index(source, words, voice, out),
        (Some(Command::Word { source, indices }), _) => word(source, indices, voice, out),
        (Some(Command::Map(args)), _) => map(args, voice, out),
        (None, Some(file)) => count(file, &cli, voice, out),
        (None, None) => Err(Error::input("", "expected a file to count, found none").into()),
    })
}

fn count(path: &Path, cli: &Arguments, voice: Voice, out: &mut Out) -> Result<Outcome, Stop> {
    let file = File::read_as(path, &cli.reading)?;
    let totals = Totals::of(&file.shown, &file.opened, file.ruleset());
    let totals = totals.map_err(|fault| file.fault(fault))?;
    file.say_if_assumed(voice);
    totals.write(cli.format.unwrap_or_default(), out)?;
    Ok(Outcome::Fine)
}

fn index(source: &Source, words: &[String], voice: Voice, out: &mut Out) -> Result<Outcome, Stop> {
    check_standard_input(source, words)?;
    let file = File::read(&source.input)?;
    let mut look_up = look_up(source, &file)?;
    file.say_if_assumed(voice);
    let mut writer = AnswerWriter::new(source.format);
    let mut outcome = Outcome::Fine;
    let mut hinted = false;
    each_asked(words, out, |asked, out| {
        let answer = look_up.index(asked.text);
        note(&answer, &mut outcome, out);
        if !answer.is_known() && !hinted {
            hinted = hint(&file, asked.text, voice);
        }
        Ok(writer.index(&answer, out)?)
    })?;
    writer.finish(out)?;
    Ok(outcome)
}

fn word(source: &Source, indices: &[String], voice: Voice, out: &mut Out) -> Result<Outcome, Stop> {
    check_standard_input(source, indices)?;
    let file = File::read(&source.input)?;
    let mut look_up = look_up(source, &file)?;
    file.say_if_assumed(voice);
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

/// Says that a word is unknown for its letters, which were but assumed; whether
/// that was said.
fn hint(file: &File, word: &str, voice: Voice) -> bool {
    let Err(unknown) = file.alphabet().read_rack_into(word, &mut Vec::new()) else {
        return false;
    };
    let is_hint = file.rules.assumed && unknown.is_letter();
    if is_hint {
        let message = format!("{unknown} in `{word}`");
        let error = unknown.into_error(message);
        voice.say(&file.rules.hint(error).to_string());
    }
    is_hint
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

/// The standard input can be only one of all that is read.
fn check_standard_input(source: &Source, asked: &[String]) -> Result<()> {
    let files = [&source.input.file].into_iter();
    let files = files.chain(&source.counts).chain(&source.members);
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

fn look_up<'f>(source: &Source, file: &'f File) -> Result<LookUp<'f>> {
    let mut look_up = match &source.counts {
        Some(path) => {
            file.graph()?;
            let bytes = read_file(path)?;
            refuse_stray(path, &bytes, Expected::Counts)?;
            LookUp::with_counts(&file.opened, &bytes, file.alphabet())
                .map_err(|fault| fault.into_error(&shown(path)))?
        }
        None => LookUp::new(&file.opened, file.alphabet()).map_err(|e| file.fault(e))?,
    };
    for path in &source.members {
        let bytes = read_file(path)?;
        refuse_stray(path, &bytes, Expected::Members)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let added = look_up.add_lexicon(&name, &bytes);
        added.map_err(|fault| fault.into_error(&shown(path)))?;
        check_members_origin(path, &bytes, file.opened.entries(), file.alphabet())
            .map_err(|e| e.at_path(&file.shown))?;
    }
    Ok(look_up)
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn map(args: &MapArgs, voice: Voice, out: &mut Out) -> Result<Outcome, Stop> {
    let order = check_map(args)?;
    let file = File::read(&args.input)?;
    let map = match (args.to, order) {
        (MapForm::Csv, MapOrder::Index) => {
            Map::sorted(file.opened.entries(), file.alphabet()).map_err(|e| file.fault(e))?
        }
        (MapForm::Csv, MapOrder::Probability) => {
            Map::ranked(file.lexicon()?, file.ruleset()).map_err(|e| e.at_path(&file.shown))?
        }
        (MapForm::Kwc, _) => Map::counts(file.graph()?).map_err(|e| file.fault(e))?,
        (MapForm::Kwp, _) => {
            Map::ranks(file.lexicon()?, file.ruleset()).map_err(|e| e.at_path(&file.shown))?
        }
    };
    check_not_source(&args.output, std::slice::from_ref(&args.input.file))?;
    // Counts have no letters.
    if args.to != MapForm::Kwc {
        file.say_if_assumed(voice);
    }
    write_result_with(&args.output, out, |out| map.write(out))?;
    if args.output != Path::new(DASH) {
        if let Some(warning) = warning_of_claim(&args.output) {
            voice.say(&warning);
        }
        let (target, words) = (args.output.display(), grouped(map.words().into()));
        voice.say(&format!("{target}: {words} {}", file.opened.noun()));
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
