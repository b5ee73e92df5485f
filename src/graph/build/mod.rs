//! Building the automaton of a word list.
//!
//! Sorted words become a minimal acyclic automaton in one pass, by the
//! algorithm of J. Daciuk, S. Mihov, B. W. Watson and R. E. Watson,
//! "Incremental Construction of Minimal Acyclic Finite-State Automata"
//! (Computational Linguistics 26, 2000). The [`registry`] holds the states that
//! are finished and unique, [`unfinished`] the lists that later words may still
//! change. [`dawg`] adds words; [`prefixes`] and [`gaddag`] add the paths of
//! the GADDAG; [`automaton`] is the result.

pub(crate) mod automaton;
pub(crate) mod dawg;
pub(crate) mod gaddag;
pub(crate) mod prefixes;
pub(crate) mod registry;
pub(crate) mod relay;
pub(crate) mod unfinished;
