//! The search: a principal variation search with fail-soft bounds, to the end of the
//! game.
//!
//! A node is a board, both racks, the side on turn, and whether the last turn was a
//! pass. Its value is the points that the side on turn makes from here on less those of
//! the opponent. The search is that of Marsland and Campbell ("Parallel search of
//! strongly ordered game trees", 1982). The first move is searched with the whole
//! window. The others are first tested with a null window.
//!
//! Plays that go out end the game, so they are valued where they are found. A pass is
//! worth at most what ending the game now is worth, since the opponent can pass too. It
//! is searched last, and only if that bound exceeds the best value so far.
//!
//! Before the tiles of a play are placed, the position after it is looked up in the
//! table. If the opponent has a tile that fitted nowhere at the root, the side on turn
//! is first searched *alone*, against an opponent who passes at every turn. That
//! opponent is no better than the real one. So a side that does not reach the window
//! alone does not reach it at all.

use crate::play::endgame::hand::{Hand, Tiles};
use crate::play::endgame::kept::KeptPlays;
use crate::play::endgame::lanes::Lanes;
use crate::play::endgame::options::EndgameTechniques;
use crate::play::endgame::stats::EndgameStats;
use crate::play::endgame::table::{INFINITE, Known, Table};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

/// The error of a search that was told to stop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopped;

/// A node, apart from its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    /// The tiles placed since the root, as the XOR of their keys.
    pub(crate) placed: u64,
    /// Whose turn it is: 0 or 1.
    pub(crate) side: usize,
    /// What is left of both racks.
    pub(crate) left: [Tiles; 2],
    /// Whether the last turn was a pass, so that a pass ends the game.
    pub(crate) passed: bool,
}

impl Node {
    /// Returns the node after a pass that does not end the game.
    pub(crate) fn after_pass(self) -> Node {
        Node {
            side: 1 - self.side,
            passed: true,
            ..self
        }
    }
}

/// A play and its order. The highest order is tried first.
#[derive(Clone, Copy)]
struct Candidate {
    order: i32,
    play: u32,
}

/// The conditions for stopping.
pub(crate) struct Budget {
    pub(crate) deadline: Option<Instant>,
    /// Set by the user of the library to stop the search.
    pub(crate) interrupt: Option<&'static AtomicBool>,
    /// Set when another thread has the answer.
    pub(crate) done: AtomicBool,
}

impl Budget {
    /// Returns whether time is up or the user stopped the search.
    pub(crate) fn is_spent(&self) -> bool {
        self.interrupt.is_some_and(|flag| flag.load(Relaxed))
            || self.deadline.is_some_and(|time| Instant::now() >= time)
    }
}

/// The work between two looks at the clock, in nodes.
const PATIENCE: u64 = 256;
/// The work of generating the plays of a lane, in nodes. With many tiles on a large
/// board it takes milliseconds.
const LANE_NODES: u64 = 8;

/// The number of entries of the history table.
const HISTORY: usize = 1 << 14;

const TURN: u64 = 0x5851_f42d_4c95_7f2d;
const PASSED: u64 = 0xd1b5_4a32_d192_ed03;
const OWN_WIDTH: u64 = 0xbf58_476d_1ce4_e5b9;
const OTHER_WIDTH: u64 = 0x94d0_49bb_1331_11eb;

/// The search of one thread.
pub(crate) struct Search<'s> {
    pub(crate) lanes: Lanes<'s>,
    pub(crate) hands: &'s [Hand; 2],
    pub(crate) kept: KeptPlays<'s>,
    pub(crate) table: &'s Table,
    pub(crate) budget: &'s Budget,
    pub(crate) techniques: EndgameTechniques,
    pub(crate) stats: EndgameStats,
    /// By hash of a play: a measure of how often it caused a cut-off.
    history: Vec<i32>,
    /// The candidates of all nodes on the current path.
    candidates: Vec<Candidate>,
    /// Changes the order of plays a little, so that threads differ. 0 changes nothing.
    pub(crate) shuffle: u64,
    /// The most plays that each side tries at a node, apart from those that go out.
    /// `usize::MAX` sets no limit. A side with 0 passes at every turn:
    /// [`after`](Search::after) skips its turns, and [`most_alone`](Search::most_alone)
    /// uses this.
    pub(crate) widths: [usize; 2],
    /// The tiles of each rack that fitted nowhere at the root.
    pub(crate) helpless: [Tiles; 2],
    /// The number of nodes at which the search is given up.
    pub(crate) max_nodes: u64,
    /// The amount of work at which the clock is looked at next.
    next_look: u64,
    ply: u64,
}

