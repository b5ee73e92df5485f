//! The result of making one part of a recipe, and the events on the way.

use crate::recipe::manifest::{InputRecord, LexiconRecord, OutputRecord};

/// An event of a build, for a display of its progress.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum BuildEvent<'a> {
    /// The build of a lexicon's artifacts begins; with their number.
    Building(&'a str, usize),
    /// Values of an artifact are estimated, over this number of boards.
    Estimating(&'a str, u64),
    /// One of the boards is done.
    Board,
    /// An artifact is built.
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
