//! The distinct prefixes of words, sorted by their reversed tiles.
//!
//! The prefixes of a word that the word before does not share are new, so their
//! number and their last tiles are known before the DAWG is built. While it is
//! built, each prefix goes into the bucket of its last two tiles, together with
//! the state that follows it. Then all threads sort the buckets.

use crate::graph::build::dawg::common_prefix;
use crate::graph::build::registry::StateId;
use crate::graph::build::relay::{Batches, relay_batches};
use crate::lexicon::Words;
use crate::parallel;
use crate::tiles::Tile;
use std::ops::Range;

/// The number of tiles, of 6 bits each, in a sort key.
const KEY_TILES: usize = 10;

/// A distinct prefix. It ends at `end` in `words.tiles()`.
#[derive(Clone, Copy, Default)]
pub(crate) struct ReversedPrefix {
    /// The tiles before the last one, reversed, as far as there is room. Tile 0
    /// does not occur, so a path sorts before longer paths that begin with it.
    key: u64,
    end: u32,
    /// What follows (25 bits), and the length or `LONG` (7 bits).
    rest: u32,
}

const ARC_BITS: u32 = 24;
const FOLLOWER_BITS: u32 = ARC_BITS + 1;
const LONG: u32 = 127;

/// What follows a prefix: a state, 0 if none (24 bits), and a flag for prefixes
/// that are words (1 bit).
pub(crate) type Follower = u32;

#[inline]
pub(crate) fn follower(accepts: bool, arc: StateId) -> Follower {
    arc | u32::from(accepts) << ARC_BITS
}

impl ReversedPrefix {
    #[inline]
    fn new(key: u64, end: usize, length: usize, follower: Follower) -> ReversedPrefix {
        let length = length.min(LONG as usize) as u32;
        ReversedPrefix {
            key,
            end: end as u32,
            rest: follower | length << FOLLOWER_BITS,
        }
    }

    /// The state that follows; 0 if none.
    #[inline]
    pub(crate) fn arc(&self) -> StateId {
        self.rest & ((1 << ARC_BITS) - 1)
    }

    #[inline]
    pub(crate) fn set_arc(&mut self, arc: StateId) {
        self.rest = self.rest >> ARC_BITS << ARC_BITS | arc;
    }

    /// Whether the prefix is a word.
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

    /// Fetches the tiles that the key does not hold into the cache.
    #[inline]
    pub(crate) fn warm(&self, words: &Words) {
        let length = (self.rest >> FOLLOWER_BITS) as usize;
        if length > 1 + KEY_TILES {
            std::hint::black_box(words.tiles()[self.end as usize - length]);
        }
    }

    /// The tiles of the reversed path that the key does not hold.
    #[inline]
    fn beyond_key<'w>(&self, words: &'w Words) -> impl Iterator<Item = &'w Tile> {
        let end = self.end as usize;
        let path = &words.tiles()[end - self.length(words)..end];
        path.iter().rev().skip(1 + KEY_TILES)
    }
}

/// The number of tiles that the reversed paths of two prefixes of a bucket
/// share, from the first tile on.
#[inline]
fn common_end(words: &Words, a: &ReversedPrefix, b: &ReversedPrefix) -> u16 {
    let differ = a.key ^ b.key;
    if differ != 0 {
        // A tile where the other path has ended is a difference too.
        let unused = u64::BITS - 6 * KEY_TILES as u32;
        return 1 + ((differ.leading_zeros() - unused) / 6) as u16;
    }
    let pairs = a.beyond_key(words).zip(b.beyond_key(words));
    (1 + KEY_TILES + pairs.take_while(|(x, y)| x == y).count()) as u16
}

/// One bucket for each pair of last tiles, so that sorting one stays in the
/// cache.
const BUCKETS: usize = 64 * 64;

