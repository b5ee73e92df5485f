//! Builds a filter of words from options.

use crate::cli::args::wanted::{Conditions, QUESTIONS, Wanted};
use crate::cli::input::file::File;
use crate::cli::input::rules::{Subject, check_listed, same_letters};
use crate::cli::input::word_files::read_members;
use crate::error::{Diagnostic, Error, ErrorKind, Problem, Result, brief};
use crate::file::FileKind;
use crate::graph::{Filter, HookSet, Members, Pattern, PatternFault, ProbabilityOrder, WordIndex};
use crate::recipe::load_ruleset;
use crate::ruleset::Ruleset;
use std::path::Path;

/// What a command needs of a file's words besides the conditions.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub(crate) enum Needs {
    Nothing,
    /// The numbers of words.
    Index,
    /// The numbers of words, and their probability ranks.
    Ranks,
}

/// Conditions on the words of a file, with the other files that they name already read.
pub(crate) struct Prepared<'a> {
    of: Subject<'a>,
    wanted: &'a Wanted,
    points: Option<(usize, usize)>,
    /// Other files, and whether words must be in them (true) or must not be (false).
    others: Vec<(File, bool)>,
    members: Vec<(Members, bool)>,
    /// The ruleset with the bag from which words are drawn.
    pub(crate) bag: Ruleset,
    pub(crate) index: Option<WordIndex>,
    pub(crate) order: Option<ProbabilityOrder>,
}

impl<'a> Prepared<'a> {
    /// Reads the files that conditions name.
    pub(crate) fn new(conditions: &'a Conditions, needs: Needs, of: Subject<'a>) -> Result<Self> {
        let points = conditions.points;
        let prepared = Prepared::of_wanted(&conditions.wanted, needs, of)?;
        Ok(Prepared { points, ..prepared })
    }

    /// Like [`new`](Self::new), without points.
    pub(crate) fn of_wanted(wanted: &'a Wanted, needs: Needs, of: Subject<'a>) -> Result<Self> {
        let is_members = |path: &Path| FileKind::from_file_name(path) == Some(FileKind::Members);
        let files = wanted.also_in.iter().map(|path| (path, true));
        let files = files.chain(wanted.not_in.iter().map(|path| (path, false)));
        let (of_members, of_words): (Vec<_>, Vec<_>) =
            files.partition(|(path, _)| is_members(path));
        let has_index = needs >= Needs::Index || wanted.rank.is_some() || !of_members.is_empty();
        let index = has_index.then(|| WordIndex::of(of.graph)).transpose();
        let index = index.map_err(|fault| fault.into_error(of.shown))?;
        let mut members = Vec::new();
        if let Some(index) = &index {
            for (path, is_in) in of_members {
                members.push((read_members(path, index, &of)?, is_in));
            }
        }
        let mut others = Vec::new();
        for (path, is_in) in of_words {
            // A manifest must not give it other letters.
            check_listed(path, of.rules, same_letters)?;
            let other = File::open(path, of.rules.clone(), None)?;
            other.lexicon()?;
            other.check_whole()?;
            others.push((other, is_in));
        }
        let bag = bag(wanted, &of.rules.ruleset)?;
        let has_order = needs == Needs::Ranks || wanted.rank.is_some();
        let order = has_order.then(|| ProbabilityOrder::of(of.graph, &bag));
        let order = order.transpose().map_err(|e| e.at_path(of.shown))?;
        Ok(Prepared {
            of,
            wanted,
            points: None,
            others,
            members,
            bag,
            index,
            order,
        })
    }

