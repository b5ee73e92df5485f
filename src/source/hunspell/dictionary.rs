//! A Hunspell dictionary, from its two files to its forms.

use crate::error::Result;
use crate::source::hunspell::aff::AffixFile;
use crate::source::hunspell::conversion::Conversions;
use crate::source::hunspell::dic::{Stem, read_stems};
use crate::source::hunspell::expand::Affixes;
use crate::source::hunspell::forms::{Budget, Forms};
use std::collections::HashSet;

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
    pub(crate) stems: Vec<Stem>,
    /// The words that the dictionary forbids, whichever stem they are a form of.
    forbidden: HashSet<Box<str>>,
    conversions: Conversions,
    has_compounds: bool,
}

impl Hunspell {
    /// Reads an affix file and a word file, each given with its name in errors. The
    /// error lists all faults of one of them.
    pub fn read(aff: (&str, &[u8]), dic: (&str, &[u8])) -> Result<Hunspell> {
        let mut aff = AffixFile::read(aff.0, aff.1)?;
        let stems = read_stems(dic.0, dic.1, &mut aff)?;
        let has_compounds = aff.has_compounds;
        let conversions = Conversions::new(std::mem::take(&mut aff.conversions));
        let affixes = Affixes::new(aff);
        let forbidden = stems.iter().filter(|stem| affixes.forbids(stem.flags));
        Ok(Hunspell {
            path: dic.0.to_string(),
            forbidden: forbidden.map(|stem| stem.word.clone()).collect(),
            affixes,
            stems,
            conversions,
            has_compounds,
        })
    }

    /// Whether the dictionary has compounds, which are not among the forms.
    pub fn has_compounds(&self) -> bool {
        self.has_compounds
    }

    /// Visits all forms, in the order of the stems. Some occur more than once.
    pub fn each_form(&self, mut take: impl FnMut(&str)) -> Result<()> {
        self.each_form_of(&self.stems, &Budget::default(), |_, form| {
            take(form);
            Ok(())
        })
    }

    /// Visits the forms of some stems, each with the line of its stem.
    pub(crate) fn each_form_of(
        &self,
        stems: &[Stem],
        budget: &Budget,
        take: impl FnMut(u64, &str) -> Result<()>,
    ) -> Result<()> {
        let mut forms = Forms {
            take,
            path: &self.path,
            forbidden: &self.forbidden,
            conversions: &self.conversions,
            budget,
            line: 0,
            converted: String::new(),
            steps: 0,
        };
        for stem in stems {
            forms.line = stem.line;
            forms.steps(1)?;
            self.affixes.expand(&stem.word, stem.flags, &mut forms)?;
        }
        forms.settle()
    }
}
