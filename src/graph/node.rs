//! Nodes: the two file formats, and the form in memory.
//!
//! Files consist of 32-bit little-endian nodes. Both formats hold the same four fields,
//! at different bits. In memory all graphs use the bits of the larger format, so only
//! this module handles two formats.
//!
//! | bits    | KWG   | KBWG, and in memory |
//! | ------- | ----- | ------------------- |
//! | arc     | 0–21  | 8–31                |
//! | is_end  | 22    | 6                   |
//! | accepts | 23    | 7                   |
//! | tile    | 24–31 | 0–5                 |

use crate::error::{Error, display_and_parse_by_name};
use crate::tiles::Tile;

/// The node format of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "recipe", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "recipe", serde(rename_all = "lowercase"))]
pub enum NodeFormat {
    /// Arcs of 22 bits: `.kwg`, `.kad`.
    #[default]
    Kwg,
    /// Arcs of 24 bits: `.kbwg`.
    Kbwg,
}

impl NodeFormat {
    /// Both formats.
    pub const ALL: [NodeFormat; 2] = [NodeFormat::Kwg, NodeFormat::Kbwg];

    /// The most nodes that a file can hold.
    pub const fn max_nodes(self) -> u64 {
        match self {
            NodeFormat::Kwg => 1 << 22,
            NodeFormat::Kbwg => 1 << 24,
        }
    }

    /// The name used in recipes and options.
    pub const fn name(self) -> &'static str {
        match self {
            NodeFormat::Kwg => "kwg",
            NodeFormat::Kbwg => "kbwg",
        }
    }

    /// Encodes a node for a file.
    #[inline]
    pub(crate) fn encode(self, node: Node) -> u32 {
        match self {
            NodeFormat::Kbwg => node.0,
            NodeFormat::Kwg => {
                node.arc()
                    | u32::from(node.is_end()) << 22
                    | u32::from(node.accepts()) << 23
                    | u32::from(node.tile()) << 24
            }
        }
    }

    /// Decodes a node of a file; `None` if its tile is too large.
    #[inline]
    pub(crate) fn decode(self, bits: u32) -> Option<Node> {
        self.fits(bits).then(|| self.decode_fitting(bits))
    }

    /// Whether a node's tile is small enough. To check many nodes at once, pass the
    /// bitwise or of their bits.
    #[inline]
    pub(crate) fn fits(self, bits: u32) -> bool {
        match self {
            NodeFormat::Kbwg => true,
            NodeFormat::Kwg => bits >> 24 <= u32::from(Node::MAX_TILE),
        }
    }

    /// Decodes a node of a file, truncating its tile to 6 bits.
    #[inline]
    pub(crate) fn decode_fitting(self, bits: u32) -> Node {
        match self {
            NodeFormat::Kbwg => Node(bits),
            NodeFormat::Kwg => Node(bits << 8 & !(3 << 30) | bits >> 16 & 3 << 6 | bits >> 24 & 63),
        }
    }
}

display_and_parse_by_name!(NodeFormat);

/// A node: a tile, whether a word ends with it, whether its list ends with it,
/// and the index of the list that follows (0 if none).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Node(u32);

impl Node {
    /// The largest tile a node can hold.
    pub const MAX_TILE: Tile = 63;

    /// Packs a node. Tile and arc must be in range.
    #[inline]
    pub(crate) fn new(tile: Tile, accepts: bool, is_end: bool, arc: u32) -> Node {
        debug_assert!(tile <= Node::MAX_TILE && u64::from(arc) < NodeFormat::Kbwg.max_nodes());
        Node(u32::from(tile) | u32::from(is_end) << 6 | u32::from(accepts) << 7 | arc << 8)
    }

    /// The node's bits in memory.
    pub(crate) fn bits(self) -> u32 {
        self.0
    }

    /// Creates the node with these bits in memory.
    pub(crate) fn from_bits(bits: u32) -> Node {
        Node(bits)
    }

    /// Creates a head node, which precedes the lists and points to a root.
    pub(crate) fn head(root: u32) -> Node {
        Node::new(0, false, true, root)
    }

    /// Whether the node has the form of a head node.
    pub fn is_head(self) -> bool {
        self.0 & 0xff == 1 << 6
    }

    /// Whether no word ends here and no path continues.
    #[inline]
    pub(crate) fn is_dead_end(self) -> bool {
        self.0 & !0x7f == 0
    }

    /// The tile.
    #[inline]
    pub fn tile(self) -> Tile {
        (self.0 & 63) as Tile
    }

    /// Whether the path up to this tile, including it, is a word.
    #[inline]
    pub fn accepts(self) -> bool {
        self.0 & 1 << 7 != 0
    }

    /// Whether this is the last node of its list.
    #[inline]
    pub fn is_end(self) -> bool {
        self.0 & 1 << 6 != 0
    }

    /// The index of the list that follows; 0 if there is none.
    #[inline]
    pub fn arc(self) -> u32 {
        self.0 >> 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn bits_are_where_the_formats_say() {
        let node = Node::new(3, true, false, 0x12345);
        assert_eq!(NodeFormat::Kwg.encode(node), 0x0381_2345);
        assert_eq!(NodeFormat::Kbwg.encode(node), 0x0123_4583);
        let head = Node::head(0);
        assert_eq!(NodeFormat::Kwg.encode(head), 0x0040_0000);
        assert!(head.is_head() && Node::head(99).is_head() && !node.is_head());
    }

    #[test]
    fn a_tile_past_63_is_refused() {
        assert!(NodeFormat::Kwg.decode(0x3f00_0000).is_some());
        assert!(NodeFormat::Kwg.decode(0x4000_0000).is_none());
    }

    proptest! {
        #[test]
        fn nodes_come_back(tile in 0..64u8, accepts: bool, is_end: bool, arc in 0..1u32 << 22) {
            let node = Node::new(tile, accepts, is_end, arc);
            for format in [NodeFormat::Kwg, NodeFormat::Kbwg] {
                let back = format.decode(format.encode(node)).unwrap();
                prop_assert_eq!(back, node);
                prop_assert_eq!(
                    (back.tile(), back.accepts(), back.is_end(), back.arc()),
                    (tile, accepts, is_end, arc)
                );
            }
        }
    }
}
