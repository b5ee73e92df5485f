//! Hooks: the tiles that make a new word when put before or after a word.

use crate::graph::read::graph::Graph;
use crate::tiles::{Alphabet, Tile};

/// The hooks of a word, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hooks {
    /// Tiles that can stand before it.
    pub front: Vec<Tile>,
    /// Tiles that can stand after it.
    pub back: Vec<Tile>,
}

impl Hooks {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.front.is_empty() && self.back.is_empty()
    }

    /// The hooks that `other` lacks.
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

    /// The front hooks and the back hooks as text, label after label.
    pub fn text(&self, alphabet: &Alphabet) -> (String, String) {
        (
            alphabet.labels_text(&self.front),
            alphabet.labels_text(&self.back),
        )
    }
}

impl Graph {
    /// Finds the hooks of some tiles, which need not be a word.
    ///
    /// ```
    /// # use wordmill::graph::{Graph, GraphSpec, build};
    /// # use wordmill::lexicon::Words;
    /// let words = Words::from_unsorted([&[1, 2][..], &[3, 1, 2], &[1, 2, 4], &[1, 2, 5, 6]])?;
    /// let graph = Graph::open(&build(&words, GraphSpec::new())?)?;
    /// let hooks = graph.hooks(&[1, 2]);
    /// assert_eq!((hooks.front, hooks.back), (vec![3], vec![4]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
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
