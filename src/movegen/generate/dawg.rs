//! The DAWG generator, after Appel and Jacobson, "The World's Fastest Scrabble
//! Program" (1988).
//!
//! An across play covers an anchor: an empty square next to a tile. Its left part is
//! either on the board, or made from the rack on squares that are not anchors and so
//! have no cross-words. The play then extends to the right, tile by tile, as far as the
//! lexicon and the cross-sets allow. A play belongs to the first anchor that it covers,
//! so each is found once. Down plays are across plays on the transposed board.
//!
//! Left parts depend only on the rack. Each is made once for the whole board, and
//! extended from every anchor with enough free squares before it.
//!
//! This generator needs only a DAWG. It is slower than the GADDAG generator, because
//! most left parts lead nowhere. The two share no code for cross-sets, search and
//! scores, so that they can be checked against each other.

use crate::graph::{Graph, Node};
use crate::movegen::board::{Found, Play, Position, Rack, rack_tile};
use crate::movegen::generate::dawg_rows::{ALL, Anchor, RowSquare, Rows};
use crate::tiles::PLAYED_BLANK;
use std::sync::Arc;

/// One more than the longest row.
const MAX_ROW: usize = 64;

/// Finds plays with a DAWG.
#[derive(Clone, Debug)]
pub struct DawgGenerator<'g> {
    graph: &'g Graph,
    /// For each node, the letters of the list that begins there.
    letters: Arc<[u64]>,
    rows: Rows,
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

    /// Adds a tile with these points on a square, and the tiles right of it.
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

/// The letters that a rack with this set of tiles can play: all of them if there is a
/// blank.
#[inline]
fn playable(set: u64) -> u64 {
    if set & 1 != 0 { ALL } else { set }
}

impl<'g> DawgGenerator<'g> {
    /// Creates a generator for any graph that has words.
    pub fn new(graph: &'g Graph) -> DawgGenerator<'g> {
        DawgGenerator {
            graph,
            letters: letters_of(graph.dawg_nodes()),
            rows: Rows::default(),
        }
    }

    /// Finds all plays, each once, in no particular order.
    pub fn plays(&mut self, position: &Position<'_>, callback: impl FnMut(&Found<'_>)) {
        let ruleset = position.ruleset();
        let points = std::array::from_fn(|played| u32::from(ruleset.points(played as u8)));
        self.rows.lay_out(self.graph, position, &points);
        let rack = position.rack();
        let mut search = Search {
            graph: self.graph,
            nodes: self.graph.nodes(),
            letters: &self.letters,
            squares: &self.rows.squares,
            points,
            rack: rack.clone(),
            doubles: rack.doubles(),
            max_tiles: ruleset.rack_size(),
            bonus: u32::from(ruleset.bonus()),
            word: [0; MAX_ROW],
            start: 0,
            anchor: Anchor::default(),
            callback,
        };
        let (root, set) = (self.graph.dawg_root(), rack.set());
        for anchor in &self.rows.begun {
            search.extend_from_board(anchor, root, set);
        }
        search.extend_left_parts(&self.rows.free, root, set, 0);
    }
}

/// Computes the letters of the list that begins at each node. List 0 is empty.
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

/// The search of a position. Its functions pass the rack's set of tiles as an argument;
/// the set in `rack` is that of the last play found.
struct Search<'a, F> {
    graph: &'a Graph,
    nodes: &'a [Node],
    letters: &'a [u64],
    squares: &'a [RowSquare],
    /// Points by played tile. Blanks have none.
    points: [u32; 256],
    /// The tiles left on the rack.
    rack: Rack,
    /// The tiles that the whole rack has more than once.
    doubles: u64,
    max_tiles: u8,
    /// The bonus for placing the most tiles.
    bonus: u32,
    /// The word so far; 0 for tiles on the board.
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
            for (i, square) in self.squares[start..at].iter().enumerate() {
                sum = sum.with(square, self.points[usize::from(self.word[i])]);
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

    /// Tries all tiles on a square and then on the squares right of it. Up to `room`
    /// tiles may still be placed.
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
        // Most lists lack the tile, which the letter set shows at once.
        tiles.try_fold(node, |node, tile| {
            match self.letters[node.arc() as usize] >> tile & 1 {
                0 => None,
                _ => self.graph.find(node.arc(), tile),
            }
        })
    }

    /// Reports the play that ends at a square.
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
    use crate::ruleset::Ruleset;

    /// Counts the plays. Checks that each has the score that the rules give it and that
    /// none is missing.
    fn count(words: &[&[u8]], position: &Position<'_>) -> usize {
        let words = Words::from_unsorted(words.iter().copied()).unwrap();
        let bytes = build(&words, GraphSpec::new().content(Content::Dawg)).unwrap();
        let graph = Graph::open(&bytes).unwrap();
        let (mut found_plays, mut all) = (Vec::new(), Vec::new());
        DawgGenerator::new(&graph).plays(position, |found| {
            assert_eq!(found.score, score(position, &found.play), "{found:?}");
            let left = position.rack().total() as usize - found.play.placed();
            assert_eq!(found.leave.tiles().len(), left);
            found_plays.push(found.play.to_move());
        });
        brute::plays(position, &words, |found| {
            all.push(found.play.to_move());
        });
        found_plays.sort();
        all.sort();
        assert_eq!(found_plays, all);
        all.len()
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
        let text = english.to_yaml().unwrap();
        let counts = [1, 2, 3, 7].map(|most| {
            let rules = text.replace("rack: 7", &format!("rack: {most}"));
            let ruleset = Ruleset::from_yaml("x.yaml", &rules).unwrap();
            let mut position = Position::read(&ruleset, board, "").unwrap();
            position.set_pool(&[0, 1, 3, 5, 5, 18, 18]).unwrap();
            count(&words, &position)
        });
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
        assert_eq!(count(&[&[1; 62], &[1; 63]], &position), 2);
    }
}
