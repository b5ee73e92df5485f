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
//! Left parts depend on the rack alone. Each is made once for the whole board,
//! and extended from every anchor with enough free squares before it.
//!
//! It needs only a DAWG. It is slower than the GADDAG generator, because most
//! left parts lead nowhere. It shares no code with it for cross-sets, search and
//! scores, so that the two can be compared.

use crate::graph::{Graph, Node};
use crate::movegen::board::play::{Direction, Found, Play, rack_tile};
use crate::movegen::board::position::Position;
use crate::movegen::board::rack::Rack;
use crate::movegen::generate::limits::PlayLimits;
use crate::ruleset::Ruleset;
use crate::tiles::PLAYED_BLANK;
use std::cmp::Reverse;
use std::sync::Arc;

/// The set of all letters.
const ALL: u64 = u64::MAX << 1;

/// One more than the longest row.
const MAX_ROW: usize = 64;

/// Finds plays with a DAWG.
#[derive(Clone, Debug)]
pub struct DawgGenerator<'g> {
    graph: &'g Graph,
    /// For each node, the letters of the list that begins there.
    letters: Arc<[u64]>,
    /// The squares of both directions, row by row, with an edge after each row.
    squares: Vec<RowSquare>,
    /// The anchors with a tile on the left.
    begun: Vec<Anchor>,
    /// All other anchors, those with the most free squares first.
    free: Vec<Anchor>,
}

/// A square of the board, or of the transposed one.
#[derive(Clone, Copy, Debug, Default)]
struct RowSquare {
    /// The letters that may be placed here.
    fits: u64,
    /// How often the points of a tile placed here count in the word, and in the
    /// cross-word; 0 if there is none.
    letter: u32,
    cross: u32,
    /// The word premium; 0 if no tile may be placed here.
    word: u32,
    /// What the other tiles of the cross-word add.
    cross_points: u32,
    /// The number of tiles directly to the right, and their points.
    run: u32,
    run_points: u32,
    tile: u8,
}

impl RowSquare {
    fn is_open(&self) -> bool {
        self.word > 0
    }

    /// Whether there is a tile above or below.
    fn has_cross(&self) -> bool {
        self.cross > 0
    }
}

/// A square where plays are begun.
#[derive(Clone, Copy, Debug, Default)]
struct Anchor {
    /// The letters that may be placed here.
    fits: u64,
    /// The square.
    at: u32,
    direction: Direction,
    row: u8,
    column: u8,
    /// The number of tiles on the left or, if there are none, of free squares.
    left: u8,
    /// Whether a single tile here is a play: it must be part of a word, and if it
    /// makes words both ways it is an across play.
    alone: bool,
}

/// The points of the tiles placed so far.
#[derive(Clone, Copy)]
struct Sum {
    main: u32,
    factor: u32,
    crosses: u32,
}

impl Sum {
    const NONE: Sum = Sum {
        main: 0,
        factor: 1,
        crosses: 0,
    };

    /// The sum with a tile of some points on a square, and the tiles right of it.
    #[inline(always)]
    fn with(self, square: &RowSquare, points: u32) -> Sum {
        Sum {
            main: self.main + points * square.letter + square.run_points,
            factor: self.factor.saturating_mul(square.word),
            crosses: self.crosses + points * square.cross + square.cross_points,
        }
    }

    fn total(self, bonus: u32) -> u32 {
        let main = self.main.saturating_mul(self.factor);
        main.saturating_add(self.crosses).saturating_add(bonus)
    }
}

/// The points of each played tile. Blanks have none.
fn points_of(ruleset: &Ruleset) -> [u32; 256] {
    let mut points = [0; 256];
    for (points, tile) in points.iter_mut().zip(ruleset.tiles()) {
        *points = u32::from(tile.points);
    }
    points
}

/// The letters that a rack with a set of tiles can play: all if there is a blank.
#[inline]
fn playable(set: u64) -> u64 {
    if set & 1 != 0 { ALL } else { set }
}

