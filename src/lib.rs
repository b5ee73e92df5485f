//! Lexicon and leave files for word games, from sources to checked artifacts.
//!
//! Word lists and leave tables become the graph files that game servers and engines load
//! (KWG, KAD, KBWG, KLV2, KLV): the same bytes every time. Files from anywhere are read
//! with full validation, searched and compared.
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
//! # Rooms
//!
//! Each module uses only those above it in this list:
//!
//! - [`error`]: the one error type, with path, line and column;
//! - [`limits`]: how much input is taken before it is refused;
//! - [`digest`] and [`random`]: SHA-256 as text; reproducible random numbers;
//! - [`tiles`]: the alphabet, and how text is read as tiles;
//! - [`ruleset`]: alphabet, bag, board and the numbers of a game;
//! - [`lexicon`]: sorted words and leave tables;
//! - [`source`]: text to those: word lists and leave tables;
//! - [`graph`]: word graphs: build, read, search, number and compare;
//! - [`wordmap`]: word maps: build, read and look up;
//! - [`database`]: study databases in SQLite;
//! - [`foreign`]: files of other programs;
//! - [`leave`]: leave value files: build, read, look up and compare;
//! - [`file`](mod@file): what kind of file some bytes are, and opening it;
//! - [`movegen`]: positions, plays, scores, and the best moves;
//! - [`play`]: self-play, matches and exact endgames;
//! - [`estimate`]: leave values from nothing;
//! - `recipe`: from a recipe to published files, with manifest and lock;
//! - `check`: whether a lexicon's files are what they claim to be.
//!
//! # Features
//!
//! - `cli` (default): the five programs. It brings `recipe` and `parallel`.
//! - `recipe`: the modules `recipe` and `check`, and rulesets from YAML and CSV, the
//!   built-in ones included.
//! - `parallel`: work on all processors. Results are the same without it.
//! - `sqlite` (default): study databases. It compiles SQLite from C.
//!
//! With `default-features = false` the library reads, builds, searches and compares what
//! is in memory, finds moves, and needs few packages.
//!
//! The library prints nothing, and only [`file`](mod@file) and `recipe` touch files. Wrong bytes are
//! errors: a panic, a hang or memory without bound on any bytes is a bug.

// Some parts of the lower rooms serve only the rooms that a feature brings.
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
