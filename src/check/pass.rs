//! The passes of a check, their options, and the events they report.

use serde::Serialize;
use std::fmt;

/// One way to look at a lexicon's files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Pass {
    /// The rules of the file formats.
    Structure,
    /// The files hold what the sources, the manifest, the sums and the lock say.
    Words,
    /// The GADDAG has every word at every split and nothing else.
    Gaddag,
    /// Words can be numbered, and count, member and order files fit their graph.
    Counts,
    /// The files of a lexicon fit each other, the ruleset and other lexicons.
    Bundle,
    /// The move generators agree with each other and with the sources.
    Moves,
}

impl Pass {
    /// All passes, in the order in which they are reported.
    pub const ALL: [Pass; 6] = [
        Pass::Structure,
        Pass::Words,
        Pass::Gaddag,
        Pass::Counts,
        Pass::Bundle,
        Pass::Moves,
    ];

    /// The name in options and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Pass::Structure => "structure",
            Pass::Words => "words",
            Pass::Gaddag => "gaddag",
            Pass::Counts => "counts",
            Pass::Bundle => "bundle",
            Pass::Moves => "moves",
        }
    }
}

impl fmt::Display for Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What to check, and how.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// The passes to run; each runs once, and their order does not matter.
    pub passes: Vec<Pass>,
    /// How many games to play.
    pub games: u64,
    /// The seed of the games.
    pub seed: u64,
    /// How many findings of one kind and file to keep; the rest are counted.
    pub findings: usize,
}

impl Default for CheckOptions {
    fn default() -> Self {
        CheckOptions {
            passes: Pass::ALL.to_vec(),
            games: 100,
            seed: 1,
            findings: crate::error::SHOWN,
        }
    }
}

/// A step of a check, for a progress display. Several passes may be under way.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A pass over a lexicon begins.
    Pass(&'a str, Pass),
    /// A game was played; games are numbered from 0.
    Game(u64),
    /// A pass has ended.
    Done,
}

/// Receives the events of a check, from any thread.
pub type Progress<'a> = &'a (dyn Fn(Event<'_>) + Sync);