    /// Builds the filter. `asked` is the text from standard input that replaces `-`.
    pub(crate) fn filter(&self, asked: Option<&str>) -> Result<Filter<'_>> {
        let mut texts = self.wanted.texts();
        let filter = texts.try_fold(Filter::default(), |filter, (option, text)| {
            let text = match (text, asked) {
                (QUESTIONS, Some(asked)) => asked,
                // This command reads no queries from standard input.
                (QUESTIONS, None) => {
                    let found = format!("`{QUESTIONS}`, which is for kwg-dump words");
                    return Err(Error::mismatch(option, "a text", found));
                }
                _ => text,
            };
            self.with_text(filter, option, text)
        });
        let filter = filter.and_then(|filter| self.filter_by_rest(filter));
        filter.map_err(|error| self.of.rules.hint(error))
    }

    fn with_text<'f>(&self, filter: Filter<'f>, option: &str, text: &str) -> Result<Filter<'f>> {
        let alphabet = self.of.rules.ruleset.alphabet();
        let fault = |fault: PatternFault| option_fault(option, fault, text);
        let word = || alphabet.read_word(text).map_err(|e| fault(e.into()));
        let rack = || {
            let mut rack = Vec::new();
            let read = alphabet.read_rack_into(text, &mut rack);
            read.map(|()| rack).map_err(|e| fault(e.into()))
        };
        let is_needed = |needed: &str| {
            let problem = Problem::mismatch(needed, "nothing").of(option);
            Err(marked_fault(problem, text, (0, 1), false))
        };
        let pattern = match option {
            "--pattern" if text.is_empty() => return is_needed("a pattern"),
            "--anagram" | "--within" | "--holding" | "--includes" if text.is_empty() => {
                return is_needed("tiles");
            }
            "--prefix" => Pattern::prefix(&word()?),
            "--suffix" => Pattern::suffix(&word()?),
            "--contains" => Pattern::contains(&word()?),
            "--pattern" => Pattern::read(text, alphabet),
            "--anagram" => return Ok(filter.anagram(&rack()?)),
            "--within" => return Ok(filter.within(&rack()?)),
            "--holding" => return Ok(filter.holding(&rack()?)),
            "--includes" => {
                let tiles = alphabet.read_letters(text).map_err(|e| fault(e.into()))?;
                return Ok(filter.includes(&tiles));
            }
            _ => return filter.hooks(&word()?).map_err(fault),
        };
        Ok(filter.pattern(pattern.map_err(fault)?))
    }

    fn filter_by_rest<'f>(&'f self, mut filter: Filter<'f>) -> Result<Filter<'f>> {
        let (wanted, alphabet) = (self.wanted, self.of.rules.ruleset.alphabet());
        if let Some((min, max)) = wanted.length {
            filter = filter.lengths(min, max);
        }
        if let Some(text) = &wanted.excludes {
            let tiles = alphabet.read_letters(text);
            filter = filter.excludes(&tiles.map_err(|e| option_fault("--excludes", e, text))?);
        }
        if let Some((min, max)) = wanted.vowels {
            filter = filter.vowels(&self.of.rules.ruleset, min, max);
        }
        if let Some((min, max)) = self.points {
            filter = filter.points(&self.of.rules.ruleset, min, max);
        }
        if let Some((min, max)) = wanted.distinct {
            filter = filter.distinct(min, max);
        }
        let hooks = |option: &str, text: &str| {
            HookSet::read(text, alphabet).map_err(|e| option_fault(option, e, text))
        };
        if let Some(text) = &wanted.front_hooks {
            filter = filter.front_hooks(hooks("--front-hooks", text)?);
        }
        if let Some(text) = &wanted.back_hooks {
            filter = filter.back_hooks(hooks("--back-hooks", text)?);
        }
        if let Some(inner) = wanted.inner_hooks {
            filter = filter.inner_hooks(inner);
        }
        if wanted.palindrome {
            filter = filter.palindrome();
        }
        if wanted.reversible {
            filter = filter.reversible();
        }
        for (other, is_in) in &self.others {
            let words = other.lexicon()?;
            filter = match is_in {
                true => filter.also_in(words),
                false => filter.not_in(words),
            };
        }
        if let Some(index) = &self.index {
            for (members, is_in) in &self.members {
                filter = filter.members(index, members, *is_in);
            }
            if let (Some((min, max)), Some(order)) = (wanted.rank, &self.order) {
                filter = filter.ranks(index, order, min, max);
            }
        }
        Ok(filter)
    }
}

/// The ruleset whose bag determines probabilities.
fn bag(wanted: &Wanted, own: &Ruleset) -> Result<Ruleset> {
    let Some(choice) = &wanted.bag else {
        return Ok(own.clone());
    };
    let bag = load_ruleset(choice, Path::new(""))?;
    if !same_letters(&bag, own) {
        let expected = format!("a ruleset with the letters of {}", own.name());
        return Err(Error::mismatch("--bag", expected, bag.name()));
    }
    Ok(bag)
}

/// Creates an error in the text of an option, with a marker under the place.
pub(crate) fn option_fault(option: &str, fault: impl Into<PatternFault>, text: &str) -> Error {
    let fault = fault.into();
    let message = match &fault {
        PatternFault::Unknown(_) => format!("{option}: {fault} in `{}`", brief(text)),
        _ => format!("{option}: {fault}"),
    };
    let is_letter = matches!(&fault, PatternFault::Unknown(unknown) if unknown.is_letter());
    let place = fault.place().unwrap_or((0, usize::MAX));
    marked_fault(message, text, place, is_letter).caused_by(fault)
}

fn marked_fault(
    problem: impl Into<Problem>,
    text: &str,
    (before, width): (usize, usize),
    past_alphabet: bool,
) -> Error {
    let diagnostic = Diagnostic::new("", problem)
        .past_alphabet(past_alphabet)
        .at_column(before as u64 + 1)
        .with_snippet(text, width);
    Error::new(ErrorKind::Input, diagnostic)
}
