//! The whole mapping of numbers to words, in each of the forms it is wanted in.
//!
//! What can fail for a reason of the graph's fails when a map is made; writing
//! one can only fail for a reason of the writer's.

use crate::error::Result;
use crate::graph::{Counts, Graph, GraphFault, ProbabilityOrder, draws};
use crate::lexicon::Words;
use crate::ruleset::Ruleset;
use crate::tiles::Alphabet;
use std::io::{self, Write};

/// All words of a graph and their numbers, ready to be written.
pub(crate) struct Map<'g> {
    words: u32,
    form: Form<'g>,
}

enum Form<'g> {
    Sorted(&'g Graph, &'g Alphabet),
    Ranked(Ranking, &'g Alphabet),
    /// A file of ours, whole.
    Bytes(Vec<u8>),
}

impl<'g> Map<'g> {
    /// CSV with the columns `index,word`, in the order of the numbers. More
    /// than 2^32 - 1 words are a fault.
    pub(crate) fn sorted(graph: &'g Graph, alphabet: &'g Alphabet) -> Result<Map<'g>, GraphFault> {
        Ok(Map {
            words: Counts::of(graph)?.total(),
            form: Form::Sorted(graph, alphabet),
        })
    }

    /// CSV with the columns `index,word,length,rank,ways`: by length, and for
    /// each length from the word that is drawn in most ways on. The words have
    /// to be few enough to be listed.
    pub(crate) fn ranked(graph: &Graph, ruleset: &'g Ruleset) -> Result<Map<'g>> {
        let ranking = Ranking::of(graph, ruleset)?;
        Ok(Map {
            words: ranking.words.len() as u32,
            form: Form::Ranked(ranking, ruleset.alphabet()),
        })
    }

    /// The bytes of a `.kwc` file: the counts of the nodes, with which words
    /// are numbered.
    pub(crate) fn counts(graph: &Graph) -> Result<Map<'g>, GraphFault> {
        let counts = Counts::of(graph)?;
        Ok(Map {
            words: counts.total(),
            form: Form::Bytes(counts.to_bytes()),
        })
    }

    /// The bytes of a `.kwp` file: for each number the word's rank by ways to
    /// draw it.
    pub(crate) fn ranks(graph: &Graph, ruleset: &Ruleset) -> Result<Map<'g>> {
        let order = ProbabilityOrder::of(graph, ruleset)?;
        Ok(Map {
            words: order.ranks().len() as u32,
            form: Form::Bytes(order.to_bytes()),
        })
    }

    /// How many words it has.
    pub(crate) fn words(&self) -> u32 {
        self.words
    }

    /// Writes all of it.
    pub(crate) fn write(&self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        match &self.form {
            Form::Sorted(graph, alphabet) => write_sorted(graph, alphabet, out),
            Form::Ranked(ranking, alphabet) => ranking.write(alphabet, out),
            Form::Bytes(bytes) => out.write_all(bytes),
        }
    }
}

fn write_sorted(
    graph: &Graph,
    alphabet: &Alphabet,
    out: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    writeln!(out, "index,word")?;
    let mut text = String::new();
    let mut words = graph.words();
    let mut index = 0u32;
    while let Some(word) = words.next() {
        text.clear();
        alphabet.write_word(word, &mut text);
        writeln!(out, "{index},{text}")?;
        // Past the last of 2^32 - 1 words this is the largest number.
        index += 1;
    }
    Ok(())
}

/// Words and their ranks by ways to draw them.
struct Ranking {
    words: Words,
    draws: Vec<u128>,
    ranks: ProbabilityOrder,
}

impl Ranking {
    fn of(graph: &Graph, ruleset: &Ruleset) -> Result<Ranking> {
        let words = graph.to_words()?;
        let draws = draws(&words, ruleset)?;
        Ok(Ranking {
            ranks: ProbabilityOrder::by_draws(&words, &draws),
            words,
            draws,
        })
    }

    fn write(&self, alphabet: &Alphabet, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        writeln!(out, "index,word,length,rank,ways")?;
        let mut rows: Vec<(usize, u32, usize)> = (self.words.iter().zip(self.ranks.ranks()))
            .enumerate()
            .map(|(index, (word, &rank))| (word.len(), rank, index))
            .collect();
        rows.sort_unstable();
        let mut text = String::new();
        for (length, rank, index) in rows {
            text.clear();
            alphabet.write_word(self.words.get(index), &mut text);
            let draws = self.draws[index];
            writeln!(out, "{index},{text},{length},{rank},{draws}")?;
        }
        Ok(())
    }
}
