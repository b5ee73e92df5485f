//! The whole mapping between numbers and words, as a table or as bytes.
//!
//! A fault of the graph shows when a map is made. Writing a map fails only if the
//! output does.

use crate::cli::input::File;
use crate::error::Result;
use crate::file::Holds;
use crate::graph::{Counts, Filter, Graph, ProbabilityOrder, WordIndex, draws};
use crate::lexicon::Words;
use crate::ruleset::Ruleset;
use crate::tiles::{Alphabet, Tile};
use std::io::{self, Write};

/// All words of a graph and their numbers, ready to be written.
pub(crate) struct Map<'g> {
    pub(crate) words: u32,
    write: Box<WriteMap<'g>>,
}

type WriteMap<'g> = dyn Fn(&mut dyn Write) -> io::Result<()> + 'g;

impl<'g> Map<'g> {
    /// CSV with the columns `index,word`, in the order of the numbers. More than
    /// 2^32 - 1 words are a fault.
    pub(crate) fn sorted(file: &'g File) -> Result<Map<'g>> {
        let counts = Counts::of(file.opened.entries()).map_err(|e| file.fault(e))?;
        let write = |out: &mut dyn Write| write_sorted(file, out);
        Ok(Map::new(counts.total(), write))
    }

    /// Like [`sorted`](Self::sorted), of some of the words that `index` numbers.
    pub(crate) fn some(words: Words, index: Option<&'g WordIndex>, file: &'g File) -> Map<'g> {
        let found = words.len() as u32;
        let write = move |out: &mut dyn Write| {
            writeln!(out, "index,word")?;
            words.iter().try_for_each(|word| {
                let number = index.and_then(|index| index.index(word)).unwrap_or(0);
                writeln!(out, "{number},{}", file.alphabet().word_text(word))
            })
        };
        Map::new(found, write)
    }

    /// CSV with the columns `index,word,length,rank,ways`, by length, then the words first
    /// that can be drawn in most ways. The words have to be few enough to be listed.
    pub(crate) fn ranked(
        graph: &Graph,
        filter: Option<&Filter<'_>>,
        ruleset: &'g Ruleset,
    ) -> Result<Map<'g>> {
        let words = graph.to_words()?;
        let draws = draws(&words, ruleset)?;
        let order = ProbabilityOrder::by_draws(&words, &draws);
        let rows = words.iter().zip(order.ranks()).enumerate();
        let wanted = |word: &[Tile]| filter.is_none_or(|filter| filter.fits(word, graph));
        let rows = rows.filter(|(_, (word, _))| wanted(word));
        let rows = rows.map(|(index, (word, &rank))| (word.len(), rank, index));
        let mut rows: Vec<(usize, u32, usize)> = rows.collect();
        rows.sort_unstable();
        let found = rows.len() as u32;
        let write = move |out: &mut dyn Write| {
            writeln!(out, "index,word,length,rank,ways")?;
            let mut text = String::new();
            rows.iter().try_for_each(|&(length, rank, index)| {
                text.clear();
                ruleset.alphabet().write_word(words.get(index), &mut text);
                let draws = draws[index];
                writeln!(out, "{index},{text},{length},{rank},{draws}")
            })
        };
        Ok(Map::new(found, write))
    }

    /// The bytes of a `.kwc` file: the counts of the nodes.
    pub(crate) fn counts(file: &File) -> Result<Map<'g>> {
        let counts = Counts::of(file.graph()?).map_err(|e| file.fault(e))?;
        Ok(Map::of_bytes(counts.total(), counts.to_bytes()))
    }

    /// The bytes of a `.kwp` file: the rank of each word by the ways to draw it.
    pub(crate) fn ranks(graph: &Graph, ruleset: &Ruleset) -> Result<Map<'g>> {
        let order = ProbabilityOrder::of(graph, ruleset)?;
        Ok(Map::of_bytes(order.ranks().len() as u32, order.to_bytes()))
    }

    fn of_bytes(words: u32, bytes: Vec<u8>) -> Map<'g> {
        Map::new(words, move |out| out.write_all(&bytes))
    }

    fn new(words: u32, write: impl Fn(&mut dyn Write) -> io::Result<()> + 'g) -> Map<'g> {
        let write = Box::new(write);
        Map { words, write }
    }

    /// Writes all of it.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        (self.write)(out)
    }
}

fn write_sorted(file: &File, out: &mut dyn Write) -> io::Result<()> {
    let write_text = match file.opened.holds {
        Holds::Leaves(_) => Alphabet::write_labels,
        _ => Alphabet::write_word,
    };
    writeln!(out, "index,word")?;
    let mut text = String::new();
    let mut words = file.opened.entries().words();
    let mut index = 0u32;
    while let Some(word) = words.next() {
        text.clear();
        write_text(file.alphabet(), word, &mut text);
        writeln!(out, "{index},{text}")?;
        // Past the last of 2^32 - 1 words this is the largest number.
        index += 1;
    }
    Ok(())
}
