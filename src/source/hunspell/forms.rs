//! Receives the forms of a dictionary, within limits.

use crate::error::{Error, Result};
use crate::limits::HUNSPELL_STEPS;
use crate::source::hunspell::conversion::Conversions;
use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// The steps and tiles that all threads together have used.
#[derive(Default)]
pub(crate) struct Budget {
    pub(crate) steps: AtomicU64,
    tiles: AtomicUsize,
}

impl Budget {
    /// Adds tiles of words taken, and returns the total.
    pub(crate) fn add_tiles(&self, tiles: usize) -> usize {
        self.tiles.fetch_add(tiles, Ordering::Relaxed) + tiles
    }
}

/// Counts steps, leaves out forbidden forms, and converts the rest.
pub(crate) struct Forms<'a, F> {
    /// Called with a form and the line of its stem.
    pub(crate) take: F,
    /// The name of the word file in errors.
    pub(crate) path: &'a str,
    pub(crate) forbidden: &'a HashSet<Box<str>>,
    pub(crate) conversions: &'a Conversions,
    pub(crate) budget: &'a Budget,
    /// The line of the stem.
    pub(crate) line: u64,
    pub(crate) converted: String,
    /// Steps not yet added to the budget.
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

    /// Counts steps. A step is about the work of comparing a few characters.
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
