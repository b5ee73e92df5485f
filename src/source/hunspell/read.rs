//! Reads the forms of a dictionary into a list of words.

use crate::error::Result;
use crate::lexicon::WordCollector;
use crate::parallel;
use crate::ruleset::Ruleset;
use crate::source::hunspell::dic::Stem;
use crate::source::hunspell::dictionary::Hunspell;
use crate::source::hunspell::forms::Budget;
use crate::source::lines::Place;
use crate::source::list_part::{Part, Reading};
use crate::source::options::ListOptions;
use crate::tiles::Alphabet;

/// The number of stems per part. The parts are the same on every machine, though the
/// result does not depend on them.
const STEMS: usize = 1 << 10;

/// The number of tiles after which a part adds them to the budget.
const SETTLED: usize = 1 << 16;

/// Reads the forms of all stems, part by part.
pub(crate) fn read_parts(
    alphabet: &Alphabet,
    dictionary: &Hunspell,
    options: &ListOptions,
    mut take: impl FnMut(Part) -> Result<()>,
) -> Result<()> {
    let budget = Budget::default();
    let parts: Vec<&[Stem]> = dictionary.stems.chunks(STEMS).collect();
    let read = |i: usize| read_part(alphabet, dictionary, parts[i], options, &budget);
    parallel::in_order(parts.len(), read, |part| take(part?))
}

/// Reads the forms of some stems.
fn read_part(
    alphabet: &Alphabet,
    dictionary: &Hunspell,
    stems: &[Stem],
    options: &ListOptions,
    budget: &Budget,
) -> Result<Part> {
    let reading = Reading::new(alphabet, options, &[]);
    let mut part = Part::with_capacity(0);
    let mut tiles = 0;
    dictionary.each_form_of(stems, budget, |line, form| {
        let place = Place::new(&dictionary.path, line, form.as_bytes());
        part.read_form(&reading, &place, form)?;
        let more = part.collector.tiles() - tiles;
        if more < SETTLED {
            return Ok(());
        }
        tiles += more;
        WordCollector::check_tiles(budget.add_tiles(more))
    })?;
    part.stats.words = part.collector.len() as u64;
    // Forms have no order that a file could violate.
    part.stats.unsorted = 0;
    Ok(part)
}

/// Whether a ruleset reads all forms of a dictionary.
pub(crate) fn reads_all(ruleset: &Ruleset, dictionary: &Hunspell, options: &ListOptions) -> bool {
    dictionary.stems.chunks(STEMS).all(|stems| {
        let budget = Budget::default();
        let part = read_part(ruleset.alphabet(), dictionary, stems, options, &budget);
        part.is_ok_and(|part| part.faults.is_empty())
    })
}
