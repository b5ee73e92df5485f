//! The distinct prefixes of words, sorted by their reversed tiles.
//!
//! A word's prefixes that the word before does not have are new: so it is known
//! how many there are, and how they end, before anything is typed. They are put
//! into buckets while the DAWG is typed, which says what follows each of them;
//! then the buckets are sorted, by all threads.

use crate::graph::build::automaton::{FollowerSink, common_prefix};
use crate::graph::build::registry::StateId;
use crate::graph::build::relay::{Relay, relay};
use crate::lexicon::Words;
use crate::parallel;
use crate::parallel::prelude::*;
use crate::tiles::Tile;
use std::ops::Range;

/// How many tiles of 6 bits a sort key holds.
const KEY_TILES: usize = 10;

/// One distinct prefix, which ends at `end` in `words.tiles()`.
#[derive(Clone, Copy, Default)]
pub(crate) struct Prefix {
    /// The tiles before the last one, backwards, as far as there is room. Tile
    /// 0 does not occur, so a shorter path comes before those it begins.
    key: u64,
    end: u32,
    /// What follows (25 bits); its length, if that is less than `LONG` (7).
    rest: u32,
}

const ARC_BITS: u32 = 24;
const FOLLOWER_BITS: u32 = ARC_BITS + 1;
const LONG: u32 = 127;

/// What follows a prefix: a state, 0 if none (24 bits), and whether the prefix
/// is a word (1).
pub(crate) type Follower = u32;

impl Prefix {
    #[inline]
    fn new(key: u64, end: usize, length: usize, follower: Follower) -> Prefix {
        let length = length.min(LONG as usize) as u32;
        Prefix {
            key,
            end: end as u32,
            rest: follower | length << FOLLOWER_BITS,
        }
    }

    /// The state that follows, 0 if none.
    #[inline]
    pub(crate) fn arc(&self) -> StateId {
        self.rest & ((1 << ARC_BITS) - 1)
    }

    #[inline]
    pub(crate) fn set_arc(&mut self, arc: StateId) {
        self.rest = self.rest >> ARC_BITS << ARC_BITS | arc;
    }

    /// Whether it is a word.
    #[inline]
    pub(crate) fn accepts(&self) -> bool {
        self.rest >> ARC_BITS & 1 != 0
    }

    #[inline]
    pub(crate) fn length(&self, words: &Words) -> usize {
        match self.rest >> FOLLOWER_BITS {
            LONG => words.length_up_to(self.end as usize),
            length => length as usize,
        }
    }

    /// A tile of the reversed path.
    #[inline]
    pub(crate) fn tile(&self, words: &Words, depth: usize) -> Tile {
        match depth {
            1..=KEY_TILES => (self.key >> (6 * (KEY_TILES - depth))) as Tile & 63,
            _ => words.tiles()[self.end as usize - 1 - depth],
        }
    }

    /// Looks at the tiles that its key does not hold, if there are any.
    #[inline]
    pub(crate) fn warm(&self, words: &Words) {
        let length = (self.rest >> FOLLOWER_BITS) as usize;
        if length > 1 + KEY_TILES {
            std::hint::black_box(words.tiles()[self.end as usize - length]);
        }
    }

    /// The tiles of the reversed path that its key does not hold.
    fn beyond_key<'w>(&self, words: &'w Words) -> impl Iterator<Item = &'w Tile> {
        let end = self.end as usize;
        let path = &words.tiles()[end - self.length(words)..end];
        path.iter().rev().skip(1 + KEY_TILES)
    }
}

/// How many tiles the reversed paths of two prefixes of a bucket begin with
/// alike.
#[inline]
fn common_end(words: &Words, a: &Prefix, b: &Prefix) -> u16 {
    let differ = a.key ^ b.key;
    if differ != 0 {
        // A tile where the other path has none is a difference too.
        let unused = u64::BITS - 6 * KEY_TILES as u32;
        return 1 + ((differ.leading_zeros() - unused) / 6) as u16;
    }
    let pairs = a.beyond_key(words).zip(b.beyond_key(words));
    (1 + KEY_TILES + pairs.take_while(|(x, y)| x == y).count()) as u16
}

/// Buckets are as small as the last two tiles of a prefix make them: then
/// sorting one stays in the cache.
const BUCKETS: usize = 64 * 64;

/// The bucket of a prefix, by its last tile and the one before it, 0 if none.
#[inline]
fn bucket(last: Tile, before: Tile) -> usize {
    usize::from(last & 63) << 6 | usize::from(before & 63)
}

/// What is known of prefixes before what follows them.
pub(crate) struct Outline<'w> {
    words: &'w Words,
    /// By word: how many tiles it begins with like the one before; and 0 after
    /// the last one.
    shared: Vec<u16>,
    /// By bucket: how many prefixes are in it.
    counts: Box<[usize; BUCKETS]>,
}