/// The bucket of a prefix with this last tile and the one before it (0 if none).
#[inline]
fn bucket(last: Tile, before: Tile) -> usize {
    usize::from(last & 63) << 6 | usize::from(before & 63)
}

/// The bucket of a prefix whose tiles, reversed, make this key.
#[inline]
fn bucket_of(key: u64) -> usize {
    (key >> (6 * (KEY_TILES - 2))) as usize % BUCKETS
}

/// The prefixes that neighbouring words share, known before the DAWG is built.
pub(crate) struct SharedPrefixes<'w> {
    words: &'w Words,
    /// By word: the number of tiles that it shares with the word before, and a
    /// 0 after the last word.
    shared: Vec<u16>,
    /// By bucket: the number of its prefixes.
    counts: Box<[usize; BUCKETS]>,
}

impl<'w> SharedPrefixes<'w> {
    /// Compares neighbouring words. They have to be short enough for a GADDAG.
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
        SharedPrefixes {
            words,
            shared,
            counts,
        }
    }

    /// The number of tiles that a word shares with the next one.
    #[inline]
    pub(crate) fn ahead(&self, word: usize) -> usize {
        usize::from(self.shared[word + 1])
    }

    /// The number of distinct prefixes.
    pub(crate) fn prefixes(&self) -> usize {
        self.counts.iter().sum()
    }
}

/// Counts the new prefixes of a range of words by bucket, and notes how many
/// tiles each word shares with the one before.
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

/// All distinct prefixes of a word list, in buckets.
pub(crate) struct ReversedPrefixes<'w> {
    words: &'w Words,
    prefixes: Vec<ReversedPrefix>,
    /// By bucket: where it ends, or where its next prefix goes while they are
    /// gathered.
    ends: Box<[usize; BUCKETS]>,
}

impl<'w> ReversedPrefixes<'w> {
    /// Makes room for all prefixes.
    fn new(shared: &SharedPrefixes<'w>) -> Self {
        let mut ends = shared.counts.clone();
        let mut total = 0;
        for count in ends.iter_mut() {
            total += std::mem::replace(count, total);
        }
        ReversedPrefixes {
            words: shared.words,
            prefixes: vec![ReversedPrefix::default(); total],
            ends,
        }
    }

    /// Gathers the prefixes while `add_words` adds their words. Returns what
    /// that returned, too.
    pub(crate) fn gather<R: Send>(
        shared: &SharedPrefixes<'w>,
        add_words: impl FnOnce(&mut Batches<'_, Follower>) -> R + Send,
    ) -> (R, Self) {
        let (made, gatherer) = relay_batches(
            add_words,
            || Gatherer::new(shared),
            |gatherer, followers| gatherer.take(&followers),
        );
        (made, gatherer.prefixes)
    }

    #[inline]
    fn put(&mut self, bucket: usize, prefix: ReversedPrefix) {
        let at = &mut self.ends[bucket];
        self.prefixes[*at] = prefix;
        *at += 1;
    }

    /// The words.
    pub(crate) fn words(&self) -> &'w Words {
        self.words
    }

    /// The number of prefixes.
    pub(crate) fn len(&self) -> usize {
        self.prefixes.len()
    }

    /// Sorts the prefixes by reversed tiles. Returns them, and the numbers of
    /// tiles that neighbouring paths share: a 0, then for each path what it
    /// shares with the next one.
    pub(crate) fn sort(&mut self) -> (&mut [ReversedPrefix], Vec<u16>) {
        let mut shared = vec![0; self.len() + 1];
        let (mut prefixes, mut aheads) = (&mut self.prefixes[..], &mut shared[1..]);
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
                aheads: aheads.split_off_mut(..size).unwrap_or_default(),
            });
        }
        let words = self.words;
        parallel::map(buckets, |mut bucket| bucket.sort(words));
        (&mut self.prefixes, shared)
    }
}

