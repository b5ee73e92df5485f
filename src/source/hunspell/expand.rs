//! Expands stems into forms.
//!
//! A form is the stem itself; the stem with a prefix; with a suffix; with a second
//! suffix that the flags of the first allow; or with a prefix and suffixes that may be
//! combined. The condition of a suffix applies to the word before the suffix is added;
//! that of a prefix applies to the word with its suffixes.
//!
//! The rules of an affix are looked up by the character at the word's edge, so most
//! rules that don't fit are never examined.

use crate::error::Result;
use crate::source::hunspell::aff::{AffixFile, Rule, SetId};
use crate::source::hunspell::condition::Side;
use crate::source::hunspell::flags::Flag;
use crate::source::hunspell::forms::Forms;
use std::collections::HashMap;

/// The rules of an affix, by the edge of the words they apply to.
#[derive(Debug)]
struct Class {
    side: Side,
    crosses: bool,
    rules: Vec<Rule>,
    by_edge: HashMap<char, Vec<u32>>,
    /// The rules that any edge may fit.
    any: Vec<u32>,
}

impl Class {
    fn add(&mut self, rule: Rule) {
        let number = self.rules.len() as u32;
        let stripped = match self.side {
            Side::Prefix => rule.strip.chars().next(),
            Side::Suffix => rule.strip.chars().next_back(),
        };
        match (stripped, rule.condition.edge()) {
            (Some(edge), _) => self.by_edge.entry(edge).or_default().push(number),
            (None, Some(edges)) => {
                for edge in edges {
                    let numbers = self.by_edge.entry(*edge).or_default();
                    if numbers.last() != Some(&number) {
                        numbers.push(number);
                    }
                }
            }
            (None, None) => self.any.push(number),
        }
        self.rules.push(rule);
    }

    /// The rules that may fit a word with this edge.
    fn candidates(&self, edge: Option<char>) -> impl Iterator<Item = &Rule> {
        let known = edge.and_then(|edge| self.by_edge.get(&edge));
        let numbers = known.into_iter().flatten().chain(&self.any);
        numbers.filter_map(|&number| self.rules.get(number as usize))
    }
}

/// The meaning of a set of flags.
#[derive(Debug, Default)]
struct Marks {
    prefixes: Vec<u32>,
    suffixes: Vec<u32>,
    need_affix: bool,
    only_in_compound: bool,
    circumfix: bool,
    forbidden: bool,
}

/// The affixes of a dictionary, prepared for expansion.
#[derive(Debug)]
pub(crate) struct Affixes {
    classes: Vec<Class>,
    marks: Vec<Marks>,
    full_strip: bool,
}

/// The steps counted for examining an affix or one of its rules.
const RULE: usize = 16;

/// The steps counted for a form, besides those for its bytes: it is matched against a
/// pattern and converted to tiles.
const FORM: usize = 16;

/// A rule that may fit a word, with the flags of the resulting word.
#[derive(Clone, Copy)]
struct Fit<'a> {
    side: Side,
    rule: &'a Rule,
    marks: &'a Marks,
    crosses: bool,
}

/// A stem with one or two suffixes.
struct Suffixed<'a> {
    first: Fit<'a>,
    second: Option<Fit<'a>>,
}

impl Suffixed<'_> {
    /// Whether it is a word without a prefix.
    fn stands_alone(&self) -> bool {
        let first = self.first.marks;
        match &self.second {
            None => !first.need_affix && !first.circumfix,
            Some(second) => !first.circumfix && !second.marks.circumfix,
        }
    }

    /// Whether it may have a prefix that the stem, the first suffix or the first
    /// suffix's prefix allows.
    fn takes(&self, prefix: &Fit<'_>) -> bool {
        let (first, other) = (self.first.marks, prefix.marks);
        prefix.crosses
            && self.first.crosses
            && first.circumfix == other.circumfix
            && match &self.second {
                None => !(first.need_affix && other.need_affix),
                Some(second) => second.crosses && (!second.marks.circumfix || other.circumfix),
            }
    }

    /// Whether it may have a prefix that only its second suffix allows.
    fn takes_by_second(&self, prefix: &Fit<'_>) -> bool {
        self.second.is_some_and(|second| {
            prefix.crosses
                && second.crosses
                && !self.first.marks.circumfix
                && second.marks.circumfix == prefix.marks.circumfix
        })
    }
}

