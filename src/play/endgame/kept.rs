//! Lists of plays, kept for every state of a lane.
//!
//! The plays of a lane are generated once for each of its states, with the rack that
//! the player began with. Every later position with the lane in that state takes from
//! the list the plays that the remaining tiles can make. States recur often: a play
//! changes few lanes, and the same state of a lane is reached in many orders.

use crate::error::Result;
use crate::graph::Graph;
use crate::movegen::{Found, GaddagGenerator, Rack, rack_tile};
use crate::play::endgame::hand::{Hand, Tiles};
use crate::play::endgame::lanes::{Lanes, Placed};
use crate::ruleset::Ruleset;
use std::ops::Range;

/// The highest score of a play that the search accepts.
pub(crate) const MOST_POINTS: u32 = i16::MAX as u32;

/// The initial number of places in the index.
const FIRST_PLACES: usize = 1 << 10;

/// A play, without its tiles.
#[derive(Clone, Copy)]
pub(crate) struct KeptPlay {
    /// The XOR of the keys of its tiles.
    pub(crate) hash: u64,
    pub(crate) lane: u8,
    pub(crate) count: u8,
    /// Where its tiles begin.
    first: u32,
}

/// The plays of one lane in one state by one player, those with the fewest tiles first.
#[derive(Clone, Copy, Default)]
struct List {
    first: u32,
    /// The end of the plays with at most one tile, with at most two, and so on. The
    /// last entry is the end of all plays.
    ends: [u32; 4],
}

/// The lists of all states seen so far.
pub(crate) struct KeptPlays<'g> {
    generator: GaddagGenerator<'g>,
    racks: [Rack; 2],
    /// Open addressing: the key of a state, and its list.
    index: Vec<(u64, List)>,
    filled: usize,
    /// The tiles that each play takes. They are stored apart from the rest, so that
    /// scanning a list is fast.
    pub(crate) needs: Vec<Tiles>,
    pub(crate) scores: Vec<i16>,
    pub(crate) plays: Vec<KeptPlay>,
    tiles: Vec<Placed>,
    /// The plays of the list that is being generated.
    found: Vec<(Tiles, i16, KeptPlay)>,
    /// The most plays, and the most states, that are kept.
    most: usize,
    pub(crate) generations: u64,
    /// A score above [`MOST_POINTS`], if a play had one.
    pub(crate) too_high: Option<u32>,
}

impl<'g> KeptPlays<'g> {
    pub(crate) fn new(
        graph: &'g Graph,
        ruleset: &'g Ruleset,
        hands: &[Hand; 2],
        most: usize,
    ) -> Result<KeptPlays<'g>> {
        Ok(KeptPlays {
            generator: GaddagGenerator::new(graph, ruleset)?,
            racks: [0, 1].map(|side: usize| Rack::from_tiles(&hands[side].tiles)),
            index: vec![(0, List::default()); FIRST_PLACES],
            filled: 0,
            needs: Vec::new(),
            scores: Vec::new(),
            plays: Vec::new(),
            tiles: Vec::new(),
            found: Vec::new(),
            most,
            generations: 0,
            too_high: None,
        })
    }

    /// Returns the tiles of a play and their squares.
    #[inline]
    pub(crate) fn tiles(&self, play: usize) -> &[Placed] {
        let play = &self.plays[play];
        &self.tiles[play.first as usize..][..usize::from(play.count)]
    }

    /// Returns the numbers of plays and of tiles kept so far.
    pub(crate) fn mark(&self) -> (usize, usize) {
        (self.plays.len(), self.tiles.len())
    }

    /// Removes what was added after a mark if nothing more could be kept at the mark.
    /// Lists found since then are not in the index.
    pub(crate) fn forget(&mut self, (plays, tiles): (usize, usize)) {
        if plays >= self.most {
            self.needs.truncate(plays);
            self.scores.truncate(plays);
            self.plays.truncate(plays);
            self.tiles.truncate(tiles);
        }
    }

    /// Returns the plays of a lane by a player with the initial rack. The list has all
    /// plays of at most `most` tiles, and possibly others.
    #[inline]
    pub(crate) fn list(
        &mut self,
        lanes: &mut Lanes<'g>,
        hands: &[Hand; 2],
        (lane, side): (usize, usize),
        most: u32,
    ) -> Range<usize> {
        let Some(state) = lanes.state(lane) else {
            return 0..0;
        };
        let key = (state ^ side as u64).max(1);
        let at = self.place(key);
        let (found, list) = self.index[at];
        let list = match found == key {
            true => list,
            false => self.find(lanes, &hands[side], lane, side, (key, at)),
        };
        let last = list.ends.len() - 1;
        list.first as usize..list.ends[(most as usize).saturating_sub(1).min(last)] as usize
    }

    /// Returns the place of a key in the index, or the place where it belongs.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let mask = self.index.len() - 1;
        let mut at = (key >> 32) as usize & mask;
        while self.index[at].0 != key && self.index[at].0 != 0 {
            at = (at + 1) & mask;
        }
        at
    }

    /// Generates the plays of a lane, and keeps them if there is room.
    #[inline(never)]
    fn find(
        &mut self,
        lanes: &mut Lanes<'g>,
        hand: &Hand,
        lane: usize,
        side: usize,
        (key, at): (u64, usize),
    ) -> List {
        self.generations += 1;
        let keep = self.plays.len() < self.most && self.filled < self.most;
        let first = self.plays.len() as u32;
        lanes.position.set_any_rack(self.racks[side].clone());
        let (found_plays, tiles) = (&mut self.found, &mut self.tiles);
        let too_high = &mut self.too_high;
        let mut sink = |found: &Found<'_>| {
            let start = tiles.len();
            for (row, column, tile) in found.play.squares() {
                if tile != 0 {
                    tiles.push((lanes.square(row, column), tile));
                }
            }
            let placed = &tiles[start..];
            let Some(need) = hand.need(placed.iter().map(|&(_, tile)| rack_tile(tile))) else {
                return;
            };
            if found.score > MOST_POINTS {
                *too_high = Some(found.score);
            }
            let play = KeptPlay {
                hash: lanes.hash(placed),
                lane: lane as u8,
                count: placed.len() as u8,
                first: start as u32,
            };
            let score = found.score.min(MOST_POINTS) as i16;
            found_plays.push((need, score, play));
        };
        self.generator
            .plays_in_lane(&lanes.position, lanes.lane(lane), &mut sink);
        let mut ends = [first; 4];
        self.found.sort_by_key(|(_, _, play)| play.count);
        for (need, score, play) in self.found.drain(..) {
            self.needs.push(need);
            self.scores.push(score);
            self.plays.push(play);
            let from = usize::from(play.count.saturating_sub(1)).min(ends.len() - 1);
            ends[from..].iter_mut().for_each(|end| *end += 1);
        }
        let list = List { first, ends };
        if keep {
            self.index[at] = (key, list);
            self.filled += 1;
            if self.filled * 2 > self.index.len() {
                self.grow();
            }
        }
        list
    }

    fn grow(&mut self) {
        let doubled = vec![(0, List::default()); self.index.len() * 2];
        for (key, list) in std::mem::replace(&mut self.index, doubled) {
            if key != 0 {
                let at = self.place(key);
                self.index[at] = (key, list);
            }
        }
    }
}
