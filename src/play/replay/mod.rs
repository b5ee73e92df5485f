//! Recorded games played again: every line compared with the rules.
//!
//! [`replay`] plays the lines of a [`Gcg`] one after the other and gives every
//! position, and findings with their lines: illegal plays, wrong scores and totals,
//! racks that the bag can't give. [`analyse`] says what each turn lost against the
//! best move.

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

/// Plays a recorded game again. `path` is its name in errors.
///
/// What breaks a rule is a finding. A rack or a word with a letter that the ruleset
/// does not have is an error, since nothing could be compared then.
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
