//! The GADDAG: adds the reversed prefixes of the words to the automaton.
//!
//! S. A. Gordon, "A Faster Scrabble Move Generation Algorithm" (Software:
//! Practice and Experience 24, 1994). For each word the GADDAG has the reversed
//! word, and for each nonempty proper prefix of a word the reversed prefix, the
//! direction switch, and then the DAWG's states that follow the prefix. Both
//! are prefixes read backwards, so the work is to sort the distinct prefixes by
//! their reversed tiles and to add them.
//!
//! Two threads add them. The first makes the *end* of each path: the tiles that
//! the path shares with neither neighbour. No state stands beside those of an
//! end, so an end depends on no other path. The second thread adds the rest of
//! the paths and numbers the states of the ends when it comes to them, so that
//! states get the numbers that a single thread would give them.

use crate::error::{Error, Result};
use crate::graph::build::prefixes::{ReversedPrefix, ReversedPrefixes};
use crate::graph::build::registry::{Registry, State, StateId};
use crate::graph::build::relay::relay;
use crate::graph::build::unfinished::Unfinished;
use crate::lexicon::Words;
use crate::parallel;
use crate::tiles::BLANK;

/// Paths handed from one thread to the other at a time.
const STACK: usize = 1 << 12;

/// Adds the GADDAG's paths in sorted order and returns its root.
pub(crate) fn add_prefixes(
    prefixes: &mut ReversedPrefixes<'_>,
    registry: &mut Registry,
) -> Result<StateId> {
    let (words, count) = (prefixes.words(), prefixes.len());
    if words.tiles().contains(&BLANK) {
        return Err(Error::input("", "a word with a blank can't be in a GADDAG"));
    }
    let (fork, (prefixes, aheads)) = parallel::join(|| registry.fork(count), || prefixes.sort());
    let mut ends = Ends::new(words, fork);
    let stacks = prefixes.chunks_mut(STACK).zip(aheads.chunks(STACK));
    let (made, paths) = relay(
        |send| {
            for (prefixes, aheads) in stacks {
                let made = ends.make(prefixes, aheads);
                send((&*prefixes, aheads, made));
            }
            ends.registry.check()
        },
        || PathAdder::new(words, count, registry),
        |paths, (prefixes, aheads, made)| paths.add_all(prefixes, aheads, &made),
    );
    made.map(|()| paths.finish())
}

/// What a path shares with its neighbours, as numbers of tiles from its first
/// tile on.
struct Overlap {
    /// With the path before.
    shared: usize,
    /// With the next path.
    ahead: usize,
    /// With either of them.
    branches: usize,
}

impl Overlap {
    #[inline]
    fn new(shared: u16, ahead: u16) -> Overlap {
        let (shared, ahead) = (usize::from(shared), usize::from(ahead));
        Overlap {
            shared,
            ahead,
            branches: shared.max(ahead),
        }
    }

    /// Whether the first tile that the path does not share is the last of its
    /// list. Then its state stands beside no later one and is part of the end.
    #[inline]
    fn ends_its_list(&self) -> bool {
        self.ahead < self.shared
    }
}

/// How many paths ahead to fetch what will be needed into the cache.
const WARM: usize = 8;

/// Makes the ends of paths, in a registry of its own.
struct Ends<'w> {
    words: &'w Words,
    registry: Registry,
    /// By state of the DAWG: a direction switch to it that is alone in its list;
    /// 0 if there is none yet.
    switches: Vec<StateId>,
    /// The number of tiles that the next path shares with the one before it.
    shared: u16,
}

impl<'w> Ends<'w> {
    /// `registry` has the states of the DAWG and no others.
    fn new(words: &'w Words, registry: Registry) -> Self {
        Ends {
            words,
            switches: vec![0; registry.len()],
            registry,
            shared: 0,
        }
    }

