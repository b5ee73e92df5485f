//! The bundle pass: the files of a lexicon agree with each other, the ruleset and the
//! other lexicons.
//!
//! Alphagrams are compared without sorting them all: the sorted tiles of each word must
//! be in the `.kad`, and each entry of the `.kad` must be hit.

use crate::check::findings::{Finding, NextStep, Severity};
use crate::check::leaves;
use crate::check::opened::{
    FileBody, Numbered, OpenedFile, OpenedLexicon, alphagram_of, strangers,
};
use crate::check::pass::Pass;
use crate::check::pass_run::PassRun;
use crate::check::release::check_bundles;
use crate::check::subject::Role;
use crate::check::words::compare_sets;
use crate::error::{counted, grouped};
use crate::graph::Graph;
use crate::lexicon::Words;
use crate::parallel;
use crate::source::LengthBounds;
use crate::tiles::Tile;
use std::collections::BTreeSet;

/// The number of words whose alphagrams a thread looks up in one task.
const PART: usize = 1 << 12;

const OTHER_LENGTHS: &str = "alphagrams of other lengths are missing";

/// Checks a lexicon. `all` are all lexicons of the run, including this one.
pub(crate) fn run(lexicon: &OpenedLexicon<'_>, all: &[OpenedLexicon<'_>], pass: &mut PassRun) {
    tiles(lexicon, pass);
    alphagrams(lexicon, pass);
    same_words(lexicon, pass);
    leaves::run(lexicon, pass);
    equal_files(lexicon, all, pass);
    check_bundles(lexicon, pass);
}

/// Checks that every tile of every file is a letter of the ruleset.
fn tiles(lexicon: &OpenedLexicon<'_>, pass: &mut PassRun) {
    let ruleset = &lexicon.subject.ruleset;
    let letters = ruleset.alphabet().len();
    for file in &lexicon.files {
        if let FileBody::Missing | FileBody::Unsound(_) | FileBody::WrongKind(_) = &file.body {
            continue;
        }
        pass.checked("files", 1);
        let (Some(graph), Some((first, tile))) = (file.graph(), file.stranger) else {
            continue;
        };
        pass.error("a tile of another alphabet", file.path(), || {
            let name = ruleset.name();
            let expected = format!("up to {letters}, the letters of {name}");
            let nodes = strangers(graph, letters).count() as u64;
            let many = grouped(nodes);
            let found = match nodes {
                1 => tile.to_string(),
                _ => format!("{tile}, the first of {many} nodes with such tiles"),
            };
            let next_step = NextStep::NameRuleset {
                read_as: name.to_string(),
                by_manifest: false,
            };
            let next_step = lexicon.subject.ruleset_assumed.then_some(next_step);
            Finding::from((format!("node {first}"), expected, found)).next(next_step)
        });
    }
}

/// Checks that each graph of alphagrams has the alphagrams of the words, and that the
/// tiles of each are in order.
fn alphagrams(lexicon: &OpenedLexicon<'_>, pass: &mut PassRun) {
    let alphagrams = lexicon.graphs(false, pass);
    if alphagrams.is_empty() {
        return;
    }
    for (file, _) in &alphagrams {
        let words = file.listed().into_iter().flat_map(Words::iter);
        for word in words.filter(|word| !word.is_sorted()) {
            pass.error("not an alphagram", file.path(), || {
                let [found, expected] =
                    [word, &alphagram_of(word)].map(|word| file.alphabet().word_text(word));
                (format!("word {found}"), expected, found)
            });
        }
    }
    let graphs = lexicon.graphs(true, pass);
    let Some(words) = graphs.first().and_then(|(file, _)| file.listed()) else {
        pass.skip("no graph of words to compare the alphagrams with");
        return;
    };
    for (file, graph) in alphagrams {
        compare_alphagrams(file, graph, words, pass);
    }
}

fn compare_alphagrams(file: &OpenedFile<'_>, graph: &Graph, words: &Words, pass: &mut PassRun) {
    let Ok(Numbered { index, .. }) = file.numbered(graph) else {
        let reason = "more alphagrams than can be numbered";
        return pass.blocked(file.path(), Pass::Counts, reason);
    };
    let (least, most) = file.subject.length;
    let (mut long, mut hit) = (0u64, vec![false; index.len() as usize]);
    let mut missing: BTreeSet<Vec<Tile>> = BTreeSet::new();
    let mut numbers = vec![None; words.len()];
    let parts = numbers.chunks_mut(PART).enumerate();
    parallel::map(parts, |(part, numbers)| {
        let mut alphagram = Vec::new();
        for (word, number) in (part * PART..).zip(numbers) {
            alphagram.clear();
            alphagram.extend_from_slice(words.get(word));
            alphagram.sort_unstable();
            *number = index.index(&alphagram);
        }
    });
    for (word, number) in words.iter().zip(numbers) {
        if let Some(number) = number {
            hit[number as usize] = true;
            continue;
        }
        if !missing.insert(alphagram_of(word)) {
            continue;
        }
        if !(least..=most).contains(&word.len()) {
            long += 1;
            continue;
        }
        pass.error("an alphagram is missing", file.path(), || {
            let place = file.text("alphagram", &alphagram_of(word));
            let expected = format!("it, as {} is a word", file.alphabet().word_text(word));
            (place, expected, "nothing")
        });
    }
    if long > 0 {
        pass.warning(OTHER_LENGTHS, file.path(), || {
            let bounds = LengthBounds::new(least, most).expected();
            let expected = format!("those of words of {bounds}");
            let is_assumed = file.subject.length_assumed;
            let next = is_assumed.then_some(NextStep::CheckAnyLength);
            Finding::from(("", expected, counted(long, "others"))).next(next)
        });
    }
    pass.checked("alphagrams", u64::from(index.len()));
    for (number, _) in (0..).zip(&hit).filter(|(_, hit)| !**hit) {
        let mut alphagram: Vec<Tile> = Vec::new();
        index.word(number, &mut alphagram);
        if alphagram.is_sorted() {
            let place = || file.text("alphagram", &alphagram);
            let evidence = || (place(), "the sorted tiles of a word", "of no word");
            pass.error("an alphagram too many", file.path(), evidence);
        }
    }
}

