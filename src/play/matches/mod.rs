//! Matches: two sides play mirrored pairs of games, to find out which is better.
//!
//! A pair is two games from the same shuffled bag. Side A moves first in one and side B
//! in the other. The player who moves first draws from the front of the bag, the other
//! from the back. So A has in one game the luck of the tiles that B has in the other,
//! and most of it cancels out. Two equal sides end every pair with a sum of 0.
//!
//! `pair` plays one pair, `tally` sums pairs in integers, `figures` computes shares,
//! means and errors from these sums, and `sequence` decides when a match may stop
//! early. Pairs are played in blocks of fixed size, so a result depends on the seed and
//! the number of pairs, and not on threads.

mod figures;
mod normal;
mod pair;
mod sequence;
mod tally;

pub use figures::{Figures, SideMeans};
pub use pair::{GameSide, MatchPair, PairGame, Side, SideOptions};
pub use sequence::{StopRule, Verdict};
pub use tally::Tally;

use crate::error::Result;
use crate::movegen::Ranker;
use crate::parallel;
use crate::play::matches::pair::{play_pair_game, rankers};
use crate::ruleset::Ruleset;
use std::ops::ControlFlow;

/// The number of pairs played between two looks at the result.
const BLOCK: u64 = 50;

/// The length of a match.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MatchOptions {
    /// The most pairs to play.
    pub pairs: u64,
    /// The seed, which determines the order of the tiles in every bag.
    pub seed: u64,
    /// When to stop early.
    pub stop: Option<StopRule>,
    /// Whether to keep the games of each pair, turn by turn.
    pub keep_games: bool,
}

impl MatchOptions {
    /// Creates options for a match of a fixed number of pairs.
    pub fn new(pairs: u64, seed: u64) -> MatchOptions {
        MatchOptions {
            pairs,
            seed,
            stop: None,
            keep_games: false,
        }
    }
}

/// A played match.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct PlayedMatch {
    /// The sums over all pairs.
    pub tally: Tally,
    /// The reason why the match stopped before its last pair, if its stop rule ended
    /// it.
    pub verdict: Option<Verdict>,
    /// Whether `after` ended it.
    pub interrupted: bool,
}

/// Plays a match between two sides, A and B, with the same ruleset.
///
/// `after` gets the pairs of each block, in order, and the tally including them. If it
/// breaks, the match ends there.
pub fn play_match<'g>(
    sides: [Side<'g>; 2],
    ruleset: &'g Ruleset,
    options: &MatchOptions,
    mut after: impl FnMut(&[MatchPair], &Tally) -> Result<ControlFlow<()>>,
) -> Result<PlayedMatch> {
    let rankers = rankers(&sides, ruleset);
    let mut played = PlayedMatch::default();
    let mut first = 0;
    while first < options.pairs {
        let end = options.pairs.min(first.saturating_add(BLOCK));
        let play = |rankers: &mut Vec<Ranker<'g>>, number| {
            let mut game = |opener| {
                let place = (options.seed, number, opener);
                play_pair_game(&sides, rankers, ruleset, place, options.keep_games)
            };
            let games = [game(0)?, game(1)?];
            Ok(MatchPair { number, games })
        };
        let pairs = parallel::try_map_with(first..end, || rankers.clone(), play)?;
        for pair in &pairs {
            played.tally.add(pair);
        }
        if after(&pairs, &played.tally)?.is_break() {
            played.interrupted = true;
            break;
        }
        played.verdict = options.stop.and_then(|rule| rule.verdict(&played.tally));
        if played.verdict.is_some() {
            break;
        }
        first = end;
    }
    Ok(played)
}

#[cfg(test)]
mod tests;
