//! Expectations: what a recipe says has to be true of its words.

use crate::error::{Diagnostic, Error, Faults, Result, SHOWN};
use crate::lexicon::Words;
use crate::recipe::manifest::{About, OutputRecord};
use crate::recipe::resolve::ResolvedRecipe;
use crate::recipe::schema::Completeness;
use crate::source::LeftOut;
use crate::tiles::Tile;

/// Checks every expectation of the words and lists all that fail; a wrong
/// number of words with what was left out of the lists, as far as it is known.
pub(crate) fn check_words(
    resolved: &ResolvedRecipe,
    words: &Words,
    left_out: LeftOut,
) -> Result<()> {
    let expect = resolved.expect();
    let path = resolved.path.display().to_string();
    let mut failures = Vec::new();
    // All are listed. To look up the places of very many would take its time.
    let mut fail = |field: &str, message: String| {
        failures.push(match failures.len() < SHOWN {
            true => resolved.fault_at(field, message),
            false => Diagnostic::new(path.clone(), message),
        });
    };

    let found = words.len() as u64;
    let why = left_out.behind(|count| count.to_string());
    if found == 0 && expect.words.is_none() {
        let message =
            format!("found no words at all{why}; if that is meant, say `expect: {{words: 0}}`");
        fail("words", message);
    }
    if let Some(expected) = expect.words.filter(|&n| n != found) {
        let message = format!("expect.words: expected {expected}, found {found}{why}");
        fail("expect.words", message);
    }
    let by_length = words.by_length();
    for (&length, &expected) in &expect.per_length {
        let found = by_length.get(length).copied().unwrap_or(0);
        if found != expected {
            let message = format!(
                "expect.per_length: expected {expected} words of length {length}, found {found}"
            );
            fail("expect.per_length", message);
        }
    }
    let mut faults = Faults::default();
    let contains = read_words(resolved, "expect.contains", &expect.contains, &mut faults);
    let lacks = read_words(resolved, "expect.lacks", &expect.lacks, &mut faults);
    faults.into_result()?;
    for (field, text, word) in contains {
        if !words.contains(&word) {
            let message = format!("expect.contains: expected `{text}`, did not find it");
            fail(&field, message);
        }
    }
    for (field, text, word) in lacks {
        if words.contains(&word) {
            let message = format!("expect.lacks: expected no `{text}`, found it");
            fail(&field, message);
        }
    }
    if expect.all_tiles_used {
        let unused = unused_tiles(resolved, words);
        if !unused.is_empty() {
            let message = format!(
                "expect.all_tiles_used: expected every tile in some word, found none with {}",
                unused.join(", ")
            );
            fail("expect.all_tiles_used", message);
        }
    }
    if failures.is_empty() {
        return Ok(());
    }
    Err(Error::check(failures))
}

/// Checks what is expected of leave tables.
pub(crate) fn check_leaves<'o>(
    resolved: &ResolvedRecipe,
    outputs: impl Iterator<Item = &'o OutputRecord>,
) -> Result<()> {
    let Some(Completeness::Complete) = resolved.expect().leaves else {
        return Ok(());
    };
    let mut failures = Vec::new();
    for output in outputs {
        if let About::Leaves {
            possible,
            possible_in_all,
            ..
        } = output.about
            && possible < possible_in_all
        {
            let file = &output.file;
            let message = format!(
                "expect.leaves: {file}: expected all {possible_in_all} possible leaves, found {possible}"
            );
            failures.push(resolved.fault_at("expect.leaves", message));
        }
    }
    if failures.is_empty() {
        return Ok(());
    }
    Err(Error::check(failures))
}

/// The words that an expectation names, each with its field; one that can't be
/// read is a fault.
fn read_words<'t>(
    resolved: &ResolvedRecipe,
    field: &str,
    texts: &'t [String],
    faults: &mut Faults,
) -> Vec<(String, &'t str, Vec<Tile>)> {
    let mut words = Vec::new();
    for (i, text) in texts.iter().enumerate() {
        let place = format!("{field}[{i}]");
        match resolved.ruleset.alphabet().read_word(text) {
            Ok(word) => words.push((place, text.as_str(), word)),
            Err(unknown) => {
                let message = format!("{field}: {unknown} in `{text}`");
                faults.add(|| resolved.fault_at(&place, message));
            }
        }
    }
    words
}

/// The letters of the bag that no word has.
fn unused_tiles<'r>(resolved: &'r ResolvedRecipe, words: &Words) -> Vec<&'r str> {
    let mut used = [false; 256];
    for &tile in words.tiles() {
        used[usize::from(tile)] = true;
    }
    let ruleset = &resolved.ruleset;
    (1..=ruleset.alphabet().len() as Tile)
        .filter(|&tile| ruleset.count(tile) > 0 && !used[usize::from(tile)])
        .map(|tile| ruleset.alphabet().label(tile))
        .collect()
}
