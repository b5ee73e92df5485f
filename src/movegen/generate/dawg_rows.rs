//! The board as the DAWG generator sees it: rows of squares with their cross-sets, and
//! the anchors. For down plays the board is transposed.

use crate::graph::{Graph, Node};
use crate::movegen::board::{Direction, Position};
use crate::tiles::PLAYED_BLANK;
use std::cmp::Reverse;

/// The set of all letters.
pub(crate) const ALL: u64 = u64::MAX << 1;

/// A square of the board or of the transposed board.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RowSquare {
    /// The letters that may be placed here.
    pub(crate) fits: u64,
    /// How often the points of a tile placed here count in the word and in the
    /// cross-word; 0 if there is no cross-word.
    pub(crate) letter: u32,
    pub(crate) cross: u32,
    /// The word premium; 0 if no tile may be placed here.
    pub(crate) word: u32,
    /// What the other tiles of the cross-word add.
    pub(crate) cross_points: u32,
    /// The number of tiles directly to the right, and their points.
    pub(crate) run: u32,
    pub(crate) run_points: u32,
    pub(crate) tile: u8,
}

impl RowSquare {
    fn is_open(&self) -> bool {
        self.word > 0
    }

    /// Creates a square of a position with its cross-set, but without the run right of
    /// it.
    fn find(
        graph: &Graph,
        position: &Position<'_>,
        (direction, row, column): (Direction, u8, u8),
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
            square.fits = cross_set(graph, above, below);
        }
        square
    }

    /// Whether there is a tile above or below.
    fn has_cross(&self) -> bool {
        self.cross > 0
    }
}

/// A square from which plays are generated.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Anchor {
    /// The letters that may be placed here.
    pub(crate) fits: u64,
    /// The index of the square.
    pub(crate) at: u32,
    pub(crate) direction: Direction,
    pub(crate) row: u8,
    pub(crate) column: u8,
    /// The number of tiles directly to the left or, if there are none, of free squares.
    pub(crate) left: u8,
    /// Whether a single tile here is a play. It must be part of a word, and if it makes
    /// words both ways it is an across play.
    pub(crate) alone: bool,
}

/// The rows and anchors of a position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    /// The squares of both directions, row by row, with an edge after each row.
    pub(crate) squares: Vec<RowSquare>,
    /// The anchors with a tile to their left.
    pub(crate) begun: Vec<Anchor>,
    /// All other anchors, those with the most free squares first.
    pub(crate) free: Vec<Anchor>,
}

impl Rows {
    /// Copies the board, transposed for down plays, and finds cross-sets and anchors.
    /// `points` has the points of each played tile.
    pub(crate) fn lay_out(&mut self, graph: &Graph, position: &Position<'_>, points: &[u32; 256]) {
        self.squares.clear();
        self.begun.clear();
        self.free.clear();
        for &direction in position.directions() {
            self.add(graph, position, direction, points);
        }
        self.free.sort_unstable_by_key(|a| Reverse(a.left));
    }

    /// Adds the rows and anchors of one direction.
    fn add(
        &mut self,
        graph: &Graph,
        position: &Position<'_>,
        direction: Direction,
        points: &[u32; 256],
    ) {
        let board = position.ruleset().board();
        let (rows, columns) = direction.lane(board.rows(), board.columns());
        let start = position.is_empty().then_some(board.start());
        for row in 0..rows {
            let first = self.squares.len();
            for column in 0..columns {
                let at = (direction, row, column);
                let square = RowSquare::find(graph, position, at, points);
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

    /// Finds the anchors of the row whose squares begin at `first`. A play on an empty
    /// board covers the square `start`.
    fn find_anchors(
        &mut self,
        playable: u64,
        direction: Direction,
        (row, first): (u8, usize),
        start: Option<u8>,
    ) {
        // The number of tiles directly before the square, and of free squares since the
        // last anchor.
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

/// The letters that make a word with the tiles above and below.
fn cross_set(
    graph: &Graph,
    mut above: impl Iterator<Item = u8>,
    below: impl Iterator<Item = u8> + Clone,
) -> u64 {
    let find = |list, tile| graph.find(list, tile & !PLAYED_BLANK);
    let root = graph.dawg_root();
    let list = above.try_fold(root, |list, tile| find(list, tile).map(Node::arc));
    let letters = graph.list(list.unwrap_or(0)).iter();
    let fitting = letters.filter(|&&letter| {
        let last = below
            .clone()
            .try_fold(letter, |node, tile| find(node.arc(), tile));
        last.is_some_and(Node::accepts)
    });
    fitting.fold(0, |set, letter| set | 1 << letter.tile())
}
