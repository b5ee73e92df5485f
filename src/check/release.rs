//! Checks the release fields of a recipe: that it builds the files that the programs of
//! a family load, and that files are the edition they claim to be.

use crate::check::opened::{OpenedFile, OpenedLexicon};
use crate::check::pass_run::PassRun;
use crate::error::{brief, grouped};
use crate::graph::Content;
use crate::lexicon::Words;
use crate::tiles::Alphabet;
use std::path::Path;

const MISSING: &str = "a file of the bundle is missing";
const OTHER: &str = "another edition";

/// Checks that a recipe builds the files that the programs of each of its families
/// load. Programs look for a file by the name of its lexicon and the extension. A file
/// that is missing or has another name is not found, and some programs then silently go
/// on without it.
pub(crate) fn check_bundles(lexicon: &OpenedLexicon<'_>, pass: &mut PassRun) {
    let Some(resolved) = &lexicon.subject.recipe else {
        return;
    };
    let recipe = &resolved.recipe;
    let path = resolved.path.display().to_string();
    let files: Vec<&str> = recipe.files().into_iter().map(|(_, file)| file).collect();
    let kwg = format!("{}.kwg", recipe.lexicon);
    let mut graphs = recipe.graphs.iter();
    let lacks_gaddag = graphs.any(|g| g.file == kwg && g.content != Content::Gaddawg);
    for family in &recipe.bundle.0 {
        let place = format!("bundle {}", family.name());
        for extension in family.extensions() {
            pass.checked("bundle files", 1);
            let wanted = format!("{}.{extension}", recipe.lexicon);
            let has_extension =
                |file: &&&str| Path::new(file).extension() == Some(extension.as_ref());
            let found = match files.iter().find(has_extension) {
                _ if files.contains(&&wanted[..]) => continue,
                Some(other) => format!("`{other}`, which is another name"),
                None => "no such file in the recipe".to_string(),
            };
            pass.error(MISSING, &path, || (&place, format!("`{wanted}`"), found));
        }
        if family.extensions().contains(&"kwg") && lacks_gaddag {
            let (what, expected) = ("no GADDAG for the bundle", format!("a gaddawg in `{kwg}`"));
            pass.error(what, &path, || (place, expected, "a DAWG alone"));
        }
    }
}

/// Compares the words of a file with the editions of its recipe.
pub(crate) fn check_editions(file: &OpenedFile<'_>, words: &Words, pass: &mut PassRun) {
    let Some(resolved) = &file.subject.recipe else {
        return;
    };
    let editions = resolved.recipe.editions.iter();
    for (edition, earlier) in editions.zip(&file.subject.earlier) {
        pass.checked("editions", 1);
        let has = edition.has.iter().map(|text| (text, true));
        let lacks = edition.lacks.iter().map(|text| (text, false));
        for (text, is_wanted) in has.chain(lacks) {
            let has = resolved.read_word(text).map(|word| words.contains(&word));
            let (expected, found) = match (has, is_wanted) {
                (Ok(has), _) if has == is_wanted => continue,
                (Ok(_), true) => ("it", "nothing".to_string()),
                (Ok(_), false) => ("nothing", "it".to_string()),
                (Err(unknown), _) => ("a word of the alphabet", unknown.to_string()),
            };
            let place = format!("word {}", brief(text));
            pass.error(OTHER, file.path(), || (place, expected, found));
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
                    (place, grouped(expected), found)
                });
            }
        }
    }
}

/// Formats the first few of some words.
fn some_of(words: &Words, alphabet: &Alphabet) -> String {
    const FEW: usize = 3;
    let texts = words.iter().take(FEW).map(|word| alphabet.word_text(word));
    let texts = texts.collect::<Vec<_>>().join(", ");
    match words.len() {
        0 => texts,
        1..=FEW => format!(" ({texts})"),
        _ => format!(" ({texts}, …)"),
    }
}
