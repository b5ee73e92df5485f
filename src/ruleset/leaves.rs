//! Possible leaves: the tiles that can be left on a rack after a play.
//!
//! A leave is a multiset of the bag's tiles, with at least one tile and fewer than a
//! rack. Leaves are counted without listing them: each tile has the polynomial 1 + x +
//! … + x^count, and in the product of all of them the coefficient of x^k is the number
//! of leaves of k tiles.

use crate::ruleset::board::MAX_SIDE;
use crate::ruleset::rules::Ruleset;
use crate::tiles::Tile;

/// The most tiles of a leave in any table: the size of the largest rack.
pub const MAX_LEAVE: usize = MAX_SIDE;

/// The reason why a leave is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ImpossibleLeave {
    /// It has no tiles.
    Empty,
    /// It has as many tiles as a rack, or more.
    TooLong {
        /// The most tiles a leave can have.
        most: usize,
        /// The tiles it has.
        found: usize,
    },
    /// It has more of a tile than the bag.
    TooMany {
        /// The tile.
        tile: Tile,
        /// The number in the bag.
        most: u8,
        /// The number in the leave.
        found: usize,
    },
}

impl Ruleset {
    /// The most tiles that a leave can have.
    pub fn longest_leave(&self) -> usize {
        usize::from(self.rack_size()).saturating_sub(1)
    }

    /// The number of possible leaves.
    ///
    /// ```
    /// let english = wordmill::ruleset::Ruleset::builtin("english")?;
    /// assert_eq!(english.possible_leaves(), 914_624);
    /// # Ok::<(), wordmill::error::Error>(())
    /// ```
    pub fn possible_leaves(&self) -> u128 {
        // 64 tiles and racks of 63 give fewer than 2^123 leaves: no sum overflows.
        let mut ways = vec![0u128; self.longest_leave() + 1];
        ways[0] = 1;
        for tile in self.tiles() {
            for taken in (1..ways.len()).rev() {
                let from = taken.saturating_sub(usize::from(tile.count));
                ways[taken] = ways[from..=taken].iter().sum();
            }
        }
        ways[1..].iter().sum()
    }

    /// Checks that sorted tiles are a possible leave. Reports the first fault in the
    /// order of [`ImpossibleLeave`].
    #[inline]
    pub fn check_leave(&self, leave: &[Tile]) -> Result<(), ImpossibleLeave> {
        if leave.is_empty() {
            return Err(ImpossibleLeave::Empty);
        }
        let (most, found) = (self.longest_leave(), leave.len());
        if found > most {
            return Err(ImpossibleLeave::TooLong { most, found });
        }
        self.check_dealt(leave)
    }

    /// Checks that the bag has all of the given sorted tiles.
    #[inline]
    pub(crate) fn check_dealt(&self, tiles: &[Tile]) -> Result<(), ImpossibleLeave> {
        let mut same = 0;
        for (i, &tile) in tiles.iter().enumerate() {
            let repeats = i > 0 && tiles[i - 1] == tile;
            same = if repeats { same + 1 } else { 1 };
            let most = self.count(tile);
            if same > usize::from(most) {
                let found = tiles.iter().filter(|&&t| t == tile).count();
                return Err(ImpossibleLeave::TooMany { tile, most, found });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::rules::TileFacts;

    #[test]
    fn every_builtin_ruleset_has_its_number_of_leaves() {
        let numbers = [
            ("english", 914_624),
            ("french", 864_120),
            ("german", 1_437_656),
            ("spanish", 1_170_590),
            ("catalan", 794_707),
            ("polish", 2_637_496),
            ("norwegian", 962_284),
            ("swedish", 1_128_605),
            ("dutch", 972_627),
            ("slovene", 722_481),
            ("super-english", 1_086_701),
            ("russian", 2_941_697),
            ("erudit", 2_768_358),
            ("greek", 566_969),
        ];
        assert_eq!(numbers.len(), Ruleset::builtin_names().count());
        for (name, leaves) in numbers {
            let ruleset = Ruleset::builtin(name).unwrap();
            assert_eq!(ruleset.possible_leaves(), leaves, "{name}");
        }
    }

    /// A ruleset of `letters` letters, `count` of each tile.
    fn ruleset(rack: u8, letters: usize, count: u8) -> Ruleset {
        let mut builder = Ruleset::builder("x").rack_size(rack).blanks(count);
        for label in ('Ā'..).filter(|c| c.is_uppercase()).take(letters) {
            builder = builder.letter(label.to_string().as_str(), TileFacts::new(count, 1));
        }
        builder.build().unwrap()
    }

    #[test]
    fn counting_agrees_with_listing() {
        for (rack, letters, count) in [(1, 2, 2), (2, 3, 1), (5, 2, 2), (7, 3, 2), (6, 2, 9)] {
            let r = ruleset(rack, letters, count);
            let mut leaves: Vec<Vec<Tile>> = vec![vec![]];
            let mut listed = 0;
            while let Some(leave) = leaves.pop() {
                listed += u128::from(r.check_leave(&leave).is_ok());
                if leave.len() < usize::from(rack) {
                    let from = leave.last().copied().unwrap_or(0);
                    for tile in from..=letters as Tile {
                        leaves.push([&leave[..], &[tile]].concat());
                    }
                }
            }
            assert_eq!(r.possible_leaves(), listed, "{rack}, {letters} × {count}");
        }
    }

    #[test]
    fn the_largest_ruleset_does_not_overflow() {
        // Multisets of 1 to 62 tiles out of 64: 126 over 62, less the empty one.
        let mut choose: u128 = 1;
        for k in 1..=62u128 {
            // (126 over k) from (126 over k - 1), without leaving 128 bits.
            let (n, d) = (127 - k, k);
            choose = choose / d * n + choose % d * n / d;
        }
        assert_eq!(ruleset(63, 63, 255).possible_leaves(), choose - 1);
    }

    #[test]
    fn the_reason_is_named() {
        let r = ruleset(4, 3, 2);
        let too_long = ImpossibleLeave::TooLong { most: 3, found: 4 };
        let (tile, most, found) = (1, 2, 3);
        let too_many = ImpossibleLeave::TooMany { tile, most, found };
        assert_eq!(r.check_leave(&[0, 0, 3]), Ok(()));
        assert_eq!(r.check_leave(&[]), Err(ImpossibleLeave::Empty));
        assert_eq!(r.check_leave(&[1, 1, 1, 1]), Err(too_long));
        assert_eq!(r.check_leave(&[1, 1, 1]), Err(too_many));
    }
}
