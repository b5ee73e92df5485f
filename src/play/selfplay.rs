//! Self-play: games in which both players make the move with the highest equity.
//!
//! The seed decides the order of the tiles, so it decides the game. Each game of
//! a run has its own stream of random numbers: the n-th game is the same on any
//! number of threads.

use crate::error::Result;
use crate::graph::Graph;
use crate::movegen::{LeaveValues, Move, Position, RankOptions, Ranker};
use crate::parallel::prelude::*;
use crate::random::Random;
use crate::ruleset::Ruleset;
use crate::tiles::Tile;

/// The number of turns in a row without a score that end a game.
const SCORELESS: usize = 6;

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

/// A complete game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The turns; the players alternate.
    pub turns: Vec<Turn>,
    /// The final scores, with the tiles left on the racks settled.
    pub scores: [i64; 2],
}

/// Plays a game. Each player makes the best play or exchange, and passes only if
/// there is neither. The game ends when a player and the bag have no tiles left,
/// or after six turns in a row without a score.
pub fn play_game<'g, L: LeaveValues>(
    ranker: &mut Ranker<'g>,
    ruleset: &'g Ruleset,
    leaves: &L,
    mut random: Random,
) -> Result<Game> {
    let mut state = GameState::new(ruleset, &mut random);
    let mut turns = Vec::new();
    while !state.is_over() {
        turns.push(state.take_turn(ranker, leaves, turns.len() % 2, &mut random)?);
    }
    state.settle();
    Ok(Game {
        turns,
        scores: state.scores,
    })
}

/// Plays games from a seed, in parallel.
pub fn play_games<L: LeaveValues + Sync>(
    graph: &Graph,
    ruleset: &Ruleset,
    leaves: &L,
    seed: u64,
    count: u64,
) -> Result<Vec<Game>> {
    let ranker = Ranker::new(graph, ruleset);
    (0..count)
        .into_par_iter()
        .map_init(
            || ranker.clone(),
            |ranker, number| {
                let random = Random::for_game(seed, number);
                play_game(ranker, ruleset, leaves, random)
            },
        )
        .collect()
}

/// The state of a game.
pub(crate) struct GameState<'g> {
    position: Position<'g>,
    /// Drawn from the end.
    bag: Vec<Tile>,
    racks: [Vec<Tile>; 2],
    scores: [i64; 2],
    /// The turns without a score since the last one with one.
    scoreless: usize,
}

impl<'g> GameState<'g> {
    /// Shuffles the bag and deals both racks.
    pub(crate) fn new(ruleset: &'g Ruleset, random: &mut Random) -> GameState<'g> {
        let mut bag = Vec::new();
        for (tile, facts) in (0..).zip(ruleset.tiles()) {
            bag.extend(std::iter::repeat_n(tile, usize::from(facts.count)));
        }
        random.shuffle(&mut bag);
        let mut state = GameState {
            position: Position::new(ruleset),
            bag,
            racks: [Vec::new(), Vec::new()],
            scores: [0, 0],
            scoreless: 0,
        };
        state.draw(0);
        state.draw(1);
        state
    }

    /// The number of tiles that are not on the board.
    pub(crate) fn unplayed(&self) -> u32 {
        let racks = self.racks.iter().map(Vec::len).sum::<usize>();
        (racks + self.bag.len()) as u32
    }

    /// Whether a player has no tiles left, or nobody scored for too long.
    pub(crate) fn is_over(&self) -> bool {
        self.scoreless >= SCORELESS || self.racks.iter().any(Vec::is_empty)
    }

    /// The board, with a rack that does not matter.
    pub(crate) fn into_position(self) -> Position<'g> {
        self.position
    }

    /// Fills a player's rack from the bag.
    fn draw(&mut self, player: usize) {
        let size = usize::from(self.position.ruleset().rack_size());
        let rack = &mut self.racks[player];
        let wanted = size.saturating_sub(rack.len()).min(self.bag.len());
        rack.extend(self.bag.drain(self.bag.len() - wanted..).rev());
    }

    /// Makes a player's best move.
    pub(crate) fn take_turn<L: LeaveValues>(
        &mut self,
        ranker: &mut Ranker<'g>,
        leaves: &L,
        player: usize,
        random: &mut Random,
    ) -> Result<Turn> {
        self.position.set_rack(&self.racks[player])?;
        let options = RankOptions::default().with_pass(false);
        let best = ranker.top(&self.position, leaves, 1, options).pop();
        let (mv, notation, score, equity) = match best {
            Some(best) => (best.mv, best.notation, best.score, best.equity),
            None => (Move::Pass, "-".to_string(), 0, 0),
        };
        let turn = Turn {
            board: self.position.board_text(),
            rack: self.position.rack_text(),
            mv,
            notation,
            score,
            equity,
        };
        self.make(&turn.mv, player, random);
        self.scores[player] += i64::from(score);
        self.scoreless = if score == 0 { self.scoreless + 1 } else { 0 };
        Ok(turn)
    }

    fn make(&mut self, mv: &Move, player: usize, random: &mut Random) {
        if let Some(play) = mv.as_play() {
            self.position.apply(&play);
            self.racks[player] = self.position.rack().tiles();
            self.draw(player);
        }
        if let Move::Exchange(given) = mv {
            let rack = &mut self.racks[player];
            for tile in given {
                if let Some(at) = rack.iter().position(|t| t == tile) {
                    rack.remove(at);
                }
            }
            // New tiles are drawn before the old ones go back. If the bag has
            // too few, some of the old ones are drawn again.
            self.draw(player);
            self.bag.extend_from_slice(given);
            random.shuffle(&mut self.bag);
            self.draw(player);
        }
    }

    /// Settles the tiles left: a player who went out gets twice the points of
    /// the opponent's tiles; else each player pays for their own.
    fn settle(&mut self) {
        let points = |rack: &[Tile]| -> i64 {
            let points = rack.iter().map(|&t| self.position.ruleset().points(t));
            points.map(i64::from).sum()
        };
        let left = [points(&self.racks[0]), points(&self.racks[1])];
        match self.racks.iter().position(Vec::is_empty) {
            Some(out) => self.scores[out] += 2 * left[1 - out],
            None => {
                self.scores[0] -= left[0];
                self.scores[1] -= left[1];
            }
        }
    }
}
