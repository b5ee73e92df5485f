//! Membership: which words of a graph that covers several lexicons are in one of them.
//!
//! A `.kwi` file has one bit for each word of the graph, by the word's number: bit
//! `i % 8` of byte `i / 8` is set if word `i` is in the lexicon. So one lookup of a
//! word serves all lexicons.

use crate::graph::fault::GraphFault;
use crate::graph::query::word_index::WordIndex;
use crate::lexicon::Words;

/// A set of words of a graph, by their numbers.
///
/// ```
/// # use wordmill::graph::{Graph, GraphSpec, Members, WordIndex, build};
/// # use wordmill::lexicon::Words;
/// # let all = Words::from_unsorted([&[3, 1, 20][..], &[3, 1], &[20]])?;
/// # let graph = Graph::open(&build(&all, GraphSpec::new())?)?;
/// let index = WordIndex::of(&graph)?;
/// let some = Words::from_unsorted([&[20][..], &[9, 9]])?;
/// let (members, absent) = Members::of(&index, &some);
/// assert!(members.contains(2) && !members.contains(0));
/// assert_eq!(absent, 1);
/// assert_eq!(Members::from_bytes(members.as_bytes(), &index), Ok(members));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Members {
    bits: Box<[u8]>,
}

impl Members {
    /// Finds the members among some words, and counts the words that the graph lacks.
    pub fn of(index: &WordIndex, words: &Words) -> (Members, usize) {
        let mut bits = vec![0; byte_count(index)].into_boxed_slice();
        let mut absent = 0;
        for word in words.iter() {
            match index.index(word) {
                Some(i) => bits[i as usize / 8] |= 1 << (i % 8),
                None => absent += 1,
            }
        }
        (Members { bits }, absent)
    }

    /// Whether word `index` is a member; false past the last word.
    #[inline]
    pub fn contains(&self, index: u32) -> bool {
        let byte = self.bits.get(index as usize / 8);
        byte.is_some_and(|byte| byte & 1 << (index % 8) != 0)
    }

    /// The number of members.
    pub fn count(&self) -> u32 {
        self.bits.iter().map(|byte| byte.count_ones()).sum()
    }

    /// The bytes of a `.kwi` file.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bits
    }

    /// Reads a `.kwi` file. It must have the size that the graph's words need, and no
    /// bit past the last word.
    pub fn from_bytes(bytes: &[u8], index: &WordIndex) -> Result<Members, GraphFault> {
        let words = index.len();
        let refuse = |expected: String, found: String| {
            Err(GraphFault::mismatch(expected, found).of("not of this graph"))
        };
        let expected = byte_count(index);
        if bytes.len() != expected {
            let expected = format!("{expected} bytes for {words} words");
            return refuse(expected, bytes.len().to_string());
        }
        let used = words % 8;
        if let Some(last) = bytes.last()
            && used != 0
            && last >> used != 0
        {
            let expected = format!("no bit past the last of {words} words");
            return refuse(expected, "one".to_string());
        }
        Ok(Members { bits: bytes.into() })
    }
}

fn byte_count(index: &WordIndex) -> usize {
    index.len().div_ceil(8) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::node::NodeFormat;
    use crate::graph::spec::{Content, GraphSpec};
    use crate::graph::testing::{all_specs, any_words, entries, graph_of};
    use proptest::prelude::*;

    fn index_of(words: &Words, spec: GraphSpec) -> WordIndex {
        WordIndex::of(&graph_of(words, spec)).unwrap()
    }

    #[test]
    fn a_file_of_another_graph_is_refused() {
        let words: Vec<[u8; 1]> = (1..=10).map(|t| [t]).collect();
        let words = Words::from_unsorted(words.iter().map(|w| &w[..])).unwrap();
        let index = index_of(&words, GraphSpec::new().content(Content::Dawg));
        let fault = |bytes: &[u8]| Members::from_bytes(bytes, &index).unwrap_err().to_string();
        assert_eq!(
            fault(&[1]),
            "not of this graph: expected 2 bytes for 10 words, found 1"
        );
        assert_eq!(
            fault(&[1, 4]),
            "not of this graph: expected no bit past the last of 10 words, found one"
        );
        let all = Members::from_bytes(&[255, 3], &index).unwrap();
        assert_eq!(all.count(), 10);
        assert!(all.contains(9) && !all.contains(10) && !all.contains(u32::MAX));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn members_are_those_of_the_set(
            all in any_words(1..=3, 1..5, 60),
            some in any_words(1..=3, 1..5, 60),
        ) {
            for spec in all_specs().filter(|spec| spec.format == NodeFormat::Kwg) {
                let all = entries(&all, spec.content);
                let index = index_of(&all, spec);
                let (members, absent) = Members::of(&index, &some);
                for (i, word) in (0..).zip(all.iter()) {
                    prop_assert_eq!(members.contains(i), some.contains(word));
                }
                prop_assert_eq!(members.count() as usize + absent, some.len());
                prop_assert_eq!(Members::from_bytes(members.as_bytes(), &index), Ok(members));
            }
        }

        #[test]
        fn any_bytes_are_read_or_refused(
            all in any_words(1..=3, 1..5, 60),
            bytes in prop::collection::vec(any::<u8>(), 0..9),
        ) {
            let index = index_of(&all, GraphSpec::new());
            if let Ok(members) = Members::from_bytes(&bytes, &index) {
                prop_assert_eq!(members.as_bytes(), bytes);
                prop_assert!((index.len()..index.len() + 16).all(|i| !members.contains(i)));
            }
        }
    }
}
