//! What each turn of a recorded game lost against the best move.
//!
//! While the bag has tiles, a move is worth its equity: the score plus the value of the
//! leave. When the bag is empty, the exact value of the endgame counts, unless it takes
//! too many nodes to find. The limit is in nodes, not seconds, so the result is the
//! same on every machine.

use crate::error::Result;
use crate::graph::Graph;
use crate::limits::CHECKED_RACK;
use crate::movegen::{
    Equity, LeaveValues, Move, Position, Rack, RankOptions, RankedMove, Ranker, score,
};
use crate::parallel;
use crate::play::endgame::{Endgame, EndgameOptions, EndgameStatus, solve_endgame, unseen_tiles};
use crate::play::replay::turn::{Replay, ReplayedTurn};
use crate::play::spelling::tiles_text;
use crate::tiles::Tile;

/// Options for analysing games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnalysisOptions {
    /// The number of best moves to return for each turn; at least 1.
    pub top: usize,
    /// The number of nodes after which the search for the exact value of an endgame is
    /// given up.
    pub endgame_nodes: u64,
}

impl Default for AnalysisOptions {
    /// Only the best move, and endgames that take a few seconds at most.
    fn default() -> AnalysisOptions {
        AnalysisOptions {
            top: 1,
            endgame_nodes: 1_000_000,
        }
    }
}

/// The value of a turn, and of the best moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TurnAnalysis {
    /// The best moves, the best first. If values are exact, so are their equities.
    pub best: Vec<RankedMove>,
    /// The value of the move made, in thousandths of a point. A withdrawn play is worth
    /// as much as a pass. `None` for any other illegal play.
    pub value: Option<i64>,
    /// Whether the values are exact: the spread to the end of the game with perfect
    /// play by both sides.
    pub exact: bool,
}

impl TurnAnalysis {
    /// What the turn lost against the best move, in thousandths of a point.
    pub fn lost(&self) -> Option<i64> {
        let best = self.best.first()?.equity;
        Some((best - self.value?).max(0))
    }
}

/// Analyses every turn of a game. `None` for a turn whose rack is not fully known.
pub fn analyse<'g>(
    replay: &Replay<'g>,
    graph: &'g Graph,
    leaves: &dyn LeaveValues,
    options: AnalysisOptions,
) -> Result<Vec<Option<TurnAnalysis>>> {
    let ranker = Ranker::new(graph, replay.position.ruleset());
    let analyse = |ranker: &mut Ranker<'g>, turn: &ReplayedTurn<'g>| {
        let tiles = turn.position.rack().total();
        if !turn.whole_rack || tiles == 0 || tiles > u32::from(CHECKED_RACK) {
            return Ok(None);
        }
        let exact = exact(turn, graph, options);
        Ok(Some(exact.unwrap_or_else(|| {
            by_equity(turn, ranker, leaves, options)
        })))
    };
    parallel::try_map_with(&replay.turns, || ranker.clone(), analyse)
}

/// The tiles that a move leaves on the rack; `None` if the rack lacks a tile.
fn kept(position: &Position<'_>, placed: impl Iterator<Item = Tile>) -> Option<Rack> {
    let mut rack = position.rack().clone();
    rack.take_all(placed).is_empty().then_some(rack)
}

/// The effective move of a turn: a pass if its play was withdrawn; `None` if the move
/// was illegal.
fn effect(turn: &ReplayedTurn<'_>) -> Option<Move> {
    match (turn.withdrawn, turn.legal) {
        (true, _) => Some(Move::Pass),
        (false, true) => turn.mv.clone(),
        (false, false) => None,
    }
}

fn by_equity<'g>(
    turn: &ReplayedTurn<'g>,
    ranker: &mut Ranker<'g>,
    leaves: &dyn LeaveValues,
    options: AnalysisOptions,
) -> TurnAnalysis {
    let position = &turn.position;
    let best = ranker.top(position, leaves, options.top.max(1), RankOptions::default());
    let equity = Equity::new(position, leaves);
    let value = effect(turn).and_then(|mv| match &mv {
        Move::Pass => Some(equity.leave(&position.rack().tiles())),
        Move::Exchange(given) => {
            let left = kept(position, given.iter().copied())?;
            Some(equity.leave(&left.tiles()))
        }
        Move::Play { .. } => {
            let play = mv.as_play()?;
            let left = kept(position, play.rack_tiles())?;
            let points = score(position, &play);
            Some(equity.leave_adjustment(&left.tiles()) + equity.on_board(&play, points))
        }
    });
    TurnAnalysis {
        best,
        value,
        exact: false,
    }
}

/// The analysis by exact values; `None` if the bag has tiles, or if it takes too long.
fn exact(turn: &ReplayedTurn<'_>, graph: &Graph, options: AnalysisOptions) -> Option<TurnAnalysis> {
    if turn.bag > 0 {
        return None;
    }
    let mut search = EndgameOptions {
        max_nodes: options.endgame_nodes,
        top: options.top.max(1),
        ..EndgameOptions::default()
    };
    let position = &turn.position;
    let (own, other) = (position.rack().tiles(), unseen_tiles(position));
    let endgame = endgame(position, &own, &other)?.after_pass(turn.after_pass);
    let solution = solve_endgame(graph, &endgame, &search).ok()?;
    if solution.status != EndgameStatus::Solved {
        return None;
    }
    search.top = 1;
    let best = solution.top.into_iter().map(|turn| RankedMove {
        equity: 1000 * i64::from(turn.value),
        score: turn.score.unsigned_abs(),
        notation: turn.notation,
        mv: turn.mv,
    });
    let value_of = |endgame: Endgame<'_>| {
        let solution = solve_endgame(graph, &endgame, &search).ok()?;
        solution.value().map(i64::from)
    };
    let ruleset = position.ruleset();
    let points = |tiles: &[Tile]| -> i64 {
        tiles
            .iter()
            .map(|&tile| i64::from(ruleset.points(tile)))
            .sum()
    };
    let value = match effect(turn) {
        None | Some(Move::Exchange(_)) => None,
        Some(Move::Pass) if turn.after_pass => Some(points(&other) - points(&own)),
        Some(Move::Pass) => {
            let next = self::endgame(position, &other, &own)?.after_pass(true);
            Some(-value_of(next)?)
        }
        Some(mv) => {
            let play = mv.as_play()?;
            let left = kept(position, play.rack_tiles())?.tiles();
            let gained = i64::from(score(position, &play));
            let mut after = position.clone();
            after.apply(&play);
            match left.is_empty() {
                true => Some(gained + 2 * points(&other)),
                false => Some(gained - value_of(self::endgame(&after, &other, &left)?)?),
            }
        }
    };
    Some(TurnAnalysis {
        best: best.collect(),
        value: value.map(|value| 1000 * value),
        exact: true,
    })
}

fn endgame<'r>(position: &Position<'r>, own: &[Tile], other: &[Tile]) -> Option<Endgame<'r>> {
    let ruleset = position.ruleset();
    let text = |tiles| tiles_text(ruleset.alphabet(), tiles);
    Endgame::read(ruleset, &position.board_text(), &text(own), &text(other)).ok()
}
