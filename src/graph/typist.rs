//! The typist: makes the states of a sorted list of paths.
//!
//! Think of someone typing each path on one line, using only backspace to get
//! from one to the next. At each position of the line stands a list of the
//! tiles typed there so far. When a position is taken back for good its list
//! is finished, and its states are made, the last one first; the number of the
//! first one becomes the arc of the tile before it.
//!
//! What a path shares neither with the one before nor with the one after it
//! need not be typed: each of those positions has one tile, and its state is
//! made at once. That is most of all tiles.

use super::states::{State, StateId, StateTable};
use crate::tiles::Tile;

/// A path on its way through the typist.
pub(super) struct Path {
    pub(super) length: usize,
    /// How many tiles it begins with that the path before began with.
    pub(super) shared: usize,
    /// How many tiles it begins with that the next path begins with.
    pub(super) ahead: usize,
    /// Whether it is a word.
    pub(super) accepts: bool,
    /// What follows it, apart from the rest of paths that it begins.
    pub(super) after: After,
}

/// What follows a path.
pub(super) enum After {
    Nothing,
    /// All that follows, made already.
    All(StateId),
    /// The first of a list, with others to come.
    First(State),
}

/// The unfinished lists, one a position.
#[derive(Default)]
pub(super) struct Typist {
    /// The tiles of all unfinished lists, the first position's first; as states
    /// whose next is not known yet.
    typed: Vec<State>,
    /// Where each position's list begins in `typed`.
    starts: Vec<usize>,
}

impl Typist {
    /// Types a path and takes back all that the next one does not begin with.
    /// `closed` is told of each beginning of the path after which nothing more
    /// comes: its length, whether it is a word, and the state that goes on.
    #[inline]
    pub(super) fn type_path(
        &mut self,
        path: Path,
        tile: impl Fn(usize) -> Tile,
        table: &mut StateTable,
        mut closed: impl FnMut(usize, bool, StateId),
    ) {
        let Path { length, ahead, .. } = path;
        if length == 0 {
            return; // the empty path is no word
        }
        let branches = path.shared.max(ahead);
        let typed = branches.min(length - 1);
        for depth in path.shared..typed {
            self.push(depth, State::new(tile(depth), false, 0, 0));
        }
        let mut accepts = path.accepts;
        if branches < length {
            let mut arc = match path.after {
                After::All(arc) => arc,
                After::Nothing | After::First(_) => 0,
            };
            for depth in (branches + 1..length).rev() {
                closed(depth + 1, accepts, arc);
                arc = table.intern(State::new(tile(depth), accepts, arc, 0));
                accepts = false;
            }
            closed(typed + 1, accepts, arc);
            self.push(typed, State::new(tile(typed), accepts, arc, 0));
        } else {
            self.push(typed, State::new(tile(typed), accepts, 0, 0));
            if let After::First(state) = path.after {
                self.push(length, state);
            }
        }
        while self.starts.len() > ahead + 1 {
            let arc = self.take_back(table);
            let before = self.typed.last().is_some_and(|state| state.accepts());
            closed(self.starts.len(), before, arc);
        }
    }

    /// Types a tile at the end of the line, at `depth` (counted from 0).
    #[inline]
    fn push(&mut self, depth: usize, state: State) {
        debug_assert!(self.starts.len() == depth || self.starts.len() == depth + 1);
        if self.starts.len() == depth {
            self.starts.push(self.typed.len());
        }
        self.typed.push(state);
    }

    /// Finishes the last position's list and returns its first state. What was
    /// typed last before it gets that state as its arc.
    #[inline]
    fn take_back(&mut self, table: &mut StateTable) -> StateId {
        let start = self.starts.pop().unwrap_or(0);
        let first = table.intern_list(&self.typed[start..]);
        self.typed.truncate(start);
        if let Some(before) = self.typed.last_mut() {
            *before = before.with_arc(first);
        }
        first
    }

    /// The list of the first position, which is all that is left in the end.
    pub(super) fn into_first_list(self) -> Vec<State> {
        self.typed
    }
}
