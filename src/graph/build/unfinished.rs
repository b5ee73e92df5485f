//! Unfinished nodes: the lists that later paths may still change.
//!
//! Paths come in sorted order. Each depth of the current path has a list of the tiles
//! seen there so far. When no later path can add to a list, it is finished. The
//! registry makes its states, the last one first, and the first state becomes the arc
//! of the tile one depth up. Daciuk et al. call this `replace_or_register`.

use crate::graph::build::registry::{Registry, State, StateId};
use crate::tiles::Tile;
use std::ops::Range;

/// The unfinished lists, one for each depth.
#[derive(Default)]
pub(crate) struct Unfinished {
    /// The tiles of all unfinished lists, depth by depth, as states whose next state is
    /// not known yet.
    states: Vec<State>,
    /// Where the list of each depth begins in `states`.
    starts: Vec<usize>,
}

impl Unfinished {
    /// Adds a tile at each of some depths (counted from 0), none of which ends a word.
    #[inline]
    pub(crate) fn push_tiles(&mut self, depths: Range<usize>, tile: impl Fn(usize) -> Tile) {
        for depth in depths {
            self.push(depth, State::new(tile(depth), false, 0, 0));
        }
    }

    /// Adds a state without a next one to the deepest list, at `depth`, or to a new
    /// list one depth below.
    #[inline]
    pub(crate) fn push(&mut self, depth: usize, state: State) {
        debug_assert!(self.starts.len() == depth || self.starts.len() == depth + 1);
        if self.starts.len() == depth {
            self.starts.push(self.states.len());
        }
        self.states.push(state);
    }

    /// Finishes the deepest list, at `depth`, and returns its first state. The list
    /// ends with `last`, an existing state (0 for none). The list becomes the arc of
    /// the last tile one depth up.
    #[inline]
    pub(crate) fn finish(
        &mut self,
        depth: usize,
        last: StateId,
        registry: &mut Registry,
    ) -> StateId {
        let start = match self.starts.len() > depth {
            true => self.starts.pop().unwrap_or(0),
            false => self.states.len(), // no tile was added at this depth
        };
        let first = registry.intern_list(&self.states[start..], last);
        self.states.truncate(start);
        if let Some(above) = self.states.last_mut() {
            *above = above.with_arc(first);
        }
        first
    }

    /// Finishes all lists that the next path, which shares `ahead` tiles, can't add to.
    /// Calls `closed` for each prefix of the path that this completes, the longest
    /// first. The arguments say whether the prefix is a word, and which state follows
    /// it.
    #[inline]
    pub(crate) fn finish_below(
        &mut self,
        ahead: usize,
        registry: &mut Registry,
        mut closed: impl FnMut(bool, StateId),
    ) {
        while self.starts.len() > ahead + 1 {
            let depth = self.starts.len() - 1;
            let arc = self.finish(depth, 0, registry);
            let accepts = self.states.last().is_some_and(|state| state.accepts());
            closed(accepts, arc);
        }
    }

    /// Returns the list of depth 0, the only one left after the last path.
    pub(crate) fn into_root_list(self) -> Vec<State> {
        self.states
    }
}
