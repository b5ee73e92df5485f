//! The GADDAG: adds the reversed prefixes of the words to the automaton.
//!
//! S. A. Gordon, "A Faster Scrabble Move Generation Algorithm" (Software:
//! Practice and Experience 24, 1994). For each word the GADDAG has the reversed
//! word, and for each nonempty proper prefix of a word the reversed prefix, the
//! direction switch, and then the DAWG's states that follow the prefix. Both
//! are prefixes read backwards, so the work is to sort the distinct prefixes by
//! their reversed tiles and to add them.
//!
//! The *end* of a path is the part that it shares with neither neighbour. The states of
//! an end have no other states in their lists, so an end depends on no other path. With
//! two threads, the first makes the ends in a registry of its own. The second adds the
//! rest of the paths, and numbers the states of each end when it comes to it. So states
//! get the same numbers as on a single thread.

use crate::error::{Error, Result};
use crate::graph::build::prefixes::{ReversedPrefix, ReversedPrefixes};
use crate::graph::build::registry::{Registry, State, StateId};
use crate::graph::build::relay::relay;
use crate::graph::build::unfinished::Unfinished;
use crate::lexicon::Words;
use crate::parallel;
use crate::tiles::BLANK;

/// The number of paths handed from one thread to the other at a time.
const STACK: usize = 1 << 12;

/// How many paths ahead to prefetch data into the cache.
const WARM: usize = 8;

/// Adds the GADDAG's paths in sorted order and returns its root.
pub(crate) fn add_prefixes(
    prefixes: &mut ReversedPrefixes<'_>,
    registry: &mut Registry,
) -> Result<StateId> {
    let words = prefixes.words();
    if words.tiles().contains(&BLANK) {
        return Err(Error::input("", "a word with a blank can't be in a GADDAG"));
    }
    match parallel::current_num_threads() {
        1 => Ok(add_on_one_thread(prefixes, registry)),
        _ => add_on_two_threads(prefixes, registry),
    }
}

fn add_on_one_thread(prefixes: &mut ReversedPrefixes<'_>, registry: &mut Registry) -> StateId {
    let words = prefixes.words();
    let (prefixes, shared) = prefixes.sort();
    registry.make_room();
    let mut ends = Ends::new(words, registry.len());
    let mut paths = Paths::new(words, registry);
    for (i, shared) in shared.windows(2).enumerate() {
        if paths.registry.is_full() {
            break;
        }
        ends.warm(prefixes.get(i + WARM));
        let path = Path::new(prefixes[i], shared, words);
        paths.add(&path, |registry| ends.make(&path, registry));
    }
    paths.finish()
}

fn add_on_two_threads(
    prefixes: &mut ReversedPrefixes<'_>,
    registry: &mut Registry,
) -> Result<StateId> {
    let (words, count) = (prefixes.words(), prefixes.len());
    let (mut fork, (prefixes, shared)) =
        parallel::join(|| registry.fork(count), || prefixes.sort());
    let mut ends = Ends::new(words, fork.len());
    let (made, (paths, _)) = relay(
        |send| {
            for (i, prefixes) in prefixes.chunks_mut(STACK).enumerate() {
                let before = fork.len();
                let shared = &shared[i * STACK..][..=prefixes.len()];
                ends.make_all(prefixes, shared, &mut fork);
                send((&*prefixes, shared, fork.states_from(before).to_vec()));
            }
            fork.check()
        },
        || {
            let numbers = Numbers::new(registry.len(), count);
            (Paths::new(words, registry), numbers)
        },
        |(paths, numbers), (prefixes, shared, made)| {
            let mut made = made.into_iter();
            for (prefix, shared) in prefixes.iter().zip(shared.windows(2)) {
                if paths.registry.is_full() {
                    break;
                }
                let path = Path::new(*prefix, shared, words);
                paths.add(&path, |registry| {
                    numbers.get(prefix.arc(), &mut made, registry)
                });
            }
        },
    );
    made.map(|()| paths.finish())
}

/// A path, and what it shares with its neighbours. All numbers count tiles from the
/// first one on.
struct Path {
    prefix: ReversedPrefix,
    length: usize,
    /// The number of tiles shared with the path before.
    shared: usize,
    /// The number of tiles shared with the next path.
    ahead: usize,
    /// The number of tiles shared with either of them. The rest is the end.
    branches: usize,
}

impl Path {
    /// Creates a path. `shared` has the numbers of tiles shared with the path before
    /// and with the next.
    #[inline]
    fn new(prefix: ReversedPrefix, shared: &[u16], words: &Words) -> Path {
        let (shared, ahead) = (usize::from(shared[0]), usize::from(shared[1]));
        Path {
            prefix,
            length: prefix.length(words),
            shared,
            ahead,
            branches: shared.max(ahead),
        }
    }

    /// Returns whether the first tile that the path does not share is the last of its
    /// list. If so, its state stands beside no later one and is part of the end.
    #[inline]
    fn ends_its_list(&self) -> bool {
        self.ahead < self.shared
    }
}

/// Makes the ends of paths.
struct Ends<'w> {
    words: &'w Words,
    /// By state of the DAWG: a direction switch to it that is alone in its list, or 0
    /// if there is none yet.
    switches: Vec<StateId>,
}

