//! The most that covered squares add to a score.

use crate::movegen::best::equity::THOUSANDTHS;

/// A score in thousandths of a point. Scores saturate, and so does this.
#[inline]
pub(crate) fn in_thousandths(score: u64) -> i64 {
    score.min(u64::from(u32::MAX)) as i64 * THOUSANDTHS
}

/// The most that some squares add to a score, besides the points of the placed
/// tiles counted as often as the word counts. All sums are far below 2⁴⁰.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SquareBound {
    /// To the main word, before its premiums.
    pub(crate) main: u64,
    /// By cross-words.
    pub(crate) crosses: u64,
    /// The product of the word premiums.
    pub(crate) factor: u64,
}

impl SquareBound {
    pub(crate) const NONE: SquareBound = SquareBound {
        main: 0,
        crosses: 0,
        factor: 1,
    };

    /// What these squares and others add together. Both premiums must be
    /// [bounded](Self::bounded).
    #[inline]
    pub(crate) fn and(&self, other: &SquareBound) -> SquareBound {
        SquareBound {
            main: self.main + other.main,
            crosses: self.crosses + other.crosses,
            factor: self.factor * other.factor,
        }
    }

    /// The same with a word premium of at most 2³² − 1.
    #[inline]
    pub(crate) fn bounded(self) -> SquareBound {
        SquareBound {
            factor: self.factor.min(u64::from(u32::MAX)),
            ..self
        }
    }
}
