//! The lattice of racks: every multiset of at most `n` tiles, numbered.
//!
//! Multisets are grouped by size, and within a size sorted by their tiles. Multisets
//! that the bag can't hold are also numbered. So a number is a sum of table entries,
//! and the multisets `S + t`, for `t` from the largest tile of `S` on, have consecutive
//! numbers. The census runs over these blocks.
//!
//! The number of a multiset with tiles `a₁ ≤ … ≤ aₖ` is one less than the end of its
//! size, minus the sum of `C(L − 2 + r − a, r)` over its tiles, where `r` counts from
//! the tile to the last one. Replacing a tile with a blank therefore changes only the
//! terms of the tiles before it.

use crate::error::{Error, Result};
use crate::tiles::Tile;

/// The most multisets of a lattice. A census needs about 30 bytes for each, and 12 more
/// per thread.
pub(crate) const MAX_RACKS: u64 = 1 << 26;

/// The numbering of all multisets of at most `size` tiles.
#[derive(Clone, Debug)]
pub(crate) struct Lattice {
    /// The number of each tile in the bag, including the blank.
    pub(crate) counts: Vec<u8>,
    /// The most tiles of a multiset.
    pub(crate) size: usize,
    /// By size: the number of its first multiset, with one more entry at the end.
    starts: Vec<u32>,
    /// `C(L − 2 + r − a, r)`, by `r` and then by tile.
    terms: Vec<u32>,
    /// By multiset of fewer than `size` tiles: the number of its child `t`, minus `t`.
    /// See [`Lattice::children`].
    bases: Vec<u32>,
}

/// The number of multisets of `size` tiles from an alphabet of `tiles`.
fn multisets(tiles: u64, size: u64) -> u64 {
    let mut count = 1u64;
    for i in 1..=size {
        // Exact at each step, since it is a binomial coefficient.
        count = count.saturating_mul(tiles + i - 1) / i;
    }
    count
}

impl Lattice {
    /// Numbers the multisets of at most `size` tiles. `counts` are those of the bag, by
    /// tile, including the blank.
    pub(crate) fn new(counts: Vec<u8>, size: usize) -> Result<Lattice> {
        let tiles = counts.len();
        let sizes = (0..=size as u64).map(|k| multisets(tiles as u64, k));
        let racks = sizes.fold(0, u64::saturating_add);
        if racks > MAX_RACKS {
            let megabytes = racks.saturating_mul(42) >> 20;
            let expected = format!("at most {MAX_RACKS} multisets of tiles");
            let found = format!("{racks}, which would take about {megabytes} MB");
            let part = format!("{tiles} tiles and racks of {size}");
            return Err(Error::mismatch("", expected, found).of_part(&part));
        }
        let mut starts = vec![0; size + 2];
        for k in 0..=size {
            starts[k + 1] = starts[k] + multisets(tiles as u64, k as u64) as u32;
        }
        let mut terms = vec![0; (size + 1) * tiles];
        for r in 1..=size {
            for a in 0..tiles {
                // C(L − 2 + r − a, r): the number of multisets of r tiles above a.
                terms[r * tiles + a] = multisets((tiles - 1 - a) as u64, r as u64) as u32;
            }
        }
        let mut bases = vec![0; starts[size] as usize];
        let mut lattice = Lattice {
            counts,
            size,
            starts,
            terms,
            bases: Vec::new(),
        };
        // In numerical order, the children of each size fill the next size.
        for k in 0..size {
            let mut next = lattice.starts[k + 1];
            lattice.each_of_size(k, |multiset, number| {
                let largest = u32::from(multiset.last().copied().unwrap_or(0));
                bases[number as usize] = next.wrapping_sub(largest);
                next += tiles as u32 - largest;
            });
        }
        lattice.bases = bases;
        Ok(lattice)
    }

    /// Calls `found` for every multiset of a size, in the order of their numbers.
    pub(crate) fn each_of_size(&self, size: usize, mut found: impl FnMut(&[Tile], u32)) {
        let mut tiles: Vec<Tile> = vec![0; size];
        for number in self.starts[size]..self.starts[size + 1] {
            found(&tiles, number);
            // The last multiset stays as it is.
            let open = |&tile: &Tile| usize::from(tile) + 1 < self.tiles();
            if let Some(at) = tiles.iter().rposition(open) {
                let tile = tiles[at] + 1;
                tiles[at..].fill(tile);
            }
        }
    }

    /// The number of different tiles, including the blank.
    #[inline]
    pub(crate) fn tiles(&self) -> usize {
        self.counts.len()
    }

    /// The number of multisets of fewer than `size` tiles.
    pub(crate) fn below(&self, size: usize) -> usize {
        self.starts[size] as usize
    }

    /// The total number of multisets.
    pub(crate) fn len(&self) -> usize {
        self.starts[self.size + 1] as usize
    }