impl<'w> Ends<'w> {
    /// Creates the table of switches. `states` is the number of states of the DAWG.
    fn new(words: &'w Words, states: usize) -> Self {
        let switches = vec![0; states];
        Ends { words, switches }
    }

    /// Fetches the data for the end of a later path into the cache.
    #[inline]
    fn warm(&self, later: Option<&ReversedPrefix>) {
        if let Some(later) = later {
            later.warm(self.words);
            std::hint::black_box(self.switches[later.arc() as usize]);
        }
    }

    /// Makes the ends of paths, and sets the arc of each path to its end. A path that
    /// is a prefix of the next one has no end, and keeps its arc.
    fn make_all(
        &mut self,
        prefixes: &mut [ReversedPrefix],
        shared: &[u16],
        registry: &mut Registry,
    ) {
        for (i, shared) in shared.windows(2).enumerate() {
            if registry.is_full() {
                break;
            }
            self.warm(prefixes.get(i + WARM));
            let path = Path::new(prefixes[i], shared, self.words);
            if path.branches < path.length {
                prefixes[i].set_arc(self.make(&path, registry));
            }
        }
    }

    /// Makes the end of a path that has one.
    #[inline(always)] // paths then stay in registers
    fn make(&mut self, path: &Path, registry: &mut Registry) -> StateId {
        let mut arc = self.switch(path.prefix.arc(), registry);
        let mut accepts = path.prefix.accepts();
        let first = path.branches + usize::from(!path.ends_its_list());
        for depth in (first..path.length).rev() {
            let tile = path.prefix.tile(self.words, depth);
            arc = registry.intern(State::new(tile, accepts, arc, 0));
            accepts = false;
        }
        arc
    }

    /// Returns the direction switch to a state of the DAWG, alone in its list, or 0 if
    /// there is nothing to switch to.
    #[inline]
    fn switch(&mut self, arc: StateId, registry: &mut Registry) -> StateId {
        if arc == 0 {
            return 0;
        }
        let made = &mut self.switches[arc as usize];
        if *made == 0 {
            *made = registry.intern(State::new(BLANK, false, arc, 0));
        }
        *made
    }
}

/// The most paths to make room for in advance.
const MANY_PATHS: usize = 1 << 24;

/// The numbers of ends that were made in another registry.
struct Numbers {
    /// The number of states that both registries began with.
    common: usize,
    /// By number in the other registry, less `common`: the number in this one.
    numbers: Vec<StateId>,
}

impl Numbers {
    fn new(common: usize, paths: usize) -> Numbers {
        let numbers = Vec::with_capacity(paths.min(MANY_PATHS) / 2);
        Numbers { common, numbers }
    }

    /// Returns the number of an end. First numbers all states up to it that have no
    /// number yet, at the point where a single thread would make them. Each of them is
    /// new here, since such states are made only for ends.
    #[inline]
    fn get(
        &mut self,
        end: StateId,
        made: &mut impl Iterator<Item = State>,
        registry: &mut Registry,
    ) -> StateId {
        while self.numbers.len() + self.common <= end as usize {
            let Some(state) = made.next() else { break };
            let arc = self.known(state.arc());
            self.numbers.push(registry.add(state.replace_arc(arc)));
        }
        self.known(end)
    }

    /// Returns the number of a state that has one.
    #[inline]
    fn known(&self, state: StateId) -> StateId {
        match (state as usize).checked_sub(self.common) {
            // It has one unless the other registry became full.
            Some(at) => self.numbers.get(at).copied().unwrap_or(0),
            None => state,
        }
    }
}

/// Adds paths.
struct Paths<'t> {
    words: &'t Words,
    registry: &'t mut Registry,
    unfinished: Unfinished,
}

impl<'t> Paths<'t> {
    fn new(words: &'t Words, registry: &'t mut Registry) -> Self {
        Paths {
            words,
            registry,
            unfinished: Unfinished::default(),
        }
    }

    /// Adds a path; `end` returns its end.
    #[inline]
    fn add(&mut self, path: &Path, end: impl FnOnce(&mut Registry) -> StateId) {
        let Path { prefix, length, .. } = *path;
        let tile = |depth| prefix.tile(self.words, depth);
        let last = path.branches.min(length - 1);
        self.unfinished.push_tiles(path.shared..last, tile);
        if path.branches == length {
            let state = State::new(tile(last), prefix.accepts(), 0, 0);
            self.unfinished.push(last, state);
            if prefix.arc() != 0 {
                let switch = State::new(BLANK, false, prefix.arc(), 0);
                self.unfinished.push(length, switch);
            }
        } else {
            let end = end(self.registry);
            if path.ends_its_list() {
                self.unfinished.finish(last, end, self.registry);
            } else {
                let accepts = prefix.accepts() && last + 1 == length;
                let state = State::new(tile(last), accepts, end, 0);
                self.unfinished.push(last, state);
            }
        }
        self.unfinished
            .finish_below(path.ahead, self.registry, |_, _| ());
    }

    /// Finishes the root list and returns the root.
    fn finish(self) -> StateId {
        self.registry
            .intern_list(&self.unfinished.into_root_list(), 0)
    }
}
