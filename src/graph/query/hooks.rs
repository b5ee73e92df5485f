//! Hooks: the tiles that make a new word when placed before or after a word.

use crate::graph::node::Node;
use crate::graph::query::pattern::{TileSet, set_of};
use crate::graph::read::graph::Graph;
use crate::tiles::{Alphabet, MAX_LETTERS, Tile};

/// The hooks of a word, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hooks {
    /// Tiles that may go before it.
    pub front: Vec<Tile>,
    /// Tiles that may go after it.
    pub back: Vec<Tile>,
}

impl Hooks {
    /// Whether the word has no hooks.
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

    /// The front hooks and the back hooks as text, one label after the other.
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
        let tiles = |set: TileSet| {
            let all = 0..=MAX_LETTERS as Tile;
            all.filter(|&tile| set & set_of(tile) != 0).collect()
        };
        Hooks {
            front: tiles(self.front_hooks(word, TileSet::MAX)),
            back: tiles(self.back_hooks(word)),
        }
    }

    /// The tiles that make another word after a word.
    pub(crate) fn back_hooks(&self, word: &[Tile]) -> TileSet {
        let behind = self.list(self.follow(word).unwrap_or(0));
        let accepting = behind.iter().filter(|node| node.accepts());
        accepting.fold(0, |set, node| set | set_of(node.tile()))
    }

    /// Finds the front hooks of some tiles among those of a set.
    pub(crate) fn front_hooks(&self, word: &[Tile], among: TileSet) -> TileSet {
        let firsts = self.list(self.dawg_root()).iter();
        let firsts = firsts.filter(|first| among & set_of(first.tile()) != 0);
        let hooked = firsts.filter(|&&first| {
            let last = self.node_after(first, word);
            last.is_some_and(Node::accepts)
        });
        hooked.fold(0, |set, first| set | set_of(first.tile()))
    }
}
