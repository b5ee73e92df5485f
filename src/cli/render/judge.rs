//! Verdicts on plays.

use crate::cli::args::format::Format;
use crate::cli::render::json::write_json_line;
use serde::{Serialize, Serializer};
use std::io::{self, Write};

/// Whether a play is valid.
#[derive(Serialize)]
pub(crate) struct Verdict<'a> {
    /// All of its words.
    pub(crate) words: Vec<&'a str>,
    /// Whether all of them are valid.
    pub(crate) valid: bool,
    /// Those that are not, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) invalid: Option<Vec<&'a str>>,
    /// What the valid words mean, if that was asked for and may be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) definitions: Option<Meanings<'a>>,
}

/// Words with their definitions, in the order of the play.
pub(crate) struct Meanings<'a>(pub(crate) Vec<(String, &'a str)>);

impl Serialize for Meanings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(word, text)| (word, text)))
    }
}

/// Writes a verdict on one line: `valid` or `invalid`, and the words that are not. The
/// definitions follow on a line each.
pub(crate) fn write_verdict(
    verdict: &Verdict<'_>,
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    if format == Format::Json {
        return write_json_line(out, verdict);
    }
    let word = if verdict.valid { "valid" } else { "invalid" };
    match verdict.invalid.as_deref() {
        None | Some([]) => writeln!(out, "{word}")?,
        Some(invalid) => {
            let quoted = |word: &&str| {
                if word.is_empty() {
                    "''".to_string()
                } else {
                    word.to_string()
                }
            };
            let invalid: Vec<String> = invalid.iter().map(quoted).collect();
            writeln!(out, "{word}: {}", invalid.join(" "))?;
        }
    }
    let meanings = verdict.definitions.iter().flat_map(|meanings| &meanings.0);
    for (word, text) in meanings {
        writeln!(out, "  {word}: {text}")?;
    }
    Ok(())
}
