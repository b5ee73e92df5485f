//! The counts pass: words can be numbered, and the files beside a graph fit it.
//!
//! Numbering is right if it works both ways: the word of each number has that
//! number, words rise with their numbers, and there are as many as the graph
//! has. A `.kwc` has the count of every node, a `.kwi` the bits of the other
//! lexicon's words, a `.kwp` the ranks.

use crate::check::findings::{Evidence, Findings};
use crate::check::opened::{OpenedFile, OpenedLexicon};
use crate::check::pass::Pass;
use crate::check::pass_run::PassRun;
use crate::check::subject::Role;
use crate::graph::{Counts, Graph, Members, ProbabilityOrder, WordIndex};
use crate::lexicon::Words;
use crate::parallel::prelude::*;
use crate::ruleset::Ruleset;
use crate::tiles::{Alphabet, Tile};

/// How many numbers one task checks.
const STRETCH: u32 = 1 << 13;

pub(crate) fn run(lexicon: &OpenedLexicon<'_>, pass: &mut PassRun) {
    let alphabet = lexicon.subject.ruleset.alphabet();
    let mut indices: Vec<(&str, &Graph, WordIndex)> = Vec::new();
    let mut graphs = lexicon.graphs(true, pass);
    graphs.extend(lexicon.graphs(false, pass));
    for (file, graph) in graphs {
        match WordIndex::of(graph) {
            Ok(index) => {
                check_numbers(file, &index, alphabet, pass);
                indices.push((&file.artifact.name, graph, index));
            }
            Err(fault) => pass.error("too many words", file.path(), || {
                Evidence::new("", "words that can be numbered", fault)
            }),
        }
    }
    for file in &lexicon.files {
        let (Role::Counts { of } | Role::Members { of, .. } | Role::Order { of }) =
            &file.artifact.role
        else {
            continue;
        };
        let Some(bytes) = &file.artifact.bytes else {
            pass.blocked(file.path(), Pass::Structure, "no such file");
            continue;
        };
        let Some((_, graph, index)) = indices.iter().find(|(name, ..)| name == of) else {
            pass.skip(format!(
                "{}: its graph {of} can't be looked at",
                file.path()
            ));
            continue;
        };
        pass.checked("files", 1);
        let beside = Beside {
            path: file.path(),
            bytes,
            alphabet,
        };
        match &file.artifact.role {
            Role::Counts { .. } => beside.check_counts(graph, pass),
            Role::Members { words, .. } => beside.check_members(index, words.as_ref(), pass),
            _ => beside.check_order(graph, &lexicon.subject.ruleset, index, pass),
        }
    }
}

/// Turns all numbers into words and back.
fn check_numbers(
    file: &OpenedFile<'_>,
    index: &WordIndex,
    alphabet: &Alphabet,
    pass: &mut PassRun,
) {
    let path = file.path();
    let words = file.totals.words;
    if words != u64::from(index.len()) {
        pass.error("the number of words", path, || {
            Evidence::new("", words, index.len())
        });
    }
    pass.checked("words", u64::from(index.len()));
    let findings = &pass.findings;
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
        pass.findings.append(stretch);
    }
}

/// Checks the numbers from `first` to before `end`, and that the word of `first`
/// comes after the one before.
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
                Evidence::new(place(&word), number, found)
            });
        }
        if word <= before {
            findings.error("the order of words", path, || {
                let expected = format!("a word after {}", alphabet.word_text(&before));
                Evidence::new(place(&word), expected, alphabet.word_text(&word))
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
    fn has_size(&self, expected: usize, pass: &mut PassRun) -> bool {
        let found = self.bytes.len();
        if found != expected {
            pass.error("not of its graph", self.path, || {
                Evidence::new("", format!("{expected} bytes"), found)
            });
        }
        found == expected
    }

    fn check_counts(&self, graph: &Graph, pass: &mut PassRun) {
        // Too many words have been found before.
        let Ok(counts) = Counts::of(graph) else {
            return;
        };
        let expected = counts.by_node();
        if !self.has_size(4 * expected.len(), pass) {
            return;
        }
        let (fours, _) = self.bytes.as_chunks();
        for (node, (four, &count)) in fours.iter().zip(expected).enumerate() {
            let found = u32::from_le_bytes(*four);
            if found != count {
                pass.error("a count", self.path, || {
                    Evidence::new(format!("node {node}"), count, found)
                });
            }
        }
        pass.checked("counts", expected.len() as u64);
    }

    fn check_members(&self, index: &WordIndex, words: Option<&Words>, pass: &mut PassRun) {
        if !self.has_size(index.len().div_ceil(8) as usize, pass) {
            return;
        }
        let members = match Members::from_bytes(self.bytes, index) {
            Ok(members) => members,
            Err(fault) => {
                return pass.error("not of its graph", self.path, || {
                    Evidence::new("", "bits of words alone", fault)
                });
            }
        };
        pass.checked("members", u64::from(members.count()));
        let Some(words) = words else {
            return pass.skip(format!("{}: no source list to compare with", self.path));
        };
        let (expected, _) = Members::of(index, words);
        let mut word = Vec::new();
        for number in 0..index.len() {
            let (should, does) = (expected.contains(number), members.contains(number));
            if should != does {
                index.word(number, &mut word);
                pass.error("a member", self.path, || {
                    let text = |is| if is { "a member" } else { "no member" };
                    let place = format!("word {}", self.alphabet.word_text(&word));
                    Evidence::new(place, text(should), text(does))
                });
            }
        }
    }

    fn check_order(&self, graph: &Graph, ruleset: &Ruleset, index: &WordIndex, pass: &mut PassRun) {
        if !self.has_size(4 * index.len() as usize, pass) {
            return;
        }
        let expected = match ProbabilityOrder::of(graph, ruleset) {
            Ok(order) => order,
            Err(error) => {
                return pass.error("too many words", self.path, || {
                    Evidence::new("", "words that can be ranked", error)
                });
            }
        };
        let (fours, _) = self.bytes.as_chunks();
        let mut word = Vec::new();
        for (number, (four, &rank)) in (0..).zip(fours.iter().zip(expected.ranks())) {
            let found = u32::from_le_bytes(*four);
            if found != rank {
                index.word(number, &mut word);
                pass.error("a rank", self.path, || {
                    let place = format!("word {}", self.alphabet.word_text(&word));
                    Evidence::new(place, rank, found)
                });
            }
        }
        pass.checked("ranks", fours.len() as u64);
    }
}
