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

use super::automaton::{PrefixSink, common_prefix};
use super::states::{State, StateId, StateTable};
use super::typist::Typist;
use crate::error::{Error, Result};
use crate::source::Words;
use crate::tiles::{BLANK, Tile};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::mpsc;

/// How many tiles of 6 bits a sort key holds.
const KEY_TILES: usize = 10;

/// One distinct prefix, which ends at `end` in `words.tiles()`.
#[derive(Clone, Copy, Default)]
struct Prefix {
    /// The tiles before the last one, backwards, as far as there is room. Tile
    /// 0 does not occur, so a shorter path comes before those it begins.
    key: u64,
    end: u32,
    /// A state that follows, 0 if none (24 bits); whether the path is a word
    /// (1); its length, if that is less than `LONG` (7).
    rest: u32,
}

const ARC_BITS: u32 = 24;
const LONG: u32 = 127;

impl Prefix {
    #[inline]
    fn new(key: u64, end: usize, length: usize, accepts: bool, arc: StateId) -> Prefix {
        let length = length.min(LONG as usize) as u32;
        Prefix {
            key,
            end: end as u32,
            rest: arc | u32::from(accepts) << ARC_BITS | length << (ARC_BITS + 1),
        }
    }

    #[inline]
    fn arc(&self) -> StateId {
        self.rest & ((1 << ARC_BITS) - 1)
    }

    #[inline]
    fn set_arc(&mut self, arc: StateId) {
        self.rest = self.rest >> ARC_BITS << ARC_BITS | arc;
    }

    #[inline]
    fn accepts(&self) -> bool {
        self.rest >> ARC_BITS & 1 != 0
    }

    #[inline]
    fn length(&self, words: &Words) -> usize {
        match self.rest >> (ARC_BITS + 1) {
            LONG => words.length_up_to(self.end as usize),
            length => length as usize,
        }
    }

    /// A tile of the reversed path, but for the first one.
    #[inline]
    fn tile(&self, tiles: &[Tile], depth: usize) -> Tile {
        match depth <= KEY_TILES {
            true => (self.key >> (6 * (KEY_TILES - depth))) as Tile & 63,
            false => tiles[self.end as usize - 1 - depth],
        }
    }

    /// The tiles of the reversed path that its key does not hold.
    fn beyond_key<'w>(&self, words: &'w Words) -> impl Iterator<Item = &'w Tile> {
        let end = self.end as usize;
        let path = &words.tiles()[end - self.length(words)..end];
        path.iter().rev().skip(1 + KEY_TILES)
    }
}

/// Buckets are as small as the last two tiles of a prefix make them: then
/// sorting one stays in the cache.
const BUCKETS: usize = 64 * 64;

/// The bucket of a prefix, by its last tile and the one before it, 0 if none.
#[inline]
fn bucket(last: Tile, before: Tile) -> usize {
    usize::from(last & 63) << 6 | usize::from(before & 63)
}

/// By bucket: how many prefixes are in some words and not in those before them.
fn count(words: &Words, range: Range<usize>) -> Box<[usize; BUCKETS]> {
    let mut counts = Box::new([0; BUCKETS]);
    let mut before: &[Tile] = match range.start {
        0 => &[],
        start => words.get(start - 1),
    };
    for i in range {
        let word = words.get(i);
        let shared = common_prefix(before, word);
        let mut last = match shared {
            0 => 0,
            _ => word[shared - 1],
        };
        for &tile in &word[shared..] {
            counts[bucket(tile, last)] += 1;
            last = tile;
        }
        before = word;
    }
    counts
}

/// All distinct prefixes of a word list, in buckets.
pub(super) struct Prefixes<'w> {
    words: &'w Words,
    prefixes: Vec<Prefix>,
    /// By bucket: where its next prefix goes.
    ends: Box<[usize; BUCKETS]>,
    /// By length: the key of the path that begins with the word's tiles up to
    /// there, backwards.
    keys: Vec<u64>,
}

