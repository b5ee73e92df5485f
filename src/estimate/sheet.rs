//! The sheet of a board: the best score of a play that places exactly a given multiset
//! of tiles, for every multiset at once.
//!
//! All plays are generated once, with all unseen tiles as the rack and every blank as
//! one more of each letter. So plays are spelled with real tiles. Their versions with
//! blanks follow by arithmetic: a blank instead of a tile loses the tile's points as
//! often as they count on that square, in the word and in its cross-word. Of equal
//! letters, the cheapest become blanks first.

use crate::estimate::lattice::Lattice;
use crate::movegen::{Direction, Found, GaddagGenerator, Position, Rack};
use crate::tiles::{BLANK, Tile};

/// The value of a multiset that no play places. Sums of a few such values and leave
/// values stay far from the limits of the type.
pub(crate) const NO_PLAY: i32 = i32::MIN / 4;

/// The number of value units in a point.
const THOUSANDTHS: i64 = 1000;

/// The most tiles that a play places, and so the largest rack of an estimate.
pub(crate) const MOST: usize = 16;

/// The limit for the score of a play, in thousandths. With it, sums over boards stay
/// within their types, whatever premiums a ruleset has.
const MAX_SCORE: i64 = 20_000_000;

/// How often a tile's points count on a square, for plays in one direction.
#[derive(Clone, Copy, Debug, Default)]
struct Weight {
    letter: u16,
    word: u16,
    /// The word premium again if a tile here makes a cross-word, otherwise 0.
    cross: u16,
}

/// The best score for every multiset of placed tiles, in thousandths.
pub(crate) struct Sheet {
    /// By number in the lattice; [`NO_PLAY`] if no play places the multiset.
    pub(crate) scores: Vec<i32>,
    /// By direction, then by square.
    weights: [Vec<Weight>; 2],
}

/// The letters of one play, the largest tile first.
#[derive(Default)]
struct Spelling {
    groups: [Group; MOST],
    count: usize,
}

/// A letter of a play.
#[derive(Clone, Copy, Default)]
struct Group {
    tile: usize,
    /// The number of copies in the play.
    copies: usize,
    /// How many of these must be blanks, since there are too few real tiles.
    least: usize,
    /// The cost of `i` blanks in points, at index `i`; the first is 0.
    costs: [i64; MOST + 1],
}

impl Sheet {
    pub(crate) fn new(lattice: &Lattice) -> Sheet {
        Sheet {
            scores: vec![NO_PLAY; lattice.len()],
            weights: [Vec::new(), Vec::new()],
        }
    }

    /// Computes the sheet of a board. `unseen` has the number of unseen tiles, by tile.
    /// The rack of the position is overwritten.
    pub(crate) fn fill<'g>(
        &mut self,
        lattice: &Lattice,
        generator: &mut GaddagGenerator<'g>,
        position: &mut Position<'g>,
        unseen: &[u8],
    ) {
        self.scores.fill(NO_PLAY);
        self.weigh(position);
        let blanks = usize::from(unseen[usize::from(BLANK)]);
        let mut pool = Rack::default();
        for (tile, &count) in (1..).zip(&unseen[1..]) {
            for _ in 0..(usize::from(count) + blanks).min(lattice.size) {
                pool.put(tile);
            }
        }
        position.set_any_rack(pool);
        let columns = usize::from(position.ruleset().board().columns());
        let (scores, weights) = (&mut self.scores, &self.weights);
        let mut spelling = Spelling::default();
        let points = |tile| i64::from(position.ruleset().points(tile));
        let points: Vec<i64> = (0..lattice.tiles() as Tile).map(points).collect();
        generator.plays(position, |found| {
            let weights = &weights[found.play.direction as usize];
            if let Some(placed) = spelling.read(found, weights, columns, unseen, &points) {
                let mut walk = Walk {
                    lattice,
                    spelling: &spelling,
                    placed,
                    scores,
                };
                let (number, score) = (lattice.last(placed), i64::from(found.score));
                walk.step(0, 0, blanks.min(placed), 0, number, score);
            }
        });
    }

    /// Computes how often points count on every square.
    fn weigh(&mut self, position: &Position<'_>) {
        let board = position.ruleset().board();
        for direction in Direction::BOTH {
            let weights = &mut self.weights[direction as usize];
            weights.clear();
            for row in 0..board.rows() {
                for column in 0..board.columns() {
                    let square = board.square(row, column);
                    let (lane, at) = direction.lane(row, column);
                    let beside = [lane.checked_sub(1), lane.checked_add(1)];
                    let is_hook = beside.into_iter().flatten().any(|lane| {
                        let (row, column) = direction.lane(lane, at);
                        position.tile(row, column) != 0
                    });
                    weights.push(Weight {
                        letter: u16::from(square.letter),
                        word: u16::from(square.word),
                        cross: if is_hook { u16::from(square.word) } else { 0 },
                    });
                }
            }
        }
    }
}

