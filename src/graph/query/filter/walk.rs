//! The walk of a filter through a graph.

use crate::graph::node::Node;
use crate::graph::query::filter::conditions::Filter;
use crate::graph::query::filter::tile_counts::TileCounts;
use crate::graph::query::pattern::{Pattern, PatternStates, TileSet, set_of};
use crate::graph::read::graph::Graph;
use crate::tiles::{BLANK, Tile};

/// The direction in which a walk spells words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// From their beginnings, through the DAWG.
    Forwards,
    /// From their ends, through the GADDAG.
    Backwards,
}

/// A walk through a graph that abandons a path as soon as no match can follow.
pub(crate) struct Walk<'g> {
    graph: &'g Graph,
    filter: Filter<'g>,
    direction: Direction,
    /// The index of the node of each tile in `path`.
    nodes: Vec<u32>,
    path: Vec<Tile>,
    /// The states of each pattern before the first tile and after each tile.
    states: Vec<PatternStates>,
    /// The tile that each tile of `path` took from each rack.
    taken: Vec<Tile>,
    /// The position in each other graph before the first tile and after each tile;
    /// `None` if it has no such path.
    others: Vec<Option<Node>>,
    /// The sums over the tiles of `path`.
    sums: Vec<usize>,
    /// The tiles of `path`.
    has: TileCounts,
    /// The tiles that `path` still needs, and their total number.
    missing: TileSet,
    missing_tiles: usize,
    /// The number of different tiles in `path`.
    distinct: usize,
    /// The list to enter next; 0 to continue after the last node.
    down: u32,
    /// The number of nodes visited, and its limit.
    pub(crate) visited: u64,
    most: u64,
}

