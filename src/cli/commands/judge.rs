//! `kwg-dump judge`: whether all words of a play are valid.

use crate::cli::args::words::JudgeArgs;
use crate::cli::exit::{Out, Stop};
use crate::cli::input::asked::{dashes, each_asked, one_from_input};
use crate::cli::input::definitions::read_definitions;
use crate::cli::input::file::File;
use crate::cli::render::judge::{Verdict, write_verdict};
use crate::cli::voice::Voice;

/// Judges the play of the arguments or, without any, one on each line.
pub(crate) fn judge(args: &JudgeArgs, voice: Voice, out: &mut Out) -> Result<(), Stop> {
    let files = args.texts.definitions.iter().chain([&args.input.file]);
    one_from_input(dashes(files) + usize::from(args.words.is_empty()))?;
    let file = File::read(&args.input)?;
    let graph = file.lexicon()?;
    let definitions = read_definitions(&args.texts.definitions, &file.rules)?;
    file.say_if_assumed(voice);
    let is_valid = |word: &str| {
        let tiles = file.alphabet().read_word(word);
        tiles.is_ok_and(|tiles| !tiles.is_empty() && graph.has_word(&tiles))
    };
    let answer = |words: Vec<&str>, out: &mut Out| {
        let invalid = words.iter().copied();
        let invalid: Vec<&str> = invalid.filter(|word| !is_valid(word)).collect();
        let valid = !words.is_empty() && invalid.is_empty();
        // The definitions of an invalid play would tell which words are valid.
        let shown = definitions.as_ref().filter(|_| valid || args.which);
        let defined = shown.map(|definitions| {
            let meaning = |&word| {
                let tiles = file.alphabet().read_word(word).ok()?;
                let text = definitions.get(&tiles).filter(|_| graph.has_word(&tiles))?;
                Some((word, text))
            };
            words.iter().filter_map(meaning).collect()
        });
        let verdict = Verdict {
            valid,
            words,
            invalid: args.which.then_some(invalid),
            definitions: defined,
        };
        out.differs_if(!verdict.valid);
        write_verdict(&verdict, args.format, out)
    };
    if !args.words.is_empty() {
        let words = args.words.iter().map(|word| word.trim()).collect();
        return Ok(answer(words, out)?);
    }
    each_asked(&[], out, |asked, out| {
        Ok(answer(words_of(asked.text), out)?)
    })
}

/// The words of a line, separated by white space or commas. Between two commas without
/// a word there is an empty one: a word was lost there.
fn words_of(line: &str) -> Vec<&str> {
    if !line.contains(',') {
        return line.split_whitespace().collect();
    }
    let parts = line.split(',').map(str::split_whitespace);
    let words = parts.flat_map(|mut words| {
        let first = words.next().unwrap_or_default();
        std::iter::once(first).chain(words)
    });
    words.collect()
}
