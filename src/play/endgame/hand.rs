//! The tiles left on a player's rack, as a set of bits.
//!
//! Each tile of the rack that the search begins with has a bit. Among equal tiles, the
//! lowest bits stand for those that are left. So equal racks are equal numbers, and a
//! single AND tests whether the rack has the tiles of a play.

use crate::random::Random;
use crate::ruleset::Ruleset;
use crate::tiles::Tile;

/// The tiles left, or the tiles that a play takes, as bits.
pub(crate) type Tiles = u16;

/// The rack that a player begins with, and tables for every part of it.
pub(crate) struct Hand {
    /// Sorted.
    pub(crate) tiles: Vec<Tile>,
    /// By set of bits: the same tiles as the lowest bits.
    lowest: Vec<Tiles>,
    /// By set of bits: the points of the tiles.
    points: Vec<i32>,
    /// By set of bits: a random number for hashes.
    keys: Vec<u64>,
}

impl Hand {
    /// Creates the tables of a rack. `tiles` must be sorted, and at most as many as
    /// [`Tiles`] has bits.
    pub(crate) fn new(ruleset: &Ruleset, tiles: Vec<Tile>, random: &mut Random) -> Hand {
        let count = 1usize << tiles.len();
        let bits = |set: usize| (0..tiles.len()).filter(move |bit| set >> bit & 1 != 0);
        let lowest = (0..count).map(|set| {
            let taken: Vec<Tile> = bits(set).map(|bit| tiles[bit]).collect();
            need_of(&tiles, taken.into_iter()).unwrap_or(0)
        });
        let points = (0..count).map(|set| {
            let points = bits(set).map(|bit| i32::from(ruleset.points(tiles[bit])));
            points.sum()
        });
        Hand {
            lowest: lowest.collect(),
            points: points.collect(),
            keys: (0..count).map(|_| random.next_u64()).collect(),
            tiles,
        }
    }

    /// Returns the set of all tiles.
    pub(crate) fn full(&self) -> Tiles {
        (self.lowest.len() - 1) as Tiles
    }

    /// Returns the bits of some tiles, or `None` if the rack does not have them all.
    pub(crate) fn need(&self, tiles: impl Iterator<Item = Tile>) -> Option<Tiles> {
        need_of(&self.tiles, tiles)
    }

    /// Returns what is left after a play.
    #[inline]
    pub(crate) fn after(&self, left: Tiles, need: Tiles) -> Tiles {
        self.lowest[usize::from(left & !need)]
    }

    /// Returns the points of the tiles left.
    #[inline]
    pub(crate) fn points(&self, left: Tiles) -> i32 {
        self.points[usize::from(left)]
    }

    /// Returns the random number of the tiles left.
    #[inline]
    pub(crate) fn key(&self, left: Tiles) -> u64 {
        self.keys[usize::from(left)]
    }

    /// Returns the tiles left, sorted.
    pub(crate) fn left(&self, left: Tiles) -> Vec<Tile> {
        let tiles = self.tiles.iter().enumerate();
        let tiles = tiles.filter(|(bit, _)| left >> bit & 1 != 0);
        tiles.map(|(_, &tile)| tile).collect()
    }
}

/// Returns the bits of some tiles of a sorted rack, the lowest ones among equal tiles,
/// or `None` if the rack does not have them all.
fn need_of(rack: &[Tile], tiles: impl Iterator<Item = Tile>) -> Option<Tiles> {
    let mut need = 0;
    for tile in tiles {
        let mut bits = 0..rack.len();
        let bit = bits.find(|&bit| rack[bit] == tile && need >> bit & 1 == 0)?;
        need |= 1 << bit;
    }
    Some(need)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_tiles_are_interchangeable() {
        let english = Ruleset::builtin("english").unwrap();
        let hand = Hand::new(&english, vec![0, 1, 1, 17], &mut Random::new(1));
        let one = hand.need([1].into_iter()).unwrap();
        assert_eq!((hand.full(), one), (0b1111, 0b0010));
        assert_eq!(hand.need([1, 1, 1].into_iter()), None);
        let left = hand.after(hand.full(), one);
        assert_eq!((left, hand.points(left)), (0b1011, 11));
        assert_eq!(hand.left(left), [0, 1, 17]);
        assert_eq!(hand.after(left, one), 0b1001);
    }
}
