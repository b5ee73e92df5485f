//! The leaves that are parts of a rack, all at once.
//!
//! A part is one step further through the graph than the part without its last
//! tile. So one walk finds the values of all of them, where looking each up
//! would start over from the root.

use crate::graph::index_in;
use crate::leave::read::Leaves;
use crate::tiles::Tile;

/// Tiles of a rack on the way through the graph.
#[derive(Clone, Copy)]
struct Part {
    /// The node of the last tile; node 0 before the first.
    node: usize,
    /// How many leaves sort before those that go on from it.
    before: u32,
    number: usize,
    /// How often the last tile was taken.
    taken: u8,
    /// By how much it raised the number.
    stride: usize,
}

impl Leaves {
    /// The values of all leaves that are parts of a rack, which is given by its
    /// different tiles, in order, and their counts; with each comes the part's
    /// number, whose digits are the counts of its tiles, the first the lowest.
    ///
    /// One walk finds all: a part is a step further than the one without its
    /// last tile.
    pub(crate) fn each_part(&self, rack: &[(Tile, u8)], found: &mut impl FnMut(usize, f32)) {
        let part = Part {
            node: 0,
            before: 0,
            number: 0,
            taken: 0,
            stride: 1,
        };
        self.longer_parts(rack, part, found);
    }

    /// Goes on from a part to those with more tiles after its last, of which
    /// the first on the rack has been taken some times.
    fn longer_parts(
        &self,
        rack: &[(Tile, u8)],
        mut part: Part,
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
                    let longer = Part {
                        node,
                        before: index + u32::from(accepts),
                        number,
                        taken: part.taken + 1,
                        stride: part.stride,
                    };
                    self.longer_parts(&rack[i..], longer, found);
                }
            }
            part.stride = part.stride.saturating_mul(usize::from(count) + 1);
            part.taken = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::leave::build;
    use crate::leave::build::LeaveSpec;
    use crate::leave::read::Leaves;
    use crate::lexicon::LeaveTable;
    use crate::ruleset::Ruleset;
    use crate::tiles::Tile;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn table() -> impl Strategy<Value = BTreeMap<Vec<Tile>, f32>> {
        let leave = prop::collection::vec(0..7u8, 1..8).prop_map(|mut leave| {
            leave.sort_unstable();
            leave
        });
        prop::collection::btree_map(leave, -50.0..50f32, 0..80)
    }

    proptest! {
        #[test]
        fn parts_of_a_rack_are_looked_up_at_once(
            rows in table(),
            counts in prop::collection::vec(0..4u8, 9),
        ) {
            let english = Ruleset::builtin("english").unwrap();
            let table =
                LeaveTable::from_unsorted(rows.iter().map(|(l, &v)| (l.as_slice(), v))).unwrap();
            let bytes = build(&table, english.alphabet(), LeaveSpec::default()).unwrap();
            let leaves = Leaves::from_bytes(&bytes, 26).unwrap();
            let rack: Vec<(Tile, u8)> = (0..).zip(counts).filter(|part| part.1 > 0).collect();
            let mut found = BTreeMap::new();
            leaves.each_part(&rack, &mut |number, value| {
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
