//! The automaton of a word list: its DAWG and, if wanted, its GADDAG.

use crate::error::Result;
use crate::graph::build::gaddag;
use crate::graph::build::prefixes::{Outline, Prefixes};
use crate::graph::build::registry::{MAX_STATES, State, StateId, StateTable};
use crate::graph::build::unfinished::Typist;
use crate::lexicon::Words;
use crate::tiles::Tile;

/// All states and the first states of the root lists.
pub(crate) struct Automaton {
    /// By number; the sink, number 0, first.
    pub(crate) states: Vec<State>,
    pub(crate) dawg_root: StateId,
    pub(crate) gaddag_root: Option<StateId>,
}

impl Automaton {
    /// The DAWG of some words.
    pub(crate) fn dawg(words: &Words) -> Result<Automaton> {
        let mut table = StateTable::with_capacity(words.len());
        let ahead = |i| match i + 1 < words.len() {
            true => common_prefix(words.get(i), words.get(i + 1)),
            false => 0,
        };
        let dawg_root = type_words(words, ahead, &mut table, &mut ());
        Automaton::from_table(table, dawg_root)
    }

    /// The DAWG that was made in a table.
    pub(crate) fn from_table(table: StateTable, dawg_root: StateId) -> Result<Automaton> {
        table.check()?;
        Ok(Automaton {
            states: table.into_states(),
            dawg_root,
            gaddag_root: None,
        })
    }

    /// The DAWG and the GADDAG of some words, none of which may have tile 0.
    pub(crate) fn gaddawg(words: &Words) -> Result<Automaton> {
        Automaton::gaddawg_of_at_most(words, MAX_STATES)
    }

    /// The same of so many states at most, the sink included.
    fn gaddawg_of_at_most(words: &Words, most: usize) -> Result<Automaton> {
        let outline = Outline::of(words);
        let mut table = StateTable::with_most(2 * outline.len(), most);
        let (dawg_root, mut prefixes) = Prefixes::gather(&outline, |followers| {
            type_words(words, |i| outline.ahead(i), &mut table, followers)
        });
        table.check()?;
        let gaddag_root = gaddag::type_prefixes(&mut prefixes, &mut table)?;
        Ok(Automaton {
            gaddag_root: Some(gaddag_root),
            ..Automaton::from_table(table, dawg_root)?
        })
    }
}

/// Is told what follows the distinct prefixes of words.
pub(crate) trait FollowerSink {
    /// A prefix after which nothing more comes: whether it is a word, and the
    /// state that goes on (0 if none). Of the prefixes of a word that the next
    /// one does not begin with, the longest comes first.
    fn closed(&mut self, accepts: bool, arc: StateId);
}

impl FollowerSink for () {
    fn closed(&mut self, _: bool, _: StateId) {}
}

/// Types words in order and returns the root. `ahead` says how many tiles a word
/// begins with like the next one.
pub(crate) fn type_words(
    words: &Words,
    ahead: impl Fn(usize) -> usize,
    table: &mut StateTable,
    followers: &mut impl FollowerSink,
) -> StateId {
    let mut typist = Typist::default();
    let mut shared = 0;
    for (i, word) in words.iter().enumerate() {
        if table.is_full() {
            break;
        }
        let ahead = ahead(i);
        let branches = shared.max(ahead);
        let typed = branches.min(word.len().saturating_sub(1));
        typist.type_tiles(shared..typed, |depth| word[depth]);
        let (mut accepts, mut arc) = (true, 0);
        for depth in (branches + 1..word.len()).rev() {
            followers.closed(accepts, arc);
            arc = table.intern(State::new(word[depth], accepts, arc, 0));
            accepts = false;
        }
        if branches < word.len() {
            followers.closed(accepts, arc);
        }
        if let Some(&tile) = word.get(typed) {
            typist.push(typed, State::new(tile, accepts, arc, 0));
        }
        typist.take_back_to(ahead, table, |accepts, arc| followers.closed(accepts, arc));
        shared = ahead;
    }
    table.intern_list(&typist.into_first_list(), 0)
}

/// How many tiles two words begin with alike.
#[inline]
pub(crate) fn common_prefix(mut a: &[Tile], mut b: &[Tile]) -> usize {
    let mut whole = 0;
    // Eight at a time: the lowest bit that differs is in the first such tile.
    while let (Some((x, after_x)), Some((y, after_y))) =
        (a.split_first_chunk::<8>(), b.split_first_chunk::<8>())
    {
        let differ = u64::from_le_bytes(*x) ^ u64::from_le_bytes(*y);
        if differ != 0 {
            return whole + (differ.trailing_zeros() / 8) as usize;
        }
        whole += 8;
        (a, b) = (after_x, after_y);
    }
    whole + a.iter().zip(b).take_while(|(x, y)| x == y).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words() -> impl Strategy<Value = Words> {
        let word = prop::collection::vec(1..4u8, 1..10);
        prop::collection::vec(word, 1..40)
            .prop_map(|words| Words::from_unsorted(words.iter().map(Vec::as_slice)).unwrap())
    }

    proptest! {
        #[test]
        fn a_table_that_gets_full_is_an_error_and_nothing_else(words in words(), most in 2..300usize) {
            let whole = Automaton::gaddawg(&words).unwrap();
            match Automaton::gaddawg_of_at_most(&words, most) {
                Ok(automaton) => {
                    prop_assert!(whole.states.len() <= most);
                    prop_assert_eq!(automaton.states, whole.states);
                }
                Err(error) => {
                    prop_assert!(whole.states.len() > most);
                    prop_assert!(error.to_string().contains("no format holds as many"));
                }
            }
        }
    }
}
