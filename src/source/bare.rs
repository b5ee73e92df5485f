//! Words that lack the brackets of a digraph.
//!
//! A list that is read with bracketed digraphs may lack the brackets: `PERRO` for
//! `PE[RR]O`. Such words are read letter by letter, which is rarely what their author
//! meant. The reader counts them and keeps the first few for a warning.

use std::fmt;

/// The number of words to keep.
const SHOWN: usize = 3;

/// Words that lack the brackets of a digraph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BareDigraphs {
    /// The number of words.
    pub count: u64,
    /// The first few of them.
    pub first: Vec<BareDigraph>,
}

/// A word that lacks the brackets of a digraph.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BareDigraph {
    /// The list that contains it.
    pub path: String,
    /// Its line, counted from 1.
    pub line: u64,
    /// The word as written.
    pub word: String,
    /// The label of the digraph.
    pub label: String,
}

impl BareDigraphs {
    /// Creates a count without the words, from one number for each list.
    pub(crate) fn counted(counts: impl Iterator<Item = u64>) -> BareDigraphs {
        BareDigraphs {
            count: counts.fold(0, u64::saturating_add),
            first: Vec::new(),
        }
    }

    /// Counts a word. After the first few, `make` is not called and the word is not
    /// kept.
    pub(crate) fn add(&mut self, make: impl FnOnce() -> BareDigraph) {
        self.count += 1;
        if self.first.len() < SHOWN {
            self.first.push(make());
        }
    }

    /// Adds the words of a later part of the same text. Their lines are counted from
    /// the beginning of that part, which `lines_before` lines precede.
    pub(crate) fn append(&mut self, part: BareDigraphs, lines_before: u64) {
        self.count = self.count.saturating_add(part.count);
        for mut word in part.first {
            word.line += lines_before;
            if self.first.len() < SHOWN {
                self.first.push(word);
            }
        }
    }

    /// Whether no word lacks brackets.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}

impl fmt::Display for BareDigraphs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let have = match self.count {
            1 => "word has",
            _ => "words have",
        };
        let what = "a digraph without its brackets, read letter by letter";
        write!(f, "{} {have} {what}", self.count)?;
        let shown = self.first.iter().map(BareDigraph::to_string);
        let more = (self.count > self.first.len() as u64).then(|| "…".to_string());
        match shown.chain(more).collect::<Vec<_>>().join(", ") {
            _ if self.first.is_empty() => Ok(()),
            words => write!(f, ": {words}"),
        }
    }
}

impl fmt::Display for BareDigraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BareDigraph {
            path,
            line,
            word,
            label,
        } = self;
        write!(f, "{path}:{line} `{word}` ({label})")
    }
}