impl Spelling {
    /// Reads the placed tiles of a play and returns their number; `None` if no rack can
    /// have them, for lack of blanks.
    #[inline]
    fn read(
        &mut self,
        found: &Found<'_>,
        weights: &[Weight],
        columns: usize,
        unseen: &[u8],
        points: &[i64],
    ) -> Option<usize> {
        let mut word = 1u32;
        let mut placed: [(Tile, u32, u32); MOST] = [(0, 0, 0); MOST];
        let mut count = 0;
        let step = match found.play.direction {
            Direction::Across => 1,
            Direction::Down => columns,
        };
        let mut at = usize::from(found.play.row) * columns + usize::from(found.play.column);
        for &tile in found.play.tiles {
            if tile != 0 {
                let weight = weights[at];
                word = word.saturating_mul(u32::from(weight.word));
                placed[count] = (tile, u32::from(weight.letter), u32::from(weight.cross));
                count += 1;
            }
            at += step;
        }
        let placed = &mut placed[..count];
        // The largest tile first; of equal ones, the cheapest first.
        for i in 1..count {
            let mut j = i;
            while j > 0 && placed[j - 1].0 < placed[j].0 {
                placed.swap(j - 1, j);
                j -= 1;
            }
        }
        self.count = 0;
        for equal in placed.chunk_by(|a, b| a.0 == b.0) {
            let (tile, copies) = (usize::from(equal[0].0), equal.len());
            let group = &mut self.groups[self.count];
            let mut costs: [i64; MOST] = [0; MOST];
            for (cost, &(_, letter, cross)) in costs.iter_mut().zip(equal) {
                *cost = i64::from(letter) * (i64::from(word) + i64::from(cross));
            }
            if copies > 1 {
                costs[..copies].sort_unstable();
            }
            group.tile = tile;
            group.copies = copies;
            group.least = copies.saturating_sub(usize::from(unseen[tile]));
            group.costs[0] = 0;
            for (n, &cost) in costs[..copies].iter().enumerate() {
                group.costs[n + 1] = group.costs[n] + points[tile] * cost;
            }
            self.count += 1;
        }
        let least: usize = self.groups[..self.count].iter().map(|g| g.least).sum();
        (least <= usize::from(unseen[usize::from(BLANK)])).then_some(count)
    }
}

/// Visits the versions of a play with blanks.
struct Walk<'w> {
    lattice: &'w Lattice,
    spelling: &'w Spelling,
    placed: usize,
    scores: &'w mut [i32],
}

impl Walk<'_> {
    /// Chooses how many copies of a letter are blanks. So far `real` tiles are fixed,
    /// and `used` of at most `blanks` blanks.
    fn step(
        &mut self,
        group: usize,
        real: usize,
        blanks: usize,
        used: usize,
        number: u32,
        score: i64,
    ) {
        if group == self.spelling.count {
            let mut number = number;
            for r in real + 1..=self.placed {
                number -= self.lattice.term(r, usize::from(BLANK));
            }
            let place = &mut self.scores[number as usize];
            let score = (score * THOUSANDTHS).clamp(0, MAX_SCORE) as i32;
            *place = (*place).max(score);
            return;
        }
        let letter = &self.spelling.groups[group];
        let most = letter.copies.min(blanks - used);
        // Starts with all copies real; each blank removes one of the terms.
        for n in letter.least..=most {
            let mut number = number;
            for r in real + 1..=real + letter.copies - n {
                number -= self.lattice.term(r, letter.tile);
            }
            let (real, score) = (real + letter.copies - n, score - letter.costs[n]);
            self.step(group + 1, real, blanks, used + n, number, score);
        }
    }
}