/// Checks that every file that holds the words in another form has the words of the
/// graph. Without a graph, all are compared with the first of them.
fn same_words(lexicon: &OpenedLexicon<'_>, pass: &mut PassRun) {
    let others = lexicon.words(pass);
    let Some(&(first, first_words)) = others.first() else {
        return;
    };
    let graphs = lexicon.graphs(true, pass);
    let (reference, words, others) = match graphs.first() {
        Some((file, _)) => match file.listed() {
            Some(words) => (*file, words, &others[..]),
            None => return,
        },
        None => (first, first_words, &others[1..]),
    };
    let kinds = [
        "a word of the graph is missing",
        "a word that the graph lacks",
    ];
    for &(file, found) in others {
        let expected = (words, &reference.artifact.name[..]);
        compare_sets(file, expected, found, kinds, pass);
    }
}

/// Reports files of equal content under different names.
fn equal_files(lexicon: &OpenedLexicon<'_>, all: &[OpenedLexicon<'_>], pass: &mut PassRun) {
    let name = &lexicon.subject.lexicon;
    for (i, file) in lexicon.files.iter().enumerate() {
        for earlier in &lexicon.files[..i] {
            if file.sha256.is_some() && file.sha256 == earlier.sha256 {
                equal(file, earlier.path(), pass);
            }
        }
        let others = all.iter().filter(|other| other.subject.lexicon != *name);
        let mut lenders: Vec<Lender<'_>> = Vec::new();
        for other in others {
            let lexicon = &other.subject.lexicon;
            for theirs in &other.files {
                match (&file.body, &theirs.body) {
                    // One of two equal graphs is a copy.
                    (FileBody::Graph(..), FileBody::Graph(..)) if file.sha256 == theirs.sha256 => {
                        equal(file, &format!("{} of {lexicon}", theirs.path()), pass);
                    }
                    // The same leaves and values, in any format.
                    (FileBody::Leaves(a), FileBody::Leaves(b)) => {
                        let words = [a, b].map(|leaves| leaves.graph().to_words().ok());
                        let is_same = a.values() == b.values() && words[0] == words[1];
                        lenders.push((lexicon, theirs.path(), is_same));
                    }
                    _ => (),
                }
            }
        }
        for theirs in &lexicon.subject.other_leaves {
            let mut known = all.iter().map(|other| &other.subject.lexicon);
            if !known.any(|known| *known == theirs.lexicon) {
                let is_same = file.sha256.as_ref() == Some(&theirs.sha256);
                lenders.push((&theirs.lexicon, &theirs.file, is_same));
            }
        }
        check_lenders(file, &lenders, pass);
    }
}

fn equal(file: &OpenedFile<'_>, other: &str, pass: &mut PassRun) {
    let found = format!("the same bytes as {other}");
    let evidence = || ("", "content of its own", found);
    pass.error("two files of equal content", file.path(), evidence);
}

/// A leave file of another lexicon, from which a file may have its values: the lexicon,
/// the file, and whether its leaves and values are the same.
type Lender<'s> = (&'s str, &'s str, bool);

/// Checks that leave values are those of the lexicon that the recipe names, or
/// otherwise of no other one. Some tables are shared on purpose, more by mistake. So
/// sharing is a warning, and in a bundle an error, since a bundle must name everything
/// it borrows.
fn check_lenders(file: &OpenedFile<'_>, lenders: &[Lender<'_>], pass: &mut PassRun) {
    let Role::Leaves(role) = &file.artifact.role else {
        return;
    };
    let Some(named) = &role.borrowed_from else {
        let recipe = file.subject.recipe.as_ref();
        let is_bundle = recipe.is_some_and(|recipe| !recipe.recipe.bundle.0.is_empty());
        let (severity, expected) = match is_bundle {
            true => (Severity::Error, "values of its own, or `borrowed_from:`"),
            false => (Severity::Warning, "values of its own"),
        };
        for (lexicon, other, _) in lenders.iter().filter(|(.., is_same)| *is_same) {
            let what = "another lexicon's leave table";
            let found = format!("the same leaves and values as {other} of {lexicon}");
            pass.findings
                .add(severity, what, file.path(), || ("", expected, found));
        }
        return;
    };
    let lenders = lenders.iter().filter(|(lexicon, ..)| lexicon == named);
    let path = file.path();
    // Whether any of them is the same; `None` if there are none.
    match lenders.map(|(.., is_same)| is_same).max() {
        None => pass.skip(format!("{path}: no leaves of {named} to compare with")),
        Some(true) => (),
        Some(false) => pass.error("not the leave table that is named", path, || {
            ("", format!("the values of {named}"), "others")
        }),
    }
}
