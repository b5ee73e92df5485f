//! The GADDAG's paths, from the prefixes of the words.
//!
//! For each word the GADDAG has the reversed word; and for each nonempty proper
//! prefix of a word the reversed prefix, the direction switch, and then the
//! DAWG's states that follow the prefix. Both kinds are prefixes of words, read
//! backwards, so the work is to sort all distinct prefixes by their reversed
//! tiles. They are put into one bucket for each last tile; the buckets, taken
//! in order and sorted one at a time, keep the keys in a small memory.

use super::states::{StateId, StateTable};
use super::typist::Typist;
use crate::error::{Error, Result};
use crate::source::Words;
use crate::tiles::{BLANK, Tile};

/// How many tiles of 6 bits a sort key holds.
const KEY_TILES: usize = 21;

/// One distinct prefix: `words.tiles()[end - length..end]`.
#[derive(Clone, Copy)]
struct Prefix {
    end: u32,
    length: u32,
    /// The DAWG's state that follows, 0 if none; above it, whether the prefix
    /// is itself a word.
    arc: u32,
}

const ACCEPTS: u32 = 1 << 31;

/// All distinct prefixes of a word list, by their last tile.
pub(super) struct Prefixes<'w> {
    words: &'w Words,
    buckets: Vec<Vec<Prefix>>,
}

impl<'w> Prefixes<'w> {
    pub(super) fn new(words: &'w Words) -> Self {
        Prefixes {
            words,
            buckets: vec![Vec::new(); 64],
        }
    }

    #[inline]
    pub(super) fn add(&mut self, end: usize, length: usize, accepts: bool, arc: StateId) {
        let last = self.words.tiles()[end - 1];
        self.buckets[usize::from(last & 63)].push(Prefix {
            end: end as u32,
            length: length as u32,
            arc: arc | if accepts { ACCEPTS } else { 0 },
        });
    }
}

/// A prefix with the beginning of its reversed tiles as one number. Tile 0 does
/// not occur, so a shorter path comes before those it begins.
struct Keyed {
    key: u128,
    prefix: Prefix,
}

impl Keyed {
    fn new(tiles: &[Tile], prefix: Prefix) -> Keyed {
        let path = path(tiles, &prefix);
        let mut key = 0;
        for &tile in path.iter().rev().take(KEY_TILES) {
            key = key << 6 | u128::from(tile);
        }
        let missing = KEY_TILES.saturating_sub(path.len());
        Keyed {
            key: key << (6 * missing),
            prefix,
        }
    }
}

fn path<'t>(tiles: &'t [Tile], prefix: &Prefix) -> &'t [Tile] {
    let end = prefix.end as usize;
    &tiles[end - prefix.length as usize..end]
}

/// Sorts by reversed tiles. Keys decide it but for paths longer than a key.
fn sort(tiles: &[Tile], bucket: Vec<Prefix>) -> Vec<Keyed> {
    let mut sorted: Vec<Keyed> = bucket.into_iter().map(|p| Keyed::new(tiles, p)).collect();
    sorted.sort_unstable_by(|a, b| {
        a.key.cmp(&b.key).then_with(|| {
            let rest = |k: &Keyed| {
                let path = path(tiles, &k.prefix);
                path[..path.len().saturating_sub(KEY_TILES)].iter().rev()
            };
            rest(a).cmp(rest(b))
        })
    });
    sorted
}

/// How many tiles two reversed paths begin with alike.
#[inline]
fn common_end(tiles: &[Tile], a: &Keyed, b: &Keyed) -> usize {
    let shortest = a.prefix.length.min(b.prefix.length) as usize;
    let differ = a.key ^ b.key;
    if differ != 0 {
        let unused = u128::BITS - 6 * KEY_TILES as u32;
        return shortest.min(((differ.leading_zeros() - unused) / 6) as usize);
    }
    let (a, b) = (path(tiles, &a.prefix), path(tiles, &b.prefix));
    a.iter()
        .rev()
        .zip(b.iter().rev())
        .take_while(|(x, y)| x == y)
        .count()
}

/// Types the GADDAG's paths in sorted order and returns its root. While one
/// bucket is typed the next one is sorted.
pub(super) fn type_prefixes(prefixes: Prefixes<'_>, table: &mut StateTable) -> Result<StateId> {
    let tiles = prefixes.words.tiles();
    if tiles.contains(&BLANK) {
        return Err(Error::input("", "a word with a blank can't be in a GADDAG"));
    }
    let mut paths = Paths {
        tiles,
        typist: Typist::default(),
        before: None,
    };
    let mut sorted = Vec::new();
    for bucket in prefixes.buckets {
        let (typed, next) = rayon::join(|| paths.type_all(sorted, table), || sort(tiles, bucket));
        typed?;
        sorted = next;
    }
    paths.type_all(sorted, table)?;
    paths.typist.finish(table)
}

/// The GADDAG's paths on their way through the typist.
struct Paths<'t> {
    tiles: &'t [Tile],
    typist: Typist,
    /// The prefix typed last.
    before: Option<Keyed>,
}

impl Paths<'_> {
    fn type_all(&mut self, sorted: Vec<Keyed>, table: &mut StateTable) -> Result<()> {
        for keyed in sorted {
            let mut shared = 0;
            if let Some(before) = &self.before {
                shared = common_end(self.tiles, before, &keyed);
                for depth in (shared..=before.prefix.length as usize).rev() {
                    self.typist.take_back(depth + 1, table)?;
                }
            }
            let length = keyed.prefix.length as usize;
            let accepts = keyed.prefix.arc & ACCEPTS != 0;
            let reversed = path(self.tiles, &keyed.prefix).iter().rev();
            for (depth, &tile) in reversed.enumerate().skip(shared) {
                self.typist
                    .push(depth, tile, accepts && depth + 1 == length, 0);
            }
            let arc = keyed.prefix.arc & !ACCEPTS;
            if arc != 0 {
                self.typist.push(length, BLANK, false, arc);
            }
            self.before = Some(keyed);
        }
        Ok(())
    }
}