impl<'w> Outline<'w> {
    /// Of words that are short enough for a GADDAG.
    pub(crate) fn of(words: &'w Words) -> Self {
        let mut shared = vec![0; words.len() + 1];
        let half = words.len() / 2;
        let (first, second) = shared.split_at_mut(half);
        let (mut counts, more) = parallel::join(
            || count(words, 0..half, first),
            || count(words, half..words.len(), second),
        );
        for (count, more) in counts.iter_mut().zip(more.iter()) {
            *count += more;
        }
        Outline {
            words,
            shared,
            counts,
        }
    }

    /// How many tiles a word begins with like the next one.
    #[inline]
    pub(crate) fn ahead(&self, word: usize) -> usize {
        usize::from(self.shared[word + 1])
    }

    /// How many prefixes there are.
    pub(crate) fn len(&self) -> usize {
        self.counts.iter().sum()
    }
}

/// Counts the prefixes that are in some words and not in those before them, by
/// bucket, and notes how many tiles are shared.
fn count(words: &Words, range: Range<usize>, shared: &mut [u16]) -> Box<[usize; BUCKETS]> {
    let mut counts = Box::new([0; BUCKETS]);
    let mut before: &[Tile] = match range.start {
        0 => &[],
        start => words.get(start - 1),
    };
    for (i, shared) in range.zip(shared) {
        let word = words.get(i);
        let common = common_prefix(before, word);
        *shared = common as u16;
        let mut last = match common {
            0 => 0,
            _ => word[common - 1],
        };
        for &tile in &word[common..] {
            counts[bucket(tile, last)] += 1;
            last = tile;
        }
        before = word;
    }
    counts
}

impl FollowerSink for Relay<'_, Follower> {
    #[inline]
    fn closed(&mut self, accepts: bool, arc: StateId) {
        self.push(arc | u32::from(accepts) << ARC_BITS);
    }
}

/// All distinct prefixes of a word list, in buckets.
pub(crate) struct Prefixes<'w> {
    words: &'w Words,
    prefixes: Vec<Prefix>,
    /// By bucket: where it ends; while they are gathered, where the next one goes.
    ends: Box<[usize; BUCKETS]>,
}

impl<'w> Prefixes<'w> {
    /// Room for all.
    fn new(outline: &Outline<'w>) -> Self {
        let mut ends = outline.counts.clone();
        let mut total = 0;
        for count in ends.iter_mut() {
            total += std::mem::replace(count, total);
        }
        Prefixes {
            words: outline.words,
            prefixes: vec![Prefix::default(); total],
            ends,
        }
    }

    /// Gathers prefixes while their words are typed. Returns what typing made,
    /// too.
    pub(crate) fn gather<R: Send>(
        outline: &Outline<'w>,
        typing: impl FnOnce(&mut Relay<'_, Follower>) -> R + Send,
    ) -> (R, Self) {
        let (made, gatherer) = relay(
            typing,
            || Gatherer::new(outline),
            |gatherer, followers| gatherer.take(&followers),
        );
        (made, gatherer.prefixes)
    }

    #[inline]
    fn put(&mut self, bucket: usize, prefix: Prefix) {
        let at = &mut self.ends[bucket];
        self.prefixes[*at] = prefix;
        *at += 1;
    }

    /// The words that they are of.
    pub(crate) fn words(&self) -> &'w Words {
        self.words
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.prefixes.len()
    }

    /// Sorts all by reversed tiles. Returns them, and by each how many tiles its
    /// path begins with like the next one.
    pub(crate) fn sort(&mut self) -> (&mut [Prefix], Vec<u16>) {
        let mut aheads = vec![0; self.len()];
        let (mut prefixes, mut rest) = (&mut self.prefixes[..], &mut aheads[..]);
        let mut buckets: Vec<Bucket<'_>> = Vec::new();
        let mut start = 0;
        for (number, &end) in self.ends.iter().enumerate() {
            let size = end - std::mem::replace(&mut start, end);
            let last = number / 64;
            if size == 0 {
                continue;
            }
            if let Some(before) = buckets.last_mut()
                && before.last == last
            {
                before.ahead = 1;
            }
            buckets.push(Bucket {
                last,
                ahead: 0,
                prefixes: prefixes.split_off_mut(..size).unwrap_or_default(),
                aheads: rest.split_off_mut(..size).unwrap_or_default(),
            });
        }
        let words = self.words;
        buckets.par_iter_mut().for_each(|bucket| bucket.sort(words));
        (&mut self.prefixes, aheads)
    }
}

