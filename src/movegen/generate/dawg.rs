//! The DAWG generator, after Appel and Jacobson, "The World's Fastest Scrabble
//! Program" (1988).
//!
//! An across play covers an anchor: an empty square next to a tile. Its left
//! part is either on the board, or made from the rack on squares that are no
//! anchors and so have no cross-words. Then it extends to the right, tile by
//! tile, as far as the lexicon and the cross-sets go. A play belongs to the
//! first anchor that it covers, so each is found once. Down plays are across
//! plays on the transposed board.
//!
//! It needs only a DAWG. It is slower than the GADDAG generator, because most
//! left parts lead nowhere, and it shares no search code with it, so that the
//! two can be compared.

use crate::graph::{Graph, Node};
use crate::movegen::board::play::{Direction, Found, Play, rack_tile};
use crate::movegen::board::position::Position;
use crate::movegen::board::rack::Rack;
use crate::movegen::generate::limits::PlayLimits;
use crate::movegen::rules::score::score;
use crate::tiles::{BLANK, PLAYED_BLANK, Tile};
use std::sync::Arc;

/// Finds plays with a DAWG.
#[derive(Clone, Debug)]
pub struct DawgGenerator<'g> {
    graph: &'g Graph,
    /// For each node, the letters of the list that begins there.
    letters: Arc<[u64]>,
    /// The size of the board, or of the transposed one.
    rows: usize,
    columns: usize,
    squares: Vec<RowSquare>,
    word: Vec<u8>,
    /// The left parts of a position that can go on, each before the longer ones that
    /// begin with it.
    left_parts: Vec<LeftPart>,
    /// The most left parts that are kept.
    most_kept: usize,
}

/// The most tiles of a left part that is kept for all anchors. Longer ones are made
/// for each anchor: there could be too many of them.
const KEPT: usize = 5;

/// The most left parts that are kept. A rack of many blanks or of many letters may have
/// any number of them; past this one, all are made for each anchor.
const MOST_KEPT: usize = 1 << 20;

/// A left part made from the rack.
#[derive(Clone, Copy, Debug)]
struct LeftPart {
    list: u32,
    length: u8,
    tiles: [u8; KEPT],
    /// The letters that can follow and that the rest of the rack can play.
    next: u64,
}

/// A square of the board or the transposed one.
#[derive(Clone, Copy, Debug)]
struct RowSquare {
    /// The letters that make a cross-word; all if there is no tile above or
    /// below.
    cross_set: u64,
    tile: u8,
    /// Whether a tile may be placed here.
    is_open: bool,
    is_anchor: bool,
    /// Whether there is a tile above or below.
    has_cross: bool,
}

