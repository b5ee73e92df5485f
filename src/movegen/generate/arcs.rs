//! The arcs out of a graph node, in the form that the GADDAG search needs.

use crate::graph::{NodeWithSet, index_in};
use crate::tiles::Tile;

/// The arcs out of a node: where its child list starts, and the set of tiles in
/// that list. Empty by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Arcs {
    pub(crate) start: u32,
    pub(crate) set: u64,
}

impl Arcs {
    /// The arcs out of a node.
    #[inline]
    pub(crate) fn after(step: NodeWithSet) -> Arcs {
        Arcs {
            start: step.node().arc(),
            set: step.set(),
        }
    }

    /// The arcs after the direction switch; empty if there is no switch.
    #[inline]
    pub(crate) fn switched(self, steps: &[NodeWithSet]) -> Arcs {
        match self.set & 1 {
            0 => Arcs::default(),
            // The switch is tile 0, so it is the first node of its list.
            _ => Arcs::after(steps[self.start as usize]),
        }
    }

    /// The index of the node that a tile leads to.
    #[inline]
    pub(crate) fn follow(self, tile: Tile) -> Option<usize> {
        (self.set >> tile & 1 != 0).then(|| index_in(self.start, self.set, 1 << tile))
    }
}

/// Removes the first tile of a set, and returns its number and its bit.
#[inline(always)]
pub(crate) fn first(set: &mut u64) -> (Tile, u64) {
    let (tile, bit) = (set.trailing_zeros() as Tile, *set & set.wrapping_neg());
    *set &= set.wrapping_sub(1);
    (tile, bit)
}
