//! The words pass: the files hold what the sources hold.
//!
//! The words of a graph and of the sources are sorted, so one walk through both
//! side by side finds what either lacks. Leave files are compared with their
//! tables in the same way. The expectations of the recipe are checked again, on
//! the words of the file. The claims of manifest, sums and lock come first: a
//! file that is not the one that was built explains the rest.

use crate::check::findings::{Evidence, NextStep};
use crate::check::opened::{OpenedFile, OpenedLexicon};
use crate::check::pass_run::PassRun;
use crate::check::subject::Role;
use crate::check::{claims, databases, definitions, editions};
use crate::error::{Problem, counted, grouped};
use crate::graph::Graph;
use crate::leave::Leaves;
use crate::lexicon::{TableRows, ValueFormat, Words};
use crate::recipe::check_expected_words;
use crate::source::{LeftOut, LengthBounds};
use crate::tiles::{Alphabet, Tile};

const OTHER_LENGTHS: &str = "words of other lengths";
const MISSING: &str = "a word is missing";
const EXTRA: &str = "a word too many";
const MISSING_LEAVE: &str = "a leave is missing";

/// If this many words all have their tiles in order, the list is one of
/// alphagrams, not words.
const MANY: u64 = 100;

pub(crate) fn run(lexicon: &OpenedLexicon<'_>, pass: &mut PassRun) {
    claims::run(lexicon, pass);
    let graphs = lexicon.graphs(true, pass);
    for &(file, graph) in &graphs {
        let is_same = compare_words(lexicon, file, graph, pass);
        expectations(lexicon, file, graph, is_same, pass);
    }
    let first = graphs.first();
    let first = first.and_then(|&(file, graph)| Some((file, graph.to_words().ok()?)));
    if let Some((file, words)) = &first {
        editions::run(lexicon, file, words, pass);
    }
    definitions::run(lexicon, first.as_ref().map(|(_, words)| words), pass);
    if graphs.is_empty() {
        for (file, words) in lexicon.words(pass) {
            compare_set(lexicon, file, words, pass);
            editions::run(lexicon, file, words, pass);
        }
    }
    databases::run(lexicon, pass);
    if lexicon.subject.words.is_none() && !graphs.is_empty() {
        pass.skip("no source list to compare the words with");
    }
    for (file, leaves) in lexicon.leaves(pass) {
        compare_leaves(lexicon, file, leaves, pass);
    }
}

fn word_place(alphabet: &Alphabet, word: &[Tile]) -> String {
    format!("word {}", alphabet.word_text(word))
}

/// Compares a graph's words with the sources and the length bounds; whether they
/// are exactly the words of the sources.
fn compare_words(
    lexicon: &OpenedLexicon<'_>,
    file: &OpenedFile<'_>,
    graph: &Graph,
    pass: &mut PassRun,
) -> bool {
    let subject = lexicon.subject;
    let alphabet = subject.ruleset.alphabet();
    let bounds = LengthBounds::new(subject.length.0, subject.length.1);
    let mut outside: Option<(Vec<Tile>, u64)> = None;
    let path = file.path();
    let mut sources = subject.words.as_ref().map(|words| words.iter().peekable());
    let mut words = graph.words();
    let mut count = 0;
    let mut is_same = sources.is_some();
    let mut all_sorted = true;
    while let Some(word) = words.next() {
        count += 1;
        all_sorted = all_sorted && word.is_sorted();
        if !bounds.admit(word.len()) {
            // The sources were read without such words.
            is_same = false;
            outside.get_or_insert_with(|| (word.to_vec(), 0)).1 += 1;
            continue;
        }
        let Some(sources) = &mut sources else {
            continue;
        };
        while let Some(missing) = sources.next_if(|source| *source < word) {
            is_same = false;
            pass.error(MISSING, path, || missing_word(alphabet, missing));
        }
        if sources.next_if(|source| *source == word).is_none() {
            is_same = false;
            pass.error(EXTRA, path, || extra_word(alphabet, word));
        }
    }
    for missing in sources.into_iter().flatten() {
        is_same = false;
        pass.error(MISSING, path, || missing_word(alphabet, missing));
    }
    pass.checked("words", count);
    other_lengths(lexicon, path, outside, bounds, pass);
    if all_sorted && count >= MANY && !is_same {
        pass.warning("words or alphagrams", path, || {
            let found = format!("{count}, each with its tiles in order, as alphagrams have them");
            Evidence::new("", "words", found)
        });
    }
    is_same
}

/// Compares the words of a file that is no graph with the sources. Where there is a
/// graph, the bundle pass compares the file with it.
fn compare_set(
    lexicon: &OpenedLexicon<'_>,
    file: &OpenedFile<'_>,
    words: &Words,
    pass: &mut PassRun,
) {
    let Some(sources) = &lexicon.subject.words else {
        return;
    };
    let alphabet = lexicon.subject.ruleset.alphabet();
    pass.checked("words", words.len() as u64);
    for missing in &sources.without(words).0 {
        pass.error(MISSING, file.path(), || missing_word(alphabet, missing));
    }
    for extra in &words.without(sources).0 {
        pass.error(EXTRA, file.path(), || extra_word(alphabet, extra));
    }
}

