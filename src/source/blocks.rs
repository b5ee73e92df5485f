//! Reads a text in blocks of whole lines, so that a large table is never in memory as a
//! whole.

use crate::limits::LINE_BYTES;
use std::io::{self, Read};

/// The approximate number of bytes in a block.
const BLOCK: usize = 1 << 18;

/// Reads the blocks of a text one after the other.
pub(crate) struct Blocks<R> {
    source: R,
    /// The bytes read past the last whole line.
    rest: Vec<u8>,
    at_end: bool,
}

impl<R: Read> Blocks<R> {
    pub(crate) fn new(source: R) -> Self {
        Blocks {
            source,
            rest: Vec::new(),
            at_end: false,
        }
    }

    /// Reads the next block; `None` at the end.
    pub(crate) fn read(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut block = std::mem::take(&mut self.rest);
        while !self.at_end {
            let before = block.len();
            block.reserve(BLOCK);
            let mut more = self.source.by_ref().take(BLOCK as u64);
            self.at_end = more.read_to_end(&mut block)? < BLOCK;
            match block[before..].iter().rposition(|&byte| byte == b'\n') {
                _ if self.at_end => (),
                Some(at) => {
                    self.rest = block.split_off(before + at + 1);
                    break;
                }
                // The line is longer than a block. Bytes beyond the limit are dropped.
                None => block.truncate(LINE_BYTES + 1),
            }
        }
        Ok((!block.is_empty()).then_some(block))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that returns a few bytes at a time.
    struct Slow<'t>(&'t [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, memory: &mut [u8]) -> io::Result<usize> {
            let some = memory.len().min(10_007);
            self.0.read(&mut memory[..some])
        }
    }

    fn blocks(text: &[u8]) -> Vec<Vec<u8>> {
        let mut blocks = Blocks::new(Slow(text));
        std::iter::from_fn(|| blocks.read().unwrap()).collect()
    }

    #[test]
    fn blocks_are_whole_lines() {
        let line = b"ABC,-1.5\n";
        let text = line.repeat(3 * BLOCK / line.len());
        let found = blocks(&text);
        assert!(found.len() > 2);
        assert!(found.iter().all(|block| block.len() % line.len() == 0));
        assert_eq!(found.concat(), text);
        assert!(blocks(b"").is_empty());
        assert_eq!(blocks(b"A,1"), [b"A,1"]);
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
