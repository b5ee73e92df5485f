//! The bundle pass: the files of a lexicon fit each other, the rules, and the
//! other lexica.
//!
//! Alphagrams need no sorting: each word's sorted tiles have to be in the `.kad`,
//! and each entry of the `.kad` has to come up at least once.

use crate::check::findings::{Detail, Trial};
use crate::check::opened::{Holds, Item, Shelf};
use crate::check::pass::Pass;
use crate::check::subject::Role;
use crate::graph::{Graph, Region, WordIndex};
use crate::leave::Leaves;
use crate::parallel::prelude::*;
use crate::recipe::Completeness;
use crate::ruleset::ImpossibleLeave;
use crate::tiles::Tile;
use std::collections::BTreeSet;

/// Looks at a lexicon; `others` are all lexica of the run, itself included.
pub(crate) fn run(shelf: &Shelf<'_>, others: &[Shelf<'_>], trial: &mut Trial) {
    tiles(shelf, trial);
    alphagrams(shelf, trial);
    for (item, leaves) in shelf.leaves(trial) {
        check_leaves(shelf, item, leaves, trial);
    }
    equal_files(shelf, others, trial);
}

/// Every tile of every file is a letter of the ruleset.
fn tiles(shelf: &Shelf<'_>, trial: &mut Trial) {
    let letters = shelf.subject.ruleset.alphabet().len();
    for item in &shelf.items {
        if let Holds::Nothing | Holds::Unsound(_) | Holds::Mistaken(_) = &item.holds {
            continue;
        }
        trial.checked("files", 1);
        let graph = match &item.holds {
            Holds::Graph(graph, _) => graph,
            Holds::Leaves(leaves) => leaves.graph(),
            _ => continue,
        };
        let Some((first, tile)) = item.stranger else {
            continue;
        };
        let name = shelf.subject.ruleset.name();
        let expected = format!("up to {letters}, the letters of {name}");
        let found = match strangers(graph, letters) {
            1 => tile.to_string(),
            many => format!("{tile}, the first of {many} nodes with such tiles"),
        };
        let advice = match shelf.subject.ruleset_assumed {
            true => {
                format!("read as {name}, since nothing names the ruleset: --ruleset settles it")
            }
            false => String::new(),
        };
        let findings = &mut trial.findings;
        findings.error("a tile of another alphabet", item.path(), || {
            Detail::new(format!("node {first}"), expected, found).advise(advice)
        });
    }
}

/// How many nodes that are reached have a tile past the last letter.
fn strangers(graph: &Graph, letters: usize) -> usize {
    let nodes = (0..).zip(graph.nodes());
    let strange = nodes.filter(|(_, node)| usize::from(node.tile()) > letters);
    strange
        .filter(|&(index, _)| {
            graph.reaches(Region::Dawg, index) || graph.reaches(Region::Gaddag, index)
        })
        .count()
}

/// The alphagrams of each graph of them are those of the words.
fn alphagrams(shelf: &Shelf<'_>, trial: &mut Trial) {
    let alphagrams = shelf.graphs(false, trial);
    if alphagrams.is_empty() {
        return;
    }
    for (item, graph) in &alphagrams {
        sorted_tiles(shelf, item, graph, trial);
    }
    let graphs = shelf.graphs(true, trial);
    let Some(&(_, words)) = graphs.first() else {
        trial.skip("no graph of words to compare the alphagrams with");
        return;
    };
    for (item, graph) in alphagrams {
        compare_alphagrams(shelf, item, graph, words, trial);
    }
}

/// An alphagram has its tiles in order.
fn sorted_tiles(shelf: &Shelf<'_>, item: &Item<'_>, graph: &Graph, trial: &mut Trial) {
    let alphabet = shelf.subject.ruleset.alphabet();
    let mut all = graph.words();
    while let Some(word) = all.next() {
        if word.is_sorted() {
            continue;
        }
        trial.findings.error("not an alphagram", item.path(), || {
            let [found, expected] =
                [word, &alphagram_of(word)].map(|word| alphabet.word_text(word));
            Detail::new(format!("word {found}"), expected, found)
        });
    }
}

/// So many words are looked up at a time, by all threads.
const BLOCK: usize = 1 << 15;

fn alphagram_of(word: &[Tile]) -> Vec<Tile> {
    let mut alphagram = word.to_vec();
    alphagram.sort_unstable();
    alphagram
}

fn compare_alphagrams(
    shelf: &Shelf<'_>,
    item: &Item<'_>,
    graph: &Graph,
    words: &Graph,
    trial: &mut Trial,
) {
    let alphabet = shelf.subject.ruleset.alphabet();
    let Ok(index) = WordIndex::of(graph) else {
        trial.blocked(
            item.path(),
            Pass::Counts,
            "more alphagrams than can be numbered",
        );
        return;
    };
    let mut hit = vec![false; index.len() as usize];
    let mut missing: BTreeSet<Vec<Tile>> = BTreeSet::new();
    let mut all = words.words();
    loop {
        let (mut tiles, mut ends) = (Vec::new(), vec![0]);
        while ends.len() <= BLOCK
            && let Some(word) = all.next()
        {
            tiles.extend_from_slice(word);
            ends.push(tiles.len());
        }
        if tiles.is_empty() {
            break;
        }
        let word = |range: &[usize]| &tiles[range[0]..range[1]];
        let found: Vec<Option<u32>> = ends
            .par_windows(2)
            .map(|range| index.index(&alphagram_of(word(range))))
            .collect();
        for (range, number) in ends.windows(2).zip(found) {
            if let Some(number) = number {
                hit[number as usize] = true;
                continue;
            }
            let alphagram = alphagram_of(word(range));
            if missing.contains(&alphagram) {
                continue;
            }
            trial
                .findings
                .error("an alphagram is missing", item.path(), || {
                    let expected = format!("it, as {} is a word", alphabet.word_text(word(range)));
                    let place = format!("alphagram {}", alphabet.word_text(&alphagram));
                    Detail::new(place, expected, "nothing")
                });
            missing.insert(alphagram);
        }
    }
    trial.checked("alphagrams", u64::from(index.len()));
    for (number, _) in (0..).zip(&hit).filter(|(_, hit)| !**hit) {
        let mut alphagram: Vec<Tile> = Vec::new();
        index.word(number, &mut alphagram);
        if !alphagram.is_sorted() {
            continue;
        }
        trial
            .findings
            .error("an alphagram too many", item.path(), || {
                let place = format!("alphagram {}", alphabet.word_text(&alphagram));
                Detail::new(place, "the sorted tiles of a word", "of no word")
            });
    }
}

