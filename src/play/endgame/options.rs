//! What an endgame search is asked, and what it may take.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

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
    /// The number of threads.
    pub threads: usize,
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
            threads: 1,
        }
    }
}
