//! A game in progress: the board, the bag, both racks and the scores.
//!
//! Self-play, matches and the boards of a census all play their games here. They differ
//! in how moves are chosen and how tiles are dealt ([`Dealing`]).

use crate::error::Result;
use crate::graph::Graph;
use crate::movegen::{LeaveValues, Move, Position, RankOptions, RankedMove, Ranker};
use crate::play::endgame::{Endgame, EndgameOptions, solve_endgame};
use crate::play::spelling::tiles_text;
use crate::random::Random;
use crate::ruleset::Ruleset;
use crate::tiles::Tile;
use std::collections::VecDeque;

/// The number of consecutive scoreless turns that end a game.
const SCORELESS: usize = 6;

/// The size of the table for each endgame solved during a game, in bytes.
const EXACT_MEMORY: usize = 16 << 20;

/// How players draw tiles, and how exchanged tiles return to the bag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dealing {
    /// Both players draw from the back. An exchange shuffles the bag.
    OneEnd,
    /// The first player draws from the front and the second from the back. An exchanged
    /// tile returns to a random place, and the order of the other tiles stays. So two
    /// games with the same bag deal the same tiles to the same seat for as long as they
    /// can.
    OwnEnds,
}

/// The state of a game.
#[derive(Clone, Debug)]
pub(crate) struct GameState<'g> {
    /// The board, with the rack of the player who last looked for a move.
    pub(crate) position: Position<'g>,
    pub(crate) bag: VecDeque<Tile>,
    dealing: Dealing,
    pub(crate) racks: [Vec<Tile>; 2],
    pub(crate) scores: [i64; 2],
    /// The number of scoreless turns since the last score.
    scoreless: usize,
}