/// Reports words of other lengths than those checked, once for each file: those of
/// the graph or, if it has none, those of the lists.
fn other_lengths(
    lexicon: &OpenedLexicon<'_>,
    path: &str,
    outside: Option<(Vec<Tile>, u64)>,
    bounds: LengthBounds,
    pass: &mut PassRun,
) {
    let (subject, expected) = (lexicon.subject, bounds.expected());
    let next = || subject.length_assumed.then_some(NextStep::CheckAnyLength);
    let Some((first, words)) = outside else {
        for (list, words) in &subject.left_out {
            pass.warning(OTHER_LENGTHS, list, || {
                Evidence::new("", &expected, counted(*words, "other words")).next(next())
            });
        }
        return;
    };
    pass.error(OTHER_LENGTHS, path, || {
        let found = match words {
            1 => first.len().to_string(),
            _ => format!("{}, the first of {} words", first.len(), grouped(words)),
        };
        Evidence::new(
            word_place(subject.ruleset.alphabet(), &first),
            expected,
            found,
        )
        .next(next())
    });
}

fn extra_word(alphabet: &Alphabet, word: &[Tile]) -> Evidence {
    Evidence::new(
        word_place(alphabet, word),
        "nothing, as in the sources",
        "it",
    )
}

fn missing_word(alphabet: &Alphabet, word: &[Tile]) -> Evidence {
    Evidence::new(
        word_place(alphabet, word),
        "it, as in the sources",
        "nothing",
    )
}

/// Checks the expectations of the recipe on the words of a file.
fn expectations(
    lexicon: &OpenedLexicon<'_>,
    file: &OpenedFile<'_>,
    graph: &Graph,
    is_same: bool,
    pass: &mut PassRun,
) {
    let Some(recipe) = &lexicon.subject.recipe else {
        return;
    };
    let sources = lexicon.subject.words.as_ref().filter(|_| is_same);
    let checked = match sources {
        Some(words) => check_expected_words(recipe, words, LeftOut::default()),
        None => graph
            .to_words()
            .and_then(|words| check_expected_words(recipe, &words, LeftOut::default())),
    };
    let Err(error) = checked else { return };
    for diagnostic in error.diagnostics() {
        pass.error("an expectation", file.path(), || {
            match &diagnostic.problem {
                Problem::Mismatch {
                    subject,
                    expected,
                    found,
                } => Evidence::new(subject, expected, found),
                other => Evidence::new("", other, "nothing"),
            }
        });
    }
}

/// Compares a leave file with the table that it is made from.
fn compare_leaves(
    lexicon: &OpenedLexicon<'_>,
    file: &OpenedFile<'_>,
    leaves: &Leaves,
    pass: &mut PassRun,
) {
    let Role::Leaves {
        table: Some(table), ..
    } = &file.artifact.role
    else {
        return;
    };
    pass.checked("leaves", leaves.len() as u64);
    let alphabet = lexicon.subject.ruleset.alphabet();
    let place = |leave: &[Tile]| format!("leave {}", alphabet.labels_text(leave));
    let path = file.path();
    let missing = |leave: &[Tile], value: f32| Evidence::new(place(leave), value, "no such leave");
    let mut expected = table.rows();
    let mut wanted = Vec::new();
    let mut value = take(&mut expected, &mut wanted);
    let mut rows = leaves.rows();
    while let Some((leave, found)) = rows.next() {
        while let Some(absent) = value.filter(|_| wanted[..] < *leave) {
            let detail = || missing(&wanted, absent);
            pass.error(MISSING_LEAVE, path, detail);
            value = take(&mut expected, &mut wanted);
        }
        let Some(expected_value) = value.filter(|_| wanted[..] == *leave) else {
            pass.error("a leave too many", path, || {
                Evidence::new(place(leave), "no such leave", found)
            });
            continue;
        };
        let expected_value = as_written(leaves.format(), expected_value);
        if expected_value.to_bits() != found.to_bits() {
            pass.error("the value of a leave", path, || {
                Evidence::new(place(leave), expected_value, found)
            });
        }
        value = take(&mut expected, &mut wanted);
    }
    while let Some(absent) = value {
        let detail = || missing(&wanted, absent);
        pass.error(MISSING_LEAVE, path, detail);
        value = take(&mut expected, &mut wanted);
    }
}

/// Takes the next row of a table; its leave goes into `leave`.
fn take(rows: &mut TableRows<'_>, leave: &mut Vec<Tile>) -> Option<f32> {
    let (tiles, value) = rows.next()?;
    leave.clear();
    leave.extend_from_slice(tiles);
    Some(value)
}

/// The value that a file of the format gives back for `value`.
fn as_written(format: ValueFormat, value: f32) -> f32 {
    let mut bytes = Vec::with_capacity(format.size());
    match format.write(value, &mut bytes) {
        true => format.read(&bytes),
        false => value,
    }
}
