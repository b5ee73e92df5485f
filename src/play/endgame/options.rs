//! The options of an endgame search.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The techniques of the search. Each can be switched off to measure its effect. The
/// value is the same without them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EndgameTechniques {
    /// Tries the most promising moves first.
    pub order: bool,
    /// Stores bounds on the values of positions in a table.
    pub table: bool,
    /// Keeps lists of plays for every state of a lane.
    pub kept: bool,
    /// Tries plays earlier that caused cut-offs in other positions.
    pub history: bool,
    /// Bounds the values of hard endgames by searches in which one side tries only one
    /// play at each turn.
    pub limited: bool,
    /// First searches a side against an opponent who passes at every turn, if the
    /// opponent has a tile that fits nowhere.
    pub alone: bool,
}

impl Default for EndgameTechniques {
    /// Returns all techniques.
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

/// The question that an endgame search answers, and the resources it may use.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EndgameOptions {
    /// The number of first moves whose exact values are wanted.
    pub top: usize,
    /// The points by which the side on turn is ahead, if only the winner is wanted.
    pub win: Option<i32>,
    /// The time after which the search is given up.
    pub time: Option<Duration>,
    /// The number of nodes per thread after which the search is given up.
    pub max_nodes: u64,
    /// Stops the search as soon as it is set.
    pub interrupt: Option<&'static AtomicBool>,
    /// The bytes of memory for the table, and as many again for kept plays. Small
    /// endgames take less.
    pub memory: usize,
    /// The most entries of the table.
    pub max_entries: usize,
    /// The number of threads.
    pub threads: usize,
    /// Changes the order in which plays are tried. The result stays the same.
    pub shuffle: u64,
    /// The techniques of the search.
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
