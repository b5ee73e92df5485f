//! Builds artifacts in memory: from inputs and a recipe to the bytes of files, with the
//! records for the manifest.

mod expect;
mod leaves;
mod made;
mod words;

pub(crate) use expect::check_words;
pub use leaves::{build_leaves, parse_leaves, parse_leaves_file};
pub(crate) use leaves::{incomplete, make_leaves};
pub(crate) use made::Staged;
pub use made::{BuildEvent, BuildProgress, BuildReport};
pub use words::build_graph;
pub(crate) use words::{bare_digraphs, compounds, make_words};
