//! The GADDAG's paths, from the prefixes of the words.
//!
//! For each word the GADDAG has the reversed word; and for each nonempty proper
//! prefix of a word the reversed prefix, the direction switch, and then the
//! DAWG's states that follow the prefix. Both kinds are prefixes of words, read
//! backwards, so the work is to sort all distinct prefixes by their reversed
//! tiles. They are put into one bucket for each last tile; the buckets, taken
//! in order and sorted one at a time, keep the keys in a small memory.

use super::automaton::{PrefixSink, common_prefix};
use super::states::{State, StateId, StateTable};
use super::typist::{After, Path, Typist};
use crate::error::{Error, Result};
use crate::memory::large;
use crate::source::Words;
use crate::tiles::{BLANK, Tile};

/// How many tiles of 6 bits a sort key holds.
const KEY_TILES: usize = 10;

/// One distinct prefix, which ends at `end` in `words.tiles()`. Its last tile
/// is its bucket's.
#[derive(Clone, Copy, Default)]
struct Prefix {
    /// The tiles before the last one, backwards, as far as there is room. Tile
    /// 0 does not occur, so a shorter path comes before those it begins.
    key: u64,
    end: u32,
    /// The DAWG's state that follows, 0 if none (24 bits); whether the prefix
    /// is itself a word (1); its length, if that is less than `LONG` (7).
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

/// All distinct prefixes of a word list, by their last tile.
pub(super) struct Prefixes<'w> {
    words: &'w Words,
    prefixes: Vec<Prefix>,
    /// By last tile: where its next prefix goes.
    ends: [usize; 64],
    /// By length: the key of the path that begins with the word's tiles up to
    /// there, backwards.
    keys: Vec<u64>,
}

impl<'w> Prefixes<'w> {
    /// Makes room for the prefixes of some words.
    pub(super) fn new(words: &'w Words) -> Self {
        let mut counts = [0; 64];
        let mut before: &[Tile] = &[];
        for word in words.iter() {
            for &tile in &word[common_prefix(before, word)..] {
                counts[usize::from(tile & 63)] += 1;
            }
            before = word;
        }
        let mut total = 0;
        for count in &mut counts {
            total += std::mem::replace(count, total);
        }
        let mut prefixes = large(total);
        prefixes.resize(total, Prefix::default());
        Prefixes {
            words,
            prefixes,
            ends: counts,
            keys: vec![0],
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.prefixes.len()
    }

    /// When all are there: the prefixes of each last tile.
    fn buckets(&mut self) -> Vec<&mut [Prefix]> {
        let mut rest = &mut self.prefixes[..];
        let mut start = 0;
        let mut buckets = Vec::with_capacity(self.ends.len());
        for end in self.ends {
            let (bucket, after) = std::mem::take(&mut rest).split_at_mut(end - start);
            buckets.push(bucket);
            (rest, start) = (after, end);
        }
        buckets
    }
}

impl PrefixSink for Prefixes<'_> {
    #[inline]
    fn word(&mut self, word: &[Tile], shared: usize) {
        self.keys.truncate(shared + 1);
        for &tile in &word[shared..] {
            let key = self.keys.last().copied().unwrap_or(0);
            self.keys
                .push(u64::from(tile) << (6 * (KEY_TILES - 1)) | key >> 6);
        }
    }

    #[inline]
    fn closed(&mut self, end: usize, length: usize, accepts: bool, arc: StateId) {
        let last = self.words.tiles()[end - 1];
        let at = &mut self.ends[usize::from(last & 63)];
        self.prefixes[*at] = Prefix::new(self.keys[length - 1], end, length, accepts, arc);
        *at += 1;
    }
}

