//! The filter that options ask for.

use crate::cli::args::wanted::Wanted;
use crate::error::{Error, Result};
use crate::graph::{Filter, Pattern, PatternFault};
use crate::tiles::{Alphabet, Tile};

/// The filter that the options ask for; none if they are for all words.
pub(crate) fn filter(wanted: &Wanted, alphabet: &Alphabet) -> Result<Option<Filter>> {
    let word = |option: &str, text: &String| -> Result<Vec<Tile>> {
        let tiles = alphabet.read_word(text);
        tiles.map_err(|e| option_fault(option, e, text))
    };
    let fits = |option: &str, text: &str, pattern: Result<Pattern, PatternFault>| {
        pattern.map_err(|e| option_fault(option, e, text))
    };
    let is_asked = [
        &wanted.prefix,
        &wanted.suffix,
        &wanted.contains,
        &wanted.pattern,
        &wanted.anagram,
        &wanted.hooks,
    ];
    if wanted.length.is_none() && is_asked.into_iter().all(Option::is_none) {
        return Ok(None);
    }
    let mut filter = Filter::default();
    for (option, text, make) in [
        (
            "--prefix",
            &wanted.prefix,
            Pattern::prefix as fn(&[Tile]) -> _,
        ),
        ("--suffix", &wanted.suffix, Pattern::suffix),
        ("--contains", &wanted.contains, Pattern::contains),
    ] {
        if let Some(text) = text {
            filter = filter.pattern(fits(option, text, make(&word(option, text)?))?);
        }
    }
    if let Some(text) = &wanted.pattern {
        filter = filter.pattern(fits("--pattern", text, Pattern::read(text, alphabet))?);
    }
    if let Some((min, max)) = wanted.length {
        filter = filter.lengths(min, max);
    }
    if let Some(text) = &wanted.anagram {
        let mut rack = Vec::new();
        let read = alphabet.read_rack_into(text, &mut rack);
        read.map_err(|e| option_fault("--anagram", e, text))?;
        filter = filter.anagram(&rack);
    }
    if let Some(text) = &wanted.hooks {
        let hooks = filter.hooks(&word("--hooks", text)?);
        filter = hooks.map_err(|e| option_fault("--hooks", e, text))?;
    }
    Ok(Some(filter))
}

pub(crate) fn option_fault(option: &str, fault: impl Into<PatternFault>, text: &str) -> Error {
    let fault = fault.into();
    let message = format!("{option}: {fault} in `{text}`");
    match fault {
        PatternFault::Unknown(unknown) => unknown.into_error(message),
        PatternFault::Long(_) => Error::input("", message),
    }
}
