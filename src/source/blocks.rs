//! Reads a text in blocks of whole lines.
//!
//! A large table is never in memory as a whole. Each block reuses the memory of an
//! earlier one, which is still in the cache.

use crate::limits::LINE_BYTES;
use std::io::{self, Read};

/// The approximate number of bytes in a block.
const BLOCK: usize = 1 << 18;

const MARK: &[u8] = "\u{feff}".as_bytes();

/// Some whole lines of a text.
#[derive(Default)]
pub(crate) struct Block {
    /// The bytes read; more than the lines.
    bytes: Vec<u8>,
    lines: std::ops::Range<usize>,
    /// The number of blocks before this one.
    pub(crate) number: usize,
}

impl Block {
    pub(crate) fn lines(&self) -> &[u8] {
        &self.bytes[self.lines.clone()]
    }
}

/// Reads the blocks of a text one after the other.
pub(crate) struct Blocks<R> {
    source: R,
    /// The bytes read past the last whole line.
    rest: Vec<u8>,
    next: usize,
    at_end: bool,
}

impl<R: Read> Blocks<R> {
    pub(crate) fn new(source: R) -> Self {
        Blocks {
            source,
            rest: Vec::new(),
            next: 0,
            at_end: false,
        }
    }

    /// Reads the next block; returns false if there are no more. Skips the byte
    /// order mark that a text may begin with.
    pub(crate) fn read(&mut self, block: &mut Block) -> io::Result<bool> {
        if self.at_end {
            return Ok(false);
        }
        let mut filled = self.rest.len();
        if block.bytes.len() < filled + BLOCK {
            block.bytes.resize(filled + BLOCK, 0);
        }
        block.bytes[..filled].copy_from_slice(&self.rest);
        let end = loop {
            let before = filled;
            filled += self.fill(&mut block.bytes[filled..])?;
            if self.at_end {
                break filled;
            }
            let new = &block.bytes[before..filled];
            match new.iter().rposition(|&byte| byte == b'\n') {
                Some(at) => break before + at + 1,
                // Drop the part of a line that exceeds the limit.
                None if filled > LINE_BYTES => filled = LINE_BYTES + 1,
                // The line is longer than a block.
                None => block.bytes.resize(2 * block.bytes.len(), 0),
            }
        };
        self.rest.clear();
        self.rest.extend_from_slice(&block.bytes[end..filled]);
        let is_marked = self.next == 0 && block.bytes[..end].starts_with(MARK);
        block.lines = if is_marked { MARK.len()..end } else { 0..end };
        block.number = self.next;
        self.next += 1;
        Ok(true)
    }

    /// Reads until the memory is full or the text ends.
    fn fill(&mut self, memory: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < memory.len() {
            match self.source.read(&mut memory[filled..]) {
                Ok(0) => {
                    self.at_end = true;
                    break;
                }
                Ok(n) => filled += n,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => (),
                Err(e) => return Err(e),
            }
        }
        Ok(filled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives a few bytes at a time.
    struct Slow<'t>(&'t [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, memory: &mut [u8]) -> io::Result<usize> {
            let some = memory.len().min(10_007);
            self.0.read(&mut memory[..some])
        }
    }

    fn blocks(text: &[u8]) -> Vec<Vec<u8>> {
        let mut blocks = Blocks::new(Slow(text));
        let mut block = Block::default();
        let mut all = Vec::new();
        while blocks.read(&mut block).unwrap() {
            assert_eq!(block.number, all.len());
            all.push(block.lines().to_vec());
        }
        all
    }

    #[test]
    fn blocks_are_whole_lines() {
        let line = b"ABC,-1.5\n";
        let text = line.repeat(3 * BLOCK / line.len());
        let found = blocks(&text);
        assert!(found.len() > 2);
        assert!(found.iter().all(|block| block.len() % line.len() == 0));
        assert_eq!(found.concat(), text);
        assert_eq!(blocks(b""), [b""]);
        assert_eq!(blocks(b"A,1"), [b"A,1"]);
        assert_eq!(
            blocks("\u{feff}A,1\n\u{feff}".as_bytes()),
            ["A,1\n\u{feff}".as_bytes()]
        );
    }

    #[test]
    fn a_line_may_be_longer_than_a_block() {
        let mut text = vec![b'A'; 3 * BLOCK];
        text.extend_from_slice(b"\nB\n");
        text.extend(vec![b'C'; BLOCK]);
        let found = blocks(&text);
        assert_eq!(found.concat(), text);
        assert!(found[0].ends_with(b"\n"));
    }

    #[test]
    fn a_line_without_end_takes_no_memory_without_bound() {
        let mut text = b"A,1\n".repeat(10);
        text.extend(vec![b'B'; 20 * LINE_BYTES]);
        text.extend_from_slice(b"\nC\n");
        let found = blocks(&text).concat();
        assert!(found.starts_with(b"A,1\nA,1\n") && found.ends_with(b"B\nC\n"));
        assert_eq!(found.iter().filter(|&&b| b == b'\n').count(), 12);
        assert!(found.len() > LINE_BYTES && found.len() < 4 * LINE_BYTES);
    }
}
