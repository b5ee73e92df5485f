//! Decides the order in which the tables of a word map are made.
//!
//! Several threads make tables in chunks. A thread takes the first chunk left, in file
//! order, so that tables are ready in the order in which they are written. If there is
//! no chunk, it prepares the next length.

use crate::parallel::{Work, current_num_threads};
use crate::wordmap::divide::buckets_for;
use crate::wordmap::form::SHORTEST;
use crate::wordmap::pool::Pool;
use crate::wordmap::section::Section;
use crate::wordmap::table::{Chunk, Entry, chunks_for, stretches_of, write_table};
use std::collections::VecDeque;
use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;

/// The tables of a length: of racks with no, one and two blanks.
const TABLES: usize = 3;

/// A task.
pub(crate) enum Task<'p> {
    /// Find the racks of a length.
    Prepare(usize),
    Fill(Fill<'p>),
}

/// The result of a task.
pub(crate) enum Done<'p> {
    /// The racks of a length, and the approximate number of buckets of its tables.
    Prepared(Arc<Section<'p>>, [usize; TABLES]),
    Filled(Fill<'p>, Chunk<'p>),
}

/// A chunk of a table to fill.
pub(crate) struct Fill<'p> {
    section: Arc<Section<'p>>,
    blanks: usize,
    buckets: usize,
    chunk: usize,
}

impl<'p> Fill<'p> {
    pub(crate) fn run(&self, room: &'p Pool<Entry>) -> Chunk<'p> {
        let stretches = stretches_of(self.chunk, self.buckets);
        self.section
            .fill(self.blanks, self.buckets, stretches, room)
    }
}

/// The state of the work. Tables are handed over in file order.
pub(crate) struct Plan<'p, 'g> {
    give: &'g mut (dyn FnMut(Part<'p>) -> bool + Send),
    /// Whether more tables are wanted.
    is_wanted: bool,
    /// The lengths not yet prepared.
    lengths: Range<usize>,
    /// The tables not yet handed over, from the first length that has some.
    open: VecDeque<OpenTable<'p>>,
    /// The number of tables handed over.
    given: usize,
    /// The number of open tables from which no further length is prepared, since they
    /// take memory.
    most_open: usize,
}

/// A table in progress. It has no section until that is prepared.
#[derive(Default)]
struct OpenTable<'p> {
    section: Option<Arc<Section<'p>>>,
    buckets: usize,
    /// The number of chunks that threads have taken.
    taken: usize,
    /// The finished chunks, by number.
    chunks: Vec<Option<Chunk<'p>>>,
}

impl<'p> OpenTable<'p> {
    /// Starts the table with a number of buckets.
    fn begin(&mut self, buckets: usize) {
        self.buckets = buckets;
        self.taken = 0;
        self.chunks.clear();
        self.chunks.resize_with(chunks_for(buckets), || None);
    }

    /// Takes the next chunk to fill.
    fn next(&mut self, blanks: usize) -> Option<Fill<'p>> {
        let section = self.section.clone()?;
        let chunk = self.taken;
        (chunk < self.chunks.len()).then(|| {
            self.taken += 1;
            Fill {
                section,
                blanks,
                buckets: self.buckets,
                chunk,
            }
        })
    }

    /// Adds a chunk. Starts again if the number of buckets turns out to be wrong.
    fn add(&mut self, number: usize, chunk: Chunk<'p>) {
        self.chunks[number] = Some(chunk);
        if self.is_ready() {
            let entries = self.chunks.iter().flatten().map(Chunk::len).sum();
            let buckets = buckets_for(entries);
            if buckets != self.buckets {
                self.begin(buckets);
            }
        }
    }

    fn is_ready(&self) -> bool {
        self.section.is_some() && self.chunks.iter().all(Option::is_some)
    }
}

/// A table, and the data after it.
pub(crate) struct Part<'p> {
    buckets: usize,
    chunks: Vec<Chunk<'p>>,
    /// The length of its words.
    length: usize,
    behind: Vec<u8>,
}

impl Part<'_> {
    /// The size of the largest answer to a rack, in bytes.
    pub(crate) fn most(&self) -> usize {
        let most = self.chunks.iter().map(|chunk| chunk.most_words).max();
        most.unwrap_or(0) as usize * self.length
    }

    pub(crate) fn write(self, out: &mut impl Write) -> io::Result<()> {
        write_table(self.buckets, self.chunks, out)?;
        out.write_all(&self.behind)
    }
}

impl<'p, 'g> Plan<'p, 'g> {
    /// Creates a plan for words of fewer than `lengths` tiles. `give` returns whether
    /// more tables are wanted.
    pub(crate) fn new(
        lengths: usize,
        give: &'g mut (dyn FnMut(Part<'p>) -> bool + Send),
    ) -> Plan<'p, 'g> {
        Plan {
            give,
            is_wanted: true,
            lengths: SHORTEST..lengths,
            open: VecDeque::new(),
            given: 0,
            most_open: TABLES * current_num_threads(),
        }
    }

    /// A table not yet handed over.
    fn table(&mut self, length: usize, blanks: usize) -> &mut OpenTable<'p> {
        let number = (length - SHORTEST) * TABLES + blanks;
        &mut self.open[number - self.given]
    }

    /// Hands over the tables whose turn it is.
    fn give_ready(&mut self) {
        while self.open.front().is_some_and(OpenTable::is_ready)
            && let Some(open) = self.open.pop_front()
            && let Some(section) = open.section
        {
            let blanks = self.given % TABLES;
            self.given += 1;
            let part = Part {
                buckets: open.buckets,
                chunks: open.chunks.into_iter().flatten().collect(),
                length: section.length,
                behind: match blanks {
                    0 => section.outside.clone(),
                    _ => Vec::new(),
                },
            };
            self.is_wanted = self.is_wanted && (self.give)(part);
        }
    }
}

impl<'p> Work for Plan<'p, '_> {
    type Task = Task<'p>;
    type Done = Done<'p>;

    fn next(&mut self) -> Option<Task<'p>> {
        if !self.is_wanted {
            return None;
        }
        let mut tables = (self.given..).zip(&mut self.open);
        if let Some(fill) = tables.find_map(|(number, table)| table.next(number % TABLES)) {
            return Some(Task::Fill(fill));
        }
        if self.open.len() >= self.most_open {
            return None;
        }
        let length = self.lengths.next()?;
        self.open.extend((0..TABLES).map(|_| OpenTable::default()));
        Some(Task::Prepare(length))
    }

    fn finish(&mut self, done: Done<'p>) {
        match done {
            Done::Prepared(section, buckets) => {
                for (blanks, buckets) in buckets.into_iter().enumerate() {
                    let table = self.table(section.length, blanks);
                    table.section = Some(Arc::clone(&section));
                    table.begin(buckets);
                }
            }
            Done::Filled(fill, chunk) => {
                let table = self.table(fill.section.length, fill.blanks);
                table.add(fill.chunk, chunk);
            }
        }
        self.give_ready();
    }
}
