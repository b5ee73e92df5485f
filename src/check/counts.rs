//! The counts pass: words can be numbered, and the side files of a graph agree with it.
//!
//! Numbering is correct if it works in both directions: the word of each number has
//! that number, words increase with their numbers, and there are as many as the graph
//! has. A `.kwc` has the count of every node, a `.kwi` a bit for each word that is in
//! the other lexicon, a `.kwp` the ranks.

use crate::check::findings::Findings;
use crate::check::opened::{Numbered, OpenedFile, OpenedLexicon};
use crate::check::pass::Pass;
use crate::check::pass_run::PassRun;
use crate::check::subject::Role;
use crate::graph::{Graph, Members, ProbabilityOrder, WordIndex};
use crate::lexicon::Words;
use crate::parallel;
use crate::tiles::Tile;

/// The count of numbers that one task checks.
const STRETCH: u32 = 1 << 13;

pub(crate) fn run(lexicon: &OpenedLexicon<'_>, pass: &mut PassRun) {
    let mut known: Vec<(&str, &Graph, &Numbered)> = Vec::new();
    let mut graphs = lexicon.graphs(true, pass);
    graphs.extend(lexicon.graphs(false, pass));
    for (file, graph) in graphs {
        match file.numbered(graph) {
            Ok(numbered) => {
                check_numbers(file, &numbered.index, pass);
                known.push((&file.artifact.name, graph, numbered));
            }
            Err(fault) => {
                let expected = "words that can be numbered";
                pass.error("too many words", file.path(), || ("", expected, fault));
            }
        }
    }
    for file in &lexicon.files {
        let Some(of) = file.artifact.role.of() else {
            continue;
        };
        let Some(bytes) = &file.artifact.bytes else {
            pass.blocked(file.path(), Pass::Structure, "no such file");
            continue;
        };
        let Some((_, graph, numbered)) = known.iter().find(|(name, ..)| name == of) else {
            pass.skip(format!(
                "{}: its graph {of} can't be looked at",
                file.path()
            ));
            continue;
        };
        pass.checked("files", 1);
        let beside = Beside { file, bytes };
        match &file.artifact.role {
            Role::Counts { .. } => {
                let (counts, place) = (numbered.counts.by_node(), |node| format!("node {node}"));
                beside.check_numbers(counts, ["a count", "counts"], place, pass);
            }
            Role::Members { words, .. } => {
                beside.check_members(&numbered.index, words.as_ref(), pass);
            }
            _ => beside.check_order(graph, &numbered.index, pass),
        }
    }
}

/// Converts all numbers to words and back. The word of each number must come after the
/// one before it.
fn check_numbers(file: &OpenedFile<'_>, index: &WordIndex, pass: &mut PassRun) {
    let (path, alphabet) = (file.path(), file.alphabet());
    let words = file.totals.words;
    if words != u64::from(index.len()) {
        pass.error("the number of words", path, || ("", words, index.len()));
    }
    pass.checked("words", u64::from(index.len()));
    let cap = pass.findings.cap;
    let stretches = 0..index.len().div_ceil(STRETCH);
    let stretches = parallel::map(stretches, |stretch| {
        let first = stretch * STRETCH;
        let end = first.saturating_add(STRETCH).min(index.len());
        let mut findings = Findings::new(cap);
        let (mut word, mut before) = (Vec::new(), Vec::new());
        if let Some(last) = first.checked_sub(1) {
            index.word(last, &mut before);
        }
        for number in first..end {
            index.word(number, &mut word);
            let place = |word: &[Tile]| format!("word {number}, {}", alphabet.word_text(word));
            let back = index.index(&word);
            if back != Some(number) {
                findings.error("the number of a word", path, || {
                    let found = back.map_or("none".to_string(), |back| back.to_string());
                    (place(&word), number, found)
                });
            }
            if word <= before {
                findings.error("the order of words", path, || {
                    let expected = format!("a word after {}", alphabet.word_text(&before));
                    (place(&word), expected, alphabet.word_text(&word))
                });
            }
            std::mem::swap(&mut word, &mut before);
        }
        findings
    });
    for stretch in stretches {
        pass.findings.append(stretch);
    }
}

/// A side file of a graph.
struct Beside<'a> {
    file: &'a OpenedFile<'a>,
    bytes: &'a [u8],
}

impl Beside<'_> {
    /// Whether the size is right. If not, adds a finding.
    fn has_size(&self, expected: usize, pass: &mut PassRun) -> bool {
        let found = self.bytes.len();
        if found != expected {
            let expected = format!("{expected} bytes");
            let evidence = || ("", expected, found);
            pass.error("not of its graph", self.file.path(), evidence);
        }
        found == expected
    }

    /// Compares the numbers of the file with the expected ones. `kinds` are the kind of
    /// finding and the name of what was checked; `place` names the place of a number.
    fn check_numbers(
        &self,
        expected: &[u32],
        kinds: [&'static str; 2],
        place: impl Fn(u32) -> String,
        pass: &mut PassRun,
    ) {
        let [differs, checked] = kinds;
        if !self.has_size(4 * expected.len(), pass) {
            return;
        }
        let (fours, _) = self.bytes.as_chunks();
        for (at, (four, &expected)) in (0..).zip(fours.iter().zip(expected)) {
            let found = u32::from_le_bytes(*four);
            if found != expected {
                pass.error(differs, self.file.path(), || (place(at), expected, found));
            }
        }
        pass.checked(checked, expected.len() as u64);
    }

    /// The word with a given number, as text.
    fn word(&self, index: &WordIndex, number: u32) -> String {
        let mut word = Vec::new();
        index.word(number, &mut word);
        self.file.text("word", &word)
    }

    fn check_members(&self, index: &WordIndex, words: Option<&Words>, pass: &mut PassRun) {
        let path = self.file.path();
        if !self.has_size(index.len().div_ceil(8) as usize, pass) {
            return;
        }
        let members = match Members::from_bytes(self.bytes, index) {
            Ok(members) => members,
            Err(fault) => {
                let expected = "bits of words alone";
                return pass.error("not of its graph", path, || ("", expected, fault));
            }
        };
        pass.checked("members", u64::from(members.count()));
        let Some(words) = words else {
            return pass.skip(format!("{path}: no source list to compare with"));
        };
        let (expected, _) = Members::of(index, words);
        for number in 0..index.len() {
            let (should, does) = (expected.contains(number), members.contains(number));
            if should != does {
                pass.error("a member", path, || {
                    let text = |is| if is { "a member" } else { "no member" };
                    (self.word(index, number), text(should), text(does))
                });
            }
        }
    }

    fn check_order(&self, graph: &Graph, index: &WordIndex, pass: &mut PassRun) {
        let place = |number| self.word(index, number);
        match ProbabilityOrder::of(graph, &self.file.subject.ruleset) {
            Ok(order) => self.check_numbers(order.ranks(), ["a rank", "ranks"], place, pass),
            Err(error) => {
                let expected = "words that can be ranked";
                pass.error("too many words", self.file.path(), || ("", expected, error));
            }
        }
    }
}
