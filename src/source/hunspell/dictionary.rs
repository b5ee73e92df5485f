//! A dictionary of Hunspell, from its two files to forms.

use crate::error::{Error, Result};
use crate::limits::HUNSPELL_STEPS;
use crate::source::hunspell::aff::AffixFile;
use crate::source::hunspell::conversion::Conversions;
use crate::source::hunspell::dic::Stems;
use crate::source::hunspell::expand::{Affixes, Sink, Stopped};
use std::collections::HashSet;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// A dictionary of the spell checker Hunspell.
///
/// ```
/// use wordmill::source::Hunspell;
///
/// let aff = b"SET UTF-8\nSFX S Y 2\nSFX S 0 s [^y]\nSFX S y ies y\n";
/// let read = Hunspell::read(("x.aff", aff), ("x.dic", b"2\ncat/S\npony/S\n"))?;
/// let mut forms = Vec::new();
/// read.each_form(|form| forms.push(form.to_string()))?;
/// assert_eq!(forms, ["cat", "cats", "pony", "ponies"]);
/// # Ok::<(), wordmill::error::Error>(())
/// ```
#[derive(Debug)]
pub struct Hunspell {
    /// The name of the word file in errors.
    pub(crate) path: String,
    affixes: Affixes,
    stems: Stems,
    /// The words that the dictionary forbids, whatever stem they are a form of.
    forbidden: HashSet<String>,
    conversions: Conversions,
    has_compounds: bool,
}

impl Hunspell {
    /// Reads an affix file and a word file, each with its name in errors. The error
    /// lists everything that is wrong with one of them.
    pub fn read(aff: (&str, &[u8]), dic: (&str, &[u8])) -> Result<Hunspell> {
        let mut affixes = AffixFile::read(aff.0, aff.1)?;
        let stems = Stems::read(dic.0, dic.1, &mut affixes)?;
        let has_compounds = affixes.has_compounds;
        let conversions = std::mem::take(&mut affixes.conversions);
        let conversions = Conversions::new(conversions);
        let affixes = Affixes::new(affixes);
        let forbidden = stems
            .iter()
            .filter(|(_, entry)| affixes.forbids(entry.flags));
        let forbidden = forbidden.map(|(stem, _)| stem.to_string());
        Ok(Hunspell {
            path: dic.0.to_string(),
            forbidden: forbidden.collect(),
            affixes,
            stems,
            conversions,
            has_compounds,
        })
    }

    /// Whether the dictionary has compounds. They are not among the forms.
    pub fn has_compounds(&self) -> bool {
        self.has_compounds
    }

    /// The number of stems.
    pub fn stems(&self) -> usize {
        self.stems.len()
    }

    /// Gives all forms, in the order of the stems. Some come more than once.
    pub fn each_form(&self, mut take: impl FnMut(&str)) -> Result<()> {
        let budget = Budget::default();
        let taken = self.each_form_of(0..self.stems(), &budget, |_, form| {
            take(form);
            Ok(())
        });
        taken.map_err(|Stopped| self.too_many_steps())
    }

    /// Gives the forms of some stems, each with the line of its stem.
    pub(crate) fn each_form_of(
        &self,
        stems: Range<usize>,
        budget: &Budget,
        take: impl FnMut(u64, &str) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let mut sink = Forms {
            take,
            of: self,
            converted: String::new(),
            line: 0,
            steps: 0,
            budget,
        };
        for (stem, entry) in self.stems.range(stems) {
            sink.line = u64::from(entry.line);
            sink.steps(1)?;
            self.affixes.expand(stem, entry.flags, &mut sink)?;
        }
        sink.settle()
    }

    /// The error of a dictionary whose forms take too long to make.
    pub(crate) fn too_many_steps(&self) -> Error {
        let expected = format!("affixes that are expanded in at most {HUNSPELL_STEPS} steps");
        Error::mismatch(&self.path[..], expected, "more")
    }
}

/// What all threads together have used of what is allowed.
#[derive(Default)]
pub(crate) struct Budget {
    steps: AtomicU64,
    tiles: AtomicUsize,
}

impl Budget {
    /// A budget of which some steps are used.
    #[cfg(test)]
    pub(crate) fn used(steps: u64) -> Budget {
        Budget {
            steps: steps.into(),
            ..Budget::default()
        }
    }

    #[cfg(test)]
    pub(crate) fn steps(&self) -> u64 {
        self.steps.load(Ordering::Relaxed)
    }

    /// Counts tiles of words that were taken. Returns the number of all.
    pub(crate) fn add_tiles(&self, tiles: usize) -> usize {
        self.tiles.fetch_add(tiles, Ordering::Relaxed) + tiles
    }
}

/// Counts steps, leaves out what is forbidden, and converts the rest.
struct Forms<'a, F> {
    take: F,
    of: &'a Hunspell,
    converted: String,
    line: u64,
    /// Steps that are not in the budget yet.
    steps: u64,
    budget: &'a Budget,
}

/// The number of steps after which a thread adds them to the budget.
const SETTLED: u64 = 1 << 16;

impl<F> Forms<'_, F> {
    fn settle(&mut self) -> Result<(), Stopped> {
        let steps = std::mem::take(&mut self.steps);
        let before = self.budget.steps.fetch_add(steps, Ordering::Relaxed);
        match before.saturating_add(steps) > HUNSPELL_STEPS {
            true => Err(Stopped),
            false => Ok(()),
        }
    }
}

impl<F: FnMut(u64, &str) -> Result<(), Stopped>> Sink for Forms<'_, F> {
    fn form(&mut self, form: &str) -> Result<(), Stopped> {
        let forbidden = &self.of.forbidden;
        if !forbidden.is_empty() && forbidden.contains(form) {
            return Ok(());
        }
        if self.of.conversions.is_empty() {
            return (self.take)(self.line, form);
        }
        match self.of.conversions.convert(form, &mut self.converted) {
            0 => (self.take)(self.line, form),
            compared => {
                self.steps(compared + self.converted.len())?;
                (self.take)(self.line, &self.converted)
            }
        }
    }

    fn steps(&mut self, steps: usize) -> Result<(), Stopped> {
        self.steps += steps as u64;
        match self.steps < SETTLED {
            true => Ok(()),
            false => self.settle(),
        }
    }
}
