//! The GADDAG's paths, from the prefixes of the words.
//!
//! For each word the GADDAG has the reversed word; and for each nonempty proper
//! prefix of a word the reversed prefix, the direction switch, and then the
//! DAWG's states that follow the prefix. Both kinds are prefixes of words, read
//! backwards, so the work is to sort all distinct prefixes by their reversed
//! tiles. They are put into one bucket for each last tile; the buckets, taken
//! in order and sorted one at a time, keep the keys in a small memory.

use super::automaton::common_prefix;
use super::states::{State, StateId, StateTable};
use super::typist::{After, Path, Typist};
use crate::error::{Error, Result};
use crate::source::Words;
use crate::tiles::{BLANK, Tile};

/// How many tiles of 6 bits a sort key holds.
const KEY_TILES: usize = 21;

/// One distinct prefix: `words.tiles()[end - length..end]`.
#[derive(Clone, Copy, Default)]
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
    prefixes: Vec<Prefix>,
    /// By last tile: where its next prefix goes.
    ends: [usize; 64],
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
        Prefixes {
            words,
            prefixes: vec![Prefix::default(); total],
            ends: counts,
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.prefixes.len()
    }

    #[inline]
    pub(super) fn add(&mut self, end: usize, length: usize, accepts: bool, arc: StateId) {
        let last = self.words.tiles()[end - 1];
        let at = &mut self.ends[usize::from(last & 63)];
        self.prefixes[*at] = Prefix {
            end: end as u32,
            length: length as u32,
            arc: arc | if accepts { ACCEPTS } else { 0 },
        };
        *at += 1;
    }

    /// When all are there: the prefixes of each last tile.
    fn buckets(&self) -> impl Iterator<Item = &[Prefix]> {
        let starts = std::iter::once(0).chain(self.ends);
        starts
            .zip(self.ends)
            .map(|(start, end)| &self.prefixes[start..end])
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

    /// A tile of the reversed path.
    #[inline]
    fn tile(&self, tiles: &[Tile], depth: usize) -> Tile {
        match depth < KEY_TILES {
            true => (self.key >> (6 * (KEY_TILES - 1 - depth))) as Tile & 63,
            false => tiles[self.prefix.end as usize - 1 - depth],
        }
    }
}

fn path<'t>(tiles: &'t [Tile], prefix: &Prefix) -> &'t [Tile] {
    let end = prefix.end as usize;
    &tiles[end - prefix.length as usize..end]
}

/// Sorts by reversed tiles. Keys decide it but for paths longer than a key.
fn sort(tiles: &[Tile], bucket: &[Prefix]) -> Vec<Keyed> {
    let mut sorted: Vec<Keyed> = bucket.iter().map(|&p| Keyed::new(tiles, p)).collect();
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

/// Types the GADDAG's paths in sorted order and returns its root.
///
/// With several threads, two of them share the work. The second one types its
/// half into a table of its own, which then is absorbed by the first: what is
/// new in it gets the numbers that it would have got one after the other.
pub(super) fn type_prefixes(prefixes: &Prefixes<'_>, table: &mut StateTable) -> Result<StateId> {
    let tiles = prefixes.words.tiles();
    if tiles.contains(&BLANK) {
        return Err(Error::input("", "a word with a blank can't be in a GADDAG"));
    }
    let buckets: Vec<&[Prefix]> = prefixes.buckets().collect();
    if rayon::current_num_threads() == 1 || prefixes.len() < WORTH_A_THREAD {
        let root = type_buckets(tiles, &buckets, table)?;
        return table.intern_list(&root);
    }
    let half = prefixes.len() / 2;
    let (first, second) = buckets.split_at(prefixes.ends.partition_point(|&end| end <= half));
    let mut fork = table.fork();
    let common = table.len();
    let (root, rest) = rayon::join(
        || type_buckets(tiles, first, table),
        || type_buckets(tiles, second, &mut fork),
    );
    let (mut root, rest) = (root?, rest?);
    root.extend(table.absorb(fork, common, rest)?);
    table.intern_list(&root)
}

/// Fewer prefixes than this are typed by one thread.
const WORTH_A_THREAD: usize = 1 << 14;

/// Types the paths of some buckets and returns the root's list, or its part for
/// them.
fn type_buckets(
    tiles: &[Tile],
    buckets: &[&[Prefix]],
    table: &mut StateTable,
) -> Result<Vec<State>> {
    let mut typing = Typing {
        tiles,
        typist: Typist::default(),
        switches: vec![0; table.len()],
    };
    for bucket in buckets {
        let sorted = sort(tiles, bucket);
        typing.type_bucket(&sorted, table)?;
    }
    Ok(typing.typist.into_first_list())
}

struct Typing<'t> {
    tiles: &'t [Tile],
    typist: Typist,
    /// By state of the DAWG: the state of a direction switch to it that is
    /// alone in its list; 0 if there is none yet.
    switches: Vec<StateId>,
}

impl Typing<'_> {
    /// Types the paths of one bucket. They share no tile with those of others.
    fn type_bucket(&mut self, sorted: &[Keyed], table: &mut StateTable) -> Result<()> {
        let mut shared = 0;
        for (i, keyed) in sorted.iter().enumerate() {
            let ahead = match sorted.get(i + 1) {
                Some(next) => common_end(self.tiles, keyed, next),
                None => 0,
            };
            let length = keyed.prefix.length as usize;
            let path = Path {
                length,
                shared,
                ahead,
                accepts: keyed.prefix.arc & ACCEPTS != 0,
                after: self.after(keyed.prefix.arc & !ACCEPTS, ahead == length, table)?,
            };
            let tile = |depth| keyed.tile(self.tiles, depth);
            self.typist.type_path(path, tile, table, |_, _, _| ())?;
            shared = ahead;
        }
        Ok(())
    }

    /// What follows a path: the direction switch to a state of the DAWG, with
    /// others in its list or alone.
    #[inline]
    fn after(&mut self, arc: StateId, with_others: bool, table: &mut StateTable) -> Result<After> {
        let switch = State::new(BLANK, false, arc, 0);
        Ok(match arc {
            0 => After::Nothing,
            _ if with_others => After::First(switch),
            _ => {
                let made = &mut self.switches[arc as usize];
                if *made == 0 {
                    *made = table.intern(switch)?;
                }
                After::All(*made)
            }
        })
    }
}