    /// Makes the ends of paths and returns the new states. The arc of a path is
    /// then its end, in the numbers of this registry. A path that the next one
    /// begins with has no end, and keeps its arc.
    fn make(&mut self, prefixes: &mut [ReversedPrefix], aheads: &[u16]) -> Vec<State> {
        let before = self.registry.len();
        for (i, &ahead) in aheads.iter().enumerate() {
            if self.registry.is_full() {
                break;
            }
            let prefix = prefixes[i];
            let overlap = Overlap::new(self.shared, ahead);
            let length = prefix.length(self.words);
            if let Some(later) = prefixes.get(i + WARM) {
                later.warm(self.words);
                std::hint::black_box(self.switches[later.arc() as usize]);
            }
            if overlap.branches < length {
                let mut arc = self.switch(prefix.arc());
                let mut accepts = prefix.accepts();
                let first = overlap.branches + usize::from(!overlap.ends_its_list());
                for depth in (first..length).rev() {
                    let tile = prefix.tile(self.words, depth);
                    arc = self.registry.intern(State::new(tile, accepts, arc, 0));
                    accepts = false;
                }
                prefixes[i].set_arc(arc);
            }
            self.shared = ahead;
        }
        self.registry.states_from(before).to_vec()
    }

    /// The direction switch to a state of the DAWG, alone in its list; 0 if there
    /// is nothing to switch to.
    #[inline]
    fn switch(&mut self, arc: StateId) -> StateId {
        if arc == 0 {
            return 0;
        }
        let made = &mut self.switches[arc as usize];
        if *made == 0 {
            *made = self.registry.intern(State::new(BLANK, false, arc, 0));
        }
        *made
    }
}

/// The most paths to make room for beforehand.
const MANY_PATHS: usize = 1 << 24;

/// Adds paths whose ends are made.
struct PathAdder<'t> {
    words: &'t Words,
    registry: &'t mut Registry,
    unfinished: Unfinished,
    /// The number of states that both registries began with.
    common: usize,
    /// By number in the ends' registry, less `common`: the number in this one.
    numbers: Vec<StateId>,
    /// The number of tiles that the next path shares with the one before it.
    shared: u16,
}

impl<'t> PathAdder<'t> {
    fn new(words: &'t Words, paths: usize, registry: &'t mut Registry) -> Self {
        PathAdder {
            words,
            common: registry.len(),
            registry,
            unfinished: Unfinished::default(),
            numbers: Vec::with_capacity(paths.min(MANY_PATHS) / 2),
            shared: 0,
        }
    }

    /// Adds some paths, whose ends needed the states in `made`.
    fn add_all(&mut self, prefixes: &[ReversedPrefix], aheads: &[u16], made: &[State]) {
        let mut made = made.iter();
        for (prefix, &ahead) in prefixes.iter().zip(aheads) {
            if self.registry.is_full() {
                break;
            }
            let overlap = Overlap::new(self.shared, ahead);
            let branches = overlap.branches;
            let length = prefix.length(self.words);
            let tile = |depth| prefix.tile(self.words, depth);
            let last = branches.min(length - 1);
            self.unfinished.push_tiles(overlap.shared..last, tile);
            if branches == length {
                let state = State::new(tile(last), prefix.accepts(), 0, 0);
                self.unfinished.push(last, state);
                if prefix.arc() != 0 {
                    let switch = State::new(BLANK, false, prefix.arc(), 0);
                    self.unfinished.push(length, switch);
                }
            } else {
                let end = self.number(prefix.arc(), &mut made);
                if overlap.ends_its_list() {
                    self.unfinished.finish(last, end, self.registry);
                } else {
                    let accepts = prefix.accepts() && last + 1 == length;
                    let state = State::new(tile(last), accepts, end, 0);
                    self.unfinished.push(last, state);
                }
            }
            let ahead = overlap.ahead;
            self.unfinished
                .finish_below(ahead, self.registry, |_, _| ());
            self.shared = ahead as u16;
        }
    }

    /// The number of an end. States up to it that have no number get one now,
    /// when a single thread would have made them. Each is new here: such states
    /// are made for ends alone.
    #[inline]
    fn number(&mut self, end: StateId, made: &mut std::slice::Iter<'_, State>) -> StateId {
        let Some(at) = (end as usize).checked_sub(self.common) else {
            return end;
        };
        while self.numbers.len() <= at {
            let Some(state) = made.next() else { break };
            let arc = match (state.arc() as usize).checked_sub(self.common) {
                Some(at) => self.numbers.get(at).copied().unwrap_or(0),
                None => state.arc(),
            };
            self.numbers.push(self.registry.add(state.replace_arc(arc)));
        }
        // There is one unless the ends' registry got full.
        self.numbers.get(at).copied().unwrap_or(0)
    }

    /// Finishes the root list and returns the root.
    fn finish(self) -> StateId {
        self.registry
            .intern_list(&self.unfinished.into_root_list(), 0)
    }
}
