//! Orders in which to list the words found.

use crate::error::Result;
use crate::graph::query::probability::{draws, probability_sequence};
use crate::lexicon::Words;
use crate::ruleset::Ruleset;
use crate::tiles::Tile;

/// An order of words. Ties keep the order of the tiles unless the variant says
/// otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum WordOrder {
    /// By their tiles.
    #[default]
    Word,
    /// By length, then the most probable first.
    ///
    /// It is the order of [`ProbabilityOrder`](crate::graph::ProbabilityOrder).
    Probability,
    /// The most points first.
    Points,
    /// The shortest first.
    Length,
}

impl WordOrder {
    /// Returns the indices of words in this order. `ruleset` provides the points and
    /// the bag.
    ///
    /// ```
    /// use wordmill::graph::WordOrder;
    /// use wordmill::lexicon::Words;
    /// use wordmill::ruleset::Ruleset;
    ///
    /// let english = Ruleset::builtin("english")?;
    /// // AB, E, Z
    /// let words = Words::from_unsorted([&[1, 2][..], &[5], &[26]])?;
    /// assert_eq!(WordOrder::Length.sequence(&words, &english)?, [1, 2, 0]);
    /// assert_eq!(WordOrder::Points.sequence(&words, &english)?, [2, 0, 1]);
    /// # Ok::<(), wordmill::Error>(())
    /// ```
    pub fn sequence(self, words: &Words, ruleset: &Ruleset) -> Result<Vec<u32>> {
        let mut places: Vec<u32> = (0..words.len() as u32).collect();
        match self {
            WordOrder::Word => (),
            WordOrder::Probability => {
                return Ok(probability_sequence(words, &draws(words, ruleset)?));
            }
            // A stable sort keeps ties in order.
            WordOrder::Points | WordOrder::Length => places.sort_by_key(|&place| {
                let word = words.get(place as usize);
                match self {
                    WordOrder::Points => u64::MAX - points(word, ruleset),
                    _ => word.len() as u64,
                }
            }),
        }
        Ok(places)
    }
}

/// The points of a word's tiles, without a board.
pub fn points(word: &[Tile], ruleset: &Ruleset) -> u64 {
    word.iter()
        .map(|&tile| u64::from(ruleset.points(tile)))
        .sum()
}
