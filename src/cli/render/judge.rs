//! Verdicts on plays.

use crate::cli::args::shared::Format;
use crate::cli::render::json::{Json, Object, object, write_json_line};
use std::io::{self, Write};

/// Whether a play is valid.
pub(crate) struct Verdict<'a> {
    /// All of its words.
    pub(crate) words: Vec<&'a str>,
    /// Whether all of them are valid.
    pub(crate) valid: bool,
    /// Those that are not, if that was asked for.
    pub(crate) invalid: Option<Vec<&'a str>>,
    /// The definitions of the valid words, in the order of the play, if they were asked for
    /// and may be shown.
    pub(crate) definitions: Option<Vec<(&'a str, &'a str)>>,
}

/// Writes a verdict on one line: `valid` or `invalid`, and the words that are not. The
/// definitions follow on a line each.
pub(crate) fn write_verdict(
    verdict: &Verdict<'_>,
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Verdict { valid, invalid, .. } = verdict;
    if format == Format::Json {
        let list = |words: &Vec<&str>| Json::from_iter(words.iter().copied());
        let meaning = |&(word, text): &(&str, &str)| (word.to_string(), text.into());
        let meanings = verdict.definitions.as_ref();
        let meanings = meanings.map(|all| Object(all.iter().map(meaning).collect()));
        let line = object! {"words": list(&verdict.words), "valid": *valid};
        let line = line.with("invalid", invalid.as_ref().map(list));
        return write_json_line(out, &line.with("definitions", meanings));
    }
    let word = if *valid { "valid" } else { "invalid" };
    match invalid.as_deref() {
        None | Some([]) => writeln!(out, "{word}")?,
        Some(invalid) => {
            let invalid = invalid.iter();
            let quoted = invalid.map(|&word| if word.is_empty() { "''" } else { word });
            let invalid: Vec<&str> = quoted.collect();
            writeln!(out, "{word}: {}", invalid.join(" "))?;
        }
    }
    let mut meanings = verdict.definitions.iter().flatten();
    meanings.try_for_each(|(word, text)| writeln!(out, "  {word}: {text}"))
}