impl<'g> GameState<'g> {
    /// Shuffles the bag and deals both racks.
    pub(crate) fn deal(
        ruleset: &'g Ruleset,
        random: &mut Random,
        dealing: Dealing,
    ) -> GameState<'g> {
        let mut bag = Vec::new();
        for (tile, facts) in (0..).zip(ruleset.tiles()) {
            bag.extend(std::iter::repeat_n(tile, usize::from(facts.count)));
        }
        random.shuffle(&mut bag);
        let mut state = GameState {
            position: Position::new(ruleset),
            bag: bag.into(),
            dealing,
            racks: [Vec::new(), Vec::new()],
            scores: [0, 0],
            scoreless: 0,
        };
        state.draw(0);
        state.draw(1);
        state
    }

    /// The number of tiles not on the board.
    pub(crate) fn unplayed(&self) -> u32 {
        let racks = self.racks.iter().map(Vec::len).sum::<usize>();
        (racks + self.bag.len()) as u32
    }

    /// Whether a player has no tiles left, or too many turns were scoreless.
    pub(crate) fn is_over(&self) -> bool {
        self.scoreless >= SCORELESS || self.racks.iter().any(Vec::is_empty)
    }

    /// Plays to the end and settles the scores. `choose` finds a player's move.
    pub(crate) fn play_out(
        &mut self,
        random: &mut Random,
        mut choose: impl FnMut(&mut GameState<'g>, usize) -> Result<RankedMove>,
    ) -> Result<()> {
        let mut player = 0;
        while !self.is_over() {
            let best = choose(self, player)?;
            self.make(&best, player, random);
            player = 1 - player;
        }
        let settlement = self.settlement();
        for (score, change) in self.scores.iter_mut().zip(settlement) {
            *score += change;
        }
        Ok(())
    }

    /// A player's best play, or exchange if `exchanges` allows them; a pass if there is
    /// neither.
    pub(crate) fn find_move(
        &mut self,
        ranker: &mut Ranker<'g>,
        leaves: &dyn LeaveValues,
        player: usize,
        exchanges: bool,
    ) -> Result<RankedMove> {
        self.position.set_rack(&self.racks[player])?;
        let options = RankOptions {
            pass: false,
            exchanges,
            ..RankOptions::default()
        };
        let best = ranker.top(&self.position, leaves, 1, options).pop();
        Ok(best.unwrap_or_else(|| RankedMove {
            equity: 0,
            score: 0,
            notation: "-".to_string(),
            mv: Move::Pass,
        }))
    }

    /// The first move of a player's best line once the bag is empty; `None` before
    /// that, or if the search needs more than `nodes` nodes. Both sides use `graph` in
    /// the search.
    pub(crate) fn find_exact_move(
        &mut self,
        graph: &Graph,
        player: usize,
        nodes: u64,
    ) -> Result<Option<RankedMove>> {
        if !self.bag.is_empty() {
            return Ok(None);
        }
        self.position.set_rack(&self.racks[player])?;
        let ruleset = self.position.ruleset();
        let [own, other] =
            [player, 1 - player].map(|p| tiles_text(ruleset.alphabet(), &self.racks[p]));
        let endgame = Endgame::read(ruleset, &self.position.board_text(), &own, &other)?;
        // One more scoreless turn would end the game.
        let endgame = endgame.after_pass(self.scoreless + 1 >= SCORELESS);
        let options = EndgameOptions {
            max_nodes: nodes,
            memory: EXACT_MEMORY,
            ..EndgameOptions::default()
        };
        let solution = solve_endgame(graph, &endgame, &options)?;
        let value = solution.value().map(|value| 1000 * i64::from(value));
        let first = solution.line.into_iter().next();
        Ok(value.zip(first).map(|(equity, turn)| RankedMove {
            equity,
            score: turn.score.unsigned_abs(),
            notation: turn.notation,
            mv: turn.mv,
        }))
    }

    /// Makes the move that [`find_move`](Self::find_move) found for a player.
    pub(crate) fn make(&mut self, best: &RankedMove, player: usize, random: &mut Random) {
        if let Some(play) = best.mv.as_play() {
            self.position.apply(&play);
            self.racks[player].clear();
            self.position.rack().write_to(&mut self.racks[player]);
            self.draw(player);
        }
        if let Move::Exchange(given) = &best.mv {
            self.exchange(given, player, random);
        }
        self.scores[player] += i64::from(best.score);
        self.scoreless = if best.score == 0 {
            self.scoreless + 1
        } else {
            0
        };
    }

    /// Draws new tiles before the old ones are returned. If the bag has too few, some
    /// of the old ones are drawn again.
    fn exchange(&mut self, given: &[Tile], player: usize, random: &mut Random) {
        let rack = &mut self.racks[player];
        for tile in given {
            if let Some(at) = rack.iter().position(|t| t == tile) {
                rack.remove(at);
            }
        }
        self.draw(player);
        match self.dealing {
            Dealing::OneEnd => {
                self.bag.extend(given);
                random.shuffle(self.bag.make_contiguous());
            }
            Dealing::OwnEnds => {
                for &tile in given {
                    let place = random.below(self.bag.len() as u64 + 1) as usize;
                    self.bag.insert(place, tile);
                }
            }
        }
        self.draw(player);
    }

    /// Fills a player's rack from the bag.
    fn draw(&mut self, player: usize) {
        let size = usize::from(self.position.ruleset().rack_size());
        let from_front = self.dealing == Dealing::OwnEnds && player == 0;
        let rack = &mut self.racks[player];
        while rack.len() < size && !self.bag.is_empty() {
            rack.extend(match from_front {
                true => self.bag.pop_front(),
                false => self.bag.pop_back(),
            });
        }
    }

    /// The effect of the tiles left on the racks. A player who went out gets twice the
    /// points of the opponent's tiles; otherwise each player loses the points of their
    /// own.
    pub(crate) fn settlement(&self) -> [i64; 2] {
        let ruleset = self.position.ruleset();
        let points = |rack: &Vec<Tile>| rack.iter().map(|&t| i64::from(ruleset.points(t))).sum();
        let left: [i64; 2] = self.racks.each_ref().map(points);
        match self.racks.iter().position(Vec::is_empty) {
            Some(0) => [2 * left[1], 0],
            Some(_) => [0, 2 * left[0]],
            None => [-left[0], -left[1]],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(mv: Move) -> RankedMove {
        RankedMove {
            equity: 0,
            score: 0,
            notation: String::new(),
            mv,
        }
    }

    #[test]
    fn each_seat_draws_from_its_own_end() {
        let english = Ruleset::builtin("english").unwrap();
        let deal = || {
            let mut random = Random::for_game(1, 2);
            let state = GameState::deal(&english, &mut random, Dealing::OwnEnds);
            (state, random)
        };
        let (mut calm, mut random) = deal();
        let order: Vec<Tile> = calm.bag.iter().copied().collect();
        assert_eq!(order.len(), 86);
        calm.racks[0].truncate(4);
        calm.draw(0);
        calm.racks[1].truncate(5);
        calm.draw(1);
        assert_eq!(calm.racks[0][4..], order[..3]);
        assert_eq!(calm.racks[1][5..], [order[85], order[84]]);
        // An exchange draws first, returns the tiles to random places, and keeps the
        // order of the others.
        let (mut state, _) = deal();
        let given = state.racks[0][..3].to_vec();
        state.make(&best(Move::Exchange(given.clone())), 0, &mut random);
        assert_eq!(state.racks[0][4..], order[..3]);
        assert_eq!(state.bag.len(), 86);
        let mut rest = order[3..].iter();
        let mut next = rest.next();
        let mut inserted = Vec::new();
        for tile in &state.bag {
            match next == Some(tile) {
                true => next = rest.next(),
                false => inserted.push(*tile),
            }
        }
        assert_eq!(next, None, "the order of the others changed");
        assert_eq!(inserted.len(), 3);
        assert!(inserted.iter().all(|tile| given.contains(tile)));
    }
}
