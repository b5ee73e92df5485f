//! When a match may stop: a confidence sequence for the spread.
//!
//! A test designed for one look at the data is wrong too often if it is repeated until
//! it is sure. A confidence sequence is a range for every number of pairs. With the
//! promised probability, *all* of these ranges contain the true mean, so it may be
//! inspected after every pair.
//!
//! This is the normal mixture of Robbins, "Statistical Methods Related to the Law of
//! the Iterated Logarithm" (1970), with the variance of the pairs so far instead of a
//! known one, as in Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-Uniform
//! Central Limit Theory and Asymptotic Confidence Sequences" (2024). After `t` pairs
//! with variance `v`, the range is the mean plus and minus
//!
//! ```text
//! sqrt(v · 2 (t r + 1) / (t² r) · ln(sqrt(t r + 1) / a))
//! ```
//!
//! where `a` is the probability of error. `r` makes the range narrowest near
//! [`NARROWEST`] pairs. The variance is cautious, like that of
//! [`Figures`](crate::play::Figures): pairs that all came out alike don't make it 0.

use crate::play::matches::figures::{cautious_spreads, pair_spreads};
use crate::play::matches::tally::Tally;

/// The number of pairs before the first look: enough to know the variance.
const FIRST_LOOK: u64 = 100;

/// The number of pairs for which the range is made as narrow as possible.
const NARROWEST: f64 = 1000.0;

/// When to stop a match.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct StopRule {
    /// The confidence to reach, between 0 and 1.
    pub confidence: f64,
    /// If set, also stop once the mean spread of a game is surely closer to 0 than
    /// this.
    pub within: Option<f64>,
}

/// The reason why a match stopped early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "recipe",
    derive(serde::Serialize),
    serde(rename_all = "lowercase")
)]
pub enum Verdict {
    /// A scores more than B.
    Better,
    /// A scores less than B.
    Worse,
    /// The difference is smaller than the rule's `within`.
    Within,
}

impl StopRule {
    /// Creates a rule that stops at this confidence, between 0 and 1.
    pub fn new(confidence: f64) -> StopRule {
        StopRule {
            confidence,
            within: None,
        }
    }

    /// The range of the mean spread after the pairs of a tally, in points per game;
    /// `None` for fewer than two pairs. The confidence holds for the ranges of all
    /// looks together.
    pub fn sequence(&self, tally: &Tally) -> Option<(f64, f64)> {
        let sample = cautious_spreads(tally)?;
        let error = (1.0 - self.confidence).max(f64::MIN_POSITIVE);
        let rate = tuned_rate(error);
        let (pairs, mean) = (tally.pairs as f64, pair_spreads(tally).mean());
        let spent = pairs * rate + 1.0;
        let bound = 2.0 * spent / (pairs * pairs * rate) * (spent.sqrt() / error).ln();
        let radius = (sample.variance() * bound).sqrt();
        Some((mean - radius, mean + radius))
    }

    /// The reason to stop after the pairs of a tally, if there is one.
    pub fn verdict(&self, tally: &Tally) -> Option<Verdict> {
        if tally.pairs < FIRST_LOOK {
            return None;
        }
        let (low, high) = self.sequence(tally)?;
        let is_within = |within: f64| -within < low && high < within;
        match self.within {
            _ if low > 0.0 => Some(Verdict::Better),
            _ if high < 0.0 => Some(Verdict::Worse),
            Some(within) if is_within(within) => Some(Verdict::Within),
            _ => None,
        }
    }
}

/// The parameter of the mixture that makes the range narrowest near [`NARROWEST`]
/// pairs.
fn tuned_rate(error: f64) -> f64 {
    let logarithm = -2.0 * error.ln();
    // Above an error of one half, the formula has no meaning.
    let logarithm = logarithm.max(1.0);
    (logarithm + logarithm.ln() + 1.0) / NARROWEST
}