impl<'g> DawgGenerator<'g> {
    /// A generator over any graph that has words.
    pub fn new(graph: &'g Graph) -> DawgGenerator<'g> {
        DawgGenerator {
            graph,
            letters: letters_of(graph.dawg_nodes()),
            rows: 0,
            columns: 0,
            squares: Vec::new(),
            word: Vec::new(),
            left_parts: Vec::new(),
            most_kept: MOST_KEPT,
        }
    }

    /// Finds all plays, each once, in no particular order.
    pub fn plays(
        &mut self,
        position: &Position<'_>,
        limits: PlayLimits,
        mut callback: impl FnMut(&Found<'_>),
    ) {
        let mut left_parts = std::mem::take(&mut self.left_parts);
        left_parts.clear();
        for direction in limits.directions_in(position) {
            self.lay_out(position, direction);
            let mut search = RowSearch {
                graph: self.graph,
                letters: &self.letters,
                position,
                direction,
                row: 0,
                squares: &[],
                anchor: 0,
                rack: position.rack().clone(),
                word: std::mem::take(&mut self.word),
                placed: 0,
                max_tiles: limits.max_tiles_in(position),
                callback: &mut callback,
            };
            if left_parts.is_empty() {
                let root = self.graph.dawg_root();
                search.find_left_parts(root, self.most_kept, &mut left_parts);
            }
            let kept = (left_parts.len() <= self.most_kept).then_some(&left_parts[..]);
            for (row, squares) in self.squares.chunks(self.columns).enumerate() {
                search.row = row as u8;
                search.squares = squares;
                search.run(kept);
            }
            self.word = search.word;
        }
        self.left_parts = left_parts;
    }

    /// Copies the board, transposed for down plays, and finds anchors and
    /// cross-sets.
    fn lay_out(&mut self, position: &Position<'_>, direction: Direction) {
        let board = position.ruleset().board();
        let (rows, columns) = direction.lane(board.rows(), board.columns());
        (self.rows, self.columns) = (usize::from(rows), usize::from(columns));
        self.squares.clear();
        for row in 0..rows {
            for column in 0..columns {
                let (r, c) = direction.lane(row, column);
                self.squares.push(RowSquare {
                    cross_set: u64::MAX,
                    tile: position.tile(r, c),
                    is_open: position.is_open(r, c),
                    is_anchor: false,
                    has_cross: false,
                });
            }
        }
        for row in 0..self.rows {
            for column in 0..self.columns {
                self.look_around(row, column);
            }
        }
        if position.is_empty() {
            let (row, column) = direction.lane(board.start().0, board.start().1);
            let at = usize::from(row) * self.columns + usize::from(column);
            self.squares[at].is_anchor = true;
        }
    }

    fn tile(&self, row: usize, column: usize) -> u8 {
        self.squares[row * self.columns + column].tile
    }

    fn look_around(&mut self, row: usize, column: usize) {
        let at = row * self.columns + column;
        if !self.squares[at].is_open {
            return;
        }
        let above = row > 0 && self.tile(row - 1, column) != 0;
        let below = row + 1 < self.rows && self.tile(row + 1, column) != 0;
        let left = column > 0 && self.tile(row, column - 1) != 0;
        let right = column + 1 < self.columns && self.tile(row, column + 1) != 0;
        let cross_set = match above || below {
            true => self.cross_set(row, column),
            false => u64::MAX,
        };
        let square = &mut self.squares[at];
        square.has_cross = above || below;
        square.is_anchor = above || below || left || right;
        square.cross_set = cross_set;
    }

    /// The letters that make a word with the tiles above and below.
    fn cross_set(&self, row: usize, column: usize) -> u64 {
        let mut top = row;
        while top > 0 && self.tile(top - 1, column) != 0 {
            top -= 1;
        }
        let mut list = self.graph.dawg_root();
        for above in top..row {
            let tile = self.tile(above, column) & !PLAYED_BLANK;
            list = self.graph.find(list, tile).map_or(0, Node::arc);
        }
        let mut set = 0;
        for &first in self.graph.list(list) {
            let mut node = Some(first);
            for below in row + 1..self.rows {
                let tile = self.tile(below, column) & !PLAYED_BLANK;
                if tile == 0 {
                    break;
                }
                node = node.and_then(|n| self.graph.find(n.arc(), tile));
            }
            if node.is_some_and(Node::accepts) {
                set |= 1 << first.tile();
            }
        }
        set
    }
}

/// The letters of the list that begins at each node. List 0 is empty.
fn letters_of(nodes: &[Node]) -> Arc<[u64]> {
    let mut letters = vec![0u64; nodes.len()];
    let mut after = 0;
    for (letters, node) in letters.iter_mut().zip(nodes).skip(1).rev() {
        *letters = 1 << node.tile();
        if !node.is_end() {
            *letters |= after;
        }
        after = *letters;
    }
    letters.into()
}

/// The search of one row.
struct RowSearch<'a, 'r, F> {
    graph: &'a Graph,
    letters: &'a [u64],
    position: &'a Position<'r>,
    direction: Direction,
    row: u8,
    squares: &'a [RowSquare],
    anchor: usize,
    rack: Rack,
    /// The word so far, 0 for tiles on the board.
    word: Vec<u8>,
    placed: u8,
    max_tiles: u8,
    callback: &'a mut F,
}

impl<'a, F: FnMut(&Found<'_>)> RowSearch<'a, '_, F> {
    /// Finds the left parts that can go on, from the one so far to the longest kept.
    /// Stops when there are more than `most`.
    fn find_left_parts(&mut self, list: u32, most: usize, found: &mut Vec<LeftPart>) {
        let letters = self.letters.get(list as usize).copied().unwrap_or(0);
        let next = letters & self.rack.playable();
        if next == 0 || found.len() > most {
            return;
        }
        let mut tiles = [0; KEPT];
        tiles[..self.word.len()].copy_from_slice(&self.word);
        found.push(LeftPart {
            list,
            length: self.placed,
            tiles,
            next,
        });
        if self.word.len() == KEPT || self.placed == self.max_tiles {
            return;
        }
        for node in self.nodes_with(list, next) {
            for played in self.ways_to_play(node.tile()) {
                self.place(played);
                self.find_left_parts(node.arc(), most, found);
                self.take_back(played);
            }
        }
    }

