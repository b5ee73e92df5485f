//! The words pass: the files hold what the sources hold.
//!
//! The words of a graph and of the sources are sorted, so one walk through both finds
//! what either lacks. Leave files are compared with their tables in the same way, and
//! definitions with those of the sources. The recipe's expectations are checked again,
//! on the words of the file. The claims of manifest, checksum file and lock come first,
//! because a file that is not the one that was built explains the rest.

use crate::check::findings::{Finding, NextStep};
use crate::check::opened::{OpenedFile, OpenedLexicon};
use crate::check::pass_run::PassRun;
use crate::check::release::check_editions;
use crate::check::side_by_side::{Place, side_by_side};
use crate::check::subject::{LeavesRole, Role};
use crate::check::{claims, databases};
use crate::error::{brief, counted, grouped};
use crate::leave::Leaves;
use crate::lexicon::{Definitions, ValueFormat, Words};
use crate::recipe::check_expected_words;
use crate::source::{LeftOut, LengthBounds};
use crate::tiles::Tile;

const OTHER_LENGTHS: &str = "words of other lengths";
const MISSING: &str = "a word is missing";
const EXTRA: &str = "a word too many";
/// The name of the sources in findings.
const SOURCES: &str = "the sources";

/// If this many words all have their tiles in order, the list is one of
/// alphagrams, not words.
const MANY: usize = 100;

pub(crate) fn run(lexicon: &OpenedLexicon<'_>, pass: &mut PassRun) {
    claims::run(lexicon, pass);
    let graphs = lexicon.graphs(true, pass);
    for &(file, _) in &graphs {
        if let Some(words) = file.listed() {
            compare_words(file, words, pass);
            expectations(file, words, pass);
        }
    }
    let first = graphs.first().map(|&(file, _)| file);
    let first = first.and_then(|file| Some((file, file.listed()?)));
    if let Some((file, words)) = first {
        check_editions(file, words, pass);
    }
    let words = first.map(|(_, words)| words);
    let words = words.or(lexicon.subject.words.as_ref());
    for (file, definitions) in lexicon.definitions(pass) {
        check_definitions(file, definitions, words, pass);
    }
    if graphs.is_empty() {
        // If there is a graph, the bundle pass compares the other files with it.
        for (file, words) in lexicon.words(pass) {
            if let Some(sources) = &lexicon.subject.words {
                let kinds = [MISSING, EXTRA];
                compare_sets(file, (sources, SOURCES), words, kinds, pass);
            }
            check_editions(file, words, pass);
        }
    }
    databases::run(lexicon, pass);
    if lexicon.subject.words.is_none() && !graphs.is_empty() {
        pass.skip("no source list to compare the words with");
    }
    for (file, leaves) in lexicon.leaves(pass) {
        compare_leaves(file, leaves, pass);
    }
}

/// Compares a graph's words with the sources and the length bounds.
fn compare_words(file: &OpenedFile<'_>, words: &Words, pass: &mut PassRun) {
    let subject = file.subject;
    let bounds = LengthBounds::new(subject.length.0, subject.length.1);
    let is_inside = |word: &&[Tile]| bounds.admit(word.len());
    let outside: Vec<&[Tile]> = words.iter().filter(|word| !is_inside(word)).collect();
    let path = file.path();
    let mut is_same = subject.words.is_some() && outside.is_empty();
    if let Some(sources) = &subject.words {
        // The sources were read without words of other lengths.
        let inside = words.iter().filter(is_inside);
        for place in side_by_side(sources.iter(), inside, |a, b| a.cmp(b)) {
            match place {
                Place::Both(..) => continue,
                Place::Missing(word) => pass.error(MISSING, path, || file.lacks(word, SOURCES)),
                Place::Extra(word) => pass.error(EXTRA, path, || file.adds(word, SOURCES)),
            }
            is_same = false;
        }
    }
    pass.checked("words", words.len() as u64);
    // Words of other lengths are reported once for each file: those of the graph or, if it
    // has none, those of the lists.
    let expected = bounds.expected();
    let next = || subject.length_assumed.then_some(NextStep::CheckAnyLength);
    match outside.first() {
        Some(first) => pass.error(OTHER_LENGTHS, path, || {
            let found = match outside.len() as u64 {
                1 => first.len().to_string(),
                words => format!("{}, the first of {} words", first.len(), grouped(words)),
            };
            Finding::from((file.text("word", first), expected, found)).next(next())
        }),
        None => {
            for (list, words) in &subject.left_out {
                pass.warning(OTHER_LENGTHS, list, || {
                    Finding::from(("", &expected, counted(*words, "other words"))).next(next())
                });
            }
        }
    }
    if words.len() >= MANY && !is_same && words.iter().all(|word| word.is_sorted()) {
        let count = words.len();
        let found = format!("{count}, each with its tiles in order, as alphagrams have them");
        pass.warning("words or alphagrams", path, || ("", "words", found));
    }
}

