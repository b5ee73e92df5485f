//! A puzzle as bitmaps: the remaining letters, and which of them touch.
//!
//! Each letter of the grid has a bit. A state is the set of remaining letters; letters
//! never move in memory. With gravity, the bits go column by column, from the bottom
//! up. A letter's column is then the number of columns to the left that still have
//! letters, and its height the number of remaining letters below it. So the neighbours
//! follow from the state alone. A hole holds nothing up: letters above it have fallen
//! before the first word is played.

use crate::error::{Error, Result};
use crate::graph::bits;
use crate::grid::board::{Cell, Grid};
use crate::grid::solve::options::Gravity;
use crate::grid::solve::words::PlayableWords;

/// The most letters of a grid that can be solved.
pub(crate) const MAX_SOLVED_LETTERS: usize = 64;

/// The places of a puzzle's letters.
pub(crate) struct Places {
    /// By bit, the cell of the grid.
    pub(crate) cells: Vec<u16>,
    /// By bit, what the cell holds.
    pub(crate) letters: Vec<Cell>,
    /// With gravity, the bits of each column, from the left.
    columns: Vec<u64>,
    /// Without gravity, the neighbours by bit.
    fixed: Vec<u64>,
}

impl Places {
    pub(crate) fn of(grid: &Grid, gravity: Gravity) -> Result<Places> {
        let letters = grid.letters();
        if letters > MAX_SOLVED_LETTERS {
            let expected = format!("at most {MAX_SOLVED_LETTERS} letters to solve");
            return Err(Error::mismatch("", expected, letters).of_part("grid"));
        }
        let (rows, columns) = (grid.rows(), grid.columns());
        let order = (0..rows * columns).map(|place| match gravity {
            Gravity::Fall => (rows - 1 - place % rows) * columns + place / rows,
            Gravity::Still => place,
        });
        let is_letter = |&cell: &usize| grid.cells()[cell] != Cell::Hole;
        let cells: Vec<usize> = order.filter(is_letter).collect();
        let bit_of = |cell| cells.iter().position(|&other| other == cell);
        let set_of = |cells: &mut dyn Iterator<Item = usize>| {
            let bits = cells.filter_map(bit_of);
            bits.fold(0, |set, bit| set | 1u64 << bit)
        };
        let column = |c| set_of(&mut (0..rows).map(|r| r * columns + c));
        let (columns, fixed) = match gravity {
            Gravity::Fall => ((0..columns).map(column).collect(), Vec::new()),
            Gravity::Still => {
                let near = |&cell| set_of(&mut grid.neighbours(cell));
                (Vec::new(), cells.iter().map(near).collect())
            }
        };
        Ok(Places {
            letters: cells.iter().map(|&cell| grid.cells()[cell]).collect(),
            cells: cells.iter().map(|&cell| cell as u16).collect(),
            columns,
            fixed,
        })
    }

    /// The state with all letters.
    pub(crate) fn full(&self) -> u64 {
        match self.cells.len() {
            64 => u64::MAX,
            letters => (1 << letters) - 1,
        }
    }

    /// Writes the neighbours of each letter of a state to `near`.
    pub(crate) fn neighbours(&self, state: u64, near: &mut [u64; 64]) {
        if !self.fixed.is_empty() {
            for (near, fixed) in near.iter_mut().zip(&self.fixed) {
                *near = fixed & state;
            }
            return;
        }
        let mut left = 0;
        let columns = self.columns.iter().map(|column| column & state);
        for column in columns.filter(|&column| column != 0) {
            add_within(column, near);
            add_between(left, column, near);
            left = column;
        }
    }
}

/// Sets the neighbours of each letter within its column.
#[inline]
fn add_within(column: u64, near: &mut [u64; 64]) {
    let (mut rest, mut below) = (column, 0u64);
    while rest != 0 {
        let bit = rest & rest.wrapping_neg();
        rest ^= bit;
        near[bit.trailing_zeros() as usize] = below | rest & rest.wrapping_neg();
        below = bit;
    }
}

/// Adds the neighbours between two columns: letters whose heights differ by at most 1.
#[inline]
fn add_between(mut left: u64, mut right: u64, near: &mut [u64; 64]) {
    let (mut left_below, mut right_below) = (0u64, 0u64);
    while left | right != 0 {
        let l = left & left.wrapping_neg();
        let r = right & right.wrapping_neg();
        left ^= l;
        right ^= r;
        if l != 0 {
            near[l.trailing_zeros() as usize] |= right_below | r | right & right.wrapping_neg();
        }
        if r != 0 {
            near[r.trailing_zeros() as usize] |= left_below | l | left & left.wrapping_neg();
        }
        (left_below, right_below) = (l, r);
    }
}

/// The number of steps after which tracing the words of one state is given up. Only
/// grids of blanks, or of one letter, have that many paths.
const TRACE_STEPS: u32 = 1 << 24;

/// The words of a puzzle, and the neighbours of letters in a state.
pub(crate) struct Traced<'t> {
    pub(crate) words: &'t PlayableWords,
    pub(crate) near: &'t [u64; 64],
}

impl Traced<'_> {
    /// Calls `found` with the letters of every word that can be traced in a state, as a
    /// set, once for each path. Returns false if that was given up.
    pub(crate) fn all(&self, state: u64, found: &mut impl FnMut(u64)) -> bool {
        let mut fuel = TRACE_STEPS;
        self.step(0, (state, 0), &mut fuel, found);
        fuel > 0
    }

    /// Continues from a node of the words to the letters in reach, with some letters
    /// used.
    fn step(
        &self,
        node: usize,
        (reach, used): (u64, u64),
        fuel: &mut u32,
        found: &mut impl FnMut(u64),
    ) {
        let words = self.words;
        *fuel = fuel.saturating_sub(1);
        for bit in bits(reach & words.following(node)).map(|bit| bit as usize) {
            if *fuel == 0 {
                return;
            }
            let used = used | 1 << bit;
            for tile in bits(words.fitting(node, bit)) {
                let next = words.child(node, 1 << tile);
                if words.accepts(next) {
                    found(used);
                }
                self.step(next, (self.near[bit] & !used, used), fuel, found);
            }
        }
    }

    /// Finds a word that uses all letters of a set, with its path: tiles and letters.
    /// The search follows that of [`all`](Self::all), so it takes no longer.
    pub(crate) fn spell(&self, set: u64) -> Option<Vec<(u8, usize)>> {
        let mut path = Vec::new();
        self.spell_on(0, (set, set), &mut path).then_some(path)
    }

    /// Continues with the letters that are left and in reach.
    fn spell_on(&self, node: usize, of: (u64, u64), path: &mut Vec<(u8, usize)>) -> bool {
        let ((left, reach), words) = (of, self.words);
        if left == 0 {
            return words.accepts(node);
        }
        for bit in bits(left & reach & words.following(node)).map(|bit| bit as usize) {
            for tile in bits(words.fitting(node, bit)) {
                path.push((tile as u8, bit));
                let next = (left & !(1 << bit), self.near[bit]);
                if self.spell_on(words.child(node, 1 << tile), next, path) {
                    return true;
                }
                path.pop();
            }
        }
        false
    }
}
