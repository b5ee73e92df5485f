//! Files with faults made on purpose.
//!
//! The builder can't make a GADDAG that lacks a word of its DAWG. A tree can be
//! anything: every path has nodes of its own, so that one can be left out or put
//! in without any other.

use std::collections::BTreeMap;
use wordmill::ruleset::Ruleset;

/// Paths as a tree: tiles, whether a path ends there, and what follows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree(BTreeMap<u8, (bool, Tree)>);

impl Tree {
    pub(crate) fn of(paths: &[Vec<u8>]) -> Tree {
        let mut tree = Tree::default();
        for path in paths {
            tree.insert(path);
        }
        tree
    }

    fn insert(&mut self, path: &[u8]) {
        if let Some((&tile, rest)) = path.split_first() {
            let (accepts, below) = self.0.entry(tile).or_default();
            *accepts |= rest.is_empty();
            below.insert(rest);
        }
    }

    /// Writes the tree's lists; gives where its own begins.
    fn write(&self, nodes: &mut Vec<u32>) -> u32 {
        if self.0.is_empty() {
            return 0;
        }
        let start = nodes.len();
        nodes.resize(start + self.0.len(), 0);
        for (i, (&tile, (accepts, below))) in self.0.iter().enumerate() {
            let is_end = i + 1 == self.0.len();
            let arc = below.write(nodes);
            nodes[start + i] =
                arc | u32::from(is_end) << 22 | u32::from(*accepts) << 23 | u32::from(tile) << 24;
        }
        start as u32
    }
}

/// The tiles of English words.
pub(crate) fn tiles(words: &[&str]) -> Vec<Vec<u8>> {
    let english = Ruleset::builtin("english").unwrap();
    let read = |word: &&str| english.alphabet().read_word(word).unwrap();
    words.iter().map(read).collect()
}

/// All paths of the GADDAG of some words, through to the ends of the words.
pub(crate) fn gaddag_paths(words: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut paths = Vec::new();
    for word in words {
        let reversed = |part: &[u8]| part.iter().rev().copied().collect::<Vec<u8>>();
        paths.push(reversed(word));
        for split in 1..word.len() {
            let (left, right) = word.split_at(split);
            paths.push([&reversed(left)[..], &[0], right].concat());
        }
    }
    paths
}

/// A path of a GADDAG as text: `RAC@E`.
pub(crate) fn path(text: &str) -> Vec<u8> {
    let tile = |c: char| if c == '@' { 0 } else { c as u8 - b'A' + 1 };
    text.chars().map(tile).collect()
}

/// A KWG file with any words in its DAWG and any paths in its GADDAG.
pub(crate) fn gaddawg(words: &[Vec<u8>], gaddag: &[Vec<u8>]) -> Vec<u8> {
    let mut nodes = vec![1 << 22; 2];
    nodes[0] |= Tree::of(words).write(&mut nodes);
    nodes[1] |= Tree::of(gaddag).write(&mut nodes);
    to_bytes(&nodes)
}

pub(crate) fn to_bytes(nodes: &[u32]) -> Vec<u8> {
    nodes.iter().flat_map(|node| node.to_le_bytes()).collect()
}

/// Nodes from (tile, accepts, is_end, arc).
pub(crate) fn nodes(nodes: &[(u32, bool, bool, u32)]) -> Vec<u8> {
    let node = |&(tile, accepts, is_end, arc): &(u32, bool, bool, u32)| {
        arc | u32::from(is_end) << 22 | u32::from(accepts) << 23 | tile << 24
    };
    to_bytes(&nodes.iter().map(node).collect::<Vec<_>>())
}
