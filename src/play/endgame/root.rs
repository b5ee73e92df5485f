//! The moves of a single position: their ranking, and the best line.
//!
//! Here moves are tried in an order that depends only on the position. Of two moves
//! with the same value, the earlier one counts as better. So the ranking and the line
//! are the same with any number of threads and any table.

use crate::movegen::Move;
use crate::play::endgame::search::{Node, Search, Stopped};
use crate::play::endgame::solution::{EndgameTurn, RankedTurn};
use crate::play::endgame::table::INFINITE;
use std::cmp::Reverse;

/// The ranking of a position's first moves, as far as it is known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranking {
    /// The best of the moves tried so far, the best first.
    pub(crate) top: Vec<RankedTurn>,
    /// Whether all moves were tried.
    pub(crate) complete: bool,
}

impl Ranking {
    /// Returns the value of the best move tried so far.
    pub(crate) fn best(&self) -> i32 {
        self.top.first().map_or(-INFINITE, |turn| turn.value)
    }
}

impl Search<'_> {
    /// Returns the plays of a node in a fixed order, then `None` for the pass.
    fn moves(&mut self, node: Node) -> Vec<Option<usize>> {
        let mut plays = self.plays(node);
        plays.sort_by_cached_key(|&play| {
            let lane = self.kept.plays[play].lane;
            let out = self.goes_out(node, play);
            let promise = self.promise(node, play);
            (
                Reverse((out, promise)),
                lane,
                self.kept.tiles(play).to_vec(),
            )
        });
        plays.into_iter().map(Some).chain([None]).collect()
    }

    /// Converts a play to a move.
    fn to_move(&self, play: Option<usize>) -> Move {
        let Some(play) = play else { return Move::Pass };
        let placed = self.kept.tiles(play);
        let (direction, lane) = self.lanes.lane(usize::from(self.kept.plays[play].lane));
        let position = &self.lanes.position;
        let board = position.ruleset().board();
        let (_, length) = direction.lane(board.rows(), board.columns());
        let tile_at = |at: u8| {
            let (row, column) = direction.lane(lane, at);
            let index = self.lanes.square(row, column);
            let own = placed.iter().find(|&&(s, _)| s == index);
            own.map_or((0, position.tile(row, column)), |&(_, tile)| (tile, tile))
        };
        let mut word = Vec::new();
        let mut start = 0;
        for at in 0..length {
            match tile_at(at) {
                (_, 0) if word.iter().any(|&tile| tile != 0) => break,
                (_, 0) => {
                    word.clear();
                    start = at + 1;
                }
                (tile, _) => word.push(tile),
            }
        }
        let (row, column) = direction.lane(lane, start);
        Move::Play {
            direction,
            row,
            column,
            tiles: word,
        }
    }

    fn score(&self, play: Option<usize>) -> i32 {
        play.map_or(0, |play| i32::from(self.kept.scores[play]))
    }

    /// Returns what the tiles left give to the side on turn if a move ends the game, or
    /// `None` if the game goes on.
    fn ending_of(&self, node: Node, play: Option<usize>) -> Option<i32> {
        match play {
            Some(play) if self.goes_out(node, play) => {
                Some(self.out_value(node, play) - self.score(Some(play)))
            }
            None if node.passed => Some(self.ending(node)),
            _ => None,
        }
    }

    /// Returns the value of a move in a window.
    fn move_value(
        &mut self,
        node: Node,
        play: Option<usize>,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let ending = self.ending(node);
        match play {
            Some(play) => self.play_value(node, play, alpha, beta),
            None if node.passed || ending <= alpha => Ok(ending),
            None => self.pass_value(node, alpha, beta),
        }
    }

    /// Finds the exact values of the `wanted` best moves of a node. All values must be
    /// below `beta`.
    pub(crate) fn rank(&mut self, node: Node, wanted: usize, beta: i32) -> Ranking {
        let mut ranking = Ranking::default();
        for play in self.moves(node) {
            let last = ranking.top.get(wanted - 1);
            let least = last.map_or(-INFINITE, |last| last.value);
            let Ok(value) = self.test_then_value(node, play, least, beta) else {
                return ranking;
            };
            if value <= least {
                continue;
            }
            let mv = self.to_move(play);
            let at = ranking.top.partition_point(|turn| turn.value >= value);
            let turn = RankedTurn {
                notation: self.lanes.position.move_text(&mv),
                mv,
                score: self.score(play),
                value,
            };
            ranking.top.insert(at, turn);
            ranking.top.truncate(wanted);
        }
        ranking.complete = true;
        ranking
    }

    /// First tests with a null window whether the move beats `alpha`, unless there is
    /// no lower bound yet.
    fn test_then_value(
        &mut self,
        node: Node,
        play: Option<usize>,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        if alpha <= -INFINITE {
            return self.move_value(node, play, alpha, beta);
        }
        match self.move_value(node, play, alpha, alpha + 1)? {
            value if value <= alpha => Ok(value),
            value => self.move_value(node, play, value - 1, beta),
        }
    }

    /// Follows the best moves from a node of a known value. Returns an empty line if
    /// the budget ends first.
    pub(crate) fn line(&mut self, root: Node, value: i32) -> Vec<EndgameTurn> {
        let mut line = Vec::new();
        match self.walk(root, value, root.side, &mut line) {
            true => line,
            false => Vec::new(),
        }
    }

    /// Appends the turns of the best line, whose first turn is made by side `first`.
    /// Returns whether the line reaches the end of the game.
    fn walk(&mut self, node: Node, value: i32, first: usize, line: &mut Vec<EndgameTurn>) -> bool {
        let Some(play) = self.move_worth(node, value) else {
            return false;
        };
        let (mv, score) = (self.to_move(play), self.score(play));
        let next = match play {
            Some(play) => self.after(node, play),
            None => node.after_pass(),
        };
        let ending = self.ending_of(node, play);
        line.push(EndgameTurn {
            by_opponent: node.side != first,
            notation: self.lanes.position.move_text(&mv),
            mv,
            score,
            left: self.hands[node.side].left(next.left[node.side]),
            ending: ending.unwrap_or(0),
        });
        if ending.is_some() {
            return true;
        }
        let placed = play.map_or(Vec::new(), |play| self.kept.tiles(play).to_vec());
        self.lanes.place(&placed);
        let ends = self.walk(next, score - value, first, line);
        self.lanes.take_back(&placed);
        ends
    }

    /// Returns the first move of a node that is worth `value`, or `None` if the budget
    /// ends.
    fn move_worth(&mut self, node: Node, value: i32) -> Option<Option<usize>> {
        for play in self.moves(node) {
            match self.move_value(node, play, value - 1, value) {
                Ok(found) if found >= value => return Some(play),
                Ok(_) => (),
                Err(Stopped) => return None,
            }
        }
        None
    }
}
