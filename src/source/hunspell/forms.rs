//! Takes the forms of a dictionary, within limits.

use crate::error::{Error, Result};
use crate::limits::HUNSPELL_STEPS;
use crate::source::hunspell::conversion::Conversions;
use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// What all threads together have used of what is allowed.
#[derive(Default)]
pub(crate) struct Budget {
    pub(crate) steps: AtomicU64,
    tiles: AtomicUsize,
}

impl Budget {
    /// Counts tiles of words that were taken. Returns the number of all.
    pub(crate) fn add_tiles(&self, tiles: usize) -> usize {
        self.tiles.fetch_add(tiles, Ordering::Relaxed) + tiles
    }
}

/// Counts steps, leaves out what is forbidden, and converts the rest.
pub(crate) struct Forms<'a, F> {
    /// Takes a form and the line of its stem.
    pub(crate) take: F,
    /// The name of the word file in errors.
    pub(crate) path: &'a str,
    pub(crate) forbidden: &'a HashSet<Box<str>>,
    pub(crate) conversions: &'a Conversions,
    pub(crate) budget: &'a Budget,
    /// The line of the stem.
    pub(crate) line: u64,
    pub(crate) converted: String,
    /// Steps that are not in the budget yet.
    pub(crate) steps: u64,
}

/// The number of steps after which a thread adds them to the budget.
const SETTLED: u64 = 1 << 16;

impl<F: FnMut(u64, &str) -> Result<()>> Forms<'_, F> {
    /// Takes a form.
    pub(crate) fn form(&mut self, form: &str) -> Result<()> {
        if !self.forbidden.is_empty() && self.forbidden.contains(form) {
            return Ok(());
        }
        match self.conversions.convert(form, &mut self.converted) {
            0 => (self.take)(self.line, form),
            compared => {
                self.steps(compared + self.converted.len())?;
                (self.take)(self.line, &self.converted)
            }
        }
    }

    /// Counts steps. One is about as much work as comparing a few characters.
    pub(crate) fn steps(&mut self, steps: usize) -> Result<()> {
        self.steps += steps as u64;
        match self.steps < SETTLED {
            true => Ok(()),
            false => self.settle(),
        }
    }

    /// Adds the steps to the budget.
    pub(crate) fn settle(&mut self) -> Result<()> {
        let steps = std::mem::take(&mut self.steps);
        let before = self.budget.steps.fetch_add(steps, Ordering::Relaxed);
        if before.saturating_add(steps) <= HUNSPELL_STEPS {
            return Ok(());
        }
        let expected = format!("affixes that are expanded in at most {HUNSPELL_STEPS} steps");
        Err(Error::mismatch(self.path, expected, "more"))
    }
}