/// Puts prefixes into buckets, those of one word after those of the other.
struct Gatherer<'o, 'w> {
    outline: &'o Outline<'w>,
    prefixes: Prefixes<'w>,
    /// The number of words that were begun.
    begun: usize,
    /// Where the last of them begins in `words.tiles()`.
    start: usize,
    /// The length of its longest prefix that is to come, and of the longest one
    /// that is left to the next word.
    length: usize,
    ahead: usize,
    /// By length: the key of the path that begins with the word's tiles up to
    /// there, backwards.
    keys: Vec<u64>,
}

impl<'o, 'w> Gatherer<'o, 'w> {
    fn new(outline: &'o Outline<'w>) -> Self {
        Gatherer {
            outline,
            prefixes: Prefixes::new(outline),
            begun: 0,
            start: 0,
            length: 0,
            ahead: 0,
            keys: vec![0],
        }
    }

    /// Takes the next prefixes, which are followed by these.
    fn take(&mut self, followers: &[Follower]) {
        for &follower in followers {
            while self.length == self.ahead {
                self.begin_word();
            }
            let (key, end) = (self.keys[self.length - 1], self.start + self.length);
            let last = self.outline.words.tiles()[end - 1];
            let before = (key >> (6 * (KEY_TILES - 1))) as Tile;
            let prefix = Prefix::new(key, end, self.length, follower);
            self.prefixes.put(bucket(last, before), prefix);
            self.length -= 1;
        }
    }

    fn begin_word(&mut self) {
        let shared = usize::from(self.outline.shared[self.begun]);
        let range = self.outline.words.range(self.begun);
        let word = &self.outline.words.tiles()[range.clone()];
        self.keys.truncate(shared + 1);
        let mut key = self.keys.last().copied().unwrap_or(0);
        self.keys.extend(word[shared..].iter().map(|&tile| {
            key = u64::from(tile) << (6 * (KEY_TILES - 1)) | key >> 6;
            key
        }));
        self.start = range.start;
        self.length = word.len();
        self.ahead = self.outline.ahead(self.begun);
        self.begun += 1;
    }
}

/// The prefixes that end with the same two tiles.
struct Bucket<'p> {
    /// The last one.
    last: usize,
    /// How many tiles its paths and those of the next bucket have in common: no
    /// more than the last one.
    ahead: u16,
    prefixes: &'p mut [Prefix],
    aheads: &'p mut [u16],
}

impl Bucket<'_> {
    /// Sorts by reversed tiles. Keys decide it but for long paths.
    fn sort(&mut self, words: &Words) {
        self.prefixes.sort_unstable_by_key(|prefix| prefix.key);
        for alike in self.prefixes.chunk_by_mut(|a, b| a.key == b.key) {
            if alike.len() > 1 {
                alike.sort_unstable_by(|a, b| a.beyond_key(words).cmp(b.beyond_key(words)));
            }
        }
        for (ahead, pair) in self.aheads.iter_mut().zip(self.prefixes.windows(2)) {
            *ahead = common_end(words, &pair[0], &pair[1]);
        }
        if let Some(ahead) = self.aheads.last_mut() {
            *ahead = self.ahead;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn prefixes_are_sorted_by_reversed_tiles(
            words in prop::collection::vec(prop::collection::vec(1..4u8, 1..16), 1..40)
        ) {
            let words = Words::from_unsorted(words.iter().map(Vec::as_slice)).unwrap();
            let outline = Outline::of(&words);
            let (_, mut prefixes) = Prefixes::gather(&outline, |followers| {
                // Any numbers do for the states that follow.
                for i in 0..outline.len() {
                    followers.closed(i % 3 == 0, i as StateId);
                }
            });
            let (sorted, aheads) = prefixes.sort();
            let path = |prefix: &Prefix| -> Vec<Tile> {
                let depths = 0..prefix.length(&words);
                depths.map(|depth| prefix.tile(&words, depth)).collect()
            };
            let paths: Vec<Vec<Tile>> = sorted.iter().map(path).collect();
            let reversed = |word: &[Tile], length| word[..length].iter().rev().copied().collect();
            let expected: BTreeSet<Vec<Tile>> = words
                .iter()
                .flat_map(|word| (1..=word.len()).map(move |length| reversed(word, length)))
                .collect();
            prop_assert!(paths.iter().eq(&expected));
            let nothing = Vec::new();
            let next = paths.iter().skip(1).chain([&nothing]);
            for ((path, next), ahead) in paths.iter().zip(next).zip(aheads) {
                prop_assert_eq!(common_prefix(path, next), usize::from(ahead));
            }
            for prefix in sorted {
                prop_assert_eq!(prefix.accepts(), prefix.arc() % 3 == 0);
            }
        }
    }
}
