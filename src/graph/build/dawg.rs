//! The DAWG: adds sorted words to the automaton.
//!
//! A prefix that the next word shares stays unfinished. The tiles that a word
//! shares with neither neighbour can be finished at once, from the last to the
//! first: nothing will ever stand beside them. Those are most tiles.

use crate::graph::build::registry::{Registry, State, StateId};
use crate::graph::build::unfinished::Unfinished;
use crate::tiles::Tile;

/// Adds sorted words and returns the root. `ahead` gives the number of tiles
/// that a word shares with the next one, from the first tile on. `closed` takes
/// each distinct prefix once no later word begins with it: whether it is a word,
/// and the state that follows (0 if none). The longest prefixes of a word come
/// first.
pub(crate) fn add_words<W: AsRef<[Tile]>>(
    words: impl Iterator<Item = W>,
    ahead: impl Fn(usize) -> usize,
    registry: &mut Registry,
    mut closed: impl FnMut(bool, StateId),
) -> StateId {
    let mut unfinished = Unfinished::default();
    let mut shared = 0;
    for (i, word) in words.enumerate() {
        let word = word.as_ref();
        if registry.is_full() {
            break;
        }
        let ahead = ahead(i);
        let branches = shared.max(ahead);
        let last = branches.min(word.len().saturating_sub(1));
        unfinished.push_tiles(shared..last, |depth| word[depth]);
        let (mut accepts, mut arc) = (true, 0);
        for depth in (branches + 1..word.len()).rev() {
            closed(accepts, arc);
            arc = registry.intern(State::new(word[depth], accepts, arc, 0));
            accepts = false;
        }
        if branches < word.len() {
            closed(accepts, arc);
        }
        if let Some(&tile) = word.get(last) {
            unfinished.push(last, State::new(tile, accepts, arc, 0));
        }
        unfinished.finish_below(ahead, registry, &mut closed);
        shared = ahead;
    }
    registry.intern_list(&unfinished.into_root_list(), 0)
}

/// The number of tiles that two words share, from the first tile on.
#[inline]
pub(crate) fn common_prefix(mut a: &[Tile], mut b: &[Tile]) -> usize {
    let mut whole = 0;
    // Compare eight tiles at a time: the lowest bit that differs is in the
    // first tile that differs.
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
    let most = a.len().min(b.len());
    whole + (0..most).find(|&i| a[i] != b[i]).unwrap_or(most)
}
