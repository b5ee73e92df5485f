//! The counts pass: words have numbers, and the files beside a graph fit it.
//!
//! Numbering is right if it goes both ways: the word of each number has that
//! number, the words rise with their numbers, and there are as many as the
//! graph has. A `.kwc` has to have the count of every node, a `.kwi` the bits of
//! the other lexicon's words, a `.kwp` the ranks.

use crate::check::findings::{Detail, Findings, Trial};
use crate::check::opened::{Item, Shelf};
use crate::check::subject::Role;
use crate::graph::{Counts, Graph, Members, ProbabilityOrder, WordIndex};
use crate::lexicon::Words;
use crate::parallel::prelude::*;
use crate::tiles::{Alphabet, Tile};

/// How many numbers are looked at in a row.
const STRETCH: u32 = 1 << 13;

pub(crate) fn run(shelf: &Shelf<'_>, trial: &mut Trial) {
    let alphabet = shelf.subject.ruleset.alphabet();
    let mut indices: Vec<(&str, &Graph, WordIndex)> = Vec::new();
    let mut graphs = shelf.graphs(true, trial);
    graphs.extend(shelf.graphs(false, trial));
    for (item, graph) in graphs {
        match WordIndex::of(graph) {
            Ok(index) => {
                check_numbers(item, &index, alphabet, trial);
                indices.push((&item.artifact.name, graph, index));
            }
            Err(fault) => trial.findings.error("too many words", item.path(), || {
                Detail::new("", "words that can be numbered", fault.to_string())
            }),
        }
    }
    for item in &shelf.items {
        let (Role::Counts { of } | Role::Members { of, .. } | Role::Order { of }) =
            &item.artifact.role
        else {
            continue;
        };
        let Some(bytes) = &item.artifact.bytes else {
            let structure = crate::check::pass::Pass::Structure;
            trial.blocked(item.path(), structure, "no such file");
            continue;
        };
        let Some((_, graph, index)) = indices.iter().find(|(name, ..)| name == of) else {
            trial.skip(format!(
                "{}: its graph {of} can't be looked at",
                item.path()
            ));
            continue;
        };
        trial.checked("files", 1);
        let beside = Beside {
            path: item.path(),
            bytes,
            alphabet,
        };
        match &item.artifact.role {
            Role::Counts { .. } => beside.check_counts(graph, trial),
            Role::Members { words, .. } => beside.check_members(index, words.as_ref(), trial),
            _ => beside.check_order(graph, &shelf.subject.ruleset, index, trial),
        }
    }
}

/// Numbers to words and back, all of them.
fn check_numbers(item: &Item<'_>, index: &WordIndex, alphabet: &Alphabet, trial: &mut Trial) {
    let path = item.path();
    let words = item.extent.words;
    if words != u64::from(index.len()) {
        trial.findings.error("the number of words", path, || {
            Detail::new("", words.to_string(), index.len().to_string())
        });
    }
    trial.checked("words", u64::from(index.len()));
    let findings = &trial.findings;
    let stretches: Vec<Findings> = (0..index.len().div_ceil(STRETCH))
        .into_par_iter()
        .map(|stretch| {
            let mut findings = findings.like();
            let first = stretch * STRETCH;
            let last = first.saturating_add(STRETCH).min(index.len());
            check_stretch(index, first, last, path, alphabet, &mut findings);
            findings
        })
        .collect();
    for stretch in stretches {
        trial.findings.append(stretch);
    }
}

