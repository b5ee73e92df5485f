//! The number of ways to draw tiles from the full bag.
//!
//! All tiles of the bag are distinct: two of nine As can be drawn in C(9, 2) = 36 ways.
//! For a rack given tile by tile, including blanks, the number of ways is the product
//! of these numbers over its tiles.
//!
//! A word can be drawn as several racks, as a blank can stand for any letter. Let
//! `need(t)` be the number of tiles `t` in the word, of which `b(t)` are drawn as
//! blanks. The number of ways is the sum over all choices of `b` of
//!
//! > C(blanks, Σ b(t)) × ∏ C(count(t), need(t) − b(t))
//!
//! which counts each set of the bag's tiles that spells the word exactly once. The sum
//! is a product of polynomials, one for each letter, in which the exponent is the
//! number of blanks used. Word-study programs order words by this number: all words of
//! a length are drawn from the same C(bag, length) sets.

use crate::ruleset::rules::Ruleset;
use crate::tiles::{BLANK, Tile};

/// Counts the ways to draw racks and words from a ruleset's bag.
///
/// ```
/// use wordmill::ruleset::{Draws, Ruleset};
///
/// let english = Ruleset::builtin("english")?;
/// let draws = Draws::of(&english);
/// let qi = english.alphabet().read_word("QI")?;
/// // One Q and nine Is, or a blank for either, or both blanks.
/// assert_eq!(draws.rack(&qi), Some(1 * 9));
/// assert_eq!(draws.word(&qi), Some(1 * 9 + 2 * 9 + 2 * 1 + 1));
/// # Ok::<(), wordmill::error::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Draws {
    /// The ways to draw 0, 1, … all copies of each tile; `None` for 2^128 or more.
    rows: Vec<Vec<Option<u128>>>,
}

impl Draws {
    /// Counts draws from the full bag of a ruleset.
    pub fn of(ruleset: &Ruleset) -> Draws {
        let counts = ruleset.tiles().iter().map(|facts| facts.count);
        Draws {
            rows: counts.map(binomials).collect(),
        }
    }

    /// The ways to draw exactly these tiles, in any order; 0 if the bag lacks some.
    /// `None` if there are 2^128 or more.
    pub fn rack(&self, rack: &[Tile]) -> Option<u128> {
        let has = |needs: &[usize]| self.rows.iter().zip(needs).all(|(row, &n)| n < row.len());
        let needs = match self.needs(rack) {
            Some(needs) if has(&needs) => needs,
            _ => return Some(0),
        };
        let mut rows = self.rows.iter().zip(needs);
        rows.try_fold(1u128, |ways, (row, need)| {
            ways.checked_mul(choose(row, need)?)
        })
    }

    /// The ways to draw tiles that spell a word, with blanks for any of its letters. A
    /// tile 0 in the word is always a blank. `None` if there are 2^128 or more.
    pub fn word(&self, word: &[Tile]) -> Option<u128> {
        let blanks = self.rows[usize::from(BLANK)].len() - 1;
        let needs = match self.needs(word) {
            Some(needs) if self.blanks_needed(&needs) <= blanks => needs,
            _ => return Some(0),
        };
        // The ways to draw the other tiles, by the number of blanks used.
        let mut ways = vec![0; blanks + 1];
        ways[needs[0]] = 1;
        for (row, &need) in self.rows.iter().zip(&needs).skip(1) {
            if need > 0 {
                ways = with_letter(&ways, row, need)?;
            }
        }
        let mut sum = 0u128;
        for (used, &others) in ways.iter().enumerate().filter(|&(_, &w)| w > 0) {
            let of_blanks = choose(&self.rows[usize::from(BLANK)], used)?;
            sum = sum.checked_add(others.checked_mul(of_blanks)?)?;
        }
        Some(sum)
    }

    /// The number of each tile; `None` if one is not in this bag.
    fn needs(&self, tiles: &[Tile]) -> Option<Vec<usize>> {
        let mut needs = vec![0; self.rows.len()];
        for &tile in tiles {
            *needs.get_mut(usize::from(tile))? += 1;
        }
        Some(needs)
    }

    /// The number of tiles that must be blanks: those given as blanks, and letters that
    /// the bag lacks.
    fn blanks_needed(&self, needs: &[usize]) -> usize {
        let letters = self.rows.iter().zip(needs).skip(1);
        let short = letters.map(|(row, need)| need.saturating_sub(row.len() - 1));
        needs[usize::from(BLANK)] + short.sum::<usize>()
    }
}

/// The ways to draw `n` tiles of a row; 0 if it has fewer.
fn choose(row: &[Option<u128>], n: usize) -> Option<u128> {
    row.get(n).copied().unwrap_or(Some(0))
}

/// Multiplies by a letter's polynomial, up to the number of blanks in the bag.
fn with_letter(ways: &[u128], row: &[Option<u128>], need: usize) -> Option<Vec<u128>> {
    let mut product = vec![0u128; ways.len()];
    for as_blanks in 0..ways.len().min(need + 1) {
        let own = choose(row, need - as_blanks)?;
        for (sum, &before) in product[as_blanks..].iter_mut().zip(ways) {
            *sum = sum.checked_add(before.checked_mul(own)?)?;
        }
    }
    Some(product)
}

