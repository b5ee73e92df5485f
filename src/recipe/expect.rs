//! Expectations: what a recipe says has to be true of its words.

use crate::error::{Diagnostic, Error, Faults, Problem, Result, SHOWN};
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
    let mut fail = |field: &str, problem: Problem| {
        failures.push(match failures.len() < SHOWN {
            true => resolved.fault_at(field, problem),
            false => Diagnostic::new(path.clone(), problem),
        });
    };

    let found = words.len() as u64;
    let why = left_out.behind(|count| count.to_string());
    if found == 0 && expect.words.is_none() {
        let message =
            format!("found no words at all{why}; if that is meant, say `expect: {{words: 0}}`");
        fail("words", message.into());
    }
    if let Some(expected) = expect.words.filter(|&n| n != found) {
        let problem = Problem::mismatch(expected.to_string(), format!("{found}{why}"));
        fail("expect.words", problem.of("expect.words"));
    }
    let by_length = words.by_length();
    for (&length, &expected) in &expect.per_length {
        let found = by_length.get(length).copied().unwrap_or(0);
        if found != expected {
            let expected = format!("{expected} words of length {length}");
            let problem = Problem::mismatch(expected, found.to_string());
            fail("expect.per_length", problem.of("expect.per_length"));
        }
    }
    let mut faults = Faults::default();
    let contains = read_words(resolved, "expect.contains", &expect.contains, &mut faults);
    let lacks = read_words(resolved, "expect.lacks", &expect.lacks, &mut faults);
    faults.into_result()?;
    for (field, text, word) in contains {
        if !words.contains(&word) {
            let problem = Problem::mismatch(format!("`{text}`"), "nothing");
            fail(&field, problem.of("expect.contains"));
        }
    }
    for (field, text, word) in lacks {
        if words.contains(&word) {
            let problem = Problem::mismatch(format!("no `{text}`"), "it");
            fail(&field, problem.of("expect.lacks"));
        }
    }
    if expect.all_tiles_used {
        let unused = unused_tiles(resolved, words);
        if !unused.is_empty() {
            let found = format!("none with {}", unused.join(", "));
            let problem = Problem::mismatch("every tile in some word", found);
            fail("expect.all_tiles_used", problem.of("expect.all_tiles_used"));
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
            let expected = format!("all {possible_in_all} possible leaves");
            let problem = Problem::mismatch(expected, possible.to_string());
            let problem = problem.of(format!("expect.leaves: {file}"));
            failures.push(resolved.fault_at("expect.leaves", problem));
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
