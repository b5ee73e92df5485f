//! The words that can still be made along each lane of an endgame's board.
//!
//! Every word that is formed from now on lies in one lane. Its letters are on the board
//! already, or they come from the two racks. A walk through the DAWG along each lane
//! finds all of these words with their places. A square next to tiles of the crossing
//! lane takes only letters that a word of that lane can have there. A word must touch
//! the board, or a square that another of these words covers.

use crate::graph::{Graph, Node};
use crate::limits::ENDGAME_REACH;
use crate::movegen::{Direction, Position};
use crate::play::endgame::hand::Hand;
use crate::play::endgame::kept::MOST_POINTS;
use crate::tiles::{BLANK, MAX_LETTERS, PLAYED_BLANK, Tile};

/// A letter that comes from a rack, in a word that was found.
pub(crate) const OPEN: u8 = 0x40;

/// Places in a table by square and letter.
pub(crate) const LETTERS: usize = MAX_LETTERS + 1;

/// A square of a lane.
#[derive(Clone, Copy, Default)]
struct Cell {
    /// The letter on it.
    letter: Tile,
    is_blocked: bool,
    /// The letters that it can take.
    allowed: u64,
    /// Whether a word that covers it touches the board.
    is_live: bool,
}

/// The walk along all lanes.
pub(crate) struct Walk<'g> {
    graph: &'g Graph,
    pub(crate) position: &'g Position<'g>,
    columns: usize,
    /// How many of each letter the racks have.
    pool: [u8; LETTERS],
    blanks: u8,
    tiles: usize,
    /// By direction and square: the letters that a word in that direction can have there.
    letters: [Vec<u64>; 2],
    /// By direction and square: whether a word in that direction covers it. This only grows,
    /// so the walk ends and has all words: those of one lane may become fewer while those
    /// of another become possible.
    covered: [Vec<bool>; 2],
    /// The lane that is walked.
    cells: Vec<Cell>,
    /// How far the next square that touches the board is.
    next_contact: Vec<usize>,
    word: Vec<u8>,
    contacts: usize,
    start: usize,
    /// By lane, rows first: the words with the places where they begin.
    pub(crate) found: Vec<Vec<u8>>,
    steps: u64,
}

