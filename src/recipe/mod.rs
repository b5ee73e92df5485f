//! Recipes: what to make from what, and making it.
//!
//! This is where files are read and written; everything above works on bytes.

mod build;
mod expect;
mod lock;
mod make_leaves;
mod make_words;
mod manifest;
mod names;
mod outdir;
mod publish;
mod resolve;
mod schema;
mod sums;
mod validate;
mod word_inputs;

pub(crate) use build::check_distinct;
pub use build::{BuildOptions, Event, LockMode, Progress, Report, build_recipes};
pub(crate) use expect::check_words as check_expected_words;
pub use make_leaves::{build_leaves, parse_leaves, parse_leaves_file};
pub use make_words::build_graph;
pub use manifest::{
    About, InputRecord, LexiconRecord, Manifest, Origin, OutputRecord, Part, RecipeRecord,
    RulesetRecord,
};
pub use names::{check_graph_name, check_leaves_name};
pub use outdir::SUMS_FILE;
pub use publish::{check_not_source, write_file, write_file_with};
pub use resolve::{DEFAULT_MIN_LENGTH, Input, ResolvedRecipe, load_ruleset, read_text};
pub use schema::{
    Completeness, CountsOutput, Expect, GraphOutput, LeavesOutput, Length, MembersOutput, PartKind,
    Recipe, WordFile, WordSources,
};
pub use sums::Sums;
pub use word_inputs::{Lexicon, WordInputs};
