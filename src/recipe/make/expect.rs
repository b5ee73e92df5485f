//! Checks the expectations of a recipe for its words and leave tables.

use crate::error::{Diagnostic, Error, Faults, Problem, Result, SHOWN, brief, grouped};
use crate::lexicon::Words;
use crate::recipe::manifest::OutputRecord;
use crate::recipe::resolve::ResolvedRecipe;
use crate::recipe::schema::Completeness;
use crate::source::LeftOut;
use crate::tiles::Tile;

/// Checks every expectation for the words. The error lists all that fail, or the
/// expected words that have unknown letters. For a wrong number of words it also lists
/// what was left out of the lists.
pub(crate) fn check_words(
    resolved: &ResolvedRecipe,
    words: &Words,
    left_out: LeftOut,
) -> Result<()> {
    let expect = &resolved.recipe.expect;
    let path = resolved.path.display().to_string();
    let mut failures = Vec::new();
    // All failures are listed, but only the first ones get a line, because locating it
    // parses the whole recipe.
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
        let problem = Problem::mismatch(expected, format!("{found}{why}"));
        fail("expect.words", problem.of("expect.words"));
    }
    let by_length = words.by_length();
    for (&length, &expected) in &expect.per_length {
        let found = by_length.get(length).copied().unwrap_or(0);
        if found != expected {
            let expected = format!("{expected} words of length {length}");
            let problem = Problem::mismatch(expected, found);
            fail("expect.per_length", problem.of("expect.per_length"));
        }
    }
    let mut faults = Faults::default();
    let contains = ("expect.contains", &expect.contains, true);
    for (field, texts, is_wanted) in [contains, ("expect.lacks", &expect.lacks, false)] {
        for (i, text) in texts.iter().enumerate() {
            let place = format!("{field}[{i}]");
            match resolved.read_word(text) {
                Ok(word) if words.contains(&word) == is_wanted => (),
                Ok(_) => {
                    let text = brief(text);
                    let problem = match is_wanted {
                        true => Problem::mismatch(format!("`{text}`"), "nothing"),
                        false => Problem::mismatch(format!("no `{text}`"), "it"),
                    };
                    fail(&place, problem.of(field));
                }
                Err(unknown) => {
                    let message = format!("{field}: {unknown} in `{}`", brief(text));
                    faults.add(|| resolved.fault_at(&place, message));
                }
            }
        }
    }
    faults.into_result()?;
    if expect.all_tiles_used {
        let unused = unused_tiles(resolved, words);
        if !unused.is_empty() {
            let found = format!("none with {}", unused.join(", "));
            let problem = Problem::mismatch("every tile in some word", found);
            fail("expect.all_tiles_used", problem.of("expect.all_tiles_used"));
        }
    }
    Error::unless_empty(failures)
}

/// Checks that leave tables are complete, if the recipe expects it.
pub(crate) fn check_leaves<'o>(
    resolved: &ResolvedRecipe,
    outputs: impl Iterator<Item = &'o OutputRecord>,
) -> Result<()> {
    let Some(Completeness::Complete) = resolved.recipe.expect.leaves else {
        return Ok(());
    };
    let failures = outputs.filter_map(|output| {
        let (possible, in_all) = output.about.lacks_leaves()?;
        let expected = format!("all {} possible leaves", grouped(in_all));
        let problem = Problem::mismatch(expected, grouped(possible));
        let problem = problem.of(format!("expect.leaves: {}", output.file));
        Some(resolved.fault_at("expect.leaves", problem))
    });
    Error::unless_empty(failures.collect())
}

/// The letters of the bag that no word contains.
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
