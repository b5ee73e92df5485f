//! Self-play: games in which both players make the move with the highest equity.
//!
//! The seed determines the order of the tiles, and so the game. Each game of a run has
//! its own stream of random numbers: the n-th game is the same on any number of
//! threads.

use crate::error::Result;
use crate::graph::Graph;
use crate::movegen::{LeaveValues, Move, RankedMove, Ranker};
use crate::parallel;
use crate::play::game::{Dealing, GameState};
use crate::random::Random;
use crate::ruleset::Ruleset;
use crate::tiles::Tile;

/// One turn of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The board before the move.
    pub board: String,
    /// The rack before the move.
    pub rack: String,
    /// The move.
    pub mv: Move,
    /// The move in notation.
    pub notation: String,
    /// Its score.
    pub score: u32,
    /// Its equity, in thousandths of a point.
    pub equity: i64,
}

impl Turn {
    /// Creates the turn of the player whose rack is in the game's position.
    pub(crate) fn of(state: &GameState<'_>, best: &RankedMove) -> Turn {
        Turn {
            board: state.position.board_text(),
            rack: state.position.rack_text(),
            mv: best.mv.clone(),
            notation: best.notation.clone(),
            score: best.score,
            equity: best.equity,
        }
    }
}

/// A complete game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The turns; the players alternate.
    pub turns: Vec<Turn>,
    /// The tiles left on the racks, as text; empty for a player who went out.
    pub left: [String; 2],
    /// The effect of these tiles on the scores.
    pub settlement: [i64; 2],
    /// The final scores, including the settlement.
    pub scores: [i64; 2],
}

impl Game {
    /// Creates the record of a finished game.
    pub(crate) fn of(state: &GameState<'_>, turns: Vec<Turn>) -> Game {
        let alphabet = state.position.ruleset().alphabet();
        let left = |mut rack: Vec<Tile>| {
            rack.sort_unstable();
            alphabet.labels_text(&rack)
        };
        Game {
            turns,
            left: state.racks.clone().map(left),
            settlement: state.settlement(),
            scores: state.scores,
        }
    }
}

/// Plays a game. Each player makes the best play or exchange, and passes only if there
/// is neither. The game ends when the bag and a player have no tiles left, or after six
/// consecutive scoreless turns.
pub fn play_game<'g>(
    ranker: &mut Ranker<'g>,
    ruleset: &'g Ruleset,
    leaves: &dyn LeaveValues,
    mut random: Random,
) -> Result<Game> {
    let mut state = GameState::deal(ruleset, &mut random, Dealing::OneEnd);
    let mut turns = Vec::new();
    state.play_out(&mut random, |state, player| {
        let best = state.find_move(ranker, leaves, player, true)?;
        turns.push(Turn::of(state, &best));
        Ok(best)
    })?;
    Ok(Game::of(&state, turns))
}

/// Plays games from a seed, in parallel.
pub fn play_games(
    graph: &Graph,
    ruleset: &Ruleset,
    leaves: &dyn LeaveValues,
    seed: u64,
    count: u64,
) -> Result<Vec<Game>> {
    let first = Ranker::new(graph, ruleset);
    parallel::try_map_with(
        0..count,
        || first.clone(),
        |ranker, number| play_game(ranker, ruleset, leaves, Random::for_game(seed, number)),
    )
}
