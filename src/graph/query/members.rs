//! Which words of a graph over several lexicons are in one of them.
//!
//! A `.kwi` file has one bit for each word of the graph, by the word's number:
//! bit `i % 8` of byte `i / 8` is set if word `i` is in the lexicon. A word is
//! looked up once, and then a bit for each lexicon tells where it belongs.

use crate::graph::fault::GraphFault;
use crate::graph::query::index::WordIndex;
use crate::lexicon::Words;

/// A set of words of a graph, by their numbers.
///
/// ```
/// # use wordmill::graph::{Graph, GraphKind, GraphSpec, Members, NodeFormat, WordIndex, build};
/// # use wordmill::lexicon::Words;
/// # let all = Words::from_unsorted([&[3, 1, 20][..], &[3, 1], &[20]])?;
/// # let bytes = build(&all, GraphSpec::default())?;
/// # let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap();
/// let index = WordIndex::of(&graph).unwrap();
/// let some = Words::from_unsorted([&[20][..], &[9, 9]])?;
/// let (members, absent) = Members::of(&index, &some);
/// assert!(members.contains(2) && !members.contains(0));
/// assert_eq!(absent, 1);
/// assert_eq!(Members::from_bytes(members.as_bytes(), &index), Ok(members));
/// # Ok::<(), wordmill::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Members {
    bits: Box<[u8]>,
}

impl Members {
    /// The members among some words, and how many words the graph lacks.
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

    /// How many members there are.
    pub fn count(&self) -> u32 {
        self.bits.iter().map(|byte| byte.count_ones()).sum()
    }

    /// The bytes of a `.kwi` file.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bits
    }

    /// Reads a `.kwi` file; one of another size than the graph's words need, or
    /// with a bit past the last word, is refused.
    pub fn from_bytes(bytes: &[u8], index: &WordIndex) -> Result<Members, GraphFault> {
        let expected = byte_count(index);
        if bytes.len() != expected {
            return Err(GraphFault::file(format!(
                "not of this graph: expected {expected} bytes for {} words, found {}",
                index.len(),
                bytes.len()
            )));
        }
        let used = index.len() % 8;
        if let Some(last) = bytes.last()
            && used != 0
            && last >> used != 0
        {
            return Err(GraphFault::file(format!(
                "not of this graph: expected no bit past the last of {} words, found one",
                index.len()
            )));
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
    use crate::graph::build;
    use crate::graph::build::{Content, GraphSpec};
    use crate::graph::layout::Layout;
    use crate::graph::node::NodeFormat;
    use crate::graph::read::{Graph, GraphKind};
    use proptest::prelude::*;

    fn index_of(words: &Words, layout: Layout, content: Content) -> WordIndex {
        let spec = GraphSpec {
            content,
            layout,
            format: NodeFormat::Kwg,
        };
        let kind = match content {
            Content::Gaddawg => GraphKind::Gaddawg,
            _ => GraphKind::Dawg,
        };
        let bytes = build(words, spec).unwrap();
        let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, kind, 26).unwrap();
        WordIndex::of(&graph).unwrap()
    }

    #[test]
    fn a_file_of_another_graph_is_refused() {
        let words: Vec<[u8; 1]> = (1..=10).map(|t| [t]).collect();
        let words = Words::from_unsorted(words.iter().map(|w| &w[..])).unwrap();
        let index = index_of(&words, Layout::Wolges, Content::Dawg);
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

    fn any_words() -> impl Strategy<Value = Words> {
        prop::collection::vec(prop::collection::vec(1u8..4, 1..5), 0..60)
            .prop_map(|list| Words::from_unsorted(list.iter().map(Vec::as_slice)).unwrap())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn members_are_those_of_the_set(all in any_words(), some in any_words()) {
            for layout in Layout::ALL {
                for content in Content::ALL {
                    let all = match content {
                        Content::Alphagrams => all.alphagrams(),
                        _ => all.clone(),
                    };
                    let index = index_of(&all, layout, content);
                    let (members, absent) = Members::of(&index, &some);
                    for (i, word) in all.iter().enumerate() {
                        prop_assert_eq!(members.contains(i as u32), some.contains(word));
                    }
                    prop_assert_eq!(members.count() as usize + absent, some.len());
                    prop_assert_eq!(Members::from_bytes(members.as_bytes(), &index), Ok(members));
                }
            }
        }

        #[test]
        fn any_bytes_are_read_or_refused(
            all in any_words(),
            bytes in prop::collection::vec(any::<u8>(), 0..9),
        ) {
            let index = index_of(&all, Layout::Wolges, Content::Gaddawg);
            if let Ok(members) = Members::from_bytes(&bytes, &index) {
                prop_assert_eq!(members.as_bytes(), bytes);
                prop_assert!((index.len()..index.len() + 16).all(|i| !members.contains(i)));
            }
        }
    }
}