/// Puts prefixes into buckets, word by word.
struct Gatherer<'s, 'w> {
    shared: &'s SharedPrefixes<'w>,
    prefixes: ReversedPrefixes<'w>,
    /// The number of words begun.
    begun: usize,
    /// Where the last of them begins in `words.tiles()`.
    start: usize,
    /// The length of its longest prefix still to come.
    length: usize,
    /// The length of the longest prefix that is left to the next word.
    ahead: usize,
    /// By length: the key of the word's first tiles, reversed.
    keys: Vec<u64>,
}

impl<'s, 'w> Gatherer<'s, 'w> {
    fn new(shared: &'s SharedPrefixes<'w>) -> Self {
        Gatherer {
            shared,
            prefixes: ReversedPrefixes::new(shared),
            begun: 0,
            start: 0,
            length: 0,
            ahead: 0,
            keys: vec![0],
        }
    }

    /// Takes what follows the next prefixes.
    fn take(&mut self, followers: &[Follower]) {
        for &follower in followers {
            while self.length == self.ahead {
                self.begin_word();
            }
            let length = self.length;
            let (key, whole) = (self.keys[length - 1], self.keys[length]);
            let prefix = ReversedPrefix::new(key, self.start + length, length, follower);
            self.prefixes.put(bucket_of(whole), prefix);
            self.length -= 1;
        }
    }

    fn begin_word(&mut self) {
        let shared = usize::from(self.shared.shared[self.begun]);
        let range = self.shared.words.range(self.begun);
        let word = &self.shared.words.tiles()[range.clone()];
        let mut key = self.keys[shared];
        self.keys.truncate(shared + 1);
        for &tile in &word[shared..] {
            key = u64::from(tile) << (6 * (KEY_TILES - 1)) | key >> 6;
            self.keys.push(key);
        }
        self.start = range.start;
        self.length = word.len();
        self.ahead = self.shared.ahead(self.begun);
        self.begun += 1;
    }
}

/// The prefixes that share their last two tiles.
struct Bucket<'p> {
    /// The last tile.
    last: usize,
    /// The number of tiles that its paths share with those of the next bucket:
    /// 1 if the last tile is the same, else 0.
    ahead: u16,
    prefixes: &'p mut [ReversedPrefix],
    aheads: &'p mut [u16],
}

impl Bucket<'_> {
    /// Sorts by reversed tiles. Keys decide, except between long paths.
    fn sort(&mut self, words: &Words) {
        self.prefixes.sort_unstable_by_key(|prefix| prefix.key);
        for alike in self.prefixes.chunk_by_mut(|a, b| a.key == b.key) {
            if alike.len() > 1 {
                alike.sort_unstable_by(|a, b| a.beyond_key(words).cmp(b.beyond_key(words)));
            }
        }
        for next in 1..self.prefixes.len() {
            let (prefix, next_one) = (&self.prefixes[next - 1], &self.prefixes[next]);
            self.aheads[next - 1] = common_end(words, prefix, next_one);
        }
        if let Some(ahead) = self.aheads.last_mut() {
            *ahead = self.ahead;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::testing::any_words;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn prefixes_are_sorted_by_reversed_tiles(words in any_words(1..=3, 1..16, 40)) {
            let shared = SharedPrefixes::of(&words);
            let (_, mut prefixes) = ReversedPrefixes::gather(&shared, |followers| {
                // Any numbers do for the states that follow.
                for i in 0..shared.prefixes() {
                    followers.push(follower(i % 3 == 0, i as StateId));
                }
            });
            let (sorted, aheads) = prefixes.sort();
            let path = |prefix: &ReversedPrefix| -> Vec<Tile> {
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
            for ((path, next), ahead) in paths.iter().zip(next).zip(aheads.into_iter().skip(1)) {
                prop_assert_eq!(common_prefix(path, next), usize::from(ahead));
            }
            for prefix in sorted {
                prop_assert_eq!(prefix.accepts(), prefix.arc() % 3 == 0);
            }
        }
    }
}
