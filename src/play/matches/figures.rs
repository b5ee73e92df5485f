//! The statistics of a match: shares, means, and their precision.
//!
//! The two games of a pair depend on each other and different pairs do not, so every
//! error is computed from the differences between pairs. Errors are standard errors of
//! the mean. The confidence and the 95 % ranges use the normal distribution, with one
//! caution: they count two more pairs, one that A won twice and one that B won twice
//! (for the spread: by one standard deviation of a single game). Without them, a short
//! match whose pairs all came out alike would claim certainty. Agresti and Coull,
//! "Approximate Is Better than Exact for Interval Estimation of Binomial Proportions"
//! (1998), add two wins and two losses in the same way.

use crate::play::matches::normal::cumulative;
use crate::play::matches::pair::GameSide;
use crate::play::matches::tally::Tally;

/// The number of standard errors on each side of a mean that cover 95 %.
const NINETY_FIVE: f64 = 1.959_964;

/// The means of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct SideMeans {
    /// Points per game.
    pub score: f64,
    /// Turns per game.
    pub turns: f64,
    /// Plays of a full rack per game.
    pub bingos: f64,
    /// Exchanges per game.
    pub exchanges: f64,
}

/// The statistics of a tally, from A's point of view and per game.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Figures {
    /// The share of games that A won; a tie is half a win.
    pub share: f64,
    /// Its standard error; `None` for fewer than two pairs.
    pub share_error: Option<f64>,
    /// The range of the true share, at 95 %.
    pub share_range: (f64, f64),
    /// The mean of A's points minus B's.
    pub spread: f64,
    /// Its standard error; `None` for fewer than two pairs.
    pub spread_error: Option<f64>,
    /// The range of the true spread, at 95 %; `None` for fewer than two pairs.
    pub spread_range: Option<(f64, f64)>,
    /// The standard error that the spread of the same number of single games would
    /// have, each with its own bag; `None` for fewer than two pairs.
    pub single_error: Option<f64>,
    /// The confidence that A wins more than half of all games, 0 to 1.
    pub confidence: f64,
    /// The means of A and B.
    pub sides: [SideMeans; 2],
    /// Percents, and the spread that this share of games does not exceed. Between two
    /// spreads it is their midpoint, so that swapping the sides negates the
    /// percentiles.
    pub percentiles: Vec<(u8, f64)>,
}

impl Figures {
    /// The percents for which there is a percentile.
    pub const PERCENTS: [u8; 9] = [1, 5, 10, 25, 50, 75, 90, 95, 99];

    /// Computes the statistics of a tally; `None` without pairs.
    pub fn of(tally: &Tally) -> Option<Figures> {
        if tally.pairs == 0 {
            return None;
        }
        let (pairs, games) = (tally.pairs as f64, tally.games() as f64);
        // The share of a pair is its half points out of four.
        let shares = Sample {
            count: pairs,
            sum: tally.half_points() as f64 / 4.0,
            squares: tally.half_points_squared as f64 / 16.0,
        };
        let cautious = shares.with_pair(1.0, 0.0);
        let spreads = pair_spreads(tally);
        let single = single_variance(tally);
        let means = |side: &GameSide| SideMeans {
            score: side.score as f64 / games,
            turns: side.turns as f64 / games,
            bingos: side.bingos as f64 / games,
            exchanges: side.exchanges as f64 / games,
        };
        let (low, high) = cautious.range();
        Some(Figures {
            share: shares.mean(),
            share_error: shares.known_error(),
            share_range: (low.max(0.0), high.min(1.0)),
            spread: spreads.mean(),
            spread_error: spreads.known_error(),
            spread_range: cautious_spreads(tally).map(|sample| sample.range()),
            single_error: single.map(|variance| (variance / games).sqrt()),
            confidence: cumulative((cautious.mean() - 0.5) / cautious.error()),
            sides: [means(&tally.sides[0]), means(&tally.sides[1])],
            percentiles: percentiles(tally),
        })
    }
}

/// Numbers given only by their count, sum and sum of squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    pub(crate) count: f64,
    sum: f64,
    squares: f64,
}

impl Sample {
    pub(crate) fn mean(&self) -> f64 {
        self.sum / self.count
    }

    /// The unbiased estimate of the variance.
    pub(crate) fn variance(&self) -> f64 {
        let around_mean = self.squares - self.sum * self.sum / self.count;
        (around_mean / (self.count - 1.0)).max(0.0)
    }

    fn error(&self) -> f64 {
        (self.variance() / self.count).sqrt()
    }

    fn known_error(&self) -> Option<f64> {
        (self.count > 1.0).then(|| self.error())
    }

    /// The range of the true mean, at 95 %.
    fn range(&self) -> (f64, f64) {
        let (mean, away) = (self.mean(), NINETY_FIVE * self.error());
        (mean - away, mean + away)
    }

    /// Adds two numbers to the sample.
    fn with_pair(self, high: f64, low: f64) -> Sample {
        Sample {
            count: self.count + 2.0,
            sum: self.sum + high + low,
            squares: self.squares + high * high + low * low,
        }
    }
}

/// The mean spread of each pair.
pub(crate) fn pair_spreads(tally: &Tally) -> Sample {
    Sample {
        count: tally.pairs as f64,
        sum: tally.spread() as f64 / 2.0,
        squares: tally.pair_spread_squared as f64 / 4.0,
    }
}

/// The mean spread of each pair, with two pairs added as the module describes.
pub(crate) fn cautious_spreads(tally: &Tally) -> Option<Sample> {
    let deviation = single_variance(tally)?.sqrt();
    Some(pair_spreads(tally).with_pair(deviation, -deviation))
}

/// The variance of the spread of one game. It is computed separately for first and
/// second games, since it is known who moves first.
fn single_variance(tally: &Tally) -> Option<f64> {
    let of = |place: usize| Sample {
        count: tally.pairs as f64,
        sum: tally.game_spread[place] as f64,
        squares: tally.game_spread_squared[place] as f64,
    };
    (tally.pairs > 1).then(|| (of(0).variance() + of(1).variance()) / 2.0)
}

fn percentiles(tally: &Tally) -> Vec<(u8, f64)> {
    let games = u128::from(tally.games());
    let rank = |percent: u8| (u128::from(percent) * games).div_ceil(100).max(1);
    let of = |percent: u8| {
        let low = nth(tally.spreads.iter(), rank(percent));
        let high = nth(tally.spreads.iter().rev(), rank(100 - percent));
        (percent, (low as f64 + high as f64) / 2.0)
    };
    Figures::PERCENTS.map(of).to_vec()
}

/// The spread of the `wanted`-th game, from 1, in a sequence of spreads with their
/// numbers of games.
fn nth<'t>(mut spreads: impl Iterator<Item = (&'t i64, &'t u64)>, wanted: u128) -> i64 {
    let mut seen = 0;
    let found = spreads.find(|&(_, &count)| {
        seen += u128::from(count);
        seen >= wanted
    });
    found.map_or(0, |(&spread, _)| spread)
}
