//! Sets of nodes, one bit for each node.

/// A set of nodes of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NodeSet {
    words: Box<[u64]>,
}

/// Nodes per word of bits.
pub(crate) const PER_WORD: usize = u64::BITS as usize;

impl NodeSet {
    /// An empty set with room for `nodes` nodes.
    pub(crate) fn none_of(nodes: usize) -> NodeSet {
        NodeSet {
            words: vec![0; nodes.div_ceil(PER_WORD)].into_boxed_slice(),
        }
    }

    /// Creates the set with these bits, 64 nodes per word.
    pub(crate) fn of(words: &[u64]) -> NodeSet {
        NodeSet {
            words: words.into(),
        }
    }

    /// Adds a node. Returns `None` and adds nothing if the set has no room for it.
    #[inline]
    pub(crate) fn insert(&mut self, index: u32) -> Option<()> {
        insert(&mut self.words, index)
    }

    /// Whether a node is in the set.
    #[inline]
    pub(crate) fn has(&self, index: u32) -> bool {
        let word = self.words.get(index as usize / PER_WORD);
        word.is_some_and(|word| word >> (index as usize % PER_WORD) & 1 != 0)
    }

    /// The nodes in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        (0..)
            .zip(&self.words)
            .flat_map(|(at, &word)| bits(word).map(move |bit| at * u64::BITS + bit))
    }

    /// The bits of the set, 64 nodes per word.
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    /// The bits of the set, mutable.
    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }
}

/// Adds a node to the bits of a set; `None` if there is no room for it.
#[inline]
pub(crate) fn insert(words: &mut [u64], index: u32) -> Option<()> {
    *words.get_mut(index as usize / PER_WORD)? |= 1 << (index as usize % PER_WORD);
    Some(())
}

/// The last node in the bits of a set.
pub(crate) fn last(words: &[u64]) -> Option<u32> {
    let at = words.iter().rposition(|&word| word != 0)?;
    Some(at as u32 * u64::BITS + words[at].ilog2())
}

/// The positions of the set bits in a word, in order.
#[inline]
pub(crate) fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros());
        word &= word.wrapping_sub(1);
        bit
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_is_found() {
        let mut set = NodeSet::none_of(130);
        assert!(last(set.words()).is_none() && !set.has(0) && set.iter().next().is_none());
        for index in [64, 0, 129, 63, 64, 4_000_000_000] {
            set.insert(index);
        }
        assert_eq!(set.iter().collect::<Vec<u32>>(), [0, 63, 64, 129]);
        assert_eq!(last(set.words()), Some(129));
        assert!(set.has(63) && !set.has(65) && !set.has(u32::MAX));
        assert_eq!(last(&[]), None);
    }
}
