//! How much a search may take.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// States between two looks at the clock.
const LOOK_AFTER: u64 = 64;

/// What all threads of a search may take together.
pub(crate) struct Budget {
    pub(crate) states: AtomicU64,
    pub(crate) max_states: u64,
    pub(crate) deadline: Option<Instant>,
    /// The budget is used up.
    pub(crate) spent: AtomicBool,
}

impl Budget {
    /// Counts states; false when the budget is used up.
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

    /// Ends the search: what it would say is not exact.
    pub(crate) fn spend(&self) {
        self.spent.store(true, Relaxed);
    }
}

/// What one thread may take before it is asked again.
pub(crate) struct Slice<'s> {
    budget: &'s Budget,
    /// States until the search is given up.
    states: u64,
    /// States since the budget was asked.
    uncounted: u64,
    /// Another thread has found what this one looks for.
    pub(crate) cancel: Option<&'s AtomicBool>,
    /// The search was given up.
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

    /// Lets the search go on for some more states.
    pub(crate) fn go_on(&mut self, states: u64) {
        self.states = states;
        self.stopped = self.budget.is_spent();
    }

    /// Counts a state; true if the search is given up there.
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

    /// Counts the states that were not counted yet.
    pub(crate) fn settle(&mut self) {
        let states = std::mem::take(&mut self.uncounted);
        self.budget.states.fetch_add(states, Relaxed);
    }
}
