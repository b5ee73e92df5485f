//! The GADDAG's paths, from the prefixes of the words.
//!
//! For each word the GADDAG has the reversed word; and for each nonempty proper
//! prefix of a word the reversed prefix, the direction switch, and then the
//! DAWG's states that follow the prefix. Both kinds are prefixes of words, read
//! backwards, so the work is to sort all distinct prefixes by their reversed
//! tiles, and to type them.
//!
//! When they are sorted, two threads type them. The first one makes their *ends*:
//! what a path shares with neither of its neighbours. Ends are states that
//! nothing stands beside, so they depend on no other paths. The second thread
//! types what is left of the paths, and numbers the states of the ends as it
//! comes to them: so states get the numbers that one thread would give them.

use crate::error::{Error, Result};
use crate::graph::build::prefixes::{Prefix, Prefixes};
use crate::graph::build::registry::{State, StateId, StateTable};
use crate::graph::build::unfinished::Typist;
use crate::lexicon::Words;
use crate::parallel;
use crate::tiles::BLANK;
use std::sync::mpsc;

/// So many paths are handed from one thread to the other at a time.
const STACK: usize = 1 << 12;

/// Types the GADDAG's paths in sorted order and returns its root.
pub(crate) fn type_prefixes(
    prefixes: &mut Prefixes<'_>,
    table: &mut StateTable,
) -> Result<StateId> {
    let (words, count) = (prefixes.words(), prefixes.len());
    if words.tiles().contains(&BLANK) {
        return Err(Error::input("", "a word with a blank can't be in a GADDAG"));
    }
    let (fork, (prefixes, aheads)) = parallel::join(|| table.fork(count), || prefixes.sort());
    let mut ends = Ends::new(words, fork);
    let mut paths = Paths::new(words, count, table);
    let stacks = prefixes.chunks_mut(STACK).zip(aheads.chunks(STACK));
    let (ready, next_ready) = mpsc::channel();
    let (made, root) = parallel::join(
        || {
            for (prefixes, aheads) in stacks {
                let made = ends.make(prefixes, aheads);
                // Nobody is there to take it only if typing came to grief.
                let _ = ready.send((prefixes, aheads, made));
            }
            drop(ready);
            ends.table.check()
        },
        || {
            for (prefixes, aheads, made) in next_ready {
                paths.type_all(prefixes, aheads, &made);
            }
            paths.finish()
        },
    );
    made.map(|()| root)
}

/// What is to be typed of a path.
struct Stretch {
    /// How many tiles it begins with that the path before began with.
    shared: usize,
    /// How many tiles it begins with that the next path begins with.
    ahead: usize,
    /// How many tiles it begins with that either of them begins with.
    branches: usize,
}

impl Stretch {
    #[inline]
    fn new(shared: u16, ahead: u16) -> Stretch {
        let (shared, ahead) = (usize::from(shared), usize::from(ahead));
        Stretch {
            shared,
            ahead,
            branches: shared.max(ahead),
        }
    }

    /// Whether the next path has no tile beside the one that comes after what
    /// the path shares. If a tile is the last of its list and only one path
    /// goes on with it, its state stands beside no other: it is part of the end.
    #[inline]
    fn ends_its_list(&self) -> bool {
        self.ahead < self.shared
    }
}

/// So many paths ahead is looked at what will be needed: memory fetches it while
/// other work goes on.
const WARM: usize = 8;

/// Makes the ends of paths, in a table of its own.
struct Ends<'w> {
    words: &'w Words,
    table: StateTable,
    /// By state of the DAWG: the state of a direction switch to it that is
    /// alone in its list; 0 if there is none yet.
    switches: Vec<StateId>,
    /// How many tiles the next path begins with like the one before it.
    shared: u16,
}

impl<'w> Ends<'w> {
    /// `table` has the states of the DAWG and no others.
    fn new(words: &'w Words, table: StateTable) -> Self {
        Ends {
            words,
            switches: vec![0; table.len()],
            table,
            shared: 0,
        }
    }

