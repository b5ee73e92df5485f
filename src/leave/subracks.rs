//! Looks up the leaves of all subracks of a rack in one walk.
//!
//! A subrack is one step further through the graph than the subrack without its last
//! tile. So one walk finds all values, while separate lookups would each start from the
//! root.

use crate::graph::index_in;
use crate::leave::read::Leaves;
use crate::tiles::Tile;

/// A subrack reached by the walk.
#[derive(Clone, Copy)]
struct Subrack {
    /// The node of the last tile; node 0 before the first.
    node: usize,
    /// The number of leaves that sort before those that continue from it.
    before: u32,
    number: usize,
    /// The number of copies of the last tile that were taken.
    taken: u8,
    /// What each copy adds to the number.
    stride: usize,
}

impl Leaves {
    /// Calls `found` with the number and the value of every leave that is a subrack.
    /// The rack is given by its different tiles, in order, and their counts. The digits
    /// of a subrack's number are the counts of its tiles, the first lowest.
    pub(crate) fn each_subrack(&self, rack: &[(Tile, u8)], found: &mut impl FnMut(usize, f32)) {
        let empty = Subrack {
            node: 0,
            before: 0,
            number: 0,
            taken: 0,
            stride: 1,
        };
        self.longer_subracks(rack, empty, found);
    }

    /// Extends a subrack to those with more tiles, from its last tile on. `rack` begins
    /// with that tile.
    fn longer_subracks(
        &self,
        rack: &[(Tile, u8)],
        mut part: Subrack,
        found: &mut impl FnMut(usize, f32),
    ) {
        let (steps, counts) = (self.graph().letter_sets(), self.counts().by_node());
        let list = steps[part.node].node().arc();
        let set = steps[part.node].set();
        for (i, &(tile, count)) in rack.iter().enumerate() {
            let bit = 1u64.checked_shl(tile.into()).unwrap_or(0);
            if part.taken < count && set & bit != 0 {
                let node = index_in(list, set, bit);
                let index = part.before + counts[list as usize] - counts[node];
                let accepts = steps[node].node().accepts();
                let number = part.number.saturating_add(part.stride);
                if accepts {
                    found(number, self.values()[index as usize]);
                }
                if steps[node].node().arc() != 0 {
                    let longer = Subrack {
                        node,
                        before: index + u32::from(accepts),
                        number,
                        taken: part.taken + 1,
                        stride: part.stride,
                    };
                    self.longer_subracks(&rack[i..], longer, found);
                }
            }
            part.stride = part.stride.saturating_mul(usize::from(count) + 1);
            part.taken = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::leave::testing::{any_rows, leaves_of, table_of};
    use crate::tiles::Tile;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn all_subracks_are_looked_up_at_once(
            rows in any_rows(-50.0..50f32),
            counts in prop::collection::vec(0..4u8, 9),
        ) {
            let leaves = leaves_of(&table_of(&rows));
            let rack: Vec<(Tile, u8)> = (0..).zip(counts).filter(|part| part.1 > 0).collect();
            let mut found = BTreeMap::new();
            leaves.each_subrack(&rack, &mut |number, value| {
                assert_eq!(found.insert(number, value.to_bits()), None);
            });
            for (number, value) in &found {
                let mut rest = *number;
                let mut part = Vec::new();
                for &(tile, count) in &rack {
                    let radix = usize::from(count) + 1;
                    part.extend(std::iter::repeat_n(tile, rest % radix));
                    rest /= radix;
                }
                prop_assert_eq!(leaves.get(&part).map(f32::to_bits), Some(*value));
            }
            let is_part = |leave: &[Tile]| (0..9).all(|tile| {
                let count = rack.iter().find(|part| part.0 == tile).map_or(0, |part| part.1);
                leave.iter().filter(|&&t| t == tile).count() <= usize::from(count)
            });
            prop_assert_eq!(found.len(), rows.keys().filter(|leave| is_part(leave)).count());
        }
    }
}
