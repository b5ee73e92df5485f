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

impl Verdict<'_> {
    /// Writes the verdict on one line: `valid` or `invalid`, and the words that are not. The
    /// definitions follow on a line each.
    pub(crate) fn write(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        let Verdict { valid, invalid, .. } = self;
        if format == Format::Json {
            let list = |words: &Vec<&str>| Json::from_iter(words.iter().copied());
            let meaning = |&(word, text): &(&str, &str)| (word.to_string(), text.into());
            let meanings = self.definitions.as_ref();
            let meanings = meanings.map(|all| Object(all.iter().map(meaning).collect()));
            let line = object! {"words": list(&self.words), "valid": *valid};
            let line = line.with("invalid", invalid.as_ref().map(list));
            return write_json_line(out, &line.with("definitions", meanings));
        }
        let word = if *valid { "valid" } else { "invalid" };
        match invalid.as_deref() {
            None | Some([]) => writeln!(out, "{word}")?,
            Some(invalid) => {
                let quoted = |word: &str| if word.is_empty() { "''" } else { word }.to_string();
                let invalid: Vec<String> = invalid.iter().map(|word| quoted(word)).collect();
                writeln!(out, "{word}: {}", invalid.join(" "))?;
            }
        }
        let mut meanings = self.definitions.iter().flatten();
        meanings.try_for_each(|(word, text)| writeln!(out, "  {word}: {text}"))
    }
}