/// Leaves are parts of the bag, and all of them if that was asked for.
fn check_leaves(shelf: &Shelf<'_>, item: &Item<'_>, leaves: &Leaves, trial: &mut Trial) {
    let Role::Leaves {
        beyond_bag,
        beyond_rack,
        ..
    } = item.artifact.role
    else {
        return;
    };
    let ruleset = &shelf.subject.ruleset;
    let alphabet = ruleset.alphabet();
    let mut possible = 0u64;
    let mut rows = leaves.rows();
    while let Some((leave, _)) = rows.next() {
        let place = || format!("leave {}", alphabet.word_text(leave));
        let mut checked = ruleset.check_leave(leave);
        possible += u64::from(checked.is_ok());
        if beyond_rack && matches!(checked, Err(ImpossibleLeave::TooLong { .. })) {
            checked = ruleset.check_dealt(leave);
        }
        let (expected, found) = match checked {
            Err(ImpossibleLeave::TooMany { tile, most, found }) if !beyond_bag => {
                let label = alphabet.label(tile);
                (
                    format!("at most {most} of {label}, all that the bag has"),
                    found,
                )
            }
            Err(ImpossibleLeave::TooLong { most, found }) => {
                (format!("at most {most} tiles, as a play places one"), found)
            }
            _ => continue,
        };
        trial
            .findings
            .error("an impossible leave", item.path(), || {
                Detail::new(place(), expected, found.to_string())
            });
    }
    trial.checked("leaves", leaves.len() as u64);
    let all = ruleset.possible_leaves();
    if u128::from(possible) == all {
        return;
    }
    let recipe = shelf.subject.recipe.as_ref();
    let detail = || {
        Detail::new(
            "",
            format!("all {all} possible leaves"),
            possible.to_string(),
        )
    };
    match recipe.and_then(|recipe| recipe.expect().leaves) {
        Some(Completeness::Complete) => {
            trial.findings.error("not all leaves", item.path(), detail);
        }
        None => trial
            .findings
            .warning("not all leaves", item.path(), detail),
    }
}

/// Files of equal content under different names.
fn equal_files(shelf: &Shelf<'_>, others: &[Shelf<'_>], trial: &mut Trial) {
    let lexicon = &shelf.subject.lexicon;
    for (i, item) in shelf.items.iter().enumerate() {
        for earlier in &shelf.items[..i] {
            if item.sha256.is_some() && item.sha256 == earlier.sha256 {
                equal(item, earlier.path(), "two files of equal content", trial);
            }
        }
        for other in others
            .iter()
            .filter(|other| other.subject.lexicon != *lexicon)
        {
            for theirs in &other.items {
                compare_with(item, theirs, &other.subject.lexicon, trial);
            }
        }
        let known = |lexicon: &str| others.iter().any(|other| other.subject.lexicon == lexicon);
        for theirs in &shelf.subject.other_leaves {
            if item.sha256.as_ref() == Some(&theirs.sha256) && !known(&theirs.lexicon) {
                same_table(item, &theirs.file, &theirs.lexicon, trial);
            }
        }
    }
}

fn equal(item: &Item<'_>, other: &str, what: &'static str, trial: &mut Trial) {
    trial.findings.error(what, item.path(), || {
        Detail::new(
            "",
            "content of its own",
            format!("the same bytes as {other}"),
        )
    });
}

/// Another lexicon's graph can't be the same, unless one is a copy. Leave
/// tables are sometimes shared on purpose, and more often by mistake.
fn compare_with(item: &Item<'_>, theirs: &Item<'_>, lexicon: &str, trial: &mut Trial) {
    match (&item.holds, &theirs.holds) {
        (Holds::Graph(..), Holds::Graph(..)) if item.sha256 == theirs.sha256 => {
            let other = format!("{} of {lexicon}", theirs.path());
            equal(item, &other, "two files of equal content", trial);
        }
        (Holds::Leaves(mine), Holds::Leaves(other)) if is_same_table(mine, other) => {
            same_table(item, theirs.path(), lexicon, trial);
        }
        _ => (),
    }
}

/// Whether two files have the same leaves and values, however they are written.
fn is_same_table(a: &Leaves, b: &Leaves) -> bool {
    if a.values() != b.values() {
        return false;
    }
    let (mut a, mut b) = (a.graph().words(), b.graph().words());
    loop {
        match (a.next(), b.next()) {
            (None, None) => return true,
            (x, y) if x != y => return false,
            _ => (),
        }
    }
}

fn same_table(item: &Item<'_>, other: &str, lexicon: &str, trial: &mut Trial) {
    trial
        .findings
        .warning("another lexicon's leave table", item.path(), || {
            let found = format!("the same leaves and values as {other} of {lexicon}");
            Detail::new("", "values of its own", found)
        });
}