    /// Makes the ends of paths. What follows a path is then its end, in the
    /// numbers of this table; a path that the next one begins with has none,
    /// and stays as it is. Returns the states that were made.
    fn make(&mut self, prefixes: &mut [Prefix], aheads: &[u16]) -> Vec<State> {
        let before = self.table.len();
        for (i, &ahead) in aheads.iter().enumerate() {
            if self.table.is_full() {
                break;
            }
            let prefix = prefixes[i];
            let stretch = Stretch::new(self.shared, ahead);
            let length = prefix.length(self.words);
            if let Some(later) = prefixes.get(i + WARM) {
                later.warm(self.words);
                std::hint::black_box(self.switches[later.arc() as usize]);
            }
            if stretch.branches < length {
                let mut arc = self.switch(prefix.arc());
                let mut accepts = prefix.accepts();
                let first = stretch.branches + usize::from(!stretch.ends_its_list());
                for depth in (first..length).rev() {
                    let tile = prefix.tile(self.words, depth);
                    arc = self.table.intern(State::new(tile, accepts, arc, 0));
                    accepts = false;
                }
                prefixes[i].set_arc(arc);
            }
            self.shared = ahead;
        }
        self.table.states_from(before).to_vec()
    }

    /// The direction switch to a state of the DAWG, alone in its list; none if
    /// there is nothing to switch to.
    #[inline]
    fn switch(&mut self, arc: StateId) -> StateId {
        if arc == 0 {
            return 0;
        }
        let made = &mut self.switches[arc as usize];
        if *made == 0 {
            *made = self.table.intern(State::new(BLANK, false, arc, 0));
        }
        *made
    }
}

/// For more paths than this, room is taken as it is needed.
const MANY_PATHS: usize = 1 << 24;

/// Types paths whose ends are made.
struct Paths<'t> {
    words: &'t Words,
    table: &'t mut StateTable,
    typist: Typist,
    /// How many states both tables began with.
    common: usize,
    /// By number in the ends' table, less `common`: the number in this one.
    numbers: Vec<StateId>,
    /// How many tiles the next path begins with like the one before it.
    shared: u16,
}

impl<'t> Paths<'t> {
    /// For about so many paths.
    fn new(words: &'t Words, paths: usize, table: &'t mut StateTable) -> Self {
        Paths {
            words,
            common: table.len(),
            table,
            typist: Typist::default(),
            numbers: Vec::with_capacity(paths.min(MANY_PATHS) / 2),
            shared: 0,
        }
    }

    /// Types some paths, for whose ends some states were `made`.
    fn type_all(&mut self, prefixes: &[Prefix], aheads: &[u16], made: &[State]) {
        let mut made = made.iter();
        for (prefix, &ahead) in prefixes.iter().zip(aheads) {
            if self.table.is_full() {
                break;
            }
            let stretch = Stretch::new(self.shared, ahead);
            let branches = stretch.branches;
            let length = prefix.length(self.words);
            let tile = |depth| prefix.tile(self.words, depth);
            let typed = branches.min(length - 1);
            self.typist.type_tiles(stretch.shared..typed, tile);
            if branches == length {
                let state = State::new(tile(typed), prefix.accepts(), 0, 0);
                self.typist.push(typed, state);
                if prefix.arc() != 0 {
                    let switch = State::new(BLANK, false, prefix.arc(), 0);
                    self.typist.push(length, switch);
                }
            } else {
                let end = self.number(prefix.arc(), &mut made);
                if stretch.ends_its_list() {
                    self.typist.take_back(typed, end, self.table);
                } else {
                    let accepts = prefix.accepts() && typed + 1 == length;
                    let state = State::new(tile(typed), accepts, end, 0);
                    self.typist.push(typed, state);
                }
            }
            let ahead = stretch.ahead;
            self.typist.take_back_to(ahead, self.table, |_, _| ());
            self.shared = ahead as u16;
        }
    }

    /// The number of an end. States up to it that have none get theirs now,
    /// when one thread would have made them. Each is new: states that stand
    /// beside no others are made for ends alone.
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
            self.numbers.push(self.table.add(state.led_to(arc)));
        }
        // There is one unless the ends' table got full.
        self.numbers.get(at).copied().unwrap_or(0)
    }

    /// The root, when all paths are typed.
    fn finish(self) -> StateId {
        self.table.intern_list(&self.typist.into_first_list(), 0)
    }
}
