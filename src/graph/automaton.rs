//! The automaton of a word list: its DAWG and, if wanted, its GADDAG.

use super::gaddag::{self, Prefixes};
use super::states::{State, StateId, StateTable};
use super::typist::{After, Path, Typist};
use crate::error::Result;
use crate::source::Words;

/// All states and the first states of the root lists.
pub(crate) struct Automaton {
    /// By number; the sink, number 0, first.
    pub(crate) states: Vec<State>,
    pub(crate) dawg_root: StateId,
    pub(crate) gaddag_root: Option<StateId>,
    /// What building has no more use for.
    pub(super) memory: Vec<u64>,
}

impl Automaton {
    /// The DAWG of some words.
    pub(crate) fn dawg(words: &Words) -> Result<Automaton> {
        let mut table = StateTable::with_capacity(words.len());
        let dawg_root = type_words(words, &mut table, |_, _, _, _| ())?;
        let (states, memory) = table.into_states_and_memory();
        Ok(Automaton {
            states,
            dawg_root,
            gaddag_root: None,
            memory,
        })
    }

    /// The DAWG and the GADDAG of some words, none of which may have tile 0.
    pub(crate) fn gaddawg(words: &Words) -> Result<Automaton> {
        let mut prefixes = Prefixes::new(words);
        let mut table = StateTable::with_capacity(2 * prefixes.len());
        let dawg_root = type_words(words, &mut table, |end, length, accepts, arc| {
            prefixes.add(end, length, accepts, arc);
        })?;
        let gaddag_root = gaddag::type_prefixes(&prefixes, &mut table)?;
        let (states, memory) = table.into_states_and_memory();
        Ok(Automaton {
            states,
            dawg_root,
            gaddag_root: Some(gaddag_root),
            memory,
        })
    }
}

/// Types words in order and returns the root. Each distinct prefix of a word is
/// reported once, when all that follows it is known: where it ends in
/// `words.tiles()`, its length, whether it is a word, and the state that goes
/// on (0 if none).
pub(super) fn type_words(
    words: &Words,
    table: &mut StateTable,
    mut closed: impl FnMut(usize, usize, bool, StateId),
) -> Result<StateId> {
    let mut typist = Typist::default();
    let mut shared = 0;
    for i in 0..words.len() {
        let range = words.range(i);
        let word = &words.tiles()[range.clone()];
        let ahead = match i + 1 < words.len() {
            true => common_prefix(word, words.get(i + 1)),
            false => 0,
        };
        let path = Path {
            length: word.len(),
            shared,
            ahead,
            accepts: true,
            after: After::Nothing,
        };
        typist.type_path(
            path,
            |depth| word[depth],
            table,
            |length, accepts, arc| closed(range.start + length, length, accepts, arc),
        )?;
        shared = ahead;
    }
    table.intern_list(&typist.into_first_list())
}

/// How many tiles two words begin with alike.
#[inline]
pub(super) fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(x, y)| x == y).count()
}
