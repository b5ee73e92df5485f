//! The result of building one part of a recipe, and the events during the build.

use crate::recipe::manifest::{InputRecord, LexiconRecord, OutputRecord, PartRecord};
use serde::Serialize;

/// An event of a build, for progress displays.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum BuildEvent<'a> {
    /// A lexicon's build begins, with this number of artifacts.
    Building(&'a str, usize),
    /// The values of an artifact are being estimated over this number of boards.
    Estimating(&'a str, u64),
    /// One of the boards is done.
    Board,
    /// An artifact has been built.
    Built(&'a str),
}

/// A callback for the events of a build. Any thread may call it.
pub type BuildProgress<'a> = &'a (dyn Fn(BuildEvent<'_>) + Sync);

/// An artifact: its record and its bytes.
pub(crate) type MadeFile = (OutputRecord, Vec<u8>);

/// The artifacts of one part of a recipe, with their records.
#[derive(Default)]
pub(crate) struct Made {
    pub(crate) inputs: Vec<InputRecord>,
    pub(crate) lexicon: Option<LexiconRecord>,
    pub(crate) outputs: Vec<MadeFile>,
    pub(crate) warnings: Vec<String>,
}

/// The result of building one recipe.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct BuildReport {
    /// The lexicon's name.
    pub lexicon: String,
    /// Whether its artifacts were built. They may have been up to date.
    pub built: bool,
    /// The current artifacts.
    pub part: PartRecord,
    /// Warnings for the user.
    pub warnings: Vec<String>,
}

/// The artifacts of a recipe, ready to be published.
pub(crate) struct Staged {
    pub(crate) report: BuildReport,
    /// The bytes of the report's artifacts, in the same order; empty if they were up to
    /// date.
    pub(crate) files: Vec<Vec<u8>>,
    /// Whether the recipe has the other part, too.
    pub(crate) has_other_part: bool,
}