    /// The base of the numbers of a multiset's children; the multiset must have fewer
    /// than `size` tiles. With one more tile `t`, its number is `children(m) + t`, for
    /// `t` from its largest tile on. The addition wraps.
    #[inline]
    pub(crate) fn children(&self, multiset: u32) -> u32 {
        self.bases[multiset as usize]
    }

    /// One less than the end of a size, from which terms are subtracted.
    #[inline]
    pub(crate) fn last(&self, size: usize) -> u32 {
        self.starts[size + 1] - 1
    }

    /// What a tile subtracts from the number of its multiset, if it is the `r`-th from
    /// the end.
    #[inline]
    pub(crate) fn term(&self, r: usize, tile: usize) -> u32 {
        self.terms[r * self.tiles() + tile]
    }

    /// The number of sorted tiles; `None` if there are too many, or if one is not a
    /// tile.
    pub(crate) fn find(&self, sorted: &[Tile]) -> Option<usize> {
        if sorted.len() > self.size {
            return None;
        }
        let mut number = self.last(sorted.len());
        for (r, &tile) in (1..).zip(sorted.iter().rev()) {
            if usize::from(tile) >= self.tiles() {
                return None;
            }
            number -= self.term(r, usize::from(tile));
        }
        Some(number as usize)
    }

    /// Calls `found` for every possible leave, in sorted order.
    pub(crate) fn each_leave(&self, mut found: impl FnMut(&[Tile], usize)) {
        let found: &mut dyn FnMut(&[Tile], usize) = &mut found;
        self.each_possible(&self.counts, self.size - 1, found);
    }

    /// Calls `found` for every multiset of 1 to `most` tiles that `counts` (by tile)
    /// allows, in sorted order.
    pub(crate) fn each_possible(
        &self,
        counts: &[u8],
        most: usize,
        mut found: impl FnMut(&[Tile], usize),
    ) {
        let most = most.min(self.size);
        self.descend((counts, most), 0, &mut Vec::with_capacity(most), &mut found);
    }

    fn descend(
        &self,
        (counts, most): (&[u8], usize),
        number: u32,
        tiles: &mut Vec<Tile>,
        found: &mut impl FnMut(&[Tile], usize),
    ) {
        if !tiles.is_empty() {
            found(tiles, number as usize);
        }
        if tiles.len() >= most {
            return;
        }
        let base = self.children(number);
        let largest = tiles.last().copied().unwrap_or(0);
        for tile in largest..self.tiles() as Tile {
            let held = tiles.iter().rev().take_while(|&&t| t == tile).count();
            if held < usize::from(counts.get(usize::from(tile)).copied().unwrap_or(0)) {
                tiles.push(tile);
                let child = base.wrapping_add(u32::from(tile));
                self.descend((counts, most), child, tiles, found);
                tiles.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_a_sorted_list() {
        for (tiles, size) in [(1, 3), (2, 4), (5, 3), (4, 5)] {
            let lattice = Lattice::new(vec![1; tiles], size).unwrap();
            let mut all: Vec<Vec<Tile>> = vec![Vec::new()];
            let mut last = all.clone();
            for _ in 0..size {
                let mut next = Vec::new();
                for rack in &last {
                    for tile in rack.last().copied().unwrap_or(0)..tiles as Tile {
                        next.push([rack.as_slice(), &[tile]].concat());
                    }
                }
                next.sort();
                all.extend(next.iter().cloned());
                last = next;
            }
            assert_eq!(lattice.len(), all.len());
            for (number, rack) in all.iter().enumerate() {
                assert_eq!(lattice.find(rack), Some(number), "{rack:?}");
                if rack.len() < size {
                    for tile in rack.last().copied().unwrap_or(0)..tiles as Tile {
                        let child = [rack.as_slice(), &[tile]].concat();
                        let base = lattice.children(number as u32);
                        let found = base.wrapping_add(u32::from(tile)) as usize;
                        assert_eq!(Some(found), lattice.find(&child));
                    }
                }
            }
            assert_eq!(lattice.find(&vec![0; size + 1]), None);
            assert_eq!(lattice.find(&[tiles as Tile]), None);
        }
    }

    #[test]
    fn english_has_the_known_size_and_large_ones_are_refused() {
        let english = Lattice::new(vec![1; 27], 7).unwrap();
        assert_eq!(english.len(), 5_379_616);
        let error = Lattice::new(vec![1; 64], 15).unwrap_err().to_string();
        assert!(
            error.contains("expected at most 67108864 multisets"),
            "{error}"
        );
        assert!(Lattice::new(vec![1; 64], 63).is_err());
    }

    #[test]
    fn possible_multisets_come_sorted_and_once() {
        let lattice = Lattice::new(vec![1, 2, 0], 3).unwrap();
        let mut seen = Vec::new();
        lattice.each_leave(|tiles, number| {
            assert_eq!(lattice.find(tiles), Some(number));
            seen.push(tiles.to_vec());
        });
        assert_eq!(seen, [vec![0], vec![0, 1], vec![1], vec![1, 1]]);
    }
}