    /// Finds the plays of the row. Without left parts that were kept, it makes them.
    fn run(&mut self, left_parts: Option<&[LeftPart]>) {
        let root = self.graph.dawg_root();
        let mut free = 0;
        for at in 0..self.squares.len() {
            let square = &self.squares[at];
            if !square.is_anchor {
                free = if square.is_open { free + 1 } else { 0 };
                continue;
            }
            self.anchor = at;
            match left_parts {
                _ if at > 0 && self.squares[at - 1].tile != 0 => self.extend_from_board(root, at),
                Some(kept) => self.extend_left_parts(kept, square.cross_set, free),
                None => self.left_part(root, free),
            }
            free = 0;
        }
    }

    /// Reads the left part from the board, then extends it.
    fn extend_from_board(&mut self, root: u32, anchor: usize) {
        let tiles = self.squares[..anchor].iter().rev();
        let length = tiles.take_while(|s| s.tile != 0).count();
        let mut list = root;
        for square in &self.squares[anchor - length..anchor] {
            let tile = square.tile & !PLAYED_BLANK;
            list = self.graph.find(list, tile).map_or(0, Node::arc);
        }
        if list != 0 {
            self.word.resize(length, 0);
            self.extend_right(list, false, anchor);
            self.word.clear();
        }
    }

    /// Extends all left parts of up to `limit` tiles.
    fn extend_left_parts(&mut self, left_parts: &[LeftPart], cross_set: u64, limit: usize) {
        for left in left_parts {
            let length = usize::from(left.length);
            let has_longer = length == KEPT && limit > KEPT;
            if length > limit || left.next & cross_set == 0 && !has_longer {
                continue;
            }
            let tiles = &left.tiles[..length];
            tiles.iter().for_each(|&played| self.place(played));
            match has_longer {
                true => self.left_part(left.list, limit - KEPT),
                false => self.extend_right(left.list, false, self.anchor),
            }
            tiles.iter().for_each(|&played| self.take_back(played));
        }
    }

    /// Extends the left part so far, and then every longer one.
    fn left_part(&mut self, list: u32, limit: usize) {
        self.extend_right(list, false, self.anchor);
        if limit == 0 || self.placed == self.max_tiles {
            return;
        }
        for node in self.nodes_with(list, self.rack.playable()) {
            for played in self.ways_to_play(node.tile()) {
                self.place(played);
                self.left_part(node.arc(), limit - 1);
                self.take_back(played);
            }
        }
    }