impl<'g> Walk<'g> {
    /// Creates a walk that ends after visiting `most` nodes.
    pub(crate) fn new(
        graph: &'g Graph,
        filter: Filter<'g>,
        direction: Direction,
        most: u64,
    ) -> Walk<'g> {
        let root = match direction {
            Direction::Forwards => graph.dawg_root(),
            Direction::Backwards => graph.gaddag_root().unwrap_or(0),
        };
        let heads = filter.others.iter().map(|(other, _)| other.nodes()[0]);
        Walk {
            graph,
            direction,
            nodes: Vec::new(),
            path: Vec::new(),
            states: filter.patterns.iter().map(|_| Pattern::START).collect(),
            taken: Vec::new(),
            others: heads.map(Some).collect(),
            sums: vec![0; filter.sums.len()],
            has: TileCounts::default(),
            missing: filter.needs.tiles().fold(0, |set, t| set | set_of(t)),
            missing_tiles: filter.needs.total(),
            distinct: 0,
            down: if filter.may_match() { root } else { 0 },
            visited: 0,
            most,
            filter,
        }
    }

    /// Returns the next match; `None` after the last.
    pub(crate) fn next(&mut self) -> Option<&[Tile]> {
        loop {
            let mut index = match std::mem::take(&mut self.down) {
                0 => self.step()?,
                list => list,
            };
            while !self.enter(index) {
                if self.visited >= self.most {
                    return None;
                }
                index = match self.graph.nodes()[index as usize].is_end() {
                    true => self.step()?,
                    false => index + 1,
                };
            }
            let node = self.graph.nodes()[index as usize];
            if self.may_go_on(node) {
                self.down = node.arc();
            }
            if node.accepts() && self.may_end() {
                return Some(&self.path);
            }
        }
    }

    /// Whether the walk reached its limit before the end.
    pub(crate) fn is_cut_short(&self) -> bool {
        self.visited >= self.most
    }

    /// Adds a node to the path. Returns false and changes nothing if no match can
    /// follow.
    fn enter(&mut self, index: u32) -> bool {
        self.visited += 1;
        let tile = self.graph.nodes()[index as usize].tile();
        let is_switch = self.direction == Direction::Backwards && tile == BLANK;
        if is_switch || self.filter.excluded & set_of(tile) != 0 {
            return false;
        }
        if !self.fill_patterns(tile) {
            return false;
        }
        if !self.take_from_racks(tile) {
            self.states
                .truncate(self.states.len() - self.filter.patterns.len());
            return false;
        }
        self.path.push(tile);
        self.nodes.push(index);
        self.add_up(tile);
        self.follow_others(tile);
        let max = self.filter.max.saturating_sub(self.path.len());
        let fits = self.missing_tiles <= max
            && self.distinct <= self.filter.distinct.1
            && self
                .sums
                .iter()
                .zip(&self.filter.sums)
                .all(|(&sum, wanted)| sum <= wanted.max)
            && self.others_may_go_on();
        if !fits {
            self.leave();
        }
        fits
    }

    /// Advances each pattern; false if any no longer matches.
    fn fill_patterns(&mut self, tile: Tile) -> bool {
        let before = self.states.len() - self.filter.patterns.len();
        for (i, pattern) in self.filter.patterns.iter().enumerate() {
            let states = pattern.step(self.states[before + i], tile);
            self.states.push(states);
        }
        let after = before + self.filter.patterns.len();
        let fits = self.states[after..].iter().all(|&states| states != 0);
        if !fits {
            self.states.truncate(after);
        }
        fits
    }

    /// Takes a tile from each rack; false if one lacks it.
    fn take_from_racks(&mut self, tile: Tile) -> bool {
        let before = self.taken.len();
        for rack in &mut self.filter.racks {
            match rack.take(tile) {
                Some(taken) => self.taken.push(taken),
                None => {
                    self.put_back(before);
                    return false;
                }
            }
        }
        true
    }

    /// Puts back everything taken from racks since `taken` had this length.
    fn put_back(&mut self, length: usize) {
        let taken = self.taken.drain(length..);
        for (rack, tile) in self.filter.racks.iter_mut().zip(taken) {
            rack.put_back(tile);
        }
    }

    fn add_up(&mut self, tile: Tile) {
        for (sum, wanted) in self.sums.iter_mut().zip(&self.filter.sums) {
            *sum += wanted.weight(tile);
        }
        self.has.put_back(tile);
        let (has, needs) = (self.has.get(tile), self.filter.needs.get(tile));
        self.distinct += usize::from(has == 1);
        self.missing_tiles -= usize::from(has <= needs);
        if has == needs {
            self.missing &= !set_of(tile);
        }
    }

    fn take_away(&mut self, tile: Tile) {
        for (sum, wanted) in self.sums.iter_mut().zip(&self.filter.sums) {
            *sum -= wanted.weight(tile);
        }
        let (has, needs) = (self.has.get(tile), self.filter.needs.get(tile));
        self.distinct -= usize::from(has == 1);
        self.missing_tiles += usize::from(has <= needs);
        if has == needs {
            self.missing |= set_of(tile);
        }
        self.has.remove(tile);
    }

    /// Follows a tile in the other graphs. A backward walk can't follow them.
    fn follow_others(&mut self, tile: Tile) {
        if self.direction == Direction::Backwards {
            return;
        }
        let before = self.others.len() - self.filter.others.len();
        for (i, (other, _)) in self.filter.others.iter().enumerate() {
            let node = self.others[before + i];
            let next = node.and_then(|node| other.find(node.arc(), tile));
            self.others.push(next);
        }
    }

    /// Whether each other graph that must have the word has this beginning.
    fn others_may_go_on(&self) -> bool {
        let own = &self.others[self.others.len() - self.filter.others.len()..];
        let mut both = own.iter().zip(&self.filter.others);
        both.all(|(node, (_, wanted))| node.is_some() || !wanted)
    }

    /// Whether each other graph has or lacks the word, as required.
    fn others_fit(&self) -> bool {
        let own = &self.others[self.others.len() - self.filter.others.len()..];
        let mut both = own.iter().zip(&self.filter.others);
        both.all(|(node, &(other, wanted))| {
            let has = match self.direction {
                Direction::Forwards => node.is_some_and(Node::accepts),
                Direction::Backwards => other.has_word(&self.word()),
            };
            has == wanted
        })
    }

    /// Whether a match may follow a node just entered.
    fn may_go_on(&self, node: Node) -> bool {
        let length = self.path.len();
        if node.arc() == 0 || length >= self.filter.max {
            return false;
        }
        if self.direction == Direction::Backwards {
            return true;
        }
        let below = self.graph.outlook()[node.arc() as usize];
        self.missing & !below.tiles == 0
            && self.missing_tiles <= below.longest as usize
            && length.saturating_add(below.longest as usize) >= self.filter.min
    }

    /// Whether the path, which is a word, is a match.
    fn may_end(&self) -> bool {
        let filter = &self.filter;
        let states = &self.states[self.states.len() - filter.patterns.len()..];
        let full = |(pattern, &states): (&Pattern, &PatternStates)| pattern.is_full(states);
        self.missing_tiles == 0
            && self.path.len() >= filter.min
            && self.distinct >= filter.distinct.0
            && self
                .sums
                .iter()
                .zip(&filter.sums)
                .all(|(&sum, wanted)| sum >= wanted.min)
            && filter.patterns.iter().zip(states).all(full)
            && self.others_fit()
            && (filter.ends.is_empty() || {
                let word = self.word();
                filter.ends.iter().all(|end| end.0(&word, self.graph))
            })
    }

    /// The path as a word.
    fn word(&self) -> Vec<Tile> {
        let mut word = self.path.clone();
        if self.direction == Direction::Backwards {
            word.reverse();
        }
        word
    }

    /// Removes the last tile from the path and returns the index of its node.
    fn leave(&mut self) -> Option<u32> {
        let index = self.nodes.pop()?;
        if let Some(tile) = self.path.pop() {
            self.take_away(tile);
        }
        let patterns = self.states.len() - self.filter.patterns.len();
        self.states.truncate(patterns);
        self.put_back(self.taken.len() - self.filter.racks.len());
        if self.direction == Direction::Forwards {
            let others = self.others.len() - self.filter.others.len();
            self.others.truncate(others);
        }
        Some(index)
    }

    /// Advances to the next node of the deepest list that has one.
    fn step(&mut self) -> Option<u32> {
        loop {
            let index = self.leave()?;
            if !self.graph.nodes()[index as usize].is_end() {
                return Some(index + 1);
            }
        }
    }
}
