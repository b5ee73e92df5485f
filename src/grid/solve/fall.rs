//! The search with gravity, on one thread or several.
//!
//! Several threads divide the first words among them, and share everything they learn
//! about states. When one of them finds a line, a single thread repeats the search with
//! what is then known, so that the result is the line that a single thread finds.

use crate::grid::solve::search::{Ply, Search, Shared, Track};
use crate::grid::solve::state::Traced;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

/// The number of states from which threads work together on a search.
const SHARED_SLICE: u64 = 1 << 12;

/// One thread's search, which may call on others for help.
pub(crate) struct FallWorker<'s> {
    pub(crate) track: Track<'s>,
    near: [u64; 64],
    sets: Vec<u64>,
    threads: usize,
}

impl<'s> FallWorker<'s> {
    pub(crate) fn new(shared: &'s Shared, threads: usize) -> FallWorker<'s> {
        FallWorker {
            track: Track::new(shared),
            near: [0; 64],
            sets: Vec::new(),
            threads,
        }
    }

    /// The moves of a state that can reach a target, in search order.
    pub(crate) fn moves(&mut self, state: (u64, u64), target: i32) -> Vec<Ply> {
        let start = self.track.plies.len();
        self.track.scratch.enter();
        self.push_in_order(state, target);
        self.track.scratch.leave();
        self.track.plies.split_off(start)
    }

    /// Whether some line of the whole grid reaches a target. Each thread searches at
    /// most `states` states.
    fn reaches_together(&mut self, target: i32, states: u64) -> bool {
        let shared = self.track.shared;
        let (full, index) = shared.root();
        let plies = self.moves((full, index), target);
        let (next, found) = (AtomicUsize::new(0), AtomicBool::new(false));
        let stopped = AtomicBool::new(false);
        let line = Mutex::new(Vec::new());
        let search = || {
            let mut own = FallWorker::new(shared, 1);
            own.track.slice.cancel = Some(&found);
            own.track.slice.go_on(states);
            while let Some(ply) = plies.get(next.fetch_add(1, Relaxed)) {
                let rest = index - shared.bounds.index(ply.set);
                if own.reaches((full ^ ply.set, rest), target - ply.bonus) {
                    if !found.swap(true, Relaxed)
                        && let Ok(mut line) = line.lock()
                    {
                        own.track.line.push(ply.set);
                        line.append(&mut own.track.line);
                    }
                } else if own.track.slice.stopped {
                    stopped.store(true, Relaxed);
                }
                if own.track.slice.stopped || found.load(Relaxed) {
                    break;
                }
            }
            own.track.slice.settle();
        };
        thread::scope(|scope| {
            (1..self.threads).for_each(|_| drop(scope.spawn(search)));
            search();
        });
        if stopped.load(Relaxed) && !found.load(Relaxed) {
            self.track.slice.stopped = true;
            return false;
        }
        let reaches = self.reaches((full, index), target);
        if !reaches && found.load(Relaxed) {
            // The budget was used up before the single thread found its line.
            self.track.line = line.into_inner().unwrap_or_default();
            self.track.slice.stopped = false;
            return true;
        }
        reaches
    }
}

impl<'s> Search<'s> for FallWorker<'s> {
    const LOOKS_AGAIN: bool = true;

    #[inline]
    fn track(&mut self) -> &mut Track<'s> {
        &mut self.track
    }

    fn settled(&self, state: u64, target: i32) -> Option<bool> {
        let stop = self.track.shared.bounds.rules.stop(state.count_ones());
        (stop >= target).then_some(true)
    }

    #[inline]
    fn hope(&mut self, next: (u64, u64), before: u64, need: i32) -> i32 {
        let Track {
            shared, scratch, ..
        } = &mut self.track;
        shared.hope(next, before, need, scratch)
    }

    fn push_moves(&mut self, state: (u64, u64), target: i32) -> i32 {
        let shared = self.track.shared;
        let mut sets = std::mem::take(&mut self.sets);
        sets.clear();
        shared.places.neighbours(state.0, &mut self.near);
        let traced = Traced {
            words: &shared.words,
            near: &self.near,
        };
        if !traced.all(state.0, &mut |set| sets.push(set)) {
            // Moves are missing, so nothing is known of this state.
            shared.budget.spend();
            self.track.slice.stopped = true;
        }
        sets.sort_unstable();
        sets.dedup();
        let rules = &shared.bounds.rules;
        let mut most = rules.stop(state.0.count_ones());
        for &set in &sets {
            let bonus = rules.bonus(set.count_ones());
            most = most.max(self.push_move(state, (set, bonus), target));
        }
        self.sets = sets;
        most
    }

    fn is_word(&self, _: &Ply) -> bool {
        true
    }

    fn whole_reaches(&mut self, target: i32, states: u64) -> bool {
        match self.threads > 1 && states >= SHARED_SLICE {
            true => self.reaches_together(target, states),
            false => self.reaches(self.track.shared.root(), target),
        }
    }
}