/// Looks at the numbers from `first` to before `end`, and at the one before.
fn check_stretch(
    index: &WordIndex,
    first: u32,
    end: u32,
    path: &str,
    alphabet: &Alphabet,
    findings: &mut Findings,
) {
    let (mut word, mut before) = (Vec::new(), Vec::new());
    if first > 0 {
        index.word(first - 1, &mut before);
    }
    for number in first..end {
        index.word(number, &mut word);
        let place = |word: &[Tile]| format!("word {number}, {}", alphabet.word_text(word));
        let back = index.index(&word);
        if back != Some(number) {
            findings.error("the number of a word", path, || {
                let found = back.map_or("none".to_string(), |back| back.to_string());
                Detail::new(place(&word), number.to_string(), found)
            });
        }
        if word <= before {
            findings.error("the order of words", path, || {
                let expected = format!("a word after {}", alphabet.word_text(&before));
                Detail::new(place(&word), expected, alphabet.word_text(&word))
            });
        }
        std::mem::swap(&mut word, &mut before);
    }
}

/// A file that stands beside a graph.
struct Beside<'a> {
    path: &'a str,
    bytes: &'a [u8],
    alphabet: &'a Alphabet,
}

impl Beside<'_> {
    /// Whether the size is right; if not, that is a finding.
    fn has_size(&self, expected: usize, trial: &mut Trial) -> bool {
        let found = self.bytes.len();
        if found != expected {
            trial.findings.error("not of its graph", self.path, || {
                Detail::new("", format!("{expected} bytes"), found.to_string())
            });
        }
        found == expected
    }

    fn check_counts(&self, graph: &Graph, trial: &mut Trial) {
        // Too many words have been found before.
        let Ok(counts) = Counts::of(graph) else {
            return;
        };
        let expected = counts.by_node();
        if !self.has_size(4 * expected.len(), trial) {
            return;
        }
        let (fours, _) = self.bytes.as_chunks();
        for (node, (four, &count)) in fours.iter().zip(expected).enumerate() {
            let found = u32::from_le_bytes(*four);
            if found != count {
                trial.findings.error("a count", self.path, || {
                    Detail::new(format!("node {node}"), count.to_string(), found.to_string())
                });
            }
        }
        trial.checked("counts", expected.len() as u64);
    }

    fn check_members(&self, index: &WordIndex, words: Option<&Words>, trial: &mut Trial) {
        if !self.has_size(index.len().div_ceil(8) as usize, trial) {
            return;
        }
        let members = match Members::from_bytes(self.bytes, index) {
            Ok(members) => members,
            Err(fault) => {
                trial.findings.error("not of its graph", self.path, || {
                    Detail::new("", "bits of words alone", fault.to_string())
                });
                return;
            }
        };
        trial.checked("members", u64::from(members.count()));
        let Some(words) = words else {
            trial.skip(format!("{}: no source list to compare with", self.path));
            return;
        };
        let (expected, _) = Members::of(index, words);
        let mut word = Vec::new();
        for number in 0..index.len() {
            let (should, does) = (expected.contains(number), members.contains(number));
            if should != does {
                index.word(number, &mut word);
                trial.findings.error("a member", self.path, || {
                    let text = |is| if is { "a member" } else { "no member" };
                    let place = format!("word {}", self.alphabet.word_text(&word));
                    Detail::new(place, text(should), text(does))
                });
            }
        }
    }

    fn check_order(
        &self,
        graph: &Graph,
        ruleset: &crate::ruleset::Ruleset,
        index: &WordIndex,
        trial: &mut Trial,
    ) {
        if !self.has_size(4 * index.len() as usize, trial) {
            return;
        }
        let expected = match ProbabilityOrder::of(graph, ruleset) {
            Ok(order) => order,
            Err(error) => {
                trial.findings.error("too many words", self.path, || {
                    Detail::new("", "words that can be ranked", error.to_string())
                });
                return;
            }
        };
        let (fours, _) = self.bytes.as_chunks();
        let mut word = Vec::new();
        for (number, (four, &rank)) in (0..).zip(fours.iter().zip(expected.ranks())) {
            let found = u32::from_le_bytes(*four);
            if found != rank {
                index.word(number, &mut word);
                trial.findings.error("a rank", self.path, || {
                    let place = format!("word {}", self.alphabet.word_text(&word));
                    Detail::new(place, rank.to_string(), found.to_string())
                });
            }
        }
        trial.checked("ranks", fours.len() as u64);
    }
}
