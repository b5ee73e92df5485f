//! Locates the tables of a word map in its bytes.
//!
//! Numbers in the file give all lengths. Each is compared with the bytes left before it
//! is used.

use crate::graph::GraphFault;
use crate::tiles::Tile;
use crate::wordmap::divide::buckets_for;
use crate::wordmap::form::{ENTRY, HEADER, SHORTEST, VALUE, VERSION, most_inline};
use crate::wordmap::key::RackKey;
use std::ops::Range;
use std::slice::ChunksExact;

/// Whether bytes have the structure of a word map.
pub(crate) fn is_word_map(bytes: &[u8]) -> bool {
    Parts::split(bytes).is_ok()
}

/// A word map, divided into its tables.
pub(crate) struct Parts<'b> {
    /// The size of the largest answer, as given in the header.
    pub(crate) most: u32,
    pub(crate) sections: Vec<SectionParts<'b>>,
}

/// The tables of one word length.
pub(crate) struct SectionParts<'b> {
    pub(crate) length: usize,
    pub(crate) words: TableParts<'b>,
    /// The tiles of the words that are not in the table itself.
    pub(crate) tiles: &'b [u8],
    /// The tables of racks with one blank and with two.
    pub(crate) blanks: [TableParts<'b>; 2],
}

/// A table.
pub(crate) struct TableParts<'b> {
    /// The name used in messages.
    pub(crate) name: String,
    /// The number of blanks of its racks.
    pub(crate) blanks: usize,
    /// The start of each bucket, and the end of the last one.
    pub(crate) starts: &'b [[u8; 4]],
    pub(crate) entries: &'b [[u8; ENTRY]],
}

impl<'b> Parts<'b> {
    /// Divides the bytes of a word map. Afterwards the lengths of all tables agree with
    /// the length of the file; nothing else is checked.
    pub(crate) fn split(bytes: &'b [u8]) -> Result<Parts<'b>, GraphFault> {
        let Some((header, rest)) = bytes.split_first_chunk::<HEADER>() else {
            let found = format!("{} bytes", bytes.len());
            let fault = GraphFault::mismatch(format!("a header of {HEADER} bytes"), found);
            return Err(fault.cut_short(true));
        };
        let [version, board, most @ ..] = *header;
        if version != VERSION {
            return Err(GraphFault::mismatch(format!("version {VERSION}"), version));
        }
        let board = usize::from(board);
        if board < SHORTEST {
            return Err(
                GraphFault::mismatch(format!("{SHORTEST} or more"), board.to_string())
                    .of("the board's side"),
            );
        }
        let mut left = Left { bytes: rest };
        let mut sections = Vec::new();
        for length in SHORTEST..=board {
            sections.push(left.section(length)?);
        }
        match left.bytes.len() {
            0 => Ok(Parts {
                most: u32::from_le_bytes(most),
                sections,
            }),
            more => Err(GraphFault::mismatch(
                format!("the end of the file after the words of {board} tiles"),
                format!("{more} more bytes"),
            )),
        }
    }
}

impl<'b> SectionParts<'b> {
    /// The words stored in a value itself. Zeros fill the rest of the value.
    pub(crate) fn inline_words(&self, value: &'b [u8]) -> ChunksExact<'b, Tile> {
        let mut counts = (1..=most_inline(self.length)).rev();
        let count = counts.find(|count| value[count * self.length - 1] != 0);
        value[..count.unwrap_or(0) * self.length].chunks_exact(self.length)
    }

    /// The words of an entry, whose place must have been checked.
    pub(crate) fn words_of(&self, entry: usize) -> ChunksExact<'b, Tile> {
        let value = self.words.value(entry);
        if value[0] != 0 {
            return self.inline_words(value);
        }
        let (offset, count) = self.words.numbers(entry);
        let words = &self.tiles[offset as usize..];
        words[..count as usize * self.length].chunks_exact(self.length)
    }

    /// The tables of racks with no, one and two blanks.
    pub(crate) fn tables(&self) -> [&TableParts<'b>; 3] {
        let [one, two] = &self.blanks;
        [&self.words, one, two]
    }
}

/// The bytes not yet divided.
struct Left<'b> {
    bytes: &'b [u8],
}

