//! From letters to spellings: what a label may be, and all the ways to write
//! each letter in word lists, on racks and on boards.

use crate::error::shown;
use crate::tiles::spelling::{Refused, Speller, bracketed, case_variants};
use crate::tiles::{AlphabetFault, BLANK, BLANK_SIGN, Letter, MAX_LABEL_CHARS, PLAYED_BLANK, Tile};

/// Characters that have a meaning of their own in boards, plays, racks or CSV.
const RESERVED: &str = "?@#/()-.,;\"'`+*=";

pub(crate) fn check_texts(letter: &Letter) -> Result<(), String> {
    for (what, text) in [
        ("label", &letter.label),
        ("blank label", &letter.blank_label),
    ] {
        check_text(what, text)?;
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(format!(
                "{what} `{text}` begins with a digit, which means empty squares on a board"
            ));
        }
    }
    for alias in &letter.aliases {
        check_text("alias", alias)?;
    }
    if letter.label == letter.blank_label {
        return Err(format!(
            "label `{}` has no other case for a blank: give it a blank label of its own",
            letter.label
        ));
    }
    Ok(())
}

fn check_text(what: &str, text: &str) -> Result<(), String> {
    let chars = text.chars().count();
    if chars == 0 {
        return Err(format!("the {what} is empty"));
    }
    if chars > MAX_LABEL_CHARS {
        return Err(format!(
            "{what} `{text}` has {chars} characters, at most {MAX_LABEL_CHARS} are allowed"
        ));
    }
    let bad = |c: char| c.is_whitespace() || c.is_control() || RESERVED.contains(c);
    if let Some(c) = text.chars().find(|&c| bad(c)) {
        return Err(format!(
            "{what} `{}` has the character `{}`, which can't be part of one",
            shown(text),
            shown(c.encode_utf8(&mut [0; 4]))
        ));
    }
    let inner = text.strip_prefix('[').and_then(|t| t.strip_suffix(']'));
    let body = inner.unwrap_or(text);
    if body.is_empty() || body.contains(['[', ']']) {
        return Err(format!(
            "{what} `{text}` has brackets that do not enclose it"
        ));
    }
    Ok(())
}

/// The tile each letter is read as in word lists: its own, or `read_as`.
fn reading_tile(letters: &[Letter], i: usize) -> Result<Tile, AlphabetFault> {
    let target = match &letters[i].read_as {
        None => Some(i),
        Some(label) => letters.iter().position(|l| &l.label == label),
    };
    match target {
        Some(j) if letters[j].read_as.is_none() => Ok(j as Tile + 1),
        _ => Err(AlphabetFault::new(
            Some(i),
            format!(
                "`{}` is to be read as `{}`, which is not a letter with a reading of its own",
                letters[i].label,
                letters[i].read_as.as_deref().unwrap_or_default()
            ),
        )),
    }
}

/// The fault of spellings that need more room than there is.
const TOO_MANY: &str = "too many labels and aliases";

/// The fault of a spelling of letter `i` that can't be had.
fn not_added(letters: &[Letter], i: usize, spelling: &str, refused: Refused) -> AlphabetFault {
    let message = match refused {
        Refused::Taken(tile) => {
            let other = usize::from(tile & !PLAYED_BLANK) - 1;
            format!(
                "`{spelling}` stands for `{}` and for `{}`",
                letters[other].label, letters[i].label
            )
        }
        Refused::Full => TOO_MANY.to_string(),
    };
    AlphabetFault::new(Some(i), message)
}

/// What word lists may contain. What the ruleset spells out comes first; other
/// cases of it are added where they do not stand for another letter already.
pub(crate) fn word_speller(letters: &[Letter]) -> Result<Speller, AlphabetFault> {
    let mut speller = Speller::default();
    let explicit = |letter: &Letter| -> Vec<String> {
        let own = [letter.label.clone(), letter.blank_label.clone()];
        let all = own.into_iter().chain(letter.aliases.iter().cloned());
        all.flat_map(|s| bracketed(&s).into_iter().chain([s]))
            .collect()
    };
    for (i, letter) in letters.iter().enumerate() {
        let tile = reading_tile(letters, i)?;
        for spelling in explicit(letter) {
            speller
                .add(&spelling, tile)
                .map_err(|refused| not_added(letters, i, &spelling, refused))?;
        }
    }
    let spelled_out = speller.clone();
    for (i, letter) in letters.iter().enumerate() {
        let tile = reading_tile(letters, i)?;
        for spelling in explicit(letter) {
            for variant in case_variants(&spelling) {
                if spelled_out.exact(&variant).is_none() {
                    speller
                        .add(&variant, tile)
                        .map_err(|refused| not_added(letters, i, &variant, refused))?;
                }
            }
        }
    }
    Ok(speller)
}

/// What racks and leaves may contain. The sign of the blank is reserved, so that
/// no other spelling has it.
pub(crate) fn rack_speller(words: &Speller) -> Result<Speller, AlphabetFault> {
    let mut speller = words.clone();
    let added = speller.add(BLANK_SIGN, BLANK);
    added.map_err(|_| AlphabetFault::new(None, TOO_MANY))?;
    Ok(speller)
}

/// What boards and plays may contain: labels and blank labels, case kept.
pub(crate) fn played_speller(letters: &[Letter]) -> Result<Speller, AlphabetFault> {
    let mut speller = Speller::default();
    for (i, letter) in letters.iter().enumerate() {
        let tile = i as Tile + 1;
        for (text, played) in [
            (&letter.label, tile),
            (&letter.blank_label, tile | PLAYED_BLANK),
        ] {
            for spelling in bracketed(text).iter().chain([text]) {
                speller
                    .add(spelling, played)
                    .map_err(|refused| not_added(letters, i, spelling, refused))?;
            }
        }
    }
    Ok(speller)
}