impl<'w> Prefixes<'w> {
    /// Makes room for the prefixes of some words.
    pub(super) fn new(words: &'w Words) -> Self {
        let half = words.len() / 2;
        let (mut counts, more) =
            rayon::join(|| count(words, 0..half), || count(words, half..words.len()));
        for (count, more) in counts.iter_mut().zip(more.iter()) {
            *count += more;
        }
        let mut total = 0;
        for count in counts.iter_mut() {
            total += std::mem::replace(count, total);
        }
        Prefixes {
            words,
            prefixes: vec![Prefix::default(); total],
            ends: counts,
            keys: vec![0],
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.prefixes.len()
    }

    /// When all are there: for each last tile that there is its prefixes, and
    /// where its buckets end among them.
    fn by_last_tile(&mut self) -> Vec<Group<'_>> {
        let mut groups = Vec::with_capacity(64);
        let mut rest = &mut self.prefixes[..];
        let mut start = 0;
        for (last, ends) in (0..).zip(self.ends.chunks(64)) {
            let end = ends.last().copied().unwrap_or(start);
            let (prefixes, after) = std::mem::take(&mut rest).split_at_mut(end - start);
            if !prefixes.is_empty() {
                groups.push(Group {
                    last,
                    prefixes,
                    ends: ends.iter().map(|end| end - start).collect(),
                });
            }
            (rest, start) = (after, end);
        }
        groups
    }
}

impl PrefixSink for Prefixes<'_> {
    #[inline]
    fn word(&mut self, word: &[Tile], shared: usize) {
        self.keys.truncate(shared + 1);
        let mut key = self.keys.last().copied().unwrap_or(0);
        self.keys.extend(word[shared..].iter().map(|&tile| {
            key = u64::from(tile) << (6 * (KEY_TILES - 1)) | key >> 6;
            key
        }));
    }

    #[inline]
    fn closed(&mut self, end: usize, length: usize, accepts: bool, arc: StateId) {
        let last = self.words.tiles()[end - 1];
        let key = self.keys[length - 1];
        let before = (key >> (6 * (KEY_TILES - 1))) as Tile;
        let at = &mut self.ends[bucket(last, before)];
        self.prefixes[*at] = Prefix::new(key, end, length, accepts, arc);
        *at += 1;
    }
}

/// The prefixes that end with one tile.
struct Group<'p> {
    last: Tile,
    prefixes: &'p mut [Prefix],
    ends: Vec<usize>,
}

impl Group<'_> {
    /// Sorts by reversed tiles. Keys decide it but for long paths.
    fn sort(&mut self, words: &Words) {
        let mut rest = &mut self.prefixes[..];
        let mut start = 0;
        for &end in &self.ends {
            let (bucket, after) = std::mem::take(&mut rest).split_at_mut(end - start);
            bucket.sort_unstable_by_key(|prefix| prefix.key);
            for alike in bucket.chunk_by_mut(|a, b| a.key == b.key) {
                if alike.len() > 1 {
                    alike.sort_unstable_by(|a, b| a.beyond_key(words).cmp(b.beyond_key(words)));
                }
            }
            (rest, start) = (after, end);
        }
    }
}

/// How many tiles the reversed paths of two prefixes begin with alike.
#[inline]
fn common_end(words: &Words, a: &Prefix, b: &Prefix) -> usize {
    let differ = a.key ^ b.key;
    if differ != 0 {
        // A tile where the other path has none is a difference too.
        let unused = u64::BITS - 6 * KEY_TILES as u32;
        return 1 + ((differ.leading_zeros() - unused) / 6) as usize;
    }
    let pairs = a.beyond_key(words).zip(b.beyond_key(words));
    1 + KEY_TILES + pairs.take_while(|(x, y)| x == y).count()
}