/// Compares the words of a file that is not a graph with the expected words, which are
/// those of `name`. `kinds` are the findings for missing and for extra words.
pub(crate) fn compare_sets(
    file: &OpenedFile<'_>,
    (expected, name): (&Words, &str),
    found: &Words,
    kinds: [&'static str; 2],
    pass: &mut PassRun,
) {
    let [missing, extra] = kinds;
    pass.checked("words", found.len() as u64);
    for word in expected.without(found).0.iter() {
        pass.error(missing, file.path(), || file.lacks(word, name));
    }
    for word in found.without(expected).0.iter() {
        pass.error(extra, file.path(), || file.adds(word, name));
    }
}

/// Checks the recipe's expectations on the words of a file.
fn expectations(file: &OpenedFile<'_>, words: &Words, pass: &mut PassRun) {
    let Some(recipe) = &file.subject.recipe else {
        return;
    };
    let Err(error) = check_expected_words(recipe, words, LeftOut::default()) else {
        return;
    };
    for diagnostic in error.diagnostics() {
        pass.error("an expectation", file.path(), || {
            let other = |problem| Finding::from(("", problem, "nothing"));
            Finding::of_mismatch(&diagnostic.problem).unwrap_or_else(other)
        });
    }
}

/// Checks that definitions belong to words of the lexicon, as far as these are known,
/// and that they are those of the sources. The strict reader has already checked that
/// the file is sorted, has no word twice, and has clean texts.
fn check_definitions(
    file: &OpenedFile<'_>,
    found: &Definitions,
    words: Option<&Words>,
    pass: &mut PassRun,
) {
    let path = file.path();
    let place = |word: &[Tile]| file.text("word", word);
    pass.checked("definitions", found.len() as u64);
    for word in found.words() {
        if words.is_some_and(|words| !words.contains(word)) {
            let evidence = || (place(word), "a word of the lexicon", "none");
            pass.error("a definition of no word", path, evidence);
        }
    }
    let Role::Definitions(Some(sources)) = &file.artifact.role else {
        return;
    };
    let quoted = |text: &str| format!("`{}`", brief(text));
    let expected = |text: &str| format!("{}, as in the sources", quoted(text));
    for at in side_by_side(sources.iter(), found.iter(), |a, b| a.0.cmp(b.0)) {
        match at {
            Place::Missing((word, text)) => pass.error("a definition is missing", path, || {
                (place(word), expected(text), "nothing")
            }),
            Place::Extra((word, text)) => pass.error("a definition too many", path, || {
                (place(word), "nothing, as in the sources", quoted(text))
            }),
            Place::Both((word, text), (_, other)) if other != text => {
                let evidence = || (place(word), expected(text), quoted(other));
                pass.error("another definition", path, evidence);
            }
            Place::Both(..) => (),
        }
    }
}

/// Compares a leave file with the table that it is built from.
fn compare_leaves(file: &OpenedFile<'_>, leaves: &Leaves, pass: &mut PassRun) {
    let Role::Leaves(LeavesRole {
        table: Some(table), ..
    }) = &file.artifact.role
    else {
        return;
    };
    pass.checked("leaves", leaves.len() as u64);
    let place = |leave: &[Tile]| format!("leave {}", file.alphabet().labels_text(leave));
    let path = file.path();
    let (mut expected, mut rows) = (table.rows(), leaves.rows());
    let (mut wanted, mut found) = (expected.next(), rows.next());
    loop {
        match (wanted, found) {
            (None, None) => return,
            (Some((leave, value)), other) if other.is_none_or(|(other, _)| leave < other) => {
                let evidence = || (place(leave), value, "no such leave");
                pass.error("a leave is missing", path, evidence);
                wanted = expected.next();
            }
            (Some((leave, value)), Some((other, read))) if leave == other => {
                // A value that reads back unchanged was written unchanged.
                let is_read = |value: f32| value.to_bits() == read.to_bits();
                let written = || as_written(leaves.format(), value);
                if !is_read(value) && !is_read(written()) {
                    let evidence = || (place(leave), written(), read);
                    pass.error("the value of a leave", path, evidence);
                }
                (wanted, found) = (expected.next(), rows.next());
            }
            (_, other) => {
                let (leave, read) = other.unwrap_or_default();
                let evidence = || (place(leave), "no such leave", read);
                pass.error("a leave too many", path, evidence);
                found = rows.next();
            }
        }
    }
}

/// The value that a file of this format returns for `value`.
fn as_written(format: ValueFormat, value: f32) -> f32 {
    if !format.holds(value) {
        return value;
    }
    let mut bytes = Vec::with_capacity(format.size());
    format.write(value, &mut bytes);
    format.read(&bytes)
}
