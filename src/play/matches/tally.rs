//! The sums of a match, in integers, so that adding pairs in any order gives the same
//! tally.

use crate::play::matches::pair::{GameSide, MatchPair};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Sums over the pairs of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// The number of pairs.
    pub pairs: u64,
    /// The games that A won.
    pub wins: u64,
    /// The tied games.
    pub ties: u64,
    /// The games that B won.
    pub losses: u64,
    /// The results of A and B in all games.
    pub sides: [GameSide; 2],
    /// The number of games by spread: A's points minus B's.
    pub spreads: BTreeMap<i64, u64>,
    /// The sum of the squares of the half points, 0 to 4, that A won in each pair.
    pub(crate) half_points_squared: u64,
    /// The sum, over pairs, of the square of the sum of both games' spreads.
    pub(crate) pair_spread_squared: u128,
    /// The sums of the spreads of first and of second games, and of their squares.
    pub(crate) game_spread: [i128; 2],
    pub(crate) game_spread_squared: [u128; 2],
}

impl Tally {
    /// The number of games.
    pub fn games(&self) -> u64 {
        2 * self.pairs
    }

    /// The half points that A won: 2 for a win, 1 for a tie.
    pub(crate) fn half_points(&self) -> u64 {
        2 * self.wins + self.ties
    }

    /// The sum of the spreads of all games.
    pub(crate) fn spread(&self) -> i128 {
        self.game_spread[0] + self.game_spread[1]
    }

    /// Adds a pair.
    pub fn add(&mut self, pair: &MatchPair) {
        let before = self.half_points();
        let mut both = 0;
        for (place, game) in pair.games.iter().enumerate() {
            let spread = game.spread();
            match spread.cmp(&0) {
                Ordering::Greater => self.wins += 1,
                Ordering::Equal => self.ties += 1,
                Ordering::Less => self.losses += 1,
            }
            *self.spreads.entry(spread).or_default() += 1;
            self.game_spread[place] += i128::from(spread);
            self.game_spread_squared[place] += square(spread);
            both += spread;
            for (sum, side) in self.sides.iter_mut().zip(&game.sides) {
                sum.score = sum.score.saturating_add(side.score);
                sum.turns += side.turns;
                sum.bingos += side.bingos;
                sum.exchanges += side.exchanges;
            }
        }
        self.pairs += 1;
        self.half_points_squared += (self.half_points() - before).pow(2);
        self.pair_spread_squared += square(both);
    }
}

fn square(number: i64) -> u128 {
    u128::from(number.unsigned_abs()).pow(2)
}
