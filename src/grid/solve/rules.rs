//! The value of lines.

use crate::grid::solve::options::{Goal, SolveOptions};

/// The value of something impossible.
pub(crate) const NONE: i32 = -(1 << 28);

/// Larger than any value.
pub(crate) const UNBOUNDED: i32 = 1 << 28;

/// Adds points to a value that may be [`NONE`].
#[inline]
pub(crate) fn plus(points: i32, value: i32) -> i32 {
    if value <= NONE { NONE } else { points + value }
}

/// The rules by which a line is valued.
pub(crate) struct Rules {
    /// By length.
    bonus: Vec<i32>,
    pub(crate) goal: Goal,
    pub(crate) left: i32,
    pub(crate) empty: i32,
    min: usize,
}

impl Rules {
    pub(crate) fn of(options: &SolveOptions) -> Rules {
        let points = options.bonus.points().iter().map(|&points| points as i32);
        Rules {
            bonus: [0].into_iter().chain(points).collect(),
            goal: options.goal,
            left: options.left as i32,
            empty: options.empty as i32,
            min: options.min_length.max(1),
        }
    }

    /// The points of a word.
    #[inline]
    pub(crate) fn bonus(&self, length: u32) -> i32 {
        self.bonus[length as usize]
    }

    /// The longest word.
    pub(crate) fn longest(&self) -> usize {
        self.bonus.len() - 1
    }

    /// The value of stopping with some letters left.
    #[inline]
    pub(crate) fn stop(&self, left: u32) -> i32 {
        match (left, self.goal) {
            (0, _) => self.empty,
            (_, Goal::Clear) => NONE,
            (left, Goal::Points) => -self.left * left as i32,
        }
    }

    /// The least value of a line that counts.
    pub(crate) fn least(&self, letters: u32) -> i32 {
        match self.goal {
            Goal::Clear => self.stop(0),
            Goal::Points => self.stop(letters),
        }
    }

    /// The best values for up to `letters` letters if all words of up to `longest`
    /// tiles existed.
    pub(crate) fn ideal(&self, letters: usize, longest: usize) -> Vec<i32> {
        let mut best: Vec<i32> = Vec::new();
        for n in 0..=letters {
            let lengths = self.min..=n.min(longest);
            let played = lengths.map(|l| plus(self.bonus(l as u32), best[n - l]));
            best.push(played.max().unwrap_or(NONE).max(self.stop(n as u32)));
        }
        best
    }
}
