//! Builds, reads, searches and checks the lexicon and leave files of word games.
//!
//! Word lists and leave tables become the graph files that game servers and engines
//! load (KWG, KAD, KBWG, KLV2, KLV). The same input always gives the same bytes. Files
//! from any source are validated in full before they are searched or compared.
//!
//! ```
//! use wordmill::graph::{Graph, GraphSpec, build};
//! use wordmill::source::{ListOptions, ListReader};
//! use wordmill::tiles::Alphabet;
//!
//! let alphabet = Alphabet::from_labels('A'..='Z')?;
//! let mut list = ListReader::new(&alphabet);
//! list.read("mine.txt", b"CARE\ncar\nRace a definition\n", &ListOptions::default())?;
//! let (words, _repeated) = list.finish()?.finish();
//! let bytes = build(&words, GraphSpec::new())?; // a .kwg file
//!
//! let graph = Graph::open(&bytes)?;
//! assert!(graph.has_word(&alphabet.read_word("race")?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! Each module uses only those above it in this list:
//!
//! - [`error`]: the error type, with path, line and column;
//! - [`limits`]: the largest input that each reader accepts;
//! - [`digest`] and [`random`]: SHA-256 as text; reproducible random numbers;
//! - [`tiles`]: the alphabet, and text to tiles and back;
//! - [`ruleset`]: the alphabet, bag, board and scoring of a game;
//! - [`lexicon`]: sorted words and leave tables;
//! - [`source`]: readers of word lists, dictionaries and leave tables;
//! - [`graph`]: word graphs: build, read, search, number and compare;
//! - [`wordmap`]: word maps: build, read and look up;
//! - [`database`]: study databases in SQLite;
//! - [`foreign`]: files of other programs;
//! - [`leave`]: leave value files: build, read, look up and compare;
//! - [`file`](mod@file): recognises the kind of a file and opens it;
//! - [`movegen`]: positions, plays, scores, and the best moves;
//! - [`play`]: self-play, matches and exact endgames;
//! - [`estimate`]: leave values estimated from a lexicon and a ruleset;
//! - [`grid`]: letter grids: find words, solve and make puzzles;
//! - `recipe`: builds and publishes the files of a recipe, with manifest and lock;
//! - `check`: checks that a lexicon's files are what they claim to be.
//!
//! # Features
//!
//! - `cli` (default): the five programs. It enables `recipe` and `parallel`.
//! - `recipe`: the modules `recipe` and `check`, and rulesets from YAML and CSV,
//!   including the built-in ones.
//! - `parallel`: uses all processors. Results are the same without it.
//! - `sqlite` (default): study databases. It compiles SQLite from C.
//!
//! With `default-features = false` the library reads, builds, searches and compares
//! files in memory, finds moves, and has few dependencies.
//!
//! The library prints nothing, and only [`file`](mod@file) and `recipe` access the file
//! system. Malformed bytes are errors: a panic, a hang or unbounded memory use on any
//! input is a bug.

// Some items of the lower modules serve only modules that a feature enables.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]

#[cfg(feature = "recipe")]
pub mod check;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
pub mod database;
pub mod digest;
pub mod error;
pub mod estimate;
pub mod file;
pub mod foreign;
pub mod graph;
pub mod grid;
pub mod leave;
pub mod lexicon;
pub mod limits;
pub mod movegen;
mod parallel;
pub mod play;
pub mod random;
#[cfg(feature = "recipe")]
pub mod recipe;
pub mod ruleset;
pub mod source;
mod text;
pub mod tiles;
pub mod wordmap;
mod written;
#[cfg(feature = "recipe")]
mod yaml;

/// The library guide, whose examples run as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct Guide;

pub use crate::error::{Error, ErrorKind, Result};
pub use crate::ruleset::Ruleset;
