//! The typist: makes the states of a sorted list of paths.
//!
//! Think of someone typing each path on one line, using only backspace to get
//! from one to the next. At each position of the line stands a list of the
//! tiles typed there so far. When a position is taken back for good its list
//! is finished, and its states are made, the last one first; the number of the
//! first one becomes the arc of the tile before it.

use super::states::{State, StateId, StateTable};
use crate::error::Result;
use crate::tiles::Tile;

#[derive(Clone, Copy)]
struct Transition {
    tile: Tile,
    accepts: bool,
    arc: StateId,
}

/// The unfinished lists, one a position.
#[derive(Default)]
pub(super) struct Typist {
    /// The transitions of all unfinished lists, the first position's first.
    transitions: Vec<Transition>,
    /// Where each position's list begins in `transitions`.
    starts: Vec<usize>,
}

impl Typist {
    /// Types a tile at the end of the line, at `depth` (counted from 0). All
    /// deeper positions have to be taken back before.
    #[inline]
    pub(super) fn push(&mut self, depth: usize, tile: Tile, accepts: bool, arc: StateId) {
        debug_assert!(self.starts.len() == depth || self.starts.len() == depth + 1);
        if self.starts.len() == depth {
            self.starts.push(self.transitions.len());
        }
        self.transitions.push(Transition { tile, accepts, arc });
    }

    /// Finishes the list at `depth`, if there is one, and returns its first
    /// state (0 if there was no list). What was typed last before it gets that
    /// state as its arc.
    #[inline]
    pub(super) fn take_back(&mut self, depth: usize, table: &mut StateTable) -> Result<StateId> {
        debug_assert!(self.starts.len() <= depth + 1);
        if self.starts.len() <= depth {
            return Ok(0);
        }
        let start = self.starts.pop().unwrap_or(0);
        let mut head = 0;
        for t in self.transitions[start..].iter().rev() {
            head = table.intern(State::new(t.tile, t.accepts, t.arc, head))?;
        }
        self.transitions.truncate(start);
        if let Some(parent) = self.transitions.last_mut() {
            parent.arc = head;
        }
        Ok(head)
    }

    /// Finishes all lists and returns the first state of the first one.
    pub(super) fn finish(mut self, table: &mut StateTable) -> Result<StateId> {
        let mut root = 0;
        for depth in (0..self.starts.len()).rev() {
            root = self.take_back(depth, table)?;
        }
        Ok(root)
    }

    /// Whether what was typed last completes a word.
    #[inline]
    pub(super) fn last_accepts(&self) -> bool {
        self.transitions.last().is_some_and(|t| t.accepts)
    }
}
