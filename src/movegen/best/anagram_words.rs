//! The words of a graph by their tiles: a hash table from multisets to words.
//!
//! If the tiles of a word are known but not their order, the words are looked up here
//! instead of searched for in the graph; few multisets make more than three words. The
//! table has an entry of 8 bytes for each word, an array of bucket starts with 4 to 8
//! bytes for each word, and the tiles of the words. That is about 22 bytes a word, a
//! third of the letter sets of the same graph. A graph with more words than
//! [`MAX_WORDS`] gets no table.

use crate::graph::Graph;
use crate::movegen::generate::tile_hash::TileHashes;
use crate::tiles::{MAX_LETTERS, Tile};

/// The most words of a graph for which a table is built.
const MAX_WORDS: u64 = 1 << 22;

/// The most tiles of all its words together.
const MAX_TILES: u64 = 1 << 26;

/// The bits of a tag that hold a word's length.
const LENGTH_BITS: u32 = 6;

/// All words of a graph that fit on a board.
#[derive(Clone, Debug, Default)]
pub(crate) struct HashedWords {
    /// The hash of each word, and the index of its first tile.
    words: Vec<(u64, u32)>,
    /// The tiles of all words, one after the other.
    tiles: Vec<Tile>,
}

impl HashedWords {
    /// Reads the words of a graph; `None` if there are too many.
    pub(crate) fn read(graph: &Graph, hashes: &TileHashes) -> Option<HashedWords> {
        let totals = graph.totals();
        if totals.words > MAX_WORDS || totals.tiles > MAX_TILES {
            return None;
        }
        let mut list = HashedWords::default();
        let mut words = graph.words();
        while let Some(word) = words.next() {
            if word.len() <= MAX_LETTERS {
                let at = list.tiles.len() as u32;
                list.words.push((hashes.of_all(word), at));
                list.tiles.extend_from_slice(word);
            }
        }
        Some(list)
    }

    /// The hashes of all words.
    pub(crate) fn hashes(&self) -> impl ExactSizeIterator<Item = u64> {
        self.words.iter().map(|word| word.0)
    }
}

/// A word in its bucket.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// Hash bits that do not select the bucket, then the length.
    tag: u32,
    /// The index of its first tile.
    at: u32,
}

/// Computes the tag of a word.
#[inline]
fn tag(hash: u64, length: usize) -> u32 {
    (hash as u32) << LENGTH_BITS | length as u32
}

/// A table of words by the hash of their tiles.
#[derive(Clone, Debug, Default)]
pub(crate) struct AnagramWords {
    /// The index of each bucket's first entry, and the end of the last bucket.
    starts: Vec<u32>,
    /// All entries, bucket by bucket.
    entries: Vec<Entry>,
    /// The tiles of all words.
    tiles: Vec<Tile>,
    /// The number of hash bits that do not select the bucket.
    shift: u32,
}

impl AnagramWords {
    /// Builds the table of some words.
    pub(crate) fn new(list: HashedWords) -> AnagramWords {
        let HashedWords { words, tiles } = list;
        let buckets = words.len().next_power_of_two().max(2);
        let shift = 64 - buckets.trailing_zeros();
        // Holds counts first, then ends and finally, as entries are inserted, starts.
        let mut starts = vec![0u32; buckets + 1];
        for (hash, _) in &words {
            starts[(hash >> shift) as usize] += 1;
        }
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        let mut entries = vec![Entry::default(); words.len()];
        let ends = words.iter().skip(1).map(|&(_, at)| at as usize);
        let ends = ends.chain([tiles.len()]);
        for (&(hash, at), end) in words.iter().zip(ends) {
            let place = &mut starts[(hash >> shift) as usize];
            *place -= 1;
            let tag = tag(hash, end - at as usize);
            entries[*place as usize] = Entry { tag, at };
        }
        AnagramWords {
            starts,
            entries,
            tiles,
            shift,
        }
    }

    /// The words of a given length whose tiles have a given hash. Only a few bits of
    /// the hash are compared, so other words of that length may be included.
    #[inline]
    pub(crate) fn find(&self, hash: u64, length: usize) -> impl Iterator<Item = &[Tile]> {
        let bucket = (hash >> self.shift) as usize;
        let entries = match self.starts.get(bucket..bucket + 2) {
            Some(&[start, end]) => &self.entries[start as usize..end as usize],
            _ => &[],
        };
        let wanted = tag(hash, length);
        let mut rest = entries.iter();
        std::iter::from_fn(move || {
            loop {
                let entry = rest.next()?;
                if entry.tag == wanted {
                    return Some(&self.tiles[entry.at as usize..][..length]);
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{GraphKind, GraphSpec, NodeFormat, build};
    use crate::lexicon::Words;

    #[test]
    fn words_are_found_by_their_tiles() {
        let list: [&[Tile]; 6] = [
            &[1, 2],
            &[2, 1],
            &[3],
            &[1, 2, 3],
            &[3, 1, 2],
            &[5, 5, 5, 5],
        ];
        let words = Words::from_unsorted(list).unwrap();
        let bytes = build(&words, GraphSpec::new()).unwrap();
        let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap();
        let hashes = TileHashes::default();
        let read = HashedWords::read(&graph, &hashes).unwrap();
        assert_eq!(read.hashes().len(), list.len());
        let table = AnagramWords::new(read);
        let find = |tiles: &[Tile]| {
            let mut found: Vec<&[Tile]> = table.find(hashes.of_all(tiles), tiles.len()).collect();
            found.sort_unstable();
            found
        };
        assert_eq!(find(&[2, 1]), [[1, 2], [2, 1]]);
        assert_eq!(find(&[2, 3, 1]), [[1, 2, 3], [3, 1, 2]]);
        assert_eq!(find(&[5, 5, 5, 5]), [[5, 5, 5, 5]]);
        assert!(find(&[5, 5, 5]).is_empty() && find(&[]).is_empty());
        assert_eq!(AnagramWords::default().find(0, 2).count(), 0);
    }
}
