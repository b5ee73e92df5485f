//! Hooks: the tiles that make a new word when put before or after a word.

use crate::graph::query::pattern::{TileSet, set_of};
use crate::graph::read::graph::Graph;
use crate::tiles::{Alphabet, MAX_LETTERS, Tile};

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
        let front = self.front_hooks(word, TileSet::MAX);
        let behind = self.list(self.follow(word).unwrap_or(0));
        let accepting = behind.iter().filter(|node| node.accepts());
        Hooks {
            front: (0..=MAX_LETTERS as Tile)
                .filter(|&tile| front & set_of(tile) != 0)
                .collect(),
            back: accepting.map(|node| node.tile()).collect(),
        }
    }

    /// Finds the front hooks of some tiles, among those of a set.
    pub(crate) fn front_hooks(&self, word: &[Tile], among: TileSet) -> TileSet {
        let mut hooks = 0;
        for first in self.list(self.dawg_root()) {
            let tile = set_of(first.tile());
            let hooked = || {
                let mut node = *first;
                word.iter().all(|&tile| match self.find(node.arc(), tile) {
                    Some(next) => {
                        node = next;
                        true
                    }
                    None => false,
                }) && node.accepts()
            };
            if among & tile != 0 && hooked() {
                hooks |= tile;
            }
        }
        hooks
    }
}
