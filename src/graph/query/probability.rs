//! Words by the probability of drawing them.
//!
//! Word study begins with the words that come up most often. Among words of one length,
//! those with more draws from the full bag come first (see [`Draws`]). Words with
//! equally many draws are sorted by alphagram, so that anagrams are adjacent, and then
//! by their tiles.
//!
//! A `.kwp` file has the rank of each word of a graph in this order, by the word's
//! number: within its length, from 1, as little-endian `u32`.

use crate::error::{Error, Result};
use crate::graph::read::graph::Graph;
use crate::graph::write::le_bytes;
use crate::lexicon::Words;
use crate::ruleset::{Draws, Ruleset};
use crate::tiles::Tile;
use std::cmp::Reverse;

const SUBJECT: &str = "not of this graph";

/// The ranks of a graph's words by probability.
///
/// ```
/// use wordmill::graph::{Graph, GraphSpec, ProbabilityOrder, build};
/// use wordmill::lexicon::Words;
/// use wordmill::ruleset::Ruleset;
///
/// let english = Ruleset::builtin("english")?;
/// let mut words = Vec::new();
/// for word in ["ZA", "AE", "EAT", "QI", "EA"] {
///     words.push(english.alphabet().read_word(word)?);
/// }
/// let words = Words::from_unsorted(words.iter().map(Vec::as_slice))?;
/// let graph = Graph::open(&build(&words, GraphSpec::new())?)?;
///
/// // In the order of the words' numbers: AE, EA, EAT, QI, ZA.
/// let order = ProbabilityOrder::of(&graph, &english)?;
/// assert_eq!(order.ranks(), [1, 2, 1, 4, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbabilityOrder {
    ranks: Box<[u32]>,
}

impl ProbabilityOrder {
    /// Ranks the words of a graph; fails if there are too many to list.
    pub fn of(graph: &Graph, ruleset: &Ruleset) -> Result<ProbabilityOrder> {
        let words = graph.to_words()?;
        Ok(ProbabilityOrder::by_draws(&words, &draws(&words, ruleset)?))
    }

    /// Ranks words, given the number of draws of each.
    pub(crate) fn by_draws(words: &Words, draws: &[u128]) -> ProbabilityOrder {
        let order = probability_sequence(words, draws);
        let mut ranks = vec![0; words.len()].into_boxed_slice();
        let (mut length, mut rank) = (0, 0);
        for i in order {
            let range = words.range(i as usize);
            rank = if range.len() == length { rank + 1 } else { 1 };
            length = range.len();
            ranks[i as usize] = rank;
        }
        ProbabilityOrder { ranks }
    }

    /// The rank of word `index` within its length, from 1; `None` past the last word.
    pub fn rank(&self, index: u32) -> Option<u32> {
        self.ranks.get(index as usize).copied()
    }

    /// The ranks of all words, by number.
    pub fn ranks(&self) -> &[u32] {
        &self.ranks
    }

    /// Encodes a `.kwp` file.
    pub fn to_bytes(&self) -> Vec<u8> {
        le_bytes(&self.ranks)
    }

    /// Reads a `.kwp` file. It must have a rank for each word of `graph`, and each rank
    /// of a length once.
    pub fn from_bytes(bytes: &[u8], graph: &Graph) -> Result<ProbabilityOrder> {
        let words = graph.to_words()?;
        let expected = 4 * words.len();
        if bytes.len() != expected {
            let expected = format!("{expected} bytes for {} words", words.len());
            return Err(Error::mismatch("", expected, bytes.len()).of_part(SUBJECT));
        }
        let (fours, _) = bytes.as_chunks();
        let ranks: Box<[u32]> = fours.iter().map(|r| u32::from_le_bytes(*r)).collect();
        check_ranks(&ranks, &words)?;
        Ok(ProbabilityOrder { ranks })
    }
}

/// The numbers of words ordered by length, and within a length by draws, most draws
/// first.
pub(crate) fn probability_sequence(words: &Words, draws: &[u128]) -> Vec<u32> {
    // The tiles of all words, sorted within each word.
    let mut alphagrams = words.tiles().to_vec();
    for i in 0..words.len() {
        alphagrams[words.range(i)].sort_unstable();
    }
    let mut order: Vec<u32> = (0..words.len() as u32).collect();
    order.sort_unstable_by_key(|&i| {
        let range = words.range(i as usize);
        let draws = Reverse(draws[i as usize]);
        (range.len(), draws, &alphagrams[range], i)
    });
    order
}

/// Counts the number of draws of each word.
pub(crate) fn draws(words: &Words, ruleset: &Ruleset) -> Result<Vec<u128>> {
    let draws = Draws::of(ruleset);
    let of_word = |word: &[Tile]| {
        draws.word(word).ok_or_else(|| {
            let text = ruleset.alphabet().word_text(word);
            let expected = format!("fewer than 2^128 ways to draw `{text}`");
            Error::mismatch("", expected, "more")
        })
    };
    words.iter().map(of_word).collect()
}

