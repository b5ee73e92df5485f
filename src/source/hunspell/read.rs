//! Reads the forms of a dictionary into a list of words.

use crate::error::Result;
use crate::lexicon::WordCollector;
use crate::parallel;
use crate::ruleset::Ruleset;
use crate::source::hunspell::dictionary::{Budget, Hunspell};
use crate::source::hunspell::expand::Stopped;
use crate::source::lines::Place;
use crate::source::list_part::{Part, Reading};
use crate::source::options::ListOptions;
use crate::tiles::Alphabet;
use std::ops::Range;

/// The number of stems whose forms are read at a time. The parts are the same on every
/// machine; the result would be the same with others.
const STEMS: usize = 1 << 10;

/// Reads the forms of all stems, part by part.
pub(crate) fn read_parts(
    alphabet: &Alphabet,
    dictionary: &Hunspell,
    options: &ListOptions,
    mut take: impl FnMut(Part) -> Result<()>,
) -> Result<()> {
    let stems = dictionary.stems();
    let budget = Budget::default();
    let parts = stems.div_ceil(STEMS);
    parallel::in_order(
        parts,
        |i| {
            let range = i * STEMS..((i + 1) * STEMS).min(stems);
            read_part(alphabet, dictionary, range, options, &budget)
        },
        |part| take(part?),
    )
}

/// Reads the forms of some stems.
fn read_part(
    alphabet: &Alphabet,
    dictionary: &Hunspell,
    stems: Range<usize>,
    options: &ListOptions,
    budget: &Budget,
) -> Result<Part> {
    let reading = Reading::new(alphabet, options, &[]);
    let mut part = Part::with_capacity(0);
    let mut failed = None;
    let mut tiles = 0;
    let read = dictionary.each_form_of(stems, budget, |line, form| {
        let place = Place::new(&dictionary.path, line, form.as_bytes());
        let read = part.read_form(&reading, &place, form);
        let more = part.collector.tiles() - tiles;
        let read = match more < SETTLED {
            true => read,
            false => {
                tiles += more;
                read.and_then(|()| WordCollector::check_tiles(budget.add_tiles(more)))
            }
        };
        read.map_err(|error| {
            failed = Some(error);
            Stopped
        })
    });
    if let Some(error) = failed {
        return Err(error);
    }
    read.map_err(|Stopped| dictionary.too_many_steps())?;
    part.stats.words = part.collector.len() as u64;
    // Forms have no order that a file could have got wrong.
    part.stats.unsorted = 0;
    Ok(part)
}

/// The number of tiles after which a part adds them to those of all parts.
const SETTLED: usize = 1 << 16;

/// Whether a ruleset reads all forms of a dictionary.
pub(crate) fn reads_all(ruleset: &Ruleset, dictionary: &Hunspell, options: &ListOptions) -> bool {
    let alphabet = ruleset.alphabet();
    let reads = |stems: Range<usize>| {
        let part = read_part(alphabet, dictionary, stems, options, &Budget::default());
        part.is_ok_and(|part| part.faults.is_empty())
    };
    let stems = dictionary.stems();
    let mut starts = (0..stems).step_by(STEMS);
    starts.all(|start| reads(start..(start + STEMS).min(stems)))
}
