//! The automaton of a word list: its DAWG and, if wanted, its GADDAG.

use crate::error::Result;
use crate::graph::build::dawg::{add_words, common_prefix};
use crate::graph::build::gaddag::add_prefixes;
use crate::graph::build::prefixes::{ReversedPrefixes, SharedPrefixes, follower};
use crate::graph::build::registry::{MAX_STATES, Registry, State, StateId};
use crate::lexicon::Words;
use crate::tiles::Tile;

/// All states, and the first states of the root lists.
pub(crate) struct Automaton {
    /// By number, the sink (number 0) first.
    pub(crate) states: Vec<State>,
    pub(crate) dawg_root: StateId,
    pub(crate) gaddag_root: Option<StateId>,
}

impl Automaton {
    /// Builds the DAWG of some words.
    pub(crate) fn dawg(words: &Words) -> Result<Automaton> {
        let ahead = |i| match i + 1 < words.len() {
            true => common_prefix(words.get(i), words.get(i + 1)),
            false => 0,
        };
        Automaton::of_sorted(words.iter(), words.len(), ahead)
    }

    /// Builds the DAWG of sorted words or leaves, with room for about `states` states at
    /// first. `ahead` gives the number of tiles that each shares with the next one.
    pub(crate) fn of_sorted<W: AsRef<[Tile]>>(
        words: impl Iterator<Item = W>,
        states: usize,
        ahead: impl Fn(usize) -> usize,
    ) -> Result<Automaton> {
        let mut registry = Registry::with_capacity(states);
        let dawg_root = add_words(words, ahead, &mut registry, |_, _| ());
        Automaton::from_registry(registry, dawg_root)
    }

    /// Takes a finished DAWG out of its registry.
    fn from_registry(registry: Registry, dawg_root: StateId) -> Result<Automaton> {
        registry.check()?;
        Ok(Automaton {
            states: registry.into_states(),
            dawg_root,
            gaddag_root: None,
        })
    }

    /// Builds the DAWG and the GADDAG of some words, none of which may have
    /// tile 0.
    pub(crate) fn gaddawg(words: &Words) -> Result<Automaton> {
        Automaton::gaddawg_within(words, MAX_STATES)
    }

    /// Like [`gaddawg`](Automaton::gaddawg), with at most `limit` states,
    /// counting the sink.
    fn gaddawg_within(words: &Words, limit: usize) -> Result<Automaton> {
        let shared = SharedPrefixes::of(words);
        let mut registry = Registry::with_limit(2 * shared.prefixes(), limit);
        let (dawg_root, mut prefixes) = ReversedPrefixes::gather(&shared, |followers| {
            let closed = |accepts, arc| followers.push(follower(accepts, arc));
            add_words(words.iter(), |i| shared.ahead(i), &mut registry, closed)
        });
        registry.check()?;
        let gaddag_root = add_prefixes(&mut prefixes, &mut registry)?;
        Ok(Automaton {
            gaddag_root: Some(gaddag_root),
            ..Automaton::from_registry(registry, dawg_root)?
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::testing::any_words;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_full_registry_is_an_error_and_nothing_else(
            words in any_words(1..=3, 1..10, 40),
            limit in 2..300usize,
        ) {
            let whole = Automaton::gaddawg(&words).unwrap();
            match Automaton::gaddawg_within(&words, limit) {
                Ok(automaton) => {
                    prop_assert!(whole.states.len() <= limit);
                    prop_assert_eq!(automaton.states, whole.states);
                }
                Err(error) => {
                    prop_assert!(whole.states.len() > limit);
                    prop_assert!(error.to_string().contains("no format holds as many"));
                }
            }
        }
    }
}
