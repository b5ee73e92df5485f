//! Lists whose nodes have counts, stored for fast lookup.

use crate::graph::node::Node;
use crate::tiles::Tile;

/// A node and its count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CountedNode {
    pub(crate) node: Node,
    pub(crate) count: u32,
}

/// A place in a walk: a node reached from the root.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cursor {
    pub(crate) node: Node,
    /// The number of words that sort before all that begin with the path to the
    /// node.
    pub(crate) before: u32,
}

/// Nodes in walk order. The first one points to the root list.
#[derive(Clone, Debug)]
pub(crate) struct CountedLists {
    /// The tile of each node, with the flag [`LAST`] at the end of a list; padded
    /// so that there are always [`LANES`] bytes to compare.
    tiles: Box<[u8]>,
    /// The nodes, padded with one that ends a list.
    pub(crate) nodes: Box<[CountedNode]>,
}

/// Flags the tile that ends a list.
const LAST: u8 = 1 << 6;

/// The number of tiles compared at once.
const LANES: usize = 8;

/// Repeats a byte in all lanes.
const fn lanes(byte: u8) -> u64 {
    u64::from_le_bytes([byte; LANES])
}

impl CountedLists {
    pub(crate) fn new(mut nodes: Vec<CountedNode>) -> CountedLists {
        let last = |node: Node| if node.is_end() { LAST } else { 0 };
        let mut tiles: Vec<u8> = nodes.iter().map(|n| n.node.tile() | last(n.node)).collect();
        tiles.resize(nodes.len() + LANES, LAST);
        nodes.push(CountedNode {
            node: Node::head(0),
            count: 0,
        });
        CountedLists {
            tiles: tiles.into_boxed_slice(),
            nodes: nodes.into_boxed_slice(),
        }
    }

    /// The number of nodes, without the padding.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    pub(crate) fn total(&self) -> u32 {
        self.nodes.first().map_or(0, |head| head.count)
    }

    /// The number of words from the beginning of a list on.
    pub(crate) fn words_from(&self, list: u32) -> u32 {
        self.nodes.get(list as usize).map_or(0, |first| first.count)
    }

    /// The cursor before the first tile.
    #[inline]
    pub(crate) fn root(&self) -> Cursor {
        Cursor {
            node: self.nodes.first().map_or(Node::default(), |n| n.node),
            before: 0,
        }
    }

    /// The cursor one tile further on; none if no word goes on with the tile.
    #[inline]
    pub(crate) fn step(&self, from: Cursor, tile: Tile) -> Option<Cursor> {
        let list = from.node.arc() as usize;
        if list == 0 || tile > Node::MAX_TILE {
            return None;
        }
        let there = self.nodes.get(self.find(list, tile)?)?;
        let passed = self.nodes.get(list)?.count - there.count;
        Some(Cursor {
            node: there.node,
            before: from.before + u32::from(from.node.accepts()) + passed,
        })
    }

    /// Finds a tile in a list.
    #[inline]
    fn find(&self, list: usize, tile: Tile) -> Option<usize> {
        const HIGH: u64 = lanes(1 << 7);
        let wanted = lanes(1) * u64::from(tile);
        let mut at = list;
        loop {
            let bytes = u64::from_le_bytes(*self.tiles.get(at..)?.first_chunk()?);
            let ends = bytes & lanes(LAST);
            // All bits up to the first end, and the bit above it.
            let inside = ends ^ ends.wrapping_sub(1);
            let inside = inside | inside << 1;
            // Tiles are below 64, so no lane borrows from the next, and its high
            // bit stays set only where the difference is 0.
            let different = bytes & lanes(Node::MAX_TILE) ^ wanted;
            let hits = (HIGH - different) & HIGH & inside;
            if hits != 0 {
                return Some(at + (hits.trailing_zeros() / u8::BITS) as usize);
            }
            if ends != 0 {
                return None;
            }
            at += LANES;
        }
    }

    /// Finds the node of a list that word number `inside` of the list goes
    /// through, and the number of words that sort before all of that node's.
    #[inline]
    pub(crate) fn holder(&self, list: u32, inside: u32) -> Option<(Node, u32)> {
        let mut rest = self.nodes.get(list as usize..)?.iter();
        let first = rest.next()?;
        let mut holder = first;
        // The wanted word is in the last node with at least as many words from
        // it on as are left from the word on.
        let left = first.count - inside;
        for next in rest {
            // One branch, as either reason is as hard to predict.
            if holder.node.is_end() | (next.count < left) {
                return Some((holder.node, first.count - holder.count));
            }
            holder = next;
        }
        None
    }
}