/// Sorts a bucket by reversed tiles. Keys decide it but for long paths.
fn sort(words: &Words, bucket: &mut [Prefix]) {
    bucket.sort_unstable_by_key(|prefix| prefix.key);
    for alike in bucket.chunk_by_mut(|a, b| a.key == b.key) {
        if alike.len() > 1 {
            alike.sort_unstable_by(|a, b| a.beyond_key(words).cmp(b.beyond_key(words)));
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
///
/// With several threads, two of them share the work. The second one types its
/// half into a table of its own, which then is absorbed by the first: what is
/// new in it gets the numbers that it would have got one after the other.
pub(super) fn type_prefixes(
    prefixes: &mut Prefixes<'_>,
    table: &mut StateTable,
) -> Result<StateId> {
    let words = prefixes.words;
    if words.tiles().contains(&BLANK) {
        return Err(Error::input("", "a word with a blank can't be in a GADDAG"));
    }
    let count = prefixes.len();
    let half = prefixes.ends.partition_point(|&end| end <= count / 2);
    let mut buckets = prefixes.buckets();
    if rayon::current_num_threads() == 1 || count < WORTH_A_THREAD {
        let root = Typing::new(words, table).type_buckets(0, &mut buckets)?;
        return table.intern_list(&root);
    }
    let (first, second) = buckets.split_at_mut(half);
    let mut fork = table.fork();
    let common = table.len();
    let (root, rest) = rayon::join(
        || Typing::new(words, table).type_buckets(0, first),
        || Typing::new(words, &mut fork).type_buckets(half as Tile, second),
    );
    let (mut root, rest) = (root?, rest?);
    root.extend(table.absorb(fork, common, rest)?);
    table.intern_list(&root)
}

/// Fewer prefixes than this are typed by one thread.
const WORTH_A_THREAD: usize = 1 << 14;

struct Typing<'t> {
    words: &'t Words,
    table: &'t mut StateTable,
    typist: Typist,
    /// By state of the DAWG: the state of a direction switch to it that is
    /// alone in its list; 0 if there is none yet.
    switches: Vec<StateId>,
}

impl<'t> Typing<'t> {
    fn new(words: &'t Words, table: &'t mut StateTable) -> Self {
        Typing {
            words,
            switches: vec![0; table.len()],
            table,
            typist: Typist::default(),
        }
    }

    /// Types the paths of some buckets, of which the first one is that of the
    /// tile `first`. Returns the root's list, or its part for them.
    fn type_buckets(mut self, first: Tile, buckets: &mut [&mut [Prefix]]) -> Result<Vec<State>> {
        for (last, bucket) in (first..).zip(buckets) {
            sort(self.words, bucket);
            self.type_bucket(last, bucket)?;
        }
        Ok(self.typist.into_first_list())
    }

    /// Types the paths of one bucket. They share no tile with those of others.
    fn type_bucket(&mut self, last: Tile, sorted: &[Prefix]) -> Result<()> {
        let mut shared = 0;
        for (i, prefix) in sorted.iter().enumerate() {
            let ahead = match sorted.get(i + 1) {
                Some(next) => common_end(self.words, prefix, next),
                None => 0,
            };
            let length = prefix.length(self.words);
            let path = Path {
                length,
                shared,
                ahead,
                accepts: prefix.accepts(),
                after: self.after(prefix.arc(), ahead == length)?,
            };
            let tile = |depth| match depth {
                0 => last,
                _ => prefix.tile(self.words.tiles(), depth),
            };
            self.typist
                .type_path(path, tile, self.table, |_, _, _| ())?;
            shared = ahead;
        }
        Ok(())
    }

    /// What follows a path: the direction switch to a state of the DAWG, with
    /// others in its list or alone.
    #[inline]
    fn after(&mut self, arc: StateId, with_others: bool) -> Result<After> {
        let switch = State::new(BLANK, false, arc, 0);
        Ok(match arc {
            0 => After::Nothing,
            _ if with_others => After::First(switch),
            _ => {
                let made = &mut self.switches[arc as usize];
                if *made == 0 {
                    *made = self.table.intern(switch)?;
                }
                After::All(*made)
            }
        })
    }
}
