//! The words pass: the files hold what the sources hold.
//!
//! A graph's words and the source's are both sorted, so that one walk through
//! the two side by side finds what either lacks. Leave files are compared with
//! their tables in the same way. The expectations of the recipe are checked
//! again, this time of what is in the file. What manifest, sums and lock say of
//! it comes first: a file that is not the one that was built explains the rest.

use crate::check::claims;
use crate::check::findings::{Detail, Trial};
use crate::check::opened::{Item, Shelf};
use crate::check::subject::Role;
use crate::error::Problem;
use crate::graph::Graph;
use crate::leave::Leaves;
use crate::lexicon::{TableRows, ValueFormat};
use crate::recipe::check_expected_words;
use crate::source::{LeftOut, LengthBounds};
use crate::tiles::{Alphabet, Tile};

const MISSING: &str = "a word is missing";
const EXTRA: &str = "a word too many";
const MISSING_LEAVE: &str = "a leave is missing";

/// From so many words on, sorted tiles in all of them are no chance.
const MANY: u64 = 100;

pub(crate) fn run(shelf: &Shelf<'_>, trial: &mut Trial) {
    claims::run(shelf, trial);
    let graphs = shelf.graphs(true, trial);
    for &(item, graph) in &graphs {
        let is_same = compare_words(shelf, item, graph, trial);
        expectations(shelf, item, graph, is_same, trial);
    }
    if shelf.subject.words.is_none() && !graphs.is_empty() {
        trial.skip("no source list to compare the words with");
    }
    for (item, leaves) in shelf.leaves(trial) {
        compare_leaves(shelf, item, leaves, trial);
    }
}

fn word_place(alphabet: &Alphabet, word: &[Tile]) -> String {
    format!("word {}", alphabet.word_text(word))
}

/// The graph's words against the sources, and their lengths; whether they are
/// just the words of the sources.
fn compare_words(shelf: &Shelf<'_>, item: &Item<'_>, graph: &Graph, trial: &mut Trial) -> bool {
    let subject = shelf.subject;
    let alphabet = subject.ruleset.alphabet();
    let (least, most) = subject.length;
    let path = item.path();
    let mut sources = subject.words.as_ref().map(|words| words.iter().peekable());
    let mut words = graph.words();
    let mut count = 0;
    let mut is_same = sources.is_some();
    let mut all_sorted = true;
    while let Some(word) = words.next() {
        count += 1;
        all_sorted = all_sorted && word.is_sorted();
        if word.len() < least || word.len() > most {
            trial.findings.error("the length of a word", path, || {
                let expected = LengthBounds::new(least, most).expected();
                Detail::new(word_place(alphabet, word), expected, word.len().to_string())
            });
            // The sources were read without such words.
            is_same = false;
            continue;
        }
        let Some(sources) = &mut sources else {
            continue;
        };
        while let Some(missing) = sources.next_if(|source| *source < word) {
            is_same = false;
            trial
                .findings
                .error(MISSING, path, || missing_word(alphabet, missing));
        }
        if sources.next_if(|source| *source == word).is_none() {
            is_same = false;
            trial.findings.error(EXTRA, path, || {
                Detail::new(
                    word_place(alphabet, word),
                    "nothing, as in the sources",
                    "it",
                )
            });
        }
    }
    for missing in sources.into_iter().flatten() {
        is_same = false;
        trial
            .findings
            .error(MISSING, path, || missing_word(alphabet, missing));
    }
    trial.checked("words", count);
    if all_sorted && count >= MANY && !is_same {
        trial.findings.warning("words or alphagrams", path, || {
            let found = format!("{count}, each with its tiles in order, as alphagrams have them");
            Detail::new("", "words", found)
        });
    }
    is_same
}

fn missing_word(alphabet: &Alphabet, word: &[Tile]) -> Detail {
    Detail::new(
        word_place(alphabet, word),
        "it, as in the sources",
        "nothing",
    )
}

/// What the recipe expects, of what the file has.
fn expectations(
    shelf: &Shelf<'_>,
    item: &Item<'_>,
    graph: &Graph,
    is_same: bool,
    trial: &mut Trial,
) {
    let Some(recipe) = &shelf.subject.recipe else {
        return;
    };
    let sources = shelf.subject.words.as_ref().filter(|_| is_same);
    let checked = match sources {
        Some(words) => check_expected_words(recipe, words, LeftOut::default()),
        None => graph
            .to_words()
            .and_then(|words| check_expected_words(recipe, &words, LeftOut::default())),
    };
    let Err(error) = checked else { return };
    for diagnostic in error.diagnostics() {
        trial.findings.error("an expectation", item.path(), || {
            match &diagnostic.problem {
                Problem::Mismatch {
                    subject,
                    expected,
                    found,
                } => Detail::new(subject, expected, found),
                other => Detail::new("", other.to_string(), "nothing"),
            }
        });
    }
}

/// A leave file against the table it is made from.
fn compare_leaves(shelf: &Shelf<'_>, item: &Item<'_>, leaves: &Leaves, trial: &mut Trial) {
    let Role::Leaves {
        table: Some(table), ..
    } = &item.artifact.role
    else {
        return;
    };
    trial.checked("leaves", leaves.len() as u64);
    let alphabet = shelf.subject.ruleset.alphabet();
    let place = |leave: &[Tile]| format!("leave {}", alphabet.word_text(leave));
    let path = item.path();
    let missing =
        |leave: &[Tile], value: f32| Detail::new(place(leave), value.to_string(), "no such leave");
    let mut expected = table.rows();
    let mut wanted = Vec::new();
    let mut value = take(&mut expected, &mut wanted);
    let mut rows = leaves.rows();
    while let Some((leave, found)) = rows.next() {
        while let Some(absent) = value.filter(|_| wanted[..] < *leave) {
            let detail = || missing(&wanted, absent);
            trial.findings.error(MISSING_LEAVE, path, detail);
            value = take(&mut expected, &mut wanted);
        }
        let Some(expected_value) = value.filter(|_| wanted[..] == *leave) else {
            trial.findings.error("a leave too many", path, || {
                Detail::new(place(leave), "no such leave", found.to_string())
            });
            continue;
        };
        let expected_value = as_written(leaves.format(), expected_value);
        if expected_value.to_bits() != found.to_bits() {
            trial.findings.error("the value of a leave", path, || {
                Detail::new(place(leave), expected_value.to_string(), found.to_string())
            });
        }
        value = take(&mut expected, &mut wanted);
    }
    while let Some(absent) = value {
        let detail = || missing(&wanted, absent);
        trial.findings.error(MISSING_LEAVE, path, detail);
        value = take(&mut expected, &mut wanted);
    }
}

/// The next row of a table: its leave goes into `leave`.
fn take(rows: &mut TableRows<'_>, leave: &mut Vec<Tile>) -> Option<f32> {
    let (tiles, value) = rows.next()?;
    leave.clear();
    leave.extend_from_slice(tiles);
    Some(value)
}

/// A value as a file of the format gives it back.
fn as_written(format: ValueFormat, value: f32) -> f32 {
    let mut bytes = Vec::with_capacity(format.size());
    match format.write(value, &mut bytes) {
        true => format.read(&bytes),
        false => value,
    }
}
