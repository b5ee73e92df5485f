//! Lexicon and leave files for word games, from sources to checked artifacts.
//!
//! Word lists and leave tables become the graph files that game servers and
//! engines load (KWG, KAD, KBWG, KLV2, KLV): the same bytes every time. Files
//! that anyone made are read with full checks, looked at and compared.
//!
//! ```
//! use wordmill::ruleset::Ruleset;
//! use wordmill::graph::{Graph, GraphKind, GraphSpec, NodeFormat, build};
//! use wordmill::source::{ListOptions, ListReader};
//!
//! let english = Ruleset::builtin("english")?;
//! let mut list = ListReader::new(english.alphabet());
//! list.read("mine.txt", b"CARE\ncar\nRace a definition\n", &ListOptions::default())?;
//! let (words, _repeated) = list.finish()?.finish();
//! let bytes = build(&words, GraphSpec::new())?; // a .kwg file
//!
//! let letters = english.alphabet().len();
//! let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, letters)
//!     .map_err(|fault| fault.into_error("mine.kwg"))?;
//! let word = english.alphabet().read_word("race").unwrap();
//! assert!(graph.has_word(&word));
//! # Ok::<(), wordmill::error::Error>(())
//! ```
//!
//! The rooms, each of which uses those above it:
//!
//! - [`error`]: the one error type, with path, line and column;
//! - [`limits`]: how much is taken before it is refused;
//! - [`tiles`]: the alphabet, and how text is read as tiles;
//! - [`ruleset`]: alphabet, bag, board and the numbers of a game;
//! - [`source`]: word lists and leave tables, from bytes to sorted tiles;
//! - [`graph`]: word graphs built, read, walked, counted and compared;
//! - [`leave`]: leave value files built, read and compared;
//! - [`movegen`]: positions, plays, scores, and the best moves;
//! - [`recipe`]: from a recipe to published files, with manifest and lock;
//! - [`check`]: whether a lexicon's files are what they claim to be;
//! - [`cli`]: what the programs share;
//! - [`dump`], [`count`], [`show`]: what `kwg-dump`, `kwg-count` and
//!   `movegen-check` show.
//!
//! Only [`recipe`] and [`cli`] touch files; all else takes bytes and readers.
//! Wrong bytes are errors: a panic, a hang or memory without bound on any bytes
//! is a bug.

// Some parts of the lower rooms serve only the rooms that a feature brings.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]

#[cfg(feature = "recipe")]
pub mod check;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
pub mod digest;
pub mod error;
pub mod estimate;
pub mod file;
pub mod foreign;
pub mod graph;
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
#[cfg(feature = "recipe")]
mod yaml;

/// The library guide, whose examples run as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct Guide;

pub use crate::error::{Error, ErrorKind, Result};
pub use crate::ruleset::Ruleset;
