//! Reads the blocks of a leave table on several threads.

use crate::error::Faults;
use crate::lexicon::LeaveCollector;
use crate::parallel::{self, prelude::*};
use crate::ruleset::Ruleset;
use crate::source::blocks::{Block, Blocks};
use crate::source::leave_row::RowReader;
use crate::source::lines::{Place, split_line};
use crate::source::options::LeaveOptions;
use crate::source::plain_row::PlainReader;
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// One reading of all blocks of a text.
pub(crate) struct Pass<'p, R> {
    path: &'p str,
    blocks: Mutex<Blocks<R>>,
    plain: PlainReader,
    rows: Mutex<InOrder>,
}

impl<'p, R: Read + Send> Pass<'p, R> {
    pub(crate) fn new(path: &'p str, source: R, ruleset: &Ruleset, options: LeaveOptions) -> Self {
        let rows = InOrder {
            most: options.most_rows(ruleset),
            ..InOrder::default()
        };
        Pass {
            path,
            blocks: Mutex::new(Blocks::new(source)),
            plain: PlainReader::new(ruleset, options),
            rows: Mutex::new(rows),
        }
    }

    /// Reads all blocks, or as many as have more rows than a table may have.
    pub(crate) fn read(self, reader: &mut RowReader<'_>) -> io::Result<Part> {
        // Only the first row can be a header. So there is one reader until that
        // has been read, in the first block of all but the strangest tables.
        self.read_blocks(reader.clone(), |reader| reader.first)?;
        reader.first = false;
        let threads = parallel::current_num_threads();
        (0..threads)
            .into_par_iter()
            .try_for_each(|_| self.read_blocks(reader.clone(), |_| true))?;
        let rows = self.rows.into_inner();
        Ok(rows.unwrap_or_else(PoisonError::into_inner).whole)
    }

    /// Reads one block after the other until there are no more or too many rows, or `more`
    /// is false.
    fn read_blocks<'r>(
        &self,
        mut reader: RowReader<'r>,
        more: impl Fn(&RowReader<'r>) -> bool,
    ) -> io::Result<()> {
        let mut plain = self.plain.clone();
        let mut block = Block::default();
        let mut part = Part::default();
        while more(&reader) && lock(&self.blocks).read(&mut block)? {
            part.read(self.path, block.lines(), &mut plain, &mut reader);
            let mut rows = lock(&self.rows);
            rows.put(block.number, &mut part);
            if rows.whole.has_too_many {
                break;
            }
        }
        Ok(())
    }
}

/// Locks a mutex. If a thread panicked, its panic ends the whole reading.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The rows of all blocks, in order.
#[derive(Default)]
struct InOrder {
    whole: Part,
    /// The number of blocks in the whole.
    blocks: usize,
    /// Blocks that came before an earlier one.
    waiting: BTreeMap<usize, Part>,
    /// The most rows that a table may have.
    most: usize,
}

impl InOrder {
    /// Takes the rows of a block and leaves the part empty.
    fn put(&mut self, number: usize, part: &mut Part) {
        if number != self.blocks {
            self.waiting.insert(number, std::mem::take(part));
            return;
        }
        self.append(part);
        while let Some(mut part) = self.waiting.remove(&self.blocks) {
            self.append(&mut part);
        }
    }

    /// Appends the next block, unless there are too many rows already. So what is read of
    /// such a table does not depend on threads.
    fn append(&mut self, part: &mut Part) {
        self.blocks += 1;
        match self.whole.has_too_many {
            true => *part = Part::default(),
            false => self.whole.append(part),
        }
        self.whole.has_too_many |= self.whole.rows.len() > self.most;
    }
}

/// The rows and faults of some lines.
#[derive(Default)]
pub(crate) struct Part {
    pub(crate) rows: LeaveCollector,
    pub(crate) faults: Faults,
    pub(crate) lines: u64,
    /// Whether there are more rows than a table may have, and reading ended with them.
    pub(crate) has_too_many: bool,
}

impl Part {
    fn read(
        &mut self,
        path: &str,
        text: &[u8],
        plain: &mut PlainReader,
        reader: &mut RowReader<'_>,
    ) {
        let mut rest = text;
        while !rest.is_empty() {
            self.lines += 1;
            if let Some(row) = plain.read(rest) {
                self.rows.push_packed(row.leave, row.value);
                rest = &rest[row.length..];
                reader.first = false;
                continue;
            }
            let (line, after) = split_line(rest);
            rest = after;
            match reader.read(&Place::new(path, self.lines, line)) {
                Ok(None) => (),
                Ok(Some(row)) => self.rows.push(&reader.tiles, row.value),
                Err(fault) => self.faults.put(*fault),
            }
        }
    }

    /// Moves the rows and faults of the next part to the end of this one.
    fn append(&mut self, next: &mut Part) {
        self.rows.append(&mut next.rows);
        self.faults
            .append(std::mem::take(&mut next.faults), self.lines);
        self.lines += std::mem::take(&mut next.lines);
    }
}
