//! Builds lexicons from recipes: from YAML to published, checked files.
//!
//! A recipe goes through four steps:
//!
//! 1. `validate` and `resolve` turn its text ([`Recipe`]) into a
//!    [`ResolvedRecipe`], with the ruleset loaded and all faults listed.
//! 2. `inputs` and `words` read its files and parse them into [`RecipeWords`] or
//!    leave tables.
//! 3. `make` builds the artifacts in memory and checks what the recipe expects.
//! 4. `publish` puts them in place with a [`Manifest`] and [`Sums`], and compares
//!    them with the lock.
//!
//! [`build_recipes`] runs all four.

mod build;
mod databases;
mod inputs;
mod make;
mod manifest;
mod manifest_read;
mod meaning;
mod named;
mod names;
mod parts;
mod publish;
mod release;
mod resolve;
mod schema;
mod validate;
mod word_sources;
mod words;

pub(crate) use build::check_distinct;
pub use build::{BuildOptions, LockMode, build_recipes};
pub use databases::{DatabaseOutput, NewestLexicon};
pub use inputs::{InputFile, read_inputs};
pub(crate) use make::check_words as check_expected_words;
pub use make::{
    BuildEvent, BuildProgress, BuildReport, build_graph, build_leaves, parse_leaves,
    parse_leaves_file,
};
pub(crate) use manifest::per_length;
pub use manifest::{
    About, Compounds, InputRecord, LexiconRecord, Manifest, Origin, OutputRecord, PartRecord,
    RecipeRecord, RulesetRecord,
};
pub(crate) use manifest_read::{FoundManifest, ManifestsIn, look_for_manifests, value_of};
pub use names::{SUMS_FILE, check_graph_name, check_leaves_name};
pub(crate) use names::{check_extension, check_not_foreign};
pub use publish::{Sums, check_not_source, write_file, write_file_with};
pub(crate) use publish::{
    check_writable, stray_lines, sweep_unless_held, write_large_file, write_new_file,
};
pub use release::{Bundle, Edition, Family};
pub use resolve::ResolvedRecipe;
pub use schema::{
    Completeness, CountsOutput, DefinitionsOutput, Estimate, Expect, ForeignOutput, GraphOutput,
    LeavesOutput, MatchGate, MembersOutput, PartKind, Recipe, WordMapOutput,
};
pub(crate) use schema::{Output, PARTS};
pub use validate::load_ruleset;
pub use word_sources::{DEFAULT_MIN_LENGTH, HunspellFiles, Length, WordFile, WordSources};
pub use words::{RecipeDefinitions, RecipeWords};
