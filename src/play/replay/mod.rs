//! Replays recorded games and compares every line with the rules.
//!
//! [`replay`] plays the lines of a [`Gcg`] one after the other. It returns every
//! position, and findings with their lines: illegal plays, wrong scores and totals,
//! racks that the bag can't provide. [`analyse`] computes what each turn lost against
//! the best move.

mod analysis;
mod state;
mod turn;

pub use analysis::{AnalysisOptions, TurnAnalysis, analyse};
pub use turn::{Replay, ReplayFinding, ReplayedTurn};

use crate::error::{Error, Result};
use crate::graph::Graph;
use crate::play::gcg::Gcg;
use crate::play::replay::state::State;
use crate::ruleset::Ruleset;

/// Replays a recorded game. `path` is its name in errors.
///
/// A broken rule is a finding. A rack or a word with a letter that the ruleset lacks is
/// an error, since nothing could be compared.
pub fn replay<'r>(
    path: &str,
    game: &Gcg,
    ruleset: &'r Ruleset,
    graph: &Graph,
) -> Result<Replay<'r>> {
    let mut state = State::new(ruleset, graph);
    for (at, event) in game.events.iter().enumerate() {
        let next = game.events.get(at + 1);
        let played = state.play(event, next);
        played.map_err(|error: Error| error.at_line_of(path, event.line))?;
    }
    Ok(state.finish())
}