/// The binomials C(n, 0) to C(n, n), from the rows of Pascal's triangle.
fn binomials(n: u8) -> Vec<Option<u128>> {
    let mut row = vec![Some(1u128)];
    for _ in 0..n {
        let sum = |pair: &[Option<u128>]| pair[0]?.checked_add(pair[1]?);
        let inner: Vec<_> = row.windows(2).map(sum).collect();
        row.truncate(1);
        row.extend(inner);
        row.push(Some(1));
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::rules::TileFacts;
    use proptest::prelude::*;

    /// A ruleset whose bag has the given numbers of blanks, As, Bs …
    fn bag(counts: &[u8]) -> Ruleset {
        let mut builder = Ruleset::builder("bag").blanks(counts[0]);
        for (label, &count) in ["A", "B", "C", "D"].into_iter().zip(&counts[1..]) {
            builder = builder.letter(label, TileFacts::new(count, 0));
        }
        builder.build().unwrap()
    }

    /// Counts the sets of the bag's tiles that pass, by listing them.
    fn count_sets(counts: &[u8], size: usize, mut passes: impl FnMut(&[Tile]) -> bool) -> u128 {
        let tiles: Vec<Tile> = (0..)
            .zip(counts)
            .flat_map(|(tile, &n)| std::iter::repeat_n(tile, usize::from(n)))
            .collect();
        let mut found = 0;
        for set in 0u32..1 << tiles.len() {
            if set.count_ones() as usize == size {
                let drawn = (0..tiles.len()).filter(|i| set & 1 << i != 0);
                let drawn: Vec<Tile> = drawn.map(|i| tiles[i]).collect();
                found += u128::from(passes(&drawn));
            }
        }
        found
    }

    /// Whether drawn tiles spell a word: a blank replaces each letter that was not
    /// drawn.
    fn spells(drawn: &[Tile], word: &[Tile]) -> bool {
        let mut left = drawn.to_vec();
        for wanted in word {
            let at = left.iter().position(|tile| tile == wanted);
            let at = at.or_else(|| left.iter().position(|&tile| tile == BLANK));
            match at {
                Some(at) => left.swap_remove(at),
                None => return false,
            };
        }
        left.is_empty()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]

        #[test]
        fn ways_are_those_of_a_listing(
            counts in prop::collection::vec(0u8..4, 4),
            word in prop::collection::vec(1u8..4, 1..6),
            rack in prop::collection::vec(0u8..4, 1..6),
        ) {
            // The bag must hold a rack of 7, whatever is drawn here.
            let mut counts = counts;
            counts.push(7);
            let draws = Draws::of(&bag(&counts));
            // The fifth tile is never drawn, so it need not be listed.
            let listed = &counts[..4];
            let mut sorted = rack.clone();
            sorted.sort_unstable();
            prop_assert_eq!(
                draws.rack(&rack),
                Some(count_sets(listed, rack.len(), |drawn| drawn == sorted))
            );
            prop_assert_eq!(
                draws.word(&word),
                Some(count_sets(listed, word.len(), |drawn| spells(drawn, &word)))
            );
        }
    }

    #[test]
    fn all_english_racks_of_7_are_16007560800_ways() {
        /// Sums all racks that begin with the tiles of `rack`.
        fn add_up(draws: &Draws, rack: &mut Vec<Tile>, racks: &mut u32) -> u128 {
            if rack.len() == 7 {
                let ways = draws.rack(rack).unwrap();
                *racks += u32::from(ways > 0);
                return ways;
            }
            let mut sum = 0;
            for tile in rack.last().copied().unwrap_or(0)..=26 {
                rack.push(tile);
                if draws.rack(rack) != Some(0) {
                    sum += add_up(draws, rack, racks);
                }
                rack.pop();
            }
            sum
        }
        let draws = Draws::of(&Ruleset::builtin("english").unwrap());
        let mut racks = 0;
        assert_eq!(add_up(&draws, &mut Vec::new(), &mut racks), 16_007_560_800);
        assert_eq!(racks, 3_199_724);
    }

    #[test]
    fn a_blank_in_a_word_is_a_blank() {
        let draws = Draws::of(&bag(&[3, 5, 2]));
        // ?A: two blanks, or a blank and an A.
        assert_eq!(draws.word(&[0, 1]), Some(3 + 3 * 5));
        assert_eq!(draws.word(&[0, 0, 0]), Some(1));
        assert_eq!(draws.word(&[0, 0, 0, 0]), Some(0));
        assert_eq!(draws.rack(&[0, 0, 0, 0]), Some(0));
        assert_eq!(draws.word(&[]), Some(1));
    }

    #[test]
    fn what_is_not_in_the_bag_can_not_be_drawn() {
        let draws = Draws::of(&bag(&[2, 5, 2]));
        assert_eq!(draws.word(&[3]), Some(0));
        assert_eq!(draws.rack(&[200]), Some(0));
        assert_eq!(draws.word(&[1; 8]), Some(0));
        assert_eq!(draws.word(&vec![2; 100_000]), Some(0));
        assert_eq!(draws.word(&[1; 7]), Some(1));
    }

    #[test]
    fn too_many_ways_are_not_a_number() {
        let draws = Draws::of(&bag(&[255, 255, 255]));
        assert_eq!(draws.word(&[1; 120]), None);
        assert_eq!(draws.rack(&[1; 120]), None);
        assert_eq!(draws.rack(&[1; 255]), Some(1));
        let draws = Draws::of(&bag(&[0, 255, 255]));
        let both: Vec<Tile> = [[1; 10], [2; 10]].concat();
        let one = draws.rack(&[1; 10]).unwrap();
        assert_eq!(draws.rack(&both), Some(one * one));
        assert_eq!(draws.word(&both), draws.rack(&both));
    }
}
