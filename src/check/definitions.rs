//! Checks definitions: they are of words of the lexicon, and those of the sources.
//!
//! The strict reader has checked the form of the file: sorted, no word twice, clean
//! texts. Here its words are looked up in the first word graph, or in the sources if
//! there is no graph. One walk through the file and the sources side by side finds
//! what differs.

use crate::check::findings::Evidence;
use crate::check::opened::{OpenedFile, OpenedLexicon};
use crate::check::pass_run::PassRun;
use crate::check::side_by_side::{Place, side_by_side};
use crate::check::subject::Role;
use crate::error::brief;
use crate::lexicon::{Definitions, Words};
use crate::tiles::Tile;

const OF_NO_WORD: &str = "a definition of no word";
const MISSING: &str = "a definition is missing";
const EXTRA: &str = "a definition too many";
const OTHER: &str = "another definition";

/// Checks the files of definitions; `words` are those of the word graph.
pub(crate) fn run(lexicon: &OpenedLexicon<'_>, words: Option<&Words>, pass: &mut PassRun) {
    let words = words.or(lexicon.subject.words.as_ref());
    for (file, definitions) in lexicon.definitions(pass) {
        let path = file.path();
        pass.checked("definitions", definitions.len() as u64);
        for word in definitions.words().iter() {
            if words.is_some_and(|words| !words.contains(word)) {
                pass.error(OF_NO_WORD, path, || {
                    Evidence::new(file.text("word", word), "a word of the lexicon", "none")
                });
            }
        }
        if let Role::Definitions(Some(sources)) = &file.artifact.role {
            compare(file, definitions, sources, pass);
        }
    }
}

/// Compares definitions with those of the sources.
fn compare(file: &OpenedFile<'_>, found: &Definitions, sources: &Definitions, pass: &mut PassRun) {
    let path = file.path();
    let place = |word: &[Tile]| file.text("word", word);
    let quoted = |text: &str| format!("`{}`", brief(text));
    let expected = |text: &str| format!("{}, as in the sources", quoted(text));
    for at in side_by_side(sources.iter(), found.iter(), |a, b| a.0.cmp(b.0)) {
        match at {
            Place::Missing((word, text)) => pass.error(MISSING, path, || {
                Evidence::new(place(word), expected(text), "nothing")
            }),
            Place::Extra((word, text)) => pass.error(EXTRA, path, || {
                Evidence::new(place(word), "nothing, as in the sources", quoted(text))
            }),
            Place::Both((word, text), (_, other)) if other != text => {
                pass.error(OTHER, path, || {
                    Evidence::new(place(word), expected(text), quoted(other))
                });
            }
            Place::Both(..) => (),
        }
    }
}
