//! Reads the blocks of a leave table on several threads.

use crate::error::Faults;
use crate::lexicon::LeaveCollector;
use crate::parallel::{Work, work_off};
use crate::ruleset::Ruleset;
use crate::source::blocks::Blocks;
use crate::source::leave_row::RowReader;
use crate::source::lines::{Place, split_line, without_mark};
use crate::source::options::LeaveOptions;
use crate::source::plain_row::PlainReader;
use std::io::{self, Read};

/// Reads all rows of a table, or stops after the block that exceeds the allowed rows.
pub(crate) fn read_rows(
    path: &str,
    source: impl Read + Send,
    ruleset: &Ruleset,
    options: LeaveOptions,
) -> io::Result<Part> {
    let mut reader = RowReader::new(ruleset, options);
    let plain = PlainReader::new(ruleset, options);
    let read = |(number, block): (usize, Vec<u8>), reader: &mut RowReader<'_>| {
        let text = match number {
            0 => without_mark(&block),
            _ => &block,
        };
        (number, Part::read(path, text, plain.clone(), reader))
    };
    let mut table = Table {
        blocks: Blocks::new(source),
        given: 0,
        whole: Part::default(),
        taken: 0,
        early: Vec::new(),
        most: options.most_rows(ruleset),
        failed: None,
    };
    // Only the first row can be a header. So a single reader runs until it has been
    // read, which nearly always happens in the first block.
    while reader.first
        && let Some(block) = table.next()
    {
        table.finish(read(block, &mut reader));
    }
    reader.first = false;
    let table = work_off(table, |block| read(block, &mut reader.clone()));
    match table.failed {
        Some(error) => Err(error),
        None => Ok(table.whole),
    }
}

/// The blocks of a table, and the rows read from them.
struct Table<R> {
    blocks: Blocks<R>,
    /// The number of blocks handed to threads.
    given: usize,
    whole: Part,
    /// The number of blocks included in `whole`.
    taken: usize,
    /// Parts that were read before their turn, with their block numbers.
    early: Vec<(usize, Part)>,
    /// The most rows that the table may have.
    most: usize,
    failed: Option<io::Error>,
}

impl<R: Read + Send> Work for Table<R> {
    type Task = (usize, Vec<u8>);
    type Done = (usize, Part);

    fn next(&mut self) -> Option<(usize, Vec<u8>)> {
        if self.whole.has_too_many || self.failed.is_some() {
            return None;
        }
        let block = self.blocks.read().unwrap_or_else(|error| {
            self.failed = Some(error);
            None
        })?;
        self.given += 1;
        Some((self.given - 1, block))
    }

    /// Takes the rows of a block. Rows after the limit are left out, so the result does
    /// not depend on threads.
    fn finish(&mut self, (number, part): (usize, Part)) {
        self.early.push((number, part));
        while let Some(at) = self.early.iter().position(|(n, _)| *n == self.taken) {
            let (_, mut part) = self.early.swap_remove(at);
            self.taken += 1;
            let whole = &mut self.whole;
            if !whole.has_too_many {
                whole.rows.append(&mut part.rows);
                whole.faults.append(part.faults, whole.lines);
                whole.lines += part.lines;
                whole.has_too_many = whole.rows.len() > self.most;
            }
        }
    }
}

/// The rows and faults of some lines.
#[derive(Default)]
pub(crate) struct Part {
    pub(crate) rows: LeaveCollector,
    pub(crate) faults: Faults,
    pub(crate) lines: u64,
    /// Whether reading stopped because the table has more rows than allowed.
    pub(crate) has_too_many: bool,
}

impl Part {
    fn read(path: &str, text: &[u8], mut plain: PlainReader, reader: &mut RowReader<'_>) -> Part {
        let mut part = Part::default();
        let mut rest = text;
        while !rest.is_empty() {
            part.lines += 1;
            if let Some(row) = plain.read(rest) {
                part.rows.push_packed(row.leave, row.value);
                rest = &rest[row.length..];
                reader.first = false;
                continue;
            }
            let (line, after) = split_line(rest);
            rest = after;
            match reader.read(&Place::new(path, part.lines, line)) {
                Ok(None) => (),
                Ok(Some(row)) => part.rows.push(&reader.tiles, row.value),
                Err(fault) => part.faults.put(*fault),
            }
        }
        part
    }
}
