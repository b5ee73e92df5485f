//! One mirrored pair of games.

use crate::error::Result;
use crate::graph::Graph;
use crate::movegen::{LeaveValues, Move, Ranker};
use crate::play::game::{Dealing, GameState};
use crate::play::selfplay::{Game, Turn};
use crate::random::Random;
use crate::ruleset::Ruleset;

/// A side of a match: its words and its leave values.
#[derive(Clone, Copy, Debug)]
pub struct Side<'g> {
    /// The words that it plays. Words of the other side stay on the board even if this
    /// graph lacks them; there are no challenges.
    pub graph: &'g Graph,
    /// The values of the leaves.
    pub leaves: &'g dyn LeaveValues,
    /// Further options.
    pub options: SideOptions,
}

impl<'g> Side<'g> {
    /// Creates a side with these words and values, and default options.
    pub fn new(graph: &'g Graph, leaves: &'g dyn LeaveValues) -> Side<'g> {
        Side {
            graph,
            leaves,
            options: SideOptions::default(),
        }
    }
}

/// How a side plays, within the rules of both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SideOptions {
    /// The most nodes for solving an endgame. Once the bag is empty, the side plays the
    /// first move of the best line, if it is found within this number of nodes.
    /// Otherwise, or if this is `None`, it plays the move with the highest equity.
    pub endgame_nodes: Option<u64>,
    /// The fewest tiles in the bag with which the side exchanges, if more than the
    /// rules require.
    pub exchange_limit: Option<u32>,
}

/// The results of a side in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameSide {
    /// Its final score.
    pub score: i64,
    /// The number of its turns.
    pub turns: u64,
    /// The number of its plays that placed a full rack.
    pub bingos: u64,
    /// The number of its exchanges.
    pub exchanges: u64,
}

/// One game of a pair.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairGame {
    /// The results of A and B.
    pub sides: [GameSide; 2],
    /// The game turn by turn, if the match keeps its games.
    pub game: Option<Game>,
}

impl PairGame {
    /// The points of A minus those of B.
    pub fn spread(&self) -> i64 {
        self.sides[0].score - self.sides[1].score
    }
}

/// Two games with the same bag: A moves first in the first one, B in the second.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchPair {
    /// The number of the pair in its match, from 0.
    pub number: u64,
    /// The games.
    pub games: [PairGame; 2],
}

/// Creates the rankers of the sides, one for each graph. Sides with the same graph
/// share a ranker, so that its knowledge of the board changes by one move at a time.
pub(crate) fn rankers<'g>(sides: &[Side<'g>; 2], ruleset: &'g Ruleset) -> Vec<Ranker<'g>> {
    let is_shared = std::ptr::eq(sides[0].graph, sides[1].graph);
    let sides = sides.iter().take(if is_shared { 1 } else { 2 });
    sides.map(|side| Ranker::new(side.graph, ruleset)).collect()
}

/// Plays the game of pair `number` in which side `opener` moves first, with the
/// [`rankers`] of the sides.
pub(crate) fn play_pair_game<'g>(
    sides: &[Side<'g>; 2],
    rankers: &mut [Ranker<'g>],
    ruleset: &'g Ruleset,
    (seed, number, opener): (u64, u64, usize),
    keep_games: bool,
) -> Result<PairGame> {
    let graphs = rankers.len();
    let mut random = Random::for_game(seed, number);
    let mut state = GameState::deal(ruleset, &mut random, Dealing::OwnEnds);
    let mut done = [GameSide::default(); 2];
    let mut turns = Vec::new();
    state.play_out(&mut random, |state, seat| {
        let side = &sides[seat ^ opener];
        let exact = match side.options.endgame_nodes {
            Some(nodes) => state.find_exact_move(side.graph, seat, nodes)?,
            None => None,
        };
        let best = match exact {
            Some(exact) => exact,
            None => {
                let ranker = &mut rankers[(seat ^ opener) % graphs];
                let least = side.options.exchange_limit.unwrap_or(0);
                let exchanges = state.bag.len() >= least as usize;
                state.find_move(ranker, side.leaves, seat, exchanges)?
            }
        };
        let done = &mut done[seat ^ opener];
        done.turns += 1;
        let placed = best.mv.as_play().map(|play| play.placed());
        done.bingos += u64::from(placed == Some(usize::from(ruleset.rack_size())));
        done.exchanges += u64::from(matches!(best.mv, Move::Exchange(_)));
        if keep_games {
            turns.push(Turn::of(state, &best));
        }
        Ok(best)
    })?;
    for (seat, score) in state.scores.into_iter().enumerate() {
        done[seat ^ opener].score = score;
    }
    Ok(PairGame {
        sides: done,
        game: keep_games.then(|| Game::of(&state, turns)),
    })
}