impl<'s> Search<'s> {
    pub(crate) fn new(
        lanes: Lanes<'s>,
        hands: &'s [Hand; 2],
        kept: KeptPlays<'s>,
        table: &'s Table,
        budget: &'s Budget,
        techniques: EndgameTechniques,
    ) -> Search<'s> {
        Search {
            lanes,
            hands,
            kept,
            table,
            budget,
            techniques,
            stats: EndgameStats::default(),
            history: vec![0; HISTORY],
            candidates: Vec::new(),
            shuffle: 0,
            widths: [usize::MAX; 2],
            helpless: [0; 2],
            max_nodes: u64::MAX,
            next_look: 0,
            ply: 0,
        }
    }

    /// Returns what the side on turn gets if the game ends now: the opponent's tiles
    /// less its own.
    #[inline]
    pub(crate) fn ending(&self, node: Node) -> i32 {
        let [own, other] = [node.side, 1 - node.side];
        self.hands[other].points(node.left[other]) - self.hands[own].points(node.left[own])
    }

    fn key(&self, node: Node) -> u64 {
        let racks = self.hands[0].key(node.left[0]) ^ self.hands[1].key(node.left[1]);
        let turn = (TURN * node.side as u64) ^ (PASSED * u64::from(node.passed));
        // A narrowed search gives other values than the whole one.
        let widths = match self.widths {
            [usize::MAX, usize::MAX] => 0,
            [own, other] => {
                let own = (own as u64).wrapping_add(3).wrapping_mul(OWN_WIDTH);
                own ^ (other as u64).wrapping_add(5).wrapping_mul(OTHER_WIDTH)
            }
        };
        node.placed ^ racks ^ turn ^ widths
    }

    /// Returns the node after a play. If the opponent passes at every turn (width 0),
    /// it is the same side's turn again.
    #[inline]
    pub(crate) fn after(&self, node: Node, play: usize) -> Node {
        let mut next = node;
        let left = &mut next.left[node.side];
        *left = self.hands[node.side].after(*left, self.kept.needs[play]);
        next.placed ^= self.kept.plays[play].hash;
        next.passed = self.widths[1 - node.side] == 0;
        next.side = match next.passed {
            true => node.side,
            false => 1 - node.side,
        };
        next
    }

    /// Returns whether a play takes all tiles.
    #[inline]
    pub(crate) fn goes_out(&self, node: Node, play: usize) -> bool {
        self.kept.needs[play] == node.left[node.side]
    }

    /// Returns the value of a play that goes out.
    #[inline]
    pub(crate) fn out_value(&self, node: Node, play: usize) -> i32 {
        let other = 1 - node.side;
        i32::from(self.kept.scores[play]) + 2 * self.hands[other].points(node.left[other])
    }

    /// Returns the value of a play, in the window from `alpha` to `beta`.
    pub(crate) fn play_value(
        &mut self,
        node: Node,
        play: usize,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        if self.goes_out(node, play) {
            return Ok(self.out_value(node, play));
        }
        let score = i32::from(self.kept.scores[play]);
        let next = self.after(node, play);
        // Placing tiles takes longer than a look into the table.
        if let Some(known) = self.table.get(self.key(next)) {
            let (least, most) = match next.side == node.side {
                true => (score + known.lower, score + known.upper),
                false => (score - known.upper, score - known.lower),
            };
            if least >= beta || most <= alpha {
                self.stats.table_hits += 1;
                return Ok(if least >= beta { least } else { most });
            }
        }
        self.lanes.place(self.kept.tiles(play));
        let value = match next.side == node.side {
            true => self.value(next, alpha - score, beta - score),
            false => self.value(next, score - beta, score - alpha).map(|v| -v),
        };
        self.lanes.take_back(self.kept.tiles(play));
        Ok(score + value?)
    }

    /// Returns the value of a pass that does not end the game.
    pub(crate) fn pass_value(&mut self, node: Node, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        Ok(-self.value(node.after_pass(), -beta, -alpha)?)
    }

    /// Looks at the clock if enough work was done since the last look. Returns whether
    /// the budget is spent.
    fn is_time_up(&mut self) -> bool {
        let work = self.stats.nodes + LANE_NODES * self.kept.generations;
        if work < self.next_look {
            return false;
        }
        self.next_look = work + PATIENCE;
        self.budget.is_spent()
    }

    /// Returns a node's value if it is between `alpha` and `beta`. Otherwise returns an
    /// upper bound of at most `alpha` or a lower bound of at least `beta`.
    pub(crate) fn value(&mut self, node: Node, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        self.stats.nodes += 1;
        if self.is_time_up() || self.stats.nodes >= self.max_nodes || self.budget.done.load(Relaxed)
        {
            return Err(Stopped);
        }
        self.ply += 1;
        self.stats.depth = self.stats.depth.max(self.ply);
        let value = self.known_value(node, alpha, beta);
        self.ply -= 1;
        value
    }

    /// Looks the node up in the table, and searches it if the table does not settle the
    /// window. Stores the result in the table.
    fn known_value(&mut self, node: Node, mut alpha: i32, mut beta: i32) -> Result<i32, Stopped> {
        let ending = self.ending(node);
        let mut best = if node.passed { ending } else { -INFINITE };
        if best >= beta {
            return Ok(best);
        }
        let key = self.key(node);
        let mut known = Known {
            lower: -INFINITE,
            upper: INFINITE,
            play: 0,
            tiles: (node.left[0].count_ones() + node.left[1].count_ones()) as u8,
        };
        if let Some(found) = self.table.get(key) {
            self.stats.table_hits += 1;
            known = found;
            if known.lower >= beta || known.lower == known.upper {
                return Ok(known.lower);
            }
            if known.upper <= alpha {
                return Ok(known.upper);
            }
            alpha = alpha.max(known.lower);
            beta = beta.min(known.upper);
        }
        if let Some(most) = self.most_alone(node, alpha)? {
            known.upper = known.upper.min(most).max(known.lower);
            self.table.set(key, known);
            return Ok(most);
        }
        let mark = self.kept.mark();
        let from = self.candidates.len();
        let play = self.best_move(node, &mut best, (alpha, beta), known.play);
        self.candidates.truncate(from);
        self.kept.forget(mark);
        known.play = play?;
        best = best.clamp(known.lower, known.upper);
        if best < beta {
            known.upper = best;
        }
        if best > alpha {
            known.lower = best;
        }
        self.table.set(key, known);
        Ok(best)
    }

    /// Returns an upper bound on the value of a node if the side on turn does not get
    /// more than `alpha` even against an opponent who passes at every turn. Tries this
    /// only in a whole search, and only if the opponent has a tile left that fitted
    /// nowhere at the root.
    fn most_alone(&mut self, node: Node, alpha: i32) -> Result<Option<i32>, Stopped> {
        let other = 1 - node.side;
        let is_whole = self.widths == [usize::MAX; 2];
        if !is_whole || self.helpless[other] & node.left[other] == 0 {
            return Ok(None);
        }
        let alone = Node {
            passed: true,
            ..node
        };
        self.widths[other] = 0;
        let most = self.value(alone, alpha, alpha + 1);
        self.widths[other] = usize::MAX;
        Ok(Some(most?).filter(|&most| most <= alpha))
    }

    /// Tries the moves of a node until the value of one reaches `beta`, and raises
    /// `best`. Returns the highest bits of the best play's hash, or 0 if the best move
    /// is a pass or a play that goes out.
    fn best_move(
        &mut self,
        node: Node,
        best: &mut i32,
        (mut alpha, beta): (i32, i32),
        hint: u16,
    ) -> Result<u16, Stopped> {
        let from = self.candidates.len();
        let mut best_play = 0;
        *best = self.collect(node, hint).max(*best);
        self.stats.expand(self.candidates.len() - from);
        if *best >= beta {
            self.stats.cut(true);
            return Ok(0);
        }
        alpha = alpha.max(*best);
        let mut at = from;
        let width = self.widths[node.side];
        while at < self.candidates.len() && at - from < width {
            let candidate = self.next_candidate(at, at - from);
            let play = candidate.play as usize;
            let first = at == from;
            at += 1;
            let mut value = match first {
                true => self.play_value(node, play, alpha, beta)?,
                false => self.play_value(node, play, alpha, alpha + 1)?,
            };
            if !first && value > alpha && value < beta {
                value = self.play_value(node, play, value - 1, beta)?;
            }
            if value > *best {
                *best = value;
                best_play = (self.kept.plays[play].hash >> 48) as u16;
                if value >= beta {
                    self.stats.cut(first);
                    self.reward(node, play);
                    return Ok(best_play);
                }
                alpha = alpha.max(value);
            }
        }
        let ending = self.ending(node);
        if !node.passed && ending > *best {
            // This bounds the value of a pass that is not searched.
            let value = match ending > alpha {
                true => self.pass_value(node, alpha, beta)?,
                false => ending,
            };
            if value > *best {
                *best = value;
                best_play = 0;
            }
        }
        Ok(best_play)
    }

    /// Appends the plays of a node that do not go out. Returns the best value of a play
    /// that goes out, or `-INFINITE` if there is none.
    fn collect(&mut self, node: Node, hint: u16) -> i32 {
        let left = node.left[node.side];
        let mut out = -INFINITE;
        for lane in 0..self.lanes.count() {
            for play in self.list(node, lane) {
                let need = self.kept.needs[play];
                if need & !left != 0 {
                    continue;
                }
                if need == left {
                    out = out.max(self.out_value(node, play));
                    continue;
                }
                let order = self.order(node, play, hint);
                let play = play as u32;
                self.candidates.push(Candidate { order, play });
            }
        }
        out
    }

    /// Returns the plays of a lane for the side on turn. The list may contain plays
    /// that the tiles left can't make.
    #[inline]
    fn list(&mut self, node: Node, lane: usize) -> Range<usize> {
        let most = node.left[node.side].count_ones();
        let at = (lane, node.side);
        self.kept.list(&mut self.lanes, self.hands, at, most)
    }

    /// Returns the tiles left on the rack of the side on turn that no play takes.
    pub(crate) fn unplaced(&mut self, node: Node) -> Tiles {
        let plays = self.plays(node);
        let needs = plays.iter().map(|&play| self.kept.needs[play]);
        let hand = &self.hands[node.side];
        let placed = hand.left(needs.fold(0, |used, need| used | need));
        let others = hand.tiles.iter().copied();
        let others = others.filter(|tile| !placed.contains(tile));
        node.left[node.side] & hand.need(others).unwrap_or(0)
    }

    /// Returns all plays of a node.
    pub(crate) fn plays(&mut self, node: Node) -> Vec<usize> {
        let left = node.left[node.side];
        let mut plays = Vec::new();
        for lane in 0..self.lanes.count() {
            let list = self.list(node, lane);
            plays.extend(list.filter(|&play| self.kept.needs[play] & !left == 0));
        }
        plays
    }

    /// Returns the order of a play among others. The highest is tried first.
    #[inline]
    fn order(&self, node: Node, play: usize, hint: u16) -> i32 {
        let kept = &self.kept.plays[play];
        if !self.techniques.order {
            return ((kept.hash ^ self.shuffle).wrapping_mul(TURN) >> 48) as i32;
        }
        if hint != 0 && (kept.hash >> 48) as u16 == hint {
            return i32::MAX;
        }
        let history = match self.techniques.history {
            true => self.history[self.history_place(node.side, kept.hash)],
            false => 0,
        };
        let noise = match self.shuffle {
            0 => 0,
            seed => (kept.hash ^ seed).wrapping_mul(TURN) >> 58,
        };
        self.promise(node, play) * 16 + history / 16 + noise as i32
    }

    /// Returns the points that a play scores plus the points of the tiles that it takes
    /// off the rack.
    #[inline]
    pub(crate) fn promise(&self, node: Node, play: usize) -> i32 {
        let hand = &self.hands[node.side];
        let left = node.left[node.side];
        let kept = hand.after(left, self.kept.needs[play]);
        i32::from(self.kept.scores[play]) + hand.points(left) - hand.points(kept)
    }

    fn history_place(&self, side: usize, hash: u64) -> usize {
        (hash as usize ^ side) & (HISTORY - 1)
    }

    /// Records that a play caused a cut-off.
    fn reward(&mut self, node: Node, play: usize) {
        let place = self.history_place(node.side, self.kept.plays[play].hash);
        let entry = &mut self.history[place];
        *entry += (4096 - *entry) / 16;
    }

    /// Moves the best remaining candidate to place `at` and returns it. The first few
    /// are selected one by one, since a cut-off is likely. After them the rest is
    /// sorted.
    fn next_candidate(&mut self, at: usize, tried: usize) -> Candidate {
        let rest = &mut self.candidates[at..];
        const ONE_BY_ONE: usize = 4;
        if tried == ONE_BY_ONE {
            rest.sort_unstable_by(|a, b| b.order.cmp(&a.order).then(a.play.cmp(&b.play)));
        }
        if tried < ONE_BY_ONE {
            let mut first = 0;
            for i in 1..rest.len() {
                if rest[i].order > rest[first].order {
                    first = i;
                }
            }
            rest.swap(0, first);
        }
        rest[0]
    }
}
