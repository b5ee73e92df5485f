//! Checks that files are the edition that the recipe claims.

use crate::check::findings::Evidence;
use crate::check::opened::OpenedFile;
use crate::check::pass_run::PassRun;
use crate::error::{brief, grouped};
use crate::lexicon::Words;
use crate::recipe::ResolvedRecipe;
use crate::tiles::Alphabet;

const OTHER: &str = "another edition";

/// Compares the words of a file with the editions of its recipe.
pub(crate) fn run(file: &OpenedFile<'_>, words: &Words, pass: &mut PassRun) {
    let Some(resolved) = &file.subject.recipe else {
        return;
    };
    let editions = resolved.recipe.editions.iter();
    for (edition, earlier) in editions.zip(&file.subject.earlier) {
        pass.checked("editions", 1);
        for (texts, is_wanted) in [(&edition.has, true), (&edition.lacks, false)] {
            for text in texts {
                check_word(resolved, file, words, (text, is_wanted), pass);
            }
        }
        let Some((path, old)) = earlier else { continue };
        for (what, expected, changed) in [
            ("added", edition.added, words.without(old).0),
            ("removed", edition.removed, old.without(words).0),
        ] {
            let found = changed.len() as u64;
            if let Some(expected) = expected.filter(|&expected| expected != found) {
                pass.error(OTHER, file.path(), || {
                    let place = format!("words {what} since {path}");
                    let found = format!("{}{}", grouped(found), some_of(&changed, file.alphabet()));
                    Evidence::new(place, grouped(expected), found)
                });
            }
        }
    }
}

/// Checks that a word is there, or that it is not.
fn check_word(
    resolved: &ResolvedRecipe,
    file: &OpenedFile<'_>,
    words: &Words,
    (text, is_wanted): (&str, bool),
    pass: &mut PassRun,
) {
    let has = resolved.read_word(text).map(|word| words.contains(&word));
    let (expected, found) = match (has, is_wanted) {
        (Ok(has), _) if has == is_wanted => return,
        (Ok(_), true) => ("it", "nothing".to_string()),
        (Ok(_), false) => ("nothing", "it".to_string()),
        (Err(unknown), _) => ("a word of the alphabet", unknown.to_string()),
    };
    pass.error(OTHER, file.path(), || {
        Evidence::new(format!("word {}", brief(text)), expected, found)
    });
}

/// The first few of some words.
fn some_of(words: &Words, alphabet: &Alphabet) -> String {
    const FEW: usize = 3;
    let texts: Vec<String> = words
        .iter()
        .take(FEW)
        .map(|word| alphabet.word_text(word))
        .collect();
    match words.len() {
        0 => String::new(),
        count if count > FEW => format!(" ({}, …)", texts.join(", ")),
        _ => format!(" ({})", texts.join(", ")),
    }
}