impl<'b> Left<'b> {
    fn section(&mut self, length: usize) -> Result<SectionParts<'b>, GraphFault> {
        let words = self.table(length, 0)?;
        let name = format!("words of {length} tiles");
        let outside = self.number(&name)?;
        let tiles = self.take::<1>(outside as u64 * length as u64, &name)?;
        let blanks = [self.table(length, 1)?, self.table(length, 2)?];
        Ok(SectionParts {
            length,
            words,
            tiles: tiles.as_flattened(),
            blanks,
        })
    }

    fn table(&mut self, length: usize, blanks: usize) -> Result<TableParts<'b>, GraphFault> {
        let name = match blanks {
            0 => format!("words of {length} tiles"),
            1 => format!("racks of {length} tiles with 1 blank"),
            _ => format!("racks of {length} tiles with {blanks} blanks"),
        };
        let buckets = self.number(&name)?;
        let starts = self.take::<4>(u64::from(buckets) + 1, &name)?;
        let entries = self.number(&name)?;
        let entries = self.take::<ENTRY>(entries.into(), &name)?;
        let expected = buckets_for(entries.len()) as u64;
        if u64::from(buckets) != expected {
            let expected = format!("{expected} buckets for {} entries", entries.len());
            return Err(GraphFault::mismatch(expected, buckets.to_string()).of(name));
        }
        Ok(TableParts {
            name,
            blanks,
            starts,
            entries,
        })
    }

    fn number(&mut self, name: &str) -> Result<u32, GraphFault> {
        let number = self.take::<4>(1, name)?;
        Ok(u32::from_le_bytes(number[0]))
    }

    /// Takes a number of items of one size.
    fn take<const SIZE: usize>(
        &mut self,
        count: u64,
        name: &str,
    ) -> Result<&'b [[u8; SIZE]], GraphFault> {
        let (items, _) = self.bytes.as_chunks::<SIZE>();
        let wanted = usize::try_from(count).ok();
        let Some(items) = wanted.and_then(|count| items.get(..count)) else {
            let expected = format!("{} more bytes", u128::from(count) * SIZE as u128);
            return Err(GraphFault::mismatch(expected, self.bytes.len().to_string())
                .of(name)
                .cut_short(true));
        };
        self.bytes = &self.bytes[items.as_flattened().len()..];
        Ok(items)
    }
}

impl<'b> TableParts<'b> {
    /// The key of an entry.
    pub(crate) fn key(&self, entry: usize) -> RackKey {
        let mut key = [0; VALUE];
        key.copy_from_slice(&self.entries[entry][VALUE..]);
        RackKey(u128::from_le_bytes(key))
    }

    /// The value of an entry.
    pub(crate) fn value(&self, entry: usize) -> &'b [u8] {
        &self.entries[entry][..VALUE]
    }

    /// The two numbers of an entry, if its value consists of numbers.
    pub(crate) fn numbers(&self, entry: usize) -> (u32, u32) {
        let [.., a, b, c, d, e, f, g, h] = self.entries[entry][..VALUE] else {
            return (0, 0);
        };
        let first = u32::from_le_bytes([a, b, c, d]);
        (first, u32::from_le_bytes([e, f, g, h]))
    }

    /// The entries of a bucket, as given in the file.
    pub(crate) fn bucket(&self, bucket: usize) -> Range<usize> {
        let start = |at: usize| u32::from_le_bytes(self.starts[at]) as usize;
        start(bucket)..start(bucket + 1)
    }

    /// The bucket to which a key belongs.
    pub(crate) fn bucket_of(&self, key: RackKey) -> usize {
        key.hash() as usize & (self.starts.len() - 2)
    }

    /// Finds the entry of a key. The order of the table must be valid.
    pub(crate) fn find(&self, key: RackKey) -> Option<usize> {
        let range = self.bucket(self.bucket_of(key));
        let (mut low, mut high) = (range.start, range.end);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.key(middle) {
                found if found < key => low = middle + 1,
                found if found == key => return Some(middle),
                _ => high = middle,
            }
        }
        None
    }

    /// Checks that buckets are consecutive, that each entry is in its bucket and in
    /// ascending order there, and that it is a rack of `length` tiles with this table's
    /// number of blanks.
    pub(crate) fn check(&self, length: usize, letters: usize) -> Result<(), GraphFault> {
        self.check_starts()?;
        for bucket in 0..self.starts.len() - 1 {
            let mut last = None;
            for entry in self.bucket(bucket) {
                let key = self.key(entry);
                let largest = usize::from(key.largest());
                if largest > letters {
                    let expected = format!("tiles up to {letters}");
                    return Err(self.fault(entry, expected, largest).past_alphabet());
                }
                if key.size() != length {
                    return Err(self.fault(entry, format!("a rack of {length} tiles"), key.size()));
                }
                if key.count(0) != self.blanks {
                    let expected = format!("a rack with {} blanks", self.blanks);
                    return Err(self.fault(entry, expected, key.count(0)));
                }
                let home = self.bucket_of(key);
                if home != bucket {
                    let expected = format!("a rack of bucket {bucket}");
                    return Err(self.fault(entry, expected, format!("one of {home}")));
                }
                if last.is_some_and(|last| last >= key) {
                    let expected = "a rack above the one before in its bucket";
                    return Err(self.fault(entry, expected, "one below, or the same"));
                }
                last = Some(key);
            }
        }
        Ok(())
    }

    fn check_starts(&self) -> Result<(), GraphFault> {
        let mut last = 0;
        let ends = self.starts.len() - 1;
        for (i, &start) in self.starts.iter().enumerate() {
            let start = u32::from_le_bytes(start) as usize;
            let expected = match i {
                0 if start != 0 => "0".to_string(),
                i if i == ends && start != self.entries.len() => self.entries.len().to_string(),
                _ if start < last || start > self.entries.len() => {
                    format!("{last} to {}", self.entries.len())
                }
                _ => {
                    last = start;
                    continue;
                }
            };
            let part = format!("{}: start of bucket {i}", self.name);
            return Err(GraphFault::mismatch(expected, start.to_string()).of(part));
        }
        Ok(())
    }

    /// Creates a fault for an entry.
    pub(crate) fn fault(
        &self,
        entry: usize,
        expected: impl ToString,
        found: impl ToString,
    ) -> GraphFault {
        GraphFault::mismatch(expected, found.to_string())
            .of(format!("{}: entry {entry}", self.name))
    }
}
