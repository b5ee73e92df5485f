//! The automaton of a word list: its DAWG and, if wanted, its GADDAG.

use super::gaddag::{self, Prefixes};
use super::states::{State, StateId, StateTable};
use super::typist::Typist;
use crate::error::Result;
use crate::source::Words;

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
        let dawg_root = type_words(words, &mut table, |_, _, _, _| ())?;
        Ok(Automaton {
            states: table.into_states(),
            dawg_root,
            gaddag_root: None,
        })
    }

    /// The DAWG and the GADDAG of some words, none of which may have tile 0.
    pub(crate) fn gaddawg(words: &Words) -> Result<Automaton> {
        let mut table = StateTable::with_capacity(4 * words.len());
        let mut prefixes = Prefixes::new(words);
        let dawg_root = type_words(words, &mut table, |end, length, accepts, arc| {
            prefixes.add(end, length, accepts, arc);
        })?;
        let gaddag_root = gaddag::type_prefixes(prefixes, &mut table)?;
        Ok(Automaton {
            states: table.into_states(),
            dawg_root,
            gaddag_root: Some(gaddag_root),
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
    let mut close = |typist: &mut Typist, start: usize, depths: std::ops::Range<usize>| {
        for depth in depths.rev() {
            let arc = typist.take_back(depth + 1, table)?;
            closed(start + depth + 1, depth + 1, typist.last_accepts(), arc);
        }
        Ok(())
    };
    let tiles = words.tiles();
    let mut before = 0..0;
    for i in 0..words.len() {
        let range = words.range(i);
        let word = &tiles[range.clone()];
        let shared = common_prefix(&tiles[before.clone()], word);
        close(&mut typist, before.start, shared..before.len())?;
        for (depth, &tile) in word.iter().enumerate().skip(shared) {
            typist.push(depth, tile, depth + 1 == word.len(), 0);
        }
        before = range;
    }
    close(&mut typist, before.start, 0..before.len())?;
    typist.finish(table)
}

/// How many tiles two words begin with alike.
#[inline]
pub(super) fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(x, y)| x == y).count()
}