impl Affixes {
    /// Takes the rules of a file. Its sets of flags must be complete, including those
    /// of the word file.
    pub(crate) fn new(aff: AffixFile) -> Affixes {
        let (sets, meanings) = (&aff.sets.sets, &aff.meanings);
        let has = |set: &[Flag], flag: Option<Flag>| {
            flag.is_some_and(|flag| set.binary_search(&flag).is_ok())
        };
        let mut classes: Vec<Class> = Vec::new();
        let mut known: HashMap<(Side, Flag), u32> = HashMap::new();
        for affix in aff.affixes {
            let at = known.entry((affix.side, affix.flag)).or_insert_with(|| {
                classes.push(Class {
                    side: affix.side,
                    crosses: affix.crosses,
                    rules: Vec::new(),
                    by_edge: HashMap::new(),
                    any: Vec::new(),
                });
                classes.len() as u32 - 1
            });
            let class = &mut classes[*at as usize];
            for rule in affix.rules {
                // A word that occurs only in compounds is not a form.
                if !has(&sets[rule.next as usize], meanings.only_in_compound) {
                    class.add(rule);
                }
            }
        }
        let marks = sets.iter().map(|flags| {
            let of = |side: Side| {
                let classes = flags.iter().filter_map(|&flag| known.get(&(side, flag)));
                let mut classes: Vec<u32> = classes.copied().collect();
                classes.sort_unstable();
                classes
            };
            Marks {
                prefixes: of(Side::Prefix),
                suffixes: of(Side::Suffix),
                need_affix: has(flags, meanings.need_affix),
                only_in_compound: has(flags, meanings.only_in_compound),
                circumfix: has(flags, meanings.circumfix),
                forbidden: has(flags, meanings.forbidden),
            }
        });
        Affixes {
            marks: marks.collect(),
            classes,
            full_strip: aff.full_strip,
        }
    }

    /// Whether these flags mark a forbidden word.
    pub(crate) fn forbids(&self, flags: SetId) -> bool {
        self.marks[flags as usize].forbidden
    }

    /// Makes all forms of a stem. A form may occur more than once.
    pub(crate) fn expand<F: FnMut(u64, &str) -> Result<()>>(
        &self,
        stem: &str,
        flags: SetId,
        forms: &mut Forms<'_, F>,
    ) -> Result<()> {
        let marks = &self.marks[flags as usize];
        if marks.forbidden || marks.only_in_compound {
            return Ok(());
        }
        let mut maker = Maker {
            affixes: self,
            stem: marks,
            prefixed: String::new(),
            forms,
        };
        maker.forms(stem)
    }

    /// The rules of some classes that may fit a word with this edge.
    fn candidates<'a>(
        &'a self,
        of: &'a [u32],
        edge: Option<char>,
    ) -> impl Iterator<Item = Fit<'a>> {
        self.fits(of, move |class| class.candidates(edge))
    }

    /// Selects some rules of some classes.
    fn fits<'a, R: Iterator<Item = &'a Rule>>(
        &'a self,
        classes: &'a [u32],
        rules: impl Fn(&'a Class) -> R,
    ) -> impl Iterator<Item = Fit<'a>> {
        let classes = classes.iter().map(|&at| &self.classes[at as usize]);
        classes.flat_map(move |class| {
            rules(class).map(move |rule| Fit {
                side: class.side,
                rule,
                marks: &self.marks[rule.next as usize],
                crosses: class.crosses,
            })
        })
    }
}

/// Makes the forms of one stem.
struct Maker<'a, 'f, F> {
    affixes: &'a Affixes,
    stem: &'a Marks,
    /// The last form with a prefix, kept to reuse its memory.
    prefixed: String,
    forms: &'a mut Forms<'f, F>,
}

