//! Hooks: the tiles that make another word in front of a word or behind it.

use crate::graph::read::Graph;
use crate::tiles::{Alphabet, Tile};

/// The tiles that extend a word to another one, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hooks {
    /// Those that can stand before it.
    pub front: Vec<Tile>,
    /// Those that can stand after it.
    pub back: Vec<Tile>,
}

impl Hooks {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.front.is_empty() && self.back.is_empty()
    }

    /// The hooks that are not among `other`.
    pub fn without(&self, other: &Hooks) -> Hooks {
        let rest = |own: &[Tile], other: &[Tile]| {
            let lacks = |tile: &Tile| !other.contains(tile);
            own.iter().copied().filter(lacks).collect()
        };
        Hooks {
            front: rest(&self.front, &other.front),
            back: rest(&self.back, &other.back),
        }
    }

    /// The front and the back hooks as text: the labels, one after the other.
    pub fn text(&self, alphabet: &Alphabet) -> (String, String) {
        (
            alphabet.word_text(&self.front),
            alphabet.word_text(&self.back),
        )
    }
}

impl Graph {
    /// The list that follows some tiles in the DAWG: none if no word begins
    /// with them, 0 if none goes on.
    pub fn follow(&self, tiles: &[Tile]) -> Option<u32> {
        let mut list = self.dawg_root();
        for &tile in tiles {
            list = self.find(list, tile)?.arc();
        }
        Some(list)
    }

    /// The hooks of some tiles, which need not be a word.
    ///
    /// ```
    /// # use wordmill::graph::{Graph, GraphKind, GraphSpec, NodeFormat, build};
    /// # use wordmill::lexicon::Words;
    /// let words = Words::from_unsorted([&[1, 2][..], &[3, 1, 2], &[1, 2, 4], &[1, 2, 5, 6]])?;
    /// let bytes = build(&words, GraphSpec::default())?;
    /// let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap();
    /// let hooks = graph.hooks(&[1, 2]);
    /// assert_eq!((hooks.front, hooks.back), (vec![3], vec![4]));
    /// # Ok::<(), wordmill::error::Error>(())
    /// ```
    pub fn hooks(&self, word: &[Tile]) -> Hooks {
        let mut hooked = Vec::with_capacity(word.len() + 1);
        let mut front = Vec::new();
        for first in self.list(self.dawg_root()) {
            hooked.clear();
            hooked.push(first.tile());
            hooked.extend_from_slice(word);
            if self.has_word(&hooked) {
                front.push(first.tile());
            }
        }
        let behind = self.list(self.follow(word).unwrap_or(0));
        let accepting = behind.iter().filter(|node| node.accepts());
        Hooks {
            front,
            back: accepting.map(|node| node.tile()).collect(),
        }
    }
}