/// Types the GADDAG's paths in sorted order and returns its root.
pub(super) fn type_prefixes(
    prefixes: &mut Prefixes<'_>,
    table: &mut StateTable,
) -> Result<StateId> {
    let words = prefixes.words;
    if words.tiles().contains(&BLANK) {
        return Err(Error::input("", "a word with a blank can't be in a GADDAG"));
    }
    let mut ends = Ends::new(words, table.fork(prefixes.len()));
    let mut paths = Paths::new(words, prefixes.len(), table);
    let (ready, next_ready) = mpsc::channel();
    let mut groups = prefixes.by_last_tile();
    groups.par_iter_mut().for_each(|group| group.sort(words));
    let (made, root) = rayon::join(
        || {
            for mut group in groups {
                let made = ends.make(&mut group);
                // Nobody is there to take it only if typing came to grief.
                let _ = ready.send((group, made));
            }
            drop(ready);
            ends.table.check()
        },
        || {
            for (group, made) in next_ready {
                paths.type_group(&group, &made);
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
    /// Whether the next path has no tile beside the one that comes after what
    /// the path shares. If a tile is the last of its list and only one path
    /// goes on with it, its state stands beside no other: it is part of the end.
    #[inline]
    fn ends_its_list(&self) -> bool {
        self.ahead < self.shared
    }
}

impl Group<'_> {
    /// The prefixes, and what is to be typed of each. The groups before and
    /// after share no tiles with this one.
    #[inline]
    fn stretch(&self, words: &Words, i: usize, shared: usize) -> Stretch {
        let ahead = match self.prefixes.get(i + 1) {
            Some(next) => common_end(words, &self.prefixes[i], next),
            None => 0,
        };
        Stretch {
            shared,
            ahead,
            branches: shared.max(ahead),
        }
    }

    /// A tile of a reversed path.
    #[inline]
    fn tile(&self, words: &Words, prefix: &Prefix, depth: usize) -> Tile {
        match depth {
            0 => self.last,
            _ => prefix.tile(words.tiles(), depth),
        }
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
}

impl<'w> Ends<'w> {
    /// `table` has the states of the DAWG and no others.
    fn new(words: &'w Words, table: StateTable) -> Self {
        Ends {
            words,
            switches: vec![0; table.len()],
            table,
        }
    }

    /// Makes the ends of a group's paths. What follows a path is then its end,
    /// in the numbers of this table; a path that the next one begins with has
    /// none, and stays as it is. Returns the states that were made.
    fn make(&mut self, group: &mut Group<'_>) -> Vec<State> {
        let before = self.table.len();
        let mut shared = 0;
        for i in 0..group.prefixes.len() {
            if self.table.is_full() {
                break;
            }
            let prefix = group.prefixes[i];
            let stretch = group.stretch(self.words, i, shared);
            let length = prefix.length(self.words);
            if let Some(later) = group.prefixes.get(i + WARM) {
                std::hint::black_box(self.switches[later.arc() as usize]);
            }
            if stretch.branches < length {
                let mut arc = self.switch(prefix.arc());
                let mut accepts = prefix.accepts();
                let first = stretch.branches + usize::from(!stretch.ends_its_list());
                for depth in (first..length).rev() {
                    let tile = group.tile(self.words, &prefix, depth);
                    arc = self.table.intern(State::new(tile, accepts, arc, 0));
                    accepts = false;
                }
                group.prefixes[i].set_arc(arc);
            }
            shared = stretch.ahead;
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
        }
    }

    /// Types the paths of a group, for whose ends some states were `made`.
    fn type_group(&mut self, group: &Group<'_>, made: &[State]) {
        let mut made = made.iter();
        let mut shared = 0;
        for (i, prefix) in group.prefixes.iter().enumerate() {
            if self.table.is_full() {
                break;
            }
            let stretch = group.stretch(self.words, i, shared);
            let Stretch {
                ahead, branches, ..
            } = stretch;
            let length = prefix.length(self.words);
            let tile = |depth| group.tile(self.words, prefix, depth);
            let typed = branches.min(length - 1);
            self.typist.type_tiles(shared..typed, tile);
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
            self.typist.take_back_to(ahead, self.table, |_, _, _| ());
            shared = ahead;
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
