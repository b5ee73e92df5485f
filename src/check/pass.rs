//! The passes of a check, their options, and the events they report.

use serde::Serialize;
use std::fmt;

/// One kind of check on a lexicon's files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Pass {
    /// Files follow the rules of their formats.
    Structure,
    /// Files hold what the sources, the manifest, the checksum file and the lock say.
    Words,
    /// The GADDAG has every word at every split and nothing else.
    Gaddag,
    /// Words can be numbered, and count, member and order files agree with their graph.
    Counts,
    /// The files of a lexicon agree with each other, the ruleset and other lexicons.
    Bundle,
    /// The move generators agree with each other and with the sources.
    Moves,
}

impl Pass {
    /// All passes, in the order of the report.
    pub const ALL: [Pass; 6] = [
        Pass::Structure,
        Pass::Words,
        Pass::Gaddag,
        Pass::Counts,
        Pass::Bundle,
        Pass::Moves,
    ];

    /// The name used in options and in JSON.
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
    /// The number of games to play.
    pub games: u64,
    /// The seed of the games.
    pub seed: u64,
    /// The number of findings of one kind and file to keep. The rest are counted.
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

/// A step of a check, for progress displays. Several passes may run at the same time.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A pass over a lexicon begins.
    Pass(&'a str, Pass),
    /// A game was played. Games are numbered from 0.
    Game(u64),
    /// A pass has ended.
    Done,
}

/// Receives the events of a check, from any thread.
pub type Progress<'a> = &'a (dyn Fn(Event<'_>) + Sync);