    fn extend_right(&mut self, list: u32, accepts: bool, at: usize) {
        let square = self.squares.get(at).copied();
        if let Some(square) = square.filter(|s| s.tile != 0) {
            if let Some(node) = self.graph.find(list, square.tile & !PLAYED_BLANK) {
                self.word.push(0);
                self.extend_right(node.arc(), node.accepts(), at + 1);
                self.word.pop();
            }
            return;
        }
        if accepts && at > self.anchor {
            self.legal_play(at);
        }
        let Some(square) = square.filter(|s| s.is_open) else {
            return;
        };
        if self.placed == self.max_tiles {
            return;
        }
        for node in self.nodes_with(list, self.rack.playable() & square.cross_set) {
            for played in self.ways_to_play(node.tile()) {
                self.place(played);
                self.extend_right(node.arc(), node.accepts(), at + 1);
                self.take_back(played);
            }
        }
    }

    /// The nodes of a list whose letters are in a set. Most lists have none.
    #[inline]
    fn nodes_with(&self, list: u32, set: u64) -> impl Iterator<Item = Node> + use<'a, F> {
        let list = list as usize;
        let mut rest = self.letters.get(list).map_or(0, |letters| letters & set);
        let mut nodes = self.graph.nodes().get(list..).unwrap_or_default().iter();
        std::iter::from_fn(move || {
            while rest != 0 {
                let node = *nodes.next()?;
                let is_wanted = rest >> node.tile() & 1 != 0;
                rest &= !(1 << node.tile());
                if is_wanted {
                    return Some(node);
                }
            }
            None
        })
    }

    /// The ways to play a letter: as itself and as a blank, if the rack has them.
    #[inline]
    fn ways_to_play(&self, tile: Tile) -> impl Iterator<Item = u8> + use<F> {
        let own = self.rack.has(tile).then_some(tile);
        let blank = self.rack.has(BLANK).then_some(tile | PLAYED_BLANK);
        own.into_iter().chain(blank)
    }

    fn place(&mut self, played: u8) {
        self.rack.take(rack_tile(played));
        self.word.push(played);
        self.placed += 1;
    }

    fn take_back(&mut self, played: u8) {
        self.rack.put(rack_tile(played));
        self.word.pop();
        self.placed -= 1;
    }

    fn legal_play(&mut self, end: usize) {
        // A single tile that makes a word across as well is an across play.
        let twice = self.placed == 1
            && self.direction == Direction::Down
            && self.squares[self.anchor].has_cross;
        if self.word.len() < 2 || twice {
            return;
        }
        let start = (end - self.word.len()) as u8;
        let (row, column) = self.direction.lane(self.row, start);
        let play = Play {
            direction: self.direction,
            row,
            column,
            tiles: &self.word,
        };
        (self.callback)(&Found {
            play,
            score: score(self.position, &play),
            leave: &self.rack,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Content, GraphSpec, build};
    use crate::lexicon::Words;
    use crate::ruleset::Ruleset;

    #[test]
    fn plays_are_the_same_if_left_parts_are_too_many_to_be_kept() {
        let english = Ruleset::builtin("english").unwrap();
        let words = [&[3, 1, 18, 5][..], &[18, 1, 3, 5], &[1, 3, 5]];
        let words = Words::from_unsorted(words).unwrap();
        let bytes = build(&words, GraphSpec::new().content(Content::Dawg)).unwrap();
        let graph = Graph::open(&bytes).unwrap();
        let board = "15/15/15/15/15/15/15/7A7/15/15/15/15/15/15/15";
        let position = Position::read(&english, board, "??CER").unwrap();
        let plays_of = |most_kept: usize| {
            let mut generator = DawgGenerator::new(&graph);
            generator.most_kept = most_kept;
            let mut plays = Vec::new();
            generator.plays(&position, PlayLimits::default(), |found| {
                plays.push(format!("{:?}", found.play.to_move()));
            });
            plays.sort();
            plays
        };
        let plays = plays_of(MOST_KEPT);
        assert!(plays.len() > 20);
        for few in [0, 1, 5] {
            assert_eq!(plays_of(few), plays);
        }
    }
}