impl<'g> DawgGenerator<'g> {
    /// A generator over any graph that has words.
    pub fn new(graph: &'g Graph) -> DawgGenerator<'g> {
        DawgGenerator {
            graph,
            letters: letters_of(graph.dawg_nodes()),
            squares: Vec::new(),
            begun: Vec::new(),
            free: Vec::new(),
        }
    }

    /// Finds all plays, each once, in no particular order.
    pub fn plays(
        &mut self,
        position: &Position<'_>,
        limits: PlayLimits,
        callback: impl FnMut(&Found<'_>),
    ) {
        let ruleset = position.ruleset();
        let max_tiles = limits.max_tiles_in(position);
        if max_tiles == 0 {
            return;
        }
        let points = points_of(ruleset);
        self.squares.clear();
        self.begun.clear();
        self.free.clear();
        for direction in limits.directions_in(position) {
            self.lay_out(position, direction, &points);
        }
        self.free
            .sort_unstable_by_key(|anchor| Reverse(anchor.left));
        let rack = position.rack();
        let mut search = Search {
            graph: self.graph,
            nodes: self.graph.nodes(),
            letters: &self.letters,
            squares: &self.squares,
            points,
            rack: rack.clone(),
            doubles: rack.doubles(),
            max_tiles,
            bonus: match max_tiles == ruleset.rack_size() {
                true => u32::from(ruleset.bonus()),
                false => 0,
            },
            word: [0; MAX_ROW],
            start: 0,
            anchor: Anchor::default(),
            callback,
        };
        let (root, set) = (self.graph.dawg_root(), rack.set());
        for anchor in &self.begun {
            search.extend_from_board(anchor, root, set);
        }
        search.extend_left_parts(&self.free, root, set, 0);
    }

    /// Copies the board, transposed for down plays, and finds anchors and
    /// cross-sets.
    fn lay_out(&mut self, position: &Position<'_>, direction: Direction, points: &[u32; 256]) {
        let board = position.ruleset().board();
        let (rows, columns) = direction.lane(board.rows(), board.columns());
        let start = position.is_empty().then_some(board.start());
        for row in 0..rows {
            let first = self.squares.len();
            for column in 0..columns {
                let square = self.square(position, direction, (row, column), points);
                self.squares.push(square);
            }
            self.squares.push(RowSquare::default());
            let mut after = RowSquare::default();
            for square in self.squares[first..].iter_mut().rev() {
                if after.tile != 0 {
                    square.run = after.run + 1;
                    square.run_points = after.run_points + points[usize::from(after.tile)];
                }
                after = *square;
            }
            let start = start.map(|(r, c)| direction.lane(r, c));
            let start = start.filter(|start| start.0 == row).map(|start| start.1);
            self.find_anchors(position.rack().playable(), direction, (row, first), start);
        }
    }

    fn square(
        &self,
        position: &Position<'_>,
        direction: Direction,
        (row, column): (u8, u8),
        points: &[u32; 256],
    ) -> RowSquare {
        let at = |row| direction.lane(row, column);
        let tile = |row| position.tile(at(row).0, at(row).1);
        let premium = position.ruleset().board().square(at(row).0, at(row).1);
        if tile(row) != 0 || premium.is_blocked() {
            return RowSquare {
                tile: tile(row),
                ..RowSquare::default()
            };
        }
        let above = (0..row).rev().take_while(|&row| tile(row) != 0).count() as u8;
        let below = (row + 1..=u8::MAX)
            .take_while(|&row| tile(row) != 0)
            .count() as u8;
        let (letter, word) = (u32::from(premium.letter), u32::from(premium.word));
        let mut square = RowSquare {
            fits: ALL,
            letter,
            word,
            ..RowSquare::default()
        };
        if above + below > 0 {
            let above = (row - above..row).map(tile);
            let below = (row + 1..=row + below).map(tile);
            let others = above.clone().chain(below.clone());
            let others: u32 = others.map(|tile| points[usize::from(tile)]).sum();
            square.cross = letter * word;
            square.cross_points = others * word;
            square.fits = self.cross_set(above, below);
        }
        square
    }

    /// The letters that make a word with the tiles above and below.
    fn cross_set(
        &self,
        mut above: impl Iterator<Item = u8>,
        below: impl Iterator<Item = u8> + Clone,
    ) -> u64 {
        let find = |list, tile| self.graph.find(list, tile & !PLAYED_BLANK);
        let root = self.graph.dawg_root();
        let list = above.try_fold(root, |list, tile| find(list, tile).map(Node::arc));
        let letters = self.graph.list(list.unwrap_or(0)).iter();
        let fitting = letters.filter(|&&letter| {
            let last = below
                .clone()
                .try_fold(letter, |node, tile| find(node.arc(), tile));
            last.is_some_and(Node::accepts)
        });
        fitting.fold(0, |set, letter| set | 1 << letter.tile())
    }

    /// Finds the anchors of the row whose squares begin at `first`. A play of an
    /// empty board covers the square `start`.
    fn find_anchors(
        &mut self,
        playable: u64,
        direction: Direction,
        (row, first): (u8, usize),
        start: Option<u8>,
    ) {
        // Tiles directly before the square, or free squares since the last anchor.
        let (mut tiles, mut free) = (0, 0);
        for (column, square) in (0..).zip(&self.squares[first..]) {
            if !square.is_open() {
                tiles = if square.tile != 0 { tiles + 1 } else { 0 };
                free = 0;
                continue;
            }
            let touches = tiles > 0 || square.run > 0;
            if !touches && !square.has_cross() && start != Some(column) {
                free += 1;
                continue;
            }
            if square.fits & playable != 0 {
                let anchors = if tiles > 0 {
                    &mut self.begun
                } else {
                    &mut self.free
                };
                anchors.push(Anchor {
                    fits: square.fits,
                    at: (first + usize::from(column)) as u32,
                    direction,
                    row,
                    column,
                    left: if tiles > 0 { tiles } else { free },
                    alone: touches && (direction == Direction::Across || !square.has_cross()),
                });
            }
            (tiles, free) = (0, 0);
        }
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

/// The search of a position. The rack's set of tiles is an argument of its functions;
/// that of `rack` is the one of the last play that was found.
struct Search<'a, F> {
    graph: &'a Graph,
    nodes: &'a [Node],
    letters: &'a [u64],
    squares: &'a [RowSquare],
    /// By played tile.
    points: [u32; 256],
    /// The tiles that are left.
    rack: Rack,
    /// The tiles that the whole rack has more than once.
    doubles: u64,
    max_tiles: u8,
    /// The bonus for placing the most tiles.
    bonus: u32,
    /// The word so far, 0 for tiles on the board.
    word: [u8; MAX_ROW],
    /// The first square of the word.
    start: usize,
    anchor: Anchor,
    callback: F,
}

impl<F: FnMut(&Found<'_>)> Search<'_, F> {
    /// Reads the left part from the board, then extends it.
    fn extend_from_board(&mut self, anchor: &Anchor, root: u32, set: u64) {
        let at = anchor.at as usize;
        let start = at - usize::from(anchor.left);
        let (mut list, mut sum) = (root, Sum::NONE);
        for square in &self.squares[start..at] {
            let node = self.graph.find(list, square.tile & !PLAYED_BLANK);
            list = node.map_or(0, Node::arc);
            sum.main += self.points[usize::from(square.tile)];
        }
        self.word[..at - start].fill(0);
        (self.start, self.anchor) = (start, *anchor);
        self.extend(list, at, set, self.max_tiles, sum);
    }

    /// Extends a left part of `length` tiles, and then every longer one, from all
    /// anchors that have room for it.
    fn extend_left_parts(&mut self, anchors: &[Anchor], list: u32, set: u64, length: u8) {
        let next = self.letters[list as usize] & playable(set);
        if next == 0 || length == self.max_tiles {
            return;
        }
        for anchor in anchors.iter().filter(|anchor| anchor.fits & next != 0) {
            let at = anchor.at as usize;
            let start = at - usize::from(length);
            let mut sum = Sum::NONE;
            for (square, &played) in self.squares[start..at].iter().zip(&self.word) {
                sum = sum.with(square, self.points[usize::from(played)]);
            }
            (self.start, self.anchor) = (start, *anchor);
            self.extend(list, at, set, self.max_tiles - length, sum);
        }
        let roomy = anchors.partition_point(|anchor| anchor.left > length);
        if roomy == 0 {
            return;
        }
        let mut rest = next;
        for node in self.graph.list(list) {
            let (tile, bit) = (node.tile(), 1 << node.tile());
            if rest & bit == 0 {
                continue;
            }
            rest ^= bit;
            for (way, played) in [(set & bit, tile), (set & 1, tile | PLAYED_BLANK)] {
                if way != 0 {
                    let tile = rack_tile(played);
                    let left = self.rack.set_without(set, tile, way, self.doubles);
                    self.rack.take_count(tile);
                    self.word[usize::from(length)] = played;
                    self.extend_left_parts(&anchors[..roomy], node.arc(), left, length + 1);
                    self.rack.put_count(tile);
                }
            }
        }
    }

    /// Tries all tiles on a square, where up to `room` tiles may still be placed, and
    /// then on those right of it.
    fn extend(&mut self, list: u32, at: usize, set: u64, room: u8, sum: Sum) {
        let square = &self.squares[at];
        let next = at + 1 + square.run as usize;
        if square.run > 0 {
            self.word[at + 1 - self.start..next - self.start].fill(0);
        }
        let mut nodes = self.nodes[list as usize..].iter();
        let mut rest = self.letters[list as usize] & square.fits & playable(set);
        while rest != 0 {
            let Some(&node) = nodes.next() else { return };
            let (tile, bit) = (node.tile(), 1 << node.tile());
            if rest & bit == 0 {
                continue;
            }
            rest ^= bit;
            let Some(node) = self.pass(node, at + 1..next) else {
                continue;
            };
            let onward = match room > 1 {
                true => self.letters[node.arc() as usize] & self.squares[next].fits,
                false => 0,
            };
            for (way, played) in [(set & bit, tile), (set & 1, tile | PLAYED_BLANK)] {
                if way == 0 {
                    continue;
                }
                let left = self
                    .rack
                    .set_without(set, rack_tile(played), way, self.doubles);
                let goes_on = onward & playable(left) != 0;
                if !node.accepts() && !goes_on {
                    continue;
                }
                self.rack.take_count(rack_tile(played));
                let sum = sum.with(square, self.points[usize::from(played)]);
                self.word[(at - self.start) % MAX_ROW] = played;
                if node.accepts() {
                    self.record(next, left, room - 1, sum);
                }
                if goes_on {
                    self.extend(node.arc(), next, left, room - 1, sum);
                }
                self.rack.put_count(rack_tile(played));
            }
        }
    }

    /// Follows tiles on the board from a node on.
    #[inline(always)]
    fn pass(&self, node: Node, run: std::ops::Range<usize>) -> Option<Node> {
        if run.is_empty() {
            return Some(node);
        }
        let mut tiles = self.squares[run].iter().map(|s| s.tile & !PLAYED_BLANK);
        // Most lists lack the tile.
        tiles.try_fold(node, |node, tile| {
            match self.letters[node.arc() as usize] >> tile & 1 {
                0 => None,
                _ => self.graph.find(node.arc(), tile),
            }
        })
    }

    /// Hands on the play up to a square.
    fn record(&mut self, end: usize, left: u64, room: u8, sum: Sum) {
        let anchor = &self.anchor;
        if room + 1 == self.max_tiles && !anchor.alone {
            return;
        }
        self.rack.put_set(left);
        let bonus = if room == 0 { self.bonus } else { 0 };
        let before = anchor.at as usize - self.start;
        let (row, column) = anchor
            .direction
            .lane(anchor.row, anchor.column - before as u8);
        (self.callback)(&Found {
            play: Play {
                direction: anchor.direction,
                row,
                column,
                tiles: &self.word[..end - self.start],
            },
            score: sum.total(bonus),
            leave: &self.rack,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Content, GraphSpec, build};
    use crate::lexicon::Words;
    use crate::movegen::generate::brute;
    use crate::movegen::rules::score::score;

    /// The number of plays; each must have the score that the rules give it, and none
    /// may be missing.
    fn count(words: &[&[u8]], position: &Position<'_>, max_tiles: u8) -> usize {
        let words = Words::from_unsorted(words.iter().copied()).unwrap();
        let bytes = build(&words, GraphSpec::new().content(Content::Dawg)).unwrap();
        let graph = Graph::open(&bytes).unwrap();
        let (mut count, mut all) = (0, 0);
        let limits = PlayLimits::default().with_max_tiles(max_tiles);
        DawgGenerator::new(&graph).plays(position, limits, |found| {
            assert_eq!(found.score, score(position, &found.play), "{found:?}");
            let left = position.rack().total() as usize - found.play.placed();
            assert_eq!(found.leave.tiles().len(), left);
            count += 1;
        });
        brute::plays(position, &words, limits, |_| all += 1);
        assert_eq!(count, all);
        count
    }

    #[test]
    fn scores_are_those_of_the_rules() {
        let english = Ruleset::builtin("english").unwrap();
        let words: [&[u8]; 5] = [
            &[3, 1, 18, 5],
            &[18, 1, 3, 5],
            &[1, 3, 5],
            &[18, 5],
            &[1, 18, 3, 1, 5, 5, 18, 18],
        ];
        let board = "15/15/15/15/15/15/1a13/7A7/6R8/15/15/15/15/15/15";
        let position = Position::read(&english, board, "??CEERR").unwrap();
        let counts = [0, 1, 2, 3, 7].map(|most| count(&words, &position, most));
        assert_eq!(counts[0], 0);
        assert!(counts.is_sorted_by(|a, b| a < b), "{counts:?}");
    }

    #[test]
    fn scores_stop_at_the_largest_number() {
        let row = "~".repeat(63);
        let text = format!(
            "name: x\nrack: 63\nbonus: 9\nexchange: 1\nblanks: 0\nletters:\n  \
             - {{tile: A, count: 255, points: 255}}\nboard:\n  start: A1\n  squares: |\n    {row}\n"
        );
        let ruleset = Ruleset::from_yaml("x.yaml", &text).unwrap();
        let mut position = Position::new(&ruleset);
        position.set_rack(&[1; 63]).unwrap();
        assert_eq!(count(&[&[1; 62], &[1; 63]], &position, 63), 2);
    }
}
