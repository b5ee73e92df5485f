//! `kwg-dump words`: the words that meet conditions, for one question or many.

use crate::cli::args::format::WordFormat;
use crate::cli::args::wanted::QUESTIONS;
use crate::cli::args::words::{Column, SortArg, WordsArgs};
use crate::cli::exit::{Out, Stop};
use crate::cli::input::asked::{each_asked, one_from_input};
use crate::cli::input::definitions::read_definitions;
use crate::cli::input::file::File;
use crate::cli::input::members::read_members;
use crate::cli::input::wanted::{Needs, Prepared};
use crate::cli::render::listings::write_all_words;
use crate::cli::render::study::Study;
use crate::cli::render::words::WordWriter;
use crate::cli::voice::Voice;
use crate::error::{Error, Problem, Result};
use crate::graph::{Filter, Graph, WordOrder};
use crate::tiles::Tile;
use std::path::Path;

/// Lists the words of a file.
pub(crate) fn words(args: &WordsArgs, voice: Voice, out: &mut Out) -> Result<(), Stop> {
    let is_many = check_standard_input(args)?;
    let file = File::read(&args.input)?;
    let has = |column| args.columns.contains(&column);
    let needs = Needs {
        index: has(Column::Index) || has(Column::Members) || has(Column::Rank),
        ranks: has(Column::Rank),
    };
    let prepared = Prepared::new(&args.conditions, needs, file.subject()?)?;
    let study = study(args, &file, &prepared)?;
    // A fault of the conditions shows before the first answer.
    let filter = match is_many {
        true => None,
        false => Some(prepared.filter(None)?),
    };
    file.say_if_assumed(voice);
    let is_plain = args.format == WordFormat::Text
        && args.columns.is_empty()
        && args.limit.is_none()
        && args.sort == SortArg::Word
        && args.texts.definitions.is_empty()
        && !args.count;
    if is_plain && args.conditions.is_empty() {
        return Ok(write_all_words(file.lexicon()?, file.alphabet(), out)?);
    }
    let mut writer = WordWriter::new(args, &study, is_many);
    writer.begin(out)?;
    let graph = file.lexicon()?;
    let search = Search {
        args,
        graph,
        prepared: &prepared,
    };
    match filter {
        Some(filter) => {
            let found = search.each(filter, |word| writer.word(word, out));
            let found = found.map_err(|stop| file.blame(stop))?;
            writer.end(None, found, out)?;
        }
        None => each_asked(&[], out, |asked, out| {
            let filter = prepared
                .filter(Some(asked.text))
                .map_err(|e| asked.place(e))?;
            let found = search.each(filter, |word| writer.word(word, out));
            let found = found.map_err(|stop| file.blame(stop))?;
            Ok(writer.end(Some(asked.text), found, out)?)
        })?,
    }
    Ok(())
}

/// How words are looked for.
struct Search<'s> {
    args: &'s WordsArgs,
    graph: &'s Graph,
    prepared: &'s Prepared<'s>,
}

impl Search<'_> {
    /// Takes each word wanted, in the order wanted; returns their number.
    fn each(
        &self,
        filter: Filter<'_>,
        mut take: impl FnMut(&[Tile]) -> std::io::Result<()>,
    ) -> Result<u64, Stop> {
        let most = self.args.limit.map_or(u64::MAX, |most| most.get() as u64);
        let order = WordOrder::from(self.args.sort);
        if self.args.conditions.is_empty() && order == WordOrder::Word {
            return self.all(most, take);
        }
        let mut matches = self.graph.matches(filter)?;
        if self.args.count {
            return Ok(matches.count());
        }
        let mut found = 0;
        if order == WordOrder::Word {
            while found < most
                && let Some(word) = matches.next()
            {
                take(word)?;
                found += 1;
            }
            return Ok(found);
        }
        let words = matches.collect()?;
        let sequence = order.sequence(&words, &self.prepared.bag)?;
        for &place in sequence
            .iter()
            .take(self.args.limit.map_or(usize::MAX, |n| n.get()))
        {
            take(words.get(place as usize))?;
            found += 1;
        }
        Ok(found)
    }
}

impl Search<'_> {
    /// Takes all words in sorted order, however many there are.
    fn all(
        &self,
        most: u64,
        mut take: impl FnMut(&[Tile]) -> std::io::Result<()>,
    ) -> Result<u64, Stop> {
        if self.args.count {
            return Ok(self.graph.totals().words);
        }
        let mut words = self.graph.words();
        let mut found = 0;
        while found < most
            && let Some(word) = words.next()
        {
            take(word)?;
            found += 1;
        }
        Ok(found)
    }
}

fn study<'s>(args: &WordsArgs, file: &'s File, prepared: &'s Prepared<'s>) -> Result<Study<'s>> {
    let has_members = args.columns.contains(&Column::Members);
    if has_members == args.members.is_empty() {
        let problem = Problem::mismatch(
            "both of --members and the column members",
            "one of them without the other",
        );
        return Err(Error::input("", problem));
    }
    let definitions = read_definitions(&args.texts.definitions, &file.rules)?;
    let has_definitions = args.columns.contains(&Column::Definition);
    if has_definitions != definitions.is_some() && !args.columns.is_empty() {
        let problem = Problem::mismatch(
            "both of --definitions and the column definition",
            "one of them without the other",
        );
        return Err(Error::input("", problem));
    }
    let mut members = Vec::new();
    for path in &args.members {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        if let Some(index) = &prepared.index {
            members.push((
                name.into_owned(),
                read_members(path, index, &file.subject()?)?,
            ));
        }
    }
    let mut study = Study::new(file.lexicon()?, file.ruleset(), prepared);
    study.members = members;
    study.definitions = definitions;
    if args.columns.contains(&Column::Anagrams) {
        study.count_anagrams().map_err(|e| e.at_path(&file.shown))?;
    }
    Ok(study)
}

/// Whether questions come from the standard input. Refuses to read two things from
/// there.
fn check_standard_input(args: &WordsArgs) -> Result<bool> {
    let wanted = &args.conditions.wanted;
    let questions = wanted
        .texts()
        .filter(|(_, text)| *text == QUESTIONS)
        .count();
    let files = [&args.input.file].into_iter();
    let files = files
        .chain(&wanted.also_in)
        .chain(&wanted.not_in)
        .chain(&args.members)
        .chain(&args.texts.definitions);
    let found = questions
        + files
            .filter(|path| path.as_path() == Path::new("-"))
            .count();
    one_from_input(found)?;
    Ok(questions == 1)
}