impl<'g> Walk<'g> {
    pub(crate) fn new(graph: &'g Graph, position: &'g Position<'g>, hands: &[Hand; 2]) -> Walk<'g> {
        let board = position.ruleset().board();
        let (rows, columns) = (usize::from(board.rows()), usize::from(board.columns()));
        let mut pool = [0; LETTERS];
        let tiles = hands.iter().flat_map(|hand| &hand.tiles);
        tiles.for_each(|&tile| pool[usize::from(tile)] += 1);
        let squares = rows * columns;
        Walk {
            graph,
            position,
            columns,
            blanks: std::mem::take(&mut pool[usize::from(BLANK)]),
            tiles: hands.iter().map(|hand| hand.tiles.len()).sum(),
            pool,
            letters: [vec![u64::MAX; squares], vec![u64::MAX; squares]],
            covered: [vec![false; squares], vec![false; squares]],
            cells: Vec::new(),
            next_contact: Vec::new(),
            word: Vec::new(),
            contacts: 0,
            start: 0,
            found: vec![Vec::new(); rows + columns],
            steps: 0,
        }
    }

    /// The direction of a lane and the squares of it.
    pub(crate) fn squares(&self, lane: usize) -> (Direction, impl Iterator<Item = usize> + use<>) {
        let columns = self.columns;
        let rows = self.found.len() - columns;
        let (direction, first, step, count) = match lane.checked_sub(rows) {
            None => (Direction::Across, lane * columns, 1, columns),
            Some(column) => (Direction::Down, column, columns, rows),
        };
        (direction, (0..count).map(move |at| first + at * step))
    }

    pub(crate) fn run(&mut self) -> Option<()> {
        // First only words with letters of the board, so that the squares next to these
        // are known; then all.
        self.walk_lanes(false)?;
        self.walk_lanes(true)
    }

    fn walk_lanes(&mut self, all: bool) -> Option<()> {
        let mut before = vec![usize::MAX; self.found.len()];
        loop {
            let mut changed = false;
            for (lane, before) in before.iter_mut().enumerate() {
                let (direction, squares) = self.squares(lane);
                self.read_cells(direction, squares, all);
                let live = self.cells.iter().filter(|cell| cell.is_live).count();
                if std::mem::replace(before, live) == live {
                    continue;
                }
                changed = true;
                self.walk_lane(lane)?;
            }
            if !changed || !all {
                return Some(());
            }
        }
    }

    fn read_cells(
        &mut self,
        direction: Direction,
        squares: impl Iterator<Item = usize>,
        all: bool,
    ) {
        let tiles = self.position.squares();
        let across = direction.other();
        // The first play of a game covers the start square.
        let start = match self.position.is_empty() {
            true => self.start_square(),
            false => usize::MAX,
        };
        let mut cells = std::mem::take(&mut self.cells);
        cells.clear();
        cells.extend(squares.map(|square| {
            let (row, column) = ((square / self.columns) as u8, (square % self.columns) as u8);
            let letter = tiles[square] & !PLAYED_BLANK & 63;
            let touches = self.touches(across, square);
            Cell {
                letter,
                is_blocked: letter == 0 && !self.position.is_open(row, column),
                allowed: match touches {
                    true => self.letters[across as usize][square],
                    false => u64::MAX,
                },
                is_live: all
                    && letter == 0
                    && (touches || self.covered[across as usize][square] || start == square),
            }
        }));
        self.cells = cells;
    }

    fn start_square(&self) -> usize {
        let (row, column) = self.position.ruleset().board().start();
        usize::from(row) * self.columns + usize::from(column)
    }

    /// Whether a square has a tile next to it in a direction.
    fn touches(&self, direction: Direction, square: usize) -> bool {
        let (row, column) = ((square / self.columns) as u8, (square % self.columns) as u8);
        let tile = |row: Option<u8>, column: Option<u8>| match (row, column) {
            (Some(row), Some(column)) => self.position.tile(row, column),
            _ => 0,
        };
        let [before, after] = match direction {
            Direction::Across => [
                tile(Some(row), column.checked_sub(1)),
                tile(Some(row), column.checked_add(1)),
            ],
            Direction::Down => [
                tile(row.checked_sub(1), Some(column)),
                tile(row.checked_add(1), Some(column)),
            ],
        };
        before != 0 || after != 0
    }

    fn walk_lane(&mut self, lane: usize) -> Option<()> {
        let count = self.cells.len();
        self.next_contact.clear();
        self.next_contact.resize(count + 1, usize::MAX);
        let mut next = usize::MAX;
        for at in (0..count).rev() {
            next = next.saturating_add(1);
            if self.cells[at].is_live || self.cells[at].letter != 0 {
                next = 0;
            }
            if self.cells[at].is_blocked {
                next = usize::MAX;
            }
            self.next_contact[at] = next;
        }
        self.found[lane].clear();
        for start in 0..count {
            if start > 0 && self.cells[start - 1].letter != 0 || self.cells[start].is_blocked {
                continue;
            }
            self.start = start;
            self.extend(lane, start, self.graph.dawg_root())?;
        }
        let (direction, squares) = self.squares(lane);
        let mut letters = vec![0; count];
        for (start, word) in words(&self.found[lane]) {
            for (at, &letter) in word.iter().enumerate() {
                letters[start + at] |= 1 << (letter & 63);
            }
        }
        for (square, set) in squares.zip(letters) {
            self.letters[direction as usize][square] = set;
            self.covered[direction as usize][square] |= set != 0;
        }
        Some(())
    }

    fn extend(&mut self, lane: usize, at: usize, list: u32) -> Option<()> {
        if self.contacts == 0 && self.next_contact[at] > self.tiles {
            return Some(());
        }
        let cell = self.cells[at];
        if cell.letter != 0 {
            self.steps += 1;
            if let Some(node) = self.graph.find(list, cell.letter) {
                self.contacts += 1;
                self.word.push(cell.letter);
                self.go_on(lane, at, node)?;
                self.word.pop();
                self.contacts -= 1;
            }
            return Some(());
        }
        if self.tiles == 0 {
            return Some(());
        }
        for &node in self.graph.list(list) {
            self.steps += 1;
            let letter = usize::from(node.tile() & 63);
            if cell.allowed >> letter & 1 == 0 {
                continue;
            }
            let is_blank = match (self.pool[letter], self.blanks) {
                (0, 0) => continue,
                (0, _) => true,
                _ => false,
            };
            match is_blank {
                true => self.blanks -= 1,
                false => self.pool[letter] -= 1,
            }
            self.tiles -= 1;
            self.contacts += usize::from(cell.is_live);
            let flag = if is_blank { PLAYED_BLANK } else { 0 };
            self.word.push(letter as u8 | OPEN | flag);
            self.go_on(lane, at, node)?;
            self.word.pop();
            self.contacts -= usize::from(cell.is_live);
            self.tiles += 1;
            match is_blank {
                true => self.blanks += 1,
                false => self.pool[letter] += 1,
            }
        }
        Some(())
    }

    fn go_on(&mut self, lane: usize, at: usize, node: Node) -> Option<()> {
        if self.steps > ENDGAME_REACH {
            return None;
        }
        let next = self.cells.get(at + 1).copied();
        if node.accepts()
            && next.is_none_or(|next| next.letter == 0)
            && self.contacts > 0
            && self.word.len() > 1
            && self.word.iter().any(|&letter| letter & OPEN != 0)
        {
            self.found[lane].extend([self.start as u8, self.word.len() as u8]);
            self.found[lane].extend(&self.word);
        }
        match next {
            Some(next) if node.arc() != 0 && !next.is_blocked => {
                self.extend(lane, at + 1, node.arc())
            }
            _ => Some(()),
        }
    }

    /// The points of a letter if a rack has it.
    pub(crate) fn points(&self, letter: u8) -> i32 {
        let tile = letter & 63;
        let has = letter & OPEN == 0 || self.pool[usize::from(tile)] > 0;
        i32::from(has) * i32::from(self.position.ruleset().points(tile))
    }

    /// The points of a word's letters without premiums.
    pub(crate) fn face(&self, squares: &[usize], word: &[u8]) -> i32 {
        let tiles = self.position.squares();
        let points = squares.iter().zip(word).map(|(&square, &letter)| {
            let is_blank = letter & PLAYED_BLANK != 0 || tiles[square] & PLAYED_BLANK != 0;
            match is_blank {
                true => 0,
                false => i32::from(self.position.ruleset().points(letter & 63)),
            }
        });
        points.sum()
    }

    /// By direction, square and letter: the most points of a word that the letter
    /// completes.
    pub(crate) fn crossing(&self) -> [Vec<i32>; 2] {
        let squares = self.letters[0].len();
        let mut most = [vec![0; squares * LETTERS], vec![0; squares * LETTERS]];
        for lane in 0..self.found.len() {
            let (direction, squares) = self.squares(lane);
            let squares: Vec<usize> = squares.collect();
            for (start, word) in words(&self.found[lane]) {
                let squares = &squares[start..start + word.len()];
                let face = self.face(squares, word);
                for (&square, &letter) in squares.iter().zip(word) {
                    if letter & OPEN != 0 {
                        let (by_letter, by_word) = self.premium(square);
                        let gain = (by_letter - 1) * self.points(letter);
                        let score = at_most((face + gain).saturating_mul(by_word));
                        let at = square * LETTERS + usize::from(letter & 63);
                        let entry = &mut most[direction as usize][at];
                        *entry = score.max(*entry);
                    }
                }
            }
        }
        most
    }

    pub(crate) fn premium(&self, square: usize) -> (i32, i32) {
        let (row, column) = ((square / self.columns) as u8, (square % self.columns) as u8);
        let premium = self.position.ruleset().board().square(row, column);
        (i32::from(premium.letter), i32::from(premium.word))
    }
}

/// The points of a play, none of which has more than [`MOST_POINTS`].
pub(crate) fn at_most(points: i32) -> i32 {
    points.min(MOST_POINTS as i32)
}

/// The words that were found in a lane.
pub(crate) fn words(mut found: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    std::iter::from_fn(move || {
        let (&[start, length], rest) = found.split_first_chunk()?;
        let (word, rest) = rest.split_at_checked(usize::from(length))?;
        found = rest;
        Some((usize::from(start), word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{GraphSpec, build};
    use crate::lexicon::Words;
    use crate::play::endgame::position::Endgame;
    use crate::random::Random;
    use crate::ruleset::Ruleset;

    /// While words of some lanes turn out to be impossible, others become possible. CA in
    /// row 2 makes BA in row 1 a play.
    #[test]
    fn words_that_become_possible_late_are_found() {
        let rules = "name: tiny\nrack: 3\nbonus: 0\nexchange: 1\nblanks: 0\nletters:\n  \
             - {tile: A, count: 7, points: 1, vowel: 1}\n  - {tile: B, count: 4, points: 3}\n  \
             - {tile: C, count: 2, points: 3}\n  - {tile: Q, count: 1, points: 10}\n\
             board:\n  start: C3\n  squares: |\n    .....\n    .....\n    .....\n    .....\n    .....\n";
        let tiny = Ruleset::from_yaml("tiny.yaml", rules).unwrap();
        let words = "AAB ABA ACA ACB ACCA AQ BA BBBA BCAA CA CABA CB CCBB";
        let words = words
            .split(' ')
            .map(|word| tiny.alphabet().read_word(word).unwrap());
        let words: Vec<Vec<Tile>> = words.collect();
        let words = Words::from_unsorted(words.iter().map(|word| &word[..])).unwrap();
        let graph = Graph::open(&build(&words, GraphSpec::new()).unwrap()).unwrap();
        let endgame = Endgame::read(&tiny, "5/2C2/CAA1A/2B1B/2A1A", "AB", "ABQ").unwrap();
        let mut random = Random::new(1);
        let racks = endgame.racks().clone();
        let hands = racks.map(|rack| Hand::new(&tiny, rack, &mut random));
        let mut walk = Walk::new(&graph, endgame.position(), &hands);
        walk.run().unwrap();
        let mut found = words_of(&walk, 0);
        assert!(found.any(|(start, word)| start == 3 && word == [2, 1]));
    }

    /// The words that were found in a lane, with their places.
    fn words_of(walk: &Walk<'_>, lane: usize) -> impl Iterator<Item = (usize, Vec<Tile>)> {
        words(&walk.found[lane])
            .map(|(start, word)| (start, word.iter().map(|letter| letter & 63).collect()))
    }
}
