//! What an endgame search is asked, and what it may take.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The parts of the search, which can be switched off to measure what each gives.
/// The value is the same without them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EndgameTechniques {
    /// Moves that promise most come first.
    pub order: bool,
    /// Bounds on the values of positions are remembered.
    pub table: bool,
    /// Lists of plays are kept for every state of a lane.
    pub kept: bool,
    /// Plays that cut other positions off come earlier.
    pub history: bool,
    /// Searches in which one side may try only one play bound the values of hard endgames.
    pub limited: bool,
    /// A side whose opponent has a tile that fits nowhere is first searched alone.
    pub alone: bool,
}

impl Default for EndgameTechniques {
    /// All of them.
    fn default() -> EndgameTechniques {
        EndgameTechniques {
            order: true,
            table: true,
            kept: true,
            history: true,
            limited: true,
            alone: true,
        }
    }
}

/// What an endgame search is asked, and what it may take.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EndgameOptions {
    /// The number of first moves whose exact values are wanted.
    pub top: usize,
    /// If only the winner is wanted: the points that the side on turn is ahead.
    pub win: Option<i32>,
    /// The time after which the search is given up.
    pub time: Option<Duration>,
    /// The number of nodes of a thread after which the search is given up.
    pub max_nodes: u64,
    /// Gives the search up as soon as it is set.
    pub interrupt: Option<&'static AtomicBool>,
    /// The bytes of memory for the table, and again for kept plays. Small endgames
    /// take less.
    pub memory: usize,
    /// The most entries of the table.
    pub max_entries: usize,
    /// The number of threads.
    pub threads: usize,
    /// Changes the order in which plays are tried. The result stays the same.
    pub shuffle: u64,
    /// The parts of the search.
    pub techniques: EndgameTechniques,
}

impl Default for EndgameOptions {
    fn default() -> EndgameOptions {
        EndgameOptions {
            top: 1,
            win: None,
            time: None,
            max_nodes: u64::MAX,
            interrupt: None,
            memory: 256 << 20,
            max_entries: usize::MAX,
            threads: 1,
            shuffle: 0,
            techniques: EndgameTechniques::default(),
        }
    }
}
