//! The typist: makes the states of a sorted list of paths.
//!
//! Think of someone typing each path on one line, using only backspace to get
//! from one to the next. At each position of the line stands a list of the
//! tiles typed there so far. When a position is taken back for good its list
//! is finished, and its states are made, the last one first; the number of the
//! first one becomes the arc of the tile before it.
//!
//! What a path shares neither with the one before nor with the one after it is
//! its *end*. An end need not be typed: each of its positions has one tile, and
//! its state can be made at once. That is most of all tiles.

use crate::graph::build::registry::{State, StateId, StateTable};
use crate::tiles::Tile;
use std::ops::Range;

/// The unfinished lists, one a position.
#[derive(Default)]
pub(crate) struct Typist {
    /// The tiles of all unfinished lists, the first position's first; as states
    /// whose next is not known yet.
    typed: Vec<State>,
    /// Where each position's list begins in `typed`.
    starts: Vec<usize>,
}

impl Typist {
    /// Types tiles at some depths (counted from 0), after which others come.
    #[inline]
    pub(crate) fn type_tiles(&mut self, depths: Range<usize>, tile: impl Fn(usize) -> Tile) {
        for depth in depths {
            self.push(depth, State::new(tile(depth), false, 0, 0));
        }
    }

    /// Types a tile at the end of the line, at `depth`, as a state that has no
    /// next one yet.
    #[inline]
    pub(crate) fn push(&mut self, depth: usize, state: State) {
        debug_assert!(self.starts.len() == depth || self.starts.len() == depth + 1);
        if self.starts.len() == depth {
            self.starts.push(self.typed.len());
        }
        self.typed.push(state);
    }

    /// Finishes the list at the end of the line, at `depth`, with a `last` state
    /// that is made already, 0 for none, and returns its first one. What was
    /// typed last before it gets that state as its arc.
    #[inline]
    pub(crate) fn take_back(
        &mut self,
        depth: usize,
        last: StateId,
        table: &mut StateTable,
    ) -> StateId {
        let start = match self.starts.len() > depth {
            true => self.starts.pop().unwrap_or(0),
            false => self.typed.len(), // no tile was typed there
        };
        let first = table.intern_list(&self.typed[start..], last);
        self.typed.truncate(start);
        if let Some(before) = self.typed.last_mut() {
            *before = before.with_arc(first);
        }
        first
    }

    /// Takes all back that the next path does not begin with: it begins with so
    /// many tiles `ahead`, and may have one beside the next of this one. `closed`
    /// is told of each beginning of the path after which nothing more comes, the
    /// longest first: whether it is a word, and the state that goes on.
    #[inline]
    pub(crate) fn take_back_to(
        &mut self,
        ahead: usize,
        table: &mut StateTable,
        mut closed: impl FnMut(bool, StateId),
    ) {
        while self.starts.len() > ahead + 1 {
            let depth = self.starts.len() - 1;
            let arc = self.take_back(depth, 0, table);
            let accepts = self.typed.last().is_some_and(|state| state.accepts());
            closed(accepts, arc);
        }
    }

    /// The list of the first position, which is all that is left in the end.
    pub(crate) fn into_first_list(self) -> Vec<State> {
        self.typed
    }
}
