//! Checks definitions: they are of words of the lexicon, and those of the sources.
//!
//! The strict reader has checked the form of the file: sorted, no word twice, clean
//! texts. Here its words are looked up in the first word graph, or in the sources if
//! there is no graph. One walk through the file and the sources side by side finds
//! what differs.

use crate::check::findings::Evidence;
use crate::check::opened::OpenedLexicon;
use crate::check::pass_run::PassRun;
use crate::check::subject::Role;
use crate::error::brief;
use crate::lexicon::{Definitions, Words};
use crate::tiles::{Alphabet, Tile};

const OF_NO_WORD: &str = "a definition of no word";
const MISSING: &str = "a definition is missing";
const EXTRA: &str = "a definition too many";
const OTHER: &str = "another definition";

/// Checks the files of definitions; `words` are those of the word graph.
pub(crate) fn run(lexicon: &OpenedLexicon<'_>, words: Option<&Words>, pass: &mut PassRun) {
    let words = words.or(lexicon.subject.words.as_ref());
    let alphabet = lexicon.subject.ruleset.alphabet();
    for (file, definitions) in lexicon.definitions(pass) {
        let path = file.path();
        pass.checked("definitions", definitions.len() as u64);
        for word in definitions.words() {
            if words.is_some_and(|words| !words.contains(word)) {
                pass.error(OF_NO_WORD, path, || {
                    Evidence::new(place(alphabet, word), "a word of the lexicon", "none")
                });
            }
        }
        if let Role::Definitions(Some(sources)) = &file.artifact.role {
            compare(path, definitions, sources, alphabet, pass);
        }
    }
}

fn place(alphabet: &Alphabet, word: &[Tile]) -> String {
    format!("word {}", alphabet.word_text(word))
}

/// Compares definitions with those of the sources.
fn compare(
    path: &str,
    found: &Definitions,
    sources: &Definitions,
    alphabet: &Alphabet,
    pass: &mut PassRun,
) {
    let quoted = |text: &str| format!("`{}`", brief(text));
    let mut found = found.iter().peekable();
    for (word, text) in sources.iter() {
        while let Some((word, text)) = found.next_if(|(other, _)| *other < word) {
            pass.error(EXTRA, path, || {
                let nothing = "nothing, as in the sources";
                Evidence::new(place(alphabet, word), nothing, quoted(text))
            });
        }
        let expected = || format!("{}, as in the sources", quoted(text));
        match found.next_if(|(other, _)| *other == word) {
            None => pass.error(MISSING, path, || {
                Evidence::new(place(alphabet, word), expected(), "nothing")
            }),
            Some((_, other)) if other != text => pass.error(OTHER, path, || {
                Evidence::new(place(alphabet, word), expected(), quoted(other))
            }),
            Some(_) => (),
        }
    }
    for (word, text) in found {
        pass.error(EXTRA, path, || {
            let nothing = "nothing, as in the sources";
            Evidence::new(place(alphabet, word), nothing, quoted(text))
        });
    }
}