impl<F: FnMut(u64, &str) -> Result<()>> Maker<'_, '_, F> {
    fn forms(&mut self, stem: &str) -> Result<()> {
        let (affixes, marks) = (self.affixes, self.stem);
        if !marks.need_affix {
            self.emit(stem)?;
        }
        self.suffix(stem, &marks.suffixes, None)?;
        self.forms.steps(RULE * marks.prefixes.len())?;
        for prefix in affixes.candidates(&marks.prefixes, stem.chars().next()) {
            let own = prefix.marks;
            self.add(&prefix, !own.need_affix && !own.circumfix, stem)?;
        }
        // A prefix may allow suffixes that the stem itself does not have.
        for prefix in affixes.fits(&marks.prefixes, |class| class.rules.iter()) {
            let allowed = &prefix.marks.suffixes;
            self.forms.steps(RULE + allowed.len())?;
            let is_new = |class: &&u32| marks.suffixes.binary_search(class).is_err();
            let more: Vec<u32> = allowed.iter().filter(is_new).copied().collect();
            self.suffix(stem, &more, Some(prefix))?;
        }
        Ok(())
    }

    /// Makes the forms with suffixes of some classes. If a prefix is what allows them,
    /// only with that `prefix`.
    fn suffix(&mut self, stem: &str, classes: &[u32], prefix: Option<Fit<'_>>) -> Result<()> {
        let affixes = self.affixes;
        self.forms.steps(RULE * classes.len())?;
        let (mut form, mut longer) = (String::new(), String::new());
        for first in affixes.candidates(classes, stem.chars().next_back()) {
            if !self.apply(&first, stem, &mut form)? {
                continue;
            }
            let second = None;
            self.prefix(&form, &Suffixed { first, second }, prefix)?;
            let next = &first.marks.suffixes;
            self.forms.steps(RULE * next.len())?;
            for second in affixes.candidates(next, form.chars().next_back()) {
                if self.apply(&second, &form, &mut longer)? {
                    let second = Some(second);
                    self.prefix(&longer, &Suffixed { first, second }, prefix)?;
                }
            }
        }
        Ok(())
    }

    /// Makes the forms of a word with suffixes: the word alone and with each prefix, or
    /// only with the prefix `only`.
    fn prefix(&mut self, word: &str, made: &Suffixed<'_>, only: Option<Fit<'_>>) -> Result<()> {
        if let Some(prefix) = &only {
            return self.add(prefix, made.takes(prefix), word);
        }
        if made.stands_alone() {
            self.emit(word)?;
        }
        let (stem, first) = (&self.stem.prefixes, &made.first.marks.prefixes);
        let second = made.second.map_or(&[][..], |second| &second.marks.prefixes);
        self.forms
            .steps(RULE * (stem.len() + first.len() + second.len()))?;
        let (affixes, edge) = (self.affixes, word.chars().next());
        let both = [stem, first].into_iter();
        for prefix in both.flat_map(|of| affixes.candidates(of, edge)) {
            self.add(&prefix, made.takes(&prefix), word)?;
        }
        for prefix in affixes.candidates(second, edge) {
            self.add(&prefix, made.takes_by_second(&prefix), word)?;
        }
        Ok(())
    }

    /// Makes the form of a word with a prefix, if the word may have it.
    fn add(&mut self, prefix: &Fit<'_>, may: bool, word: &str) -> Result<()> {
        if !may {
            return self.forms.steps(RULE);
        }
        let mut form = std::mem::take(&mut self.prefixed);
        if self.apply(prefix, word, &mut form)? {
            self.emit(&form)?;
        }
        self.prefixed = form;
        Ok(())
    }

    /// Applies a rule to a word; returns false if it does not fit.
    fn apply(&mut self, fit: &Fit<'_>, word: &str, form: &mut String) -> Result<bool> {
        let Rule { strip, add, .. } = fit.rule;
        let (admits, compared) = match word.len() == strip.len() && !self.affixes.full_strip {
            true => (false, 0),
            false => fit.rule.condition.admits(word, fit.side),
        };
        self.forms.steps(RULE + compared)?;
        let (rest, before, after) = match fit.side {
            Side::Prefix => (word.strip_prefix(&**strip), &**add, ""),
            Side::Suffix => (word.strip_suffix(&**strip), "", &**add),
        };
        let Some(rest) = rest.filter(|_| admits) else {
            return Ok(false);
        };
        form.clear();
        form.extend([before, rest, after]);
        Ok(true)
    }

    fn emit(&mut self, form: &str) -> Result<()> {
        self.forms.steps(FORM + form.len())?;
        match form.is_empty() {
            true => Ok(()),
            false => self.forms.form(form),
        }
    }
}
