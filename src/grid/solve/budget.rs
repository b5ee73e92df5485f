//! The limits of a search.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// The number of states between two looks at the clock.
const LOOK_AFTER: u64 = 64;

/// The budget of all threads of a search together.
pub(crate) struct Budget {
    pub(crate) states: AtomicU64,
    pub(crate) max_states: u64,
    pub(crate) deadline: Option<Instant>,
    /// Whether the budget is used up.
    pub(crate) spent: AtomicBool,
}

impl Budget {
    /// Counts states; returns false once the budget is used up.
    pub(crate) fn take(&self, states: u64) -> bool {
        let before = self.states.fetch_add(states, Relaxed);
        let is_late = |deadline: Instant| Instant::now() >= deadline;
        if self.deadline.is_some_and(is_late) || before + states > self.max_states {
            self.spend();
        }
        !self.is_spent()
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.spent.load(Relaxed)
    }

    /// Ends the search, whose result would not be exact.
    pub(crate) fn spend(&self) {
        self.spent.store(true, Relaxed);
    }
}

/// The budget of one thread until it has to ask again.
pub(crate) struct Slice<'s> {
    budget: &'s Budget,
    /// The number of states until the search is given up.
    states: u64,
    /// The number of states not yet counted in the budget.
    uncounted: u64,
    /// Set when another thread has found what this one is searching for.
    pub(crate) cancel: Option<&'s AtomicBool>,
    /// Whether the search was given up.
    pub(crate) stopped: bool,
}

impl<'s> Slice<'s> {
    pub(crate) fn new(budget: &'s Budget) -> Slice<'s> {
        Slice {
            budget,
            states: u64::MAX,
            uncounted: 0,
            cancel: None,
            stopped: false,
        }
    }

    /// Allows the search some more states.
    pub(crate) fn go_on(&mut self, states: u64) {
        self.states = states;
        self.stopped = self.budget.is_spent();
    }

    /// Counts a state; returns true if the search is given up there.
    pub(crate) fn is_over(&mut self) -> bool {
        self.states = self.states.saturating_sub(1);
        self.uncounted += 1;
        if self.uncounted >= LOOK_AFTER {
            let go_on = self.budget.take(std::mem::take(&mut self.uncounted));
            let cancelled = self.cancel.is_some_and(|cancel| cancel.load(Relaxed));
            self.stopped |= !go_on || cancelled;
        }
        self.stopped |= self.states == 0;
        self.stopped
    }

    /// Adds the uncounted states to the budget.
    pub(crate) fn settle(&mut self) {
        let states = std::mem::take(&mut self.uncounted);
        self.budget.states.fetch_add(states, Relaxed);
    }
}