/// Checks that the words of each length have the ranks from 1 on, each once.
fn check_ranks(ranks: &[u32], words: &Words) -> Result<()> {
    let by_length = words.by_length();
    // By length: the position in `taken` of its first rank.
    let mut starts = Vec::with_capacity(by_length.len());
    let mut all = 0;
    for &count in &by_length {
        starts.push(all);
        all += count as usize;
    }
    let mut taken = vec![false; all];
    for (i, &rank) in ranks.iter().enumerate() {
        let length = words.range(i).len();
        let count = by_length[length];
        let place = (1..=count)
            .contains(&u64::from(rank))
            .then(|| starts[length] + rank as usize - 1);
        if place.is_none_or(|place| std::mem::replace(&mut taken[place], true)) {
            let expected =
                format!("a rank from 1 to {count} that no other word of {length} tiles has");
            let error = Error::mismatch("", expected, rank);
            return Err(error.of_part(&format!("{SUBJECT}: word {i}")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::node::NodeFormat;
    use crate::graph::spec::GraphSpec;
    use crate::graph::testing::{all_specs, any_words, entries, graph_of, words_of};
    use proptest::prelude::*;

    fn english_graph(words: &[&str]) -> Graph {
        let english = Ruleset::builtin("english").unwrap();
        let words = words.iter().map(|w| english.alphabet().read_word(w));
        let words: Vec<Vec<Tile>> = words.map(|w| w.unwrap()).collect();
        graph_of(&words_of(&words), GraphSpec::new())
    }

    #[test]
    fn draws_then_alphagram_then_word() {
        let english = Ruleset::builtin("english").unwrap();
        // There are two each of F, H, V and Y.
        let graph = english_graph(&["HY", "YH", "FY", "VY", "EA", "AE", "ZZZ", "EAT"]);
        let order = ProbabilityOrder::of(&graph, &english).unwrap();
        // AE EA EAT FY HY VY YH ZZZ
        assert_eq!(order.ranks(), [1, 2, 1, 3, 4, 6, 5, 2]);
        assert_eq!(order.rank(5), Some(6));
        assert_eq!(order.rank(8), None);
    }

    #[test]
    fn a_file_of_another_graph_is_refused() {
        let graph = english_graph(&["AE", "EA", "EAT"]);
        let file = |ranks: [u32; 3]| ranks.map(u32::to_le_bytes).concat();
        let read = |bytes: &[u8]| ProbabilityOrder::from_bytes(bytes, &graph);
        assert_eq!(read(&file([2, 1, 1])).unwrap().ranks(), [2, 1, 1]);
        let fault = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
        assert_eq!(
            fault(&file([1, 2, 1])[..11]),
            "not of this graph: expected 12 bytes for 3 words, found 11"
        );
        for (ranks, word, length, count, found) in [
            ([1, 1, 1], 1, 2, 2, 1),
            ([1, 3, 1], 1, 2, 2, 3),
            ([0, 1, 1], 0, 2, 2, 0),
            ([1, 2, u32::MAX], 2, 3, 1, u32::MAX),
        ] {
            assert_eq!(
                fault(&file(ranks)),
                format!(
                    "not of this graph: word {word}: expected a rank from 1 to {count} that no \
                     other word of {length} tiles has, found {found}"
                )
            );
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn ranks_are_counted_one_by_one(words in any_words(1..=26, 1..5, 60)) {
            let english = Ruleset::builtin("english").unwrap();
            let draws = Draws::of(&english);
            for spec in all_specs().filter(|spec| spec.format == NodeFormat::Kwg) {
                let words = entries(&words, spec.content);
                let graph = graph_of(&words, spec);
                let order = ProbabilityOrder::of(&graph, &english).unwrap();
                let key = |word: &[Tile]| {
                    let mut alphagram = word.to_vec();
                    alphagram.sort_unstable();
                    (Reverse(draws.word(word)), alphagram, word.to_vec())
                };
                for (i, word) in (0..).zip(words.iter()) {
                    let same_length = words.iter().filter(|w| w.len() == word.len());
                    let before = same_length.filter(|w| key(w) < key(word)).count();
                    prop_assert_eq!(order.rank(i), Some(before as u32 + 1));
                }
                let bytes = order.to_bytes();
                prop_assert_eq!(ProbabilityOrder::from_bytes(&bytes, &graph), Ok(order));
            }
        }

        #[test]
        fn damage_is_refused_or_read_as_it_is(
            words in any_words(1..=26, 1..5, 60),
            at in any::<prop::sample::Index>(),
            byte in any::<u8>(),
        ) {
            let english = Ruleset::builtin("english").unwrap();
            let graph = graph_of(&words, GraphSpec::new());
            let mut bytes = ProbabilityOrder::of(&graph, &english).unwrap().to_bytes();
            let original = bytes.clone();
            if !bytes.is_empty() {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            // One rank changed is always one too many or one too few.
            let read = ProbabilityOrder::from_bytes(&bytes, &graph);
            prop_assert_eq!(read.is_ok(), bytes == original);
        }
    }
}
