//! Recipes: what to make from what, and making it.
//!
//! This is where files are read and written; everything above works on bytes.

mod build;
mod expect;
mod intake;
mod lexicon;
mod lock;
mod make_leaves;
mod make_words;
mod manifest;
mod names;
mod outdir;
mod publish;
mod resolve;
mod schema;
mod sound;
mod stray;
mod sums;

pub(crate) use build::check_distinct;
pub use build::{BuildOptions, Event, LockMode, Progress, Report, build_recipes};
pub(crate) use expect::check_words as check_expected_words;
pub use intake::{read_file, read_if_there};
pub use lexicon::{Lexicon, WordInputs};
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
pub(crate) use stray::name_of;
pub use stray::{Expected, refuse_kind, refuse_stray};
pub use sums::Sums;
