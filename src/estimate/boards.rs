//! The boards of a census: greedy games stopped at a given number of tiles.
//!
//! A board depends on the seed, the stage, its slot in the stage and the leave values
//! of the previous stage. The numbers of tiles are spread over the middle of a game
//! with a stride that is coprime to their range, so that the first slots of a stage
//! already cover all of it.

use crate::error::Result;
use crate::movegen::{LeaveValues, Position, Ranker};
use crate::play::{Dealing, GameState};
use crate::random::Random;
use crate::ruleset::Ruleset;

/// The number of tiles on the board of a slot.
pub(crate) fn fill_of(ruleset: &Ruleset, slot: u64) -> u32 {
    let (tiles, racks) = (ruleset.bag_size(), 2 * u32::from(ruleset.rack_size()));
    let first = (racks + 1).min(tiles);
    let last = tiles.saturating_sub(racks).max(first);
    let range = u64::from(last - first) + 1;
    // About the golden section, adjusted to be coprime to the range.
    let mut stride = (range * 618 / 1000).max(1);
    while gcd(stride, range) != 1 {
        stride += 1;
    }
    first + (slot % range * stride % range) as u32
}

fn gcd(a: u64, b: u64) -> u64 {
    match b {
        0 => a,
        _ => gcd(b, a % b),
    }
}

/// Plays the game that gives the board of a slot.
pub(crate) fn make_board<'g>(
    ranker: &mut Ranker<'g>,
    ruleset: &'g Ruleset,
    leaves: &dyn LeaveValues,
    (seed, stage, slot): (u64, u64, u64),
) -> Result<Position<'g>> {
    let fill = fill_of(ruleset, slot);
    let mut random = Random::for_game(seed ^ stage.rotate_left(32), slot);
    let mut state = GameState::deal(ruleset, &mut random, Dealing::OneEnd);
    let mut player = 0;
    while !state.is_over() && ruleset.bag_size() - state.unplayed() < fill {
        let best = state.find_move(ranker, leaves, player, true)?;
        state.make(&best, player, &mut random);
        player = 1 - player;
    }
    Ok(state.position)
}
